"""What can go wrong in a running game, and where in the ruleset: the one exception a game raises, and its sentences."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from parlour.interpreter.program.instructions import Set
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import Program, Role
from parlour.interpreter.source import NOWHERE, Place

ENDLESS = "endless"  # the fault of a game that goes round for ever

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "overflow": "the number leaves 64 bits",
        "division_by_zero": "division by zero",
        "index": "{value} is not one of 0..{last}",
        "nothing": "there is nothing to take the greatest or least of",
        "range": "{value} is outside {low}..{high}",
        "negative_amount": "an amount of {amount}: it may not be negative",
        "short": "{amount} is to be paid and only {balance} is there",
        "dice": "{number} dice: it may be 0..{most}",
        "nothing_to_draw": "there is no card to draw",
        "no_choice": "nothing may be chosen here, and there is no `else`",
        "no_seat": "{seat} is no seat: nobody is there to choose",
        "pile_full": "the pile already holds {capacity} cards",
        "pile_empty": "the pile is empty",
        "no_card": "that card is not in the pile",
        "queue": "token {token} cannot be queued",
        ENDLESS: "{steps} steps without a chance or a choice: this never ends",
        "limit": "the game passed its limit, and no outcome is named for that",
        "no_end": "the rules end here without an end of the game",
        "rule": "{message}",
    }
)


class Fault(Exception):
    """A fault of a running game: `id` of SENTENCES, the place in the ruleset, the values that the sentence names, and `of`
    what it is, where that has a name.

    The state it happened in is in the middle of an instruction: go on with a clone taken before.
    """

    def __init__(self, id: str, place: Place, values: Mapping[str, int | str], of: str = "") -> None:
        self.id, self.place, self.values, self.of = id, place, dict(values), of
        super().__init__(f"{place}: {self.message}")

    @property
    def message(self) -> str:
        """The sentence in English, without the place."""
        said = SENTENCES[self.id].format(**self.values)
        return f"{self.of}: {said}" if self.of else said


def fault_at(program: Program, id: str, place: int, values: Mapping[str, int | str]) -> Fault:
    """The fault at a place by its number; of a number out of range the name of what it was to be written to."""
    where = program.places[place] if 0 <= place < len(program.places) else NOWHERE
    return Fault(id, where, values, _written_at(program, place) if id == "range" else "")


def _written_at(program: Program, place: int) -> str:
    """The one field that is set at a place; nothing where there are several, or where it is no author's."""
    names = SlotNames(program.layout)
    at = (i for i in program.instructions if isinstance(i, Set) and i.place == place)
    fields = {field.name: field for i in at if (field := names.field(i.target.base)) is not None}
    shown = [name for name, field in fields.items() if field.role in (Role.VARIABLE, Role.ACCOUNT)]
    return shown[0] if len(shown) == len(fields) == 1 else ""


class Broken(Exception):
    """A program broke a promise of its own (a total changed, a slot left its range): a bug of the engine, for tests."""


class IllegalMove(ValueError):
    """An outcome or action that is not possible here."""


class UnreadableState(ValueError):
    """A saved state that does not fit this program."""
