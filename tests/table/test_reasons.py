"""Lines of the ruleset: why something happened, what a square does, in whichever file it is written."""

import re

import pytest

BASE = """
parlour: 1
id: base
abstract: true
title: Base
language: en
players: 2
accounts: {purse: {of: player, starts: 9}, pot: {of: table}}
chance: {die: {throw: 1, faces: [1]}}
board: {squares: 4, beyond: stay, effects_when: true}
effects:
  pays:
    with: [n]
    # what he owes
    do:
      - match: n
        cases:
          2: {loses: 2}
          otherwise: []
      - if: n > 2
        then:
          - loses: 1
  loses:
    with: [n]
    do:
      - transfer:
          from: me.purse
          to: pot
          amount: n

  unused:
    do: {say: {never: {}}}
squares:
  1:
    name: Toll
    land:
      - pays: 2
      - if: me.purse < 0
        then: {loses: 1}
  2: {name: Meadow}
  3: {name: Gate, quote: Nobody knows., meet: {say: {never: {}}}}
phases:
  walk:
    quote: They walk.
    turns: players
    until: any(p in players where p.at == 4)
    do:
      - roll: {with: die, as: t}
      - move: t.total
score: me.purse
texts: {never: Never.}
"""
OWN = """
parlour: 1
id: own
extends: base.yaml
title: Own
language: en
abstract: false
squares:
  1: {name: The toll, quote: You pay two.}
effects:
  loses: {with: [n]}
"""


@pytest.fixture
def own(tmp_path):
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    (tmp_path / "own.yaml").write_text(OWN, encoding="utf-8")
    return str(tmp_path / "own.yaml")


def shown_after(ran, prompt_letter):
    """What was shown at the first prompt where a letter was typed."""
    at = next(k for k, line in enumerate(ran.lines) if line.endswith(f"? for help): {prompt_letter}"))
    end = next(k for k in range(at + 1, len(ran.lines)) if "? for help)" in ran.lines[k])
    return [re.sub(r"\.yaml:\d+", ".yaml:N", line) for line in ran.lines[at + 1 : end]]


def test_a_square_with_the_effects_that_it_calls(run, own):
    shown = shown_after(run("play", own, typed=["", "r"]), "r")
    assert shown[:2] == ["The rules of 1 (The toll):", "“You pay two.”"]
    assert shown[2:6] == [
        "base.yaml:N: land:",
        "base.yaml:N:   - pays: 2",
        "base.yaml:N:   - if: me.purse < 0",
        "base.yaml:N:     then: {loses: 1}",
    ]
    assert shown[6] == "base.yaml:N: pays:"
    assert "own.yaml:N: loses: {with: [n]}" in shown  # an effect whose parts are written in two files
    assert "base.yaml:N:       amount: n" in shown
    assert not any("unused" in line for line in shown)


def test_a_square_that_has_a_name_alone(run, own):
    assert shown_after(run("play", own, typed=["", "", "r"]), "r") == ["Square 2 (Meadow) has no rules of its own."]


def test_a_square_where_pawns_meet(run, own):
    shown = shown_after(run("play", own, typed=["", "", "", "r"]), "r")
    assert shown[:2] == ["The rules of 3 (Gate):", "“Nobody knows.”"]
    assert shown[2].startswith("base.yaml:N: ")


def test_off_the_board_the_rules_of_the_phase(run, own):
    shown = shown_after(run("play", own, typed=["r"]), "r")
    assert shown[:3] == ["The rules of this part: walk", "“They walk.”", "base.yaml:N: walk:"]
    assert shown[-1] == "base.yaml:N:     - move: t.total"


def test_why_a_statement_of_several_lines(run, own):
    shown = shown_after(run("play", own, typed=["", "w"]), "w")
    assert shown[0] == "Because of:"
    assert "- transfer: {from: me.purse, to: pot, amount: n} (base.yaml:N)" in shown
    assert shown == list(dict.fromkeys(shown))  # each line once, though it did something twice


def test_why_a_choice_shows_its_keys_and_not_what_follows_from_it(run, tmp_path):
    path = tmp_path / "asks.yaml"
    path.write_text(
        """
parlour: 1
id: asks
title: Asks
language: en
players: 1
variables: {points: {of: player, range: 0..99}}
phases:
  go:
    turns: players
    until: me.points > 9
    do:
      - choose:
          by: me
          # which way
          id: way
          options:
            left:
              do:
                - add: {me.points: 1}
            right: {do: [{add: {me.points: 2}}]}
score: me.points
""",
        encoding="utf-8",
    )
    ran = run("play", str(path), "--seats", "you", typed=["1", "w", "?"])
    assert "- choose: {by: me, id: way, options: …} (asks.yaml:N)" in shown_after(ran, "w")
    helped = shown_after(ran, "?")
    assert "  r: the rules of this part of the game" in helped
    assert "  r: the rules of this square" not in helped


def test_why_a_statement_whose_condition_stands_before_it(run, tmp_path):
    path = tmp_path / "asks.yaml"
    path.write_text(
        """
parlour: 1
id: asks
title: Asks
language: en
players: 1
accounts: {purse: {of: player, starts: 90}, pot: {of: table}}
phases:
  go:
    turns: players
    until: me.purse < 9
    do:
      - choose: {by: me, id: way, options: {left: [], right: []}}
      - if: me.purse > 50

    # on a line of its own
        transfer: {from: me.purse, to: pot, amount: 1}
      - if: me.purse > 0
        then:
          transfer: {from: me.purse, to: pot, amount: 2}
      - transfer: {from: me.purse, to: pot, amount: 3}
score: me.purse
""",
        encoding="utf-8",
    )
    assert shown_after(run("play", str(path), "--seats", "you", typed=["1", "w"]), "w")[1:] == [
        "- choose: {by: me, id: way, options: {left: [], right: []}} (asks.yaml:N)",
        "- transfer: {from: me.purse, to: pot, amount: 1} (asks.yaml:N)",
        "transfer: {from: me.purse, to: pot, amount: 2} (asks.yaml:N)",
        "- transfer: {from: me.purse, to: pot, amount: 3} (asks.yaml:N)",
    ]


def test_why_goes_back_to_the_last_prompt_alone(run, own):
    ran = run("play", own, typed=["", "", "", "w"])
    assert not any("transfer" in line for line in shown_after(ran, "w"))
