"""`run` calls the command line in this process; rulesets to call it with."""

import io
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from parlour import cli

SOUND = """\
parlour: 1
id: coin
title: Coin
language: en
summary: Throw until it is too much
players: {min: 1, max: 3}
options:
  sides: {default: 2, range: 1..9, help: sides that cost nothing}
  mood: {default: calm, choices: [calm, wild]}
  loud: {default: false}
chance: {die: {throw: 1, faces: 9}}
accounts: {purse: {of: player, starts: 10}, bank: {of: table, starts: 1000, short: pays_all}}
phases:
  play:
    turns: players
    quote: "each in turn, as long as it lasts"
    do:
      - roll: {with: die, as: t}
      - if: t.total > sides or mood == wild and t.total > 1
        then: {end: {outcome: over, winners: me}}
        else: {transfer: {from: bank, to: me.purse, amount: 1 if loud else t.total}}
score: me.purse
measures: {left: bank}
"""


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        return self.err.splitlines()[-1] if self.err else ""


@pytest.fixture
def run(capsys, monkeypatch):
    def running(*words, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
        capsys.readouterr()
        code = cli.main([str(word) for word in words])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        assert "internal error" not in captured.err, captured.err
        return Outcome(code, captured.out, captured.err)

    return running


@pytest.fixture
def put(tmp_path, monkeypatch):
    """Writes a ruleset into the working folder: (text, file name) → the path to give on a command line."""
    monkeypatch.chdir(tmp_path)

    def putting(text, name="coin.yaml"):
        Path(name).write_text(text, encoding="utf-8")
        return name

    return putting


@pytest.fixture
def sound_text():
    return SOUND


@pytest.fixture
def sound(put):
    return put(SOUND)


@pytest.fixture
def faulty_text():
    return SOUND.replace("t.total > sides", "t.totl > sides")
