"""The section `squares` comes in as written; lists, ranges and set names as keys go out as single squares."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from parlour.interpreter.diagnostics import Related, Report
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree
from parlour.interpreter.source import Place

MAX_SQUARES = 1_000
_NUMBER = re.compile(r"[0-9]{1,9}")
_RANGE = re.compile(r"([0-9]{1,9}) *\.\. *([0-9]{1,9})")


class _Part(Struct, frozen=True):
    """One piece of a key: the squares it stands for, and where it is written."""

    squares: tuple[str, ...]
    place: Place


def spread_squares(squares: Mapping, tree: Mapping, report: Report) -> Mapping:
    """Write the section with one entry per square.

    `tree` tells the sets and the names of squares. Two keys may speak of one square when they speak of different
    fields of it; a key that is a set known only when options are settled stays as it is.
    """
    spreader = _Spreader(tree, report)
    given: dict[str, list[Entry]] = {}
    total = 0
    for entry in squares:
        for key in spreader.keys(entry.key):
            given.setdefault(key.text, []).append(Entry(key, entry.value))
            total += 1
        if len(given) > MAX_SQUARES or total > 4 * MAX_SQUARES:
            report.error("P210", f"more than {MAX_SQUARES} squares", entry.key.place, "a board is far smaller")
            break
    return Mapping(tuple(_join(entries, report) for entries in given.values()), squares.place)


def _join(entries: list[Entry], report: Report) -> Entry:
    """One square of all that its keys say: their fields together."""
    first = entries[0]
    if len(entries) == 1:
        return first
    fields: dict[str, Entry] = {}
    for entry in entries:
        if not isinstance(entry.value, Mapping):
            second = entries[1] if entry is first else entry
            _report_twice(f"square {first.key.text}", first.key, second.key, report)
            return first
        for field in entry.value:
            known = fields.setdefault(field.key.text, field)
            if known is not field:
                _report_twice(f"'{field.key.text}' of square {first.key.text}", known.key, field.key, report)
    return Entry(first.key, Mapping(tuple(fields.values()), first.value.place))


def _report_twice(what: str, first: Scalar, second: Scalar, report: Report) -> None:
    related = [Related("it stands here first", first.place)]
    report.error("P209", f"{what} is given twice", second.place, "keep one of them", related, "squares")


class _Spreader:
    """Knows what the sets of a ruleset hold, as far as their text tells."""

    def __init__(self, tree: Mapping, report: Report) -> None:
        self._report = report
        sets = tree.get("sets")
        self._sets = sets if isinstance(sets, Mapping) else None
        self._names = self._square_names(tree)

    def keys(self, key: Scalar) -> Iterator[Scalar]:
        """The keys of the single squares that a key stands for; the key itself when it cannot be told."""
        parts = [self._part(text, place) for text, place in _pieces(key)]
        known = [p for p in parts if p is not None]
        if len(known) < len(parts):
            yield key
            return
        for part in known:
            for square in part.squares:
                value = int(square) if _NUMBER.fullmatch(square) else square
                yield Scalar(square, value, quoted=False, one_line=square == key.text, place=part.place)

    def _part(self, text: str, place: Place) -> _Part | None:
        members = self._members(text, place)
        if members is None and self._sets and (declared := self._sets.get(text)):
            members = self._set_members(declared)
        return None if members is None else _Part(members, place)

    def _members(self, text: str, place: Place) -> tuple[str, ...] | None:
        """A number, a range of numbers or the name of a square; None for anything else."""
        if _NUMBER.fullmatch(text):
            return (str(int(text)),)
        if found := _RANGE.fullmatch(text):
            return self._range(int(found[1]), int(found[2]), place)
        return (text,) if text in self._names else None

    def _range(self, low: int, high: int, place: Place) -> tuple[str, ...]:
        if low > high:
            self._report.error("P210", f"the range {low}..{high} is empty", place, f"write {high}..{low}")
        elif high - low >= MAX_SQUARES:
            self._report.error("P210", f"more than {MAX_SQUARES} squares", place, "a board is far smaller")
            return ()
        return tuple(str(n) for n in range(low, high + 1))

    def _set_members(self, declared: Tree) -> tuple[str, ...] | None:
        items = declared.items if isinstance(declared, Sequence) else (declared,)
        found: list[str] = []
        for item in items:
            members = self._members(item.text, item.place) if isinstance(item, Scalar) else None
            if members is None:
                return None
            found.extend(members)
        return tuple(dict.fromkeys(found))

    def _square_names(self, tree: Mapping) -> frozenset[str]:
        """The names of squares, on a board that has names: a list, or the name of a set."""
        board = tree.get("board")
        named = board.get("squares") if isinstance(board, Mapping) else None
        if isinstance(named, Scalar) and self._sets:
            named = self._sets.get(named.text)
        items = named.items if isinstance(named, Sequence) else ()
        return frozenset(i.text for i in items if isinstance(i, Scalar) and isinstance(i.value, str))


def _pieces(key: Scalar) -> Iterator[tuple[str, Place]]:
    """The texts between the commas of a key, each with its place."""
    start = 0
    for piece in key.text.split(","):
        text = piece.strip()
        offset = start + len(piece) - len(piece.lstrip())
        yield text, key.place.part(offset, offset + len(text)) if key.one_line else key.place
        start += len(piece) + 1
