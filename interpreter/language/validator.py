"""The stage *validate*: a merged tree comes in; whatever does not fit the JSON Schema goes to the report, at its place."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

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
    errors = _validator(schema).iter_errors(plain(tree))
    explain([_violation(error) for error in islice(errors, _MOST_FAULTS)], Ground(schema, tree, report))


def _validator(schema: Shape) -> Validator:
    """The validator of jsonschema; each `$ref` of this schema names an entry of its `$defs`, so it is looked up there."""
    definitions = {f"#/$defs/{name}": shape for name, shape in schema["$defs"].items()}

    def refer(validator: Any, reference: str, instance: Any, _: Shape) -> Iterable[ValidationError]:
        found: Iterable[ValidationError] = validator.descend(instance, definitions[reference])
        return found

    made: Validator = extend(Draft202012Validator, {"$ref": refer})(schema)  # type: ignore[no-untyped-call]
    return made


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
