"""What the tests of the table share: the command line with typed lines, and small games that show one thing each."""

import io
import sys

import pytest

from parlour import cli

# A race for two with a payment in words of its own, one without, a square that sends back, and one that misses a turn.
RACE = """
parlour: 1
id: lane
title: The lane
language: en
players: {min: 2, max: 4}
options:
  length: {default: 12, range: 8..40, help: squares}
  pace: {default: slow, choices: [slow, fast], help: how fast}
accounts:
  purse: {of: player, starts: 5, short: pays_all}
  pot: {of: table}
chance: {die: {throw: 1, faces: 3}}
variables: {cast: {type: throw, lasts: turn}}
board:
  squares: length
  starts: 0
  beyond: stay
  effects_when: true
  meet: [{go_to: {who: other, to: 0, land: false}}]
  picture: {shape: rows}
effects:
  pays: {with: [n], do: [{transfer: {from: me.purse, to: pot, amount: n, as: paid}}, {say: {pays: {who: me, n: paid}}}]}
squares:
  2: {name: Toll, quote: Whoever stops here pays two., land: {pays: 2}}
  3: {name: Ditch, land: {miss_turns: 1}}
  5: {name: Thief, land: {transfer: {from: me.purse, to: pot, amount: 4}}}
  7: {name: Slide, land: {go_to: 1}}
  8: {name: Home, land: [{transfer: {from: pot, to: me.purse, amount: all}}, {end: {outcome: home, winners: me}}]}
phases:
  walk:
    turns: players
    do:
      - roll: {with: die, as: cast}
      - move: cast.total * (2 if pace == fast else 1)
score: me.purse
words: {purse: {name: purse, the: the purse}, pot: {name: pot, the: the pot}, pace: pace, fast: fast, slow: slow, length: length}
texts:
  coins: {one: "{n} coin", other: "{n} coins"}
  pays: "{who} pays {n:coins}."
  home: "{who} is home."
"""

# A card game for two to four: a hidden hand, one card chosen from it and laid open, one given away unseen.
CARDS = """
parlour: 1
id: hands
title: Hands
language: en
players: {min: 2, max: 4}
cards: {pack: {standard: 52, tell_apart: card}}
zones:
  stock: {of: table, starts: pack, order: shuffled, seen_by: nobody}
  hand: {of: player, order: none, seen_by: owner}
  open: {of: table, order: none, seen_by: all}
variables:
  secret: {of: player, range: 0..3, seen_by: owner}
phases:
  give:
    do:
      - for: me in players
        do: {deal: {from: stock, to: me.hand, cards: 4}}
  vow:
    do:
      - for: me in players
        do:
          - choose: {by: me, id: vow, one: n in 0..3, as: vowed}
          - set: {me.secret: vowed}
  play:
    turns: players
    until: all(me.hand.size < 3 for me in players)
    do:
      - choose: {by: me, id: lay, one: c in me.hand, as: laid}
      - put: {card: laid, from: me.hand, to: open}
      - choose: {by: me, id: pass_on, one: c in me.hand, as: given}
      - put: {card: given, from: me.hand, to: next(me).hand}
score: me.secret
words: {stock: stock, hand: hand, open: open cards, vow: the vow}
texts: {vow: How many will you take?, lay: Which card do you lay?, pass_on: Which card do you pass on?}
policies: {lowest: {vow: {each: n}, lay: {each: 0}, pass_on: {each: 0}}}
"""


@pytest.fixture
def race(tmp_path):
    path = tmp_path / "lane.yaml"
    path.write_text(RACE, encoding="utf-8")
    return str(path)


@pytest.fixture
def cards(tmp_path):
    path = tmp_path / "hands.yaml"
    path.write_text(CARDS, encoding="utf-8")
    return str(path)


class Ran:
    """What a command line gave."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err
        self.lines = out.splitlines()


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run a command line with these lines typed, then the end of the input."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def ran(*words, typed=()):
        text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        code = cli.main(list(words))
        shown = capsys.readouterr()
        return Ran(code, shown.out, shown.err)

    return ran
