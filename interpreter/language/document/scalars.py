"""A plain YAML text comes in, its YAML 1.2 core value goes out, or what is wrong with it."""

from __future__ import annotations

import re

from msgspec import Struct

from parlour.interpreter.diagnostics import Severity
from parlour.interpreter.language.document.tree import Value

_WORDS: dict[str, Value] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_START = frozenset("+-.0123456789")
_WHOLE = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_LONGEST_NUMBER = 25  # characters: more than 64 bits need in any base we read; Python refuses very long ones itself
_LOWEST, _HIGHEST = -(2**63), 2**63 - 1

# Where YAML 1.1 (many editors and tools) reads something else than YAML 1.2.
_TRUTHS_OF_1_1 = {
    **{w: "true" for word in ("yes", "on") for w in (word, word.capitalize(), word.upper())},
    **{w: "false" for word in ("no", "off") for w in (word, word.capitalize(), word.upper())},
}
_OCTAL_OF_1_1 = re.compile(r"[-+]?0[0-7]+")
_BASE_60_OF_1_1 = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?")
_GROUPED_OF_1_1 = re.compile(r"[-+]?[0-9][0-9]*(_[0-9]+)+|[-+]?0b[01]+")


class Complaint(Struct, frozen=True):
    """What is wrong with a plain scalar, before it has a place."""

    code: str
    severity: Severity
    message: str
    hint: str


def core_value(text: str) -> Value:
    """The value of a plain scalar by the YAML 1.2 core schema; a number that is no 64-bit whole number stays a text."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _NUMBER_START and _WHOLE.fullmatch(text):
        number = _whole(text)
        return text if number is None else number
    return text


def complaint(text: str) -> Complaint | None:
    """What has to be said about a plain scalar: no whole number, too large, or read otherwise by YAML 1.1."""
    if text in _TRUTHS_OF_1_1:
        return _word(text)
    if not text or text[0] not in _NUMBER_START:
        return None
    if _WHOLE.fullmatch(text):
        return _whole_number(text)
    if _FLOAT.fullmatch(text):
        return Complaint(
            "P114",
            Severity.ERROR,
            f"{text} is not a whole number",
            "all numbers here are whole; quote it if it is a text",
        )
    if _BASE_60_OF_1_1.fullmatch(text):
        return _otherwise(f"{text} is a text here, though YAML 1.1 reads a number in base 60", f'write "{text}"')
    if _GROUPED_OF_1_1.fullmatch(text):
        return _otherwise(f"{text} is a text here, though YAML 1.1 reads a number", "write the number in plain digits")
    return None


def _whole(text: str) -> int | None:
    """The 64-bit number that a text spells (`0o` and `0x` too, a leading 0 means nothing), or None beyond 64 bits."""
    if len(text) > _LONGEST_NUMBER:
        return None
    number = int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
    return number if _LOWEST <= number <= _HIGHEST else None


def _whole_number(text: str) -> Complaint | None:
    number = _whole(text)
    if number is None:
        return Complaint(
            "P119",
            Severity.ERROR,
            f"a number of {len(text)} characters does not fit into 64 bits",
            f"numbers go from {_LOWEST} to {_HIGHEST}",
        )
    if _OCTAL_OF_1_1.fullmatch(text):
        return _otherwise(f"{text} is the number {number} here, though YAML 1.1 reads it in base 8", f"write {number}")
    return None


def _word(text: str) -> Complaint:
    return _otherwise(
        f"this is the word '{text}' here, though YAML 1.1 reads it as {_TRUTHS_OF_1_1[text]}",
        f"put it in quotes to say so, or write {_TRUTHS_OF_1_1[text]} if that is meant",
    )


def _otherwise(message: str, hint: str) -> Complaint:
    return Complaint("P115", Severity.WARNING, message, hint)
