"""Simulations: the same for any number of processes, interrupted and gone on with, stopped by limits and faults."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor

import pytest
from msgspec.structs import replace

from parlour.interpreter.face import Game
from parlour.interpreter.native.compiling import NativeUnavailable
from parlour.interpreter.simulating import setting_of, simulate, simulating
from parlour.interpreter.simulation.engine import GameFault
from parlour.interpreter.simulation.engines import ENGINES, FEW, MACHINE, MANY, NATIVE, EngineUnavailable, engine_for
from parlour.interpreter.simulation.machine import MachineEngine
from parlour.interpreter.simulation.native import CompiledEngine, QuickEngine
from parlour.interpreter.simulation.simulation import widest
from parlour.interpreter.simulation.summary import summarize
from parlour.interpreter.simulation.workers import WorkerLost


def figures(summary):
    return {name: value for name, value in summary.to_json().items() if name not in ("games_per_second", "engine")}


@pytest.mark.parametrize("engine", ENGINES)
def test_the_number_of_workers_changes_nothing(coin, engine, monkeypatch):
    monkeypatch.setattr(CompiledEngine, "batch", 250)
    game = Game(coin, 3)
    alone, together = (simulate(game, 1200, seed=7, jobs=jobs, engine=engine) for jobs in (1, 3))
    assert figures(alone) == figures(together)
    assert (alone.games, alone.engine) == (1200, engine)
    assert figures(alone) == figures(simulate(game, 1200, seed=7))


def test_engines_play_the_same_games(coin):
    program = Game(coin, 3).program
    machine, *natives = (maker(program, 3, ["", "", ""]) for maker in (MachineEngine, CompiledEngine, QuickEngine))
    for native in natives:
        assert machine.results(1000, 50) == native.results(1000, 50)
        assert machine.tally(1000, 50) == native.tally(1000, 50)
        assert native.batch > machine.batch


@pytest.mark.parametrize("patience", [-1.0, 1e9])
def test_better_code_goes_on_where_quick_code_was(coin, patience, monkeypatch):
    program = Game(coin, 3).program
    quick = QuickEngine(program, 3, ["", "", ""])
    first = quick._engine
    monkeypatch.setattr("parlour.interpreter.simulation.native.PATIENCE", patience)
    played = [*quick.results(0, 20), *quick.results(20, 20), *quick.results(40, 20)]
    assert played == list(MachineEngine(program, 3, ["", "", ""]).results(0, 60))
    assert (quick._engine is first) == (patience > 1)


class TestTheChoiceOfAnEngine:
    def test_few_games_are_over_before_machine_code_is_made(self):
        assert engine_for(FEW - 1)[0] == MACHINE
        assert engine_for(FEW) == (NATIVE, QuickEngine)
        assert engine_for(MANY - 1) == (NATIVE, QuickEngine)

    def test_the_best_machine_code_is_made_for_many(self):
        assert engine_for(MANY) == (NATIVE, CompiledEngine)

    def test_what_is_asked_for_is_taken(self):
        assert [engine_for(games, name) for games in (1, FEW) for name in (MACHINE, NATIVE)] == [
            (MACHINE, MachineEngine),
            (NATIVE, CompiledEngine),
        ] * 2

    def test_without_machine_code_the_machine_plays(self, monkeypatch):
        def missing():
            raise NativeUnavailable("llvmlite cannot be loaded: lost")

        monkeypatch.setattr("parlour.interpreter.simulation.native.host", missing)
        assert engine_for(FEW) == (MACHINE, MachineEngine)
        with pytest.raises(EngineUnavailable, match="lost"):
            engine_for(FEW, NATIVE)


def test_the_games_are_those_of_their_numbers(coin):
    game = Game(coin)
    results = MachineEngine(game.program, 3, ["", ""]).results(40, 5)
    for result in results:
        played = game.played(3, result.number)
        assert (tuple(played.scores()), played.turns, played.chances) == (result.scores, result.turns, result.chances)
        assert game.program.outcomes[result.outcome] == played.outcome
        assert result.winners == sum(1 << seat for seat in played.winners)
    assert [result.number for result in results] == list(range(40, 45))


def test_a_tally_is_gone_on_with(coin):
    whole = simulating(Game(coin), 1, 5)
    whole.simulation.run(700)
    first, second = simulating(Game(coin), 1, 5), simulating(Game(coin), 1, 5)
    first.simulation.run(300)
    second.simulation.tally = first.simulation.tally
    second.simulation.run(700)
    assert second.simulation.tally == whole.simulation.tally
    assert second.simulation.played == 400


def test_an_interruption_keeps_whole_stretches(coin):
    made = simulating(Game(coin), 1, 5)

    def interrupting(done):
        if done >= 500:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made.simulation.run(5000, progress=interrupting)
    again = simulating(Game(coin), 1, 5)
    assert 500 <= made.simulation.tally.games < 5000
    again.simulation.run(made.simulation.tally.games)
    assert made.simulation.tally == again.simulation.tally


def test_until_the_interval_is_as_narrow_as_wanted(coin):
    game = Game(coin, 2)
    ways = [(1, MACHINE), (2, MACHINE), (1, NATIVE), (2, NATIVE)]
    found = [simulate(game, 50_000, seed=1, until_ci=0.05, jobs=jobs, engine=name) for jobs, name in ways]
    assert [figures(summary) for summary in found] == [figures(found[0])] * 4
    assert 1000 < found[0].games < 50_000
    made = simulating(game, 1, 1)
    made.simulation.run(found[0].games)
    assert widest(made.simulation.tally) <= 0.05
    made = simulating(game, 1, 1)
    made.simulation.run(found[0].games - 1000)
    assert widest(made.simulation.tally) > 0.05


@pytest.mark.parametrize("stopped_after", [0, 700, 1000, 1250])
def test_going_on_stops_after_the_same_game(coin, stopped_after):
    game = Game(coin, 2)
    whole = simulating(game, 50_000, 1, engine=MACHINE)
    whole.simulation.run(50_000, until=0.05)
    again = simulating(game, 50_000, 1, engine=MACHINE)
    again.simulation.run(stopped_after)
    again.simulation.run(50_000, until=0.05)
    assert again.simulation.tally == whole.simulation.tally
    again.simulation.run(50_000, until=0.05)
    assert again.simulation.tally == whole.simulation.tally, "what has come to its end plays no more"


def test_a_width_that_is_not_reached_ends_at_n(coin):
    assert simulate(Game(coin), 1500, until_ci=0.0001).games == 1500


def test_games_that_are_too_long_are_stopped_and_counted(coin):
    game = Game(coin, 1, {"sides": 9})  # no throw ends this
    summary = simulate(game, 20, max_turns=30)
    assert summary.stopped == 20
    assert summary.outcomes["unfinished"].games == 20
    assert summary.turns.histogram == {30: 20}
    assert summary.to_json()["finished"] == 0
    assert game.program.limits.turns != 30, "the game itself keeps its limit"


def test_a_limit_that_no_game_meets_stops_none(coin):
    assert simulate(Game(coin), 50, max_turns=1000).stopped == 0


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_rule_that_fails_tells_the_game_and_the_place(faulty, jobs, engine, monkeypatch):
    monkeypatch.setattr(CompiledEngine, "batch", 250)
    with pytest.raises(GameFault) as caught:
        simulate(Game(faulty, 2), 600, seed=1, jobs=jobs, engine=engine)
    fault = caught.value
    assert "division by zero" in fault.message
    assert fault.place.line == 17
    alone = simulating(Game(faulty, 2), 1, 1)
    with pytest.raises(GameFault) as again:
        alone.simulation.run(fault.number + 1)
    assert again.value.number == fault.number, "the first in order, whoever played it"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_games_before_one_that_fails_are_counted(faulty, jobs, engine, monkeypatch):
    monkeypatch.setattr(CompiledEngine, "batch", 250)
    kept = []
    made = simulating(Game(faulty, 2), 600, 1, engine=engine, listed=True)
    with pytest.raises(GameFault) as caught:
        made.simulation.run(600, jobs, keep=kept.extend)
    number = caught.value.number
    assert number > 0
    assert [result.number for result in kept] == list(range(number))
    before = simulating(Game(faulty, 2), number, 1, engine="machine")
    before.simulation.run(number)
    assert made.simulation.tally == before.simulation.tally


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"n": -1}, "less than"),
        ({"jobs": 0}, "less than"),
        ({"max_turns": 0}, "less than"),
        ({"engine": "steam"}, "no engine 'steam': there are native and machine"),
        ({"seats": ["you"]}, "'you' cannot sit here"),
        ({"seats": ["bot:sly"]}, "no policy 'sly'"),
        ({"seats": ["bot", "bot", "bot"]}, "3 seats are given and 2 play"),
    ],
)
def test_bad_arguments(coin, arguments, told):
    with pytest.raises(ValueError, match=told):
        simulate(Game(coin, 2), **arguments)


def test_who_sits_where(coin):
    game = Game(coin, 2)
    for given in ((), ("bot",), ("bot:random",), ("bot", "bot:random")):
        assert simulate(game, 1, seats=given).setting.seats == ("bot:random", "bot:random")


def test_without_turns_there_are_none_to_report(coin):
    game = Game(coin)
    setting = setting_of(game, ("bot:random",), 1)
    made = simulating(game, 1, 1)
    made.simulation.run(10)
    assert setting.has_turns
    without = {**{name: getattr(setting, name) for name in setting.__slots__}, "has_turns": False}
    data = summarize(type(setting)(**without), made.simulation.tally, "machine").to_json()
    assert data["turns"] is None


class Dying(MachineEngine):
    """An engine whose process is killed."""

    def tally(self, first, count):
        if first >= 500:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().tally(first, count)


@pytest.mark.skipif(os.name == "nt", reason="processes of POSIX")
def test_a_process_that_is_killed_is_told_and_costs_nothing_that_is_finished(coin):
    made = simulating(Game(coin), 1, 1)
    made.simulation.work = replace(made.simulation.work, make=Dying)
    with pytest.raises(WorkerLost, match="fewer --jobs"):
        made.simulation.run(2000, jobs=2)
    assert made.simulation.tally.games < 2000
    again = simulating(Game(coin), 1, 1)
    again.simulation.run(made.simulation.tally.games)
    assert made.simulation.tally == again.simulation.tally


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_pool_comes_to_its_end_whoever_interrupts_that(coin, monkeypatch):
    end, hears = ProcessPoolExecutor.shutdown, signal.getsignal(signal.SIGINT)

    def interrupted(pool, *words, **named):
        os.kill(os.getpid(), signal.SIGINT)
        end(pool, *words, **named)

    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", interrupted)
    made = simulating(Game(coin), 600, 1, engine=MACHINE)
    made.simulation.run(600, jobs=2)
    assert made.simulation.tally.games == 600
    assert signal.getsignal(signal.SIGINT) == hears


def test_results_of_machine_code_fail_as_tallies_do(faulty):
    engine = CompiledEngine(Game(faulty, 2).program, 1, ["", ""])
    faults = []
    for play in (engine.results, engine.tally, MachineEngine(Game(faulty, 2).program, 1, ["", ""]).results):
        with pytest.raises(GameFault) as caught:
            play(0, 600)
        faults.append((caught.value.number, caught.value.message, str(caught.value.place)))
    assert len(set(faults)) == 1
