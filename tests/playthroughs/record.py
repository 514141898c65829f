"""Record the playthroughs again: `python tests/playthroughs/record.py [ID…]`, for all games of the library or some.

A playthrough is one game of bots in the ruleset's own language: `ID.txt` is what people read, `ID.jsonl` every event.
Look at the difference before committing it: it is how a change of the engine or of a ruleset is noticed.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from parlour.cli import parlour
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.opening import opened

FOLDER = Path(__file__).parent
SEED = "1"


def games() -> list[str]:
    """The ids of the library that can be played."""
    return [identifier for identifier in Library().ids() if not opened(identifier, Library()).model.syntax.abstract]


def played(identifier: str) -> tuple[str, str]:
    """The text and the events of one game. What changes with every edit of a file is left out: hashes and lines."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        words = ["play", identifier, "--auto", "--plain", "--seed", SEED, "--log", str(log)]
        ran = CliRunner().invoke(parlour, words, catch_exceptions=False)
        assert ran.exit_code == 0, ran.output
        return ran.output, "".join(f"{line}\n" for line in _events(log.read_text(encoding="utf-8")))


def _events(log: str) -> Iterator[str]:
    for line in log.splitlines()[1:]:
        event = json.loads(line)
        event.pop("at", None)
        yield json.dumps(event, ensure_ascii=False)


def main() -> None:
    for identifier in sys.argv[1:] or games():
        text, events = played(identifier)
        (FOLDER / f"{identifier}.txt").write_text(text, encoding="utf-8")
        (FOLDER / f"{identifier}.jsonl").write_text(events, encoding="utf-8")


if __name__ == "__main__":
    main()
