"""No wrong figure: chains that are left seldom, against closed forms and fractions; bounds are no less than the error."""

from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.answer import OutOfReach
from parlour.interpreter.odds.exploring.chain import CHANCE, Chain, Ending, Way
from parlour.interpreter.odds.solving.equations import NotSettled
from parlour.interpreter.odds.solving.figures import Figures
from parlour.interpreter.odds.solving.lengths import Lengths
from parlour.interpreter.odds.solving.linear import Matrix
from parlour.interpreter.odds.solving.optimal import optimum

RUIN = Path(__file__).parent / "ruin.yaml"


def chain_of(rows, choosing=()):
    """A row a state: (target, weight), weights of a row adding up to what they are parts of; -1 - k is an ending."""
    ways: dict[tuple[int, int, bool], int] = {}
    targets, codes, offsets = [], [], [0]
    for state, row in enumerate(rows):
        total = 1 if state in choosing else sum(weight for _, weight in row)
        for target, weight in row:
            targets.append(target)
            codes.append(ways.setdefault((weight, total, target < 0), len(ways)))
        offsets.append(len(targets))
    return Chain(
        offsets=np.array(offsets, dtype=np.int64),
        targets=np.array(targets, dtype=np.int32),
        codes=np.array(codes, dtype=np.uint32),
        movers=np.array([0 if s in choosing else CHANCE for s in range(len(rows))], dtype=np.int8),
        ways=[Way(w, total, 1, None, k, ended) for k, (w, total, ended) in enumerate(ways)],
        endings=[Ending(1, 1, ()), Ending(2, 2, ()), Ending(2, 0, ())],
        start=0,
        start_turns=0,
        start_change=None,
        vectors=[],
    )


def figures_of(rows):
    chain = chain_of(rows)
    return Figures(chain, Matrix(chain), 3)


def walk(length, begun, up, down):
    """From `begun` counters to 0 or `length`; the state where it begins is state 0."""
    order = [begun, *(k for k in range(1, length) if k != begun)]
    number = {held: state for state, held in enumerate(order)} | {length: -1, 0: -2}
    return [[(number[held + 1], up), (number[held - 1], down)] for held in order]


def ruin(length, begun, up, down):
    """The chance of having them all, and the expected length."""
    if up == down:
        return Fraction(begun, length), Fraction(begun * (length - begun))
    ratio, drift = Fraction(down, up), Fraction(down - up, down + up)
    rich = (1 - ratio**begun) / (1 - ratio**length)
    return rich, (begun - length * rich) / drift


def off(number, truth):
    return float(abs(Fraction(number) - truth))


def by_fractions(rows):
    """Shares of the first ending and mean length, by elimination."""
    n = len(rows)
    system = [[Fraction(int(i == j)) for j in range(n)] + [Fraction(0), Fraction(1)] for i in range(n)]
    for i, row in enumerate(rows):
        total = sum(weight for _, weight in row)
        for target, weight in row:
            if target >= 0:
                system[i][target] -= Fraction(weight, total)
            elif target == -1:
                system[i][n] += Fraction(weight, total)
    for k in range(n):
        pivot = next(i for i in range(k, n) if system[i][k])
        system[k], system[pivot] = system[pivot], system[k]
        system[k] = [a / system[k][k] for a in system[k]]
        for i in range(n):
            if i != k and system[i][k]:
                factor = system[i][k]
                system[i] = [a - factor * b for a, b in zip(system[i], system[k], strict=True)]
    return system[0][n], system[0][n + 1]


@pytest.mark.parametrize(
    ("length", "begun", "up", "down"),
    [(20, 10, 1, 1), (100, 30, 1, 1), (100, 70, 9, 11), (1000, 1, 1, 1), (4000, 1700, 1, 1), (10_000, 5000, 499, 501)],
)
def test_the_ruin_of_a_gambler(length, begun, up, down):
    figures = figures_of(walk(length, begun, up, down))
    rich, mean = ruin(length, begun, up, down)
    assert off(float(figures.endings[0]), rich) <= figures.within <= 1e-12
    assert off(figures.turns.mean, mean) <= 1e-12 * float(mean)


def test_the_spread_of_a_slow_walk():
    """Of a fair walk from the middle of 2 a: Var = 2 a^2 (a^2 - 1) / 3."""
    assert figures_of(walk(2000, 1000, 1, 1)).turns.sd ** 2 == pytest.approx(2 * 1000**2 * (1000**2 - 1) / 3, rel=1e-12)


