"""The rules of a board come in; where a pawn on a square can come next, and every square it can reach, go out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from parlour.interpreter.checking.ends import STATEMENTS, Ends, ends_of
from parlour.interpreter.checking.flow import MOVING
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.traversal import Statement
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Block, Local, Typed
from parlour.interpreter.source import Place

MOST_MOVES = 200_000  # that are tried before a board is left alone
MOST_ON_THE_WAY = 1_000  # squares where the moves of one square lead
MOST_WORK = 2_000_000  # squares times statements, likewise
Squares = frozenset[int]


class Moves:
    """How pawns move on a board of numbers. `unknown` where some move is not known before the game."""

    def __init__(self, survey: Survey, board: typed.Board, ends: Ends) -> None:
        self.survey, self.board, self.ends = survey, board, ends
        self.values, self.flow = survey.values, survey.flow
        self.land: dict[int, list[Block]] = {}
        for square in survey.model.squares:
            for number in self.numbers(square):
                self.land.setdefault(number, []).append(square.land)
        self.amounts: dict[Place, Squares | None] = {}
        self.in_phases = self._steps(b for phase in survey.model.phases for b in (phase.body, phase.stuck or ()))
        self.elsewhere = self._steps(self._anywhere())
        self.own = self._own_names()

    def numbers(self, square: typed.Square) -> Squares:
        """The squares that a key speaks of, as far as they are known."""
        if square.set is None:
            return frozenset(n for node in square.numbers if (n := self.values.constant(node)) is not None)
        place = square.place
        return self.values.of(typed.Members(square.set, None, square.set.type, place)).members or frozenset()

    def _anywhere(self) -> Iterable[Block]:
        """Statements that can run wherever a pawn arrives: meetings, and what happens past the ends."""
        yield self.board.meet
        for square in self.survey.model.squares:
            yield square.meet or ()
        for end in (self.board.beyond, self.board.before):
            yield from end.blocks() if end is not None else ()

    def _steps(self, blocks: Iterable[Block]) -> list[typed.Step]:
        """The moves that lists of statements can lead to, without those of the squares where pawns then arrive."""
        moving = [block for block in blocks if self.flow.alone(block).verbs & MOVING]
        steps = (step for step in self.flow.reached(*moving) if is_move(step) and isinstance(step, typed.Step))
        return list({step.place: step for step in steps}.values())

    def on(self, square: int) -> list[typed.Step]:
        """The moves that a square can order."""
        return self._steps(self.land.get(square, []))

    # --- whose pawn ---------------------------------------------------------------------------------------------------

    def _own_names(self) -> set[Local]:
        """The names of the pawn that a turn or an arrival is about."""
        model, arrival = self.survey.model, self.board.arrival
        found = {arrival.me, arrival.token, *(p.me for p in model.phases if p.me is not None)}
        for effect in model.effects:
            found |= {local for name, local in effect.needs.items() if name in ("me", "token")}
        return found

    def moves_own(self, step: typed.Step) -> bool:
        """Whether a statement moves the pawn that the turn or the arrival is about."""
        pawn = step.arguments.get("token") or step.arguments.get("who")
        return isinstance(pawn, typed.Bound) and pawn.local in self.own

    # --- where to -----------------------------------------------------------------------------------------------------

    def steps_of(self, step: typed.Step) -> Squares | None:
        """How many squares a `move` can walk; None where that is not known."""
        return self._members(step, "by")

    def targets(self, step: typed.Step, start: int) -> Squares | None:
        """The squares where a move from a square can end; None where they are not known.

        The own square for a move that leads nowhere; nothing for a place where some pawn stands already.
        """
        if step.statement.verb == "move":
            steps = self.steps_of(step)
            if steps is None:
                return None
            return frozenset(stop.square for n in steps for stop in self.ends.walk(start, n))
        if self._is_taken(step.arguments["to"]):
            return frozenset()
        found = self._members(step, "to")
        return frozenset(n for n in found if 0 <= n <= self.ends.last) if found is not None else None

    def _members(self, step: typed.Step, name: str) -> Squares | None:
        if step.place not in self.amounts:
            node = step.arguments[name]
            self.amounts[step.place] = self.values.of(node).members if isinstance(node, Typed) else None
        return self.amounts[step.place]

    def _is_taken(self, to: typed.Argument) -> bool:
        """Whether a square is one where a pawn stands or stood: no new one."""
        if isinstance(to, typed.Bound):
            return to.local.name == "here"
        return isinstance(to, typed.Apply) and to.function.form == "attribute" and to.function.name in ("at", "from")

    @cached_property
    def starts(self) -> Squares | None:
        """Where pawns stand when the game begins; None where that is not known."""
        return self.values.of(self.board.starts).members if self.board.starts is not None else frozenset((0,))

    @cached_property
    def reached(self) -> Squares | None:
        """Every square where a pawn can come to stand, and maybe some more; None where that is not known."""
        return self.reached_past(frozenset())

    def reached_past(self, passed: Squares) -> Squares | None:
        """`reached`, where no phase moves a pawn on from the squares that are `passed`."""
        starts = self.starts
        if starts is None:
            return None
        found, waiting, tried = set(starts), list(starts), 0
        while waiting:
            square = waiting.pop()
            ordered = () if square in passed else self.in_phases
            ways = [self.targets(step, square) for step in (*ordered, *self.elsewhere)]
            for targets in (*ways, self.sent_from(square)):
                tried += len(targets or ()) + 1
                if targets is None or tried > MOST_MOVES:
                    return None
                waiting += targets - found
                found |= targets
        return frozenset(found)

    def sent_from(self, square: int) -> Squares | None:
        """Where the statements of a square put a pawn that lands there, on the way too: each move goes on from the last."""
        steps = self.on(square) if square in self.land else []
        found: Squares = frozenset()
        for _ in steps:
            for step in steps:
                for start in {square, *found}:
                    targets = self.targets(step, start)
                    if targets is None or len(found) > MOST_ON_THE_WAY:
                        return None
                    found |= targets
        return found

    def leaves_by_statements(self, start: int) -> bool:
        """Whether a walk from a square can go past an end that has statements."""
        steps = (n for step in self.in_phases if step.statement.verb == "move" for n in self.steps_of(step) or ())
        return any(stop.rule == STATEMENTS for n in steps for stop in self.ends.walk(start, n))


def is_move(step: Statement) -> bool:
    return isinstance(step, typed.Step) and step.statement.verb in MOVING


def moves_of(survey: Survey) -> Moves | None:
    """The moves of a board of numbers whose size is known; None for all other boards."""
    board = survey.model.board
    if len(survey.model.squares) * len(survey.statements) > MOST_WORK:
        return None
    ends = ends_of(board, survey.values) if board is not None else None
    return Moves(survey, board, ends) if board is not None and ends is not None else None
