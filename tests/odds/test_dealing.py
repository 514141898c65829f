"""That a deal alone leads to too many states is said only where it is so, and at once where it is plain."""

from itertools import product
from math import factorial, prod

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from parlour.interpreter.certainty import odds
from parlour.interpreter.diagnostics import RulesetError
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.answer import OutOfReach
from parlour.interpreter.odds.attempt import Attempt
from parlour.interpreter.odds.exploring.dealing import deals_more
from parlour.interpreter.odds.exploring.explorer import Explorer, TooManyStates
from parlour.interpreter.odds.exploring.hands import deals
from parlour.interpreter.odds.solver import Question

FIRST = """parlour: 1
id: dealt
title: Dealt
language: en
players: 2
options: {rounds: {default: 1, range: 1..9}}
cards: {pack: {ranks: [A, K, Q], suits: [any], copies: 5, tell_apart: rank, value: {A: 3, K: 2, Q: 1}}}
variables: {tally: {of: player, range: 0..99}}
zones:
  stock: {of: table, starts: pack, order: shuffled, seen_by: nobody}
  hand: {of: player, order: none}
  pile: {of: player, order: kept}
  open: {of: table, order: none}
phases:
  deal:
    do:
"""
LAST = """
score: me.tally + count(c in me.hand where c.rank == A) + 2 * count(c in open where c.rank == K) + 3 * me.pile.size
"""
STEPS = (
    "deal: {from: stock, to: seat(1).hand}",
    "deal: {from: stock, to: seat(2).hand}",
    "deal: {from: stock, to: seat(1).pile}",
    "deal: {from: stock, to: open, as: card}",
    "for: p in players\n        do: {deal: {from: stock, to: p.hand, cards: 1}}",
    "while: open.size < 2\n        do: {deal: {from: stock, to: open}}",
    "if: seat(1).hand.size > 1\n        then: {add: {seat(2).tally: 1}}",
    "if: any(c in seat(1).hand where c.rank == Q)\n        then: {deal: {from: stock, to: open}}",
    "put: {cards: c in seat(1).hand where c.rank == A, to: open}",
    "put: {cards: c in seat(2).hand, to: open}",
    "add: {seat(1).tally: count(c in open where c.rank == A)}",
    "add: {seat(1).tally: seat(1).pile.size}",
)


def sliced(game):
    attempt = Attempt(game.program, Question([""] * game.players))
    return [attempt.least, attempt.slicer.sliced([*attempt.scores, *attempt.measures])]


def explored(part, seats, most):
    return Explorer(part.program, seats, (), part.sums, part.accumulating).explore(most).count


@settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(STEPS), min_size=2, max_size=6))
def test_no_more_states_are_promised_than_there_are(tmp_path, steps):
    path = tmp_path / "dealt.yaml"
    path.write_text(FIRST + "".join(f"      - {step}\n" for step in steps) + LAST, encoding="utf-8")
    try:
        game = Game(load(str(path)))
    except RulesetError:
        assume(False)
    for part in sliced(game):
        states = explored(part, ("", ""), 100_000)
        assert not deals_more(part.program, ("", ""), part.sums, states)


@pytest.mark.parametrize("name", ["bank-nl", "beggar-my-neighbour", "easy-go", "newmarket", "red-dog"])
def test_what_is_promised_of_a_game_is_so(name):
    game = Game(load(name))
    seats, promised = [""] * game.players, 0
    for part in sliced(game):
        for most in (3, 10, 400):
            if deals_more(part.program, seats, part.sums, most):
                promised += 1
                with pytest.raises(TooManyStates):
                    explored(part, seats, most)
    assert promised


@pytest.mark.parametrize("name", ["bank-nl", "beggar-my-neighbour", "newmarket"])
def test_a_game_that_deals_too_much_is_refused_before_it_is_explored(name, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.exploring.exploring.Explorer", None)
    monkeypatch.setattr("parlour.interpreter.odds.exploring.exploring.NativeExplorer", None)
    with pytest.raises(AttributeError):
        odds(Game(load("pig")))  # which has to be explored
    monkeypatch.setattr("parlour.interpreter.odds.attempt.TRIED", 25_000_000)
    with pytest.raises(OutOfReach, match="there are more than 25,000,000 states") as refused:
        odds(Game(load(name)))
    assert "hand" in refused.value.refusal.fields


def test_who_follows_a_policy_may_not_choose_what_comes_first():
    """What happens before the deal then depends on what the policy says, which is not looked into."""
    game = Game(load("newmarket"))
    part = sliced(game)[0]
    assert deals_more(part.program, [""] * 3, part.sums, 10**6)
    assert not deals_more(part.program, ["", "any", ""], part.sums, 10**6)


def by_trying(cards, in_order, hands):
    """Every order in which cards can come, and what of it can be seen."""
    size = in_order + sum(hands)
    shown = set()
    for order in product(range(len(cards)), repeat=size):
        if all(order.count(kind) <= count for kind, count in enumerate(cards)):
            seen, at = [order[:in_order]], in_order
            for hand in hands:
                seen.append(tuple(sorted(order[at : at + hand])))
                at += hand
            shown.add(tuple(seen))
    return len(shown)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.integers(0, 2), st.lists(st.integers(1, 2), max_size=2))
def test_different_deals_are_counted(cards, in_order, hands):
    assume(in_order + sum(hands) <= sum(cards))
    found = deals(cards, in_order, hands, 0)
    assert found == by_trying(cards, in_order, hands)


def test_large_hands_are_counted_by_the_smaller_ones():
    assert deals([1] * 52, 0, [1] * 40, 10**9) >= prod(range(43, 53))
    assert deals([4] * 13, 52, [], 10**9) == factorial(52) // factorial(4) ** 13
