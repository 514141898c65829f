"""An extra of this package in; the command that installs it where this Python looks, out."""

from __future__ import annotations

import os
import sys
from shlex import quote


def install(extra: str) -> str:
    """For a shell. By the pip of the Python that runs, which need not be the first on the PATH."""
    return f"{quote(_python())} -m pip install 'parlour[{extra}]'"


def _python() -> str:
    """The Python that runs, from the folder one stands in where it lies below."""
    try:
        below = os.path.relpath(sys.executable)
    except ValueError:  # another drive
        return sys.executable
    return sys.executable if below.startswith(os.pardir) else below
