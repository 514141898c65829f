"""The grammar of expressions comes in, its parser goes out: made from tables that were computed beforehand.

To compute the tables takes longer than all else that reads a small ruleset. `expression.tables.json` keeps them; where it
is of another grammar or another lark, they are computed anew.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

GRAMMAR = Path(__file__).with_name("expression.lark")
TABLES = Path(__file__).with_name("expression.tables.json")
STARTS = ("expression", "pick", "faces")


@cache
def grammar() -> Lark:
    """The parser of expressions, picks and case keys."""
    text = GRAMMAR.read_text(encoding="utf-8")
    kept = _kept()
    if kept.get("grammar") != _digest(text) or kept.get("lark") != lark.__version__:
        return computed(text)
    loaded: Lark = Lark.load({"data": kept["data"], "memo": kept["memo"]})
    return loaded


def computed(text: str) -> Lark:
    """The parser of a grammar, its tables computed."""
    return Lark(text, parser="lalr", lexer="contextual", start=list(STARTS), maybe_placeholders=False)


def tables_text() -> str:
    """What the file of tables must hold: what it holds, as long as it is of this grammar (lark numbers states at random)."""
    text = GRAMMAR.read_text(encoding="utf-8")
    if _kept().get("grammar") == _digest(text):
        return TABLES.read_text(encoding="utf-8")
    data, memo = computed(text).memo_serialize([TerminalDef, Rule])
    made = {"lark": lark.__version__, "grammar": _digest(text), "data": data, "memo": memo}
    return json.dumps(made, separators=(",", ":")) + "\n"


def _kept() -> dict[str, Any]:
    if not TABLES.exists():
        return {}
    kept: dict[str, Any] = json.loads(TABLES.read_text(encoding="utf-8"), object_hook=_numbered)
    return kept


def _numbered(found: dict[str, Any]) -> dict[str | int, Any]:
    """Numbers as keys, which JSON writes as text."""
    return {int(key) if key.isdecimal() else key: value for key, value in found.items()}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
