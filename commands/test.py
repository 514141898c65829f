"""`parlour test PATH…`: a line for each scenario of each ruleset, and what is otherwise than expected."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import click

from parlour.commands.opening import FaultyRuleset, not_there
from parlour.commands.outcome import COULD_NOT_RUN, FINE, PROBLEMS_FOUND
from parlour.commands.parameters import completed_by
from parlour.interpreter.diagnostics import Diagnostic, RulesetError
from parlour.interpreter.language.loading.library import Library, UnknownRuleset
from parlour.interpreter.opening import opened
from parlour.interpreter.rendering import Format, render
from parlour.interpreter.scenarios.inherited import MOST, Inherited, failing_inherited
from parlour.interpreter.scenarios.runner import ScenarioResult, failures, run_scenarios


@click.command()
@click.argument("paths", shell_complete=completed_by("complete_game"), metavar="[PATH...]", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="As JSON: one list, an object for each scenario.")
def command(paths: tuple[str, ...], as_json: bool) -> int:
    """Run the scenarios in rulesets.

    PATH is a file or an id of the library; without any, the whole library is tested.
    """
    code, records = FINE, []
    counts = [0, 0]  # run, failed
    unusable = 0
    for reference in dict.fromkeys(paths or Library().ids()):
        try:
            ruleset = opened(reference, Library())
        except RulesetError as fault:
            click.echo(f"{reference} cannot be used:", err=True)
            FaultyRuleset(fault.diagnostics).show()
            code, unusable = max(code, PROBLEMS_FOUND), unusable + 1
            continue
        except (UnknownRuleset, OSError) as fault:
            not_there(reference, fault).show()
            code, unusable = COULD_NOT_RUN, unusable + 1
            continue
        results = run_scenarios(ruleset)
        counts = [counts[0] + len(results), counts[1] + sum(not r.passed for r in results)]
        records += [record(ruleset.model.syntax.id.text, result) for result in results]
        if not as_json:
            of_bases = failing_inherited(ruleset, results)
            told = [*page(reference, results, of_bases[MOST:]), *inherited(ruleset.loaded.source.name, of_bases)]
            click.echo("\n".join(told))
    click.echo(
        json.dumps(records, ensure_ascii=False, indent=2) if as_json else _counted(counts[0], counts[1], unusable)
    )
    return max(code, PROBLEMS_FOUND if counts[1] else FINE)


def _counted(run: int, failed: int, unusable: int) -> str:
    if unusable and not run:
        return "Nothing was tested."
    scenarios = "1 scenario" if run == 1 else f"{run} scenarios"
    return f"{scenarios}, {failed} failed." if failed else f"{scenarios}, all passed."


# --- for people -------------------------------------------------------------------------------------------------------


def page(reference: str, results: list[ScenarioResult], brief: list[Inherited]) -> Iterator[str]:
    """The lines of one ruleset; of the `brief` ones not why they failed."""
    names = {one.result.name for one in brief}
    yield click.style(reference, bold=True) + ("" if results else ": no scenarios")
    for result in results:
        mark = click.style("ok    ", fg="green") if result.passed else click.style("FAILED", fg="red", bold=True)
        yield f"  {mark}  {result.name}"
        if not result.passed and result.name not in names:
            yield from _why(result)


def inherited(file: str, failing: list[Inherited]) -> Iterator[str]:
    """What the author of a variant can do about scenarios of its bases that do not hold any more."""
    if not failing:
        return
    told = "One of these is" if len(failing) == 1 else f"{len(failing)} of these are"
    yield f"  {told} inherited. Where {file} rules otherwise, say so under its `scenarios:`, in fields of the same"
    yield "  name, or take away what does not hold there:"
    yield from (f"    {one.mend}" for one in failing[:MOST])
    if len(failing) > MOST:
        yield f"  and so on, for {len(failing) - MOST} more; `--json` says of each why it failed."
    relied = Counter(relied for one in failing for relied in one.relied)
    for one, count in relied.most_common():
        rely = "relies" if count == 1 else "rely"
        yield f"  {count} of them {rely} on `{one.text}`, which is {one.now.text} at {one.now.place}."


def _why(result: ScenarioResult) -> Iterator[str]:
    """What is otherwise than expected, and what happened last, each with its place."""
    for fault in result.faults:
        yield from (f"          {line}" for line in _concise(fault).splitlines())
    for difference in result.differences:
        told = f"{difference.path}: expected {difference.expected}, found {difference.found}"
        yield f"          {difference.place}: {click.style(told, bold=True)}"
    if result.told:
        yield "          what happened last:"
        width = max(len(told.text) for told in result.told)
        yield from (f"            {t.text:<{width}}  {t.place or ''}".rstrip() for t in result.told)


def _concise(fault: Diagnostic) -> str:
    notes = "".join(f"\n  {related.place}: {related.message}" for related in fault.related)
    return render([fault], Format.CONCISE).rstrip() + notes


# --- for programs -----------------------------------------------------------------------------------------------------


def record(identifier: str, result: ScenarioResult) -> dict[str, Any]:
    """One scenario of the JSON: lines and columns count from 1, in `file`."""
    return {
        "file": result.place.source.name,
        "id": identifier,
        "scenario": result.name,
        "passed": result.passed,
        "line": result.place.line,
        "column": result.place.column,
        "differences": [
            {
                "expected": difference.expected,
                "found": difference.found,
                "path": difference.path,
                "line": difference.place.line,
                "column": difference.place.column,
            }
            for difference in result.differences
        ],
        "message": "\n".join(fault.message for fault in failures([result])),
    }
