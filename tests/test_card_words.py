"""A bare word where a card is wanted is a card of the zone's deck, also where it is a rank, or a card of another deck."""

import pytest

from parlour.interpreter.diagnostics import RulesetError
from parlour.interpreter.face import Game, load

PUTS = """
parlour: 1
id: puts
title: Puts
language: en
players: 2
cards:
  pack: {ranks: [x, y, z], suits: [a], tell_apart: rank}
  other: {ranks: [y, z, v], suits: [a, b], tell_apart: rank}
zones:
  stock: {of: table, starts: pack, order: shuffled}
  spare: {of: table, starts: other, order: shuffled}
  pile: {of: table, holds: pack, order: kept}
  hand: {of: player, holds: pack}
  row: {of: table, holds: other}
phases:
  play:
    turns: players
    do:
      - put: {card: CARD, from: stock, to: me.hand}
      - put: {card: CARD, from: me.hand, to: pile}
      - put: {card: z, from: spare, to: row}
      - end: {outcome: over, winners: me}
score: pile.size + 10 * row.size
texts: {over: Over.}
"""


@pytest.fixture
def puts(tmp_path):
    def made(card):
        path = tmp_path / "puts.yaml"
        path.write_text(PUTS.replace("CARD", card), encoding="utf-8")
        return Game(load(path))

    return made


def test_of_the_deck_of_the_zone(puts):
    state = puts("y").new_state()
    assert (state.outcome, state.scores()) == ("over", [11, 11])


def test_a_word_of_another_deck_alone(puts):
    with pytest.raises(RulesetError, match="'v' is no word of pack"):
        puts("v")
