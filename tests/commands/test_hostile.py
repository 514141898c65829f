"""Every command with nonsense: an exit code of the contract, a message that says what would be right, no traceback."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from parlour.tests.mutation.byte_mutations import mutated

BINARY = b"\x7fELF\x00\x01\xff\xfe"
SETTLED = ("play", "replay", "simulate", "odds", "show", "rules", "board", "diff", "validate", "test")
TAKES_A_GAME = ("show", "play", "simulate", "odds", "rules", "board")


@pytest.fixture
def folder(put, sound_text):
    """A working folder with a ruleset and much that is none."""
    put(sound_text)
    put("", "empty.yaml")
    put('{"format": "parlour save", "version": 99, "parlour": "9.9"}', "newer.json")
    put('{"parlour": 1}', "foreign.json")
    put("{", "broken.json")
    Path("binary.yaml").write_bytes(BINARY)
    Path("binary.json").write_bytes(BINARY)
    Path("games").mkdir()
    put(sound_text, "games/coin.yaml")
    Path("nothing").mkdir()
    return Path.cwd()


CASES = [
    # games that are none
    *((f"{c} nosuch", 3, "no ruleset 'nosuch'") for c in TAKES_A_GAME),
    *((f"{c} missing.yaml", 3, "missing.yaml: No such file") for c in TAKES_A_GAME),
    *((f"{c} games", 3, "games is a folder") for c in TAKES_A_GAME),
    *((f"{c} binary.yaml", 1, "P101") for c in TAKES_A_GAME),
    *((f"{c} empty.yaml", 1, "P107") for c in TAKES_A_GAME),
    ("validate games", 3, "name the file that is meant: 'games"),
    ("validate nothing", 3, "no ruleset is in it"),
    ("test games", 3, "is a folder"),
    ("diff coin.yaml games", 3, "is a folder"),
    ("new x --from games", 3, "is a folder"),
    ("validate con.yaml", 3, "did you mean 'coin.yaml'?"),
    # numbers
    ("simulate coin.yaml -n 1e30", 2, "'1e30'"),
    ("simulate coin.yaml -n -1", 2, "not in the range"),
    ("simulate coin.yaml -n 99999999999999999999", 2, "not in the range"),
    ("simulate coin.yaml -n NaN", 2, "'NaN'"),
    ("simulate coin.yaml --seed x", 2, "'x' is not a valid whole number."),
    ("simulate coin.yaml --jobs 2.5", 2, "'2.5' is not a valid whole number."),
    ("simulate coin.yaml --until-ci narrow", 2, "'narrow' is not a valid number."),
    ("simulate coin.yaml --seed -1", 2, "not in the range"),
    ("simulate coin.yaml --seed 18446744073709551616", 2, "not in the range"),
    ("simulate coin.yaml --until-ci nan", 2, "not in the range"),
    ("simulate coin.yaml --until-ci inf", 2, "not in the range"),
    ("simulate coin.yaml --until-ci 0", 2, "not in the range"),
    ("simulate coin.yaml --jobs 0", 2, "not in the range"),
    ("simulate coin.yaml --max-turns 0", 2, "not in the range"),
    ("diff coin.yaml coin.yaml -n 9 --seed -1", 2, "not in the range"),
    ("play coin.yaml --seed -1", 2, "not in the range"),
    ("replay coin.yaml --seed 1 --game -1", 2, "not in the range"),
    ("odds coin.yaml --max-states 0", 2, "not in the range"),
    ("play coin.yaml --players 0", 2, "not in the range"),
    *((f"{c} coin.yaml --players 9", 2, "it is for 1 to 3 players") for c in ("play", "simulate", "odds")),
    # options
    ("play coin.yaml --option nosuch=1", 2, "allowed: "),
    ("play coin.yaml --option side=1", 2, "did you mean 'sides'?"),
    ("play coin.yaml --option sides", 2, "write NAME=VALUE"),
    ("play coin.yaml --option sides=1e3", 2, "write a whole number"),
    ("play coin.yaml --option sides=99", 2, "choose one of 1..9"),
    ("play coin.yaml --option mood=angry", 2, "calm"),
    ("play coin.yaml --option loud=maybe", 2, "true"),
    ("play coin.yaml --option sides=1 --option sides=2", 2, "given twice"),
    ("simulate coin.yaml --sweep nosuch=1,2", 2, "allowed: "),
    ("simulate coin.yaml --sweep sides=", 2, "sweeps nothing"),
    ("simulate coin.yaml --sweep sides=9..1", 2, "empty"),
    ("simulate coin.yaml --sweep sides=1..99999999999", 2, "more than"),
    # seats and languages
    ("play coin.yaml --seats ,", 2, "leaves a seat empty"),
    ("play coin.yaml --seats you,,bot", 2, "leaves a seat empty"),
    ("play coin.yaml --seats you,alien", 2, "there is no seat 'alien'"),
    ("play coin.yaml --seats bot:nosuch", 2, "there is no policy 'nosuch'"),
    ("simulate coin.yaml --seats you", 2, "cannot sit here"),
    ("simulate coin.yaml --seats bot,bot --players 3", 2, "2 seats are given and 3 play"),
    *((f"{c} coin.yaml --lang xx --seed 1", 2, "no language that Parlour speaks") for c in ("play", "replay")),
    ("play coin.yaml --lang ../../etc/passwd", 2, "no language that Parlour speaks"),
    # files to write and to go on with
    ("play coin.yaml --auto --save games", 2, "is a directory"),
    ("play coin.yaml --auto --save coin.yaml", 3, "is there already"),
    ("replay coin.yaml --seed 1 --html games", 2, "is a directory"),
    ("simulate coin.yaml -n 5 --out x.txt", 2, "has to end in"),
    ("simulate coin.yaml -n 5 --out -", 2, "'-' names no file"),
    ("simulate coin.yaml -n 5 --plot -", 2, "'-' names no file"),
    ("play coin.yaml --auto --log -", 2, "'-' names no file"),
    ("play coin.yaml --auto --save -", 2, "'-' names no file"),
    ("play --resume -", 2, "'-' names no file"),
    ("odds coin.yaml --seats best --save-policy -", 2, "'-' names no file"),
    ("new mine -o -", 2, "'-' names no file"),
    ("simulate coin.yaml -n 5 --out coin.yaml/x.csv", 3, "x.csv"),
    ("play coin.yaml --auto --log coin.yaml/x.jsonl", 3, "coin.yaml"),
    ("rules coin.yaml -o coin.yaml/x.md", 3, "coin.yaml"),
    ("simulate coin.yaml --resume", 2, "name it with --out"),
    *((f"play --resume {f}", 3, "no save and no log") for f in ("foreign.json", "broken.json", "binary.json")),
    *((f"replay {f}", 3, "no save and no log") for f in ("foreign.json", "broken.json", "binary.json", "coin.yaml")),
    ("play --resume newer.json", 3, "written by Parlour 9.9"),
    ("replay newer.json", 3, "written by Parlour 9.9"),
    ("play --resume missing.json", 3, "No such file"),
    ("play --resume newer.json --seed 3", 2, "has its own"),
    # words
    ("play", 2, "Give a GAME"),
    ("explain P999", 2, "there is no code"),
    ("explain 101", 2, "did you mean 'P101'?"),
    ("simulate coin.yaml --engine steam", 2, "'native', 'machine'"),
    ("odds coin.yaml --aim nonsense", 2, "'win', 'score'"),
    ("new ../x", 2, "is no id"),
    ("new x -o coin.yaml", 3, "is there already"),
    ("board coin.yaml", 3, "without a board"),
    ("show coin.yaml --resolved --program", 2, "give one of them"),
    ("schema x", 2, "extra argument"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code", "part"), CASES, ids=[line for line, _, _ in CASES])
def test_nonsense(folder, run, line, code, part):
    outcome = run(*line.split())
    assert outcome.code == code, outcome
    assert part in " ".join((outcome.err or outcome.out).split())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full")
@pytest.mark.parametrize(
    "line", ["play coin.yaml --auto --log", "replay coin.yaml --seed 1 --html", "rules coin.yaml -o"]
)
def test_a_full_disk(folder, run, line):
    outcome = run(*line.split(), "/dev/full")
    assert outcome.code == 3
    assert "No space left on device" in outcome.err
    assert "/dev/full" in outcome.err


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="rights of POSIX")
def test_files_that_may_not_be_read_or_written(folder, run):
    Path("coin.yaml").chmod(0)
    outcome = run("show", "coin.yaml")
    assert (outcome.code, "coin.yaml: Permission denied" in outcome.err) == (3, True)
    Path("games").chmod(0o500)
    outcome = run("new", "x", "-o", "games")
    assert (outcome.code, "Permission denied" in outcome.err) == (3, True)


# --- saves and logs that were damaged -----------------------------------------------------------------------------------

_VALUES = (None, True, -1, 0, 10**30, 1.5, "", "x", [], {}, [[]], [0] * 1000, 2**64)


def _damaged(text, random):
    """A byte, or a value somewhere in a line of JSON, is another."""
    lines = text.splitlines()
    number = random.randrange(len(lines))
    data = json.loads(lines[number])
    if random.random() < 0.4:
        return mutated(text.encode(), random)
    inside = data
    while True:
        key = random.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
        if isinstance(inside[key], dict | list) and inside[key] and random.random() < 0.7:
            inside = inside[key]
            continue
        if random.random() < 0.3:
            del inside[key]
        else:
            inside[key] = random.choice(_VALUES)
        break
    lines[number] = json.dumps(data)
    return "\n".join(lines).encode()


@pytest.mark.parametrize("kind", ["save", "log"])
def test_damaged_saves_and_logs(folder, run, kind):
    words = ("play", "coin.yaml", "--players", 2, "--seats", "you,bot", "--seed", 4, f"--{kind}", "good")
    assert run(*words, stdin=b"\n\nq\n").code == 0
    text, random, codes = Path("good").read_text(encoding="utf-8"), Random(f"hostile {kind}"), set()
    for number in range(60):
        damaged = Path(f"damaged-{number}")
        damaged.write_bytes(_damaged(text, random))
        for words in (("replay", damaged), ("play", "--resume", damaged, "--auto")):
            outcome = run(*words)
            codes.add(outcome.code)
            assert outcome.code in (0, 1, 3), (damaged.read_bytes(), outcome)
            assert outcome.code == 0 or str(damaged) in outcome.err, outcome
    assert codes >= {0, 3}


# --- the process ---------------------------------------------------------------------------------------------------------


def _parlour(line, **environment):
    """In a process of its own, by a shell."""
    command = f"{sys.executable} -m parlour.cli {line}"
    variables = {k: v for k, v in (os.environ | environment).items() if v is not None}
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, check=False, timeout=60, env=variables, stdin=subprocess.DEVNULL
    )


@pytest.mark.skipif(os.name == "nt", reason="streams of POSIX")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("list >&-", 0),
        ("list <&- >&- 2>&-", 0),
        ("show nosuch 2>&-", 3),
        ("show nosuch >&- 2>&-", 3),
        ("validate - <&-", 1),
        ("play coin.yaml --seats you,bot <&-", 0),
        ("play coin.yaml --seats you,bot --plain <&- >&-", 0),
    ],
)
def test_closed_streams(folder, line, code):
    outcome = _parlour(line)
    assert outcome.returncode == code, outcome
    assert b"Traceback" not in outcome.stderr
    assert b"internal error" not in outcome.stderr


@pytest.mark.skipif(os.name == "nt", reason="variables of POSIX")
@pytest.mark.parametrize(
    "environment",
    [
        {"TERM": "dumb", "COLUMNS": "20"},
        {"COLUMNS": "0"},
        {"COLUMNS": "many"},
        {"LANG": "C", "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        {"HOME": "/nowhere/at/all", "XDG_CACHE_HOME": "/proc/none", "XDG_DATA_HOME": "/proc/none"},
        {"HOME": None},
    ],
    ids=lambda e: " ".join(f"{k}={v}" for k, v in e.items()),
)
def test_environments(folder, sound_text, environment):
    Path("coin.yaml").write_text(sound_text.replace("title: Coin", "title: Мünze — ½ €"), encoding="utf-8")
    for line in ("show coin.yaml", "play coin.yaml --auto --seed 1", "simulate coin.yaml -n 20 --engine native"):
        outcome = _parlour(line, **environment)
        assert (outcome.returncode, outcome.stderr) == (0, b""), outcome


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("module", ["traceback", "difflib", "click"])
def test_ctrl_c_while_modules_are_loaded_shows_no_traceback(tmp_path, module):
    """They stand for whatever takes a moment."""
    (tmp_path / f"{module}.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(9)\n"
    )
    code = f"import sys; sys.modules.pop({module!r}, 0); sys.path.insert(0, {str(tmp_path)!r}); import parlour.cli"
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert (outcome.returncode, outcome.stderr) == (-signal.SIGINT, b"")
