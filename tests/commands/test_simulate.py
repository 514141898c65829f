"""`parlour simulate`: the JSON that scripts rely on, the tables, sweeps, rows, interruptions, bad input."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from parlour.commands.progress import Progress, rate
from parlour.commands.simulation_options import processors
from parlour.commands.waiting import Waiting
from parlour.interpreter.face import Game, load
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.shelf import games_of
from parlour.interpreter.simulating import simulate
from parlour.interpreter.simulation.engines import ENGINES
from parlour.interpreter.simulation.workers import Pace

GAMES = games_of(Library())
FIELDS = [
    "game", "ruleset_sha256", "options", "players", "seats", "seed", "games", "finished", "stopped_at_max_turns",
    "outcomes", "winners", "scores", "measures", "turns", "games_per_second", "engine",
]  # fmt: skip


def is_interval(value):
    return type(value) is list and len(value) == 2 and all(type(end) is float for end in value) and value[0] <= value[1]


def check_shape(data):
    """Exactly the fields of docs and scripts, each of its type."""
    assert list(data) == FIELDS
    assert re.fullmatch("[0-9a-f]{64}", data["ruleset_sha256"])
    assert all(type(value) in (int, bool, str) for value in data["options"].values())
    assert all(type(data[name]) is int for name in ("players", "seed", "games", "finished", "stopped_at_max_turns"))
    assert data["finished"] + data["stopped_at_max_turns"] == data["games"]
    assert len(data["seats"]) == len(data["winners"]) == len(data["scores"]) == data["players"]
    for share in (*data["outcomes"].values(), *data["winners"]):
        assert [name for name in share if name != "seat"] == ["games", "share", "ci95"]
        assert share["share"] == share["games"] / data["games"]
        assert is_interval(share["ci95"])
    assert sum(share["games"] for share in data["outcomes"].values()) == data["games"]
    assert (
        [w["seat"] for w in data["winners"]]
        == [s["seat"] for s in data["scores"]]
        == list(range(1, data["players"] + 1))
    )
    for score in data["scores"]:
        assert list(score) == ["seat", "mean", "sd", "ci95", "min", "max"]
        assert score["min"] <= score["mean"] <= score["max"]
    for estimate in data["measures"].values():
        assert list(estimate) == ["mean", "sd", "ci95"]
        assert is_interval(estimate["ci95"])
    if data["turns"] is not None:
        assert list(data["turns"]) == ["mean", "sd", "ci95", "quantiles", "max"]
        assert list(data["turns"]["quantiles"]) == ["0.05", "0.25", "0.5", "0.75", "0.95"]
        assert list(data["turns"]["quantiles"].values()) == sorted(data["turns"]["quantiles"].values())
    assert type(data["games_per_second"]) is float


@pytest.mark.parametrize("game", GAMES)
def test_json(run, game):
    shown = run("simulate", game, "-n", 20, "--seed", 3, "--json")
    assert (shown.code, shown.err) == (0, "")
    data = json.loads(shown.out)
    check_shape(data)
    ruleset = load(game)
    turns = any(phase.kind == "turns" for phase in ruleset.checked.model.phases)
    assert (data["turns"] is not None) == turns
    expected = simulate(Game(ruleset), 20, 3).to_json()
    assert {**data, "games_per_second": 0} == {**expected, "games_per_second": 0}
    assert data["engine"] == "machine"
    assert data["ruleset_sha256"] == ruleset.sha256
    assert data["options"] == Game(ruleset).options


def test_what_is_asked_for_is_reported(run, sound):
    words = ("--players", 3, "--seats", "bot", "--option", "mood=wild", "--option", "loud=true", "--seed", 5)
    data = json.loads(run("simulate", sound, "-n", 7, *words, "--json").out)
    assert data["options"] == {"sides": 2, "mood": "wild", "loud": True}
    assert (data["players"], data["seats"], data["seed"], data["games"]) == (3, ["bot:random"] * 3, 5, 7)


def test_seats_tell_how_many_play(run):
    data = json.loads(run("simulate", "pig", "-n", 2, "--seats", "bot:hold_at_20,bot,bot:hold_at_25", "--json").out)
    assert data["seats"] == ["bot:hold_at_20", "bot:random", "bot:hold_at_25"]
    alone = json.loads(run("simulate", "pig", "-n", 2, "--seats", "bot:hold_at_20", "--players", 2, "--json").out)
    assert alone["seats"] == ["bot:hold_at_20"] * 2


def test_the_number_of_processes_changes_nothing(run, sound):
    found = [json.loads(run("simulate", sound, "-n", 700, "--jobs", jobs, "--json").out) for jobs in (1, 2)]
    assert len({json.dumps({**data, "games_per_second": 0}) for data in found}) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_engines(run, sound, engine):
    data = json.loads(run("simulate", sound, "-n", 300, "--engine", engine, "--json").out)
    check_shape(data)
    assert data["engine"] == engine


def test_an_engine_that_cannot_run(run, sound, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.simulation.native.why_not", lambda: "llvmlite cannot be loaded: lost")
    shown = run("simulate", sound, "-n", 5, "--engine", "native")
    assert (shown.code, shown.out) == (3, "")
    assert "lost\n--engine machine plays the same games" in shown.err
    shown = run("simulate", sound, "-n", 300, "--json")
    assert json.loads(shown.out)["engine"] == "machine"
    assert "no machine code: llvmlite cannot be loaded: lost; the machine plays the same games, slower\n" in shown.err
    swept = run("simulate", sound, "-n", 100, "--sweep", "sides=2,3")
    assert swept.err.count("no machine code") == 1


@pytest.mark.parametrize("words", [["-n", 99], ["--seats", "bot:greedy", "-n", 100], ["--engine", "machine"]])
def test_machine_code_that_would_play_no_game_is_not_missed(run, sound, monkeypatch, words):
    monkeypatch.setattr("parlour.interpreter.simulation.native.why_not", lambda: "llvmlite cannot be loaded: lost")
    shown = run("simulate", sound, "-n", 100, "--max-turns", 2, *words)
    assert (shown.code, "no machine code" in shown.err) == (0, False)


def test_max_turns(run, sound):
    data = json.loads(run("simulate", sound, "-n", 30, "--option", "sides=9", "--max-turns", 12, "--json").out)
    check_shape(data)
    assert data["stopped_at_max_turns"] == 30
    assert data["turns"]["quantiles"]["0.05"] == data["turns"]["max"] == 12
    assert "30 of them were stopped" in run("simulate", sound, "-n", 30, "--option", "sides=9", "--max-turns", 12).out


def test_a_width_that_is_not_reached_is_told(run, sound):
    shown = run("simulate", sound, "--players", 2, "--until-ci", 0.01, "-n", 500)
    assert shown.code == 1  # a bar is not met
    assert re.search(
        r"^after 500 games an interval is 0\.0\d+ wide still, not 0\.01: -n N plays more$", shown.err, re.M
    )
    assert "interval" not in run("simulate", sound, "--players", 2, "--until-ci", 0.5, "-n", 1000).err


def test_until_ci(run, sound):
    data = json.loads(run("simulate", sound, "--players", 2, "--until-ci", 0.07, "--json").out)
    assert data["games"] % 1000 == 0
    assert all(w["ci95"][1] - w["ci95"][0] <= 0.07 for w in data["winners"])


def test_one_game(run, sound):
    data = json.loads(run("simulate", sound, "-n", 1, "--json").out)
    assert data["scores"][0]["sd"] is None
    assert run("simulate", sound, "-n", 1).code == 0


def test_the_text(run, sound):
    shown = run("simulate", sound, "-n", 400, "--players", 2).out
    assert shown.startswith("coin, 2 players (bot:random), seed 1\nsides=2, mood=calm, loud=false\n400 games, ")
    assert re.search(r"^  over +400 +100\.00 % +\(99\.05 to 100\.00 %\)  █{30}$", shown, re.MULTILINE)
    assert "unfinished" not in shown, "what did not happen is left out"
    for heading in ("outcome", "won", "score", "measure", "turns"):
        assert f"\n{heading}\n" in shown
    assert re.search(r"^  seat 2 +\d+ +\d\d\.\d\d %", shown, re.MULTILINE)
    assert re.search(r"median 1, nine games of ten from 1 to \d", shown)


def test_the_bars_of_the_histogram_add_up(run, sound):
    shown = run("simulate", sound, "-n", 300, "--option", "sides=7").out
    counts = re.findall(r"^ +\d+(?:–\d+| …)? +(\d+)  \S+$", shown.split("\nturns\n")[1], re.MULTILINE)
    assert sum(map(int, counts)) == 300


@pytest.mark.parametrize(
    ("sweep", "values"),
    [
        ("sides=1,4,2", [1, 4, 2]),
        ("sides=2..8:3", [2, 5, 8]),
        ("sides=1,3..5,4", [1, 3, 4, 5]),
        ("sides=all", list(range(1, 10))),
        ("mood=all", ["calm", "wild"]),
        ("loud=all", [False, True]),
        ("loud=true", [True]),
    ],
)
def test_a_sweep(run, sound, sweep, values):
    shown = run("simulate", sound, "-n", 10, "--max-turns", 99, "--sweep", sweep, "--json")
    assert shown.code == 0
    data = json.loads(shown.out)
    name = sweep.split("=")[0]
    assert list(data) == ["sweep", "runs"]
    assert data["sweep"] == {name: values}
    assert [r["options"][name] for r in data["runs"]] == values
    for summary in data["runs"]:
        check_shape(summary)


def test_sweeps_are_combined(run, sound):
    words = ("simulate", sound, "-n", 10, "--sweep", "mood=all", "--sweep", "sides=1,2,3", "--option", "loud=true")
    data = json.loads(run(*words, "--json").out)
    found = [(r["options"]["mood"], r["options"]["sides"], r["options"]["loud"]) for r in data["runs"]]
    assert found == [(m, s, True) for m in ("calm", "wild") for s in (1, 2, 3)]
    table = run(*words).out.splitlines()
    assert table[0].split() == ["mood", "sides", "games", "over", "won", "1", "score", "1", "left", "turns"]
    assert [tuple(line.split()[:3]) for line in table[1:]] == [(m, str(s), "10") for m, s, _ in found]


def test_a_table_of_a_sweep_has_no_landings_and_says_so(run):
    shown = run("simulate", "chutes", "-n", 10, "--sweep", "edition=all", "--visits")
    assert shown.code == 2
    assert "add --json" in shown.err
    assert run("simulate", "chutes", "-n", 10, "--sweep", "edition=all", "--visits", "--json").code == 0


@pytest.mark.parametrize("seat", ["best", "bot:best"])
def test_who_wants_best_play_simulated_is_told_how(run, seat):
    shown = run("simulate", "piglet", "-n", 10, "--seats", seat)
    assert shown.code == 2
    assert "--save-policy FILE" in shown.err


@pytest.mark.parametrize(("end", "read"), [(".jsonl", None), (".csv", csv.DictReader)])
def test_rows(run, sound, end, read):
    path = Path(f"games{end}")
    summary = json.loads(run("simulate", sound, "-n", 40, "--players", 2, "--out", path, "--json").out)
    text = path.read_text(encoding="utf-8")
    rows = list(read(io.StringIO(text))) if read else [json.loads(line) for line in text.splitlines()]
    assert [int(row["game"]) for row in rows] == list(range(40))
    assert sum(int(row["turns"]) for row in rows) / 40 == pytest.approx(summary["turns"]["mean"])
    shown = run("simulate", sound, "-n", 60, "--players", 2, "--out", path, "--resume", "--json")
    assert json.loads(shown.out)["games"] == 60
    whole = json.loads(run("simulate", sound, "-n", 60, "--players", 2, "--json").out)
    assert {**json.loads(shown.out), "games_per_second": 0} == {**whole, "games_per_second": 0}


def test_landings_on_squares(run, sound):
    words = ("simulate", "goose", "-n", 200, "--players", 2, "--seed", 4)
    data = json.loads(run(*words, "--visits", "--json").out)
    visits = data.pop("visits")
    check_shape(data)
    assert list(visits) == [str(square) for square in range(1, 64)]
    assert {**data, "games_per_second": 0} == {**json.loads(run(*words, "--json").out), "games_per_second": 0}
    native = json.loads(run(*words, "--visits", "--json", "--engine", "native").out)
    assert native["visits"] == visits
    table = run(*words, "--visits").out.split("landings in a game")[1]
    assert re.search(rf"^  square 26 +{visits['26']:.2f}  ", table, re.MULTILINE)
    assert run("simulate", sound, "-n", 5, "--visits").code == 3, "no board"


def test_a_picture(run, sound):
    shown = run("simulate", sound, "-n", 50, "--players", 2, "--plot", "a.svg", "--json")
    assert (shown.code, shown.err) == (0, "a.svg\n")
    check_shape(json.loads(shown.out))
    assert "How many turns a game has" in Path("a.svg").read_text()
    assert run("simulate", sound, "-n", 50, "--plot", "b.png", "--lang", "nl").code == 0
    assert Path("b.png").read_bytes().startswith(b"\x89PNG")
    assert run("simulate", sound, "-n", 50, "--plot", "c.svg", "--lang", "nl", "--sweep", "sides=1..4").code == 0
    assert "Wie wint" in Path("c.svg").read_text()
    nowhere = run("simulate", sound, "-n", 50, "--plot", "none/c.svg")
    assert (nowhere.code, nowhere.out) == (3, ""), "before the games are played"
    assert "no folder 'none'" in nowhere.err


def test_png_without_its_extra(run, sound, monkeypatch):
    monkeypatch.setattr("parlour.commands.files.is_there", lambda: False)
    shown = run("simulate", sound, "-n", 10, "--plot", "a.png")
    assert (shown.code, shown.out) == (3, "")
    assert "pip install 'parlour[png]'" in shown.err


def test_rows_in_parquet(run, sound, monkeypatch):
    def interrupted(self, done):
        if done == 500:
            raise KeyboardInterrupt

    machine = ("--players", 2, "--engine", "machine", "--jobs", 1)
    with monkeypatch.context() as patched:
        patched.setattr(Progress, "__call__", interrupted)
        patched.setattr(Pace, "size", lambda pace: 250)
        shown = run("simulate", sound, "-n", 1000, "--out", "games.parquet", *machine)
    assert shown.code == 130
    assert pq.read_table("games.parquet").num_rows == 500
    again = run("simulate", sound, "-n", 700, "--out", "games.parquet", "--resume", "--json", *machine)
    found = pq.read_table("games.parquet").to_pydict()
    assert found["game"] == list(range(700))
    data = json.loads(again.out)
    assert sum(found["turns"]) / 700 == pytest.approx(data["turns"]["mean"])
    assert found["winners"].count([2]) == data["winners"][1]["games"]
    assert "is there already" in run("simulate", sound, "-n", 10, "--out", "games.parquet", *machine).err


def test_parquet_without_its_extra(run, sound, monkeypatch):
    monkeypatch.setattr("parlour.commands.simulation_options.find_spec", lambda name: None)
    shown = run("simulate", sound, "-n", 10, "--out", "games.parquet")
    assert (shown.code, shown.out) == (3, "")
    assert "pip install 'parlour[parquet]'" in shown.err
    assert not list(Path().glob("games*"))


@pytest.mark.parametrize("end", [".CSV", ".Jsonl", ".PARQUET"])
def test_how_a_name_ends_may_be_written_in_capitals(run, sound, end):
    assert run("simulate", sound, "-n", 10, "--out", f"small{end.lower()}").code == 0
    assert run("simulate", sound, "-n", 10, "--out", f"large{end}").code == 0
    assert Path(f"large{end}").read_bytes() == Path(f"small{end.lower()}").read_bytes()


def test_rows_that_cannot_be_gone_on_with(run, sound):
    assert run("simulate", sound, "-n", 10, "--out", "games.csv").code == 0
    again = run("simulate", sound, "-n", 10, "--out", "games.csv")
    assert (again.code, again.out) == (3, "")
    assert "--resume goes on with it" in again.err
    other = run("simulate", sound, "-n", 10, "--out", "games.csv", "--resume", "--option", "sides=3")
    assert other.code == 3
    assert "of another simulation: its options" in other.err
    Path("games.csv").write_text("nonsense")
    assert "does not begin" in run("simulate", sound, "-n", 10, "--out", "games.csv", "--resume").err
    assert run("simulate", sound, "-n", 10, "--out", "none/games.csv").code == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-n", "0"], "not in the range"),
        (["-n", "many"], "not a valid whole number"),
        (["--seed", "x"], "not a valid whole number"),
        (["--players", "0"], "not in the range"),
        (["--players", "4"], "it is for 1 to 3 players"),
        (["--players", "4", "--sweep", "sides=1,2"], "it is for 1 to 3 players"),
        (["--seats", "you"], "'you' cannot sit here: write bot:random or bot:POLICY"),
        (["--seats", "bot:"], None),
        (["--seats", ""], "cannot sit here"),
        (["--seats", "bot,"], "cannot sit here"),
        (["--seats", "bot:slow"], "there is no policy 'slow'"),
        (["--seats", "bot,bot", "--players", "3"], "2 seats are given and 3 play"),
        (["--seats", "bot,bot,bot,bot"], "it is for 1 to 3 players"),
        (["--option", "sides"], "write NAME=VALUE"),
        (["--option", "side=2"], "did you mean 'sides'?"),
        (["--option", "sides=0"], "outside 1..9"),
        (["--option", "sides=99999999999999999999"], "numbers go from"),
        (["--max-turns", "0"], "not in the range"),
        (["--jobs", "0"], "not in the range"),
        (["--until-ci", "0"], "not in the range"),
        (["--until-ci", "2"], "not in the range"),
        (["--until-ci", "narrow"], "not a valid number"),
        (["--sweep", "sides"], "write NAME=a,b,c"),
        (["--sweep", "sides="], "write NAME=a,b,c"),
        (["--sweep", "=3"], "write NAME=a,b,c"),
        (["--sweep", "side=3"], "there is no option 'side'; did you mean 'sides'?"),
        (["--sweep", "sides=1,,2"], "a value is missing"),
        (["--sweep", "sides=5..1"], "is empty"),
        (["--sweep", "sides=1..5:0"], "is empty"),
        (["--sweep", "sides=1..5000"], "more than 1000 values: give a step"),
        (["--sweep", "sides=1,12"], "is 12, outside 1..9"),
        (["--sweep", "mood=calm,wilder"], "did you mean 'wild'?"),
        (["--sweep", "mood=1..3"], "cannot be '1..3'"),
        (["--sweep", "sides=1,2", "--sweep", "sides=3"], "'sides' is given twice"),
        (["--sweep", "sides=1,2", "--option", "sides=3"], "'sides' is given twice"),
        (["--out", "games.xlsx"], "has to end in .jsonl, .csv or .parquet"),
        (["--out", "games"], "has to end in .jsonl, .csv or .parquet"),
        (["--out", "."], None),
        (["--out", "games.csv", "--sweep", "sides=1,2"], "does not go with --sweep"),
        (["--resume"], "name it with --out"),
        (["--engine", "steam"], "is not"),
        (["--plot", "a.jpg"], "has to end in .svg or .png"),
        (["--plot", "games.svg", "--sweep", "sides=1,2", "--sweep", "mood=all"], "draws the values of one option"),
        (["--lang", "nl"], "name it with --plot"),
        (["--plot", "games.svg", "--lang", "tlh"], "'tlh' is no language that Parlour speaks"),
        (["--visits", "--out", "games.csv"], "goes with neither"),
        (["more"], "unexpected extra argument"),
    ],
)
def test_usage(run, sound, words, told):
    shown = run("simulate", sound, "-n", 1, *words)
    if told is None:
        assert shown.code in (0, 2)
        return
    assert (shown.code, shown.out) == (2, "")
    assert told in shown.err
    assert not list(Path().glob("games*"))


def test_a_number_that_may_be_anything_cannot_be_swept_whole(run, put, sound_text):
    path = put(sound_text.replace("range: 1..9, ", ""))
    assert "may be any number: give some" in run("simulate", path, "--sweep", "sides=all").err


def test_too_many_combinations(run, put, sound_text):
    path = put(sound_text.replace("1..9", "1..900"))
    shown = run("simulate", path, "--sweep", "sides=all", "--sweep", "mood=all")
    assert (shown.code, "1800 combinations are more than 1000" in shown.err) == (2, True)


def test_what_is_not_there(run, put, faulty_text):
    assert run("simulate", "none").code == 3
    assert run("simulate", "./none.yaml").code == 3
    faulty = run("simulate", put(faulty_text), "-n", 1, "--option", "sides=3")
    assert (faulty.code, faulty.out) == (1, "")
    assert "error[P4" in faulty.err


def test_a_rule_that_fails(run, put, sound_text):
    path = put(sound_text.replace("1 if loud else t.total", "1 // (t.total - 2)"))
    shown = run("simulate", path, "-n", 600, "--jobs", 1)
    assert shown.code == 1
    found = re.search(rf"game (\d+) of seed 1 failed at {path}:21:\d+: division by zero", shown.err)
    assert found
    assert f"to see it: parlour replay {path} --seed 1 --game {found[1]} --players 1\n" in shown.err
    assert re.search(rf"^{found[1]} games?\b", shown.out, re.M), "those before it, and no other"


def test_the_command_that_shows_it_shows_it(run, put, sound_text):
    path = put(sound_text.replace("1 if loud else t.total", "1 // (t.total - 2)"))
    words = ("--players", 2, "--option", "sides=4", "--seats", "bot:greedy,bot")
    shown = run("simulate", path, "-n", 600, "--seed", 5, *words)
    command = shown.err.partition("to see it: parlour ")[2].split()
    assert command[2:4] == ["--seed", "5"]
    assert command[6:] == ["--players", "2", "--seats", "bot:greedy,bot:random", "--option", "sides=4"]
    again = run(*command)
    assert again.code == 1
    assert f"{path}:21:" in again.err


def test_an_interruption_prints_what_is_finished(run, sound, monkeypatch):
    def interrupted(self, done):
        if done == 500:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "__call__", interrupted)
    monkeypatch.setattr(Pace, "size", lambda pace: 250)
    machine = ("--jobs", 1, "--engine", "machine")
    shown = run("simulate", sound, "-n", 5000, *machine, "--json")
    assert shown.code == 130
    data = json.loads(shown.out)
    check_shape(data)
    assert data["games"] == 500
    swept = run("simulate", sound, "-n", 5000, *machine, "--sweep", "mood=all", "--json")
    assert swept.code == 130
    assert [r["games"] for r in json.loads(swept.out)["runs"]] == [500]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interruption_from_outside(sound, jobs):
    words = [
        "simulate",
        sound,
        "-n",
        "10000000",
        "--jobs",
        jobs,
        "--engine",
        "machine",
        "--out",
        "games.jsonl",
        "--json",
    ]
    command = [sys.executable, "-m", "parlour.cli", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        for _ in range(600):
            time.sleep(0.05)
            if Path("games.jsonl").exists() and Path("games.jsonl").stat().st_size:
                break
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert err == b""
    data = json.loads(out)
    rows = Path("games.jsonl").read_bytes().count(b"\n")
    assert 0 < data["games"] <= rows


class TestProgress:
    def test_it_says_how_far_it_is_and_how_long_it_takes(self):
        assert Progress(10_000).line(2_750, 29.0) == "2,750 of 10,000 games, 28%, 0:29 to go"
        assert Progress(1_000_000, at_most=True).line(1_000, 89_910.0).endswith("at most 24:58:30 to go")

    def test_no_time_is_told_before_it_is_known(self):
        progress = Progress(10_000)
        assert progress.left(1_000, 100.0) is None, "however long what was before it took"
        assert progress.left(1_500, 101.0) is None
        assert progress.left(2_000, 102.5) == pytest.approx(20.0)
        assert progress.line(1_000, None) == "1,000 of 10,000 games, 10%"

    def test_the_speed_of_late_counts(self):
        progress = Progress(1_000_000)
        for second in range(20):
            progress.left(10 * second, 100.0 + second)
        for second in range(10):
            left = progress.left(1_000 * (second + 1), 120.0 + second)
        assert left == pytest.approx(990.0, rel=0.01)

    def test_before_anything_is_done_it_says_what_is(self, capsys, monkeypatch):
        monkeypatch.setattr("parlour.commands.waiting.PATIENCE", 0.0)
        progress = Progress(10)
        monkeypatch.setattr(progress, "_watched", True)
        with progress:
            progress._timer.join()
        assert capsys.readouterr().err.startswith("\rplaying the first games …")

    def test_where_stderr_is_no_terminal_what_is_said_aloud_stands_in_a_line(self, capsys, monkeypatch):
        monkeypatch.setattr("parlour.commands.waiting.PATIENCE", 0.0)
        for aloud in (False, True):
            with Waiting("thinking", aloud=aloud) as waiting:
                if aloud:
                    waiting._timer.join()
        assert capsys.readouterr().err == "thinking …\n"

    @pytest.mark.parametrize(("per_second", "said"), [(1_234_567.0, "1,234,567"), (9.96, "10"), (0.2, "0.2")])
    def test_slow_speeds_are_no_nothing(self, per_second, said):
        assert rate(per_second) == said

    def test_nothing_is_said_where_nobody_watches(self, capsys):
        with Progress(10) as progress:
            progress(5)
        assert capsys.readouterr().err == ""

    def test_the_line_is_wiped_away(self, capsys, monkeypatch):
        progress = Progress(10)
        monkeypatch.setattr(progress, "_watched", True)
        monkeypatch.setattr(progress, "_told", -100.0)
        with progress:
            progress(5)
        shown = capsys.readouterr().err
        said = "5 of 10 games, 50%"
        assert shown == f"\r{said}\r{' ' * len(said)}\r"

    def test_long_lines_leave_nothing_of_themselves(self, capsys, monkeypatch):
        monkeypatch.setattr("parlour.commands.waiting._columns", lambda: 100)
        waiting = Waiting()
        with waiting:
            waiting.say("a" * 120)
            waiting.say("b" * 90)
        assert capsys.readouterr().err == f"\r{'a' * 99}\r{'b' * 90}{' ' * 9}\r{' ' * 90}\r"


def test_bars_without_blocks(run, sound, monkeypatch):
    monkeypatch.setattr("parlour.commands.simulation_report._printable", lambda text: False)
    shown = run("simulate", sound, "-n", 10).out
    assert re.search(r"  over +10 .* #{30}$", shown, re.MULTILINE)


def test_processors():
    assert processors() >= 1


def test_a_sweep_tells_what_it_is_at(run, sound, monkeypatch):
    told = []
    monkeypatch.setattr(Waiting, "due", lambda self: 1.0)
    monkeypatch.setattr(Waiting, "say", lambda self, line: told.append(line))
    run("simulate", sound, "-n", 10, "--sweep", "sides=2,3")
    assert told[0] == "sides=2 (1 of 2): playing …"
    assert "sides=3 (2 of 2): playing …" in told
