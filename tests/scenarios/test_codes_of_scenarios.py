"""The examples of the codes P7xx: each wrong one gives its code and no other, each right one passes."""

import pytest

from parlour.interpreter.codes.scenarios import SCENARIOS


@pytest.mark.parametrize("row", SCENARIOS, ids=lambda row: row.code)
def test_the_wrong_example_gives_the_code_alone(row, faults_of):
    assert {d.code for d in faults_of(row.wrong)} == {row.code}


@pytest.mark.parametrize("row", SCENARIOS, ids=lambda row: row.code)
def test_the_right_example_passes(row, faults_of):
    assert faults_of(row.right) == []
