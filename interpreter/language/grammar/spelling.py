"""A text that the grammar refused comes in; its spellings from other languages go out as faults with what to write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from unicodedata import name as character_name

from msgspec import Struct

from parlour.interpreter.language.grammar.fragment import Fragment

_NAME = r"[^\W\d](?:\w|[\u0300-\u1fff])*"
_ONLY_READS = "'{0}' would change something, and an expression only reads"
_NO_TEXT = "an expression holds no quoted text"


class Spelling(Struct, frozen=True):
    """A row: a pattern without groups of its own but named ones, a fault, what to write.

    `{0}` in both sentences is the text that matched, other fields are the named groups; a row without a code is fine.
    """

    pattern: str
    code: str = ""
    message: str = ""
    hint: str = ""


TYPOGRAPHIC = {
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "*",
    "·": "*",
    "÷": "//",
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "..",
    "∧": "and",
    "∨": "or",
    "¬": "not",
    "∈": "in",
    "∉": "not in",
}

# In the order in which they are tried at each character; what is fine comes before what would match a piece of it.
SPELLINGS = (
    Spelling(r"[0-9]+(?:_[0-9]+)+\b", "P316", "'{0}': a number is written without '_'", "write the digits alone"),
    Spelling(
        r"[0-9]+\.[0-9]+(?!\.)|(?<![\w.)])\.[0-9]+",
        "P316",
        "'{0}' is not a whole number",
        "numbers are whole: count in a smaller unit",
    ),
    Spelling(r"0[xXoObB][0-9a-fA-F]+\b", "P316", "'{0}' is not decimal", "write it with the digits 0 to 9"),
    Spelling(
        r"(?P<digits>[0-9]+)(?P<letters>[^\W\d]\w*)",
        "P316",
        "'{0}' is neither a number nor a name",
        "write {digits} * {letters}, or let the name begin with a letter",
    ),
    Spelling(r"[0-9]+"),
    Spelling(
        rf"(?P<table>{_NAME})\s*\[(?P<entry>[^\[\]]*)\]?",
        "P310",
        "'[' has no meaning in an expression",
        "write {table}({entry}), or {table}.die({entry}) for a die of a throw",
    ),
    Spelling(_NAME),
    Spelling(r"===|!==", "P314", "'{0}' has a sign too many", "write == or !="),
    Spelling(r"<>|><|=!", "P314", "'{0}' is not an operator", "write != for unequal"),
    Spelling(r"=<|=>", "P314", "'{0}' is not an operator", "write <= or >="),
    Spelling(r"==|!=|<=|>="),
    Spelling(
        r"(?:\+|-|\*\*?|//?|%|:|&&?|\|\|?)=",
        "P313",
        _ONLY_READS,
        "changing is the work of a statement: add: {{x: 1}} or set: {{x: …}}",
    ),
    Spelling(r"\+\+", "P313", _ONLY_READS, "write a statement, add: {{x: 1}}; a sum has one '+'"),
    Spelling(r"=", "P306", "'=' does not compare", "write == to compare; changing is a statement, set: {{x: …}}"),
    Spelling(r"\*\*|\^", "P314", "'{0}': there are no powers", "write a product, x * x"),
    Spelling(r"\.{3,}", "P314", "'{0}' has too many dots", "a range is written 1..6"),
    Spelling(r"//|\.\.|[-+*%<>().,\s]"),
    Spelling(r"/", "P307", "'/' would leave the whole numbers", "write //, which divides and rounds down"),
    Spelling(r"&&?", "P308", "'{0}' is not an operator", "write and"),
    Spelling(r"\|\|?", "P308", "'{0}' is not an operator", "write or"),
    Spelling(r"!", "P308", "'!' is not an operator", "write not"),
    Spelling(
        r"\[[^\[\]]*\]?|\]",
        "P310",
        "'{0}': an expression holds no list",
        "name the set under sets: and write its name here, or write a range like 1..6",
    ),
    Spelling(r"\{[^{}]*\}?|\}", "P314", "'{0}': braces have no meaning here", "a placeholder stands only in texts"),
    Spelling(r"\?[^:?]*:?", "P311", "'?' does not choose", "write VALUE if CONDITION else OTHER_VALUE"),
    Spelling(r":", "P314", "':' has no meaning here", "a range is 1..6; a YAML key stands on a line of its own"),
    Spelling(rf"[\"'‘’`„“”«](?P<word>{_NAME})[\"'‘’`“”»]", "P312", _NO_TEXT, "write the word bare: {word}"),
    Spelling(
        r"\"[^\"]*\"?|['‘’`„“”«»][^\"'‘’`„“”«»]*[\"'‘’`“”»]?",
        "P312",
        _NO_TEXT,
        "words stand bare; sentences stand under texts:",
    ),
    Spelling(r";", "P314", "';' has no meaning here", "one expression stands alone; statements are a YAML list"),
)
IN_CASES = (
    Spelling(r"\|\|?|//?|&&?|;", "P325", "'{0}' does not list cases", "write commas: 2, 3"),
    *SPELLINGS,
)


def refuse_spellings(fragment: Fragment, in_cases: bool) -> bool:
    """Report every foreign spelling of the text, from left to right; false when it has none."""
    refused = False
    for spelling, match in _spellings(fragment.text, IN_CASES if in_cases else SPELLINGS):
        if spelling is None:
            refused = True
            _refuse_character(fragment, match.group(), match.start())
        elif spelling.code:
            refused = True
            fields = {name: text for name, text in match.groupdict().items() if text is not None}
            message, hint = (s.format(match.group(), **fields) for s in (spelling.message, spelling.hint))
            fragment.fault(spelling.code, message, match.start(), match.end(), hint)
    return refused


def _spellings(text: str, rows: tuple[Spelling, ...]) -> Iterator[tuple[Spelling | None, re.Match[str]]]:
    """The text cut into pieces, each with its row; None for a character that no row knows."""
    patterns = [(row, _compiled(row.pattern)) for row in rows]
    anything = _compiled(r"(?s:.)")
    position = 0
    while position < len(text):
        found = ((row, pattern.match(text, position)) for row, pattern in patterns)
        row, match = next(((r, m) for r, m in found if m), (None, anything.match(text, position)))
        assert match is not None
        yield row, match
        position = match.end()


_compiled = cache(re.compile)


def _refuse_character(fragment: Fragment, character: str, start: int) -> None:
    written = TYPOGRAPHIC.get(character)
    name = character_name(character, "a control character")
    shown = f"'{character}'" if character.isprintable() else f"U+{ord(character):04X}"
    hint = (
        f"write {written}" if written else "expressions hold letters, digits, _ and + - * // % == != < <= > >= . .. ( )"
    )
    fragment.fault("P315", f"{shown} ({name.lower()}) has no meaning here", start, start + 1, hint)
