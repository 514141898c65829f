"""The codes of diagnostics come in, the page docs/faults.md goes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour.interpreter.codes.code import Code

_HEAD = """# Faults

Every diagnostic has a code; `parlour explain CODE` shows these pages. A code keeps its meaning for ever.
"""
_CHAPTERS = {
    "P1": "Reading YAML",
    "P2": "`extends`, and the shape of a ruleset",
    "P3": "Expressions",
    "P4": "Names, types, statements",
    "P5": "The whole ruleset",
    "P6": "Texts and words",
    "P7": "Scenarios",
    "P8": "Running",
}


def faults_page(codes: Iterable[Code]) -> str:
    """A chapter for each hundred, a section for each code: what it means, wrong and right."""
    rows = sorted(codes, key=lambda row: row.code)
    parts = [_HEAD]
    for hundred, title in _CHAPTERS.items():
        sections = ["\n".join(_section(row)) for row in rows if row.code.startswith(hundred)]
        parts += [f"## {hundred}xx: {title}\n", *sections] if sections else []
    return "\n".join(parts)


def _section(row: Code) -> Iterator[str]:
    yield f"### {row.code}: {row.title}\n"
    yield f"{row.explanation}\n"
    for name, text in row.beside.items():
        yield f"Beside it, `{name}`:\n\n{_block(text)}\n"
    if row.runnable:
        yield f"Wrong:\n\n{_block(row.wrong)}\n\nRight:\n\n{_block(row.right)}\n"
    else:
        yield f"Wrong: {row.wrong.strip()}. Right: {row.right.strip()}.\n"


def _block(text: str) -> str:
    fence = "````" if "```" in text else "```"
    return f"{fence}yaml\n{text.rstrip()}\n{fence}"
