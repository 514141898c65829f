"""A key in, the bytes that were made for it before out; whatever is damaged or of another key is made anew."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import time

from platformdirs import user_cache_path

_HEAD = b"parlour keeps 1\n"
KEPT = 200  # files; beyond them those are deleted that nobody has read for longest
_ABANDONED = 3_600.0  # seconds: a file begun before that was left by a process that was killed


def folder(name: str) -> Path:
    """Where this user keeps things of one sort."""
    return user_cache_path("parlour", appauthor=False) / name


class Cache:
    """Files in a folder, one a key (a name of letters and digits). Without a folder nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._folder = path

    def content(self, key: str, make: Callable[[], bytes]) -> bytes:
        """What belongs to a key: kept from before, or made and kept. What cannot be read or written is no fault."""
        known = self.kept(key)
        if known is not None:
            return known
        made = make()
        self.keep(key, made)
        return made

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
        self._is_read(key)
        head, content = data[: len(_HEAD) + 64], data[len(_HEAD) + 64 :]
        return content if head == _sealed(key, content) else None

    def keep(self, key: str, content: bytes) -> None:
        """At once or not at all: whoever reads meanwhile finds the old file or the new."""
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_sealed(key, content) + content)
                Path(name).replace(self._folder / f"{key}.bin")
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
            self._tidy()
        except OSError:
            return

    def _is_read(self, key: str) -> None:
        """What is read stays."""
        assert self._folder is not None
        with suppress(OSError):
            os.utime(self._folder / f"{key}.bin")

    def _tidy(self) -> None:
        assert self._folder is not None
        files = sorted(self._folder.glob("*.bin"), key=lambda path: path.stat().st_mtime)
        left = [path for path in self._folder.glob("*.part") if path.stat().st_mtime < time() - _ABANDONED]
        for path in (*files[:-KEPT], *left):
            path.unlink(missing_ok=True)


def _sealed(key: str, content: bytes) -> bytes:
    """What stands before the content: a hash of the key and the content together."""
    return _HEAD + sha256(key.encode() + content).hexdigest().encode()


def _own(handle: int) -> bool:
    """Whether only this user can have written a file, as far as the system can tell."""
    found = os.fstat(handle)
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
