"""Policies that choose round and round: machine code comes to the chain of the machine, and to its fault."""

import pytest

pytest.importorskip("llvmlite")

from msgspec.structs import replace

import parlour
from parlour.interpreter.odds.exploring.exploration import NativeExplorer
from parlour.interpreter.odds.exploring.explorer import Explorer
from parlour.interpreter.runtime.fault import Fault

ROUND = """
parlour: 1
id: round
title: Round
language: en
players: 2
chance: {coin: {faces: [0, 1]}}
variables: {up: {type: bool}, count: {starts: 0, range: 0..199}, steps: {starts: 0}}
phases:
  begin:
    do:
      - roll: {with: coin, as: c}
      - if: c.total == 1
        then: {end: {outcome: lucky, winners: seat(1)}}
  play:
    turns: players
    do:
      - CHOICE
words: {flip: flip, stop: stop}
texts: {lucky: "{who} is lucky.", stopped: "{who} stops.", which: Which?}
policies:
  "on": {which: POLICY}
"""
FLIP = "choose: {by: me, id: which, options: {flip: {set: {up: not up}}, stop: {end: {outcome: stopped, winners: me}}}}"
COUNT = FLIP.replace("up: not up", "count: (count + 1) % 200")
GROW = FLIP.replace("up: not up", "steps: steps + 1")
OPTION = "{flip: 1, stop: 0}"


@pytest.fixture(autouse=True)
def code_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.exploring.exploration.folder", lambda: tmp_path)


def lowered(tmp_path, choice, steps=1_000_000, policy=OPTION):
    path = tmp_path / "round.yaml"
    path.write_text(ROUND.replace("CHOICE", choice).replace("POLICY", policy))
    program = parlour.Game(parlour.load(path)).program
    return replace(program, limits=replace(program.limits, steps=steps))


def chain(explorer):
    try:
        found = explorer.explore(5000)
    except Fault as fault:
        return fault.id, str(fault.place), fault.values
    arrays = [array.tolist() for array in (found.offsets, found.targets, found.codes, found.movers)]
    return arrays, found.ways, found.endings, found.start, found.start_turns, list(map(explorer.vector, found.vectors))


@pytest.mark.parametrize("choice", [FLIP, COUNT])
@pytest.mark.parametrize("seats", [("on", "on"), ("on", ""), ("", "on"), ("on", "best"), ("best", "on")])
def test_the_chain_is_that_of_the_machine(tmp_path, choice, seats):
    program = lowered(tmp_path, choice)
    slow, fast = (chain(made(program, seats)) for made in (Explorer, NativeExplorer))
    assert fast == slow and len(slow) == 6


@pytest.mark.parametrize("steps", [100, 128, 1000])
def test_a_round_that_grows_is_a_fault(tmp_path, steps):
    program = lowered(tmp_path, GROW, steps)
    slow, fast = (chain(made(program, ("on", "on"))) for made in (Explorer, NativeExplorer))
    assert fast == slow and slow[0] == "endless" and slow[2] == {"steps": steps}


def test_odds_say_so_by_machine_code(tmp_path, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.exploring.exploring.FEW", 0)
    path = tmp_path / "round.yaml"
    path.write_text(ROUND.replace("CHOICE", FLIP).replace("POLICY", OPTION))
    found = parlour.odds(parlour.Game(parlour.load(path)), seats=["bot:on"])
    assert found.solution.never == pytest.approx(0.5)
