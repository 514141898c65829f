"""A ruleset and what became of its scenarios in; what to say of those of its bases that fail, and why, out."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.checked import Checked
from parlour.interpreter.diagnostics import Diagnostic, Report, Severity
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.scenarios.reader import read_scenarios
from parlour.interpreter.scenarios.runner import ScenarioResult, failures, result_of
from parlour.interpreter.scenarios.scenario import Scenario
from parlour.interpreter.scenarios.setups import Setups

MOST = 5  # failing scenarios of bases that are told one by one


class Relied(Struct, frozen=True):
    """A default of a base that a variant changed: the option's key as the base writes it, the default then and now."""

    key: Scalar
    before: Scalar
    now: Scalar

    @property
    def text(self) -> str:
        return f"{self.key.text}: {self.before.text}"


class Inherited(Struct, frozen=True):
    """A failing scenario of a base, and the changed defaults but for which it would pass: often none."""

    result: ScenarioResult
    relied: tuple[Relied, ...]

    @property
    def mend(self) -> str:
        """The line for `scenarios:` of the variant that makes it pass, or takes it away."""
        fields = f"{{options: {{{', '.join(r.text for r in self.relied)}}}}}" if self.relied else "null"
        name = self.result.name
        key = name if re.fullmatch(r"[^\W\d][\w ]*", name) else json.dumps(name, ensure_ascii=False)
        return f"{key}: {fields}"


def failing_inherited(ruleset: Checked, results: Sequence[ScenarioResult]) -> list[Inherited]:
    """The failing scenarios of a ruleset's bases, each with why, as far as changed defaults are why."""
    failing = [r for r in results if not r.passed and r.place.source != ruleset.loaded.source]
    search = _Search(ruleset) if failing else None
    return [Inherited(result, search.relied(result)) for result in failing] if search else []


class _Search:
    """Tries failing scenarios with the defaults that hold where they are written."""

    def __init__(self, ruleset: Checked) -> None:
        self._sources, self._setups = ruleset.loaded.sources, Setups(ruleset.programs)
        self._scenarios = {scenario.name: scenario for scenario, _ in read_scenarios(ruleset.loaded.tree)}
        self._now = _options(ruleset.loaded.tree)
        self._written = [_options(read(source, Report())) for source in self._sources]

    def relied(self, result: ScenarioResult) -> tuple[Relied, ...]:
        scenario = self._scenarios[result.name]
        changed = self._changed(scenario)
        tries = [(one,) for one in changed] + ([changed] if len(changed) > 1 else [])
        return next((relied for relied in tries if self._passes(scenario, relied)), ())

    def _changed(self, scenario: Scenario) -> tuple[Relied, ...]:
        """The defaults that are other ones where the scenario is written; of options that it does not state."""
        depth, stated = self._sources.index(scenario.place.source), {entry.key.text for entry in scenario.options}
        before = {name: entry for options in self._written[: depth + 1] for name, entry in options.items()}
        pairs = ((entry, self._now[name]) for name, entry in before.items() if name in self._now and name not in stated)
        scalars = ((a.key, a.value, b.value) for a, b in pairs)
        return tuple(
            Relied(key, a, b)
            for key, a, b in scalars
            if isinstance(a, Scalar) and isinstance(b, Scalar) and a.value != b.value
        )

    def _passes(self, scenario: Scenario, relied: tuple[Relied, ...]) -> bool:
        stated = tuple(Entry(one.key, one.before) for one in relied)
        return result_of(replace(scenario, options=(*scenario.options, *stated)), self._setups, Report()).passed


def _options(tree: Mapping | None) -> dict[str, Entry]:
    """The key and the default of each option that a file gives one."""
    section = tree.get("options") if tree else None
    given = section.entries if isinstance(section, Mapping) else ()
    defaults = ((entry.key, entry.value.get("default")) for entry in given if isinstance(entry.value, Mapping))
    return {key.text: Entry(key, default) for key, default in defaults if default is not None}


def problems(ruleset: Checked, results: Sequence[ScenarioResult], most: int | None = None) -> Iterator[Diagnostic]:
    """What `validate` says of scenarios that fail: of those of bases `most` one by one (None: all), then one of the rest."""
    inherited = failing_inherited(ruleset, results)
    by_name = {one.result.name: one for one in inherited}
    shown = inherited if most is None or len(inherited) <= most else inherited[:most]
    left = {one.result.name for one in inherited[len(shown) :]}
    own = ruleset.loaded.source.name
    for result in results:
        if result.name not in left:
            hint = _hint(by_name[result.name], own) if result.name in by_name else ""
            yield from failures([result], hint)
    if left:
        yield _rest(ruleset, inherited[len(shown) :])


def _hint(one: Inherited, own: str) -> str:
    if not one.relied:
        return f"where it is not meant to hold in this variant, leave it out: `scenarios: {{{one.mend}}}` in {own}"
    was = " and ".join(f"`{r.text}`, which is {r.now.text} here" for r in one.relied)
    return f"it relies on {was}: let it say so, by `scenarios: {{{one.mend}}}` in {own}, or leave it out with null"


def _rest(ruleset: Checked, rest: list[Inherited]) -> Diagnostic:
    """How many more fail, and which changed default most of them rely on."""
    count = Counter(relied for one in rest for relied in one.relied)
    names = "scenario of a base fails" if len(rest) == 1 else "scenarios of bases fail"
    told = f"{len(rest)} more {names}"
    if not count:
        hint = "where they are not meant to hold in this variant, leave them out with null; `--format json` lists all"
        return Diagnostic("P713", Severity.ERROR, told, ruleset.loaded.own.place.part(0, 0), hint, "scenarios", ())
    why = " and ".join(f"`{relied.text}` ({n})" for relied, n in count.most_common(MOST))
    path = f"options.{next(iter(count)).key.text}.default"
    hint = f"let each say so: `{rest[0].mend}` under `scenarios:`, or leave it out with null; `--format json` lists all"
    place = count.most_common(1)[0][0].now.place
    return Diagnostic(
        "P713",
        Severity.ERROR,
        f"{told}; {'it relies' if len(rest) == 1 else 'they rely'} on {why}",
        place,
        hint,
        path,
        (),
    )
