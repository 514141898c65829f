"""The building blocks of the JSON Schema: what a value of a ruleset may be, each with the help that an editor shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Shape = dict[str, Any]  # a JSON Schema, or a part of one

EXPRESSION = ("string", "integer", "boolean")
TEXT = ("string", "integer")
STATEMENT = ("object", "string")
BLOCK = ("array", *STATEMENT, "null")
# A name: letters (of any alphabet), digits and underscores. Spelled by what it may not hold, since `\w` knows only ASCII
# letters in the regular expressions of editors.
NAME = r"^[^\s\d!-/:-@\[-^`{-~][^\s!-/:-@\[-^`{-~]*$"
IDENTIFIER = r"^[a-z0-9][a-z0-9_-]*$"  # of a ruleset: also the name of its file


def of_type(types: str | Iterable[str], help: str = "", *examples: str | int) -> Shape:
    """A value of one of these types; the first example is shown where something else stands, editors offer all."""
    shape: Shape = {"type": types if isinstance(types, str) else list(types)}
    if help:
        shape["description"] = help
    if examples:
        shape["examples"] = list(examples)
    return shape


def expression(help: str = "", *examples: str | int) -> Shape:
    return of_type(EXPRESSION, help, *examples)


def text(help: str = "") -> Shape:
    """What people read; a number is a text as well."""
    return of_type(TEXT, help)


def name(help: str = "", pattern: str = NAME) -> Shape:
    return of_type("string", help) | {"pattern": pattern}


def word(help: str, *words: str) -> Shape:
    """One of a few words of the language."""
    return of_type("string", help) | {"enum": list(words)}


def truth(help: str) -> Shape:
    return of_type("boolean", help)


def count(help: str) -> Shape:
    return of_type("integer", help) | {"minimum": 1}


def span(help: str) -> Shape:
    """`low..high`"""
    return of_type("string", help, "0..20")


def list_of(items: Shape, help: str = "", *examples: str) -> Shape:
    return of_type("array", help, *examples) | {"items": items}


def such_as(shape: Shape, example: str) -> Shape:
    """With an example of what may stand there."""
    return shape | {"examples": [example]}


def map_of(values: Shape, help: str = "", keys: str = "", least: int = 0) -> Shape:
    """A map of names that the author chooses; `keys` is the pattern of the names."""
    shape = of_type("object", help) | {"additionalProperties": values}
    if keys:
        shape["propertyNames"] = {"pattern": keys}
    if least:
        shape["minProperties"] = least
    return shape


def fields(
    known: Mapping[str, Shape], help: str = "", required: Iterable[str] = (), others: Shape | None = None
) -> Shape:
    """A map of these keys; `others` is what keys of the author's own may hold (None: there are none)."""
    shape = of_type("object", help) | {"properties": dict(known), "additionalProperties": others or False}
    if listed := list(required):
        shape["required"] = listed
    return shape


def reference(definition: str, types: Iterable[str], help: str = "", *examples: str) -> Shape:
    """A definition of `$defs`. The types stand here, so that a place may also allow or refuse `null`."""
    return of_type(types, help, *examples) | {"$ref": f"#/$defs/{definition}"}


def block(help: str = "") -> Shape:
    """A statement or a list of statements; nothing is an empty list."""
    return reference("block", BLOCK, help)


def or_as(shape: Shape, *types: str) -> Shape:
    """The same shape, which may also be of other types."""
    return {**shape, "type": [*types_of(shape), *(t for t in types if t not in types_of(shape))]}


def or_list(shape: Shape) -> Shape:
    """One value of this shape, or a list of them."""
    items = {key: value for key, value in shape.items() if key not in ("description", "examples")}
    return or_as(shape, "array") | {"items": items}


def alone(*known: str) -> Shape:
    """For `dependentSchemas`: beside this key stand only these."""
    return {"propertyNames": {"enum": list(known)}}


def one_of(first: str, *others: str) -> Shape:
    """One of these keys is there; the fault speaks of the first."""
    if not others:
        return {"required": [first]}
    missing: Shape = {"not": {"anyOf": [{"required": [other]} for other in others]}}
    return {"if": missing, "then": {"required": [first]}}


def types_of(shape: Shape) -> list[str]:
    types = shape.get("type", [])
    return [types] if isinstance(types, str) else list(types)
