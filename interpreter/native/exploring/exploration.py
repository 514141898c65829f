"""What is asked of a chain, and how many words its answers take."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.program.expressions import Expr


class Exploration(Struct, frozen=True):
    """`seats`: the policy that each follows, '' where it chooses at random or best; `best`: a mask of the latter.

    `results` are read at the end. `sums`: slots that are only added up; `accumulating`: nothing else happens to them.
    """

    seats: tuple[str, ...]
    best: int
    results: tuple[Expr, ...]
    sums: tuple[int, ...]
    accumulating: bool

    @property
    def change_width(self) -> int:
        """Words that say what becomes of the sums on the way to a stop."""
        return len(self.sums) * (1 if self.accumulating else len(self.sums) + 1)

    @property
    def ended_width(self) -> int:
        """Words that say what becomes of them on the way to an end."""
        return len(self.results) * (len(self.sums) + 1) if self.sums else 0

    @property
    def ending_width(self) -> int:
        return 2 + (0 if self.sums else len(self.results))
