"""Diagnostics come in; text for people goes out: the source line, carets under the fault, what would be right."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.diagnostics import Diagnostic, Severity
from parlour.interpreter.rendering.columns import show, visible
from parlour.interpreter.source import NOWHERE, Place

_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_FRAME = "\x1b[1;34m"
_HELP = "\x1b[1;36m"
_COLORS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.NOTE: "\x1b[1;32m"}


def as_text(diagnostics: list[Diagnostic], color: bool) -> str:
    """Each diagnostic with its source line, then a line that counts them."""
    blocks = ["\n".join(_Painter(color, _margin(d)).block(d)) for d in diagnostics]
    return "\n\n".join([*blocks, summary(diagnostics)]) + "\n"


def as_concise(diagnostics: list[Diagnostic]) -> str:
    """One line each: `file:line:col: error[CODE] message (hint)`."""
    return "".join(f"{visible(_concise(d))}\n" for d in diagnostics)


def as_snippet(place: Place) -> str:
    """A place alone: its file and numbers, its line, carets under it; no end of line."""
    return "\n".join(_Painter(False, len(str(place.line))).snippet(place, ""))


def summary(diagnostics: list[Diagnostic]) -> str:
    """How many errors and warnings there are."""
    counts = [(sum(d.severity is s for d in diagnostics), s.value) for s in (Severity.ERROR, Severity.WARNING)]
    told = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts if n]
    if not told:
        return "No problems found."
    files = len({d.place.source.name for d in diagnostics})
    return f"Found {' and '.join(told)}{f' in {files} files' if files > 1 else ''}."


def _concise(diagnostic: Diagnostic) -> str:
    hint = f" ({diagnostic.hint})" if diagnostic.hint else ""
    return f"{diagnostic.place}: {diagnostic.severity}[{diagnostic.code}] {diagnostic.message}{hint}"


def _margin(diagnostic: Diagnostic) -> int:
    """The width of the longest line number of a diagnostic."""
    return max(len(str(p.line)) for p in (diagnostic.place, *(r.place for r in diagnostic.related)))


class _Painter:
    """Lays out one diagnostic; its snippets share one margin."""

    def __init__(self, color: bool, margin: int) -> None:
        self._color = color
        self._margin = margin

    def block(self, diagnostic: Diagnostic) -> Iterator[str]:
        paint = _COLORS[diagnostic.severity]
        head = self._paint(f"{diagnostic.severity}[{diagnostic.code}]", paint)
        yield head + self._paint(f": {visible(diagnostic.message)}", _BOLD)
        yield from self.snippet(diagnostic.place, paint)
        if diagnostic.hint:
            pad = " " * self._margin
            yield f"{self._frame(f'{pad} =')} {self._paint('help', _HELP)}: {visible(diagnostic.hint)}"
        for related in diagnostic.related:
            yield f"{self._paint('note', _COLORS[Severity.NOTE])}: {visible(related.message)}"
            yield from self.snippet(related.place, _COLORS[Severity.NOTE])

    def snippet(self, place: Place, paint: str) -> Iterator[str]:
        """Where a place is, and its line with carets."""
        if place.source == NOWHERE.source:
            return
        pad = " " * self._margin
        yield f"{pad}{self._frame('-->')} {visible(str(place))}"
        if not place.source.text:
            return
        line = place.source.line(place.line)
        end = place.end_column - 1 if place.end_line == place.line else len(line)
        shown = show(line, place.column - 1, end)
        yield self._frame(f"{pad} |")
        yield f"{self._frame(f'{place.line:>{self._margin}} |')} {shown.text}".rstrip()
        yield f"{self._frame(f'{pad} |')} {' ' * shown.before}{self._paint('^' * shown.width, paint)}"

    def _frame(self, text: str) -> str:
        return self._paint(text, _FRAME)

    def _paint(self, text: str, paint: str) -> str:
        return f"{paint}{text}{_RESET}" if self._color else text
