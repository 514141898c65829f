"""docs/language.md: every block is a ruleset, or sections of one, that checks, compiles and passes its scenarios."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parlour.interpreter.checked import Checked, compiled
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.opening import opened
from parlour.interpreter.scenarios.runner import run_scenarios

ROOT = Path(__file__).parents[1]
MANUAL = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", MANUAL, re.DOTALL)
HEADER = {
    "parlour": "parlour: 1\nid: block\n",
    "title": "title: A block of the manual\n",
    "language": "language: en\n",
    "players": "players: {min: 2, max: 6}\n",
    "phases": "phases: {all: {do: {end: {outcome: over}}}}\n",
}


def whole(block: str) -> str:
    """The block with the sections that it lacks for being a ruleset."""
    sections = set(re.findall(r"^(\w+):", block, re.MULTILINE))
    if "extends" in sections:
        return block
    return "".join(text for name, text in HEADER.items() if name not in sections) + block


def read(block: str, folder: Path) -> Checked:
    path = folder / "block.yaml"
    path.write_text(whole(block), encoding="utf-8")
    return opened(str(path), Library(ROOT / "rulesets"))


def test_there_are_blocks_for_every_chapter() -> None:
    assert len(BLOCKS) >= 15


@pytest.mark.parametrize("block", BLOCKS, ids=lambda b: str(BLOCKS.index(b)))
def test_block(block: str, tmp_path: Path) -> None:
    ruleset = read(block, tmp_path)
    compiled(ruleset)
    failed = [r for r in run_scenarios(ruleset) if not r.passed]
    assert not failed


@pytest.mark.parametrize("section", re.findall(r"^\| `(\w+)`", MANUAL.split("## 2.")[0], re.MULTILINE))
def test_sections_are_known(section: str) -> None:
    assert re.search(rf"^{section}:", "".join(BLOCKS), re.MULTILINE) or section in ("id", "language", "options"), (
        section
    )
