"""The rules of a game come in; what they ask of the places of pawns, as in `until: me.at == 63`, goes out."""

from __future__ import annotations

from collections.abc import Callable

from parlour.interpreter.checking.possible import COMPARISONS
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.traversal import every_expression, within
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Typed

TURNED = {"==": "==", ">=": "<=", ">": "<", "<=": ">=", "<": ">"}
FAR = ("==", ">=", ">")  # what asks whether a pawn has come so far; what asks for the contrary may mean anything

IsMet = Callable[[int], bool]


def asked_places(survey: Survey) -> list[IsMet] | None:
    """Tests that a square may meet, where a game may then end; None where rules ask otherwise than by a comparison.

    What is only reckoned when the game has ended (scores, measures) asks nothing.
    """
    model = survey.model
    counted = [node for node in (model.score, *(value for _, value in model.measures)) if node is not None]
    afterwards = {id(node) for whole in counted for node in within(whole)}
    nodes = [node for node in every_expression(model) if id(node) not in afterwards]
    tests = [is_met for node in nodes if (is_met := _test(survey, node)) is not None]
    return tests if len(tests) == sum(map(_is_place, nodes)) else None


def _test(survey: Survey, node: Typed) -> IsMet | None:
    """What `x.at == 63` asks of a square, from whichever side it is written."""
    if not isinstance(node, typed.Apply) or node.function.form != "operator" or len(node.arguments) != 2:
        return None
    (left, right), name = node.arguments, node.function.name
    if _is_place(right):
        left, right, name = right, left, TURNED.get(name, "")
    if name not in FAR or not _is_place(left) or any(map(_is_place, within(right))):
        return None
    asked, compare = survey.values.of(right), COMPARISONS[name]
    return lambda square: asked.may_be(square) if name == "==" else compare(square, asked.low)


def _is_place(node: Typed) -> bool:
    return isinstance(node, typed.Apply) and node.function.form == "attribute" and node.function.name == "at"
