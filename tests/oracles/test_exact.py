"""Small games whose odds are published, or worked out elsewhere as fractions: exact odds meet them to the last digits."""

from fractions import Fraction
from functools import cache

import pytest

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load

# game, options, seats → outcome shares, winners, scores, measures: what of these is published
EXACT = {
    "craps, with the shooter": (
        ("craps", {"bet": "with_shooter"}, ()),
        {"outcome bet_won": Fraction(244, 495), "measure rolls": Fraction(557, 165)},
    ),
    "craps, against him": (
        ("craps", {"bet": "against_shooter"}, ()),
        {"outcome bet_won": Fraction(949, 1980), "outcome stand_off": Fraction(1, 36), "score": Fraction(-3, 220)},
    ),
    **{
        f"hazard, a main of {main}": (("hazard", {"main": main}, ()), {"outcome bet_won": chance})
        for main, chance in {
            5: Fraction(1396, 2835),
            6: Fraction(6961, 14256),
            7: Fraction(244, 495),
            8: Fraction(6961, 14256),
            9: Fraction(1396, 2835),
        }.items()
    },
    "hazard, a main that is thrown": (
        ("hazard", {"main_by": "a_throw"}, ()),
        {"outcome bet_won": Fraction(1979, 4032), "score": Fraction(-37, 2016)},
    ),
    "crown and anchor": (("crown-and-anchor", {"rounds": 1}, ()), {"score": Fraction(-17, 216)}),
    **{
        f"red dog, {packs} packs": (
            ("red-dog", {"packs": packs, "rounds": 1}, ("bot:raises_from_seven",)),
            {"score": value},
        )
        for packs, value in {
            1: Fraction(-523, 16575),
            2: Fraction(-2101, 68289),
            4: Fraction(-7993, 277173),
            6: Fraction(-17533, 626665),
            8: Fraction(-30721, 1116765),
        }.items()
    },
    "drop dead": (
        ("drop-dead", {}, ()),
        {"score": Fraction(837242, 52117), "measure no_points": Fraction(978853, 4782969)},
    ),
    **{
        f"drop dead, {dice} dice": (("drop-dead", {"dice_each": dice}, ()), {"score": value})
        for dice, value in {
            1: Fraction(7),
            2: Fraction(56, 5),
            3: Fraction(1302, 95),
            4: Fraction(3752, 247),
            6: Fraction(4319412, 260585),
        }.items()
    },
    "treize, one suit": (
        ("treize", {"rounds": 1, "cards_used": "one_suit"}, ()),
        {"measure hits": Fraction(109339663, 172972800)},
    ),
    **{
        f"{first} before {second}": (
            ("penneys-game", {}, (f"bot:says_{first.lower()}", f"bot:says_{second.lower()}")),
            {"won": chance} | ({"measure tosses": tosses} if tosses else {}),
        )
        for first, second, chance, tosses in (
            ("HHH", "THH", Fraction(1, 8), 7),
            ("HHT", "THH", Fraction(1, 4), Fraction(13, 2)),
            ("HTH", "HHT", Fraction(1, 3), 6),
            ("HTT", "HHT", Fraction(1, 3), Fraction(16, 3)),
            ("HHH", "HTH", Fraction(2, 5), Fraction(34, 5)),
            ("HHT", "TTT", Fraction(7, 10), None),
            ("HTT", "TTT", Fraction(7, 8), None),
        )
    },
}


@cache
def ruleset(identifier):
    return load(identifier)


def figure(solution, name):
    """`outcome NAME`, `measure NAME`; `won` and `score` of the first seat."""
    match name.split():
        case ["outcome", outcome]:
            return solution.outcomes[outcome].value
        case ["measure", measure]:
            return solution.measures[measure].value
        case ["won"]:
            return solution.winners[0].value
        case ["score"]:
            return solution.scores[0].value
    raise AssertionError(f"no figure: {name}")


@pytest.mark.parametrize("name", EXACT)
def test_published_odds(name):
    (game, options, seats), expected = EXACT[name]
    solution = odds(Game(ruleset(game), options=options), seats).solution
    for what, value in expected.items():
        assert figure(solution, what) == pytest.approx(float(value), rel=1e-12), what


def test_whoever_names_first_wins_a_third_at_best():
    found = odds(Game(ruleset("penneys-game")), ("best", "bot:answers"))
    assert found.solution.value.value == pytest.approx(1 / 3, rel=1e-12)


def test_raising_from_seven_is_best():
    best = odds(Game(ruleset("red-dog"), options={"rounds": 1}), ("best",), aim="score")
    assert best.solution.value.value == pytest.approx(-523 / 16575, rel=1e-12)
