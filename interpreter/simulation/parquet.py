"""Results of games in, a Parquet file with a row a game out; and back, so that a simulation can go on where it stopped.

A Parquet file is whole or nothing: its index stands at the end. So while games are played they go into parts, small
files in the folder FILE.parts; when the simulation stops, for whatever reason but a kill, they are put together. Parts
that a kill leaves behind are found by --resume. Every file comes into being at once, under its name, or not at all; and
every row has the number of its game, so that none is lost or counted twice.

Columns are those of CSV; `stopped` is a boolean, `winners` a list of seats. pyarrow comes with `parlour[parquet]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from parlour.interpreter.simulation.identity import (
    About,
    Identity,
    UnusableRecords,
    misplaced,
    there_already,
    unreadable,
)
from parlour.interpreter.simulation.rows import empty_tally, result_of_row, seats_in
from parlour.interpreter.simulation.summary import Setting
from parlour.interpreter.simulation.tally import Result, Tally

GROUP = 2**17  # rows of a row group, and of a part
SECONDS = 10.0  # after which a part is written, whatever is in it


class ParquetRecords:
    """A Parquet file that is being written. Use it in a `with`: at its end the file is whole."""

    def __init__(self, path: Path, setting: Setting, identity: Identity) -> None:
        self._path, self._setting, self._about = path, setting, About(path, identity)
        self._parts = path.with_name(f"{path.name}.parts")
        self._scores = [f"score_{seat}" for seat in range(1, setting.players + 1)]
        self._measures = [f"measure_{name}" for name in setting.measures]
        numbers = [(name, pa.int64()) for name in (*self._scores, *self._measures, "turns", "chances")]
        head = [("game", pa.int64()), ("outcome", pa.string()), ("stopped", pa.bool_())]
        self._schema: Any = pa.schema([*head, ("winners", pa.list_(pa.int32())), *numbers])
        self._waiting: list[Any] = []  # record batches that are in no part yet
        self._written = monotonic()
        self._is_open = False

    def begin(self) -> Tally:
        """A new file; the tally of no games. Raises UnusableRecords where there is one already, OSError."""
        if self._parts.exists():
            raise there_already(self._parts)
        self._about.write()
        self._parts.mkdir()
        self._is_open = True
        return empty_tally(self._setting)

    def resume(self) -> Tally:
        """Go on with a file and its parts (or begin, where there is neither): the tally of the games that they hold.

        Raises UnusableRecords where the rows are of another simulation or cannot be read, OSError.
        """
        if not self._path.exists() and not self._parts.exists():
            return self.begin()
        self._about.compare()
        tally = empty_tally(self._setting)
        for file in self._files():
            for batch in self._batches(file):
                tally.add_all(self._results(file, batch, tally.games))
        self._parts.mkdir(exist_ok=True)
        self._is_open = True
        return tally

    def keep(self, results: Sequence[Result]) -> None:
        if results:
            self._waiting.append(self._batch(results))
        waits = sum(batch.num_rows for batch in self._waiting)
        if waits >= GROUP or (waits and monotonic() - self._written > SECONDS):
            self._write_part()

    def __enter__(self) -> ParquetRecords:
        return self

    def __exit__(self, *fault: object) -> None:
        if self._is_open:
            self._write_part()
            self._put_together()

    def _write_part(self) -> None:
        """The rows that wait, in a file named by the first of their games, so that names are in the games' order."""
        if self._waiting:
            table = pa.Table.from_batches(self._waiting)
            first = table.column("game")[0].as_py()
            part = self._parts / f"{first:020}.parquet"
            pq.write_table(table, part.with_suffix(".part"))
            part.with_suffix(".part").replace(part)
        self._waiting, self._written = [], monotonic()

    def _put_together(self) -> None:
        """The file and its parts become the file; only then the parts go."""
        parts = self._part_files()
        if parts or not self._path.exists():
            whole = self._parts / "whole.part"
            with pq.ParquetWriter(whole, self._schema) as writer:
                for table in self._tables():
                    writer.write_table(table)
            whole.replace(self._path)
        for file in self._parts.iterdir():
            file.unlink()
        self._parts.rmdir()

    def _tables(self) -> Iterator[Any]:
        """All rows in order, some row groups at a time; parts that are in the file already are left out."""
        found, rows, games = list[Any](), 0, 0
        for file in self._files():
            for batch in self._batches(file):
                new = batch.slice(min(batch.num_rows, max(0, games - batch.column("game")[0].as_py())))
                found, rows, games = [*found, new], rows + new.num_rows, games + new.num_rows
                if rows >= GROUP:
                    yield pa.Table.from_batches(found)
                    found, rows = [], 0
        if found:
            yield pa.Table.from_batches(found)

    def _files(self) -> list[Path]:
        return [*([self._path] if self._path.exists() else []), *self._part_files()]

    def _part_files(self) -> list[Path]:
        return sorted(self._parts.glob("*.parquet"))

    def _batches(self, file: Path) -> Iterator[Any]:
        try:
            with pq.ParquetFile(file) as opened:
                if not opened.schema_arrow.equals(self._schema):
                    raise UnusableRecords(f"{file} has not the columns that it should")
                yield from (batch for batch in opened.iter_batches(GROUP) if batch.num_rows)
        except (pa.ArrowException, OSError) as fault:  # pages that are damaged are an OSError
            raise UnusableRecords(f"{file} cannot be read: {str(fault).splitlines()[0]}") from None

    def _batch(self, results: Sequence[Result]) -> Any:
        setting = self._setting
        columns: list[Sequence[object]] = [
            [r.number for r in results],
            [setting.outcomes[r.outcome] for r in results],
            [r.stopped for r in results],
            [seats_in(r.winners, setting.players) for r in results],
            *([r.scores[k] for r in results] for k in range(len(self._scores))),
            *([r.measures[k] for r in results] for k in range(len(self._measures))),
            [r.turns for r in results],
            [r.chances for r in results],
        ]
        arrays = [pa.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        return pa.RecordBatch.from_arrays(arrays, schema=self._schema)

    def _results(self, file: Path, batch: Any, games: int) -> Iterator[Result]:
        """The rows from game `games` on, which has to be the next."""
        for row in batch.to_pylist():
            if row["game"] is None:
                raise unreadable(file, games)
            if row["game"] < games:
                continue  # of a part that is in the file already
            if row["game"] != games:
                raise misplaced(file, row["game"], games)
            try:
                yield result_of_row(
                    self._setting,
                    row["outcome"],
                    row["stopped"],
                    row["winners"],
                    [row["game"], row["turns"], row["chances"]],
                    [row[name] for name in self._scores],
                    [row[name] for name in self._measures],
                )
            except (ValueError, TypeError):
                raise unreadable(file, games) from None
            games += 1
