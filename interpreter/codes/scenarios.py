"""The codes P7xx: scenarios, which are run before a ruleset is said to be right."""

from __future__ import annotations

from parlour.interpreter.codes.code import Code


def _dice(scenario: str) -> str:
    """A race with one die; who throws a six may take a coin from the pot."""
    return f"""\
parlour: 1
id: example
title: Example
language: en
players: {{min: 2, max: 4}}
options: {{goal: {{default: 20, range: 10..50}}}}
accounts:
  purse: {{of: player, starts: 5}}
  pot: {{of: table, starts: 10}}
variables:
  points: {{of: player, starts: 0, range: 0..60}}
chance:
  die: {{throw: 1, faces: 6}}
phases:
  race:
    turns: players
    do:
      - roll: {{with: die, as: thrown}}
      - add: {{me.points: thrown.total}}
      - if: thrown.total == 6
        choose:
          by: me
          id: coin
          options:
            take: {{transfer: {{from: pot, to: me.purse, amount: 1}}}}
            leave: []
      - if: me.points >= goal
        end: {{outcome: home, winners: me}}
scenarios:
  an example:
    {scenario}
"""


def _cards(scenario: str) -> str:
    """A game with four cards of a kind."""
    return f"""\
parlour: 1
id: example
title: Example
language: en
players: 2
cards:
  pack: {{ranks: [low, high], suits: [moons, suns], copies: 2, tell_apart: rank}}
zones:
  stock: {{of: table, starts: pack, order: shuffled, seen_by: nobody}}
  hand: {{of: player, order: none, seen_by: owner}}
phases:
  draw:
    turns: players
    until: stock.size == 0
    do: {{deal: {{from: stock, to: me.hand, cards: 1}}}}
scenarios:
  an example:
    {scenario}
"""


SCENARIOS = (
    Code(
        "P701",
        "not in this form",
        "What a seat is given or expected to have is a map of names and values. Where a scenario expects the game to "
        "break off (`fault`), it can expect nothing else: the game has no situation then.",
        _dice("{draws: [3], expect: {seat 1: 3}}"),
        _dice("{draws: [3], expect: {seat 1: {points: 3}}}"),
    ),
    Code(
        "P702",
        "no such value of the state",
        "`given` and `expect` name variables, accounts and zones: those of the table by their names, those of a "
        "player under `seat 1`, where also `at`, `missing`, `caught` and `is_out` are found if the game has them. One "
        "value of a table over squares, numbers or words is `room(7)`.",
        _dice("{draws: [3], expect: {seat 1: {pionts: 3}}}"),
        _dice("{draws: [3], expect: {seat 1: {points: 3}}}"),
    ),
    Code(
        "P703",
        "value does not fit",
        "A value has the type and lies in the range of what it is given to: a whole number, true or false, a word of "
        "the ruleset, `seat 2`, a square, a card, the faces of a throw (`6 3`), `none`, or a list of cards, that of a "
        "pile from its top.",
        _dice("{given: {turn: seat 1, seat 1: {points: 99}}, draws: [3]}"),
        _dice("{given: {turn: seat 1, seat 1: {points: 9}}, draws: [3]}"),
    ),
    Code(
        "P704",
        "draw that cannot come",
        "Each entry of `draws` is what one chance shows: the faces of all dice that are thrown together, in any "
        "order, or a card that is left.",
        _dice("{draws: [7], expect: {seat 1: {points: 7}}}"),
        _dice("{draws: [5], expect: {seat 1: {points: 5}}}"),
    ),
    Code(
        "P705",
        "choice that is not legal",
        "Each entry of `choices` is what the player chooses who is asked then: the name of an option, or the value "
        "picked; of several values a list.",
        _dice("{draws: [6], choices: [steal]}"),
        _dice("{draws: [6], choices: [take]}"),
    ),
    Code(
        "P706",
        "left over",
        "A scenario uses up its draws and choices; where one is missing the game stops and is compared. A chance "
        "or choice with a single possibility is carried out without being asked for, and takes no entry.",
        _dice("{draws: [3], choices: [take]}"),
        _dice("{draws: [6], choices: [take]}"),
    ),
    Code(
        "P707",
        "counters come or go",
        "Counters in accounts are moved and never made: what is given keeps their total, so whoever holds more has "
        "it from another account.",
        _dice("{given: {turn: seat 1, seat 1: {purse: 7}}, draws: [3]}"),
        _dice("{given: {turn: seat 1, seat 1: {purse: 7}, pot: 8}, draws: [3]}"),
    ),
    Code(
        "P708",
        "cards do not add up",
        "A card that is given is taken out of its deck: no more of a kind can be named than the game has. A zone "
        "that is given holds exactly what is given; its former cards go back to the zone that starts full. Where that "
        "zone is given too, every card must be named, and a pile takes no more than it has room for.",
        _cards("{given: {turn: seat 1, seat 1: {hand: [high, high, high, high, high]}}}"),
        _cards("{given: {turn: seat 1, seat 1: {hand: [high, high, high]}}, draws: [low]}"),
    ),
    Code(
        "P709",
        "seat is not there",
        "Seats count from `seat 1`. Where a scenario does not say `players:`, the fewest play that the ruleset allows.",
        _dice("{expect: {seat 3: {points: 0}}}"),
        _dice("{players: 3, expect: {seat 3: {points: 0}}}"),
    ),
    Code(
        "P710",
        "cannot stand there",
        "`phase` names a phase; `turn` a seat whose turn begins, in that phase or in the one that is on, which must "
        "be one of turns. After the end of a game nothing can be given.",
        _dice("{given: {phase: rase}, draws: [3]}"),
        _dice("{given: {phase: race}, draws: [3]}"),
    ),
    Code(
        "P711",
        "unknown outcome, choice or text",
        "`outcome` names how a game ends, `asks` the id of the choice that somebody is asked, `said` texts that were "
        "said in this step, in this order.",
        _dice("{given: {turn: seat 1, seat 1: {points: 18}}, draws: [3], expect: {outcome: hame}}"),
        _dice("{given: {turn: seat 1, seat 1: {points: 18}}, draws: [3], expect: {outcome: home}}"),
    ),
    Code(
        "P712",
        "the game breaks off",
        "A rule did what cannot be done, from the situation given: it left a range, paid what is not there, took a "
        "card that is gone. Where a scenario is there to show that, it says `expect: {fault: true}`, or a part of the "
        "message.",
        _dice("{given: {turn: seat 1, pot: 0, seat 1: {purse: 15}}, draws: [6], choices: [take]}"),
        _dice("{given: {turn: seat 1, pot: 1, seat 1: {purse: 14}}, draws: [6], choices: [take]}"),
    ),
    Code(
        "P713",
        "failing scenario",
        "After the draws and choices of a scenario something is otherwise than expected: either a rule is not what "
        "was meant, or the scenario is wrong. The notes say what happened last.",
        _dice("{draws: [3], expect: {seat 1: {points: 4}}}"),
        _dice("{draws: [3], expect: {seat 1: {points: 3}}}"),
    ),
    Code(
        "P714",
        "no such game",
        "`options` and `players` of a scenario choose a game as a table of players would: options that the ruleset "
        "has, values that they may take, and no more players than can play.",
        _dice("{options: {gaol: 15}, draws: [3]}"),
        _dice("{options: {goal: 15}, draws: [3]}"),
    ),
)
