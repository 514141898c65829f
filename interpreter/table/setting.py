"""What somebody wants to play in; the ruleset opened and compiled, with seats, options and a seed, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import randbelow

from msgspec import Struct

from parlour.interpreter.checked import Checked, compiled
from parlour.interpreter.diagnostics import RulesetError
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.opening import opened
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.runtime.policies import Policy, UnreadablePolicy, is_file, policy_in
from parlour.interpreter.table.seats import Seat, UnknownSeat, seated

SEEDS = 1_000_000  # a seed that we choose is short enough to be typed again


class NotForPlay(ValueError):
    """A ruleset, by its id, that is a base of others only."""

    def __init__(self, identifier: str) -> None:
        super().__init__(f"'{identifier}' is the base of other rulesets, and no game by itself")


class Wishes(Struct, frozen=True):
    """How a game is wanted. `seats` are the words of `--seats` (none: the usual ones); `seed` None: any."""

    seats: Sequence[str] = ()
    players: int | None = None
    options: Mapping[str, str] | None = None
    auto: bool = False
    seed: int | None = None
    number: int = 0
    language: str = ""


class Setting(Struct, frozen=True):
    """One game of one ruleset, not begun: everything that its course depends on but for what is chosen in it."""

    reference: str
    checked: Checked
    game: Game
    seats: tuple[Seat, ...]
    options: Mapping[str, str]  # those that were chosen, as they were written
    seed: int
    number: int
    language: str  # BCP 47: what is spoken at the table
    best: Policy | None = None  # what `best` plays, where it sits

    @property
    def program(self) -> Program:
        return self.game.program


def opened_for_play(reference: str, library: Library) -> Checked:
    """The ruleset, checked. Raises RulesetError, UnknownRuleset, OSError, NotForPlay."""
    checked = opened(reference, library)
    if checked.model.syntax.abstract:
        raise NotForPlay(checked.model.syntax.id.text)
    return checked


def prepared(reference: str, checked: Checked, wishes: Wishes) -> Setting:
    """Raises RulesetError (seats, options), UnknownSeat."""
    options = dict(wishes.options or {})
    count = wishes.players if wishes.players is not None else len(wishes.seats) or None
    program = _compiled(checked, count, options)
    game = Game(program)
    seats = seated(wishes.seats, program.seats, game.policies(), wishes.auto)
    for seat in seats:
        _verify_file(seat, program)
    return Setting(
        reference,
        checked,
        game,
        seats,
        options,
        randbelow(SEEDS) if wishes.seed is None else wishes.seed,
        wishes.number,
        wishes.language or checked.model.syntax.language,
    )


def _verify_file(seat: Seat, program: Program) -> None:
    """Whether a saved policy is one of this game."""
    if is_file(seat.policy):
        try:
            policy_in(seat.policy, program)
        except UnreadablePolicy as fault:
            raise UnknownSeat(str(fault)) from None


def _compiled(checked: Checked, count: int | None, options: Mapping[str, str]) -> Program:
    """Where nobody says how many play, it is the fewest, but not one alone where two can."""
    program, _ = compiled(checked, count, options)
    if count is None and program.seats == 1:
        try:
            program, _ = compiled(checked, 2, options)
        except RulesetError:
            return program
    return program
