"""The signatures of statements come in, their JSON Schema goes out.

A statement is one map that `properties` dispatches by its verb, never a `oneOf`: so any validator names the exact fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from parlour.interpreter.language import signatures as kinds
from parlour.interpreter.language.schema.shapes import (
    NAME,
    STATEMENT,
    Shape,
    alone,
    block,
    expression,
    fields,
    map_of,
    name,
    of_type,
    one_of,
    or_as,
    reference,
    types_of,
    word,
)
from parlour.interpreter.language.signatures import Parameter, Statement

GUARD = "if"  # the verb that may stand beside any other, as its condition
SHORT = ("string", "object")


def definitions(statements: Iterable[Statement]) -> dict[str, Shape]:
    """The entries of `$defs` that statements are made of; each is without its types, which the reference gives."""
    rows = list(statements)
    return {
        "block": {"items": reference("statement", STATEMENT), "$ref": "#/$defs/statement"},
        "statement": _statement(rows),
        "way": _way(),
        "short": _short(),
    }


def _statement(rows: list[Statement]) -> Shape:
    owners: dict[str, list[Statement]] = {}
    for row in rows:
        for parameter in row.beside:
            owners.setdefault(parameter.name, []).append(row)
    properties = {row.verb: _verb(row) for row in rows}
    properties |= {key: argument(rows[0].parameter(key)) for key, rows in owners.items()}
    own_effect = of_type(("string", "integer", "boolean", "array", "object", "null"), "An effect of this game.")
    return {
        "pattern": NAME,
        "minProperties": 1,
        "properties": properties,
        "additionalProperties": own_effect | {"items": expression(), "additionalProperties": expression()},
        "propertyNames": {"pattern": NAME},
        "dependentSchemas": _beside(rows, owners),
        "if": {"required": [GUARD], "maxProperties": 1},
        "then": {"required": ["then"]},
    }


def _beside(rows: list[Statement], owners: dict[str, list[Statement]]) -> Shape:
    """What may, and what must, stand beside each verb; what each key that stands beside verbs belongs to."""
    found: Shape = {}
    for row in rows:
        if row.verb != GUARD:
            needed = [p.name for p in row.beside if p.required]
            found[row.verb] = alone(row.verb, *(p.name for p in row.beside), GUARD)
            found[row.verb] |= {"required": needed} if needed else {}
    for key, verbs in owners.items():
        is_guard = verbs[0].verb == GUARD
        found[key] = _beside_guard(key, verbs[0]) if is_guard else one_of(*(row.verb for row in verbs))
    return found


def _beside_guard(key: str, row: Statement) -> Shape:
    """`if` with what stands beside it is a statement of its own, no guard."""
    needed = [GUARD, *(p.name for p in row.beside if p.required and p.name != key)]
    return {"required": needed} | alone(GUARD, *(p.name for p in row.beside))


def _verb(row: Statement) -> Shape:
    """The value of a verb: its only argument, a map of arguments, or either."""
    inside = {p.name: argument(p) for p in row.inside}
    if list(inside) == [row.main]:
        return inside[row.main] | {"description": _help(row)} | _example(row)
    shape = fields(inside, _help(row), [p.name for p in row.inside if p.required]) | _together(row) | _example(row)
    return or_as(shape, *types_of(inside[row.main])) if row.main else shape


def _example(row: Statement) -> Shape:
    """The example of a verb that takes a map."""
    head = f"- {row.verb}: "
    return {"examples": [row.example.removeprefix(head)]} if row.example.startswith(f"{head}{{") else {}


def _together(row: Statement) -> Shape:
    """Which arguments exclude and which need one another."""
    shape: Shape = one_of(*row.either) if row.either else {}
    rules: Shape = {p.name: one_of(*p.only_with) for p in row.inside if p.only_with}
    for key in row.either:
        rules[key] = alone(*(p.name for p in row.inside if p.name == key or p.name not in row.either))
    return shape | {"dependentSchemas": rules} if rules else shape


def _help(row: Statement) -> str:
    return f"{row.summary[:1].upper()}{row.summary[1:]}. {row.manual}"


def argument(parameter: Parameter) -> Shape:
    """The shape of one argument, with its help."""
    help_ = f"{parameter.help[:1].upper()}{parameter.help[1:]}."
    return _kind(parameter.kind) | {"description": help_}


def _kind(kind: kinds.ArgumentKind) -> Shape:
    match kind:
        case kinds.ExpressionOf():
            return expression()
        case kinds.ReferenceTo() | kinds.PickOf():
            return of_type("string", "", *(["p in players"] if isinstance(kind, kinds.PickOf) else []))
        case kinds.WordOf(words) if words:
            return word("", *words)
        case kinds.WordOf() | kinds.NewName():
            return name()
        case kinds.Body():
            return block()
        case kinds.Assignments() | kinds.Bindings() | kinds.Passed():
            return map_of(expression(), keys="" if isinstance(kind, kinds.Assignments) else NAME, least=1)
        case kinds.CaseList():
            return map_of(block(), least=1)
        case kinds.OptionList():
            ways = map_of(reference("way", types_of(block())), keys=NAME, least=1)
            return ways | {"examples": ["{stop: {end: turn}, go_on: []}"]}
        case kinds.Speech():
            return or_as(map_of(map_of(expression()), least=1) | {"maxProperties": 1}, "string")
        case kinds.ShortRule():
            return reference("short", SHORT)
        case kinds.Ending():
            return _ending()
        case _:
            assert_never(kind)


def _way() -> Shape:
    """One option of a choice: statements, or {only_if, do}."""
    only_do: Shape = {"propertyNames": {"const": "do"}, "minProperties": 1}
    return {
        "if": {"type": "object", "anyOf": [{"required": ["only_if"]}, only_do]},
        "then": {
            "properties": {"only_if": expression("When this may be chosen."), "do": block("What it does.")},
            "additionalProperties": False,
        },
        "else": {"$ref": "#/$defs/block"},
    }


def _short() -> Shape:
    """How an account or a transfer goes short: a word, {cover}, {do}, or {match, cases} of these."""
    return {
        "minProperties": 1,
        "properties": {
            "cover": of_type("string", "The account that pays the rest."),
            "do": block("What happens after what there is was paid; `payer` and `unpaid` are bound."),
            "match": expression("An option whose value decides."),
            "cases": map_of(reference("short", SHORT), "What happens for each value.", least=1),
        },
        "additionalProperties": False,
        "dependentSchemas": {
            "cover": alone("cover"),
            "do": alone("do"),
            "match": {"required": ["cases"]},
            "cases": {"required": ["match"]},
        },
    }


def _ending() -> Shape:
    shape = fields(
        {
            "outcome": name("The outcome of the game."),
            "winners": expression("Who wins: a player, or NAME in SET.", "me"),
            "say": map_of(expression(), "What is passed to the outcome's text."),
        },
        required=["outcome"],
    )
    return or_as(shape, "string") | {"if": {"type": "string"}, "then": {"enum": ["turn", "phase"]}}


def is_verb(statement: Shape, key: str) -> bool:
    """Whether a key of the definition `statement` is a verb, not something that stands beside one."""
    rule = statement["dependentSchemas"].get(key, {}).get("propertyNames", {})
    return key == GUARD or rule.get("enum", [""])[0] == key


def with_effects(schema: Shape, effects: Iterable[str]) -> Shape:
    """The schema of one ruleset, whose effects are known: any other name is no statement."""
    statement = schema["$defs"]["statement"]
    own = {name: statement["additionalProperties"] for name in effects if name not in statement["properties"]}
    verbs = [key for key in statement["properties"] if is_verb(statement, key)]
    bare: Shape = {"if": {"type": "string"}, "then": {"enum": [*verbs, *own]}}
    narrowed = {key: value for key, value in statement.items() if key not in ("pattern", "propertyNames")} | {
        "properties": statement["properties"] | own,
        "additionalProperties": False,
        "dependentSchemas": statement["dependentSchemas"] | {name: alone(name, GUARD) for name in own},
        "allOf": [bare],
    }
    return schema | {"$defs": schema["$defs"] | {"statement": narrowed}}
