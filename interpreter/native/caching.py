"""What machine code depends on in, the key and the folder that it is kept under out."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from parlour.interpreter import keeping
from parlour.interpreter.native.compiling import Host


def folder() -> Path:
    """Where machine code is kept."""
    return keeping.folder("native")


def key_of(program: str, variant: object, host: Host) -> str:
    """64 hexadecimal digits of all that machine code depends on; `program` is the program's digest."""
    return sha256(repr((program, variant, host, _maker())).encode()).hexdigest()


@cache
def _maker() -> str:
    """A hash of the sources that machine code is made by: other sources, other code."""
    made = sha256()
    here = Path(__file__).parent
    for path in sorted([*here.rglob("*.py"), *here.with_name("program").glob("*.py")]):
        made.update(path.read_bytes())
    return made.hexdigest()
