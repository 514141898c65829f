"""A text comes in, `"{who} pays {n:beans}"` or a map of plural forms; a Message goes out, faults in the report."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from msgspec import Struct

from parlour.interpreter.diagnostics import Report, did_you_mean, listed
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree, is_null
from parlour.interpreter.locale.plurals import CATEGORIES, OTHER
from parlour.interpreter.source import Place

NUMBER = "number"  # `{n:number}`: a number that counts nothing
BY = "by"  # the key of a map of plural forms that names the deciding number

_TOKEN = re.compile(r"\{\{|\}\}|\{[^{}]*\}|[{}]|[^{}]+")
_NAME = (
    r"[^\W\d](?:\w|[\u0300-\u1fff])*"  # with combining marks, as in expressions; whether it is a name is asked after
)
_PLACEHOLDER = re.compile(rf"({_NAME})(?:\.({_NAME}))?(?::({_NAME})(?:\.({_NAME}))?)?")


class Placeholder(Struct, frozen=True):
    """`{name}`, `{name.form}`, `{name:message}` or `{name:message.form}`; what is not written is empty."""

    name: str
    form: str
    message: str
    place: Place

    @property
    def is_bare(self) -> bool:
        """`{name}`: the value itself, and where it is a number, one that may decide the plural form."""
        return not self.form and not self.message

    def __str__(self) -> str:
        form = f".{self.form}" if self.form else ""
        return f"{{{self.name}:{self.message}{form}}}" if self.message else f"{{{self.name}{form}}}"


Pattern = tuple[str | Placeholder, ...]


class Form(Struct, frozen=True):
    """One wording, for the numbers of one plural category."""

    category: str
    pattern: Pattern
    place: Place


class Message(Struct, frozen=True):
    """A text: one form (category `other`) where it is a plain string, else the forms of its map in file order."""

    forms: tuple[Form, ...]
    is_plural: bool
    by: str  # the deciding placeholder, where the map names it
    by_place: Place
    place: Place

    def form(self, category: str) -> Form:
        """The form for a category; where it is missing `other`, where that is missing too the last one."""
        found = {form.category: form for form in self.forms}
        return found.get(category) or found.get(OTHER) or self.forms[-1]

    @property
    def deciding(self) -> str:
        """The name of the number that chooses the form, as far as the text alone tells: `by`, or the only bare name."""
        names = {p.name for p in placeholders(self) if p.is_bare}
        return self.by or (names.pop() if len(names) == 1 else "")


def placeholders(message: Message) -> tuple[Placeholder, ...]:
    """Every placeholder of every form, in the order of the text."""
    return tuple(piece for form in message.forms for piece in form.pattern if isinstance(piece, Placeholder))


def nfc(key: str) -> str:
    """A key as names are compared: what looks alike is alike, however it was typed."""
    return unicodedata.normalize("NFC", key)


def parse_message(tree: Tree, report: Report, path: str = "") -> Message | None:
    """Read one text. Faults go to the report (P601–P606); None when there is nothing to show."""
    if isinstance(tree, Mapping):
        return _plural(tree, report, path)
    if isinstance(tree, Scalar) and not is_null(tree):
        return Message((Form(OTHER, _pattern(tree, report, path), tree.place),), False, "", tree.place, tree.place)
    report.error(
        "P604",
        f"a text is wanted, there is {_described(tree)}",
        tree.place,
        f"write one text, or a map of plural forms: {listed(CATEGORIES)}",
        path=path,
    )
    return None


def _plural(tree: Mapping, report: Report, path: str) -> Message | None:
    forms: list[Form] = []
    by, by_place = "", tree.place
    for entry in tree:
        key = entry.key.text
        if key == BY:
            by, by_place = _by(entry, report, path), entry.value.place
        elif key in CATEGORIES:
            forms.extend(_form(entry, report, path))
        else:
            hint = did_you_mean(key, (*CATEGORIES, BY))
            report.error("P605", f"'{key}' is no plural form", entry.key.place, hint, path=path)
    if all(entry.key.text == BY for entry in tree):
        report.error("P604", "a map of plural forms without a form", tree.place, f"give '{OTHER}' at least", path=path)
    return Message(tuple(forms), True, by, by_place, tree.place) if forms else None


def _form(entry: Entry, report: Report, path: str) -> Iterator[Form]:
    value = entry.value
    if isinstance(value, Scalar) and not is_null(value):
        yield Form(entry.key.text, _pattern(value, report, path), value.place)
    else:
        message = f"the form '{entry.key.text}' has to be a text, there is {_described(value)}"
        report.error("P604", message, value.place, "write the whole sentence in quotes", path=path)


def _described(tree: Tree) -> str:
    match tree:
        case Mapping():
            return "a map"
        case Sequence():
            return "a list"
        case _:
            return "nothing"


def _by(entry: Entry, report: Report, path: str) -> str:
    value = entry.value
    if isinstance(value, Scalar) and not is_null(value) and nfc(value.text).isidentifier():
        return nfc(value.text)
    report.error("P606", "'by' names the number that decides the form", value.place, "for example `by: n`", path=path)
    return ""


def _pattern(scalar: Scalar, report: Report, path: str) -> Pattern:
    pieces: list[str | Placeholder] = []
    for token in _TOKEN.finditer(scalar.text):
        place = _part(scalar, token.start(), token.end())
        piece = _piece(token.group(), place, report, path)
        if isinstance(piece, str) and pieces and isinstance(pieces[-1], str):
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return tuple(pieces)


def _piece(token: str, place: Place, report: Report, path: str) -> str | Placeholder:
    """One token as what it means; a faulty one as the text it is."""
    if token in ("{{", "}}"):
        return token[0]
    if token == "{":
        hint = "close it: {name}; to show a brace itself write {{"
        report.error("P601", "this '{' is never closed", place, hint, path=path)
    elif token == "}":
        report.error("P602", "this '}' closes nothing", place, "to show a brace itself write }}", path=path)
    elif token.startswith("{"):
        return _placeholder(token, place, report, path) or token
    return token


def _placeholder(token: str, place: Place, report: Report, path: str) -> Placeholder | None:
    found = _PLACEHOLDER.fullmatch(nfc(token[1:-1]))
    are_names = found and all(name.isidentifier() for name in found.groups() if name)
    if found and are_names and not (found[2] and found[3]) and not (found[3] == NUMBER and found[4]):
        return Placeholder(found[1], found[2] or found[4] or "", found[3] or "", place)
    report.error("P603", f"'{token}' is no placeholder", place, _right_placeholder(token[1:-1]), path=path)
    return None


def _right_placeholder(inner: str) -> str:
    """What to write instead of a placeholder that cannot be read."""
    if not inner.strip():
        return "name the value: {who}; to show a brace itself write {{ and }}"
    without_blanks = re.sub(r"\s+", "", inner)
    if without_blanks != inner and _PLACEHOLDER.fullmatch(without_blanks):
        return f"no blanks between the braces: {{{without_blanks}}}"
    return "write {name}, {name.form}, {name:message}, {name:message.form} or {name:number}"


def _part(scalar: Scalar, start: int, end: int) -> Place:
    return scalar.place.part(start, end) if scalar.one_line else scalar.place.within(scalar.text, start, end)
