"""Every file of faults/ gives exactly the faults that its comments expect, each on its line."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "faults"
EXPECTED = re.compile(r"#\s*error:\s*(P\d+)\s*(.*?)\s*$")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_faults(path, faults_of):
    text = path.read_text(encoding="utf-8")
    lines = enumerate(text.split("\n"), start=1)
    expected = {(number, *found) for number, line in lines for found in EXPECTED.findall(line)}
    found = [(d.place.line, d.code, d.message) for d in faults_of(text)]
    surplus = [f for f in found if not any(f[:2] == e[:2] and e[2] in f[2] for e in expected)]
    missing = [e for e in expected if not any(f[:2] == e[:2] and e[2] in f[2] for f in found)]
    assert (missing, surplus) == ([], [])
    assert len(found) == len(expected)
