"""The moves of a board come in; the squares where a pawn can come to stand go out, those that send it on told apart."""

from __future__ import annotations

from parlour.interpreter.checking.landing import Landing
from parlour.interpreter.checking.moves import Moves, Squares


def reached_squares(moves: Moves) -> Squares | None:
    """Every square where a pawn can arrive or stand, and maybe some more; None where that is not known."""
    reached = moves.reached
    return moves.reached_past(_passed(moves, reached)) if reached is not None else None


def _passed(moves: Moves, reached: Squares) -> Squares:
    """Squares that certainly send on whoever comes there, so that no turn begins on them."""
    put = moves.starts or frozenset()
    for square in reached:
        put |= _sent_to(moves, square)
    landing = Landing(moves, {})
    return frozenset(s for s in reached & moves.land.keys() if s not in put and _sends_on(moves, landing, s))


def _sent_to(moves: Moves, start: int) -> Squares:
    """Where pawns come that a phase does not order to go there and obey: there a square may be without effect."""
    steps = [*moves.elsewhere, *(s for s in moves.in_phases if "land" in s.arguments)]
    sent = (moves.sent_from(start), *(moves.targets(step, start) for step in steps))
    return frozenset(square for squares in sent for square in squares or ())


def _sends_on(moves: Moves, landing: Landing, square: int) -> bool:
    if moves.board.meet or any(s.meet for s in moves.survey.model.squares):
        return False  # which may end the turn before the square is obeyed
    if square == 0:
        return False
    ways = [landing.after(square, going, forced=0) for going in (1, -1)]
    return all(pawn is not None and pawn.at != square for pawn in ways)
