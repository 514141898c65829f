"""Rows of games in Parquet: the same as in CSV, put together from parts, gone on with wherever a run was killed."""

import csv
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from parlour.interpreter.face import Game
from parlour.interpreter.simulating import simulating
from parlour.interpreter.simulation import parquet
from parlour.interpreter.simulation.identity import UnusableRecords
from parlour.interpreter.simulation.parquet import ParquetRecords
from parlour.interpreter.simulation.records import Records
from parlour.interpreter.simulation.rows import rows_of
from parlour.interpreter.simulation.workers import Pace

IDENTITY = {"game": "coin", "seed": 5}


class Killed(BaseException):
    """The process is gone: nothing more is written."""


def play(coin, path, games, resume=False, identity=IDENTITY, killed_at=None):
    made = simulating(Game(coin, 2), games, 5, engine="machine", listed=True)
    records = ParquetRecords(path, made.setting, identity)

    def keep(results):
        records.keep(results)
        if killed_at is not None and results[-1].number + 1 >= killed_at:
            raise Killed

    if killed_at is None:
        with records:
            made.simulation.tally = records.resume() if resume else records.begin()
            made.simulation.run(games, keep=keep)
    else:
        made.simulation.tally = records.resume() if resume else records.begin()
        with pytest.raises(Killed):
            made.simulation.run(games, keep=keep)
    return made.simulation.tally


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(parquet, "GROUP", 300)


def rows(path):
    return pq.read_table(path).to_pylist()


def test_the_columns_are_those_of_csv(coin, tmp_path):
    play(coin, tmp_path / "games.parquet", 300)
    made = simulating(Game(coin, 2), 300, 5, engine="machine", listed=True)
    with Records(tmp_path / "games.csv", rows_of(".csv", made.setting), IDENTITY) as records:
        records.begin()
        made.simulation.run(300, keep=records.keep)
    written = list(csv.DictReader((tmp_path / "games.csv").open(encoding="utf-8")))
    found = rows(tmp_path / "games.parquet")
    assert list(found[0]) == list(written[0])
    for mine, theirs in zip(found, written, strict=True):
        spelled = {**mine, "stopped": int(mine["stopped"]), "winners": " ".join(map(str, mine["winners"]))}
        assert {name: str(value) for name, value in spelled.items()} == theirs


def test_only_the_file_is_left(coin, tmp_path, small):
    play(coin, tmp_path / "games.parquet", 1000)
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix != ".yaml") == [
        "games.parquet",
        "games.parquet.run.json",
    ]
    assert [row["game"] for row in rows(tmp_path / "games.parquet")] == list(range(1000))


@pytest.mark.parametrize("killed_at", [250, 500, 750, 1000])
def test_a_run_that_is_killed_is_gone_on_with(coin, tmp_path, small, killed_at):
    path, whole = tmp_path / "games.parquet", tmp_path / "whole.parquet"
    expected = play(coin, whole, 1500)
    play(coin, path, 1500, killed_at=killed_at)
    assert not path.exists()
    assert play(coin, path, 1500, resume=True) == expected
    assert rows(path) == rows(whole)


def test_a_whole_file_is_gone_on_with_and_killed_again(coin, tmp_path, small):
    path = tmp_path / "games.parquet"
    play(coin, path, 500)
    play(coin, path, 2000, resume=True, killed_at=1250)
    expected = play(coin, tmp_path / "whole.parquet", 2000)
    assert play(coin, path, 2000, resume=True) == expected
    assert rows(path) == rows(tmp_path / "whole.parquet")


def test_a_kill_between_putting_together_and_tidying_counts_no_game_twice(coin, tmp_path, small, monkeypatch):
    path, parts = tmp_path / "games.parquet", tmp_path / "games.parquet.parts"
    play(coin, path, 1000, killed_at=1000)
    shutil.copytree(parts, tmp_path / "before")
    expected = play(coin, path, 1000, resume=True)
    shutil.copytree(tmp_path / "before", parts)
    (parts / "00000000000000099999.part").write_bytes(b"half of a par")
    assert play(coin, path, 1000, resume=True) == expected
    assert [row["game"] for row in rows(path)] == list(range(1000))
    assert not parts.exists()


def test_a_part_that_is_missing_is_told(coin, tmp_path, small, monkeypatch):
    monkeypatch.setattr(Pace, "size", lambda self: self.guessed)
    path, parts = tmp_path / "games.parquet", tmp_path / "games.parquet.parts"
    play(coin, path, 2000, killed_at=1500)
    names = sorted(parts.glob("*.parquet"))
    names[1].unlink()
    with pytest.raises(UnusableRecords, match="stands where game 500 should"):
        play(coin, path, 2000, resume=True)
    assert len(list(parts.glob("*.parquet"))) == len(names) - 1, "nothing is thrown away"


def test_what_cannot_be_gone_on_with(coin, tmp_path):
    path = tmp_path / "games.parquet"
    play(coin, path, 20)
    with pytest.raises(UnusableRecords, match="is there already: --resume goes on with it"):
        play(coin, path, 20)
    with pytest.raises(UnusableRecords, match="its seed is 5, this one's 6"):
        play(coin, path, 20, resume=True, identity={"game": "coin", "seed": 6})
    content = path.read_bytes()
    path.write_bytes(content[:-20])
    with pytest.raises(UnusableRecords, match="cannot be read"):
        play(coin, path, 20, resume=True)
    path.write_bytes(content[:300] + bytes(200) + content[500:])
    with pytest.raises(UnusableRecords, match="cannot be read"):
        play(coin, path, 20, resume=True)
    path.write_bytes(content)
    unnumbered = pq.read_table(path).to_pylist()
    unnumbered[3]["game"] = None
    pq.write_table(pa.Table.from_pylist(unnumbered, pq.read_schema(path)), path)
    with pytest.raises(UnusableRecords, match="the row of game 3 cannot be read"):
        play(coin, path, 30, resume=True)
    pq.write_table(_without_column(content, tmp_path), path)
    with pytest.raises(UnusableRecords, match="has not the columns"):
        play(coin, path, 20, resume=True)


def _without_column(content, folder):
    (folder / "copy.bin").write_bytes(content)
    return pq.read_table(folder / "copy.bin").drop_columns(["turns"])


def test_no_games_are_a_file_too(coin, tmp_path):
    path = tmp_path / "games.parquet"
    made = simulating(Game(coin, 2), 1, 5, listed=True)
    with ParquetRecords(path, made.setting, IDENTITY) as records:
        records.begin()
    assert rows(path) == []
    assert play(coin, path, 30, resume=True).games == 30
