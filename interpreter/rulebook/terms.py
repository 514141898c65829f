"""A ruleset in; who can play it, what for, and when it is stopped, in sentences, out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.language.document.tree import Mapping, Sequence, Tree
from parlour.interpreter.rulebook.blocks import Cell
from parlour.interpreter.rulebook.sentences import Sentences, expression_text

_LIMITS = ("turns", "chances", "choices")
_STOPPED = "unfinished"


class Terms:
    """Says on what terms a game is played. `tree`: the ruleset as it is written."""

    def __init__(self, sentences: Sentences, tree: Mapping) -> None:
        self._sentences, self._say, self._tree = sentences, sentences.say, tree

    def aim(self) -> str:
        """What everybody plays for."""
        return self._say(f"book_aim_{self._sentences.model.syntax.aim}")

    def required(self) -> tuple[Cell, ...]:
        """What must hold, each with what is said where it does not."""
        written = self._tree.get("requires")
        items: tuple[Tree, ...] = written.items if isinstance(written, Sequence) else ()
        texts = [self._say("book_requires", text=self._say(text)) for _, text, _ in self._sentences.model.requires]
        codes = [expression_text(item.get("that")) for item in items if isinstance(item, Mapping)]
        return tuple(Cell(text[:1].upper() + text[1:], rules=code) for text, code in zip(texts, codes, strict=False))

    def stops(self) -> Iterator[str]:
        """After how much a game is stopped, where the ruleset says so."""
        limit = self._sentences.model.syntax.limit
        outcome = self._say(limit.outcome.text if limit.outcome else _STOPPED)
        for name, most in zip(_LIMITS, (limit.turns, limit.chances, limit.choices), strict=True):
            if most is not None:
                text = self._say(f"book_stop_{name}", n=most, text=outcome)
                yield text[:1].upper() + text[1:]
