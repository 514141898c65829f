"""A key in, the machine code that was made for it before out; whatever is damaged or of another key is made anew."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

from parlour.interpreter.native.compiling import Host

_HEAD = b"parlour native code 1\n"
KEPT = 200  # files; the oldest beyond them are deleted


def folder() -> Path:
    """Where machine code is kept."""
    return user_cache_path("parlour", appauthor=False) / "native"


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


class Cache:
    """Files of machine code in a folder, one a key. Without a folder nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._folder = path

    def code(self, key: str, make: Callable[[], bytes]) -> bytes:
        """The code of a key: kept from before, or made and kept. What cannot be read or written is no fault."""
        known = self.kept(key)
        if known is not None:
            return known
        code = make()
        self._write(key, code)
        return code

    def kept(self, key: str) -> bytes | None:
        """None where there is nothing that was surely written for this key by this user."""
        if self._folder is None:
            return None
        try:
            with (self._folder / f"{key}.bin").open("rb") as file:
                if not _own(file.fileno()):
                    return None
                data = file.read()
        except OSError:
            return None
        head, code = data[: len(_HEAD) + 64], data[len(_HEAD) + 64 :]
        return code if head == _sealed(key, code) else None

    def _write(self, key: str, code: bytes) -> None:
        """At once or not at all: whoever reads meanwhile finds the old file or the new."""
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_sealed(key, code) + code)
                Path(name).replace(self._folder / f"{key}.bin")
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
            self._tidy()
        except OSError:
            return

    def _tidy(self) -> None:
        assert self._folder is not None
        files = sorted(self._folder.glob("*.bin"), key=lambda path: path.stat().st_mtime)
        for path in files[:-KEPT]:
            path.unlink(missing_ok=True)


def _sealed(key: str, code: bytes) -> bytes:
    """What stands before the code: a hash of the key and the code together."""
    return _HEAD + sha256(key.encode() + code).hexdigest().encode()


def _own(handle: int) -> bool:
    """Whether only this user can have written a file, as far as the system can tell."""
    found = os.fstat(handle)
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
