"""A board in; how big it is, where pawns begin, what its ends and its squares do to them, in sentences, out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.language.document.tree import Mapping, Tree
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.boards import ENDS
from parlour.interpreter.rulebook.blocks import Cell
from parlour.interpreter.rulebook.sentences import Sentences, expression_text, statements_text

_ENDS = ("beyond", "before")
_ONCE = "not forced"


class Ground:
    """Says what a board is like. `written`: the section; `squares`: how many there are, with these options."""

    def __init__(self, sentences: Sentences, board: typed.Board, written: Mapping, squares: int) -> None:
        self._sentences, self._say = sentences, sentences.say
        self._board, self._written, self._squares = board, written, squares

    def facts(self) -> Iterator[Cell]:
        """A sentence each, with the statements that it speaks of."""
        yield from self._size()
        yield from self._pawns()
        for name in _ENDS if self._board.last is not None else ():
            yield self._end(name)
        yield from self._arrivals()

    def _size(self) -> Iterator[Cell]:
        names = self._board.type.words
        listed = self._say("book_squares_are", text=", ".join(self._sentences.word(name) for name in names))
        told = listed if names else self._say("squares_count", n=self._squares)
        yield _cell(told, self._reckoned("squares", self._board.last))
        if self._board.roads:
            ways = (f"{self._named(one)} – {self._named(other)}" for one, other in self._board.roads)
            yield _cell(self._say("book_roads", text=", ".join(ways)))

    def _pawns(self) -> Iterator[Cell]:
        starts = self._constant(self._board.starts, 0)
        told = self._say("book_starts_on", text=self._named(starts)) if starts else self._say("book_starts_off")
        yield _cell(told, self._reckoned("starts", self._board.starts))
        yield _cell(
            self._say("book_pawns", n=self._constant(self._board.tokens, 1)),
            self._reckoned("tokens", self._board.tokens),
        )

    def _named(self, square: int) -> str:
        return self._sentences.value(self._board.type, square)

    def _constant(self, node: typed.Typed | None, unsaid: int) -> int:
        known = self._sentences.constant(node) if node is not None else unsaid
        return unsaid if known is None else known

    def _reckoned(self, name: str, node: typed.Typed | None) -> Tree | None:
        """How it is worked out, where it is not always the same."""
        found = self._written.get(name)
        return found if self._sentences.depends(found, node) else None

    # --- the ends -----------------------------------------------------------------------------------------------------

    def _end(self, name: str) -> Cell:
        """What becomes of a walk past an end; on what it depends, where it is not always the same."""
        found = self._board.beyond if name == "beyond" else self._board.before
        rule = self._rule(found)
        is_fixed = found is None or (found.subject is None and rule != "does" and not self._depends(found))
        return _cell(self._say(f"book_{name}_{rule}"), None if is_fixed else self._written.get(name))

    def _rule(self, end: typed.BoardEnd | None) -> str:
        """A word of ENDS, or `does` where statements are run."""
        if end is None:
            return "stop"
        if end.subject is not None:
            value = self._sentences.constant(end.subject)
            return self._rule(next((case for key, case in end.cases if key == value), None))
        return ENDS.words[self._constant(end.word, ENDS.words.index("stop"))] if end.word is not None else "does"

    def _depends(self, end: typed.BoardEnd) -> bool:
        return end.word is not None and not isinstance(end.word, typed.Literal)

    # --- where pawns arrive -------------------------------------------------------------------------------------------

    def _arrivals(self) -> Iterator[Cell]:
        if any(square.land for square in self._sentences.model.squares):
            yield from self._effects()
        if self._board.meet:
            yield _cell(self._say("book_meet"), self._written.get("meet"))
        if self._board.standing is not None:
            yield _cell(self._say("book_place"), self._written.get("place"))

    def _effects(self) -> Iterator[Cell]:
        asked = self._board.effects_when
        if asked is None:
            return
        text = expression_text(self._written.get("effects_when"))
        if text == _ONCE:
            yield _cell(self._say("book_land_once"))
        elif isinstance(asked, typed.Literal) and asked.value:
            yield _cell(self._say("book_land_chain"))
        else:
            yield Cell(_begun(self._say("book_land_if")), rules=text)


def _cell(text: str, written: Tree | None = None) -> Cell:
    return Cell(_begun(text), rules="" if written is None else statements_text(written))


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
