"""`--sweep NAME=LOW..HIGH:STEP`: what is wrong with a range, in the words that were written."""

import pytest

from parlour.commands.sweeping import in_short, swept
from parlour.interpreter.lowering.options import OptionInfo


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("sides=5..1", "'sides=5..1' is empty: it begins at 5 and ends at 1; give the lower number first"),
        ("sides=5..1:2", "'sides=5..1:2' is empty: it begins at 5 and ends at 1; give the lower number first"),
        ("sides=1..5:-1", "'sides=1..5:-1' is empty: its step is -1, and has to be 1 or more"),
        ("sides=1..5:0", "'sides=1..5:0' is empty: its step is 0, and has to be 1 or more"),
        ("sides=9,5..1", "'sides=5..1' is empty"),
        ("sides=1..", "'sides=1..' is no range: write whole numbers, as in 10..40 or 10..40:10"),
        ("sides=1..5:x", "'sides=1..5:x' is no range"),
        ("sides=0..5000:2", "'sides=0..5000:2' is more than 1000 values: give a step of 6 or more, as in 0..5000:555"),
    ],
)
@pytest.mark.parametrize("command", ["simulate", "odds"])
def test_a_range_that_is_none(run, sound, command, written, message):
    ran = run(command, sound, "--sweep", written)
    assert ran.code == 2
    assert ran.complaint.startswith(f"Error: Invalid value for '--sweep': {message}")


def test_the_least_step_that_is_told_is_enough(run, sound):
    refused = run("simulate", sound, "--sweep", "sides=0..5000:6")
    assert refused.code == 2
    assert "outside 1..9" in refused.err


@pytest.mark.parametrize(
    ("values", "short"),
    [
        (range(2, 1001), "2..1000"),
        (range(10, 60, 10), "10..50:10"),
        ([1, 2, 3], "1,2,3"),
        ([-2, -1, 0, 1], "-2..1"),
        ([7, 1, 2, 3, 4, 9, 12, 15, 18, 5], "7,1..4,9..18:3,5"),
        ([4, 3, 2, 1], "4,3,2,1"),
        (["01", "02", "03", "04"], "01,02,03,04"),
        ([], ""),
    ],
)
def test_values_in_short(values, short):
    written = [str(value) for value in values]
    assert in_short(written) == short
    if written:
        number = OptionInfo("n", 0, (), None, None, "")
        assert swept([f"n={short}"], [number], {}) == {"n": written}


def test_what_is_refused_of_a_sweep_is_simulated_in_one_range(run):
    ran = run("odds", "pig", "--sweep", "goal=20..40", "--max-states", "10")
    assert ran.code == 1
    assert ran.err.splitlines()[-1].endswith("--sweep goal=20..40")
