"""A board of named squares and its roads come in; squares that no way leads to go out as warnings (P533)."""

from __future__ import annotations

from parlour.interpreter.checking.moves import is_move
from parlour.interpreter.checking.origins import Member
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Typed


def check_roads(survey: Survey, report: Report) -> None:
    """Only where pawns follow the roads: every `go_to` is to a neighbour or to a square that is named."""
    board, written = survey.model.board, survey.model.syntax.board
    if board is None or written is None or board.last is not None or not board.roads:
        return
    found = _entered(survey, board)
    if found is None:
        return
    leads: dict[int, set[int]] = {}
    for a, b in board.roads:
        leads.setdefault(a, set()).add(b)
        leads.setdefault(b, set()).add(a)
    waiting = list(found)
    while waiting:
        more = leads.get(waiting.pop(), set()) - found
        found |= more
        waiting += more
    for number, name in enumerate(written.names, start=1):
        if number not in found:
            what = f"no road leads to '{name.text}'" if number not in leads else f"no way leads to '{name.text}'"
            report.warning("P533", f"{what}: nobody comes there", name.place, "add it under `roads:`: [A, B]")


def _entered(survey: Survey, board: typed.Board) -> set[int] | None:
    """The squares where pawns begin or are put by name; None where they are put elsewhere than along a road."""
    found = set[int]()
    if board.starts is not None:
        starts = survey.values.of(board.starts).members
        if starts is None:
            return None
        found |= starts
    moves = [step for step in survey.steps if is_move(step)]
    for step in moves:
        to = step.arguments.get("to")
        if not isinstance(to, Typed):
            return None
        if not _follows_roads(survey, to):
            members = survey.values.of(to).members
            if members is None:
                return None
            found |= members
    return found if moves else None


def _follows_roads(survey: Survey, to: Typed) -> bool:
    """Whether a square is one of the neighbours of another, or one where a pawn stands."""
    if isinstance(to, typed.Apply):
        return to.function.name in ("at", "from")
    if not isinstance(to, typed.Bound):
        return False
    origins = survey.values.origins.get(to.local, [])
    sets = [origin.set for origin in origins if isinstance(origin, Member)]
    along = all(isinstance(s, typed.Apply) and s.function.name == "neighbours" for s in sets)
    return bool(origins) and len(sets) == len(origins) and along
