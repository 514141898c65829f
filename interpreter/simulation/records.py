"""Results of games in, a file with a row a game out; and back, so that a simulation can go on where it stopped.

Beside FILE stands FILE.run.json with what the rows belong to: another game, seed or option cannot go on in the same file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BufferedRandom
from pathlib import Path
from typing import Protocol

from parlour.interpreter.simulation.identity import About, Identity, UnusableRecords, misplaced, unreadable
from parlour.interpreter.simulation.rows import Rows
from parlour.interpreter.simulation.tally import Result, Tally


class Keeping(Protocol):
    """A file of results that is being written, of whatever form. Use it in a `with`."""

    def begin(self) -> Tally: ...

    def resume(self) -> Tally: ...

    def keep(self, results: Sequence[Result]) -> None: ...

    def __enter__(self) -> Keeping: ...

    def __exit__(self, *fault: object) -> None: ...


class Records:
    """A file of results that is being written. Use it in a `with`; a row is on disk when `keep` has returned."""

    def __init__(self, path: Path, rows: Rows, identity: Identity) -> None:
        self._path, self._rows, self._about = path, rows, About(path, identity)
        self._file: BufferedRandom | None = None

    def begin(self) -> Tally:
        """A new file; the tally of no games. Raises UnusableRecords where there is one already, OSError."""
        self._about.write()
        self._file = self._path.open("w+b")
        self._file.write(self._rows.heading())
        self._file.flush()  # a kill before the first row leaves a file to go on with
        return self._rows.empty()

    def resume(self) -> Tally:
        """Go on with a file (or begin it, where there is none): the tally of the games that it holds.

        What stands behind the last whole row is cut off. Raises UnusableRecords where the rows are of another
        simulation or cannot be read, OSError.
        """
        if not self._path.exists():
            return self.begin()
        self._about.compare()
        self._file, tally = self._path.open("r+b"), self._rows.empty()
        tally.add_all(self._read(self._file))
        return tally

    def keep(self, results: Sequence[Result]) -> None:
        assert self._file is not None
        self._file.write(b"".join(self._rows.row(result) for result in results))
        self._file.flush()

    def __enter__(self) -> Records:
        return self

    def __exit__(self, *fault: object) -> None:
        if self._file:
            self._file.close()

    def _read(self, file: BufferedRandom) -> Iterator[Result]:
        """Every whole row; the file then stands behind the last of them and ends there."""
        heading = self._rows.heading()
        begun = file.read(len(heading))
        if not heading.startswith(begun):
            raise UnusableRecords(f"{self._path} does not begin as it should")
        if begun != heading:  # cut off
            file.write(heading[len(begun) :])
        end = file.tell()
        for number, line in enumerate(file):
            if not line.endswith(b"\n"):
                break
            yield self._parsed(line, number)
            end += len(line)
        file.seek(end)
        file.truncate()

    def _parsed(self, line: bytes, number: int) -> Result:
        try:
            result = self._rows.parsed(line)
        except (ValueError, KeyError, TypeError, IndexError):
            raise unreadable(self._path, number) from None
        if result.number != number:
            raise misplaced(self._path, result.number, number)
        return result
