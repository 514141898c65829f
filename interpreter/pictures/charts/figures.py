"""Summaries of simulations and a language in; what a picture shows of them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from parlour.interpreter.checked import Checked
from parlour.interpreter.locale.formatting import Formatter, Player, Value, Word, decimal
from parlour.interpreter.pictures.charts.chart import (
    Bar,
    Bars,
    Chart,
    Column,
    Histogram,
    Line,
    Lines,
    Panel,
    Point,
    Spread,
    Spreads,
)
from parlour.interpreter.simulation.summary import Estimate, Share, Summary, Turns
from parlour.interpreter.table.layers import layers_of

SOMEBODY = "…"
STEPS = 40  # columns of a histogram
BEYOND = 0.99  # of the games lie before the last column, which is open


def chart_of(checked: Checked, summary: Summary, language: str = "") -> Chart:
    """Of one simulation, in a language (BCP 47; empty: the ruleset's own)."""
    writer = _Writer(checked, language)
    return writer.chart(summary, list(writer.panels(summary)))


def sweep_chart_of(checked: Checked, option: str, summaries: Sequence[Summary], language: str = "") -> Chart:
    """Of simulations that differ in the value of one option; without a summary there is nothing to draw."""
    writer = _Writer(checked, language)
    return writer.chart(summaries[0], list(writer.sweep(option, summaries)))


class _Writer:
    """Says things in one language."""

    def __init__(self, checked: Checked, language: str) -> None:
        self._language = language or checked.model.syntax.language
        self._title = checked.model.syntax.title
        self._formatter = Formatter(layers_of(checked.loaded, self._language))

    def chart(self, summary: Summary, panels: Sequence[Panel]) -> Chart:
        seats = ", ".join(self._word(seat.partition(":")[2]) for seat in dict.fromkeys(summary.setting.seats))
        parts = [
            self._say("players_count", n=summary.setting.players),
            seats,
            self._say("heat_games", n=summary.games),
        ]
        subtitle = " · ".join(part.rstrip(".") for part in parts)
        told = [subtitle, *(_told(panel) for panel in panels)]
        return Chart(self._title, subtitle, self._language, tuple(panels), ". ".join(told) + ".")

    def panels(self, summary: Summary) -> Iterator[Panel]:
        if not summary.games:
            return
        interval = self._say("chart_interval")
        outcomes = [(self._outcome(name), share) for name, share in summary.outcomes.items() if share.games]
        if outcomes:
            yield Bars(self._say("book_end"), interval, tuple(self._bar(*row) for row in outcomes))
        winners = [(self._player(seat), share) for seat, share in enumerate(summary.winners, 1)]
        yield Bars(self._say("chart_winners"), interval, tuple(self._bar(*row) for row in winners))
        if summary.turns and summary.turns.histogram:
            yield self._histogram(summary.turns)
        scores = [(self._player(seat), score) for seat, score in enumerate(summary.scores, 1)]
        yield from self._spreads(self._say("scores"), scores)

    def sweep(self, option: str, summaries: Sequence[Summary]) -> Iterator[Panel]:
        values = tuple(self._value(summary.setting.options[option]) for summary in summaries)
        names = [name for name in summaries[0].outcomes if any(s.outcomes[name].games for s in summaries)]
        outcomes = tuple(Line(self._outcome(name), _points(s.outcomes[name] for s in summaries)) for name in names)
        seats = range(summaries[0].setting.players)
        winners = tuple(Line(self._player(k + 1), _points(s.winners[k] for s in summaries)) for k in seats)
        interval = self._say("chart_interval")
        for title, lines in ((self._say("book_end"), outcomes), (self._say("chart_winners"), winners)):
            if lines:
                yield Lines(title, interval, self._word(option), values, lines)

    def _bar(self, label: str, share: Share) -> Bar:
        return Bar(label, share.share or 0.0, share.ci95, f"{self._number((share.share or 0) * 100, 1)} %")

    def _histogram(self, turns: Turns) -> Histogram:
        middle = turns.quantiles["0.5"]
        note = self._say("chart_turns_note", text=self._number(turns.estimate.mean or 0, 1), n=middle or 0)
        return Histogram(self._say("chart_turns"), note, tuple(columns_of(turns.histogram)))

    def _spreads(self, title: str, estimates: Sequence[tuple[str, Estimate]]) -> Iterator[Spreads]:
        rows = tuple(self._spread(label, estimate) for label, estimate in estimates if estimate.mean is not None)
        least, greatest = min((r.least for r in rows), default=0), max((r.greatest for r in rows), default=0)
        if least == greatest:
            return  # nobody ever has another score than the others
        yield Spreads(title, self._say("chart_spread"), rows, (self._number(least, 0), self._number(greatest, 0)))

    def _spread(self, label: str, estimate: Estimate) -> Spread:
        mean = estimate.mean or 0.0
        least, greatest = estimate.least or 0, estimate.greatest or 0
        return Spread(label, mean, estimate.sd or 0.0, least, greatest, self._number(mean, 2))

    def _say(self, key: str, **values: Value) -> str:
        return self._formatter.format(key, values)

    def _word(self, name: str) -> str:
        return self._formatter.show(Word(name))

    def _outcome(self, name: str) -> str:
        """What is said at such an end, of nobody in particular; its word where nothing is said."""
        said = self._say(name, who=SOMEBODY, winners=SOMEBODY) if self._formatter.has(name) else ""
        return said.rstrip(".") if said and "{" not in said else self._word(name)

    def _player(self, seat: int) -> str:
        return self._formatter.show(Player(seat))

    def _value(self, value: int | bool | str) -> str:
        return self._formatter.show(Word(value) if isinstance(value, str) else value)

    def _number(self, value: float, places: int) -> str:
        return decimal(value, self._language, places)


def columns_of(histogram: Mapping[int, int]) -> Iterator[Column]:
    """Equal steps from the least on; the last is open where some games are far longer than the others."""
    low, high = min(histogram), max(histogram)
    far, so_far, games = high, 0, sum(histogram.values())
    for value in sorted(histogram):
        so_far += histogram[value]
        if so_far >= BEYOND * games:
            far = value
            break
    width = max(1, -(-(far + 1 - low) // STEPS))
    starts = range(low, far + 1, width)
    for start in starts:
        count = sum(histogram.get(value, 0) for value in range(start, start + width))
        yield Column(f"{start}" if width == 1 else f"{start}–{start + width - 1}", count)
    rest = sum(count for value, count in histogram.items() if value >= starts[-1] + width)
    if rest:
        yield Column(f"{starts[-1] + width} …", rest)


def _points(shares: Iterator[Share]) -> tuple[Point, ...]:
    return tuple(Point(share.share or 0.0, share.ci95) for share in shares)


def _told(panel: Panel) -> str:
    match panel:
        case Bars(title, _, rows):
            return f"{title}: {', '.join(f'{row.label} {row.shown}' for row in rows)}"
        case Spreads(title, _, rows, _):
            return f"{title}: {', '.join(f'{row.label} {row.shown}' for row in rows)}"
        case Histogram(title, note, _):
            return f"{title}: {note}"
        case Lines(title, _, option, values, lines):
            return f"{title}: {option} {', '.join(values)}; {', '.join(line.label for line in lines)}"
