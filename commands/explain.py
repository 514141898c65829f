"""`parlour explain CODE`: what a diagnostic means, with a wrong and a right example, on stdout."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill, indent

import click
from click.shell_completion import CompletionItem

from parlour.interpreter.codes import ALL
from parlour.interpreter.codes.code import Code
from parlour.interpreter.diagnostics import did_you_mean

WIDTH = 100


def _codes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(row.code, help=row.title) for row in ALL.values() if row.code.startswith(incomplete.upper())]


@click.command()
@click.argument("code", metavar="CODE", required=False, shell_complete=_codes)
@click.option("--all", "every", is_flag=True, help="Every code, one after the other.")
def command(code: str | None, every: bool) -> None:
    """Explain a code of a diagnostic."""
    if (code is None) != every:
        raise click.UsageError("Give a CODE (as in error[P101]) or --all.")
    wanted = ALL.values() if code is None else [_found(code)]
    click.echo("\n\n".join("\n".join(_lines(row)) for row in wanted))


def _found(text: str) -> Code:
    code = text.strip().strip("[]").upper()
    if code not in ALL:
        raise click.BadParameter(f"there is no code '{text}'; {did_you_mean(code, ALL)}", param_hint="'CODE'")
    return ALL[code]


def _lines(row: Code) -> Iterator[str]:
    yield click.style(f"{row.code}: {row.title}", bold=True)
    yield ""
    yield fill(row.explanation, WIDTH)
    for heading, example in (("Wrong:", row.wrong), ("Right:", row.right)):
        yield ""
        yield heading
        yield indent(example.rstrip("\n"), "    ")
    for name, text in row.beside.items():
        yield ""
        yield f"Beside it, {name}:"
        yield indent(text.rstrip("\n"), "    ")
