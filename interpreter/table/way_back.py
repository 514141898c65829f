"""A game under way in; the places where people were asked, and the game as it stood at the last of them, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from parlour.interpreter.table.match import Match, Position
from parlour.interpreter.table.passing import Missed, Passing
from parlour.interpreter.table.telling import Teller, Told


class Asking(Struct, frozen=True):
    """Where a person was asked, and the lines that had been told since one was asked before.

    By seat: what each of several people had missed, and what waited for him alone.
    """

    position: Position
    lines: Sequence[Told]
    missed: Missed
    asides: Mapping[int, tuple[str, ...]]


class WayBack:
    """Remembers where people were asked, the last place last."""

    def __init__(self, match: Match, teller: Teller, passing: Passing) -> None:
        self._match, self._teller, self._passing = match, teller, passing
        self._asked: list[Asking] = []

    @property
    def lines(self) -> Sequence[Told]:
        """What had been told when somebody was asked last, since one was asked before."""
        return self._asked[-1].lines

    @property
    def can_go_back(self) -> bool:
        return len(self._asked) > 1

    def asks(self) -> bool:
        """Somebody is asked here and now; whether nobody was before."""
        is_new = not self._stands_where_asked()
        if is_new:
            self._remember(self._passing.hear(self._teller.lines))
        return is_new

    def asked_before(self, seat: int) -> None:
        """In a record: this seat was asked here, and was told what was for it alone."""
        if not self._stands_where_asked():
            self._teller.rest(quietly=True)
            self._remember({})
        self._teller.asides.take(seat)

    def stand(self) -> None:
        """Stand where a person was asked last; nothing where nobody was."""
        if self._asked:
            self._match.back_to(self._asked[-1].position)

    def back(self) -> Sequence[Told]:
        """Stand where a person was asked before the last time; the lines that had led there."""
        self._asked.pop()
        self.stand()
        self._passing.back_to(self._asked[-1].missed)
        self._teller.asides.back_to(self._asked[-1].asides)
        return self.lines

    def _stands_where_asked(self) -> bool:
        """Whether somebody was asked last right here."""
        now, last = self._match.position, self._asked[-1].position if self._asked else None
        return last is not None and (last.moves, last.told) == (now.moves, now.told)

    def _remember(self, missed: Missed) -> None:
        lines, asides = tuple(self._teller.lines), self._teller.asides.kept()
        self._asked.append(Asking(self._match.position.copy(), lines, missed, asides))
        self._teller.asked()
