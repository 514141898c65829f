"""Cards that are given: taken out of their deck, laid in order, what lay there goes home; nothing is made or lost."""

import pytest

PILES = """\
parlour: 1
id: example
title: Example
language: en
players: 2
cards:
  pack: {ranks: [low, mid, high], suits: [moons, suns]}
zones:
  stock: {of: table, starts: pack, order: shuffled, seen_by: nobody}
  hand: {of: player, order: none, seen_by: owner}
  row: {of: table, order: kept, room: 3}
variables:
  turned: {type: card}
phases:
  play:
    turns: players
    until: stock.size == 0
    do:
      - deal: {from: stock, to: row, as: c}
      - set: {turned: c}
      - put: {card: c, from: row, to: me.hand}
scenarios:
  one: """


def told(results_of, text, game=PILES):
    (result,) = results_of(f"{game}{text}\n")
    return [d.message for d in result.faults] + [f"{d.path}: {d.expected} / {d.found}" for d in result.differences]


@pytest.mark.parametrize(
    "text",
    [
        "{draws: [mid of suns], expect: {turned: mid of suns, seat 1: {hand: [mid of suns]}, row: [], turn: seat 2}}",
        # What is given is taken out of the stock.
        "{given: {seat 2: {hand: [low of moons, high of suns]}},"
        " expect: {stock: [mid of moons, high of moons, low of suns, mid of suns]}}",
        # A pile is written from its top; a hand has no order.
        "{given: {row: [low of moons, high of suns], seat 1: {hand: [mid of suns, mid of moons]}},"
        " expect: {row: [low of moons, high of suns], seat 1: {hand: [mid of moons, mid of suns]}}}",
        # Its former cards go home.
        "{draws: [mid of suns], then: [{given: {seat 1: {hand: [low of suns]}},"
        " expect: {seat 1: {hand: [low of suns]},"
        " stock: [low of moons, mid of moons, high of moons, mid of suns, high of suns]}}]}",
        # A card named elsewhere leaves the zone where it lies.
        "{draws: [mid of suns], then: [{given: {seat 2: {hand: [mid of suns]}},"
        " expect: {seat 1: {hand: []}, seat 2: {hand: [mid of suns]}}}]}",
        # With everything given, the stock may be given too.
        "{given: {stock: [low of suns, low of moons], row: [mid of suns, high of moons], seat 1: {hand: [high of suns]},"
        " seat 2: {hand: [mid of moons]}}, draws: [low of moons], expect: {stock: [], row: [mid of suns, high of moons]}}",
    ],
)
def test_cards_are_laid(text, results_of):
    assert told(results_of, text) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{given: {row: [low of suns, low of suns]}}", "too many cards 'low of suns': the game has 1"),
        (
            "{given: {row: [low of suns], seat 1: {hand: [low of suns]}}}",
            "too many cards 'low of suns': the game has 1",
        ),
        ("{given: {stock: [low of suns]}}", "5 cards have no place left: low of moons, mid of moons"),
        (
            "{given: {row: [low of suns, mid of suns, high of suns, low of moons]}}",
            "4 cards do not fit: 'row' has room for 3",
        ),
        ("{given: {row: [low]}}", "there is no card 'low'"),
        ("{given: {row: low of suns}}", "'row' holds cards"),
        ("{given: {turned: low}}", "'low' is no card"),
        ("{draws: [low]}", "'low' cannot be drawn here"),
        ("{draws: [low of suns, low of suns]}", "no card 'low of suns' is left to be drawn"),
    ],
)
def test_cards_that_do_not_add_up(text, message, results_of):
    (found,) = told(results_of, text)
    assert message in found


def test_a_difference_of_piles_is_told_from_the_top(results_of):
    text = "{given: {row: [low of moons, high of suns]}, expect: {row: [high of suns, low of moons]}}"
    assert told(results_of, text) == ["row: [high of suns, low of moons] / [low of moons, high of suns]"]


def test_suits_are_asked_for(faults_of):
    (fault,) = faults_of(f"{PILES}{{given: {{row: [low]}}}}\n")
    assert fault.hint == "suits are told apart here: low of moons, low of suns"


def test_two_decks_do_not_mix(results_of):
    game = PILES.replace("zones:\n", "  fate: {cards: {gift: {copies: 2}, loss: {}}}\nzones:\n").replace(
        "variables:\n",
        "  told: {of: table, order: none, holds: fate}\n  luck: {of: table, starts: fate, order: shuffled}\nvariables:\n",
    )
    game = game.replace("order: none, seen_by: owner}", "order: none, seen_by: owner, holds: pack}").replace(
        "room: 3}", "room: 3, holds: pack}"
    )
    game = game.replace("{type: card}", "{type: card of pack}") if "card of pack" in game else game
    text = "{given: {told: [gift], row: [low of suns]}, expect: {luck: [gift, loss], told: [gift], row: [low of suns]}}"
    assert told(results_of, text, game) == []
    assert told(results_of, "{given: {told: [low of suns]}}", game) == ["there is no card 'low of suns'"]


def test_tickets_that_are_not_put_back(results_of):
    game = """\
parlour: 1
id: example
title: Example
language: en
players: 1
chance: {bag: {faces: {7: 2, 8: 1}, put_back: false}, die: {faces: 6}}
phases:
  play:
    turns: players
    do: [{roll: {with: bag, as: t}}, {roll: {with: die, as: u}}, {if: u.total == 6, end: {outcome: out}}]
scenarios:
  one: """
    assert told(results_of, "{draws: [7, 1, 8], expect: {bag: [7]}}", game) == []
    assert told(results_of, "{given: {bag: [8, 7]}, draws: [8, 6], expect: {bag: [7], outcome: out}}", game) == []
    assert told(results_of, "{draws: [9]}", game) == ["'9' cannot be drawn here"]
