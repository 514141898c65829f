"""A game and its bots in; how it becomes machine code, printed, out: `simulate --explain`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from time import perf_counter

import click

from parlour.commands.explaining_report import explained_json, explained_lines
from parlour.commands.opening import game_of, playable, seating
from parlour.commands.outcome import FINE, CouldNotRun
from parlour.interpreter.native.stages import Stage, making
from parlour.interpreter.simulating import simulating
from parlour.interpreter.simulation.engines import MACHINE, MANY


def explain_native(
    reference: str, players: int | None, options: Mapping[str, str], seats: Sequence[str], seed: int, as_json: bool
) -> int:
    """Prints what each part became and why, and how long each stage took; plays no more than a moment."""
    begun = perf_counter()
    ruleset = playable(reference)
    loaded = perf_counter()
    game = game_of(ruleset, players, options)
    lowered = perf_counter()
    with seating():
        made = simulating(game, MANY, seed, seats)
    work, program = made.simulation.work, game.program
    if made.engine == MACHINE and any(work.policies):
        raise CouldNotRun("these bots play on the machine: no machine code is made of them")
    found = making(program, seed, work.policies)
    stages = [
        Stage("load and check", loaded - begun, len(ruleset.resolved().splitlines()), "lines of YAML"),
        Stage("settle and lower", lowered - loaded, len(program.instructions), "instructions"),
        *found.stages,
    ]
    if as_json:
        click.echo(json.dumps(explained_json(made.setting, found, stages), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(explained_lines(made.setting, found, stages)))
    return FINE
