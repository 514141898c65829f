"""What the engine gives: the machine's tallies and results, from any thread, in any stretches; and its refusals."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from parlour.interpreter.checked import compiled
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.native import compiling
from parlour.interpreter.native.compiling import NativeUnavailable
from parlour.interpreter.native.engine import GameFailed, NativeEngine
from parlour.interpreter.opening import opened
from parlour.interpreter.program.expressions import TRUE, Binary, Constant, Operator, Slot, Temporary
from parlour.interpreter.program.instructions import (
    Branch,
    Choose,
    ChooseOne,
    ChooseSome,
    End,
    Fail,
    Jump,
    Note,
    Option,
    Set,
    Target,
    Throw,
)
from parlour.interpreter.program.program import ChoiceInfo, Limits
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.simulation.machine import MachineEngine
from parlour.interpreter.types import INT, INT_HIGH, INT_LOW

DONE = End(1, Constant(3), -1, (), -1)


@pytest.fixture
def pig(programs):
    return programs["pig"]()


def test_tally_and_results_are_those_of_the_machine(pig, code_folder):
    for policies in (["", ""], ["at_20", ""], ["", "at_20"]):
        native, machine = NativeEngine(pig, 5, policies, code_folder), MachineEngine(pig, 5, policies)
        assert native.tally(3, 60) == machine.tally(3, 60)
        assert native.results(3, 60) == machine.results(3, 60)


def test_stretches_add_up_from_any_thread(pig, code_folder):
    engine = NativeEngine(pig, 5, ["", ""], code_folder)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda first: engine.tally(first, 2500), range(0, 20_000, 2500)))
    whole = parts[0]
    for part in parts[1:]:
        whole = whole.merged(part)
    assert whole == engine.tally(0, 20_000)
    assert engine.tally(0, 0).games == 0
    assert engine.batch > 1000


def test_seeds_and_numbers_count_modulo_2_to_the_64(pig, code_folder):
    native, machine = (
        make(pig, 2**64 - 1, ["", ""]) for make in (lambda *a: NativeEngine(*a, code_folder), MachineEngine)
    )
    assert native.results(2**63 - 2, 4) == machine.results(2**63 - 2, 4)
    assert NativeEngine(pig, -1, ["", ""], code_folder).tally(0, 9) == native.tally(0, 9)


def test_sums_have_room_for_any_score(sketch, code_folder):
    s = sketch()
    a = s.field("a")
    high, low = Constant(INT_HIGH), Constant(INT_LOW)
    from_runtime = s.program([Set(Target(a), high, INT_LOW, INT_HIGH, 0), DONE], scores=(Slot(a), low))
    native, machine = NativeEngine(from_runtime, 0, ["", ""], code_folder), MachineEngine(from_runtime, 0, ["", ""])
    assert native.tally(0, 1000) == machine.tally(0, 1000)
    assert native.tally(0, 9).scores[1].squares == 9 * 2**126


def test_a_game_longer_than_the_histogram(programs, code_folder, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.native.emitting.totals.LONGEST", 8)
    race = programs["race"]()
    native, machine = NativeEngine(race, 0, ["", ""], code_folder / "short"), MachineEngine(race, 0, ["", ""])
    assert native.tally(0, 200) == machine.tally(0, 200)
    assert max(native.tally(0, 200).turns) > 8


@pytest.mark.parametrize(
    "limits", [Limits(turns=4, outcome=2), Limits(chances=4, outcome=2), Limits(turns=0, outcome=2)]
)
def test_limits(programs, both, limits):
    found = both(programs["race"](limits=limits))
    assert all(result.stopped and result.outcome == 2 and not result.winners for result, _ in found)


@pytest.mark.parametrize("kind", ["options", "one", "some"])
def test_choices_have_a_limit(sketch, both, kind):
    """A game that only chooses goes on till its limit; so many choices may be made, and no more."""
    s = sketch()
    a, into = s.field("a", 0, 99), s.field("into", 0, 3)
    on = Set(Target(a), Binary(Operator.ADD, Slot(a), Constant(1), 0), 0, 99, 0)
    choice = {
        "options": Choose(0, Constant(1), (Option(TRUE, "on"), Option(TRUE, "on")), -1, (), 3),
        "one": ChooseOne(0, Constant(1), Constant(0), Constant(3), TRUE, Temporary(0), into, -1, (), 3),
        "some": ChooseSome(0, Constant(1), 2, TRUE, TRUE, into, -1, (), 3),
    }[kind]
    info = ChoiceInfo("which", ("x", "y") if kind == "options" else (), INT, (1, 2) if kind == "some" else ())
    lines = ["again", choice, "on", on, Jump("again")]
    limits = Limits(choices=7, outcome=2, steps=5)
    found = both(s.program(lines, choices=(info,), limits=limits))
    assert all(result.stopped and result.outcome == 2 and vector[a] == 7 for result, vector in found)


def test_a_limit_without_an_outcome_is_a_fault(programs, both):
    assert both(programs["race"](limits=Limits(turns=4)))[1] == "limit"


@pytest.mark.parametrize("steps", [100, 101, 102])
def test_an_endless_game_is_told_where_the_machine_tells_it(sketch, both, steps):
    """Both stop it somewhere in its round; machine code counts other steps than the machine does."""
    s = sketch()
    a = s.field("a", 0, 9)
    down = Set(
        Target(a), Binary(Operator.MAX, Constant(0), Binary(Operator.ADD, Slot(a), Constant(-1), 0), -1), 0, 9, 7
    )
    below = Branch(Binary(Operator.LESS, Slot(a), Constant(3), 8), "end")
    lines = ["again", below, down, Jump("again"), "end", DONE]
    program = s.program(lines, limits=Limits(steps=steps, outcome=2))
    number, fault, place, values = both(program)
    assert (number, fault, values) == (0, "endless", {"steps": steps}) and place


def test_the_first_game_that_fails_is_told(sketch, code_folder):
    s = sketch(faces=(0, 1), most=1)
    cast = s.field("cast", 0, 9)
    coin = s.device((0, 1))
    odd = Binary(Operator.EQUAL, Slot(cast), Constant(2), 0)
    program = s.program([Throw(coin, Constant(1), 1, cast, 0), Branch(odd, "good"), Fail(0, 4), "good", DONE])
    engine = NativeEngine(program, 1, ["", ""], code_folder)
    with pytest.raises(GameFailed) as caught:
        engine.tally(0, 100)
    number = caught.value.number
    assert caught.value.fault.place.line == 5 and caught.value.fault.message == "that may not be"
    assert engine.tally(0, number).games == number
    with pytest.raises(GameFailed):
        engine.results(number, 1)


def test_landings_are_counted(code_folder):
    program = compiled(opened("goose", Library()))[0]
    heard = [0] * (program.squares + 1)

    def listen(event):
        if event.kind is Note.LANDED:
            heard[event.values[1]] += 1

    for number in range(20):
        assert Game(program).new_state(2, number, listen).is_terminal
    assert NativeEngine(program, 2, [""] * program.seats, code_folder).visits(0, 20) == tuple(heard)


def test_llvmlite_is_loaded_when_machine_code_is_wanted_and_no_sooner():
    code = (
        "import sys, parlour, parlour.interpreter.native.engine, parlour.interpreter.native.playouts; "
        "sys.exit('llvmlite' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_processor_that_llvm_does_not_know_is_told(monkeypatch):
    compiling.host.cache_clear()
    monkeypatch.setattr(compiling.binding(), "get_process_triple", lambda: "abacus-unknown-linux")
    try:
        with pytest.raises(NativeUnavailable, match="LLVM knows no abacus-unknown-linux"):
            compiling.host()
    finally:
        compiling.host.cache_clear()


def test_without_llvmlite_it_says_so(pig, code_folder, monkeypatch):
    compiling.binding.cache_clear()
    compiling.host.cache_clear()
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)
    with pytest.raises(NativeUnavailable, match="llvmlite cannot be loaded"):
        NativeEngine(replace(pig, id="other"), 0, ["", ""], code_folder)
    monkeypatch.undo()
    compiling.binding.cache_clear()
    compiling.host.cache_clear()
    assert NativeEngine(pig, 0, ["", ""], code_folder).tally(0, 1).games == 1
