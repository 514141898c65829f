"""A walk over numbered squares comes in; the squares where it can end go out, by what the board says of its ends."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.checking.values import Values
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.boards import ENDS

STATEMENTS = "statements"
MOST_BOUNCES = 1_000


class Stop(Struct, frozen=True):
    """Where a walk can end and which way the pawn then went (1 or -1); `rule` where it went past an end."""

    square: int
    going: int
    rule: str = ""


class Ends(Struct, frozen=True):
    """The last square of a board, and the rules (words of ENDS, or STATEMENTS) that its ends may have."""

    last: int
    beyond: frozenset[str]
    before: frozenset[str]

    def walk(self, start: int, steps: int) -> list[Stop]:
        """Every way that a walk from a square can end, in the order of the rules' names; STATEMENTS do not move."""
        goal, going = start + steps, 1 if steps > 0 else -1
        first = 1 if "wrap" in self.beyond | self.before else 0
        if first <= goal <= self.last:
            return [Stop(goal, going)]
        return [self._past(rule, start, goal, going, first) for rule in sorted(self._rules(goal))]

    def _rules(self, goal: int) -> frozenset[str]:
        return self.beyond if goal > self.last else self.before

    def _past(self, rule: str, start: int, goal: int, going: int, first: int) -> Stop:
        match rule:
            case "wrap":
                return Stop((goal - 1) % self.last + 1, going, rule)
            case "bounce":
                return self._bounced(goal, going, first)
            case "stop":
                return Stop(self.last if goal > self.last else first, going, rule)
            case _:
                return Stop(start, going, rule)

    def _bounced(self, goal: int, going: int, first: int) -> Stop:
        for _ in range(MOST_BOUNCES):
            if goal > self.last:
                goal, going = 2 * self.last - goal, -1
            elif goal < first:
                goal, going = 2 * first - goal, 1
            else:
                break
        return Stop(min(max(goal, first), self.last), going, "bounce")


def ends_of(board: typed.Board, values: Values) -> Ends | None:
    """The ends of a board of numbers; None where its last square depends on the options, or there is none."""
    last = values.constant(board.last)
    if last is None or last < 1:
        return None
    return Ends(last, frozenset(_rules(board.beyond, values)), frozenset(_rules(board.before, values)))


def _rules(end: typed.BoardEnd | None, values: Values) -> set[str]:
    if end is None:
        return {"stop"}
    if end.subject is not None:
        subject = values.of(end.subject)
        return {rule for key, case in end.cases if subject.may_be(key) for rule in _rules(case, values)} or {"stop"}
    if end.word is not None:
        return {ENDS.words[k] for k in values.of(end.word).members or ()}
    return {STATEMENTS}
