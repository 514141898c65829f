"""Every scenario of every ruleset of the library passes, on a machine that tests its own promises at every step."""

from functools import cache

import pytest

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load
from parlour.interpreter.pipeline import opened
from parlour.interpreter.scenarios.reader import read_scenarios
from parlour.interpreter.scenarios.runner import failures, run_scenarios


@cache
def results(identifier):
    return {r.name: r for r in run_scenarios(opened(identifier, Library()), promises=True)}


def cases():
    for identifier in Library().ids():
        loaded = load(identifier, Library(), Report())
        for scenario, _ in read_scenarios(loaded.tree):
            yield pytest.param(identifier, scenario.name, id=f"{identifier}: {scenario.name}")


@pytest.mark.parametrize(("identifier", "name"), list(cases()))
def test_scenario(identifier, name):
    result = results(identifier)[name]
    assert [f"{d.place}: {d.message}" for d in failures([result])] == []
