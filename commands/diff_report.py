"""Differences of two rulesets, and their results, in; lines for people out: what differs, and one table of figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import hypot
from typing import Any

import click

from parlour.commands.columns import columns
from parlour.interpreter.comparing import ADDED, CHANGED, ORDER, REMOVED, Difference
from parlour.interpreter.language.document.tree import Tree
from parlour.interpreter.language.document.writing import flow_text
from parlour.interpreter.source import Place

SIGNS = {ADDED: "+", REMOVED: "-", CHANGED: "~", ORDER: "↕"}
WIDTH = 88  # letters of a value
NONE = "–"

Figure = tuple[float, float]  # a number and how far it may be off


def differences(ids: Sequence[str], found: Sequence[Difference], texts: bool = False) -> Iterator[str]:
    """What differs, section by section, with both places; what only reads differently is counted, or with `texts` listed."""
    yield click.style(" → ".join(ids), bold=True)
    listed = [d for d in found if texts or not d.is_aside]
    for section, members in groupby(sorted(listed, key=lambda d: d.section), key=lambda d: d.section):
        yield ""
        yield click.style(section, bold=True)
        for difference in members:
            yield from _lines(difference)
    if not listed:
        yield ""
        yield "they are played alike" if found else "they mean the same"
    if len(listed) < len(found):
        yield ""
        yield click.style("of no effect in play (--texts lists it)", bold=True)
        yield from _counted([d for d in found if d.is_aside])


def _counted(found: Sequence[Difference]) -> Iterator[str]:
    """How many of each kind there are in each section."""
    for section in sorted({d.section for d in found}):
        counts = Counter(d.kind for d in found if d.section == section)
        yield f"  {section}: {', '.join(f'{n} {kind}' for kind, n in sorted(counts.items()))}"


def results(ids: Sequence[str], both: Sequence[Mapping[str, Any] | None]) -> Iterator[str]:
    """A row a figure: what it is in the one, in the other, and the difference (of games with its 95 % interval).

    What is 0 in both is left out.
    """
    one, other = (dict(_figures(data)) if data else {} for data in both)
    rows = [["", *ids, "difference"]]
    for name in dict.fromkeys([*one, *other]):
        a, b = one.get(name), other.get(name)
        if not any(figure and figure[0] for figure in (a, b)):
            continue
        rows.append([name, _number(a), _number(b), _difference(a, b)])
    yield ""
    for number, line in enumerate(columns(rows, "<>><")):
        yield click.style(line, bold=True) if number == 0 else line


def to_json(difference: Difference) -> dict[str, Any]:
    """Plain data, as `--json` prints it."""
    return {
        "kind": difference.kind,
        "path": difference.path,
        "rules": not difference.is_aside,
        "old": _side(difference.old, difference.old_place),
        "new": _side(difference.new, difference.new_place),
    }


def _side(tree: Tree | None, place: Place | None) -> dict[str, Any] | None:
    if tree is None or place is None:
        return None
    return {"text": flow_text(tree), "file": place.source.name, "line": place.line, "column": place.column}


def _lines(difference: Difference) -> Iterator[str]:
    path = difference.path.partition(".")[2] or difference.path
    sides = [_shown(tree) for tree in (difference.old, difference.new) if tree is not None]
    places = [f"{p.source.name}:{p.line}" for p in (difference.old_place, difference.new_place) if p is not None]
    sign, at = SIGNS[difference.kind], " → ".join(places)
    if sum(len(side) for side in sides) <= WIDTH:
        yield f"  {sign} {path}: {' → '.join(sides)}"
    else:
        yield f"  {sign} {path}:"
        yield from (f"      {mark} {side}" for mark, side in zip(_marks(difference), sides, strict=True))
    yield f"      {at}"


def _marks(difference: Difference) -> list[str]:
    return [mark for mark, tree in (("-", difference.old), ("+", difference.new)) if tree is not None]


def _shown(tree: Tree) -> str:
    text = flow_text(tree)
    return text if len(text) <= 2 * WIDTH else text[: 2 * WIDTH] + "…"


def _figures(data: Mapping[str, Any]) -> Iterator[tuple[str, Figure]]:
    """Every figure of results by its name."""
    for name, share in (data["outcomes"] or {}).items():
        yield f"outcome {name}", _figure(share, "share")
    for winner in data["winners"] or ():
        yield f"seat {winner['seat']} wins", _figure(winner, "share")
    for score in data["scores"] or ():
        yield f"score of seat {score['seat']}", _figure(score, "mean")
    for name, measure in (data["measures"] or {}).items():
        yield f"measure {name}", _figure(measure, "mean")
    if data["turns"]:
        yield "turns", _figure(data["turns"], "mean")


def _figure(found: Mapping[str, Any], key: str) -> Figure:
    low, high = found.get("ci95") or (0.0, 0.0)
    return found[key] or 0.0, (high - low) / 2


def _number(figure: Figure | None) -> str:
    return NONE if figure is None else f"{figure[0]:.6f}"


def _difference(one: Figure | None, other: Figure | None) -> str:
    if one is None or other is None:
        return NONE
    off = hypot(one[1], other[1])
    return f"{other[0] - one[0]:+.6f}" + (f" ± {off:.6f}" if off else "")
