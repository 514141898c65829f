"""The files of a checkout that are written from the code, so that they cannot fall behind it."""

from __future__ import annotations

from parlour.interpreter.codes import ALL
from parlour.interpreter.language.grammar.tables import tables_text
from parlour.interpreter.language.schema.assembly import as_text, schema
from parlour.interpreter.manual.faults import faults_page
from parlour.interpreter.manual.functions import functions_page
from parlour.interpreter.manual.statements import statements_page
from parlour.interpreter.vocabulary import VOCABULARY


def pages() -> dict[str, str]:
    """Path from the root of the checkout → what the file must hold."""
    return {
        "schema/ruleset.schema.json": as_text(schema(VOCABULARY)),
        "interpreter/language/grammar/expression.tables.json": tables_text(),
        "docs/statements.md": statements_page(VOCABULARY.statements.values()),
        "docs/functions.md": functions_page(VOCABULARY.functions),
        "docs/faults.md": faults_page(ALL.values()),
    }
