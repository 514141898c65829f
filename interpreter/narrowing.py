"""Odds of which something or all is refused in; the options that would make it small enough, by slicing the game with each,
out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from itertools import combinations

from msgspec import Struct
from msgspec.json import decode, encode

from parlour.interpreter.certainty import Odds, Unanswered, followed
from parlour.interpreter.diagnostics import RulesetError
from parlour.interpreter.face import Game
from parlour.interpreter.keeping import Cache, folder
from parlour.interpreter.kept import identity
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Tree
from parlour.interpreter.lowering.settled import Chosen
from parlour.interpreter.odds.exploring.dealing import deals_more
from parlour.interpreter.odds.slicing.questions import OF_EVERY_GAME
from parlour.interpreter.odds.slicing.slicing import Slicer
from parlour.interpreter.odds.solving.solution import Refusal
from parlour.interpreter.program.digest import digest

SECTIONS = ("accounts", "variables", "zones")
MOST = 6  # options that are tried


class Narrowing(Struct, frozen=True):
    """Options, as a command line spells them, and what they would spare."""

    options: str
    effect: str
    enough: bool = False  # no field would be needed at all


def narrowing(odds: Odds | Unanswered) -> list[Narrowing]:
    """Single options with which a refused result would need fewer fields; where none alone is enough, pairs with one of
    them, up to the first that is. Low ends of ranges are tried where no word helps. Nothing where all odds are refused
    because somebody plays his best: what that needs, no slice shows. What was found is kept: it takes a third as long as
    the odds themselves."""
    refusals = [refusal for refusal in odds.refusals if refusal.fields]
    if not refusals or (isinstance(odds, Unanswered) and odds.is_best_play):
        return []
    kept = Cache(folder("narrowing")).content(_key(odds, refusals[0]), lambda: encode(_worked_out(odds, refusals[0])))
    return decode(kept, type=list[Narrowing])


def _key(odds: Odds | Unanswered, refusal: Refusal) -> str:
    """Of all that is looked at: the ruleset and this very code, the game, who plays it, and what was refused."""
    carried = odds.solution.carried if isinstance(odds, Odds) else None
    looked_at = identity(odds.game.ruleset.checked.loaded), digest(odds.game.program), odds.seats, refusal, carried
    return sha256(repr(looked_at).encode()).hexdigest()


def _worked_out(odds: Odds | Unanswered, refusal: Refusal) -> list[Narrowing]:
    own = _needed(odds, Slicer(odds.game.program, followed(odds.seats)), refusal.asked)
    if not own:  # refused for another reason than what states would have to hold: slices cannot tell what would help
        return []
    named = set(_words(odds.game, refusal.fields))
    return _found(odds, refusal, list(_choices(odds.game, named))[:MOST]) or _found(
        odds, refusal, list(_low_ends(odds.game, named))[:MOST]
    )


def _found(odds: Odds | Unanswered, refusal: Refusal, alternatives: Sequence[tuple[str, Chosen]]) -> list[Narrowing]:
    """Those of the alternatives that help, with pairs."""
    helping: dict[str, Chosen] = {}
    found: list[Narrowing] = []
    for name, chosen in alternatives:
        narrowed = None if name in helping else _tried(odds, refusal, [(name, chosen)])
        if narrowed:
            found.append(narrowed)
            helping[name] = chosen
    for pair in _pairs(helping, alternatives) if isinstance(odds, Odds) else ():
        if any(narrowed.enough for narrowed in found):
            break
        narrowed = _tried(odds, refusal, pair)
        if narrowed and narrowed.effect not in [alone.effect for alone in found]:
            found.append(narrowed)
    return found


def _pairs(
    helping: dict[str, Chosen], alternatives: Sequence[tuple[str, Chosen]]
) -> Iterator[tuple[tuple[str, Chosen], ...]]:
    """Each choice that helps with another, in the order in which the options are declared."""
    for pair in combinations(alternatives, 2):
        if pair[0][0] != pair[1][0] and any(helping.get(name) == chosen for name, chosen in pair):
            yield pair


def _choices(game: Game, named: Collection[str]) -> Iterator[tuple[str, Chosen]]:
    """Other choices of the options that are `named`, in the definitions of the refused fields."""
    for option in game.ruleset.options(game.players):
        if option.name in named:
            yield from ((option.name, c) for c in option.choices if c != game.options[option.name])


def _low_ends(game: Game, named: Collection[str]) -> Iterator[tuple[str, Chosen]]:
    """The low end of each range, such as one round instead of many; of those that are `named` first."""
    options = game.ruleset.options(game.players)
    for option in sorted(options, key=lambda option: option.name not in named):
        if not option.choices and option.low not in (None, game.options[option.name]):
            yield option.name, option.low


def _words(game: Game, fields: Sequence[str]) -> Iterator[str]:
    """Every word in what defines the fields."""
    tree = game.ruleset.checked.loaded.tree
    for section in SECTIONS:
        entries = tree.get(section)
        if isinstance(entries, Mapping):
            for name in fields:
                yield from _spelled(entries.get(name))


def _spelled(tree: Tree | Entry | None) -> Iterator[str]:
    if isinstance(tree, Scalar):
        yield from re.findall(r"\w+", tree.text)
    elif isinstance(tree, Entry):
        yield from _spelled(tree.key)
        yield from _spelled(tree.value)
    elif isinstance(tree, Mapping):
        for entry in tree:
            yield from _spelled(entry)
    elif tree is not None:
        for item in tree.items:
            yield from _spelled(item)


def _tried(odds: Odds | Unanswered, refusal: Refusal, changes: Sequence[tuple[str, Chosen]]) -> Narrowing | None:
    try:
        game = Game(odds.game.ruleset, odds.game.players, {**odds.game.options, **dict(changes)})
    except RulesetError:
        return None
    slicer = Slicer(game.program, followed(odds.seats))
    needed = _needed(odds, slicer, refusal.asked)
    spared = [name for name in refusal.fields if name not in needed]
    if not spared or needed - set(refusal.fields):
        return None
    options = " ".join(
        f"--option {name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in changes
    )
    left = f"it would depend on {', '.join(sorted(needed))} only" if needed else "no state would have to hold them"
    return Narrowing(options, left + _still(odds, slicer, refusal.states), not needed)


def _needed(odds: Odds | Unanswered, slicer: Slicer, asked: str) -> set[str]:
    """The fields that a changed game would need, beside those that states hold anyway."""
    if isinstance(odds, Unanswered):
        return set(slicer.needed)
    needed = slicer.needed if asked in OF_EVERY_GAME else slicer.needs(asked)
    return set(needed) - set(odds.solution.carried)


def _still(odds: Odds | Unanswered, slicer: Slicer, states: int) -> str:
    """Where what it would depend on is dealt in more ways than there may be states."""
    if not states or isinstance(odds, Odds):
        return ""
    least = slicer.sliced()
    dealt = deals_more(least.program, followed(odds.seats), least.sums, states)
    return f", in more than {states:,} states all the same" if dealt else ""
