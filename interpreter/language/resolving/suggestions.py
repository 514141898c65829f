"""A name in a form that it does not have (called, or not called) comes in; how it is written instead goes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.interpreter.diagnostics import did_you_mean
from parlour.interpreter.language.signatures import Function, signature

Rows = Mapping[tuple[str, str], Sequence[Function]]  # by form and name

_ELSEWHERE = {  # what authors write in other languages
    **dict.fromkeys(
        ("random", "rand", "randint", "roll", "dice"), "chance is a statement: roll: {with: DEVICE, as: t}"
    ),
    **dict.fromkeys(("len", "length", "size"), "write x.size"),
}


def in_another_form(form: str, name: str, functions: Rows, names: Sequence[str] = ()) -> str:
    """`write x.total, without ( )` for what is no method, function or attribute; empty where nothing else has the name.

    `names` are those that the ruleset declares and that take no key.
    """
    if form == "function" and (name in names or ("name", name) in functions):
        return f"write {name}, without ( )"
    if form in ("method", "function") and ("attribute", name) in functions:
        return f"write x.{name}, without ( )" if form == "method" else f"write x.{name}"
    if form in ("attribute", "function") and (rows := functions.get(("method", name))):
        return f"it takes a value: {signature(rows[0])}"
    return _ELSEWHERE.get(name.lower(), "") if form == "function" else ""


def nearest(word: str, words: Sequence[str], names: Sequence[str]) -> str:
    """The nearest word of a type; where none is near, a name that may be meant; else the words there are."""
    hint = did_you_mean(word, words)
    meant = did_you_mean(word, names)
    return meant if "?" in meant and "?" not in hint else hint
