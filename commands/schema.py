"""`parlour schema`: the JSON Schema of rulesets on stdout."""

from __future__ import annotations

from importlib.resources import files

import click

SCHEMA = files("parlour") / "schema" / "ruleset.schema.json"


@click.command()
def command() -> None:
    """Print the JSON Schema of rulesets, for editors."""
    click.echo(SCHEMA.read_text(encoding="utf-8"), nl=False)
