"""The file of an option in; what is wrong with it, told early and as what it is, out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from parlour.commands.outcome import CouldNotRun
from parlour.interpreter.installing import install
from parlour.interpreter.pictures.png import is_there, png


class FileName(click.Path):
    """The path of a file; an empty one names none (`Path("")` would be the folder where one is), nor does a dash, where
    nothing goes to stdout."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("'' names no file", param, ctx)
        if value == "-" and not self.allow_dash:
            self.fail("'-' names no file: nothing of this goes to stdout", param, ctx)
        return super().convert(value, param, ctx)


FILE = FileName(dir_okay=False, path_type=Path)
FILE_OR_DASH = FileName(dir_okay=False, allow_dash=True, path_type=Path)
FILE_OR_FOLDER = FileName(path_type=Path)
SVG, PNG = ".svg", ".png"
STDOUT = Path("-")


def ending(ends: Sequence[str]) -> Callable[[click.Context, click.Parameter, Path | None], Path | None]:
    """A check of an option: the name of the file ends in one of these, which says how it is written; a dash is no file."""
    listed = f"{', '.join(ends[:-1])} or {ends[-1]}"

    def check(ctx: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
        if file == STDOUT:
            return None
        if file is not None and file.suffix.lower() not in ends:
            raise click.BadParameter(f"'{file}' has to end in {listed}: it says how to write it")
        return file

    return check


def writable(file: Path) -> None:
    """CouldNotRun where a file's folder is not there: told before the work, and not when it would be lost."""
    if not file.parent.is_dir():
        raise CouldNotRun(f"{file}: there is no folder '{file.parent}' to write it in")


def drawable(file: Path) -> None:
    """CouldNotRun where a picture cannot be made here in the form that the name of its file says."""
    if file.suffix.lower() == PNG and not is_there():
        raise CouldNotRun("PNG needs resvg-py", f"install it with: {install('png')}, or write an .svg")


@contextmanager
def handling(file: Path) -> Iterator[None]:
    """CouldNotRun where the system lets nobody read or write a file."""
    try:
        yield
    except OSError as fault:
        raise CouldNotRun(f"{file}: {fault.strerror or fault}") from None


def write_picture(file: Path, picture: str) -> None:
    """A picture, SVG, in the form that the name of its file says; stderr tells of the file. Raises CouldNotRun."""
    drawable(file)
    with handling(file):
        if file.suffix.lower() == PNG:
            file.write_bytes(png(picture))
        else:
            file.write_text(picture, encoding="utf-8")
    click.echo(f"{file}", err=True)
