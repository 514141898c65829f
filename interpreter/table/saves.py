"""A game under way in, a file that it can be gone on with from out: written whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from parlour.interpreter.table.left import fields_as_data
from parlour.interpreter.table.match import Match
from parlour.interpreter.table.record import SAVE, head, moves_as_data


class Saves:
    """Where one game is saved: in the file that was named, else in one of its own in the user's folder."""

    def __init__(self, path: Path | None) -> None:
        self.named = self._path = path
        self._own = {path.absolute()} if path else set()

    def path(self, match: Match) -> Path:
        """The file that is written when none is named at the prompt."""
        if self._path is None:
            identifier = match.setting.checked.model.syntax.id.text
            name = f"{identifier}-{datetime.now():%Y%m%d-%H%M%S}.json"
            self._path = _usual_folder() / name
        return self._path

    def write_elsewhere(self, match: Match) -> Path:
        """Save the game in the user's folder, where the file that was named cannot be written. Raises OSError."""
        self._path = None
        return self.write(match)

    def write(self, match: Match, path: Path | None = None) -> Path:
        """Save the game; the file written. Raises OSError: what was there before then still is.

        A file that is there and is not this game's own, named before it began or written since, is not written over, and
        no folder is made but the user's own: a name that was mistyped, or a disk that is gone, is told.
        """
        goal = path or self.path(match)
        if goal.absolute() not in self._own and os.path.lexists(goal):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(goal))
        if goal.parent == _usual_folder():
            goal.parent.mkdir(parents=True, exist_ok=True)
        elif not goal.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(goal.parent))
        _replace(goal, json.dumps(self._data(match), ensure_ascii=False) + "\n")
        self._path = goal
        self._own.add(goal.absolute())
        return goal

    def _data(self, match: Match) -> dict[str, Any]:
        return {
            **head(SAVE, match.setting),
            "moves": moves_as_data(match.moves),
            "told": match.position.told,
            "state": match.state.to_json(),
            "fields": fields_as_data(match.setting.program.layout),
        }


def _usual_folder() -> Path:
    return user_data_path("parlour", appauthor=False) / "saves"


def _replace(path: Path, text: str) -> None:
    """Write beside the file and rename, so that neither a crash nor a full disk leaves half a file."""
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
