"""One row of the table of diagnostic codes. Data only."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class Code(Struct, frozen=True):
    """What a code means. `wrong` gives it, `right` does not; both are what `example.yaml` holds, whole or in part.

    `beside` are files that lie beside the example (name → text). `runnable` is False where no short text gives the
    fault: bytes, sizes; such a code has a test of its own.
    """

    code: str
    title: str
    explanation: str
    wrong: str
    right: str
    beside: Mapping[str, str] = field(default_factory=dict)
    runnable: bool = True
