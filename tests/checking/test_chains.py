"""Chains without an end: what the check says of random boards, held against the machine."""

import random

import pytest

from parlour.interpreter.checking.chains import check_chains
from parlour.interpreter.checking.survey import survey
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.lowering.lowering import lower
from parlour.interpreter.lowering.settling import settle
from parlour.tests.checking.random_boards import ALONE, landings, random_board

STATEMENTS = (
    "{{go_to: {a}}}",
    "{{move: {b}}}",
    "{{move: cast.total * going}}",
    "{{move: -cast.total}}",
    "[{{go_to: {a}}}, {{move: {b}}}]",
    "{{match: cast, cases: {{1: {{go_to: {a}}}, otherwise: []}}}}",
    "{{if: cast.has(2), then: {{move: {b}}}, else: {{go_to: {a}}}}}",
    "{{go_to: {{to: {a}, land: cast.total > 1}}}}",
)


@pytest.mark.parametrize("seed", range(150))
def test_chains_are_those_that_the_machine_meets(model_of, seed):
    text = random_board(random.Random(seed), STATEMENTS, last=12, sending=4, steps=(-3, -2, 1, 2), faces=3)
    model = model_of(text, head=ALONE)
    report, settled = Report(), settle(model, Report())
    check_chains(survey(model).with_settled(settled), report)
    assert bool(report.found) == (None in landings(lower(model, settled, Report()))), text
