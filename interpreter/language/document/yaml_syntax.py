"""What a YAML parser says about a syntax error comes in; what the author should hear goes out."""

from __future__ import annotations

import re

from msgspec import Struct

from parlour.interpreter.source import Place, Source


class Mark(Struct, frozen=True):
    """A point of a text, both numbers from 0, as YAML parsers count."""

    line: int
    column: int


class Problem(Struct, frozen=True):
    """A parser's own words: what it was doing since when, what went wrong where."""

    context: str
    since: Mark | None
    problem: str
    at: Mark


class Explanation(Struct, frozen=True):
    """Our words: a code, a sentence, a place, what would be right."""

    code: str
    message: str
    place: Place
    hint: str


class _Sentence(Struct, frozen=True):
    """`part` of what the parser says, and what we say; `since`: the place is where it began, not where it stopped.

    `{sign}` in a message is the character at the place.
    """

    part: str
    message: str
    hint: str
    since: bool = False
    code: str = "P105"


_QUOTES = "put the whole text in quotes"
_NO_DIRECTIVE = "remove the line that begins with '%'"
_ALIGN = "align it with them"
_HEAD_IN_A_COMMENT = re.compile(r"\s*#[# ]*[\w-]+:\s*$")
_GLUED = re.compile(r"\s*(?:- +)*[\w ]*\w(:)[^\s:/]")  # `a:1`, where a blank is missing
_QUOTED = re.compile(r"""(?<![^\s\[{,])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')""", re.DOTALL)
_COMMENT = re.compile(r"(?:^|\s)#")
_CLOSER = {"sequence": "]", "mapping": "}"}

_SENTENCES = (  # the first that fits counts
    _Sentence("directive", "a directive of YAML", _NO_DIRECTIVE, code="P118"),
    _Sentence("incompatible YAML document", "a directive of YAML", _NO_DIRECTIVE, code="P118"),
    _Sentence("quoted scalar: found unexpected end", "this quote is never closed", "close it on its line", since=True),
    _Sentence(
        "quoted scalar: found unexpected document", "this quote is never closed", "close it on its line", since=True
    ),
    _Sentence(
        "unknown escape character", "an unknown escape after '\\'", "write '\\\\' for a backslash, or use single quotes"
    ),
    _Sentence("escape sequence", "an escape after '\\' that is not complete", "write '\\\\' for a backslash"),
    _Sentence("cannot start any token", "'{sign}' cannot begin a text", _QUOTES),
    _Sentence("while scanning a tag", "'!' cannot begin a text", _QUOTES, since=True),
    _Sentence("while parsing a tag", "'!' cannot begin a text", _QUOTES, since=True),
    _Sentence("comment or a line break", "text after '>' or '|', which begin a block of lines", _QUOTES),
    _Sentence("comment or line break", "text after '>' or '|', which begin a block of lines", _QUOTES),
    _Sentence("indentation indicator", "text after '>' or '|', which begin a block of lines", _QUOTES),
    _Sentence("while scanning an alias", "'*' cannot begin a text", _QUOTES, since=True),
    _Sentence("while scanning an anchor", "'&' cannot begin a text", _QUOTES, since=True),
    _Sentence("node content", "'{sign}' where a value should begin", _QUOTES),
    _Sentence(
        "found unexpected ':'", "a ':' that ends a text inside brackets", "put a blank after it, or quote the text"
    ),
    _Sentence("mapping values are not allowed", "a second ': ' on one line, or a ': ' where no key can stand", _QUOTES),
    _Sentence("could not find expected ':'", "a key without ': ' and a value", "write `key: value`", since=True),
    _Sentence(
        "sequence entries are not allowed", "'- ' cannot begin a list here", "begin the list on a line of its own"
    ),
    _Sentence("mapping keys are not allowed", "'? ' cannot stand here", _QUOTES),
    _Sentence("<document start>", "text after the end of the document", "keep one document in a file"),
    _Sentence("but found '-'", "a list entry among keys", "indent it under its key"),
    _Sentence("but found '?'", "a key among list entries", "begin it with '- ', or indent it under an entry"),
    _Sentence("but found '<block mapping start>'", "this line is indented otherwise than its neighbours", _ALIGN),
    _Sentence("but found '<block sequence start>'", "this list is indented otherwise than its neighbours", _ALIGN),
    _Sentence(
        "<block end>, but found '<scalar>'",
        "text after a closing quote or bracket",
        "quote the whole text, or none of it",
    ),
    _Sentence("<block end>, but found", "'{sign}' does not fit here", "quote the text that it belongs to"),
    _Sentence(
        "did not find expected key", "this line does not fit its neighbours", "align it, or quote the text before it"
    ),
)


