"""Best play as a policy of the ruleset: pasted there, it is worth exactly the same."""

import pytest
from msgspec.structs import replace

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.policies.phrasing import phrased
from parlour.interpreter.odds.policies.policy import spelled
from parlour.interpreter.runtime.policies import Policy

GAMES = [
    ("pig", 2, {"goal": 10}, ("best", "best")),
    ("piglet", 2, {"goal": 3}, ("best", "best")),
    ("piglet", 2, {"goal": 4}, ("best", "bot:hold_at_2")),
    ("piglet", 2, {"goal": 4}, ("bot:hold_at_2", "best")),
    ("piglet", 2, {"goal": 8}, ("best", "best")),
    ("one-to-ten", None, {}, ("best",)),
    ("red-dog", 1, {}, ("best",)),
    ("penneys-game", 2, {}, ("best", "best")),
    ("crown-and-anchor", 1, {}, ("best",)),
]


def best_of(found):
    return [seat for seat, who in enumerate(found.seats) if who == "best"]


@pytest.mark.parametrize(("name", "players", "options", "seats"), GAMES)
def test_what_is_printed_can_be_pasted_and_plays_the_same(tmp_path, name, players, options, seats):
    found = odds(Game(load(name), players, options), seats)
    lines = phrased(found.policy, found.game.program, best_of(found))
    assert lines is not None
    path = tmp_path / "pasted.yaml"
    path.write_text("\n".join((f"parlour: 1\nid: pasted\nextends: {name}", *lines)) + "\n")
    bots = [f"bot:{line.strip(': ')}" for line in lines if line.startswith("  best")]
    sitting = [(bots[0] if len(bots) == 1 else bots.pop(0)) if who == "best" else who for who in found.seats]
    pasted = odds(Game(load(str(path)), players, options), sitting)
    for ours, theirs in zip(pasted.solution.winners, found.solution.winners, strict=True):
        assert ours.value == pytest.approx(theirs.value, abs=1e-12)
    for ours, theirs in zip(pasted.solution.scores, found.solution.scores, strict=True):
        assert ours.value == pytest.approx(theirs.value, abs=1e-10)


def test_one_number_decides_by_a_threshold():
    found = odds(Game(load("one-to-ten")), ("best",))
    said = phrased(found.policy, found.game.program, best_of(found))
    assert said == ["policies:", "  best:", "    stop_or_go:", "      stop: n", "      go_on: 3"]


def test_a_pick_is_said_by_what_it_is():
    found = odds(Game(load("penneys-game"), 2), ("best", "best"))
    said = phrased(found.policy, found.game.program, [0, 1])
    assert said[:4] == ["policies:", "  best_1:", "    names:", "      each: 1 if p == HTH else 0"]
    assert " ".join(line.strip() for line in said[6:]).startswith(
        "each: >- 2 if p == THH and (opponent.pattern == HHH or"
    )


THREE = """parlour: 1
id: three
title: Three
language: en
players: 3
aim: score
accounts: {purse: {of: player, starts: 3, short: pays_all}}
phases:
  take:
    each: players
    do:
      - choose: {by: me, id: whom, one: p in others(me)}
      - transfer: {from: p.purse, to: me.purse, amount: 2 if p == next(me) else 1}
score: me.purse
texts: {whom: Whom?, finished: Over.}
"""
LEAVING = THREE.replace("score: me", "      - {if: p.purse == 0, out: p}\nscore: me")


def test_a_player_is_named_as_one_who_chooses_sees_him(tmp_path):
    (tmp_path / "three.yaml").write_text(THREE)
    found = odds(Game(load(str(tmp_path / "three.yaml"))), ("bot:random", "best", "bot:random"))
    said = phrased(found.policy, found.game.program, [1])
    assert said == ["policies:", "  best:", "    whom:", "      each: 1 if p == next(me) else 0"]


ROADS = """parlour: 1
id: roads
title: Roads
language: en
players: {min: 1, max: 2}
aim: win
board:
  squares: [hill, river, mill, town, castle]
  roads: [[hill, river], [hill, town], [river, mill], [town, castle]]
  starts: river
  effects_when: true
phases:
  walk:
    turns: players
    do:
      - choose: {by: me, id: where, one: s in neighbours(me.at), do: {go_to: s}}
      - if: me.at == castle
        end: {outcome: home, winners: me}
texts: {where: Where?, home: Home.}
"""

