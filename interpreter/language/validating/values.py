"""Violations about values come in (of another type, not among the words, too few or too many); diagnostics go out."""

from __future__ import annotations

from difflib import get_close_matches

from parlour.interpreter.diagnostics import did_you_mean, listed
from parlour.interpreter.language.document.tree import Mapping, Scalar, Sequence, Tree
from parlour.interpreter.language.schema.shapes import EXPRESSION, TEXT, Shape, types_of
from parlour.interpreter.language.validating.violations import Ground, Violation, called

_KINDS = {"object": "a map", "array": "a list", "string": "a text", "integer": "a number", "boolean": "true or false"}
_DEFINED = {
    "block": "a statement or a list of statements",
    "way": "a statement or a list of statements",
    "statement": "a statement",
    "end": "a word or statements",
    "die": "a number or a list of faces",
}
_LIMITS = {
    "minItems": "at least {}",
    "maxItems": "at most {}",
    "minProperties": "at least {}",
    "maxProperties": "at most {}",
    "minimum": "a number from {} on",
}


def wrong_type(ground: Ground, violation: Violation) -> None:
    path, node = violation.path, ground.value(violation.path)
    if isinstance(node, Scalar) and node.value is None and not node.quoted:
        key = ground.key(path)
        message = f"{called(path)} has no value" if key else "nothing stands here"
        ground.error("P227", message, key.place if key else node.place, _hint(ground, violation), path)
        return
    message = f"{_wanted(violation.shape)} is needed here, not {_described(node)}"
    ground.error("P221", message, node.place, _near(ground, violation) or _type_hint(ground, violation), path)


def not_allowed(ground: Ground, violation: Violation) -> None:
    """A word or number that is not among those of the schema."""
    path, node = violation.path, ground.value(violation.path)
    known = [str(word) for word in violation.demand]
    if violation.shape_path[-4:-3] == ("allOf",):  # a bare word as a statement, see `with_effects`
        near = get_close_matches(str(violation.found), known, n=1)
        effects = [entry.key.text for entry in ground.entries(("effects",))] if "effects" in ground.tree.index else []
        hint = did_you_mean(str(violation.found), near or effects)
        ground.error("P402", f"unknown statement '{violation.found}'", node.place, hint, path)
        return
    message = f"'{violation.found}' is not allowed for {called(path)}"
    if isinstance(node, Scalar) and node.quoted and node.text in known:
        hint = "write it without quotes"
    else:
        near = get_close_matches(str(violation.found), known, n=1)
        hint = f"allowed: {listed(known)}" + (f"; did you mean '{near[0]}'?" if near else _or_map(ground, violation))
    ground.error("P223", message, node.place, hint, path)


def _or_map(ground: Ground, violation: Violation) -> str:
    """What else may stand here than a word."""
    is_for_words = violation.shape_path[-2:-1] == ("then",)
    examples = ground.holder(violation.shape_path, 2).get("examples") if is_for_words else None
    return f", or a map: {examples[0]}" if examples else ""


def other_version(ground: Ground, violation: Violation) -> None:
    node = ground.value(violation.path)
    written = node.text if isinstance(node, Scalar) else _described(node)
    message = f"the version of the language is {violation.demand} here, not {written or 'empty'}"
    ground.error("P228", message, node.place, f"write parlour: {violation.demand}", violation.path)


def out_of_limits(ground: Ground, violation: Violation) -> None:
    found, node = violation.found, ground.value(violation.path)
    number = len(found) if isinstance(found, list | dict) else found
    what = "" if violation.keyword == "minimum" else " entry" if violation.demand == 1 else " entries"
    wanted = _LIMITS[violation.keyword].format(f"{violation.demand}{what}")
    key = ground.key(violation.path)
    place = key.place if key and not isinstance(node, Scalar) else node.place
    needed = "is needed here" if violation.demand == 1 else "are needed here"
    message = f"{called(violation.path)} takes {wanted}" if key else f"{wanted} {needed}"
    ground.error("P224", f"{message}, not {number}", place, _hint(ground, violation), violation.path)


def _wanted(shape: Shape) -> str:
    """What a shape takes, in words."""
    if defined := _DEFINED.get(shape.get("$ref", "").rpartition("/")[2]):
        return defined
    types = [t for t in types_of(shape) if t != "null"]
    if set(types) >= set(EXPRESSION):
        return " or ".join(["an expression", *(_KINDS[t] for t in types if t not in EXPRESSION)])
    if set(types) >= set(TEXT):
        return " or ".join(["a text", *(_KINDS[t] for t in types if t not in TEXT)])
    return " or ".join(_KINDS[t] for t in types)


def _described(node: Tree) -> str:
    match node:
        case Mapping():
            return "a map"
        case Sequence():
            return "a list"
        case Scalar(value=bool()) | Scalar(value=None):
            return node.text
        case Scalar(value=int()):
            return f"the number {node.text}"
        case _:
            return f"the text '{node.text}'"


def _type_hint(ground: Ground, violation: Violation) -> str:
    is_text = set(types_of(violation.shape)) <= {*EXPRESSION, "null"} and "string" in types_of(violation.shape)
    is_own = violation.shape_path[-2:-1] == ("additionalProperties",) and "description" in violation.shape
    is_name = "pattern" in violation.shape and "description" in violation.shape
    if is_text and isinstance(violation.found, list | dict) and not is_own and not is_name:
        return "put it in quotes if it is meant as one text"
    return _hint(ground, violation)


def _hint(ground: Ground, violation: Violation) -> str:
    """An example of what belongs here, or what the schema says of it."""
    shape = violation.shape
    if "examples" in shape:
        return f"for example: {shape['examples'][0]}"
    description = (shape.get("description") or ground.help(violation.path)).partition(". ")[0]
    key = violation.path[-1] if violation.path else ""
    return f"{key}: {description}" if description and isinstance(key, str) else description


def _near(ground: Ground, violation: Violation) -> str:
    """A field of the author's own that holds what none can hold is most often a misspelt one."""
    if violation.shape_path[-2] != "additionalProperties" or not violation.path:
        return ""
    known = ground.holder(violation.shape_path, 2).get("properties", {})
    near = get_close_matches(str(violation.path[-1]), list(known), n=1)
    return f"did you mean '{near[0]}'?" if near else ""
