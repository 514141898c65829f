"""A variant may change the default of any one option of a library's ruleset: no scenario that it inherits fails.

A variant with another default runs an inherited scenario as if that scenario stated the value: so each scenario is run
once for each value of each option that it does not state. Scenarios of bases are tried in the bases, and, in the long
form, in every ruleset that inherits them.
"""

import pytest
from msgspec.structs import replace

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.lowering.settling import ends, settle
from parlour.interpreter.opening import opened
from parlour.interpreter.scenarios.runner import run_scenarios


def scalar(value, place):
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Scalar(text, value, quoted=False, one_line=True, place=place)


def with_options(entry, chosen):
    """A scenario that states these options too, named by them."""
    place, fields = entry.key.place, entry.value
    stated = fields.get("options")
    more = [Entry(scalar(name, place), scalar(value, place)) for name, value in chosen.items()]
    options = Mapping((*(stated.entries if stated else ()), *more), place)
    kept = [f for f in fields if f.key.text != "options"]
    name = f"{entry.key.text} | {' '.join(f'{o}: {v}' for o, v in chosen.items())}"
    return Entry(scalar(name, place), Mapping((*kept, Entry(scalar("options", place), options)), place))


def with_scenarios(ruleset, entries):
    tree = ruleset.loaded.tree
    sections = [Entry(e.key, Mapping(tuple(entries), e.value.place)) if e.key.text == "scenarios" else e for e in tree]
    return replace(ruleset, loaded=replace(ruleset.loaded, tree=Mapping(tuple(sections), tree.place)))


def tried(ruleset, only_own):
    """Every scenario with every value of every option that it leaves open."""
    values = ends(ruleset.model, settle(ruleset.model, Report()), Report())
    own = ruleset.loaded.source
    for entry in ruleset.loaded.tree.get("scenarios") or ():
        if only_own and entry.key.place.source != own:
            continue
        stated = entry.value.get("options")
        for chosen in values:
            if not stated or not chosen.keys() & stated.index.keys():
                yield with_options(entry, chosen)


def failing(ruleset, only_own=False):
    return [r.name for r in run_scenarios(with_scenarios(ruleset, tried(ruleset, only_own))) if not r.passed]


@pytest.mark.parametrize("identifier", Library().ids())
def test_another_default_breaks_no_scenario_of_the_ruleset(identifier):
    assert failing(opened(identifier, Library()), only_own=True) == []


@pytest.mark.slow
@pytest.mark.parametrize("identifier", Library().ids())
def test_another_default_breaks_no_scenario_of_its_bases(identifier):
    assert failing(opened(identifier, Library())) == []


def test_a_scenario_that_does_not_state_what_it_relies_on_is_found(tmp_path):
    (tmp_path / "mine.yaml").write_text(
        "parlour: 1\nid: mine\nextends: pig\ntitle: Mine\nlanguage: en\n"
        "scenarios:\n  a hundred wins:\n    given: {turn: seat 1, seat 1: {points: 95}}\n"
        "    draws: ['6']\n    expect: {outcome: reached}\n"
    )
    assert failing(opened(str(tmp_path / "mine.yaml"), Library())) == ["a hundred wins | goal: 1000"]