def test_a_ruleset_of_ruin(monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.lasting.WORK", 1e6)  # quantiles take half a minute
    found = odds(Game(load(str(RUIN)), 2, {"mine": 150, "theirs": 50})).solution
    assert [figure.value for figure in found.winners] == pytest.approx([0.75, 0.25], abs=1e-12)
    assert found.turns.value == pytest.approx(150 * 50, rel=1e-12)
    assert found.within <= 1e-12
    unfair = odds(Game(load(str(RUIN)), 2, {"mine": 150, "theirs": 50, "edge": 9})).solution
    rich, mean = ruin(200, 150, 9, 11)
    assert unfair.winners[0].value == pytest.approx(float(rich), abs=1e-12)
    assert unfair.turns.value == pytest.approx(float(mean), rel=1e-12)


@pytest.mark.parametrize("seldom", [10**9, 10**12, 10**14])
def test_states_that_are_hardly_ever_left(seldom):
    """Each round moves a solution by next to nothing from the first on; one of three exits leads to the first ending."""
    rows = [[(1, 1)], [(2, seldom - 3), (-1, 1), (-2, 2)], [(0, 1), (2, 1)]]
    figures = figures_of(rows)
    assert off(float(figures.endings[0]), Fraction(1, 3)) <= figures.within <= 1e-12
    mean = by_fractions(rows)[1]
    assert off(figures.turns.mean, mean) <= 1e-12 * float(mean)


def test_a_state_that_hardly_ever_leads_elsewhere():
    rows = [[(0, 10**9 - 3), (-1, 1), (-2, 2)]]
    figures = figures_of(rows)
    assert off(float(figures.endings[0]), Fraction(1, 3)) <= figures.within <= 1e-12
    assert off(figures.turns.mean, Fraction(10**9, 3)) <= 1e-12 * 10**9


@pytest.mark.parametrize("seed", range(40))
def test_a_bound_is_no_less_than_the_error(seed):
    random = Random(seed)
    count, wide = random.randint(1, 12), 10 ** random.randint(1, 8)
    rows = [
        [(random.randint(-2, count - 1), random.randint(1, wide)) for _ in range(random.randint(1, 4))]
        + [(-1, 1), (-2, random.randint(1, 9))]
        for _ in range(count)
    ]
    figures = figures_of(rows)
    first, mean = by_fractions(rows)
    assert off(float(figures.endings[0]), first) <= figures.within <= 1e-12
    assert off(figures.turns.mean, mean) <= 1e-12 * max(1.0, float(mean))
    coming = figures.matrix.coming(np.ones(len(figures.matrix.table)))
    assert off(Fraction(float(coming.values[0])) + Fraction(float(coming.rest[0])), mean) <= coming.within


def test_what_is_not_reached_is_refused(monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.solving.blocks.LARGEST", 10)
    monkeypatch.setattr("parlour.interpreter.odds.solving.equations.MOST_TERMS", 1e4)
    with pytest.raises(NotSettled, match="among 999 states"):
        figures_of(walk(1000, 500, 1, 1)).settled  # noqa: B018
    with pytest.raises(OutOfReach, match="among 199 states that lead to each other"):
        odds(Game(load(str(RUIN)), 2, {"mine": 100, "theirs": 100}))


def test_best_play_where_nothing_moves_fast():
    """At each state of a slow walk one may give up for an ending that is as good as a hundredth, or go on."""
    length = 300
    rows = walk(length, 3, 1, 1)
    chance = len(rows)
    order = [3, *(k for k in range(1, length) if k != 3)]
    choices = [[(chance + state, 1), (-3, 1)] for state in range(chance)]
    chain = chain_of([*choices, *rows], choosing=set(range(chance)))
    found = optimum(chain, [1], np.array([1.0, 0.0, 0.01]), np.zeros(len(chain.ways)))
    assert found.settled
    # giving up at one counter is worth 0.01; from k counters going on is worth 0.01 + 0.99 (k - m) / (length - m) from m
    stops = [k for k in range(1, length) if k / length < 0.01]
    best = max(stops)
    truth = {k: 0.01 + 0.99 * (k - m) / (length - m) for k in range(3, length) for m in [best]}
    for state, held in enumerate(order):
        if held in truth:
            at_least = max(0.01 + 0.99 * (held - m) / (length - m) for m in range(1, held + 1))
            assert found.worths[state] == pytest.approx(max(at_least, held / length), abs=1e-12)


def test_turns_that_rounding_may_decide_are_not_told():
    """Half of the games end at the first turn: that is told. Where sums may be that far off, it is not."""
    lengths = Lengths(figures_of([[(1, 1), (-1, 1)], [(1, 1), (-1, 1)]]))
    assert lengths.quantile(0.5) == 1
    lengths._rounds = 10**9
    assert lengths.quantile(0.5) is None
    assert lengths.quantile(0.6) == 2


def test_long_ways_within_a_turn_are_given_up(monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.solving.lengths.LONGEST", 1e6)
    chain = chain_of([[(0, 10**9), (-1, 1)]])
    still = Chain(
        **{f: getattr(chain, f) for f in chain.__struct_fields__}
        | {"ways": [Way(way.weight, way.total, int(way.ended), None, 0, way.ended) for way in chain.ways]}
    )
    assert Lengths(Figures(still, Matrix(still), 3)).quantile(0.5) is None
