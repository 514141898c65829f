"""Every scenario of the library and of the rulesets of tests/features/ passes, on a machine that tests its own promises."""

from functools import cache
from pathlib import Path

import pytest
import yaml

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load
from parlour.interpreter.opening import opened
from parlour.interpreter.scenarios.reader import read_scenarios
from parlour.interpreter.scenarios.runner import failures, run_scenarios

FEATURES = sorted((Path(__file__).parents[1] / "features").glob("*.yaml"))
RULESETS = {**{i: i for i in Library().ids()}, **{f"features/{path.stem}": str(path) for path in FEATURES}}


@cache
def results(reference):
    return {r.name: r for r in run_scenarios(opened(reference, Library()), promises=True)}


def cases():
    for name, reference in RULESETS.items():
        loaded = load(reference, Library(), Report())
        for scenario, _ in read_scenarios(loaded.tree):
            yield pytest.param(reference, scenario.name, id=f"{name}: {scenario.name}")


@pytest.mark.parametrize(("reference", "name"), list(cases()))
def test_scenario(reference, name):
    assert [f"{d.place}: {d.message}" for d in failures([results(reference)[name]])] == []


LOCALIZED = sorted((Path(__file__).parents[2] / "rulesets").glob("humbert-*.yaml"))


@pytest.mark.parametrize("path", LOCALIZED, ids=lambda path: path.stem)
def test_every_line_of_a_source_is_a_scenario_that_quotes_it(path):
    tree = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)
    quotes = [scenario["quote"] for scenario in tree["scenarios"].values()]
    assert {square["quote"] for square in tree["squares"].values()} <= set(quotes)
    assert len(tree["squares"]) == 18 and len(LOCALIZED) == 4
