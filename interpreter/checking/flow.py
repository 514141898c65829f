"""Lists of statements come in; whether one comes to its end, what can run in it and how it can be left go out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.checking.traversal import Statement, bodies
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Block

TURN, PHASE, GAME = "turn", "phase", "game"


class Flow:
    """What can follow what in the rules of one ruleset."""

    def __init__(self, model: typed.Model) -> None:
        self.model = model
        self.accounts = {account.symbol: account for account in model.accounts}
        self.leaving: dict[str, bool] = {}

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

    def reached(self, block: Block, arrivals: bool = True) -> Iterator[Statement]:
        """Every statement that can run because of a list: in effects, when short and, unless told, where pawns arrive."""
        yield from self._reached(block, arrivals, set())

    def _reached(self, block: Block, arrivals: bool, seen: set[int]) -> Iterator[Statement]:
        if id(block) in seen:
            return
        seen.add(id(block))
        for step in block:
            yield step
            for other in (*bodies(step), *self._led_to(step, arrivals)):
                yield from self._reached(other, arrivals, seen)
            if not self.goes_on(step):
                return

    def _led_to(self, step: Statement, arrivals: bool) -> Iterator[Block]:
        """Lists elsewhere that a statement can lead to."""
        if isinstance(step, typed.EffectCall):
            yield step.effect.body
            return
        match step.statement.verb:
            case "move" | "go_to" if arrivals:
                yield from self.arrivals()
            case "transfer":
                source = step.arguments["from"]
                if isinstance(source, typed.Read) and "short" not in step.arguments:
                    yield from typed.shortage_blocks(self.accounts[source.symbol].short)
            case _:
                return

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

    # --- leaving ------------------------------------------------------------------------------------------------------

    def exits(self, block: Block) -> set[str]:
        """How a list can be left from inside: TURN, PHASE, GAME, or the name of a phase after a blank."""
        found = set()
        for step in self.reached(block):
            if isinstance(step, typed.Step):
                ended, phase = step.arguments.get("end"), step.arguments.get("phase")
                if isinstance(ended, typed.Ended):
                    found.add(ended.what)
                if isinstance(phase, typed.Name):
                    found.add(f" {phase.text}")
        return found


def is_true(node: typed.Argument) -> bool:
    """Whether a condition is the word `true`."""
    return isinstance(node, typed.Literal) and node.value == 1
