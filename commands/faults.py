"""A ruleset or a file that cannot be used in, what is said about it, with the right exit code, out."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from parlour.commands.outcome import PROBLEMS_FOUND, CouldNotRun
from parlour.interpreter.diagnostics import Diagnostic, listed
from parlour.interpreter.language.loading.library import Library, UnknownRuleset
from parlour.interpreter.rendering import Format, as_snippet, render
from parlour.interpreter.runtime.fault import Fault


class FaultyRuleset(click.ClickException):
    """A ruleset that cannot be played: everything that is wrong with it, on stderr."""

    exit_code = PROBLEMS_FOUND

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("; ".join(d.message for d in diagnostics))
        self.diagnostics = diagnostics

    def show(self, file: Any = None) -> None:
        click.echo(render(self.diagnostics, Format.TEXT, color=True), nl=False, err=True)


def not_there(reference: str, fault: Exception) -> CouldNotRun:
    """Why a ruleset cannot be opened, with what would be right where that can be guessed."""
    if not reference:
        return nameless()
    if Path(reference).is_dir():
        return CouldNotRun(f"{reference} is a folder", _inside(Path(reference)))
    if isinstance(fault, UnknownRuleset):
        here = [path for end in (".yaml", ".yml") if (path := Path(f"{reference}{end}")).is_file()]
        return CouldNotRun(str(fault), f"the file here is './{here[0]}'" if here else "")
    path, reason = Path(reference), fault.strerror if isinstance(fault, OSError) else str(fault)
    return CouldNotRun(f"{reference}: {reason or fault}", "" if path.exists() else _near(path))


def nameless() -> CouldNotRun:
    """An empty text stands where a ruleset or a file is named; as a path it would be the folder where one is."""
    return CouldNotRun("'' names no ruleset and no file", "give an id of the library (`parlour list`), or a path")


def failed(fault: Fault) -> str:
    """A rule that could not be carried out while a game was on: why, its place and the line there."""
    return f"a rule cannot be carried out: {fault.message}\n{as_snippet(fault.place)}"


def unfit(diagnostics: Sequence[Diagnostic]) -> click.UsageError:
    """What is wrong with what was wished for, a line each: a ruleset is sound without it."""
    return click.UsageError("\n".join(f"{d.message}{f': {d.hint}' if d.hint else ''}" for d in diagnostics))


def _inside(folder: Path) -> str:
    """What of a folder could have been meant."""
    found = sorted(folder.glob("*.y*ml"))
    return f"name the file that is meant: {listed([str(p) for p in found], 5)}" if found else "no ruleset is in it"


def _near(path: Path) -> str:
    """The ruleset of the library that was meant, or a file beside a missing one."""
    if path.stem in Library().ids():
        return f"did you mean '{path.stem}', of the library?"
    beside = {p.stem: p for p in path.parent.glob("*.y*ml")} if path.parent.is_dir() else {}
    near = get_close_matches(path.stem, beside, n=1)
    return f"did you mean '{beside[near[0]]}'?" if near else ""
