"""A situation in, the board in lines of text out: its squares, the pawns on them, and what lies ahead of each pawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from parlour.interpreter.locale.formatting import Value
from parlour.interpreter.rendering.columns import width_of
from parlour.interpreter.table.voice import Voice

WIDTH = 78
_RULES, _COMMON = "*", "="
_USUAL_REACH, _MOST_REACH, _MOST_AHEAD = 6, 12, 4


class Piece(Struct, frozen=True):
    """A bit of a line; `seat` where it is a pawn of that seat."""

    text: str
    seat: int = -1


Line = tuple[Piece, ...]


def plain(line: Line) -> str:
    return "".join(piece.text for piece in line).rstrip()


class BoardText:
    """The board of one game. It has none where `lines` gives none."""

    def __init__(self, voice: Voice) -> None:
        self._voice, self._program, self._squares = voice, voice.program, voice.squares
        self._at = voice.program.layout.named("at")
        self._last = voice.program.squares
        self._reach = _reach(voice)

    @property
    def is_there(self) -> bool:
        return self._at is not None and self._last > 0

    def lines(self, vector: Sequence[int]) -> list[Line]:
        """The picture, then a line for each pawn."""
        if not self.is_there:
            return []
        if self._squares.words:
            picture = list(self._named(vector))
        elif self._squares.shape == "two_sides":
            picture = list(self._two_sides(vector))
        else:
            picture = self._rows(vector, range(self._program.seats), WIDTH)
        return [*picture, *self._legend(vector), *self._pawns(vector)]

    # The picture.

    def _rows(self, vector: Sequence[int], seats: Sequence[int], width: int) -> list[Line]:
        """The squares in rows, with the pawns of these seats, and of all on common squares.

        A row has as many squares wherever the pawns stand: there is room for all of them on one.
        """
        standing = {n: self._standing(vector, n, seats) for n in range(1, self._last + 1)}
        digits, most = len(str(self._last)), self._program.tokens
        per = max(1, (width + 2 - most) // (digits + 2))
        per = per if per < 10 or len(seats) < self._program.seats else 10
        rows = [range(n, min(n + per, self._last + 1)) for n in range(1, self._last + 1, per)]
        marks = [max(1, *(len(standing[n]) for n in (k, *range(k, self._last + 1, per)))) for k in rows[0]]
        cells = [[self._cell(n, standing[n], digits, marks[k]) for k, n in enumerate(row)] for row in rows]
        return [tuple(piece for cell in row for piece in cell) for row in cells]

    def _standing(self, vector: Sequence[int], number: int, seats: Sequence[int]) -> list[int]:
        """The seats whose pawns stand on a square, once a pawn."""
        assert self._at is not None
        every = number in self._squares.common
        owners = (self._voice.owner(t) for t in range(self._program.tokens) if vector[self._at.slot(t)] == number)
        return [seat for seat in owners if every or seat in seats]

    def _cell(self, number: int, pawns: Sequence[int], digits: int, marks: int) -> Iterator[Piece]:
        yield Piece(f"{number:>{digits}}")
        if pawns:
            yield from (Piece(mark(seat), seat) for seat in pawns)
        else:
            is_common, has_rules = number in self._squares.common, self._squares.has_rules(number)
            yield Piece(_COMMON if is_common else _RULES if has_rules else " ")
        yield Piece(" " * (marks - max(1, len(pawns)) + 1))

    def _two_sides(self, vector: Sequence[int]) -> Iterator[Line]:
        """Left the first player and every second after him, right the others; common squares stand on both sides."""
        seats = range(self._program.seats)
        half = (WIDTH - 4) // 2
        left, right = (self._rows(vector, seats[side::2], half) for side in (0, 1))
        heads = [", ".join(self._voice.show(self._voice.player(s)) for s in seats[side::2]) for side in (0, 1)]
        width = max(width_of(heads[0]), *(width_of(plain(line)) for line in left)) + 4
        yield (Piece(_padded(heads[0], width)), Piece(heads[1]))
        for one, other in zip(left, right, strict=True):
            yield (*one, Piece(" " * (width - sum(width_of(p.text) for p in one))), *other)

    def _named(self, vector: Sequence[int]) -> Iterator[Line]:
        """A board of names: a line for each square that has a pawn, or a neighbour with one."""
        board = self._voice.setting.checked.model.board
        roads = board.roads if board else ()
        names = {n: self._voice.show(self._voice.square(n)) for n in range(1, self._last + 1)}
        width = max(width_of(name) for name in names.values()) + 1
        for number, name in names.items():
            pawns = self._standing(vector, number, range(self._program.seats))
            near = [names[b if a == number else a] for a, b in roads if number in (a, b)]
            marks = [Piece(mark(seat), seat) for seat in pawns]
            blank = Piece(" " * max(1, self._program.tokens + 1 - len(marks)))
            yield (Piece(_padded(name, width)), *marks, blank, Piece(f"– {', '.join(near)}" if near else ""))

    # What the marks mean, and where the pawns are.

    def _legend(self, vector: Sequence[int]) -> Iterator[Line]:
        assert self._at is not None
        say = self._voice.say
        if not self._squares.words:
            numbers = range(1, self._last + 1)
            common, rules = bool(self._squares.common), any(self._squares.has_rules(n) for n in numbers)
            meanings = [(_COMMON, "board_common")] * common + [(_RULES, "board_rules")] * rules
            shown = [say("legend_square", mark=sign, text=say(key)) for sign, key in meanings]
            if shown:
                yield (Piece("   ".join(shown)),)
        off = [t for t in range(self._program.tokens) if not vector[self._at.slot(t)]]
        if off:
            yield (Piece(say("legend_off", players=tuple(self._voice.pawn(t) for t in off))),)

    def _pawns(self, vector: Sequence[int]) -> Iterator[Line]:
        assert self._at is not None
        for token in range(self._program.tokens):
            seat, square = self._voice.owner(token), vector[self._at.slot(token)]
            who = self._voice.say("status_square", square=self._voice.square(square)) if square else ""
            name = self._voice.show(self._voice.pawn(token))
            told = [name, *([who] if who else []), *self._ahead(square)]
            yield (Piece(mark(seat), seat), Piece(f" {', '.join(told)}"))

    def _ahead(self, square: int) -> Iterator[str]:
        """The nearest squares with names that one throw can reach."""
        if self._squares.words:
            return
        reached = range(square + 1, min(square + self._reach, self._last) + 1)
        named: list[Value] = [self._voice.square(n) for n in reached if self._squares.name(n)]
        if named:
            yield self._voice.say("board_ahead", choices=tuple(named[:_MOST_AHEAD]))


def mark(seat: int) -> str:
    """The letter that stands for a seat's pawns."""
    return chr(ord("A") + seat % 26)


def _reach(voice: Voice) -> int:
    """How far the greatest throw can carry a pawn."""
    throws = voice.program.throws
    worth = [face if isinstance(face, int) else 0 for face in throws.faces]
    totals = (sum(n * face for n, face in zip(counts, worth, strict=True)) for counts in throws.outcomes)
    return min(_MOST_REACH, max(totals, default=0)) or _USUAL_REACH


def _padded(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))
