"""A loaded ruleset in; its model out, with every fault of its shape and its sense in the report: validate and check.

Apart from the other stages, because it comes with jsonschema-rs and Babel, which take as long to load as all the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.interpreter.checking.checker import check
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.loading.loader import Loaded
from parlour.interpreter.language.resolving.typed import Model
from parlour.interpreter.language.validator import validate


def inspected(loaded: Loaded, read: Callable[[Loaded, Report], Model], report: Report) -> Model:
    """`read` is what stands between the two: parse and resolve. Raises RulesetError with all faults of the first stage that
    has any."""
    validate(loaded.tree, report)
    report.barrier()
    model = read(loaded, report)
    spoken = {s: language for s, language in zip(loaded.sources, loaded.languages, strict=True) if language}
    check(model, spoken, report)
    report.barrier()
    return model
