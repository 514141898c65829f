"""The option `--lang`: a tag of a language that the engine speaks, or a fault of usage that says which there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from parlour.interpreter.diagnostics import listed
from parlour.interpreter.locale.tags import languages, speaks

F = TypeVar("F", bound=Callable[..., Any])


def language_option(help: str) -> Callable[[F], F]:
    """`--lang XX`: a BCP 47 tag; empty where it is not given."""
    return click.option("--lang", "language", default="", metavar="XX", callback=_known, help=help)


def _known(ctx: click.Context, parameter: click.Parameter, tag: str) -> str:
    if tag and not speaks(tag):
        raise click.BadParameter(f"'{tag}' is no language that Parlour speaks; allowed: {listed(languages())}")
    return tag
