"""Rows of games: written, read back, cut off in the middle, of another simulation, broken by hand."""

import csv
import json

import pytest

from parlour.interpreter.face import Game
from parlour.interpreter.simulating import simulating
from parlour.interpreter.simulation.identity import UnusableRecords
from parlour.interpreter.simulation.records import Records
from parlour.interpreter.simulation.rows import ENDS, rows_of

IDENTITY = {"game": "coin", "seed": 5}


def play(coin, path, games, resume=False, identity=IDENTITY):
    made = simulating(Game(coin, 2), games, 5, listed=True)
    with Records(path, rows_of(path.suffix, made.setting), identity) as records:
        made.simulation.tally = records.resume() if resume else records.begin()
        made.simulation.run(games, keep=records.keep)
    return made.simulation.tally


@pytest.mark.parametrize("end", ENDS)
def test_what_is_written_is_read_back(coin, tmp_path, end):
    path = tmp_path / f"games{end}"
    tally = play(coin, path, 300)
    assert play(coin, path, 300, resume=True) == tally


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("cut", [0, 1, 15])
def test_a_file_that_was_cut_off_is_gone_on_with(coin, tmp_path, end, cut):
    path, whole = tmp_path / f"games{end}", tmp_path / f"whole{end}"
    play(coin, path, 300)
    tally = play(coin, whole, 500)
    path.write_bytes(path.read_bytes()[: -cut or None])
    assert play(coin, path, 500, resume=True) == tally
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("left", [0, 1, 9])
def test_a_file_that_was_cut_off_before_its_first_row_is_gone_on_with(coin, tmp_path, end, left):
    path, whole = tmp_path / f"games{end}", tmp_path / f"whole{end}"
    tally = play(coin, whole, 30)
    play(coin, path, 30)
    path.write_bytes(path.read_bytes()[:left])
    assert play(coin, path, 30, resume=True) == tally
    assert path.read_bytes() == whole.read_bytes()


def test_what_is_begun_is_on_disk_before_the_first_row(coin, tmp_path):
    path = tmp_path / "games.csv"
    setting = simulating(Game(coin, 2), 1, 5).setting
    with Records(path, rows_of(path.suffix, setting), IDENTITY) as records:
        records.begin()
        assert path.read_bytes().startswith(b"game,outcome")


def test_there_need_be_nothing_to_resume(coin, tmp_path):
    assert play(coin, tmp_path / "games.csv", 20, resume=True).games == 20


def test_a_file_is_never_written_over(coin, tmp_path):
    path = tmp_path / "games.csv"
    path.write_text("mine\n")
    with pytest.raises(UnusableRecords, match="is there already: --resume goes on with it"):
        play(coin, path, 20)
    assert path.read_text() == "mine\n"


def test_rows_of_another_simulation_are_refused(coin, tmp_path):
    path = tmp_path / "games.csv"
    play(coin, path, 20)
    with pytest.raises(UnusableRecords, match="its seed is 5, this one's 6"):
        play(coin, path, 20, resume=True, identity={"game": "coin", "seed": 6})


@pytest.mark.parametrize(
    ("about", "told"), [(None, "is missing"), ("{", "no JSON"), ("[]", "of another simulation"), ("{}", "of another")]
)
def test_what_the_rows_belong_to_has_to_be_there(coin, tmp_path, about, told):
    path = tmp_path / "games.csv"
    play(coin, path, 20)
    beside = tmp_path / "games.csv.run.json"
    beside.unlink() if about is None else beside.write_text(about)
    with pytest.raises(UnusableRecords, match=told):
        play(coin, path, 30, resume=True)


def row_with(**changes):
    """A sound row of JSON but for the changes."""
    sound = {
        "game": 0,
        "outcome": "over",
        "stopped": False,
        "winners": [1],
        "scores": [1, 2],
        "measures": {"left": 1},
        "turns": 1,
        "chances": 1,
    }
    return json.dumps({**sound, **changes}).encode()


BROKEN = {
    ".jsonl": [
        b"{}",
        b"[]",
        b"nonsense",
        b"\xff",
        row_with(game="0"),
        row_with(outcome=""),
        row_with(outcome="none"),
        row_with(stopped=1),
        row_with(winners=[3]),
        row_with(winners=1),
        row_with(scores=[1]),
        row_with(scores=[1, 2.5]),
        row_with(measures={"right": 1}),
        row_with(turns=-4),
        row_with(chances=-1),
    ],
    ".csv": [
        b"",
        b"0",
        b"0,over,2,1,1,2,3,1,1",
        b"0,over,0,1,1,2,x,1,1",
        b"0,over,0,1,1,2,1,1",
        b"0,none,0,1,1,2,3,1,1",
        b"0,over,0,1,1,2,3,-4,1",
        b"0,over,0,1,1,2,3,1,-1",
        b"\xff,",
    ],
}


def test_the_row_that_is_broken_above_is_sound_without_changes(coin, tmp_path):
    path = tmp_path / "games.jsonl"
    play(coin, path, 1)
    path.write_bytes(row_with() + b"\n")
    assert play(coin, path, 1, resume=True).winners == [1, 0]


def test_scores_and_measures_may_be_below_0(coin, tmp_path):
    path = tmp_path / "games.jsonl"
    play(coin, path, 1)
    path.write_bytes(row_with(scores=[-3, 2], measures={"left": -1}) + b"\n")
    assert play(coin, path, 1, resume=True).games == 1


@pytest.mark.parametrize(("end", "row"), [(end, row) for end, rows in BROKEN.items() for row in rows])
def test_a_broken_row_is_told_by_its_game(coin, tmp_path, end, row):
    path = tmp_path / f"games{end}"
    play(coin, path, 3)
    heading = path.read_bytes().splitlines(keepends=True)[: end == ".csv"]
    path.write_bytes(b"".join(heading) + row + b"\n")
    with pytest.raises(UnusableRecords, match="the row of game 0 cannot be read"):
        play(coin, path, 3, resume=True)


def test_rows_out_of_order_are_refused(coin, tmp_path):
    path = tmp_path / "games.jsonl"
    play(coin, path, 3)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[2])
    with pytest.raises(UnusableRecords, match="game 2 stands where game 1 should"):
        play(coin, path, 3, resume=True)


def test_another_heading_is_refused(coin, tmp_path):
    path = tmp_path / "games.csv"
    play(coin, path, 3)
    path.write_bytes(b"x" + path.read_bytes())
    with pytest.raises(UnusableRecords, match="does not begin as it should"):
        play(coin, path, 3, resume=True)


def test_the_columns_of_csv(coin, tmp_path):
    path = tmp_path / "games.csv"
    play(coin, path, 3)
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    names = ["game", "outcome", "stopped", "winners", "score_1", "score_2", "measure_left", "turns", "chances"]
    assert list(rows[0]) == names
    assert [row["game"] for row in rows] == ["0", "1", "2"]


def test_the_fields_of_json(coin, tmp_path):
    path = tmp_path / "games.jsonl"
    play(coin, path, 1)
    row = json.loads(path.read_text())
    assert set(row) == {"game", "outcome", "stopped", "winners", "scores", "measures", "turns", "chances"}
    played = Game(coin, 2).played(5, 0)
    assert row["scores"] == played.scores()
    assert row["winners"] == [seat + 1 for seat in played.winners]


def test_other_forms_are_refused(coin):
    setting = simulating(Game(coin), 1, 1).setting
    with pytest.raises(ValueError, match=r"\.jsonl or \.csv"):
        rows_of(".parquet", setting)
