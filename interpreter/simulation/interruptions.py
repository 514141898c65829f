"""Ctrl-C while a run comes to its end: it is not heard, so that what is finished is told."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def unheard() -> Iterator[None]:
    """A second Ctrl-C means nothing here: processes that are left in the middle of their end are waited for for ever."""
    if current_thread() is not main_thread():  # which alone hears any
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
