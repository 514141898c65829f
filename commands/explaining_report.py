"""What machine code was made of in; the report of `simulate --explain`, for people or as plain data, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from parlour.commands.columns import columns
from parlour.commands.progress import rate
from parlour.interpreter.native.stages import Making, Stage
from parlour.interpreter.simulation.summary import Setting


def explained_lines(setting: Setting, making: Making, stages: Sequence[Stage]) -> Iterator[str]:
    """`stages`: all of them, from the text of the ruleset on."""
    players = f"{setting.players} player{'s' * (setting.players > 1)}"
    yield click.style(f"{setting.game}, {players} ({', '.join(dict.fromkeys(setting.seats))})", bold=True)
    if making.table_values:
        yield f"{making.table_values:,} numbers in tables of its own"
    yield from making.explained.lines()
    yield ""
    yield click.style("stages", bold=True)
    rows = [[s.name, f"{s.seconds * 1000:,.1f} ms", f"{s.made:,}", s.unit] for s in stages]
    yield from columns(rows, "<>><", indent=2)
    if making.unavailable:
        yield f"no machine code: {making.unavailable}"
    else:
        kept = "found" if making.kept else "not found, and kept now"
        yield f"  machine code kept from before: {kept}"
        speed = (
            f"about {rate(making.rate)} games a second on one processor"
            if making.rate
            else f"a rule fails in {making.failed}"
        )
        yield f"  {speed}"


def explained_json(setting: Setting, making: Making, stages: Sequence[Stage]) -> dict[str, Any]:
    """Seconds, sizes, and for each rule where values part what tables and switches serve."""
    return {
        **setting.to_json(),
        **making.explained.to_json(),
        "table_values": making.table_values,
        "stages": [{"stage": s.name, "seconds": s.seconds, "made": s.made, "what": s.unit} for s in stages],
        "kept": making.kept,
        "games_per_second": making.rate,
        "unavailable": making.unavailable or None,
        "failed": making.failed or None,
    }
