"""Random games of Pig in Parlour, in OpenSpiel's C++ and through pyspiel: games a second of processor time, in turns.

    .venv/bin/pip install open_spiel
    .venv/bin/python benchmarks/spiel/run.py [--runs N] [--write]

The ruleset beside this file has OpenSpiel's rules: one may stop before the first throw, and must stop where that wins. The
C++ games are the rollouts of OpenSpiel's own evaluator, asked for by one simulation of its search; Python only waits. That
all three play the same game is held first: the mean number of turns and the share of seat 1 may differ by chance alone.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from parlour import Game, load, simulate
from parlour.benchmarks.results import options, publish
from parlour.interpreter.native.engine import NativeEngine

RULES = Path(__file__).with_name("pig-stop-first.yaml")
WANTED = {"OpenSpiel, C++": "at least 10", "pyspiel": "at least 400"}
SAMPLE, FAR = 2_000, 4.0  # games compared, and how many standard errors may lie between them


def pyspiel_game(spiel: Any) -> Any:
    return spiel.load_game("pig(horizon=100000000)")


def python_game(game: Any, random: Random) -> tuple[int, bool]:
    """One game, move by move: how many turns it had, and whether seat 1 won."""
    state, turns, mover = game.new_initial_state(), 1, 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
            continue
        if state.current_player() != mover:
            turns, mover = turns + 1, state.current_player()
        state.apply_action(random.choice(state.legal_actions()))
    return turns, state.returns()[0] > 0


def agree(spiel: Any) -> None:
    """Stops where the games are not the same."""
    game, random = pyspiel_game(spiel), Random(1)
    turns, won = zip(*(python_game(game, random) for _ in range(SAMPLE)), strict=True)
    ours = simulate(Game(load(str(RULES))), 1_000_000).to_json()
    share = ours["winners"][0]["share"]
    error = statistics.stdev(turns) / SAMPLE**0.5, (share * (1 - share) / SAMPLE) ** 0.5
    z = (statistics.mean(turns) - ours["turns"]["mean"]) / error[0], (sum(won) / SAMPLE - share) / error[1]
    print(f"the same game: z {z[0]:.2f} for turns, {z[1]:.2f} for the share of seat 1", file=sys.stderr)
    if max(map(abs, z)) > FAR:
        raise SystemExit("these are different games")


def cplusplus(spiel: Any) -> Callable[[int], None]:
    game = pyspiel_game(spiel)

    def play(games: int) -> None:
        evaluator = spiel.RandomRolloutEvaluator(games, 1)
        spiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False).mcts_search(game.new_initial_state())

    return play


def through_python(spiel: Any) -> Callable[[int], None]:
    game, random = pyspiel_game(spiel), Random(2)

    def play(games: int) -> None:
        for _ in range(games):
            python_game(game, random)

    return play


def parlour() -> Callable[[int], None]:
    engine = NativeEngine(Game(load(str(RULES))).program, 1, ["", ""])

    def play(games: int) -> None:
        engine.tally(0, games)

    return play


def rate(play: Callable[[int], None], games: int) -> float:
    """Games a second of processor time."""
    begun = time.process_time()
    play(games)
    return games / (time.process_time() - begun)


def table(spiel: Any, runs: int) -> str:
    players = {
        "Parlour": (parlour(), 500_000),
        "OpenSpiel, C++": (cplusplus(spiel), 20_000),
        "pyspiel": (through_python(spiel), 500),
    }
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(runs):
        for name, (play, games) in players.items():
            rates[name].append(rate(play, games))
    medians = {name: statistics.median(found) for name, found in rates.items()}
    rows = [f"| Parlour | {medians['Parlour']:,.0f} | | |"]
    for name, wanted in WANTED.items():
        rows.append(f"| {name} | {medians[name]:,.0f} | **{medians['Parlour'] / medians[name]:.3g}** | {wanted} |")
    return "\n".join(["| | games a second | Parlour is faster by | wanted |", "|---|---|---|---|", *rows])


def main() -> None:
    wish = options(__doc__, runs=5).parse_args()
    spiel = import_module("pyspiel")
    agree(spiel)
    publish("spiel", table(spiel, wish.runs), wish.write)


if __name__ == "__main__":
    main()
