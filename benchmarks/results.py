"""Tables that a benchmark measured in; printed, and if wished put between its marks in README.md."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

README = Path(__file__).with_name("README.md")


def options(about: str | None, runs: int) -> argparse.ArgumentParser:
    """The command line of a benchmark: `--runs` and `--write`; `about` is its help."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=runs)
    parser.add_argument("--write", action="store_true", help=f"put the tables into {README.name}")
    return parser


def publish(name: str, tables: str, write: bool) -> None:
    """Print the tables of a benchmark and how busy the machine is; `write`: also put them into README.md."""
    print(tables)
    now, _, before = os.getloadavg()
    print(f"\nload before and now: {before:.1f}, {now:.1f}", file=sys.stderr)
    if write:
        README.write_text(replaced(README.read_text(encoding="utf-8"), name, tables), encoding="utf-8")


def replaced(page: str, name: str, tables: str) -> str:
    """The page with these tables between the marks of the benchmark. ValueError: the page has not both marks once."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    if page.count(begin) != 1 or page.count(end) != 1 or page.index(begin) > page.index(end):
        raise ValueError(f"the page needs one line {begin} and below it one line {end}")
    before, _, rest = page.partition(begin)
    return f"{before}{begin}\n{tables}\n{end}{rest.partition(end)[2]}"
