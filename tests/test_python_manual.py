"""docs/python.md shows what really happens: its examples are run."""

import doctest
from pathlib import Path

MANUAL = Path(__file__).parents[1] / "docs" / "python.md"


def test_the_examples_of_the_manual():
    found = doctest.testfile(str(MANUAL), module_relative=False, encoding="utf-8")
    assert found.attempted >= 15
    assert found.failed == 0
