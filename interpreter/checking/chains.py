"""The moves of a board come in; chains of landings that go round for ever go out as faults, with the chain (P531)."""

from __future__ import annotations

from collections.abc import Iterator

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

State = tuple[int, int]  # a square and which way the pawn goes


def check_chains(survey: Survey, report: Report) -> None:
    """Chains that nothing breaks: no variable, no chance, no choice. `survey` has the values of settled options."""
    moves = moves_of(survey)
    if moves is None or moves.board.effects_when is None:
        return
    sending = frozenset(n for n in moves.land if moves.on(n))
    told: set[Squares] = set()
    for throw, known in _cases(moves, sending):
        for chain in _chains(Landing(moves, known), _starts(moves, known, sending, throw), sending):
            squares = frozenset(chain)
            if squares not in told:
                told.add(squares)
                _tell(moves, chain, throw, report)


def _cases(moves: Moves, sending: Squares) -> Iterator[tuple[Throw | None, Known]]:
    """One case for each throw where squares read the variable that a roll writes; else one alone."""
    variables = {symbol for square in sending for symbol in _throws_read_on(moves, square)}
    if len(variables) != 1:
        yield None, {}
        return
    symbol = variables.pop()
    throws = moves.values.throws(typed.Read(symbol, None, symbol.type, symbol.place))
    if throws is None or len(throws) * len(sending) * 2 > MOST_LANDINGS:
        yield None, {}
        return
    for throw in sorted(throws, key=str):
        yield throw, {symbol: frozenset((throw,))}


def _throws_read_on(moves: Moves, square: int) -> Iterator[Symbol]:
    for block in moves.land[square]:
        for step in moves.flow.reached(block, arrivals=False):
            for node in (n for root in read_by(step) for n in within(root)):
                if isinstance(node, typed.Read) and node.type.kind is Kind.THROW and node.key is None:
                    yield node.symbol


def _starts(moves: Moves, known: Known, sending: Squares, throw: Throw | None) -> list[State]:
    """Where a pawn can land on a square that sends it on, by a move of a phase in this case."""
    reached = moves.reached
    if reached is None:
        return [] if throw is not None else [(square, 1) for square in sorted(sending)]
    found: dict[State, None] = {}
    for step in moves.in_phases:
        argument = step.arguments.get("by") or step.arguments["to"]
        values = moves.values.of(argument, known).members if isinstance(argument, Typed) else None
        if values is None or (throw is not None and len(values) > 1):
            continue
        for value in values:
            if step.statement.verb == "go_to":
                found[value, 0] = None
                continue
            stops = (stop for start in reached for stop in moves.ends.walk(start, value) if value)
            found |= {(stop.square, stop.going): None for stop in stops if stop.rule != "stay"}
    return [state for state in found if state[0] in sending]


def _chains(landing: Landing, starts: list[State], sending: Squares) -> Iterator[list[int]]:
    """Each round of squares that a start leads into."""
    done: set[State] = set()
    for start in starts:
        path: dict[State, int] = {}
        state: State | None = start
        while state is not None and state not in done and state not in path:
            path[state] = len(path)
            state = landing.after(*state) if state[0] in sending else None
        if state is not None and state in path:
            yield [square for square, _ in list(path)[path[state] :]]
        done |= set(path)


def _tell(moves: Moves, chain: list[int], throw: Throw | None, report: Report) -> None:
    first = chain.index(min(chain))
    ring = [*chain[first:], *chain[:first]]
    places = {n: s.place for s in moves.survey.model.squares for n in moves.numbers(s) if s.land}
    when = f" after a throw of {' '.join(str(face) for face in throw)}" if throw is not None else ""
    message = f"a pawn that lands here{when} goes round for ever: {' → '.join(str(n) for n in [*ring, ring[0]])}"
    related = [Related(f"square {n} sends it on", places[n]) for n in dict.fromkeys(ring[1:]) if n != ring[0]]
    hint = "let one of these squares not send it on, or write `effects_when: not forced`"
    report.error("P531", message, places[ring[0]], hint, related)
