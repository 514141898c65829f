"""docs/scenarios.md: the ruleset that it shows passes all its scenarios."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def test_the_example_passes(results_of):
    (block,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    results = results_of(block)
    written = re.findall(r"^  (\w.*):$", block.partition("\nscenarios:\n")[2], re.MULTILINE)
    assert {r.name: r.differences or r.faults for r in results if not r.passed} == {}
    assert [r.name for r in results] == written
