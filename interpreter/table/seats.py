"""The words of `--seats` in, who sits where out: `you`, `you:NAME`, `best`, `bot`, `bot:POLICY`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from parlour.interpreter.bots import EVERYWHERE, GREEDY, RANDOM
from parlour.interpreter.diagnostics import did_you_mean
from parlour.interpreter.runtime.policies import is_file

PERSON, BOT, BEST = "you", "bot", "best"


class UnknownSeat(ValueError):
    """A seat that cannot be read, or a policy that the ruleset does not have; the message says what can be written."""


class Seat(Struct, frozen=True):
    """A person (`name` where one was given) or a bot, which plays its best, follows a policy (of the ruleset or a file), looks
    ahead or chooses at random.

    A person's seat has a policy too, for the bot that plays on where the input has ended.
    """

    is_person: bool
    name: str = ""
    policy: str = RANDOM

    @property
    def is_plain(self) -> bool:
        """Whether it chooses by chance, or by a policy of the ruleset."""
        return self.policy not in (BEST, GREEDY) and not is_file(self.policy)

    def spelled(self) -> str:
        """As `--seats` says it, with the policy named."""
        if self.is_person:
            return f"{PERSON}:{self.name}" if self.name else PERSON
        return BEST if self.policy == BEST else f"{BOT}:{self.policy}"


def usual_policy(policies: Sequence[str]) -> str:
    """What a bot follows that is not told: the first policy of the ruleset, where it has one."""
    return policies[0] if policies else RANDOM


def seated(words: Sequence[str], count: int, policies: Sequence[str], auto: bool = False) -> tuple[Seat, ...]:
    """A seat for each word; seats without one are bots, the first alone is a person where no word is given at all.

    `auto` puts bots on the seats of persons. Raises UnknownSeat.
    """
    words = list(words) or [PERSON]
    if len(words) > count:
        raise UnknownSeat(f"{len(words)} seats are named, and {count} play")
    words += [BOT] * (count - len(words))
    return tuple(_seat(word.strip(), policies, auto) for word in words)


def _seat(word: str, policies: Sequence[str], auto: bool) -> Seat:
    kind, colon, rest = word.partition(":")
    rest = rest.strip()
    if word == BEST:
        return Seat(False, "", BEST)
    usual = usual_policy(policies)
    if kind == PERSON and (rest or not colon):
        return Seat(False, "", usual) if auto else Seat(True, rest, usual)
    if kind != BOT or (colon and not rest):
        known = (PERSON, f"{PERSON}:NAME", BEST, BOT, *(f"{BOT}:{name}" for name in (*policies, *EVERYWHERE)))
        raise UnknownSeat(f"there is no seat '{word}'; {did_you_mean(word, known)}")
    if rest == BEST and BEST not in policies:
        raise UnknownSeat(f"there is no policy '{rest}'; write {BEST} alone for one who plays as well as possible")
    if rest and not is_file(rest) and rest not in (*policies, *EVERYWHERE):
        raise UnknownSeat(f"there is no policy '{rest}'; {did_you_mean(rest, (*policies, *EVERYWHERE))}")
    return Seat(False, "", rest or usual)
