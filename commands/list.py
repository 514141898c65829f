"""`parlour list`: the library on stdout."""

from __future__ import annotations

import json

import click

from parlour.commands.columns import columns
from parlour.commands.outcome import FINE, PROBLEMS_FOUND
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.rendering import Format, render
from parlour.interpreter.shelf import Entry, entries_of


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON, bases included.")
@click.option("--all", "with_bases", is_flag=True, help="Also the bases that are not played themselves.")
def command(as_json: bool, with_bases: bool) -> int:
    """List the games of the library."""
    entries, faults = entries_of(Library())
    if as_json:
        click.echo(json.dumps([entry.to_json() for entry in entries], ensure_ascii=False, indent=2))
    else:
        for line in columns([_row(entry) for entry in entries if with_bases or not entry.abstract]):
            click.echo(line)
    if faults:
        click.echo(render(faults, Format.TEXT, color=True), nl=False, err=True)
    return PROBLEMS_FOUND if faults else FINE


def _row(entry: Entry) -> tuple[str, str, str, str]:
    low, high = entry.players
    players = f"{low}" if low == high else f"{low}–{high}"
    title = f"{entry.title} (a base)" if entry.abstract else entry.title
    return entry.id, players, entry.language, f"{title}: {entry.summary}" if entry.summary else title
