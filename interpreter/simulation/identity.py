"""What rows of games belong to, in; a small file beside theirs out, so that others do not go on in the same file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

Identity = Mapping[str, Any]  # plain data


class UnusableRecords(Exception):
    """A file of results that cannot be begun or gone on with; the message says why, and what would be right."""


def there_already(file: Path) -> UnusableRecords:
    """Nobody writes over games that were played."""
    return UnusableRecords(f"{file} is there already: --resume goes on with it, or name another file")


def unreadable(file: Path, number: int) -> UnusableRecords:
    return UnusableRecords(f"{file}: the row of game {number} cannot be read")


def misplaced(file: Path, found: int, number: int) -> UnusableRecords:
    return UnusableRecords(f"{file}: game {found} stands where game {number} should")


class About:
    """Beside FILE stands FILE.run.json."""

    def __init__(self, path: Path, identity: Identity) -> None:
        self._path, self._identity = path, identity
        self._about = path.with_name(f"{path.name}.run.json")

    def write(self) -> None:
        """Raises UnusableRecords where the rows' file is there already, or none can be written beside it."""
        if self._path.exists():
            raise there_already(self._path)
        text = json.dumps(self._identity, ensure_ascii=False, indent=2) + "\n"
        try:
            self._about.write_text(text, encoding="utf-8")
        except OSError as fault:
            why = f"{self._about.name} cannot be written beside it: {fault.strerror or fault}"
            raise UnusableRecords(f"{self._path}: {why}") from None

    def compare(self) -> None:
        """Raises UnusableRecords where the rows belong to something else, or nobody knows to what."""
        try:
            known = json.loads(self._about.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise UnusableRecords(
                f"{self._about} is missing: it says what the rows of {self._path} belong to"
            ) from None
        except ValueError:
            raise UnusableRecords(f"{self._about} cannot be read: it is no JSON") from None
        known = known if isinstance(known, dict) else {}
        other = [name for name, value in self._identity.items() if known.get(name) != value]
        if other:
            name = other[0]
            was, now = (json.dumps(value, ensure_ascii=False) for value in (known.get(name), self._identity[name]))
            raise UnusableRecords(f"{self._path} is of another simulation: its {name} is {was}, this one's {now}")
