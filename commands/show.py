"""`parlour show GAME`: a ruleset on stdout, for a reader, merged, or lowered."""

from __future__ import annotations

from collections.abc import Mapping

import click

from parlour.commands.opening import game_of, option_option, players_option, ruleset_argument, ruleset_of
from parlour.commands.ruleset_page import page
from parlour.interpreter.program.printing import listing


@click.command()
@ruleset_argument
@click.option("--resolved", is_flag=True, help="The merged YAML; inherited parts say where they come from.")
@click.option("--program", is_flag=True, help="The program that the ruleset is lowered to.")
@players_option
@option_option
def command(game: str, resolved: bool, program: bool, players: int | None, options: Mapping[str, str]) -> None:
    """Show a ruleset to a reader."""
    if resolved and program:
        raise click.UsageError("--resolved and --program show different things: give one of them.")
    if (players or options) and not program:
        raise click.UsageError("--players and --option go with --program: the ruleset is the same for all of them.")
    ruleset = ruleset_of(game)
    if resolved:
        click.echo(ruleset.resolved(origins=True), nl=False)
    elif program:
        click.echo(listing(game_of(ruleset, players, options).program), nl=False)
    else:
        click.echo("\n".join(page(ruleset)))
