"""The verbs of the language: every module of this folder has a ROW, found here; adding one is adding a file."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from parlour.interpreter.lowering.verbs import StatementRow


def _rows() -> dict[str, StatementRow]:
    rows: dict[str, StatementRow] = {}
    for module in sorted(m.name for m in iter_modules(__path__)):
        row: StatementRow = import_module(f"{__name__}.{module}").ROW
        rows[row.verb] = row
    return rows


STATEMENTS = _rows()
