"""`parlour validate PATH…`: every problem of every file on stdout, and whether there is any as the exit code."""

from __future__ import annotations

import os
import sys

import click

from parlour.commands.opening import not_there
from parlour.commands.outcome import COULD_NOT_RUN, FINE, PROBLEMS_FOUND
from parlour.commands.parameters import completed_by
from parlour.interpreter.diagnostics import Diagnostic, Severity
from parlour.interpreter.language.loading.library import UnknownRuleset
from parlour.interpreter.rendering import Format, render
from parlour.interpreter.scenarios.inherited import MOST
from parlour.interpreter.verdict import check, check_text

STDIN = "-"
COMPLETE = (Format.JSON, Format.SARIF)  # for programs: every failing scenario of a base, too


@click.command()
@click.argument("paths", shell_complete=completed_by("complete_game"), metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--format",
    "style",
    type=click.Choice([style.value for style in Format]),
    help="How to write problems (default: text; github where GitHub Actions runs).",
)
@click.option("--strict", is_flag=True, help="Warnings fail too.")
def command(paths: tuple[str, ...], style: str | None, strict: bool) -> int:
    """Check rulesets: files, ids of the library, or - for stdin."""
    form = Format(style) if style else _usual()
    most = None if form in COMPLETE else MOST
    found: list[Diagnostic] = []
    missing = False
    for path in dict.fromkeys(paths):
        try:
            found += (
                check_text(sys.stdin.buffer.read(), "<stdin>", most=most) if path == STDIN else check(path, most=most)
            )
        except (UnknownRuleset, OSError) as fault:
            missing = True
            not_there(path, fault).show()
    if found or not missing or form is not Format.TEXT:
        click.echo(render(found, form, color=True), nl=False)
    if missing:
        return COULD_NOT_RUN
    failing = found if strict else [d for d in found if d.severity is Severity.ERROR]
    return PROBLEMS_FOUND if failing else FINE


def _usual() -> Format:
    return Format.GITHUB if os.environ.get("GITHUB_ACTIONS") == "true" else Format.TEXT
