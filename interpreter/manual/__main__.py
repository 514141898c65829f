"""`python -m parlour.interpreter.manual`: writes anew the files of the checkout that come from the code."""

from __future__ import annotations

from pathlib import Path

from parlour.interpreter.locale.plurals import TABLE
from parlour.interpreter.manual.pages import pages
from parlour.interpreter.manual.plurals import plurals_text

ROOT = Path(__file__).parents[2]

if __name__ == "__main__":
    for name, text in pages().items():
        (ROOT / name).write_text(text, encoding="utf-8")
    TABLE.write_text(plurals_text(), encoding="utf-8")
