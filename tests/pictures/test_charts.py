"""Pictures of simulations: every figure is in them, in every language, and nothing leaves the page."""

import re
from xml.etree import ElementTree as ET

import pytest

from parlour.interpreter.face import Game, load
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.locale.tags import languages
from parlour.interpreter.pictures.charts.chart import Bars, Histogram, Lines, Spreads
from parlour.interpreter.pictures.charts.drawing import charted, shapes_of
from parlour.interpreter.pictures.charts.figures import chart_of, columns_of, sweep_chart_of
from parlour.interpreter.pictures.lettering import width_at
from parlour.interpreter.simulating import simulate

SVG = "{http://www.w3.org/2000/svg}"


def summary_of(game, n=60, players=None, options=None, **more):
    return simulate(Game(load(game), players, options), n, engine="machine", **more)


def texts(picture):
    return [element.text for element in ET.fromstring(picture).iter(f"{SVG}text")]


def shift(element, parents):
    """What the groups about an element move it by."""
    x = y = 0.0
    while element in parents:
        element = parents[element]
        moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
        x, y = (x + float(moved[1]), y + float(moved[2])) if moved else (x, y)
    return x, y


def check_on_the_page(picture):
    """Texts and rectangles, by the same estimate of widths that lays them out."""
    root = ET.fromstring(picture)
    width, height = float(root.get("width")), float(root.get("height"))
    parents = {child: parent for parent in root.iter() for child in parent}
    for element in root.iter(f"{SVG}text"):
        dx, dy = shift(element, parents)
        x, y = float(element.get("x")) + dx, float(element.get("y")) + dy
        wide = width_at(element.text, float(element.get("font-size")))
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[element.get("text-anchor")]
        assert left >= -1
        assert left + wide <= width + 1, element.text
        assert 0 <= y <= height
    for element in root.iter(f"{SVG}rect"):
        dx, dy = shift(element, parents)
        x, y, wide, high = (float(element.get(name)) for name in ("x", "y", "width", "height"))
        assert min(wide, high) >= 0
        assert -1 <= x + dx <= x + dx + wide <= width + 1
        assert -1 <= y + dy <= y + dy + high <= height + 1


@pytest.mark.parametrize("game", Library().ids())
def test_every_game_has_a_picture_that_keeps_on_the_page(game):
    summary = summary_of(game, 25)
    picture = charted(chart_of(load(game).checked, summary))
    check_on_the_page(picture)
    root = ET.fromstring(picture)
    assert root.find(f"{SVG}title").text == load(game).title
    assert len(root.find(f"{SVG}desc").text) > 40
    assert root.get("role") == "img"


@pytest.mark.parametrize("language", languages())
def test_every_language_says_it_in_its_own_words(language):
    chart = chart_of(load("goose").checked, summary_of("goose", 40, 2), language)
    shown = " ".join(texts(charted(chart)))
    english = chart_of(load("goose").checked, summary_of("goose", 40, 2), "en")
    for panel, other in zip(chart.panels, english.panels, strict=True):
        assert panel.title in shown
        assert "chart_" not in panel.title + panel.note
        assert "{" not in panel.note
        if language != "en":
            assert panel.title != other.title
            assert panel.note != other.note
    check_on_the_page(charted(chart))


def test_the_figures_are_those_of_the_summary():
    summary = summary_of("goose", 200, 3)
    chart = chart_of(load("goose").checked, summary)
    outcomes, winners, turns, scores = chart.panels
    assert [type(p) for p in chart.panels] == [Bars, Bars, Histogram, Spreads]
    assert [bar.share for bar in winners.rows] == [w.share for w in summary.winners]
    assert [bar.interval for bar in winners.rows] == [w.ci95 for w in summary.winners]
    assert sum(bar.share for bar in outcomes.rows) == pytest.approx(1)
    assert sum(column.count for column in turns.columns) == 200
    assert [(r.mean, r.sd, r.least, r.greatest) for r in scores.rows] == [
        (s.mean, s.sd, s.least, s.greatest) for s in summary.scores
    ]
    shown = texts(charted(chart))
    assert {f"{w.share * 100:.1f} %" for w in summary.winners} <= set(shown)
    assert {"Player 1", "Player 2", "Player 3"} <= set(shown)


def test_ends_are_told_in_the_words_of_the_ruleset():
    summary = summary_of("humbert-ca", 60, 2)
    told = [bar.label for bar in chart_of(load("humbert-ca").checked, summary).panels[0].rows]
    assert told == [
        "… guanya i s’emporta tota la Banca",
        "La cua de peix: els dos adversaris es reparteixen la Banca",
    ]


def test_a_bar_is_as_long_as_its_share():
    summary = summary_of("goose", 200, 2)
    picture = charted(chart_of(load("goose").checked, summary))
    root = ET.fromstring(picture)
    panel = root.findall(f".//{SVG}g[@class='panel']")[1]
    rules = sorted({float(re.match(r"M(\S+)", p.get("d"))[1]) for p in panel.iter(f"{SVG}path")
                    if p.get("stroke-width") == "1"})  # fmt: skip
    bars = [float(r.get("width")) for r in panel.iter(f"{SVG}rect")]
    whole = rules[-1] - rules[0]
    assert [bar / whole for bar in bars] == pytest.approx([w.share for w in summary.winners], abs=0.001)


class TestColumns:
    def test_few_values_have_a_column_each(self):
        assert [(c.label, c.count) for c in columns_of({3: 2, 5: 1})] == [("3", 2), ("4", 0), ("5", 1)]

    def test_many_are_put_together_and_the_rest_is_open(self):
        histogram = dict.fromkeys(range(1, 400), 10) | {100_000: 1}
        found = list(columns_of(histogram))
        assert len(found) <= 41
        assert found[0].label == "1–10"
        assert found[-1].label.endswith("…")
        assert sum(c.count for c in found) == sum(histogram.values())


def test_a_sweep_is_drawn_as_lines():
    found = [summary_of("pig", 50, 2, {"goal": goal}, seats=["bot:hold_at_20"]) for goal in (30, 60, 90)]
    chart = sweep_chart_of(load("pig").checked, "goal", found)
    assert [type(p) for p in chart.panels] == [Lines, Lines]
    winners = chart.panels[1]
    assert (winners.option, winners.values) == ("goal", ("30", "60", "90"))
    assert [[p.share for p in line.points] for line in winners.lines] == [
        [s.winners[k].share for s in found] for k in range(2)
    ]
    check_on_the_page(charted(chart))
    assert len({(shape._right, shape._x(0), shape._x(2)) for _, shape in shapes_of(chart)}) == 1


def test_many_lines_and_values_with_long_names_keep_on_the_page():
    found = [summary_of("humbert-ca", 30, 2, {"lot": lot}) for lot in ("tickets", "coins")] * 12
    check_on_the_page(charted(sweep_chart_of(load("humbert-ca").checked, "lot", found)))


def test_a_single_game_and_none():
    checked = load("pig").checked
    check_on_the_page(charted(chart_of(checked, summary_of("pig", 1))))
    assert chart_of(checked, summary_of("pig", 0)).panels == ()
