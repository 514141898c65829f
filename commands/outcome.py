"""How a command ends, as numbers that scripts depend on, and the one exception for a command that could not run."""

from __future__ import annotations

import click

FINE = 0
PROBLEMS_FOUND = 1
USAGE = 2
COULD_NOT_RUN = 3
INTERRUPTED = 130
PIPE_CLOSED = 141


class CouldNotRun(click.ClickException):
    """What was asked for is not there or cannot be read: no such file, an unreadable save. Shown on stderr."""

    exit_code = COULD_NOT_RUN

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message}\n{hint}" if hint else message)
