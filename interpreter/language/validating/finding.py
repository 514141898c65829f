"""A schema and plain data come in; every violation of the one by the other, as jsonschema finds them, goes out."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from parlour.interpreter.language.schema.shapes import Shape
from parlour.interpreter.language.validating.violations import Violation

_MOST_FAULTS = 200


def violations(schema: Shape, data: Any) -> list[Violation]:
    """At most 200 of them, in the order of the schema."""
    return [_violation(error) for error in islice(_validator(schema).iter_errors(data), _MOST_FAULTS)]


def _validator(schema: Shape) -> Validator:
    """The validator of jsonschema; each `$ref` of this schema names an entry of its `$defs`, so it is looked up there."""
    definitions = {f"#/$defs/{name}": shape for name, shape in schema["$defs"].items()}

    def refer(validator: Any, reference: str, instance: Any, _: Shape) -> Iterable[ValidationError]:
        found: Iterable[ValidationError] = validator.descend(instance, definitions[reference])
        return found

    made: Validator = extend(Draft202012Validator, {"$ref": refer})(schema)  # type: ignore[no-untyped-call]
    return made


def _violation(error: ValidationError) -> Violation:
    return Violation(
        keyword=str(error.validator),
        demand=error.validator_value,
        found=error.instance,
        path=tuple(error.absolute_path),
        shape=error.schema if isinstance(error.schema, dict) else {},
        shape_path=tuple(error.absolute_schema_path),
    )
