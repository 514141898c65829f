"""Summaries of simulations in, lines for people out: tables with bars; for sweeps a table with a row a combination."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

import click

from parlour.commands.columns import columns
from parlour.commands.progress import rate
from parlour.interpreter.simulation.statistics import Interval
from parlour.interpreter.simulation.summary import Estimate, Share, Summary
from parlour.interpreter.table.squares import Squares
from parlour.interpreter.types import as_written

BAR = 30  # columns of a share of 100 %
STEPS = 16  # rows of the histogram of turns at most
BLOCKS, PLAIN = " ▏▎▍▌▋▊▉█", " #"


def report(summary: Summary, squares: Squares) -> Iterator[str]:
    """Everything that one simulation says; `squares` of the board that was played on."""
    setting = summary.setting
    seats = setting.seats[0] if len(set(setting.seats)) == 1 else ", ".join(setting.seats)
    options = ", ".join(f"{name}={as_written(value)}" for name, value in setting.options.items())
    players = f"{setting.players} player{'s' * (setting.players > 1)}"
    yield click.style(f"{setting.game}, {players} ({seats}), seed {setting.seed}", bold=True)
    if options:
        yield options
    yield f"{summary.games:,} game{'s' * (summary.games != 1)}{_speed(summary)}"
    if summary.stopped:
        yield f"{summary.stopped:,} of them were stopped at a limit, before their end; they count in all figures"
    shown = [(name, share) for name, share in summary.outcomes.items() if share.games]
    yield from _table("outcome", (_share(name, share) for name, share in shown), "<>><<")
    yield from _table("won", (_share(f"seat {k}", share) for k, share in enumerate(summary.winners, 1)), "<>><<")
    yield from _table("score", (_score(f"seat {k}", e) for k, e in enumerate(summary.scores, 1)), "<><>>>")
    yield from _table("measure", (_mean(name, e) for name, e in summary.measures.items()), "<><>")
    yield from _turns(summary)
    yield from _visits(summary.visits or {}, squares)


def _visits(visits: Mapping[int, float | None], squares: Squares) -> Iterator[str]:
    most = max((mean or 0 for mean in visits.values()), default=0)
    rows = ((squares.label(square), _number(mean), _bar(mean or 0, most)) for square, mean in visits.items())
    yield from _table("landings in a game", rows, "<><")


def sweep_table(names: Sequence[str], summaries: Sequence[Summary]) -> Iterator[str]:
    """A row a summary: the swept options, shares of outcomes and of won games, mean scores, measures and turns."""
    outcomes = [name for name in summaries[0].outcomes if any(s.outcomes[name].games for s in summaries)]
    seats = range(1, summaries[0].setting.players + 1)
    measures = list(summaries[0].measures)
    turns = ["turns"] if summaries[0].turns else []
    heading = [*names, "games", *outcomes, *(f"won {k}" for k in seats), *(f"score {k}" for k in seats)]
    rows = [[*heading, *measures, *turns], *(_sweep_row(names, outcomes, s) for s in summaries)]
    for number, line in enumerate(columns(rows, "<" * len(names) + ">" * (len(rows[0]) - len(names)))):
        yield click.style(line, bold=True) if number == 0 else line


def _sweep_row(names: Sequence[str], outcomes: Sequence[str], summary: Summary) -> list[str]:
    shares = [*(summary.outcomes[name] for name in outcomes), *summary.winners]
    means = [*summary.scores, *summary.measures.values(), *([summary.turns.estimate] if summary.turns else [])]
    options = [as_written(summary.setting.options[name]) for name in names]
    return [*options, f"{summary.games:,}", *(_percent(s.share) for s in shares), *(_number(e.mean) for e in means)]


def _table(heading: str, rows: Iterable[Sequence[str]], align: str) -> Iterator[str]:
    found = list(rows)
    if found:
        yield ""
        yield click.style(heading, bold=True)
        yield from columns(found, align, indent=2)


def _share(name: str, share: Share) -> list[str]:
    bar = _bar(share.share or 0, 1)
    return [name, f"{share.games:,}", _percent(share.share), _range(share.ci95, 100, " %"), bar]


def _score(name: str, score: Estimate) -> list[str]:
    ends = [] if score.least is None else [f"least {score.least:,}", f"most {score.greatest:,}"]
    return [*_mean(name, score), *ends]


def _mean(name: str, estimate: Estimate) -> list[str]:
    sd = [] if estimate.sd is None else [f"sd {_number(estimate.sd)}"]
    return [name, _number(estimate.mean), _range(estimate.ci95), *sd]


def _turns(summary: Summary) -> Iterator[str]:
    if not summary.turns:
        return
    turns = summary.turns
    yield from _table("turns", [_mean("mean", turns.estimate)], "<><>")
    if not turns.histogram:
        return
    low, high = turns.quantiles["0.05"], turns.quantiles["0.95"]
    longest = f"{turns.estimate.greatest:,}"
    yield f"  median {turns.quantiles['0.5']}, nine games of ten from {low} to {high}, the longest {longest}"
    yield from columns(list(_histogram(turns.histogram, high or 0)), ">>", indent=2)


def _histogram(histogram: Mapping[int, int], high: int) -> Iterator[list[str]]:
    """Equal steps up to where the last twentieth begins, which is one row."""
    low = min(histogram)
    width = max(1, -(-(high + 1 - low) // STEPS))
    starts = range(low, high + 1, width)
    counts = [sum(histogram.get(t, 0) for t in range(start, start + width)) for start in starts]
    beyond = starts[-1] + width
    rows = [(f"{s}" if width == 1 else f"{s}–{s + width - 1}", n) for s, n in zip(starts, counts, strict=True)]
    rest = sum(n for t, n in histogram.items() if t >= beyond)
    if rest:
        rows.append((f"{beyond} …", rest))
    most = max(n for _, n in rows)
    for name, count in rows:
        yield [name, f"{count:,}", _bar(count, most)]


def _bar(value: float, whole: float) -> str:
    """A bar of eighths of a column; of whole columns where the terminal has no letters for that."""
    blocks = BLOCKS if _printable(BLOCKS) else PLAIN
    fine = len(blocks) - 1
    length = round(BAR * fine * value / whole) if whole else 0
    full, rest = divmod(length, fine)
    return blocks[-1] * full + (blocks[rest] if rest else "")


def _printable(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _speed(summary: Summary) -> str:
    return f", {rate(summary.games_per_second)} a second ({summary.engine})" if summary.games_per_second else ""


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.2%}".replace("%", " %")


def _range(interval: Interval | None, scale: int = 1, unit: str = "") -> str:
    return "" if interval is None else f"({_number(interval[0] * scale)} to {_number(interval[1] * scale)}{unit})"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.2f}"
