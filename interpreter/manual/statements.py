"""The rows of statements come in, the page docs/statements.md goes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from parlour.interpreter.language import signatures as kinds
from parlour.interpreter.language.signatures import Parameter, Statement

_HEAD = """# Statements

The verbs of rules. A statement is a map with one verb; several make a list, done one after the other. `if:` beside any
verb is a guard: the statement is done only where the condition holds. The game's own `effects:` are used like verbs:
`{NAME: value}`, `{NAME: [value, value]}`, `{NAME: {parameter: value}}`, or the bare name where it takes nothing.
"""
_WRITTEN: dict[type[kinds.ArgumentKind], str] = {
    kinds.PickOf: "`NAME in SET where COND`",
    kinds.NewName: "a new name, or a variable",
    kinds.Body: "statements",
    kinds.Assignments: "`{TARGET: EXPR}`",
    kinds.Bindings: "`{NAME: EXPR}`",
    kinds.Passed: "`{NAME: EXPR}`",
    kinds.CaseList: "`{CASE: STATEMENTS, otherwise: STATEMENTS}`",
    kinds.OptionList: "`{NAME: STATEMENTS}` or `{NAME: {only_if: EXPR, do: STATEMENTS}}`",
    kinds.Speech: "`TEXT` or `{TEXT: {NAME: EXPR}}`",
    kinds.ShortRule: "`pays_all`, `owes`, `{cover: ACCOUNT}`, `{do: STATEMENTS}`, or `{match: OPTION, cases: …}` of these",
    kinds.Ending: "`turn`, `phase` or `{outcome: WORD, winners: WHO, say: {NAME: EXPR}}`",
}


def statements_page(statements: Iterable[Statement]) -> str:
    """One chapter a verb, in alphabetical order, after a table of all."""
    rows = sorted(statements, key=lambda row: row.verb)
    index = [f"| [`{row.verb}`](#{row.verb}) | {row.summary} |" for row in rows]
    chapters = ["\n".join(_chapter(row)) for row in rows]
    return "\n".join([_HEAD, "| verb | what it does |", "|---|---|", *index, "", *chapters])


def _chapter(row: Statement) -> Iterator[str]:
    yield f"## {row.verb}\n"
    yield f"{row.summary[:1].upper()}{row.summary[1:]}. {row.manual}\n"
    yield "| argument | takes | what it is |"
    yield "|---|---|---|"
    yield from (_argument(row, parameter) for parameter in row.parameters)
    yield f"\n```yaml\n{row.example.strip()}\n```\n"


def _argument(row: Statement, parameter: Parameter) -> str:
    name = f"`{parameter.name}`" if parameter.required else f"`{parameter.name}` (optional)"
    if parameter.name in row.either:
        name = f"`{parameter.name}` (one of {len(row.either)})"
    notes = f"; with {' or '.join(f'`{other}`' for other in parameter.only_with)}" if parameter.only_with else ""
    if parameter.beside:
        notes = f"; beside `{row.verb}`"
    elif parameter.name == row.main != row.verb:
        notes = f"; alone it may be written `{row.verb}: …`"
    return f"| {name} | {_taken(parameter.kind)} | {parameter.help}{notes} |"


def _taken(kind: kinds.ArgumentKind) -> str:
    """What an argument of this kind is written as."""
    match kind:
        case kinds.ExpressionOf():
            return _expression(kind)
        case kinds.ReferenceTo(role):
            return {"device": "a device of `chance`"}.get(role, f"{'an' if role[0] in 'aeiou' else 'a'} {role}")
        case kinds.WordOf(words):
            return " or ".join(f"`{word}`" for word in words) or "a name"
        case kinds.PickOf() | kinds.NewName() | kinds.Body() | kinds.Assignments() | kinds.Bindings():
            return _WRITTEN[type(kind)]
        case (
            kinds.CaseList() | kinds.OptionList() | kinds.Speech() | kinds.Passed() | kinds.ShortRule() | kinds.Ending()
        ):
            return _WRITTEN[type(kind)]
        case _:
            assert_never(kind)


def _expression(kind: kinds.ExpressionOf) -> str:
    words = "".join(f" or `{word}`" for word in kind.words)
    return f"{kind.type if kind.type else 'any value'}{words}"
