"""Published games of beggar-my-neighbour: the longest ones are scenarios of the ruleset; here it is how the endless
ones repeat, where the order of cards is forced through the deal, and what random deals come to."""

from math import sqrt

import pytest

from parlour.interpreter.face import Game, load
from parlour.interpreter.runtime.events import Happening
from parlour.interpreter.simulating import simulate

PLAIN = "x"
# hands (top first, the first leads) | tricks and cards at a repetition | those at the situation that comes again
ENDLESS = [
    ("full", "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA", (66, 474), (4, 34)),
    ("camicia", "--Q------QJ----JK---/---Q---J-Q-KJ--K-K--", (37, 197), (1, 9)),
]


def dealt(game, hands):
    """The game after a deal that gives these hands: the card dealt last is on top."""
    first, second = (hand.replace("-", PLAIN)[::-1] for hand in hands.split("/"))
    state = game.new_state()
    order = [card for pair in zip(first, second, strict=True) for card in pair]
    names = [name for name, *_ in game.ruleset.checked.model.decks[0].kinds]
    played = []
    while state.is_chance:
        left = [k for k, _, _ in state.chance_outcomes()]
        assert names.index(order[len(played)]) in left
        yield state, names.index(order[len(played)])
        played.append(None)


def between_tricks(state, game, seen):
    """A listener that notes (tricks, cards, situation) whenever a turn begins with nothing on the table."""
    fields = {name: game.program.layout.named(name) for name in ("hand", "pile", "tricks", "cards")}
    hands = slice(fields["hand"].base, fields["hand"].base + fields["hand"].size)

    def listen(event):
        v = state.vector
        if event.kind is Happening.COUNTED and v[fields["pile"].base] == 0:
            seen.append((v[fields["tricks"].base], v[fields["cards"].base], (event.values[1], *v[hands])))

    return listen


@pytest.mark.parametrize(("pack", "hands", "again", "before"), ENDLESS, ids=["52 cards", "40 cards"])
def test_an_endless_game_comes_back_to_where_it_was(pack, hands, again, before):
    game = Game(load("beggar-my-neighbour"), options={"pack": pack})
    seen = []
    state = None
    for state, card in dealt(game, hands):
        state.listener = between_tricks(state, game, seen)
        state.apply(card)
    assert state.outcome == "endless"
    first = {}
    for tricks, cards, situation in seen:
        if situation in first:
            break
        first[situation] = (tricks, cards)
    assert (tricks, cards) == again
    assert first[situation] == before


def test_random_deals():
    """Means over 10^6 deals of another program; a figure may be four standard errors off."""
    games = 600
    summary = simulate(Game(load("beggar-my-neighbour")), games)
    assert summary.outcomes["has_all"].games == games
    for measure, expected in (("cards", 254.98), ("tricks", 35.29)):
        found = summary.measures[measure]
        assert abs(found.mean - expected) < 4 * found.sd / sqrt(games), measure
    assert abs(summary.winners[0].share - 0.4970) < 4 * sqrt(0.25 / games)


def test_a_game_keeps_all_promises():
    game = Game(load("beggar-my-neighbour"), checked=True)
    assert game.played(seed=1, number=0).outcome == "has_all"
