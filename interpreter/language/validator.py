"""The stage *validate*: a merged tree comes in; whatever does not fit the JSON Schema goes to the report, at its place."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Mapping, Sequence, Tree
from parlour.interpreter.language.schema.shapes import Shape
from parlour.interpreter.language.schema.statements import with_effects
from parlour.interpreter.language.validating.explaining import explain
from parlour.interpreter.language.validating.violations import Ground, Violation

_MOST_FAULTS = 200


def validate(tree: Mapping, report: Report) -> None:
    """Report every fault of shape (P220 to P228, and P401, P402 of statements); the tree itself stays as it is."""
    effects = tree.get("effects")
    schema = with_effects(_schema(), list(effects.index) if isinstance(effects, Mapping) else [])
    errors = Draft202012Validator(schema).iter_errors(plain(tree))
    explain([_violation(error) for error in islice(errors, _MOST_FAULTS)], Ground(schema, tree, report))


@cache
def _schema() -> Shape:
    path = files("parlour") / "schema" / "ruleset.schema.json"
    schema: Shape = json.loads(path.read_text(encoding="utf-8"))
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


def _violation(error: ValidationError) -> Violation:
    return Violation(
        keyword=str(error.validator),
        demand=error.validator_value,
        found=error.instance,
        path=tuple(error.absolute_path),
        shape=error.schema if isinstance(error.schema, dict) else {},
        shape_path=tuple(error.absolute_schema_path),
    )
