"""What can go wrong in a running game, and where in the ruleset: the one exception a game raises, and its sentences."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from parlour.interpreter.source import Place

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
        "endless": "{steps} steps without a chance or a choice: this never ends",
        "limit": "the game passed its limit, and no outcome is named for that",
        "no_end": "the rules end here without an end of the game",
        "rule": "{message}",
    }
)


class Fault(Exception):
    """A fault of a running game: `id` of SENTENCES, the place in the ruleset, and the values that the sentence names.

    The state it happened in is in the middle of an instruction: go on with a clone taken before.
    """

    def __init__(self, id: str, place: Place, values: Mapping[str, int | str]) -> None:
        self.id, self.place, self.values = id, place, dict(values)
        super().__init__(f"{place}: {self.message}")

    @property
    def message(self) -> str:
        """The sentence in English, without the place."""
        return SENTENCES[self.id].format(**self.values)


class Broken(Exception):
    """A program broke a promise of its own (a total changed, a slot left its range): a bug of the engine, for tests."""


class IllegalMove(ValueError):
    """An outcome or action that is not possible here."""


class UnreadableState(ValueError):
    """A saved state that does not fit this program."""
