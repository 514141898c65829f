"""What is written in `draws` and `choices` in, outcomes and actions of a state out, or what could be written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from parlour.interpreter.diagnostics import Related, Report, listed
from parlour.interpreter.program.instructions import Throw
from parlour.interpreter.program.program import ChoiceInfo
from parlour.interpreter.runtime.state import State
from parlour.interpreter.scenarios.cards import card_hint
from parlour.interpreter.scenarios.scenario import Item
from parlour.interpreter.scenarios.setups import Setup
from parlour.interpreter.types import PLAYER, Kind

MOST_SHOWN = 30
_OWN_PAWN = re.compile(r"(pawn )?[0-9]+")


class Moves:
    """Reads the moves of one scenario."""

    def __init__(self, setup: Setup, report: Report) -> None:
        self.setup, self.report = setup, report

    def outcome(self, state: State, item: Item, path: str) -> int | None:
        """The outcome of the chance here that an entry of `draws` spells; None after a fault."""
        outcomes = state.weights().outcomes
        found = self._found(item, outcomes, state.outcome_spelling)
        if found is None:
            spelled = [state.outcome_spelling(o) for o in outcomes]
            message, hint = self._impossible(state, item, spelled)
            self.report.error("P704", message, item.place, hint, self._here(state, "the chance is here"), path)
        return found

    def _impossible(self, state: State, item: Item, spelled: list[str]) -> tuple[str, str]:
        """What is wrong with a draw, and what could be drawn."""
        instruction = state.instruction
        hint = f"it can be {listed(spelled, MOST_SHOWN)}"
        if isinstance(instruction, Throw):
            device = self.setup.program.devices[instruction.device].name
            dice = "1 is" if state.dice == 1 else f"{state.dice} are"
            if len(item.text.split()) != state.dice:
                return f"'{item.text}' is no throw of {state.dice}: {dice} thrown here", hint
            return f"'{device}' cannot show '{item.text}'", hint
        kinds = self.setup.program.decks[0].kinds if len(self.setup.program.decks) == 1 else ()
        if item.text in kinds:
            return f"no card '{item.text}' is left to be drawn", hint
        return f"'{item.text}' cannot be drawn here", card_hint(item.text, spelled)

    def action(self, state: State, item: Item, path: str) -> int | None:
        """The action of the choice here that an entry of `choices` spells; None after a fault."""
        choice = state.choice
        assert choice is not None
        found = self._action(state, choice, item)
        if found is None:
            legal = listed((state.describe(a) for a in state.legal), MOST_SHOWN)
            known = item.text in choice.options
            message = f"'{item.text}' is not {'allowed now' if known else 'to be chosen'} at '{choice.name}'"
            who = self.setup.values.spell(PLAYER, state.seat)
            related = self._here(state, "the choice is here")
            self.report.error("P705", message, item.place, f"{who} can choose {legal}", related, path)
        return found

    def _action(self, state: State, choice: ChoiceInfo, item: Item) -> int | None:
        if choice.values and len(item.parts) > 0:
            spell = self.setup.values.speller.value
            wanted = sorted(item.parts)
            members = [(k, spell(choice.type.element or choice.type, v)) for k, v in enumerate(choice.values)]
            return next((a for a in state.legal if wanted == sorted(w for k, w in members if a >> k & 1)), None)
        if choice.type.kind is Kind.TOKEN and _OWN_PAWN.fullmatch(item.text):
            own = item.text.removeprefix("pawn ")
            item = replace(item, text=f"pawn {own} of {self.setup.values.spell(PLAYER, state.seat)}")
        return self._found(item, state.legal, state.describe)

    def _found(self, item: Item, among: Iterable[int], spell: Callable[[int], str]) -> int | None:
        return self.setup.values.speller.found(item.text, among, spell)

    def _here(self, state: State, message: str) -> list[Related]:
        number = getattr(state.instruction, "place", -1)
        return [Related(message, self.setup.program.places[number])] if number >= 0 else []
