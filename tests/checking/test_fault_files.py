"""Every code of names and rules is expected somewhere in the fault files, on the line that has the fault."""

import re
from pathlib import Path

from parlour.interpreter.codes.names import NAMES
from parlour.interpreter.codes.rules import RULES
from parlour.interpreter.codes.settings import SETTINGS

FOLDER = Path(__file__).parents[1] / "faults"


def test_each_code_has_a_case():
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.yaml")))
    expected = set(re.findall(r"(?:error|warning)(?:\([+-]\d+\))?: (P\d\d\d)", text))
    assert {row.code for row in (*NAMES, *SETTINGS, *RULES) if row.runnable} - expected == set()
