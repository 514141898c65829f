"""When an action of a tree is taken, as an expression: true of exactly the situations that the tree leads to it."""

from itertools import product
from random import Random

import pytest

from parlour.interpreter.odds.policies.conditions import JOINED, Split, condition
from parlour.interpreter.odds.policies.features import Feature

NUMBERS = [Feature("n", False), Feature("k", False)]
WORDS = [Feature(f"c == '{word}'", True, f"c != '{word}'", "c") for word in ("red", "blue", "gold")]
FLAG = Feature("flag", True, "not flag")


def grown(random, most, left):
    if not most or random.random() < 0.2:
        return random.choice(("a", "b", "z"))
    feature = random.choice([f for f in (*NUMBERS, *WORDS, FLAG) if f not in left])
    least = 1 if feature.truth else random.randrange(1, 5)
    left = {*left, feature} if feature.truth else left
    return Split(feature, least, grown(random, most - 1, left), grown(random, most - 1, left))


def decided(tree, situation):
    while isinstance(tree, Split):
        held = eval(tree.feature.text, {}, situation)  # a word or a flag is true or not, a number is what it is
        tree = tree.yes if int(held) >= tree.least else tree.no
    return tree


@pytest.mark.parametrize("seed", range(150))
def test_it_is_true_where_the_tree_takes_the_action(seed):
    tree = grown(Random(seed), 4, set())
    for n, k, c, flag in product(range(6), range(0, 6, 2), ("red", "blue", "gold", "grey"), (False, True)):
        situation = {"n": n, "k": k, "c": c, "flag": flag}
        for action in ("a", "b", "z"):
            for text in (
                f"1 == (1 if {condition(tree, action)} else 0)",
                f"true and {condition(tree, action, JOINED)}",
            ):
                said = eval(text, {"true": True, "false": False}, dict(situation))
                assert said == (decided(tree, situation) == action), text


def numbers(*bounds):
    tree = "a"
    for least, is_above in reversed(bounds):
        tree = Split(NUMBERS[0], least, tree, "b") if is_above else Split(NUMBERS[0], least, "b", tree)
    return tree


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        (numbers((3, True), (5, True), (6, False)), "n == 5"),
        (numbers((3, True), (5, True)), "n >= 5"),
        (numbers((9, False), (2, True)), "n >= 2 and n < 9"),
        ("a", "true"),
        ("b", "false"),
    ],
)
def test_what_is_asked_of_one_number_is_said_once(tree, said):
    assert condition(tree, "a") == said


def test_brackets_stand_where_they_are_needed():
    tree = Split(FLAG, 1, "a", Split(NUMBERS[0], 2, "a", "b"))
    assert condition(tree, "a") == "flag or n >= 2"
    assert condition(tree, "a", JOINED) == "(flag or n >= 2)"
    assert condition(tree, "b", JOINED) == "not flag and n < 2"
