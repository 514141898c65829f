"""The stage *validate*: a merged tree comes in; whatever does not fit the JSON Schema goes to the report, at its place."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Mapping, Sequence, Tree
from parlour.interpreter.language.schema.shapes import Shape
from parlour.interpreter.language.schema.statements import with_effects
from parlour.interpreter.language.validating.explaining import explain
from parlour.interpreter.language.validating.violations import Ground

SCHEMA = Path(__file__).parents[2] / "schema" / "ruleset.schema.json"


def validate(tree: Mapping, report: Report) -> None:
    """Report every fault of shape (P220 to P228, and P401, P402 of statements); the tree itself stays as it is."""
    effects = tree.get("effects")
    schema, data = with_effects(_schema(), list(effects.index) if isinstance(effects, Mapping) else []), plain(tree)
    if fits(schema, data):
        return
    # what finds the faults takes a tenth of a second to import, and most rulesets have none
    from parlour.interpreter.language.validating.finding import violations  # noqa: PLC0415

    explain(violations(schema, data), Ground(schema, tree, report))


def fits(schema: Shape, data: Any) -> bool:
    """Whether plain data fit; where this quick look cannot tell, they do not yet."""
    try:
        return bool(jsonschema_rs.validator_for(schema).is_valid(data))
    except ValueError:  # numbers beyond what it can hold
        return False


@cache
def _schema() -> Shape:
    schema: Shape = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return schema


def plain(tree: Tree) -> Any:
    """The tree as plain data; all keys are strings."""
    match tree:
        case Mapping():
            return {entry.key.text: plain(entry.value) for entry in tree}
        case Sequence():
            return [plain(item) for item in tree.items]
        case scalar:
            return scalar.value