def explain(problem: Problem, source: Source) -> Explanation:
    """Say in terms of the author's text what a YAML parser stumbled over."""
    found = _tab(problem, source) or _glued(problem, source) or _run_on(problem, source) or _in_flow(problem, source)
    if found:
        return found
    said = f"{problem.context}: {problem.problem}"
    for row in _SENTENCES:
        if row.part in said:
            mark = problem.since if row.since and problem.since else problem.at
            message = row.message.replace("{sign}", _sign(source, mark))
            hint = _uncomment(source, mark) if row.hint is _ALIGN else ""
            return Explanation(row.code, message, _point(source, mark), hint or row.hint)
    return Explanation("P105", f"no YAML: {said}", _point(source, problem.at), "check indentation and quotes")


def _tab(problem: Problem, source: Source) -> Explanation | None:
    """A tab in the indentation of the line."""
    line = source.line(problem.at.line + 1)
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    if "\t" not in indent:
        return None
    place = _point(source, Mark(problem.at.line, indent.index("\t")))
    return Explanation("P104", "a tab indents this line", place, "indent with spaces")


def _glued(problem: Problem, source: Source) -> Explanation | None:
    """A key that became a text because no blank follows its ':'; parsers stumble one line later."""
    if "mapping values" in problem.problem or "'<block mapping start>'" in problem.problem:
        number = problem.at.line - 1
    elif "could not find expected ':'" in problem.problem and problem.since:
        number = problem.since.line
    else:
        return None
    found = _GLUED.match(source.line(number + 1))
    if not found:
        return None
    place = _point(source, Mark(number, found.start(1)))
    return Explanation("P105", "no blank after this ':'", place, "write `key: value`")


def _run_on(problem: Problem, source: Source) -> Explanation | None:
    """A quote left open, which the next quote closes, lines below; parsers stumble over what follows that one."""
    if "but found" not in problem.problem and "but got" not in problem.problem:
        return None
    before = source.text.split("\n")[: problem.at.line]
    end = sum(len(line) + 1 for line in before) + problem.at.column
    start = 0
    for number, line in enumerate(before):
        code = _COMMENT.split(line, maxsplit=1)[0]
        for opening in re.finditer("[\"']", code):
            found = _QUOTED.match(source.text, start + opening.start())
            if found and found.end() > start + len(line) and not source.text[found.end() : end].strip(" "):
                message = (
                    f"this quote is closed only on line {problem.at.line + 1}, and what follows there does not fit"
                )
                place = _point(source, Mark(number, opening.start()))
                return Explanation("P105", message, place, "close it on its line")
        start += len(line) + 1
    return None


def _in_flow(problem: Problem, source: Source) -> Explanation | None:
    """Inside `[ ]` or `{ }`: the bracket is never closed, or something that needs quotes stands on its line."""
    if not problem.context.startswith("while parsing a flow"):
        return None
    closer = next((c for kind, c in _CLOSER.items() if kind in problem.context), "")
    if closer and problem.since and problem.since.line < problem.at.line:
        message = f"this '{'[' if closer == ']' else '{'}' is not closed by a '{closer}'"
        return Explanation("P105", message, _point(source, problem.since), f"add '{closer}'")
    sign = _sign(source, problem.at)
    if sign == ":":
        hint = "put a comma before the second key, or quotes around the text"
        return Explanation("P105", "a second ':' in one entry", _point(source, problem.at), hint)
    what = f"'{sign}' cannot stand here inside " if sign else "the line ends inside "
    around = {"]": "[ ]", "}": "{ }"}.get(closer, "brackets")
    hint = "put quotes around the text, or write one key per line"
    return Explanation("P105", what + around, _point(source, problem.at), hint)


def _uncomment(source: Source, mark: Mark) -> str:
    """What to do where the key that a line belongs under, some comments above, is a comment itself."""
    number = mark.line  # counted from 1: the line above
    while (line := source.line(number).strip()).startswith("#") or (not line and number > 0):
        if _HEAD_IN_A_COMMENT.match(line):
            return f"line {number} is a comment: take its '#' away if this belongs under it, or align this"
        number -= 1
    return ""


def _sign(source: Source, mark: Mark) -> str:
    return source.line(mark.line + 1)[mark.column : mark.column + 1]


def _point(source: Source, mark: Mark) -> Place:
    """The character at a mark; nothing wide at the end of a line."""
    end = mark.column + 1 + bool(_sign(source, mark))
    return Place(source, mark.line + 1, mark.column + 1, mark.line + 1, end)
