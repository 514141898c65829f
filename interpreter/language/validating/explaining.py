"""All violations of one tree come in; each is explained to the report, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.interpreter.language.validating import values
from parlour.interpreter.language.validating.keys import KeyFaults
from parlour.interpreter.language.validating.violations import Ground, Violation


def explain(violations: Iterable[Violation], ground: Ground) -> None:
    """Report P220 to P228, and P401, P402 of statements. Raises LookupError for a keyword that nobody explains."""
    keys = KeyFaults(ground)
    ordered = sorted(violations, key=lambda v: _position(v, ground))
    for violation in ordered:
        if violation.keyword == "additionalProperties":
            keys.unknown(violation)
    for violation in ordered:
        if violation.is_about_key and violation.keyword == "enum":
            keys.apart(violation)
    for violation in ordered:
        _explain(violation, keys, ground)


def _position(violation: Violation, ground: Ground) -> tuple[str, int, int]:
    place = ground.value(violation.path).place
    return place.source.name, place.line, place.column


def _explain(violation: Violation, keys: KeyFaults, ground: Ground) -> None:
    match violation.keyword:
        case "additionalProperties":
            pass
        case "enum" if violation.is_about_key:
            pass
        case "enum":
            values.not_allowed(ground, violation)
        case "required":
            keys.missing(violation)
        case "pattern" | "not":
            keys.named(violation)
        case "type":
            values.wrong_type(ground, violation)
        case "const":
            values.other_version(ground, violation)
        case "minItems" | "maxItems" | "minProperties" | "maxProperties" | "minimum":
            values.out_of_limits(ground, violation)
        case keyword:
            raise LookupError(f"no explanation for faults of '{keyword}'")
