"""docs/tutorial.md, from top to bottom: each file is written as it says, each command says what it shows.

A yaml block names its file; its sections take the place of those of their names, or come new. In a console block `…`
stands for lines that are left out. To write the outputs anew: UPDATE_DOCS=1 pytest tests/test_tutorial.py
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour import cli
from parlour.interpreter.checked import compiled
from parlour.interpreter.diagnostics import RulesetError
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.opening import opened
from parlour.interpreter.scenarios.runner import run_scenarios

PAGE = Path(__file__).parents[1] / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(\w+) ?(.*?)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SECTION = re.compile(r"^(?=\w[\w-]*:|#)", re.MULTILINE)
LEFT_OUT = "…"


def sections(text: str) -> dict[str, str]:
    """Name → text of the top sections, blank lines behind; a comment at the top belongs to the section that follows."""
    found: dict[str, str] = {}
    comment = ""
    for part in SECTION.split(text):
        if part.startswith("#"):
            comment += part
        elif part.strip():
            found[part.split(":")[0]] = comment + part
            comment = ""
    return found


def put(path: Path, block: str) -> None:
    """Write a block into its file as an author does, for lines are counted: what is new stands below a blank line."""
    new = sections(block)
    if not path.exists() or "parlour" in new:
        path.write_text(block, "utf-8")
        return
    there = sections(path.read_text("utf-8"))
    for name, text in new.items():
        if name in there:
            old = there[name]
            there[name] = f"{text.rstrip()}\n{old[len(old.rstrip()) + 1 :]}"
        else:
            last = next(reversed(there))
            there |= {last: f"{there[last].rstrip()}\n\n", name: f"{text.rstrip()}\n"}
    path.write_text("".join(there.values()), "utf-8")


def run(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints, errors behind."""
    capsys.readouterr()
    name, *words = shlex.split(line)
    assert name == "parlour"
    cli.main(words)
    out, err = capsys.readouterr()
    return re.sub(r"(?m)[\d,]+ a second", "N a second", out + err)


def commands(block: str) -> Iterator[tuple[str, str]]:
    """(command, what the page shows of its output)"""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield line, shown


def fits(shown: str, printed: str) -> bool:
    """Whether the output is as it is shown, apart from what is left out."""
    pieces = re.split(rf"^{LEFT_OUT}\n", f"{shown.rstrip()}\n", flags=re.MULTILINE)
    return re.fullmatch("(.*\n)*?".join(map(re.escape, pieces)), f"{printed.rstrip()}\n") is not None


def test_the_page_is_true(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text("utf-8")
    wrong: list[str] = []

    def tried(found: re.Match[str]) -> str:
        """The block as it should be: what it writes is written, what it runs is run."""
        kind, name, block = found.groups()
        if kind == "yaml":
            put(tmp_path / name, block)
            return found[0]
        assert kind == "console"
        lines = []
        for line, shown in commands(block):
            printed = f"{run(line, capsys).rstrip()}\n"
            if not fits(shown, printed):
                wrong.append(f"$ {line}\n{printed}\n--- the page shows:\n{shown}")
            lines.append(f"$ {line}\n{shown if LEFT_OUT in shown.splitlines() else printed}")
        return f"```console\n{''.join(lines)}```"

    anew = BLOCK.sub(tried, text)
    if os.environ.get("UPDATE_DOCS"):
        PAGE.write_text(anew, "utf-8")
    assert "\n".join(wrong) == ""


def steps() -> list[str]:
    return re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]


def test_each_of_the_six_steps_leaves_a_ruleset_that_holds(tmp_path):
    """Whatever went wrong on the way on purpose: at the end of a step every file is sound, and its scenarios pass."""
    numbered = [step for step in steps() if step.startswith("Step")]
    assert [step[:6] for step in numbered] == [f"Step {n}" for n in range(1, 7)]
    for step in numbered:
        blocks = [(name, block) for kind, name, block in BLOCK.findall(step) if kind == "yaml"]
        assert blocks
        for name, block in blocks:
            put(tmp_path / name, block)
        for path in tmp_path.glob("*.yaml"):
            ruleset = opened(path, Library())
            compiled(ruleset)
            assert ruleset.warnings == ()
            assert all(result.passed for result in run_scenarios(ruleset))


def test_every_rule_of_the_sheet_has_a_scenario():
    sheet = " ".join(line.lstrip("> ") for line in PAGE.read_text("utf-8").splitlines() if line.startswith("> "))
    quotes = re.findall(r"^    quote: (.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(quotes) >= 5
    assert [q for q in quotes if q.strip('"') not in sheet] == []


class TestTheTestItself:
    def test_sections_take_the_place_of_their_names(self, tmp_path):
        put(tmp_path / "a.yaml", "# x\nparlour: 1\na: 1\n\nb:\n  c: 2\n")
        put(tmp_path / "a.yaml", "a: 2\n\nb: 3\n\nd: 4\n\ne: 5\n")
        assert (tmp_path / "a.yaml").read_text("utf-8") == "# x\nparlour: 1\na: 2\n\nb: 3\n\nd: 4\n\ne: 5\n"

    def test_what_is_left_out(self):
        assert fits("a\n…\nc\n", "a\nb\nb\nc\n") and fits("…\nc\n", "c\n") and fits("a\n…\n", "a\nb\n")
        assert not fits("a\n…\nc\n", "a\nb\nd\n") and not fits("a\n", "a\nb\n")

    def test_a_mistake_in_a_block_is_found(self, tmp_path):
        put(tmp_path / "a.yaml", "parlour: 1\nid: a\nfoo: 1\n")
        with pytest.raises(RulesetError):
            opened(tmp_path / "a.yaml", Library())
