"""`python -m parlour.tests.mutation.minimise FILE…`: each failing ruleset is cut down while it fails in the same way."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from parlour.tests.mutation.guards import bounded
from parlour.tests.mutation.trial import Failure, trial

Fails = Callable[[bytes], bool]


def signature_of(content: bytes) -> str:
    """How a text fails; empty where it does not."""
    try:
        with bounded():
            trial(content)
    except Failure as failure:
        return failure.signature
    return ""


def minimised(content: bytes) -> bytes:
    """The least text found that fails in the same way: without lines, then without words, then without characters."""
    wanted = signature_of(content)
    assert wanted, "it does not fail"

    def fails(text: bytes) -> bool:
        return signature_of(text) == wanted

    content = b"".join(_fewer(content.splitlines(keepends=True), fails))
    words = _fewer(content.replace(b" ", b" \0").split(b"\0"), fails)
    return b"".join(_fewer([bytes([b]) for b in b"".join(words)], fails)) if len(words) < 300 else b"".join(words)


def _fewer(parts: Sequence[bytes], fails: Fails) -> list[bytes]:
    """As few of the parts as still fail, taken away in ever smaller stretches."""
    left, size = list(parts), max(1, len(parts) // 2)
    while True:
        at = 0
        while at < len(left):
            fewer = left[:at] + left[at + size :]
            if fails(b"".join(fewer)):
                left = fewer
            else:
                at += size
        if size == 1:
            return left
        size //= 2


def main(paths: list[str]) -> int:
    for path in map(Path, paths):
        found = minimised(path.read_bytes())
        path.with_suffix(".min.yaml").write_bytes(found)
        sys.stdout.write(f"{path}: {len(found)} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
