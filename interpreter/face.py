"""An id or a path in; a ruleset and games of it, and who can sit at them, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from parlour.interpreter.bots import EVERYWHERE, GREEDY, RANDOM
from parlour.interpreter.checked import Checked, compiled
from parlour.interpreter.diagnostics import Diagnostic, Report, did_you_mean
from parlour.interpreter.language.document.tree import text_of
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.resolved import resolved_sha256, resolved_text
from parlour.interpreter.lowering.options import OptionInfo, options_of
from parlour.interpreter.lowering.settled import Chosen
from parlour.interpreter.lowering.settling import seats_of
from parlour.interpreter.opening import opened
from parlour.interpreter.runtime.game import Game as Games
from parlour.interpreter.runtime.policies import UnreadablePolicy, is_file, policy_in

BOT = "bot"  # of a seat: `bot`, `bot:random`, `bot:greedy`, `bot:POLICY`
BEST = "best"  # of a seat that exact odds know, and the table
SAVED = "save best play with `parlour odds --seats best --save-policy FILE`, and write bot:FILE"


class CannotSit(ValueError):
    """Seats that do not fit the game; the message says what can be written."""


class Ruleset:
    """A ruleset without faults, ready to be played."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked

    @property
    def id(self) -> str:
        return self.checked.model.syntax.id.text

    @property
    def title(self) -> str:
        return self.checked.model.syntax.title

    @property
    def language(self) -> str:
        """A BCP 47 tag."""
        return self.checked.model.syntax.language

    @property
    def summary(self) -> str:
        """One line, or nothing."""
        found = self.checked.loaded.tree.get("summary")
        return text_of(found)

    @property
    def abstract(self) -> bool:
        """Whether it is only a base for others."""
        return self.checked.model.syntax.abstract

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return self.checked.warnings

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most who can play."""
        return seats_of(self.checked.model, Report())

    def options(self, players: int | None = None) -> tuple[OptionInfo, ...]:
        """What can be chosen at so many players (None: the fewest). Raises RulesetError where they cannot play."""
        return options_of(self.checked.model, players)

    @property
    def policies(self) -> tuple[str, ...]:
        """The names of its policies."""
        return tuple(policy.name.text for policy in self.checked.model.syntax.policies)

    @cached_property
    def sha256(self) -> str:
        """The hash of the resolved text: equal for equal rules, whatever the files."""
        return resolved_sha256(self.checked.loaded)

    def resolved(self, origins: bool = False) -> str:
        """The text with `extends` merged in; with `origins`, inherited parts say `# file:line`."""
        return resolved_text(self.checked.loaded, origins)


class Game(Games):
    """A ruleset with its options and seats: makes states and plays games.

    `players` None: the fewest; options that are not given take their defaults. Raises RulesetError where too many or too
    few sit down, or an option is none, or cannot be what it is given. `checked`: every promise of the program is tested
    at every step (slow; for tests).
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int | None = None,
        options: Mapping[str, Chosen] | None = None,
        checked: bool = False,
    ) -> None:
        program, _ = compiled(ruleset.checked, players, options)
        super().__init__(program, checked)
        self.ruleset = ruleset

    @property
    def players(self) -> int:
        return self.program.seats

    @property
    def options(self) -> dict[str, Chosen]:
        """Every option and what it is in this game."""
        return dict(self.program.options)

    @property
    def squares(self) -> range:
        """The squares that pawns can land on: those of the board, and 0, which is off it, where it has rules of its own."""
        return range(0 if self.ruleset.checked.model.lands_off_board else 1, self.program.squares + 1)


def load(id_or_path: str | Path, library: Library | None = None) -> Ruleset:
    """A ruleset of the library by its id, or of a file by its path (with a slash, or an end in .yaml).

    Raises RulesetError with everything that is wrong with it, UnknownRuleset and OSError.
    """
    return Ruleset(opened(id_or_path, library or Library()))


def seated(game: Game, seats: Sequence[str], ahead: bool = False) -> tuple[str, ...]:
    """Who sits where, spelled in full: one for all, or one a seat. Raises CannotSit.

    `ahead`: whether bots that look ahead, or play what is saved in a file, may sit there.
    """
    given = tuple(seats) or (BOT,)
    if len(given) not in (1, game.players):
        raise CannotSit(f"{len(given)} seats are given and {game.players} play: give one for all, or one for each")
    spelled = tuple(_spelled(game, seat, ahead) for seat in given)
    return spelled * game.players if len(given) == 1 else spelled


def _spelled(game: Game, seat: str, ahead: bool) -> str:
    kind, _, name = seat.partition(":")
    if BEST in (seat, name) and BEST not in game.ruleset.policies:
        raise CannotSit(f"'{seat}' cannot sit here: {SAVED if ahead else f'write {BEST}'}")
    if kind != BOT:
        raise CannotSit(f"'{seat}' cannot sit here: write {BOT}:{RANDOM} or {BOT}:POLICY")
    known = (*(EVERYWHERE if ahead else (RANDOM,)), *game.ruleset.policies)
    if is_file(name):
        if not ahead:
            raise CannotSit(f"'{seat}' cannot sit here: a saved policy can play and be simulated; write best instead")
        try:
            policy_in(name, game.program)
        except UnreadablePolicy as fault:
            raise CannotSit(str(fault)) from None
        return seat
    if name == GREEDY and not ahead:
        raise CannotSit(f"'{seat}' looks ahead by chance: its games can be played and simulated, not known exactly")
    if name and name not in known:
        raise CannotSit(f"there is no policy '{name}'; {did_you_mean(name, known)}")
    return f"{BOT}:{name or RANDOM}"
