"""The vocabulary comes in, the JSON Schema (draft 2020-12) of a ruleset file goes out."""

from __future__ import annotations

import json
import re

from parlour.interpreter.language.schema import declarations, rules
from parlour.interpreter.language.schema.declarations import Section
from parlour.interpreter.language.schema.shapes import NAME, Shape, or_as, types_of
from parlour.interpreter.language.schema.statements import definitions
from parlour.interpreter.language.signatures import Vocabulary

IDENTIFIER = "urn:parlour:ruleset:1"
SECTIONS: dict[str, Section] = {
    **declarations.HEADER,
    "options": declarations.OPTIONS,
    "accounts": declarations.ACCOUNTS,
    "variables": declarations.VARIABLES,
    "sets": declarations.SETS,
    "chance": declarations.CHANCE,
    "board": rules.BOARD,
    "squares": rules.SQUARES,
    "cards": declarations.CARDS,
    "zones": declarations.ZONES,
    "effects": rules.EFFECTS,
    "formulas": rules.FORMULAS,
    "phases": rules.PHASES,
    "words": rules.WORDS,
    "texts": rules.TEXTS,
    "policies": rules.POLICIES,
    "scenarios": rules.SCENARIOS,
}
# A variant may leave these to its base, so they hold only in a file without `extends`.
_WHOLE = ("required", "dependentSchemas", "if", "then")
_SHORT_LIST = re.compile(r"\[[^][{}]{1,100}\]")
_SOMETHING = ["string", "integer", "boolean", "array", "object"]


def schema(vocabulary: Vocabulary) -> Shape:
    """The schema of a file, with or without `extends`; a merged ruleset is one without."""
    effects = rules.EFFECTS.shape | {"propertyNames": _own_name(vocabulary)}
    sections = SECTIONS | {"effects": Section(effects, rules.EFFECTS.steps)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": IDENTIFIER,
        "title": "Parlour ruleset",
        "description": "A game of the parlour, written as data.",
        "type": "object",
        "properties": {key: _loosened(section.shape, section.steps) for key, section in sections.items()},
        "additionalProperties": False,
        "required": ["id"],
        "if": {"required": ["extends"]},
        "else": {"$ref": "#/$defs/whole"},
        "$defs": {
            "whole": _whole(sections),
            **definitions(vocabulary.statements.values()),
            "die": declarations.DIE,
            "end": rules.END,
            "value": rules.VALUE,
        },
    }


def as_text(part: Shape) -> str:
    """A schema as it is written to a file."""
    lines = json.dumps(part, ensure_ascii=False, indent=1)
    return _SHORT_LIST.sub(lambda found: " ".join(found[0].split()), lines) + "\n"


def _own_name(vocabulary: Vocabulary) -> Shape:
    """An effect is a verb, so it cannot be called as another one is."""
    taken = [*vocabulary.statements, *(p.name for row in vocabulary.statements.values() for p in row.beside)]
    return {"pattern": NAME, "not": {"enum": list(dict.fromkeys(taken))}}


def _whole(sections: dict[str, Section]) -> Shape:
    """What a file without `extends` must have besides; a base alone (`abstract`) needs no phases."""
    return {
        "required": ["parlour", "title"],
        "properties": {key: _tightened(section.shape, section.steps) for key, section in sections.items()},
        "if": {"properties": {"abstract": {"const": True}}, "required": ["abstract"]},
        "else": {"required": ["phases"]},
    }


def _loosened(shape: Shape, steps: int) -> Shape:
    """What a variant may write: parts of entries, and `null` to take something away."""
    loose = or_as(shape, "null") if "type" in shape else dict(shape)
    if not steps:
        return loose
    loose = {key: value for key, value in loose.items() if key not in _WHOLE}
    if isinstance(known := shape.get("properties"), dict):
        loose["properties"] = {key: _loosened(value, steps - 1) for key, value in known.items()}
    if isinstance(others := shape.get("additionalProperties"), dict):
        loose["additionalProperties"] = _loosened(others, steps - 1)
    return loose


def _tightened(shape: Shape, steps: int) -> Shape:
    """What `_loosened` left out."""
    tight: Shape = {} if "null" in types_of(shape) or "type" not in shape else {"type": _SOMETHING}
    if not steps:
        return tight
    tight |= {key: shape[key] for key in _WHOLE if key in shape}
    if isinstance(known := shape.get("properties"), dict):
        tight["properties"] = {key: _tightened(value, steps - 1) for key, value in known.items()}
    if isinstance(others := shape.get("additionalProperties"), dict):
        tight["additionalProperties"] = _tightened(others, steps - 1)
    return tight
