"""A program in, a sha256 of all that it means out: equal wherever its text stands in a file, for caches and saves."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from msgspec import Struct

from parlour.interpreter.program.program import Program

_LEFT_OUT = ("place", "places")


def digest(program: Program) -> str:
    """64 hexadecimal digits; places in the ruleset's text do not count."""
    return sha256(b"parlour program 1\n" + b"".join(_tokens(program))).hexdigest()


def _tokens(program: object) -> Iterator[bytes]:
    """A prefix code: each value says its kind and size before its parts, so that no two programs share an encoding."""
    waiting: list[object] = [program]
    while waiting:
        value = waiting.pop()
        if value is None or isinstance(value, bool):
            yield f"{value};".encode()
        elif isinstance(value, int):
            yield f"{value:d};".encode()
        elif isinstance(value, str):
            text = str(value).encode()
            yield b"%d:%b" % (len(text), text)
        elif isinstance(value, tuple):
            yield f"({len(value)};".encode()
            waiting.extend(reversed(value))
        else:
            yield f"{type(value).__name__};".encode()
            waiting.extend(reversed(_parts(value)))


def _parts(value: object) -> list[object]:
    if not isinstance(value, Struct):
        raise TypeError(f"a program does not hold {type(value).__name__}")
    return [getattr(value, name) for name in value.__struct_fields__ if name not in _LEFT_OUT]
