"""Lists of statements come in; whether one comes to its end, what can run because of it and how it can be left go out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from parlour.interpreter.checking.traversal import Statement, bodies
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Block, Symbol
from parlour.interpreter.source import Place

TURN, PHASE, GAME = "turn", "phase", "game"
MOVING = frozenset(("move", "go_to"))


class Consequences(Struct, frozen=True):
    """What can happen because of statements, whether they run or not depending on conditions.

    `exits`: TURN, PHASE, GAME, or a blank and the name of a phase. `fills`: zones that can get cards. `catch`: where a
    player is caught first.
    """

    exits: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    fills: frozenset[Symbol] = frozenset()
    catch: Place | None = None

    def __or__(self, other: Consequences) -> Consequences:
        return Consequences(
            self.exits | other.exits, self.verbs | other.verbs, self.fills | other.fills, self.catch or other.catch
        )


NONE = Consequences()


class Flow:
    """What can follow what in the rules of one ruleset. Blocks are known by identity: give it those of the model."""

    def __init__(self, model: typed.Model) -> None:
        self.model = model
        self.accounts = {account.symbol: account for account in model.accounts}
        self.leaving: dict[str, bool] = {}
        self.known: dict[int, Consequences] = {}
        self.where_pawns_arrive: Consequences | None = None

    # --- coming to the end --------------------------------------------------------------------------------------------

    def completes(self, block: Block) -> bool:
        """Whether the statement after this list can ever run: false only where that is certain."""
        return all(self.goes_on(step) for step in block)

    def goes_on(self, step: Statement) -> bool:
        """Whether what stands after a statement can ever run."""
        if step.guard is not None:
            return True
        if isinstance(step, typed.EffectCall):
            if step.effect.name not in self.leaving:
                self.leaving[step.effect.name] = self.completes(step.effect.body)
            return self.leaving[step.effect.name]
        match step.statement.verb:
            case "end" | "phase":
                return False
            case "while":
                return not is_true(step.arguments["while"])
            case "if":
                return "else" not in step.arguments or any(self.completes(body) for body in bodies(step))
            case "match":
                cases = step.arguments["cases"]
                ends = isinstance(cases, typed.Cases) and any(not case.patterns for case in cases.cases)
                return not ends or any(self.completes(body) for body in bodies(step))
            case "choose" if "options" in step.arguments:
                return any(self.completes(body) for body in bodies(step))
            case _:
                return True

    # --- what can run -------------------------------------------------------------------------------------------------

    def reached(self, *blocks: Block) -> Iterator[Statement]:
        """Every statement that can run because of lists, each once: in effects and when short, not where pawns arrive."""
        seen: set[int] = set()
        for block in blocks:
            yield from self._reached(block, seen)

    def _reached(self, block: Block, seen: set[int]) -> Iterator[Statement]:
        if id(block) in seen:
            return
        seen.add(id(block))
        for step in block:
            yield step
            for other in self._led_to(step):
                yield from self._reached(other, seen)
            if not self.goes_on(step):
                return

    def _led_to(self, step: Statement) -> Iterator[Block]:
        """The lists inside a statement, and those elsewhere that it can lead to."""
        if isinstance(step, typed.EffectCall):
            yield step.effect.body
            return
        yield from bodies(step)
        source = step.arguments.get("from")
        if step.statement.verb == "transfer" and isinstance(source, typed.Read) and "short" not in step.arguments:
            yield from typed.shortage_blocks(self.accounts[source.symbol].short)

    def arrivals(self) -> Iterator[Block]:
        """Everything that runs because a pawn moves."""
        for square in self.model.squares:
            yield square.land
            yield square.meet or ()
        board = self.model.board
        if board is not None:
            yield board.meet
            for end in (board.beyond, board.before):
                yield from end.blocks() if end is not None else ()

    # --- what can come of it ------------------------------------------------------------------------------------------

    def consequences(self, *steps: Statement) -> Consequences:
        """What can happen because of statements, arrivals of pawns included."""
        found = self._of_steps(steps)
        if not found.verbs & MOVING:
            return found
        if self.where_pawns_arrive is None:
            self.where_pawns_arrive = NONE
            for block in self.arrivals():
                self.where_pawns_arrive |= self.alone(block)
        return found | self.where_pawns_arrive

    def alone(self, block: Block) -> Consequences:
        """What can happen because of a list before any pawn arrives."""
        if id(block) not in self.known:
            self.known[id(block)] = self._of_steps(block)
        return self.known[id(block)]

    def _of_steps(self, steps: Iterable[Statement]) -> Consequences:
        found = NONE
        for step in steps:
            found |= _own(step)
            for block in self._led_to(step):
                found |= self.alone(block)
            if not self.goes_on(step):
                break
        return found


def _own(step: Statement) -> Consequences:
    """What one statement does by itself."""
    if isinstance(step, typed.EffectCall):
        return NONE
    exits = set()
    ended, phase = step.arguments.get("end"), step.arguments.get("phase")
    if isinstance(ended, typed.Ended):
        exits.add(ended.what)
    if isinstance(phase, typed.Name):
        exits.add(f" {phase.text}")
    filled = (argument for name, argument in step.arguments.items() if name != "from")
    fills = frozenset(zone.symbol for zone in filled if isinstance(zone, typed.Members))
    catch = step.place if step.statement.verb == "catch" else None
    return Consequences(frozenset(exits), frozenset((step.statement.verb,)), fills, catch)


def is_true(node: typed.Argument) -> bool:
    """Whether a condition is the word `true`."""
    return isinstance(node, typed.Literal) and node.value == 1
