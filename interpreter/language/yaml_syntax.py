"""What a YAML parser says about a syntax error comes in; what the author should hear goes out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour.interpreter.source import Place, Source

_GLUED = re.compile(r"\s*[^\s:'\"]+:[^\s:]\S*\s*$")  # `a:1`, where a blank is missing
_QUOTES = "put the whole text in quotes"


@dataclass(frozen=True, slots=True)
class Mark:
    """A point of a text, both numbers from 0, as YAML parsers count."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A parser's own words: what it was doing since when, what went wrong where."""

    context: str
    since: Mark | None
    problem: str
    at: Mark


@dataclass(frozen=True, slots=True)
class Explanation:
    """Our words: a code, a sentence, a place, what would be right."""

    code: str
    message: str
    place: Place
    hint: str


# A part of the parser's sentence -> our sentence and our hint; the first that is found counts.
_SENTENCES: tuple[tuple[str, str, str], ...] = (
    ("<document start>", "text after the end of the document", "keep one document in a file"),
    ("mapping values are not allowed", "a second ': ' on one line, or a ': ' where no key can stand", _QUOTES),
    ("could not find expected ':'", "a key without ': ' and a value", "write `key: value`"),
    (
        "sequence entries are not allowed",
        "'- ' cannot begin a list on the line of its key",
        "begin the list on the next line",
    ),
    ("mapping keys are not allowed", "'? ' cannot stand here", _QUOTES),
    ("unknown escape character", "an unknown escape after '\\'", "write '\\\\' for a backslash, or use single quotes"),
    ("comment or a line break", "text after '>' or '|', which begin a block of lines", _QUOTES),
    ("comment or line break", "text after '>' or '|', which begin a block of lines", _QUOTES),
    ("alphabetic or numeric character", "'*' and '&' cannot begin a text", _QUOTES),
    ("but found '-'", "a list entry among keys", "indent it under its key"),
    ("but found '?'", "a key among list entries", "begin it with '- ', or indent it under an entry"),
    ("but found '<block mapping start>'", "this line is indented otherwise than its neighbours", "align it with them"),
    ("but found '<block sequence start>'", "this list is indented otherwise than its neighbours", "align it with them"),
    ("expected <block end>, but found '<scalar>'", "text after a closing quote", "quote the whole text, or none of it"),
    ("did not find expected key", "this line does not fit its neighbours", "align it, or quote the text before it"),
)
_CLOSER = {"sequence": "]", "mapping": "}"}


def explain(problem: Problem, source: Source) -> Explanation:
    """Say in terms of the author's text what a YAML parser stumbled over."""
    line = source.line(problem.at.line + 1)
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    if "\t" in indent:
        place = _point(source, Mark(problem.at.line, indent.index("\t")))
        return Explanation("P104", "a tab indents this line", place, "indent with spaces")
    if "quoted scalar" in problem.context and "end of stream" in problem.problem and problem.since:
        return _fault("this quote is never closed", _point(source, problem.since), "close it on its line")
    if "cannot start any token" in problem.problem:
        sign = line[problem.at.column : problem.at.column + 1]
        return _fault(f"'{sign}' cannot begin a text", _point(source, problem.at), _QUOTES)
    if problem.context.startswith("while parsing a flow"):
        return _in_flow(problem, source)
    if "incompatible YAML" in problem.problem or "directive" in problem.context:
        return Explanation(
            "P118", "a directive of YAML", _point(source, problem.at), "remove the line that begins with '%'"
        )
    if problem.context == "while scanning a tag" and problem.since:
        return _fault("'!' cannot begin a text", _point(source, problem.since), _QUOTES)
    if "node content" in problem.problem:
        sign = line[problem.at.column : problem.at.column + 1]
        return _fault(f"'{sign}' where a value should begin", _point(source, problem.at), _QUOTES)
    if "mapping values" in problem.problem and _GLUED.match(source.line(problem.at.line)):
        above = Mark(problem.at.line - 1, source.line(problem.at.line).index(":"))
        return _fault("no blank after this ':'", _point(source, above), "write `key: value`")
    for part, message, hint in _SENTENCES:
        if part in problem.problem:
            return _fault(message, _point(source, problem.at), hint)
    doing = f" {problem.context}" if problem.context else ""
    return _fault(f"no YAML:{doing} {problem.problem}", _point(source, problem.at), "check indentation and quotes")


def _in_flow(problem: Problem, source: Source) -> Explanation:
    """Inside `[ ]` or `{ }`: the bracket is never closed, or something that needs quotes stands on its line."""
    closer = next((c for kind, c in _CLOSER.items() if kind in problem.context), None)
    if closer and problem.since and problem.since.line < problem.at.line:
        opener = "[" if closer == "]" else "{"
        return _fault(
            f"this '{opener}' is not closed by a '{closer}'", _point(source, problem.since), f"add '{closer}'"
        )
    line = source.line(problem.at.line + 1)
    sign = line[problem.at.column : problem.at.column + 1]
    what = f"'{sign}' cannot stand here inside " if sign else "the line ends inside "
    around = {"]": "[ ]", "}": "{ }"}.get(closer or "", "brackets")
    return _fault(what + around, _point(source, problem.at), "put quotes around the text, or write one key per line")


def _fault(message: str, place: Place, hint: str) -> Explanation:
    return Explanation("P105", message, place, hint)


def _point(source: Source, mark: Mark) -> Place:
    return Place(source, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2)
