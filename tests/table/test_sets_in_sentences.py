"""A sentence tells the members of a set that was chosen: numbers that do not begin at 0, squares, others at the table."""

import json

import pytest

SETS = """
parlour: 1
id: sets
title: Sets
language: en
players: 3
sets: {corners: [10, 70, 90]}
board: {squares: 99, beyond: stop}
phases:
  all:
    do:
      - for: me in players where me.seat_number == 2
        do:
          - choose: {by: me, id: few, some: k in 3..5, as: few_of_them}
          - say: {few_are: {which: few_of_them}}
          - choose: {by: me, id: where, some: s in corners, as: squares_taken}
          - say: {corners_are: {which: squares_taken}}
          - choose: {by: me, id: whom, some: p in others(me), as: rivals}
          - say: {rivals_are: {who: rivals, n: rivals.size}}
          - end: {outcome: over, winners: rivals, say: {which: few_of_them}}
texts:
  few: Which numbers?
  where: Which corners?
  whom: Whom?
  few_are: "Numbers: {which}."
  corners_are: "Corners: {which}."
  rivals_are: "Rivals: {who}, {n:number} of them."
  over: "{who}, by {which}."
"""
TYPED = ["2", "3", "0", "1", "3", "0", "1", "0"]  # the second and the third, that is all; and so on


@pytest.fixture
def sets(tmp_path):
    path = tmp_path / "sets.yaml"
    path.write_text(SETS, encoding="utf-8")
    return str(path)


def test_the_members_are_told(run, sets):
    ran = run("play", sets, "--seats", "you:Ann,you:Ben,you:Cas", "--seed", "1", typed=TYPED)
    told = [line.strip() for line in ran.lines]
    assert {"Numbers: 4 and 5.", "Corners: 10 and 90.", "Ann, by 4 and 5."} <= set(told), ran.out
    assert "Rivals: Ann, 1 of them." in told


def test_a_log_lists_them(run, sets, tmp_path):
    log = tmp_path / "log.jsonl"
    run("play", sets, "--seats", "you:Ann,you:Ben,you:Cas", "--seed", "1", "--log", str(log), typed=TYPED)
    said = [entry for line in log.read_text().splitlines() if (entry := json.loads(line)).get("text")]
    assert [entry["values"] for entry in said if entry["text"] in ("few_are", "corners_are")] == [
        {"which": ["4", "5"]},
        {"which": ["10", "90"]},
    ]