NUMBERED = """parlour: 1
id: numbered
title: Numbered
language: en
players: 1
aim: score
chance: {die: {faces: 3}}
board: {squares: 8, effects_when: true, starts: 1, beyond: stop}
variables: {points: {of: player, range: 0..99}}
phases:
  walk:
    turns: players
    do:
      - roll: {with: die, as: t}
      - choose: {by: me, id: where, one: s in squares where s == me.at + t.total or s == me.at - 1, do: {go_to: s}}
      - add: {me.points: 1}
      - if: me.at >= 6 or me.points == 4
        end: {outcome: home, winners: me}
score: me.points
texts: {where: Where?, home: Home.}
"""


@pytest.mark.parametrize(
    ("text", "said"), [(ROADS, "me.at == river"), (NUMBERED, "me.at")], ids=["named squares", "numbered squares"]
)
def test_where_a_pawn_stands_decides(tmp_path, text, said):
    name = text.split()[3]
    (tmp_path / f"{name}.yaml").write_text(text)
    found = odds(Game(load(str(tmp_path / f"{name}.yaml")), 1), ("best",))
    lines = phrased(found.policy, found.game.program, [0])
    assert lines is not None
    assert said in " ".join(lines)
    (tmp_path / "pasted.yaml").write_text("\n".join(("parlour: 1", "id: pasted", f"extends: {name}.yaml", *lines)))
    pasted = odds(Game(load(str(tmp_path / "pasted.yaml")), 1), ("bot:best",)).solution
    assert pasted.turns.value == pytest.approx(found.solution.turns.value, abs=1e-12)
    assert pasted.scores[0].value == pytest.approx(found.solution.scores[0].value, abs=1e-12)


def test_where_players_leave_nobody_is_named_by_his_place(tmp_path):
    (tmp_path / "three.yaml").write_text(LEAVING)
    found = odds(Game(load(str(tmp_path / "three.yaml"))), ("bot:random", "bot:random", "best"))
    assert phrased(found.policy, found.game.program, best_of(found)) is None


def test_what_is_not_small_is_not_printed():
    found = odds(Game(load("piglet"), 2, {"goal": 10}), ("best",))
    assert phrased(found.policy, found.game.program, best_of(found)) is None


def test_sets_are_not_said_as_a_policy():
    found = odds(Game(load("shut-the-box"), 1, {"tiles": 3}), ("best",))
    assert phrased(found.policy, found.game.program, best_of(found)) is None


CARDS = """parlour: 1
id: cards
title: Cards
language: en
players: 1
aim: score
cards: {pack: {cards: {red: {copies: 2, value: 1}, blue: {copies: 1, value: 2}, gold: {copies: 1, value: 3}}}}
zones:
  stock: {of: table, starts: pack, order: shuffled, seen_by: all}
  open: {of: table, holds: pack, seen_by: all}
  used: {of: table, holds: pack}
variables: {points: {of: player, range: 0..9}}
phases:
  take:
    do:
      - deal: {from: stock, to: open, cards: 2}
      - deal: {from: stock, to: used}
      - choose: {by: seat(1), id: which, one: c in open, do: {add: {points(seat(1)): c.value}}}
score: me.points
texts: {which: Which?, finished: Over.}
"""


def policy_of(found, **tables):
    return Policy(found.policy.program, tuple(tables.values()))


def test_what_changes_no_answer_is_left_out():
    found = odds(Game(load("one-to-ten")), ("best",))
    (table, *_) = found.policy.tables
    dead = max(slot for t in found.policy.tables for slot in t.slots)
    same = replace(table, known=(), slots=(dead, dead + 1), actions={(a, b): 0 for a in range(6) for b in range(5)})
    (line,) = spelled(policy_of(found, only=same), found.game.program)
    assert line.startswith(f"{table.choice}, always: ")
    one = replace(same, actions={(a, b): int(a > 2) for a in range(6) for b in range(5)})
    assert len(spelled(policy_of(found, only=one), found.game.program)) == 6


def test_situations_are_told_in_the_words_of_the_table(tmp_path):
    (tmp_path / "roads.yaml").write_text(ROADS)
    found = odds(Game(load(str(tmp_path / "roads.yaml")), 1), ("best",))
    assert "where at at of seat 1 river: hill" in spelled(found.policy, found.game.program)
    (tmp_path / "cards.yaml").write_text(CARDS)
    found = odds(Game(load(str(tmp_path / "cards.yaml"))), ("best",))
    said = spelled(found.policy, found.game.program)
    assert "which at 1 gold in open: gold" in said
    assert "which at 0 gold in open: blue" in said
