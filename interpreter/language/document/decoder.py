"""The bytes of a file come in; a `Source` goes out, or a fault with the place of the first byte that is no text."""

from __future__ import annotations

import re
from pathlib import Path
from unicodedata import normalize

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.source import Place, Source

MAX_BYTES = 2**18  # ten times the largest ruleset known; all stages together take some seconds for so much
_BOM = b"\xef\xbb\xbf"
_UTF_16_BOMS = (b"\xff\xfe", b"\xfe\xff")
# Everything that YAML does not print, and the three characters that YAML 1.1 alone takes for the end of a line.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]|\r(?!\n)")
_MOST_CONTROL_FAULTS = 20


def read_source(path: Path, report: Report, name: str | None = None) -> Source | None:
    """Read a file; `name` is what diagnostics print (default: the path). None when it is no text. Raises OSError."""
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)  # one byte more than allowed is enough to know
    return decode(content, str(path) if name is None else name, report)


def decode(content: bytes, name: str, report: Report) -> Source | None:
    """Make a Source of UTF-8 bytes, without a byte order mark; None, with a fault in the report, when they are none."""
    if len(content) > MAX_BYTES:
        report.error(
            "P102", f"the file is larger than {MAX_BYTES} bytes", _start(Source(name, "")), "split it, with `extends`"
        )
        return None
    try:
        text = content.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as fault:
        _report_bad_byte(content, fault, name, report)
        return None
    source = Source(name, normalize("NFC", text))  # names with accents are one, however they were typed
    return source if check_characters(source, report) else None


def check_characters(source: Source, report: Report) -> bool:
    """Report each character that cannot stand in a YAML text; True when there is none."""
    clean = True
    for found in list(_CONTROL.finditer(source.text))[:_MOST_CONTROL_FAULTS]:
        clean = False
        character = found.group()
        before = source.text[: found.start()]
        line, column = before.count("\n") + 1, found.start() - (before.rfind("\n") + 1) + 1
        what = (
            "a carriage return without a line feed"
            if character == "\r"
            else f"the invisible character U+{ord(character):04X}"
        )
        hint = (
            "end lines with a line feed"
            if character == "\r"
            else f'remove it, or write "\\u{ord(character):04X}" in quotes'
        )
        report.error("P103", f"{what} stands here", Place(source, line, column, line, column + 1), hint)
    return clean


def _report_bad_byte(content: bytes, fault: UnicodeDecodeError, name: str, report: Report) -> None:
    content = content.removeprefix(_BOM)
    if content.startswith(_UTF_16_BOMS):
        report.error("P101", "this file is UTF-16", _start(Source(name, "")), "save it as UTF-8")
        return
    shown = Source(name, content.decode("utf-8", errors="replace"))
    before = content[: fault.start].decode("utf-8")
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    message = f"the byte 0x{content[fault.start]:02X} is not UTF-8 text"
    report.error("P101", message, Place(shown, line, column, line, column + 1), "save the file as UTF-8")


def _start(source: Source) -> Place:
    return Place(source, 1, 1, 1, 1)
