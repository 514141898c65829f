"""The words of `parlour simulate` in; what is asked of every simulation of the call out, or what contradicts itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct

from parlour.commands.clustering import LOCAL, cluster_address
from parlour.commands.files import FILE, PNG, SVG, drawable, ending, writable
from parlour.commands.languages import language_option
from parlour.commands.outcome import CouldNotRun
from parlour.commands.parameters import MOST_GAMES, SEED, Whole, Width, json_option, seats_option, sweep_option
from parlour.interpreter.installing import install
from parlour.interpreter.simulation.engines import ENGINES, MACHINE
from parlour.interpreter.simulation.rows import ENDS

F = TypeVar("F", bound=Callable[..., Any])

GAMES = 10_000
AT_MOST = 1_000_000  # with --until-ci
PARQUET = ".parquet"


class Wish(Struct, frozen=True):
    """What is asked of every simulation of one call. `reference`: the game; `jobs`: None where nobody says."""

    reference: str
    games: int | None
    seed: int
    seats: tuple[str, ...]
    max_turns: int | None
    jobs: int | None
    until: float | None
    engine: str | None
    out: Path | None
    resume: bool
    plot: Path | None
    language: str
    cluster: str | None
    visits: bool

    @property
    def most(self) -> int:
        """How many games, at most."""
        return self.games or (GAMES if self.until is None else AT_MOST)

    @property
    def form(self) -> str:
        """How `out` ends, in small letters."""
        return self.out.suffix.lower() if self.out else ""

    @property
    def processes(self) -> int:
        return self.jobs or processors()


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def refuse_contradictions(wish: Wish, sweeps: Sequence[str], as_json: bool) -> None:
    """What does not go together is a fault of usage; CouldNotRun where something is not installed."""
    if wish.visits and sweeps and not as_json:
        raise click.UsageError("--sweep makes one table, without landings: for those add --json.")
    if wish.resume and wish.out is None:
        raise click.UsageError("--resume goes on with a file: name it with --out.")
    if wish.out is not None and sweeps:
        raise click.UsageError("--out takes the games of one simulation: it does not go with --sweep.")
    if wish.out is not None:
        writable(wish.out)
    if wish.form == PARQUET and find_spec("pyarrow") is None:
        hint = f"install it with: {install('parquet')}, or write a .csv"
        raise CouldNotRun(f"{PARQUET} needs pyarrow", hint)
    if wish.jobs and wish.cluster not in (None, LOCAL):
        raise click.UsageError("--jobs is for processes of this computer: a cluster has its own workers.")
    if wish.plot is not None and len(sweeps) > 1:
        raise click.UsageError(
            f"--plot draws the values of one option: it does not go with {len(sweeps)} times --sweep."
        )
    if wish.plot is not None:
        drawable(wish.plot)
        writable(wish.plot)
    if wish.language and wish.plot is None:
        raise click.UsageError("--lang is the language of a picture: name it with --plot.")
    if wish.visits and (wish.out or wish.cluster):
        raise click.UsageError(
            "--visits counts landings on this computer alone: it goes with neither --out nor --cluster."
        )


def refuse_games(wish: Wish, sweeps: Sequence[str]) -> None:
    """--explain plays none."""
    others = sweeps or wish.until or wish.out or wish.resume or wish.cluster or wish.plot or wish.visits
    if others or wish.engine == MACHINE:
        raise click.UsageError("--explain plays no games: it goes with GAME, its options and seats, and --json.")


_OPTIONS = (
    click.option("-n", "games", type=Whole(1, MOST_GAMES), metavar="N", help=f"How many games (default: {GAMES:,})."),
    click.option("--seed", type=SEED, default=1, show_default=True, metavar="S", help="The same seed, the same games."),
    seats_option(
        "bot:random, bot:greedy, bot:POLICY or bot:FILE: one for all, or one a seat.", "bot:random", "bot:greedy"
    ),
    click.option("--max-turns", type=Whole(1), metavar="T", help="Stop games that are longer."),
    click.option(
        "--jobs",
        type=Whole(1, 1024),
        metavar="J",
        help="How many play at once (default: one a processor); changes no result.",
    ),
    click.option(
        "--until-ci",
        "until",
        type=Width(),
        metavar="W",
        help=f"Stop when no share's 95 % interval is wider than W, at -n games at most (default then: {AT_MOST:,}).",
    ),
    sweep_option,
    click.option(
        "--out",
        type=FILE,
        callback=ending((*ENDS, PARQUET)),
        metavar="FILE",
        help=".jsonl, .csv or .parquet: a row a game.",
    ),
    click.option("--resume", is_flag=True, help="Go on with the games of --out."),
    click.option("--visits", is_flag=True, help="Count how often each square is landed on."),
    click.option(
        "--plot", type=FILE, callback=ending((SVG, PNG)), metavar="FILE", help="Draw the figures: .svg or .png."
    ),
    language_option("The language of --plot (default: the ruleset's)."),
    click.option(
        "--cluster",
        callback=cluster_address,
        metavar="URL|local",
        help="Play on a Dask cluster: the address of its scheduler, or local for one of --jobs processes here.",
    ),
    click.option("--engine", type=click.Choice(list(ENGINES)), help="What plays the games (default: the faster)."),
    click.option(
        "--explain", is_flag=True, help="Say what machine code makes of each part, and how long it takes; no games."
    ),
    json_option,
)


def simulation_options(function: F) -> F:
    """All options but those of the game."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function
