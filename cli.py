"""Words of a command line in, an exit code out: the frame of `parlour`. What the commands do is in `commands/`."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from types import TracebackType


def show_uncaught(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    """Ctrl-C while Python still loads modules, or ends: no traceback, and the exit code is that of the signal."""
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, fault, trace)


sys.excepthook = show_uncaught  # before the imports that take a moment

import traceback  # noqa: E402
from difflib import get_close_matches  # noqa: E402

import click  # noqa: E402
from click.shell_completion import CompletionItem  # noqa: E402

from parlour.commands.outcome import COULD_NOT_RUN, FINE, INTERRUPTED, PIPE_CLOSED  # noqa: E402

BUG = """This is a bug in Parlour, not in your ruleset. Please report it, with the command and the ruleset;
with PARLOUR_DEBUG=1 in the environment the same command prints a traceback to send along."""

WHOLE = "Perhaps it was installed in part, or for another Python: install it anew with pip."

OBJECTS_BETWEEN_COLLECTIONS = 400_000

COMMANDS = {
    "list": "List the games of the library.",
    "show": "Show a ruleset to a reader.",
    "validate": "Check rulesets: files, ids of the library, or - for stdin.",
    "test": "Run the scenarios in rulesets.",
    "explain": "Explain a code of a diagnostic.",
    "play": "Play a game at the terminal, people and bots mixed.",
    "replay": "Tell a recorded game again, or game K of a simulation.",
    "simulate": "Play many games and say how they end.",
    "odds": "Work out exactly how a game ends.",
    "diff": "Say what differs between two rulesets.",
    "rules": "Write the rule book, in the ruleset's language.",
    "board": "Draw the board of a game, localized.",
    "new": "Write a first ruleset to edit, or a variant of another.",
    "schema": "Print the JSON Schema of rulesets, for editors.",
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and line of help, and imports one only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"parlour.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        near = get_close_matches(args[0], COMMANDS, n=1)
        if near and args[0] not in COMMANDS:
            ctx.fail(f"No such command '{args[0]}'. Did you mean '{near[0]}'?")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [CompletionItem(name, help=line) for name, line in COMMANDS.items() if name.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(None, "-V", "--version", package_name="parlour", message="%(package)s %(version)s")
def parlour() -> None:
    """Games of the parlour, written as data: check, play, simulate and solve them."""


def look_for_garbage_seldom() -> None:
    """A ruleset is hundreds of thousands of objects that all stay: to look through them for garbage again and again, and
    twice more while Python ends, is a tenth of the time of a short command."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    atexit.register(gc.freeze)


def main(words: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name; None: that of the process) and return its exit code."""
    open_closed_streams()
    keep_text_printable()
    look_for_garbage_seldom()
    colour = False if os.environ.get("NO_COLOR") else None
    try:
        code = parlour.main(words, "parlour", standalone_mode=False, color=colour)
        sys.stdout.flush()
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except SystemExit as left:  # click's own answer to a closed pipe (1), and how it ends a shell's completion (0)
        return close_pipes() if left.code else FINE
    except BrokenPipeError:
        return close_pipes()
    except OSError as fault:
        return report(f"{fault.strerror or fault}: {fault.filename or 'the output'}", fault)
    except MemoryError as fault:
        return report("there is not enough memory for this: close other programs, or ask for less", fault)
    except ImportError as fault:
        return report(f"a package that this needs cannot be loaded: {fault}\n{WHOLE}", fault)
    except Exception as fault:
        return report(f"internal error: {type(fault).__name__}: {fault}\n{BUG}", fault)
    return code or FINE


def open_closed_streams() -> None:
    """What the caller has closed (`>&-`) reads as empty and takes whatever is written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 (for as long as the process)


def keep_text_printable() -> None:
    """A letter that the terminal's encoding lacks is shown as a question mark, and stops no game."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def close_pipes() -> int:
    """The reader of a pipe has left, as `head` does: say nothing, also when Python flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def report(message: str, fault: Exception) -> int:
    """Say on stderr why the command could not run; the traceback is for those who ask for it."""
    if os.environ.get("PARLOUR_DEBUG"):
        traceback.print_exception(fault)
    click.echo(f"parlour: {message}", err=True)
    return COULD_NOT_RUN


if __name__ == "__main__":
    sys.exit(main())
