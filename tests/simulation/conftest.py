"""Small rulesets to simulate."""

import pytest

from parlour.interpreter.face import load

COIN = """
parlour: 1
id: coin
title: Coin
language: en
players: {min: 1, max: 3}
options: {sides: {default: 2, range: 1..9, help: sides}, loud: {default: false}}
chance: {die: {throw: 1, faces: 9}}
accounts: {purse: {of: player, starts: 10}, bank: {of: table, starts: 1000, short: pays_all}}
phases:
  play:
    turns: players
    do:
      - roll: {with: die, as: t}
      - if: t.total > sides
        then: {end: {outcome: over, winners: me}}
        else: {transfer: {from: bank, to: me.purse, amount: t.total}}
score: me.purse
measures: {left: bank}
"""
FAULTY = COIN.replace("id: coin", "id: faulty").replace("amount: t.total}", "amount: 1 // (t.total - 1)}")


def written(folder, text):
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def coin(tmp_path):
    return load(written(tmp_path, COIN))


@pytest.fixture
def faulty(tmp_path):
    return load(written(tmp_path, FAULTY))
