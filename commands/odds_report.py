"""Exact odds in, lines for people out: tables; for sweeps a table with a row a combination; what was refused and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from shlex import quote

import click

from parlour.commands.columns import columns
from parlour.commands.opening import replaying, setting_words
from parlour.interpreter.bots import GREEDY
from parlour.interpreter.certainty import Odds, Unanswered
from parlour.interpreter.face import BOT
from parlour.interpreter.narrowing import Narrowing
from parlour.interpreter.odds.exploring.explorer import BEST
from parlour.interpreter.odds.exploring.room import MOST
from parlour.interpreter.odds.policies.phrasing import phrased
from parlour.interpreter.odds.policies.policy import spelled
from parlour.interpreter.odds.solving.solution import Figure, Refusal, Solution
from parlour.interpreter.runtime.policies import Policy
from parlour.interpreter.table.squares import Squares
from parlour.interpreter.types import as_written

FEW = 40  # lines that best play is told in
MANY = 2000  # situations that are looked at for that
NONE = "–"
SAVED = "best.json"  # a file for best play
LONG = 60  # letters of a fraction that are shown in a table


def report(odds: Odds) -> Iterator[str]:
    """Everything that was worked out about one game."""
    solution, game = odds.solution, odds.game
    seats = odds.seats[0] if len(set(odds.seats)) == 1 else ", ".join(odds.seats)
    players = f"{game.players} player{'s' * (game.players > 1)}"
    yield click.style(f"{game.ruleset.id}, {players} ({seats}), exact", bold=True)
    options = ", ".join(f"{name}={as_written(value)}" for name, value in game.options.items())
    if options:
        yield options
    carried = f"; a state holds {', '.join(solution.carried)}" if solution.carried else ""
    alone = " of one seat alone" if solution.folded else ""
    yield f"{solution.states:,} states{alone}, {solution.transitions:,} transitions, {odds.seconds:.2f} s{carried}"
    if solution.folded:
        yield f"{solution.folded} seats put together: what one does never changes what another may do"
    yield f"residual {solution.residual:.1e}; every share is within {solution.within:.1e} of the truth"
    for asked, fields in solution.watched.items():
        yield f"{asked}: reckoned apart from the states" + (f", following {', '.join(fields)}" if fields else "")
    yield from _table("outcome", ((name, *_share(f)) for name, f in (solution.outcomes or {}).items() if f.value))
    if solution.never > 0:
        yield f"  a game goes on for ever with probability {solution.never:.12g}"
    yield from _table("won", ((f"seat {k}", *_share(f)) for k, f in enumerate(solution.winners or (), 1)))
    yield from _table("score", ((f"seat {k}", *_mean(f)) for k, f in enumerate(solution.scores or (), 1)))
    yield from _table("measure", ((name, *_mean(f)) for name, f in solution.measures.items()))
    yield from _table("turns", [("mean", *_mean(solution.turns))] if solution.turns else [])
    if solution.quantiles:
        low, middle, high = (solution.quantiles[name] for name in ("0.05", "0.5", "0.95"))
        yield f"  median {middle}, nine games of ten from {low} to {high}"
    label = Squares(game.ruleset.checked).label
    yield from _table("landings in a game", ((label(k), f"{n:.9f}") for k, n in (solution.visits or {}).items()))
    if solution.value is not None:
        yield ""
        yield f"best play is worth {solution.value.value:.12f}"
    if odds.policy is not None and odds.policy.situations:
        yield from _best_play(odds, odds.policy)


def _best_play(odds: Odds, policy: Policy) -> Iterator[str]:
    """As a policy that a ruleset can hold, where that is short; else situation by situation, where they are few."""
    program = odds.game.program
    lines = phrased(policy, program, [seat for seat, who in enumerate(odds.seats) if who == BEST])
    if lines is not None:
        yield "as a policy of the ruleset:"
        yield from (f"  {line}" for line in lines)
    elif policy.situations <= MANY and len(told := spelled(policy, program)) <= FEW:
        yield from (f"  {line}" for line in told)
    else:
        yield f"it knows {policy.situations:,} situations, too many to be told here: --save-policy FILE writes it down"


def sweep_table(names: Sequence[str], found: Sequence[Odds | Unanswered]) -> Iterator[str]:
    """A row a combination: the swept options, shares of outcomes and of won games, mean scores and turns, states."""
    known = [one.solution for one in found if isinstance(one, Odds)]
    shares = [solution.outcomes for solution in known if solution.outcomes]
    outcomes = [name for name in (shares[0] if shares else ()) if any(share[name].value for share in shares)]
    seats = range(1, found[0].game.players + 1)
    scores = [f"score {k}" for k in seats] if any(solution.scores for solution in known) else []
    rows = [[*names, *outcomes, *(f"won {k}" for k in seats), *scores, "turns", "states"]]
    for one in found:
        options = [as_written(one.game.options[name]) for name in names]
        figures = _row(one.solution, outcomes, len(seats), len(scores)) if isinstance(one, Odds) else []
        rows.append([*options, *figures, *(NONE for _ in rows[0][len(options) + len(figures) :])])
    for number, line in enumerate(columns(rows, "<" * len(names) + ">" * (len(rows[0]) - len(names)))):
        yield click.style(line, bold=True) if number == 0 else line


def _row(solution: Solution, outcomes: Sequence[str], seats: int, scores: int) -> list[str]:
    ended = solution.outcomes or {}
    shares = [*map(ended.get, outcomes), *(solution.winners or (None,) * seats)]
    means = [*(solution.scores or (None,) * scores), solution.turns]
    return [*map(_percent, shares), *map(_number, means), f"{solution.states:,}"]


def refused(
    reference: str, odds: Odds | Unanswered, narrowings: Sequence[Narrowing], told: str = "", spreads: bool = True
) -> Iterator[str]:
    """What was not answered, why, which option would help, and how to have it simulated instead.

    `reference`: the game, as it was named. `told`: stands before what was not answered. `spreads`: whether standard
    deviations are printed.
    """
    if isinstance(odds, Unanswered) and odds.is_fault:
        if odds.failed is not None and BEST not in odds.seats:  # best play is not known there
            seed, number = odds.failed.seed, odds.failed.number
            yield f"{told}to see it: {replaying(reference, odds.game, odds.seats, seed, number)}"
        return
    refusals = [refusal for refusal in odds.refusals if spreads or not refusal.is_aside]
    if not refusals:
        return
    for refusal in refusals:
        yield f"{told}no exact {_asked(odds, refusal)}: {refusal.why}"
    for narrowing in narrowings:
        yield f"  {narrowing.options}: {narrowing.effect}"
    yield from _harder(odds.seats, refusals)
    yield _by_chance(reference, odds)


def is_lacking(odds: Odds | Unanswered) -> bool:
    """Whether something is out of reach that is asked of every game."""
    return not all(refusal.is_aside for refusal in odds.refusals)


def refused_of_sweep(
    reference: str, found: Sequence[Odds | Unanswered], values: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """The same of all combinations together: each thing that is missing once, with the reason of the first."""
    missing: dict[str, list[Refusal]] = {}
    for one in found:
        lacking = () if isinstance(one, Unanswered) and one.is_fault else one.refusals
        for refusal in (refusal for refusal in lacking if not refusal.is_aside):
            missing.setdefault(_asked(one, refusal), []).append(refusal)
    for asked, refusals in missing.items():
        yield f"no exact {asked} in {len(refusals)} of {len(found)}: {refusals[0].why}"
    if missing:
        yield from _harder(found[0].seats, [refusal for refusals in missing.values() for refusal in refusals])
        yield _by_chance(reference, found[0], values)


def _asked(one: Odds | Unanswered, refusal: Refusal) -> str:
    return refusal.asked if isinstance(one, Odds) else "odds"


def _harder(seats: Sequence[str], refusals: Sequence[Refusal]) -> Iterator[str]:
    """How best play is looked for further: nothing else comes to it."""
    tried = max((refusal.states for refusal in refusals), default=0)
    if BEST in seats and tried:
        yield f"  --max-states N: more than {tried:,} are explored ({MOST:,} take about 8 GB)"


def _by_chance(reference: str, one: Odds | Unanswered, values: Mapping[str, Sequence[str]] | None = None) -> str:
    """The command that simulates the game, with all swept `values`. Best play can be simulated once it is known; till
    then somebody else sits there: the first policy of the ruleset, or who looks ahead."""
    game, seats, why = one.game, one.seats, "the rest by chance"
    if BEST in seats:
        known = isinstance(one, Odds) and not values
        other = SAVED if known else next(iter(game.ruleset.policies), GREEDY)
        seats = tuple(f"{BOT}:{other}" if seat == BEST else seat for seat in seats)
        unknown = f"best play is not known, and cannot be simulated; with {BOT}:{other} instead"
        why = f"the rest by chance, with --save-policy {SAVED} first" if known else unknown
    words = ["parlour", "simulate", reference, *setting_words(game, seats, values)]
    return f"{why}: {' '.join(quote(word) for word in words)}"


def _table(heading: str, rows: Iterable[Sequence[str]]) -> Iterator[str]:
    found = list(rows)
    if found:
        yield ""
        yield click.style(heading, bold=True)
        yield from columns(found, "<><", indent=2)


def _share(figure: Figure) -> list[str]:
    return [f"{figure.value:.12f}", _fraction(figure)]


def _mean(figure: Figure) -> list[str]:
    sd = "" if figure.sd is None else f"sd {figure.sd:.12g}"
    within = f"within {figure.within:.0e}" if figure.within else ""
    return [f"{figure.value:.10f}", "  ".join(part for part in (sd, within, _fraction(figure)) if part)]


def _fraction(figure: Figure) -> str:
    text = "" if figure.fraction is None else str(figure.fraction)
    return text if len(text) <= LONG else f"{text[:LONG]}… (all digits with --json)"


def _percent(figure: Figure | None) -> str:
    return NONE if figure is None else f"{100 * figure.value:.6f} %"


def _number(figure: Figure | None) -> str:
    return NONE if figure is None else f"{figure.value:.6f}"
