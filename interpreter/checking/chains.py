"""The moves of a board come in; chains of landings that go round for ever go out as faults, with the chain (P531)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from parlour.interpreter.checking.landing import Known, Landing
from parlour.interpreter.checking.moves import Moves, Squares, moves_of
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.throws import Throw
from parlour.interpreter.checking.traversal import read_by, within
from parlour.interpreter.diagnostics import Related, Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Symbol, Typed
from parlour.interpreter.types import Kind

MOST_LANDINGS = 20_000

State = tuple[int, int]  # a square where a pawn lands and which way it goes
Chain = tuple[int, ...]


def check_chains(survey: Survey, report: Report) -> None:
    """Chains that nothing breaks: no variable, no chance, no choice. `survey` has the values of settled options."""
    moves = moves_of(survey)
    if moves is None or moves.board.effects_when is None:
        return
    sending = frozenset(n for n in moves.land if moves.on(n))
    told: set[Squares] = set()
    for chain, throw in _Walks(moves, sending, list(_cases(moves, sending))).chains():
        if frozenset(chain) not in told:
            told.add(frozenset(chain))
            _tell(moves, chain, throw, report)


class _Order(Struct, eq=False):
    """A move of a phase, and by how many squares or where to, where that is certain; `followed`: from anywhere."""

    step: typed.Step
    values: Squares | None
    followed: bool = False


class _Case(Struct, eq=False):
    """One throw (None: whatever is thrown), what is known with it, what phases order, and the landings that were followed."""

    throw: Throw | None
    known: Known
    landing: Landing
    orders: list[_Order]
    done: set[State] = field(default_factory=set)


def _case(moves: Moves, throw: Throw | None, known: Known) -> _Case:
    orders = []
    for step in moves.in_phases:
        argument = step.arguments.get("by") or step.arguments["to"]
        values = moves.values.of(argument, known).members if isinstance(argument, Typed) else None
        orders.append(_Order(step, None if throw is not None and values and len(values) > 1 else values))
    return _Case(throw, known, Landing(moves, known), orders)


def _cases(moves: Moves, sending: Squares) -> Iterator[_Case]:
    """One for each throw where squares read the variable that a roll writes; else one alone."""
    variables = {symbol for square in sending for symbol in _throws_read_on(moves, square)}
    symbol = variables.pop() if len(variables) == 1 else None
    throws = moves.values.throws(typed.Read(symbol, None, symbol.type, symbol.place)) if symbol is not None else None
    if symbol is None or throws is None or len(throws) * len(sending) * 2 > MOST_LANDINGS:
        yield _case(moves, None, {})
        return
    for throw in sorted(throws, key=str):
        yield _case(moves, throw, {symbol: frozenset((throw,))})


def _throws_read_on(moves: Moves, square: int) -> Iterator[Symbol]:
    for block in moves.land[square]:
        for step in moves.flow.reached(block):
            for node in (n for root in read_by(step) for n in within(root)):
                if isinstance(node, typed.Read) and node.type.kind is Kind.THROW and node.key is None:
                    yield node.symbol


class _Walks:
    """Pawns that set out from every square where they can come to rest, with every throw."""

    def __init__(self, moves: Moves, sending: Squares, cases: list[_Case]) -> None:
        self.moves, self.sending, self.cases = moves, sending, cases
        self.rests: set[int] = set()
        self.waiting: list[int] = []

    def chains(self) -> Iterator[tuple[Chain, Throw | None]]:
        starts = self.moves.starts
        if self.moves.reached is None or starts is None:
            for case in (case for case in self.cases if case.throw is None):
                yield from self._follow([(square, 1) for square in sorted(self.sending)], case)
            return
        self._rest(starts)
        while self.waiting:
            square = self.waiting.pop()
            for step in self.moves.elsewhere:
                self._rest(self.moves.targets(step, square) or frozenset())
            for case in self.cases:
                yield from self._follow(self._landings(square, case), case)

    def _rest(self, squares: Squares) -> None:
        self.waiting += squares - self.rests
        self.rests |= squares

    def _landings(self, start: int, case: _Case) -> list[State]:
        """Where a pawn can land by a move of a phase, where that is certain in this case."""
        found: list[State] = []
        for order in case.orders:
            if order.values is None:
                self._rest(self.moves.targets(order.step, start) or frozenset())
            elif order.step.statement.verb != "go_to":
                found += self._walked(start, order, case)
            elif not order.followed:
                order.followed = True
                found += [(value, 0) for value in order.values]
        return found

    def _walked(self, start: int, order: _Order, case: _Case) -> Iterator[State]:
        for value in order.values or ():
            pawn = case.landing.walked(start, value)
            if pawn is None:
                self._rest(self.moves.targets(order.step, start) or frozenset())
            elif pawn.sent:
                yield pawn.at, pawn.going

    def _follow(self, landings: list[State], case: _Case) -> Iterator[tuple[Chain, Throw | None]]:
        """The rounds of squares that landings lead into; the squares where other pawns then stand are noted."""
        for state in landings:
            path: dict[State, int] = {}
            while state not in case.done and state not in path:
                path[state] = len(path)
                after = case.landing.after(*state) if state[0] in self.sending else None
                if after is None or not after.sent or after.at <= 0:
                    self._rest(self._standing(state[0], after.at if after is not None else None))
                    break
                state = after.at, after.going
            else:
                if state in path:
                    yield tuple(square for square, _ in list(path)[path[state] :]), case.throw
            case.done |= set(path)

    def _standing(self, landed: int, stays: int | None) -> Squares:
        """Where a pawn stands after it landed: on that square, unless its statements may send it on."""
        if stays is not None or landed not in self.sending:
            return frozenset((landed if stays is None else stays,))
        return self.moves.reached or frozenset()


def _tell(moves: Moves, chain: Chain, throw: Throw | None, report: Report) -> None:
    first = chain.index(min(chain))
    ring = [*chain[first:], *chain[:first]]
    places = {n: s.place for s in moves.survey.model.squares for n in moves.numbers(s) if s.land}
    when = f" after a throw of {' '.join(str(face) for face in throw)}" if throw is not None else ""
    message = f"a pawn that lands here{when} goes round for ever: {' → '.join(str(n) for n in [*ring, ring[0]])}"
    related = [Related(f"square {n} sends it on", places[n]) for n in dict.fromkeys(ring[1:]) if n != ring[0]]
    hint = "let one of these squares not send it on, or write `effects_when: not forced`"
    report.error("P531", message, places[ring[0]], hint, related)
