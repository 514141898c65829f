"""`parlour new ID`: a first ruleset to edit, or a variant of another, as a file; what to do next on stdout."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from msgspec.structs import replace

from parlour.commands.files import FILE_OR_FOLDER
from parlour.commands.opening import ruleset_of
from parlour.commands.outcome import CouldNotRun
from parlour.commands.parameters import completed_by
from parlour.interpreter.authoring.header import SCHEMA_FILE, Header, schema_near
from parlour.interpreter.authoring.templates import from_template, kinds
from parlour.interpreter.authoring.variant import variant_of
from parlour.interpreter.face import Ruleset
from parlour.interpreter.language.loading.library import Library, find_in, is_id, is_path
from parlour.interpreter.locale import plurals

FIRST_KIND = "race"
_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


def _language(ctx: click.Context | None, parameter: click.Parameter | None, tag: str) -> str:
    """A BCP 47 tag, or nothing."""
    if tag and not _TAG.fullmatch(tag):
        raise click.BadParameter(f"'{tag}' is no tag of a language: write it, pl, pt-BR or the like")
    return tag


@click.command()
@click.argument("identifier", metavar="ID")
@click.option("--kind", type=click.Choice(kinds()), help=f"What kind of game (default: {FIRST_KIND}).")
@click.option(
    "--from",
    "base",
    shell_complete=completed_by("complete_game"),
    metavar="GAME",
    help="Make a translation or a house rule of this game.",
)
@click.option("--title", default="", help="The game's name, as players read it.")
@click.option("--language", default="", metavar="TAG", callback=_language, help="Of a variant: it, pl, pt-BR …")
@click.option("-o", "--output", type=FILE_OR_FOLDER, metavar="FILE", help="Where to (default: ID.yaml).")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def command(
    identifier: str, kind: str | None, base: str | None, title: str, language: str, output: Path | None, force: bool
) -> None:
    """Write a first ruleset to edit, or a variant of another."""
    path = _target(identifier, output, force)
    header = Header(identifier, title, language, schema_near(path.parent) or SCHEMA_FILE)
    if base is not None and kind:
        raise click.UsageError("--kind and --from are two ways to begin: give one of them.")
    if language and not base:
        raise click.UsageError("--language goes with --from: the first rulesets are written in English.")
    text = _variant(header, base, path) if base is not None else from_template(kind or FIRST_KIND, header)
    path.write_text(text, encoding="utf-8", newline="\n")
    click.echo("\n".join(_what_next(path, base)))


def _target(identifier: str, output: Path | None, force: bool) -> Path:
    """The file to write; a fault where it cannot be called so, or is there."""
    if not is_id(identifier):
        near = re.sub(r"[^a-z0-9]+", "-", identifier.lower().removesuffix(".yaml")).strip("-")
        like = f", as in '{near}'" if near else ""
        raise click.BadParameter(f"'{identifier}' is no id: small letters, digits, - and _{like}", param_hint="'ID'")
    path = output or Path(f"{identifier}.yaml")
    path = path / f"{identifier}.yaml" if path.is_dir() else path
    if not is_path(path.name):
        raise click.BadParameter(f"'{path.name}' does not end in .yaml", param_hint="'-o'")
    known = Library().find(identifier)
    if known and not _same(known, path):
        raise click.BadParameter(f"the library has a game '{identifier}': choose another id", param_hint="'ID'")
    if path.exists() and not force:
        raise CouldNotRun(f"{path} is there already", "--force writes over it, -o FILE writes another")
    if not path.parent.is_dir():
        raise CouldNotRun(f"there is no folder '{path.parent}'")
    return path


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def _variant(header: Header, base: str, path: Path) -> str:
    """The text of a variant, once it is known what it is called and in which language."""
    ruleset, reference = _base(base, path)
    if sys.stdin.isatty():
        title = header.title or click.prompt("Title", default=ruleset.title)
        language = header.language or click.prompt(
            "Language", default=ruleset.language, value_proc=lambda tag: _language(None, None, tag)
        )
        header = replace(header, title=title, language=language)
    if header.language and not plurals.known(header.language):
        click.echo(f"Nothing is known of the plural forms of '{header.language}': one is taken to be enough.", err=True)
    return variant_of(ruleset.checked.loaded, reference, header)


def _base(base: str, path: Path) -> tuple[Ruleset, str]:
    """What `extends` will find from the new file's folder, and how it has to name it."""
    if not is_path(base):
        own = find_in(path.parent, base)
        found = ruleset_of(str(own) if own else base)
        if own and _same(own, path):
            raise click.BadParameter(f"'{base}' cannot extend itself: give it another ID", param_hint="'--from'")
        return found, base
    found = ruleset_of(base)
    if _same(Path(base), path):
        raise click.BadParameter(f"{base} cannot extend itself: write to another file", param_hint="'--from'")
    try:
        return found, Path(base).resolve().relative_to(path.parent.resolve()).as_posix()
    except ValueError:
        raise click.BadParameter(_outside(found.id, Path(base), path), param_hint="'--from'") from None


def _outside(identifier: str, base: Path, path: Path) -> str:
    """Why a file cannot be the base, and what can."""
    known = Library().find(identifier)
    if known and _same(known, base):
        return f"{base} is in the library: write --from {identifier}"
    where = f"write beside it, -o {base.parent / path.name}, or copy it here"
    return f"{base} is not in the folder of {path}, which a variant never leaves: {where}"


def _what_next(path: Path, base: str | None) -> Iterator[str]:
    name = shlex.quote(str(path))
    yield f"{path} is written{f', a variant of {base}' if base else ''}. Open it in an editor; then:"
    yield f"  parlour validate {name}"
    yield f"  parlour test {name}"
    yield f"  parlour play {name}"
    if schema_near(path.parent) is None:
        folder = f"{shlex.quote(str(path.parent / SCHEMA_FILE))}"
        yield f"Once in a folder, so that editors complete and check what you type: parlour schema > {folder}"
