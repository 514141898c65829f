"""Which settings are tried, and that what validates plays."""

from pathlib import Path

import pytest

from parlour.interpreter.checked import compiled
from parlour.interpreter.checking.settings import settings
from parlour.interpreter.codes.names import NAMES
from parlour.interpreter.codes.rules import RULES
from parlour.interpreter.codes.settings import SETTINGS
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load_source
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.verdict import validated

OPTIONS = """
options:
  tie: {default: share, choices: [share, again, never]}
  fast: {default: true}
  length: {default: 20, range: 10..40}
phases: {play: {do: []}}
"""
SOUND = [row for row in (*NAMES, *SETTINGS, *RULES) if row.runnable]


def test_the_fewest_and_the_most_seats_and_each_value_worth_a_try(model_of):
    tried = list(settings(model_of(OPTIONS)))
    assert tried == [
        (2, {}),
        (2, {"tie": "again"}),
        (2, {"tie": "never"}),
        (2, {"fast": False}),
        (2, {"length": 10}),
        (2, {"length": 40}),
        (4, {}),
    ]


def test_games_of_cards_try_the_options_with_the_most_seats_too(model_of):
    cards = "cards: {pack: {standard: 32}}\nzones: {stock: {starts: pack}}\n"
    assert len(list(settings(model_of(cards + OPTIONS)))) == 12


@pytest.mark.parametrize("row", SOUND, ids=lambda row: row.code)
def test_what_validates_plays(row):
    report = Report()
    loaded = load_source(decode(row.right.encode(), "example.yaml", report), Library(Path("none")), report)
    found = validated(loaded, report)
    for seats, options in settings(found.model):
        program, _ = compiled(found, seats, options)
        for number in range(3):
            assert Game(program, checked=True).played(5, number).outcome
