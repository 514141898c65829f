"""The moves of a board come in; squares that nobody reaches, and those that nobody leaves, go out (P530, P532)."""

from __future__ import annotations

from parlour.interpreter.checking.asked import asked_places
from parlour.interpreter.checking.moves import Moves, Squares, moves_of
from parlour.interpreter.checking.standing import reached_squares
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.diagnostics import Related, Report
from parlour.interpreter.source import Place

LEAVING = frozenset(("end", "phase", "catch", "out", "move", "go_to", "miss_turns", "choose"))


def check_reach(survey: Survey, report: Report) -> None:
    """Only what is certain: a board with a move that is not known beforehand is left alone."""
    moves = moves_of(survey)
    reached = reached_squares(moves) if moves is not None else None
    if moves is None or reached is None or not moves.in_phases:
        return
    _unreached(moves, reached, report)
    _dead_ends(moves, reached, report)


def _unreached(moves: Moves, reached: Squares, report: Report) -> None:
    """Squares with statements; those that one key names together are told of only where none of them is reached."""
    by_key: dict[Place, set[int]] = {}
    for square in moves.survey.model.squares:
        if square.land or square.meet:
            by_key.setdefault(square.place, set()).update(moves.numbers(square))
    for place, numbers in by_key.items():
        if numbers and not numbers & reached and max(numbers) <= moves.ends.last:
            which = f"square {min(numbers)}" if len(numbers) == 1 else f"any of the squares {_listed(numbers)}"
            hint = "check its number, and the moves that should lead here"
            report.warning("P530", f"no move of this game can end on {which}", place, hint)


def _dead_ends(moves: Moves, reached: Squares, report: Report) -> None:
    """Squares from which every move leads back to where it began."""
    asked = asked_places(moves.survey)
    if asked is None or not _can_be_certain(moves):
        return
    others = (s for s in sorted(reached - {moves.ends.last}) if not any(is_met(s) for is_met in asked))
    stuck = [square for square in others if _is_dead_end(moves, square)]
    if stuck:
        beyond = moves.board.beyond
        place = beyond.place if beyond is not None else moves.board.place
        walks = [s for s in moves.in_phases if s.statement.verb == "move"]
        related = [Related("this is how pawns move", step.place) for step in walks[:1]]
        which = f"square {stuck[0]}" if len(stuck) == 1 else f"the squares {_listed(stuck)}"
        message = f"no move leaves {which}: whoever stands there stays for ever"
        hint = "let a move that goes too far end somewhere: beyond: bounce, stop or statements"
        report.warning("P532", message, place, hint, related)


def _can_be_certain(moves: Moves) -> bool:
    """One pawn each, which others do not move."""
    tokens = moves.board.tokens
    steps = (*moves.in_phases, *moves.elsewhere, *(s for n in moves.land for s in moves.on(n)))
    walks = any(s.statement.verb == "move" for s in moves.in_phases)
    alone = tokens is None or moves.values.constant(tokens) == 1
    return walks and alone and all(moves.moves_own(s) for s in steps)


def _is_dead_end(moves: Moves, square: int) -> bool:
    targets = [moves.targets(step, square) for step in moves.in_phases]
    if any(t is None or t != {square} for t in targets) or moves.leaves_by_statements(square):
        return False
    return not any(moves.flow.alone(block).verbs & LEAVING for block in moves.land.get(square, ()))


def _listed(numbers: set[int] | list[int], most: int = 6) -> str:
    shown = ", ".join(str(n) for n in sorted(numbers)[:most])
    return shown if len(numbers) <= most else f"{shown} and {len(numbers) - most} more"
