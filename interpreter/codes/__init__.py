"""A code comes in, what it means goes out. Codes are stable: one is never given another meaning, nor reused.

P1xx reading YAML · P2xx extends and structure · P3xx expressions · P4xx names and types · P5xx the whole ruleset ·
P6xx texts · P7xx scenarios · P8xx running. A hundred is a module; a new code is a row in it.
"""

from __future__ import annotations

from parlour.interpreter.codes.code import Code
from parlour.interpreter.codes.expressions import EXPRESSIONS
from parlour.interpreter.codes.extending import EXTENDING
from parlour.interpreter.codes.names import NAMES
from parlour.interpreter.codes.reading import READING
from parlour.interpreter.codes.rules import RULES
from parlour.interpreter.codes.scenarios import SCENARIOS
from parlour.interpreter.codes.schema import SCHEMA
from parlour.interpreter.codes.settings import SETTINGS
from parlour.interpreter.codes.texts import TEXTS

ALL: dict[str, Code] = {
    row.code: row
    for row in (*READING, *EXTENDING, *SCHEMA, *EXPRESSIONS, *NAMES, *SETTINGS, *RULES, *TEXTS, *SCENARIOS)
}
