"""One arrival on one square comes in; where the pawn is sent from there goes out, where that is certain."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.checking.ends import STATEMENTS
from parlour.interpreter.checking.flow import MOVING
from parlour.interpreter.checking.moves import Moves
from parlour.interpreter.checking.possible import Possible, only
from parlour.interpreter.checking.throws import Throws, in_order
from parlour.interpreter.checking.traversal import Statement
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Block, Local, Symbol, Typed
from parlour.interpreter.types import Kind

# What ends a chain, or makes it depend on chance, on a choice or on what the game was so far.
BREAKING = frozenset(("end", "phase", "choose", "roll", "deal", "shuffle", "while", *MOVING))
OTHERS = ("opponent", "next", "previous", "owner")  # whose pawn is never the one that arrives

Known = dict[Local | Symbol, Possible | Throws]


class Broken(Exception):
    """What happens here is not certain, or does not go on."""


class Pawn(Struct):
    """Where a pawn stands and which way it last walked (1 or -1, 0: it has not walked); `sent`: it lands there next."""

    at: int
    going: int
    sent: bool = False


class Landing:
    """The arrivals of one board in one case: what is known, for instance a throw."""

    def __init__(self, moves: Moves, known: Known) -> None:
        self.moves, self.values, self.known = moves, moves.values, known
        self.arrival = moves.board.arrival

    def after(self, square: int, going: int, forced: int = 1) -> Pawn | None:
        """A pawn after the statements of a square where another one sent it (0: a phase did); None where it is not certain."""
        pawn = Pawn(square, going)
        known, arriving = self._names(pawn, forced), frozenset((self.arrival.me, self.arrival.token))
        effects_when = self.moves.board.effects_when
        obeys = self.values.of(effects_when, known).single if effects_when is not None else None
        if not obeys:
            return pawn if obeys == 0 else None
        try:
            for block in self.moves.land.get(square, ()):
                self._run(block, known, arriving, pawn)
        except Broken:
            return None
        return pawn

    def walked(self, square: int, steps: int) -> Pawn | None:
        """A pawn after a walk that its phase orders, before it lands; None where that is not certain."""
        pawn = Pawn(square, 0)
        try:
            self._walk(steps, self._names(pawn, forced=0), frozenset((self.arrival.me, self.arrival.token)), pawn)
        except Broken:
            return None
        return pawn

    def _names(self, pawn: Pawn, forced: int = 1) -> Known:
        names = self.arrival
        return {**self.known, names.here: only(pawn.at), names.going: only(pawn.going), names.forced: only(forced)}

    # --- statements ---------------------------------------------------------------------------------------------------

    def _run(self, block: Block, known: Known, arriving: frozenset[Local], pawn: Pawn) -> None:
        known = dict(known)
        for step in block:
            holds = 1 if step.guard is None else self.values.of(step.guard, known).single
            if holds is None:
                self._needs_no_answer(step)
            elif holds:
                self._step(step, known, arriving, pawn)

    def _step(self, step: Statement, known: Known, arriving: frozenset[Local], pawn: Pawn) -> None:
        if isinstance(step, typed.EffectCall):
            self._call(step, known, arriving, pawn)
            return
        match step.statement.verb:
            case "move" | "go_to":
                if self._is_other(step):
                    return
                if not self._is_arriving(step, arriving):
                    raise Broken
                self._move(step, known, arriving, pawn)
            case "if":
                test = self._certain(step.arguments["if"], known, step)
                if test is not None:
                    body = step.arguments.get("then" if test else "else", ())
                    self._run(body, known, arriving, pawn)  # type: ignore[arg-type]
            case "match":
                self._run(self._case(step, known), known, arriving, pawn)
            case "let" | "set" | "add":
                self._assign(step, known)
            case _:
                self._needs_no_answer(step)

    def _call(self, step: typed.EffectCall, known: Known, arriving: frozenset[Local], pawn: Pawn) -> None:
        inner: Known = {name: value for name, value in known.items() if isinstance(name, Symbol)}
        for parameter, argument in zip(step.effect.parameters, step.arguments, strict=True):
            inner[parameter] = self.values.of(argument, known)
        for name, bound in step.needs:
            if bound.local in known:
                inner[name] = known[bound.local]
        taken = frozenset(name for name, bound in step.needs if bound.local in arriving)
        passed = zip(step.effect.parameters, step.arguments, strict=True)
        taken |= {p for p, a in passed if isinstance(a, typed.Bound) and a.local in arriving}
        self._run(step.effect.body, inner, taken, pawn)

    def _assign(self, step: typed.Step, known: Known) -> None:
        assigned = step.arguments[step.statement.verb]
        for target, value in assigned.pairs if isinstance(assigned, typed.Assigned) else ():
            if isinstance(target, typed.Bound):
                known[target.local] = self.values.of(value, known)
            elif target.symbol in known:
                raise Broken

    # --- moves --------------------------------------------------------------------------------------------------------

    def _is_other(self, step: typed.Step) -> bool:
        pawn = step.arguments.get("token") or step.arguments.get("who")
        if isinstance(pawn, typed.Apply):
            return pawn.function.name in OTHERS
        return isinstance(pawn, typed.Bound) and pawn.local is self.arrival.other

    def _is_arriving(self, step: typed.Step, arriving: frozenset[Local]) -> bool:
        pawn = step.arguments.get("token") or step.arguments.get("who")
        return isinstance(pawn, typed.Bound) and pawn.local in arriving

    def _move(self, step: typed.Step, known: Known, arriving: frozenset[Local], pawn: Pawn) -> None:
        if step.statement.verb == "move":
            self._walk(self._exact(step.arguments["by"], known), known, arriving, pawn)
            return
        lands = self._exact(step.arguments["land"], known) if "land" in step.arguments else 1
        pawn.at = self._exact(step.arguments["to"], known)
        pawn.sent = pawn.sent or bool(lands)

    def _walk(self, steps: int, known: Known, arriving: frozenset[Local], pawn: Pawn) -> None:
        if steps == 0:
            return
        stops = self.moves.ends.walk(pawn.at, steps)
        if len(stops) != 1:
            raise Broken
        stop = stops[0]
        pawn.going = stop.going
        if stop.rule == STATEMENTS:
            goal = pawn.at + steps
            end = self.moves.board.beyond if goal > self.moves.ends.last else self.moves.board.before
            if end is None or end.body is None:
                raise Broken
            inside = {**known, self.arrival.here: only(pawn.at), self.arrival.going: only(pawn.going)}
            self._run(end.body, inside, arriving, pawn)
        elif stop.rule != "stay":
            pawn.at, pawn.sent = stop.square, True

    # --- what is certain ----------------------------------------------------------------------------------------------

    def _exact(self, node: typed.Argument, known: Known) -> int:
        value = self.values.of(node, known).single if isinstance(node, Typed) else None
        if value is None:
            raise Broken
        return value

    def _certain(self, node: typed.Argument, known: Known, step: typed.Step) -> int | None:
        """A condition; None where it is not known and nothing hangs on it."""
        value = self.values.of(node, known).single if isinstance(node, Typed) else None
        if value is None:
            self._needs_no_answer(step)
        return value

    def _needs_no_answer(self, step: Statement) -> None:
        """Whether it runs or not, the pawn is not moved by this and the turn goes on; Broken otherwise."""
        if self.moves.flow.consequences(step).verbs & BREAKING:
            raise Broken

    def _case(self, step: typed.Step, known: Known) -> Block:
        subject, cases = step.arguments["match"], step.arguments["cases"]
        assert isinstance(cases, typed.Cases) and isinstance(subject, Typed)
        otherwise = next((case.body for case in cases.cases if not case.patterns), ())
        if subject.type.kind is Kind.THROW:
            throws = self.values.throws(subject, known)
            thrown = next(iter(throws)) if throws is not None and len(throws) == 1 else None
            found = [c.body for c in cases.cases for p in c.patterns if _shows(p, thrown)]
        else:
            thrown = value = self.values.of(subject, known).single  # type: ignore[assignment]
            found = [c.body for c in cases.cases for p in c.patterns if _holds(p, value)]
        if thrown is None:
            self._needs_no_answer(step)
            return ()
        return found[0] if found else otherwise


def _shows(pattern: typed.Values | typed.Faces, throw: tuple[int | str, ...] | None) -> bool:
    return isinstance(pattern, typed.Faces) and in_order(pattern.faces) == throw


def _holds(pattern: typed.Values | typed.Faces, value: int | None) -> bool:
    if value is None or not isinstance(pattern, typed.Values):
        return False
    low, high = pattern.low, pattern.high
    return isinstance(low, typed.Literal) and isinstance(high, typed.Literal) and low.value <= value <= high.value
