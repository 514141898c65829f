"""Every game of the library as it was recorded, line by line; `tests/playthroughs/record.py` records anew."""

import importlib.util
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "playthroughs"
SPEC = importlib.util.spec_from_file_location("record", FOLDER / "record.py")
RECORD = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(RECORD)
GAMES = RECORD.games()
AGAIN = "python tests/playthroughs/record.py"


def test_every_game_has_a_playthrough_and_no_other():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES), AGAIN
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(GAMES), AGAIN


@pytest.mark.parametrize("identifier", GAMES)
def test_it_goes_as_it_was_recorded(identifier):
    told, happened = RECORD.played(identifier)
    for lines, suffix in ((told, ".txt"), (happened, ".jsonl")):
        path = FOLDER / f"{identifier}{suffix}"
        assert path.exists(), f"record it: {AGAIN} {identifier}"
        recorded = path.read_text(encoding="utf-8").splitlines()
        for number, (now, then) in enumerate(zip(lines.splitlines(), recorded, strict=False), 1):
            assert now == then, f"{identifier}{suffix}:{number}; if it is meant so: {AGAIN} {identifier}"
        assert len(lines.splitlines()) == len(recorded), f"if it is meant so: {AGAIN} {identifier}"
