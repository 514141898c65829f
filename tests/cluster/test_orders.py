"""What travels between computers: orders that become the same program there, answers, batches of the right length."""

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from msgspec.structs import replace

from parlour.interpreter.face import Game, load
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.program.digest import digest
from parlour.interpreter.simulation.cluster.faults import ClusterFault
from parlour.interpreter.simulation.cluster.order import order_of, packed, program_of
from parlour.interpreter.simulation.cluster.pace import Pace
from parlour.interpreter.simulation.cluster.versions import differences, versions
from parlour.interpreter.simulation.cluster.worker import play_batch
from parlour.interpreter.simulation.machine import MachineEngine
from parlour.interpreter.simulation.workers import Work

HOME = versions(False)


def made_order(reference, seats=None, **changes):
    game = Game(load(reference))
    work = Work(game.program, 3, seats or ("",) * game.players, MachineEngine)
    ruleset = game.ruleset
    order = order_of(ruleset.resolved(), ruleset.sha256, game.options, work, None, "machine")
    return game, replace(order, **changes)


LIBRARY = Library().ids()
EXTENDED = {"humbert-ca", "bank-nl", "goose-nl", "chutes-b"}


@pytest.mark.parametrize(
    "reference", [pytest.param(g, marks=() if g in EXTENDED else pytest.mark.slow) for g in LIBRARY]
)
def test_a_ruleset_is_the_same_game_there(reference):
    game, order = made_order(reference)
    there = program_of(pickle.loads(pickle.dumps(order)))
    assert digest(there) == order.program
    seats = [""] * game.players
    assert MachineEngine(there, 3, seats).results(0, 20) == MachineEngine(game.program, 3, seats).results(0, 20)


def test_a_batch_may_be_played_again():
    game, order = made_order("pig")
    first, again = (play_batch(order, 40, 30) for _ in range(2))
    assert first.played == again.played
    assert first.played.tally == MachineEngine(game.program, 3, [""]).tally(40, 30)
    listed = play_batch(replace(order, listed=True), 40, 30)
    assert [result.number for result in listed.played.results] == list(range(40, 70))
    assert listed.played.tally == first.played.tally


def test_threads_of_a_worker_do_not_share_an_engine_that_is_not_to_be_shared(monkeypatch):
    inside, met = set(), threading.Barrier(3, timeout=20)

    def watched(self, first, count):
        inside.add(id(self))
        met.wait()  # all three play at once
        return tally(self, first, count)

    tally = MachineEngine.tally
    _, order = made_order("pig", seats=("greedy",))
    monkeypatch.setattr(MachineEngine, "tally", watched)
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda k: play_batch(order, k, 1), range(3)))
    assert len(inside) == 3
    monkeypatch.setattr(MachineEngine, "tally", tally)
    assert [a.played for a in answers] == [play_batch(order, k, 1).played for k in range(3)]


def test_an_answer_is_small():
    _, order = made_order("humbert-ca")
    answer = play_batch(order, 0, 200)
    assert len(pickle.dumps(order)) < 30_000
    assert len(pickle.dumps(answer)) < 10_000


def test_a_text_that_arrives_changed():
    _, order = made_order("pig")
    changed = packed(load("pig").resolved().replace("100", "90"))
    with pytest.raises(ClusterFault, match="its hash is another"):
        program_of(replace(order, text=changed))
    rehashed = sha256(load("pig").resolved().replace("100", "90").encode()).hexdigest()
    with pytest.raises(ClusterFault, match="becomes another program there"):
        program_of(replace(order, text=changed, sha256=rehashed))
    broken = packed("parlour: 1\n")
    hashed = sha256(b"parlour: 1\n").hexdigest()
    with pytest.raises(ClusterFault, match="is not understood there"):
        program_of(replace(order, text=broken, sha256=hashed))


def test_a_worker_that_joins_late_with_another_version_says_so():
    _, order = made_order("pig")
    for other, told in [
        ({"parlour": "9.9"}, "this process 9.9"),
        ({"sources": "x"}, "another build"),
        ({"python": "3.99"}, "Python"),
    ]:
        problem = play_batch(replace(order, versions=replace(HOME, **other)), 0, 1).problem
        assert told in problem


def test_an_engine_that_cannot_run_there(monkeypatch):
    monkeypatch.setattr("parlour.interpreter.simulation.native.why_not", lambda: "llvmlite cannot be loaded: lost")
    _, order = made_order("pig", engine="native", versions=versions(True))
    assert "lost; --engine machine plays the same games" in play_batch(order, 0, 1).problem


def test_what_is_the_same_has_no_differences():
    assert list(differences(HOME, HOME)) == []
    (told,) = differences(replace(HOME, llvmlite="0.1"), versions(True))
    assert told.startswith("it has llvmlite 0.1")


class TestPace:
    def test_the_first_batches_are_small(self):
        assert Pace(100, 10**9).size(10**6, 4) == 100
        assert Pace(100, 10**9).size(30, 4) == 30

    def test_half_a_second_of_what_was_measured(self):
        pace = Pace(100, 10**9)
        pace.learn(100, 0.01)
        assert pace.size(10**7, 4) == 5000
        for _ in range(50):
            pace.learn(5000, 5)
        assert 490 < pace.size(10**7, 4) < 510

    def test_many_threads_have_longer_batches(self):
        pace = Pace(100, 10**9)
        pace.learn(100, 0.01)
        assert [pace.size(10**9, threads) for threads in (1, 20, 30, 40, 5000)] == [5000, 5000, 7500, 10_000, 10_000]

    def test_at_the_end_nobody_is_idle_and_no_batch_is_tiny(self):
        pace = Pace(100, 10**9)
        pace.learn(10_000, 1)
        assert pace.size(12_000, 4) == 3000
        assert pace.size(2_400, 4) == 2000
        assert pace.size(10, 4) == 10

    def test_results_one_by_one_have_a_bound(self):
        pace = Pace(100, 10_000)
        pace.learn(10**6, 0.1)
        assert pace.size(10**9, 2) == 10_000
