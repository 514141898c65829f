"""`choose`: a player decides."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import (
    Body,
    ExpressionOf,
    NewName,
    OptionList,
    Parameter,
    Passed,
    PickOf,
    WordOf,
)
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.choosing import choose
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.types import BOOL, PLAYER


def lower(builder: Builder, step: typed.Step) -> None:
    choose(builder, step)


ROW = StatementRow(
    verb="choose",
    summary="lets a player decide",
    manual="Among named `options` (each a list of statements, or {only_if, do}), among the values of a pick (`one`, named "
    "by `as`), or any of them (`some`, with `if_all` for the whole choice). `do` runs when something was picked. One "
    "legal choice is taken without asking; with none, `else` runs. `id` names the choice for texts, policies and "
    "scenarios. `say` passes values to the question, the text of that name, and to the texts of its options.",
    example="- choose: {by: me, id: go_on, options: {stop: {end: turn}, again: []}}",
    parameters=(
        Parameter("by", ExpressionOf(PLAYER), "who decides"),
        Parameter("id", WordOf(), "the name of the choice"),
        Parameter("say", Passed(), "what the texts of the question are given", required=False),
        Parameter("options", OptionList(), "named ways", required=False),
        Parameter("one", PickOf(stays=True), "one value of a set; its name stays bound", required=False),
        Parameter("some", PickOf(), "some values of a set", required=False),
        Parameter("as", NewName(None), "a name for what was picked", required=False, only_with=("one", "some")),
        Parameter(
            "if_all",
            ExpressionOf(BOOL),
            "what must hold for all that are picked together",
            required=False,
            only_with=("some",),
        ),
        Parameter("do", Body(), "what is done with what was picked", required=False, only_with=("one", "some")),
        Parameter("else", Body(unnamed=True), "when nothing can be chosen", required=False),
    ),
    either=("options", "one", "some"),
    lower=lower,
)
