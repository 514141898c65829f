"""What a new ruleset is called and where its schema lies; data only."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

SCHEMA_FILE = "ruleset.schema.json"
_NEAR = (".", "schema", "../schema")  # where editors can find it, from the ruleset's folder


class Header(Struct, frozen=True):
    """The head of a new file. An empty `title` or `language`: as it is in what the file is made from."""

    id: str
    title: str = ""
    language: str = ""  # BCP 47
    schema: str = SCHEMA_FILE  # its path from the file's folder

    @property
    def modeline_end(self) -> str:
        """`$schema=…`, as editors read it in the first line."""
        return f"$schema={self.schema}"


def schema_near(folder: Path) -> str | None:
    """The path of the JSON Schema from a folder where it lies there or beside; None where it is not near."""
    for near in _NEAR:
        if (folder / near / SCHEMA_FILE).is_file():
            return SCHEMA_FILE if near == "." else f"{near}/{SCHEMA_FILE}"
    return None
