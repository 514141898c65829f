"""What a shell can complete: commands, games, options, seats, codes; without checking a ruleset, and in a real bash."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from parlour import cli
from parlour.interpreter import pipeline
from parlour.interpreter.codes import ALL
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.shelf import entries_of, games_of


@pytest.fixture(autouse=True)
def _nothing_is_compiled(tmp_path, monkeypatch):
    def refuse(*given, **named):
        raise AssertionError("completing checks no ruleset")

    monkeypatch.setattr(pipeline, "checked", refuse)
    monkeypatch.chdir(tmp_path)


def completed(line: str) -> list[str]:
    """What the last word of a line can become."""
    *words, last = line.split(" ")[1:]
    return [item.value for item in ShellComplete(cli.parlour, {}, "parlour", "_X").get_completions(words, last)]


def test_commands_without_importing_one(monkeypatch):
    monkeypatch.setattr(cli, "import_module", lambda name: pytest.fail(name))
    assert completed("parlour ") == list(cli.COMMANDS)
    assert completed("parlour val") == ["validate"]
    assert "--version" in completed("parlour --")


@pytest.mark.parametrize("before", ["show", "rules", "board", "validate", "test", "validate pig", "new x --from"])
def test_rulesets_of_the_library(before):
    assert completed(f"parlour {before} ") == Library().ids()
    assert completed(f"parlour {before} hum") == [game for game in Library().ids() if game.startswith("hum")]


@pytest.mark.parametrize("before", ["play", "simulate", "odds"])
def test_bases_are_not_offered_where_games_are_played(before):
    entries, _ = entries_of(Library())
    games = [entry.id for entry in entries if not entry.abstract]
    assert len(games) < len(entries)
    assert completed(f"parlour {before} ") == games


def test_what_cannot_be_read_is_offered_too(tmp_path):
    for name, text in (
        ("own", "abstract: ["),
        ("base", "abstract: true\n"),
        ("bytes", "\xff"),
        ("game", "abstract: no\n"),
    ):
        (tmp_path / f"{name}.yaml").write_bytes(text.encode("latin-1"))
    assert games_of(Library(tmp_path)) == ["bytes", "game", "own"]


def test_files_of_this_folder(tmp_path):
    for name in ("tetrarch.yaml", "tetrad.yml", "notes.txt"):
        (tmp_path / name).write_text("", "utf-8")
    assert completed("parlour play ") == [*games_of(Library()), "tetrad.yml", "tetrarch.yaml"]
    assert completed("parlour play tetr") == ["tetrad.yml", "tetrarch.yaml"]


def test_elsewhere_the_shell_completes_paths(tmp_path):
    (item,) = ShellComplete(cli.parlour, {}, "parlour", "_X").get_completions(["play"], "games/x")
    assert (item.type, item.value) == ("file", "games/x")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("parlour play goose --option ", ["ante=10", "ante=0", "ante=100"]),
        ("parlour simulate humbert-sl --option lo", ["lot=tickets", "lot=coins"]),
        ("parlour play humbert-sl --option lot=c", ["lot=coins"]),
        ("parlour simulate humbert --sweep lo", ["lot=all", "lot=tickets", "lot=coins"]),
        (
            "parlour play pig --seats ",
            ["you", "best", "bot", "bot:random", "bot:greedy", "bot:hold_at_20", "bot:hold_at_25"],
        ),
        ("parlour play pig --seats you,bot:h", ["you,bot:hold_at_20", "you,bot:hold_at_25"]),
        ("parlour odds pig --seats be", ["best"]),
        ("parlour simulate pig --seats ", ["bot:random", "bot:greedy", "bot:hold_at_20", "bot:hold_at_25"]),
        ("parlour replay pig --seats bot:hold_at_25", ["bot:hold_at_25"]),
        ("parlour play nothing --option ", []),
        ("parlour play gone.yaml --option ", []),
        ("parlour play --option ", []),
    ],
)
def test_options_and_seats_of_the_game_before(line, offered):
    assert completed(line) == offered


def test_options_of_truths_and_of_a_variant_in_a_file(tmp_path):
    (tmp_path / "own.yaml").write_text(
        "parlour: 1\nid: own\nextends: pig\noptions: {late: {default: false}}\n", encoding="utf-8"
    )
    assert completed("parlour play own.yaml --option la") == ["late=true", "late=false"]
    assert "goal=100" in completed("parlour play own.yaml --option ")


def test_a_faulty_file_offers_nothing_and_breaks_nothing(tmp_path):
    (tmp_path / "own.yaml").write_text("a: [", encoding="utf-8")
    assert completed("parlour play own.yaml --option ") == []


def test_codes():
    assert completed("parlour explain p1") == [code for code in ALL if code.startswith("P1")]


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["parlour", "vali"], ["validate"]),
        (["parlour", "play", "humbert-s"], ["humbert-sl"]),
        (["parlour", "play", "humbert-sl", "--option", "lot="], ["lot=tickets", "lot=coins"]),
    ],
)
def test_in_bash(words, offered, tmp_path):
    """The lines of docs/completion.md, then what bash does at the key Tab."""
    page = Path(__file__).parents[1] / "docs" / "completion.md"
    setup = page.read_text("utf-8").split("```bash\n", 1)[1].split("```", 1)[0]
    (tmp_path / "setup.bash").write_text(setup, "utf-8")
    script = f"""
        PATH={Path(sys.executable).parent}:$PATH
        source setup.bash
        COMP_WORDS=({" ".join(words)}) COMP_CWORD={len(words) - 1}
        _parlour_completion parlour
        printf '%s\\n' "${{COMPREPLY[@]}}"
        complete -p parlour >&2; [[ $COMP_WORDBREAKS != *[=:]* ]] || echo "= or : parts words"
    """
    ran = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8")
    assert ran.stdout.splitlines() == offered
    assert "_parlour_completion" in ran.stderr
