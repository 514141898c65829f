"""Code that may hang or grow in; out when it is done, or TooLong or MemoryError after so many seconds or bytes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

SECONDS = 2.0  # of this process, whatever else the machine does
BYTES = 500 * 2**20


class TooLong(BaseException):
    """No exception of the code that is guarded: nothing in it may catch this."""


@contextmanager
def guarded(seconds: float = SECONDS) -> Iterator[None]:
    """Raise TooLong inside after so much time of the processor. Where there are no such timers, do nothing."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise TooLong


@contextmanager
def bounded(size: int = BYTES) -> Iterator[None]:
    """Let this process take no more than so much memory beyond what it has now. Where it cannot be bounded, do nothing."""
    try:
        # not on every system
        import resource  # noqa: PLC0415

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = pages * resource.getpagesize() + size
    resource.setrlimit(resource.RLIMIT_AS, (most if soft == resource.RLIM_INFINITY else min(soft, most), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
