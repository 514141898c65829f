"""What somebody calls a ruleset in; the ruleset, checked, out: kept from before, or made by the stages."""

from __future__ import annotations

from pathlib import Path

from parlour.interpreter.checked import Checked
from parlour.interpreter.kept import recall, remember
from parlour.interpreter.language.loading.library import Library


def opened(reference: str | Path, library: Library) -> Checked:
    """A ruleset of the library or a file. Raises RulesetError, UnknownRuleset, OSError."""
    known = recall(reference, library)
    if known is not None:
        return known
    # lark, PyYAML, jsonschema-rs and Babel, heavy libraries, come with it, and what is known does without
    from parlour.interpreter.pipeline import made  # noqa: PLC0415

    ruleset = made(reference, library)
    remember(ruleset)
    return ruleset
