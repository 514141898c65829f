"""Summaries of simulations in; a picture of them, in a file, out: `simulate --plot`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from parlour.commands.files import write_picture
from parlour.interpreter.face import Ruleset
from parlour.interpreter.pictures.charts.drawing import charted
from parlour.interpreter.pictures.charts.figures import chart_of, sweep_chart_of
from parlour.interpreter.simulation.summary import Summary


def plot(
    ruleset: Ruleset, played: Sequence[Summary], tried: Mapping[str, Sequence[Any]], file: Path, language: str
) -> None:
    """Of one simulation its shares, turns and scores; of a sweep of one option the shares by its values."""
    if tried:
        chart = sweep_chart_of(ruleset.checked, next(iter(tried)), played, language)
    else:
        chart = chart_of(ruleset.checked, played[0], language)
    write_picture(file, charted(chart))
