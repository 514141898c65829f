"""The frame of the command line: help, version, exit codes, closed pipes, interruptions, faults of Parlour itself."""

import os
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import click
import pytest

from parlour import cli

ROOT = Path(__file__).parents[1]


@pytest.fixture
def command(monkeypatch):
    """Puts a command made of a function in the place of all others, under the name `probe`."""

    def put(function):
        probe = click.command()(function)
        monkeypatch.setattr(cli, "COMMANDS", {"probe": "Try something."})
        monkeypatch.setattr(cli, "import_module", lambda name: type("Module", (), {"command": probe}))

    return put


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_the_line_of_help_is_that_of_the_command(name):
    command = import_module(f"parlour.commands.{name}").command
    assert command.help.splitlines()[0] == cli.COMMANDS[name]


def test_every_command_module_is_a_command():
    modules = {path.stem for path in (ROOT / "commands").glob("*.py")} - {"__init__"}
    with_command = {name for name in modules if hasattr(import_module(f"parlour.commands.{name}"), "command")}
    assert with_command == set(cli.COMMANDS)


@pytest.mark.parametrize("words", [["-h"], ["--help"]])
def test_help(words, capsys):
    assert cli.main(words) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in cli.COMMANDS)


def test_help_imports_nothing_heavy():
    """What makes `--help` slow is imported by the command that needs it."""
    heavy = {"yaml", "lark", "jsonschema", "babel", "rich", "parlour.interpreter", "parlour.interpreter.language"}
    code = "import sys; from parlour.cli import main; main(['-h']); print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not heavy & set(shown.splitlines()[-1].split())


def test_version(capsys):
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"parlour {version('parlour')}\n"


def test_no_words_are_a_usage_error(capsys):
    assert cli.main([]) == 2
    assert "Commands:" in capsys.readouterr().err


def test_a_misspelt_command_is_answered_with_the_nearest(capsys):
    assert cli.main(["shema"]) == 2
    assert "Did you mean 'schema'?" in capsys.readouterr().err


def test_the_number_that_a_command_returns_is_the_exit_code(command):
    command(lambda: 1)
    assert cli.main(["probe"]) == 1


@pytest.mark.parametrize(("fault", "code"), [(KeyboardInterrupt(), 130), (EOFError(), 130)])
def test_interruptions(command, fault, code):
    def probe():
        raise fault

    command(probe)
    assert cli.main(["probe"]) == code


def test_what_could_not_run(command, capsys):
    def probe():
        raise import_module("parlour.commands.outcome").CouldNotRun("no such file: 'x.yaml'", "did you mean 'y.yaml'?")

    command(probe)
    assert cli.main(["probe"]) == 3
    assert capsys.readouterr().err == "Error: no such file: 'x.yaml'\ndid you mean 'y.yaml'?\n"


def test_a_package_that_is_broken_is_no_fault_of_parlour(command, capsys):
    def probe():
        raise ImportError("libarrow.so.21: cannot open shared object file")

    command(probe)
    assert cli.main(["probe"]) == 3
    shown = capsys.readouterr().err
    assert "a package that this needs cannot be loaded: libarrow.so.21: cannot open" in shown
    assert "report it" not in shown


def test_an_unexpected_fault_asks_for_a_report_and_shows_no_traceback(command, capsys, monkeypatch):
    def probe():
        raise ValueError("surprise")

    command(probe)
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    assert cli.main(["probe"]) == 3
    shown = capsys.readouterr().err
    assert "internal error: ValueError: surprise" in shown
    assert "report it" in shown
    assert "Traceback" not in shown

    monkeypatch.setenv("PARLOUR_DEBUG", "1")
    assert cli.main(["probe"]) == 3
    assert "Traceback" in capsys.readouterr().err


def test_a_fault_of_the_system_is_no_bug(command, capsys, tmp_path):
    command(lambda: (tmp_path / "missing").read_text())
    assert cli.main(["probe"]) == 3
    shown = capsys.readouterr().err
    assert shown == f"parlour: No such file or directory: {tmp_path / 'missing'}\n"


def test_too_little_memory_is_no_bug(command, capsys):
    def probe():
        raise MemoryError("Unable to allocate 9.9 TiB for an array")

    command(probe)
    assert cli.main(["probe"]) == 3
    shown = capsys.readouterr().err
    assert "not enough memory" in shown
    assert "report it" not in shown


@pytest.mark.parametrize(("value", "colour"), [("1", False), ("", None)])
def test_no_color(command, monkeypatch, value, colour):
    seen = []
    command(lambda: seen.append(click.get_current_context().color))
    monkeypatch.setenv("NO_COLOR", value)
    assert cli.main(["probe"]) == 0
    assert seen == [colour]


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_who_leaves_is_no_fault():
    read, write = os.pipe()
    os.close(read)
    run = subprocess.run([sys.executable, "-m", "parlour.cli", "-h"], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (run.returncode, run.stderr) == (141, b"")


def test_letters_that_the_terminal_lacks_stop_nothing():
    code = "import click; from parlour import cli; cli.keep_text_printable(); click.echo('\\u043a\\u0456\\u0442!')"
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert run.stdout == "???!\n"
