"""The bot that looks ahead: it takes what wins, sees no hidden card, knows no die to come, and is the same twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from parlour.interpreter.checked import compiled
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.opening import opened
from parlour.interpreter.program.program import Role
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.runtime.lookahead import GreedyBot, MachinePlayouts
from parlour.interpreter.runtime.random import bot_stream, game_stream
from parlour.interpreter.runtime.redrawing import redraw, sees_all

LIBRARY = Library(Path(__file__).parents[2] / "rulesets")
RULES = """
parlour: 1
id: guess
title: Guess
players: 2
cards: {pack: {standard: 52, tell_apart: rank}}
zones:
  stock: {of: table, starts: pack, order: shuffled, seen_by: nobody}
  hand: {of: player, order: none, seen_by: owner}
variables: {bid: {of: player, range: 0..9, seen_by: owner, starts: 5}, points: {of: player, range: 0..99}}
phases:
  deal: {each: players, do: {deal: {from: stock, to: me.hand, cards: 3}}}
  choose:
    do:
      - choose:
          by: seat(1)
          id: how_much
          one: n in 0..4
      - set: {seat(1).points: 10 * n}
score: me.points
aim: score
texts: {how_much: How much?}
"""


@pytest.fixture
def guess(tmp_path: Path) -> Game:
    path = tmp_path / "guess.yaml"
    path.write_text(RULES, encoding="utf-8")
    return Game(compiled(opened(str(path), LIBRARY))[0])


def greedy(game: Game, number: int = 40) -> GreedyBot:
    return GreedyBot(bot_stream(3, 0, 0), MachinePlayouts(game.program), number)


def test_it_takes_what_is_worth_most(guess: Game) -> None:
    state = guess.new_state(seed=3)
    assert greedy(guess).choose(state) == 4


def test_the_state_and_its_dice_stay_as_they_were(guess: Game) -> None:
    state = guess.new_state(seed=3)
    vector, words = state.vector.copy(), state.stream and state.stream.words
    greedy(guess).choose(state)
    assert state.vector == vector
    assert (state.stream and state.stream.words) == words


def test_what_is_seen_stays_and_what_is_hidden_is_redrawn(guess: Game) -> None:
    state = guess.new_state(seed=3)
    layout = guess.program.layout
    hand, stock, bid = (layout.named(name) for name in ("hand", "stock", "bid"))
    assert hand and stock and bid
    seen: Counter[tuple[int, ...]] = Counter()
    for number in range(30):
        copy = state.clone()
        redraw(copy, 0, game_stream(9, number))
        mine, theirs = (slice(hand.slot(seat), hand.slot(seat) + hand.width) for seat in (0, 1))
        assert copy.vector[mine] == state.vector[mine]
        assert sum(copy.vector[theirs]) == 3
        assert copy.vector[bid.slot(0)] == 5
        both = [f for f in (hand, stock) if f.role is Role.BAG]
        assert sum(sum(copy.vector[f.base : f.base + f.size]) for f in both) == 52
        seen[tuple(copy.vector[theirs])] += 1
    assert len(seen) > 20


def test_a_decision_takes_one_number(guess: Game) -> None:
    stream, other = bot_stream(3, 0, 0), bot_stream(3, 0, 0)
    GreedyBot(stream, MachinePlayouts(guess.program), 10).choose(guess.new_state(seed=3))
    other.next()
    assert stream.words == other.words


def test_who_sees_all(guess: Game) -> None:
    assert not sees_all(guess.program, 0)
    assert sees_all(compiled(opened("pig", LIBRARY))[0], 0)


def test_a_pile_that_is_hidden_is_redrawn_in_another_order(tmp_path: Path) -> None:
    (tmp_path / "piles.yaml").write_text(RULES.replace("order: none", "order: kept"), encoding="utf-8")
    game = Game(compiled(opened(str(tmp_path / "piles.yaml"), LIBRARY))[0])
    state = game.new_state(seed=3)
    hand, stock = game.program.layout.named("hand"), game.program.layout.named("stock")
    assert hand and stock
    mine, theirs = hand.slot(0), hand.slot(1)

    def kinds(vector: list[int]) -> Counter[int]:
        held = Counter({kind: vector[stock.base + kind] for kind in range(stock.width)})
        return held + Counter(vector[theirs + 1 : theirs + 4])

    seen = set()
    for number in range(40):
        copy = state.clone()
        redraw(copy, 0, game_stream(9, number))
        assert copy.vector[mine : mine + hand.width] == state.vector[mine : mine + hand.width]
        assert copy.vector[theirs] == 3 and not any(copy.vector[theirs + 4 : theirs + hand.width])
        assert kinds(copy.vector) == kinds(state.vector)
        seen.add(tuple(copy.vector[theirs + 1 : theirs + 4]))
    assert len(seen) > 30
    assert greedy(game).choose(state) == 4
