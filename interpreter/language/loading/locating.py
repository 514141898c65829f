"""What somebody, or a file that extends another, calls a ruleset comes in; the file that is meant goes out, unread."""

from __future__ import annotations

from pathlib import Path

from parlour.interpreter.language.loading.library import Library, UnknownRuleset, find_in, is_path, shown


def located(reference: str | Path, library: Library) -> tuple[Path, str]:
    """The file of an id or a path (a Path; a text with a slash or an end in .yaml), and the name that diagnostics print: a
    path as it was given, that of an id from the working folder. Raises UnknownRuleset."""
    if isinstance(reference, Path) or is_path(reference):
        return Path(reference), str(reference)
    path = library.find(reference)
    if path is None:
        raise UnknownRuleset(reference, library)
    return path, shown(path)


def base_of(extending: Path | None, reference: str, library: Library) -> Path | None:
    """The file that a file extends (None: a text that is no file): an id in its folder, then in the library; a path below
    its folder. None where there is none."""
    folder = extending.parent if extending else None
    if is_path(reference):
        path = below(folder, reference) if folder else None
        return path if path and path.is_file() else None
    own = find_in(folder, reference) if folder else None
    return own if own and folder and stays_in(folder, own) else library.find(reference)


def below(folder: Path, reference: str) -> Path | None:
    """The path of what would lie in a folder or below it; None where the reference leaves the folder."""
    path = folder / reference
    return path if not {"\\", "\0"} & set(reference) and stays_in(folder, path) else None


def stays_in(folder: Path, path: Path) -> bool:
    """Whether a path, its symbolic links followed, lies in the folder or below it."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return False
