"""The board of a ruleset comes in; what it leaves unsaid, and what its picture cannot show, goes out (P528, P529, P534)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from parlour.interpreter.checking.flow import Flow
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.diagnostics import Related, Report, did_you_mean, listed
from parlour.interpreter.language.document.tree import Mapping, Scalar, Sequence
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.source import Place

MOST_RELATED = 3


def check_board(survey: Survey, report: Report) -> None:
    board = survey.model.board
    if board is None:
        return
    place = board.last.place if board.last is not None else board.place
    if board.effects_when is None:
        _chaining(survey, place, report)
    if board.last is not None and board.beyond is None:
        _end(survey, place, report)
    _picture(survey, report)


def _chaining(survey: Survey, place: Place, report: Report) -> None:
    """Squares that move pawns, and no word on whether the next square is then obeyed."""
    blocks = [square.land for square in survey.model.squares]
    moves = list(islice(moves_on(survey.flow, blocks), MOST_RELATED))
    if moves:
        related = [Related("this moves the pawn on", step.place) for step in moves]
        message = "squares move pawns on, and the board does not say whether the next square is then obeyed"
        hint = "write `effects_when: not forced` (only where a player's own move ends) or `effects_when: true` (always)"
        report.error("P528", message, place, hint, related)


def moves_on(flow: Flow, blocks: list[typed.Block]) -> Iterator[typed.Step]:
    """The statements of squares that send a pawn to where it lands again."""
    for step in flow.reached(*blocks):
        if isinstance(step, typed.Step) and step.statement.verb in ("move", "go_to"):
            lands = step.arguments.get("land")
            if lands is None or not (isinstance(lands, typed.Literal) and lands.value == 0):
                yield step


def _end(survey: Survey, place: Place, report: Report) -> None:
    walks = [s for s in survey.steps if s.statement.verb == "move"]
    walks = [s for s in walks if survey.values.of(s.arguments["by"]).high > 0]  # type: ignore[arg-type]
    if walks:
        related = [Related("this can go past it", walks[0].place)]
        message = "the board does not say what happens past its last square: pawns stop there"
        hint = "write `beyond: stop`, bounce, stay, wrap, or statements: {go_to: 1}"
        report.warning("P529", message, place, hint, related)


# --- the picture ------------------------------------------------------------------------------------------------------


def _picture(survey: Survey, report: Report) -> None:
    """Squares that the picture names and the board does not have."""
    written, board = survey.model.syntax.board, survey.model.board
    picture = written.picture if written is not None else None
    common = picture.get("common") if isinstance(picture, Mapping) else None
    if board is None or not isinstance(common, Sequence):
        return
    for item in common.items:
        if isinstance(item, Scalar) and not _is_square(item, board, survey):
            known = listed(board.type.words) if board.type.words else f"the squares are 1..{survey.values.last_square}"
            hint = did_you_mean(item.text, board.type.words) or known
            report.error("P534", f"the board has no square '{item.text}' to draw", item.place, hint)


def _is_square(item: Scalar, board: typed.Board, survey: Survey) -> bool:
    if board.type.words:
        return item.text in board.type.words
    return isinstance(item.value, int) and 0 <= item.value <= survey.values.last_square
