"""Parlour: games of the parlour as data, played, simulated and solved by one interpreter."""

from importlib import import_module


def __getattr__(name: str) -> object:
    """The names of `parlour.interpreter`, which is imported when the first of them is asked for."""
    face = import_module("parlour.interpreter")
    if name != "__all__" and name not in face.__all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    value: object = face.__getattr__(name) if name != "__all__" else face.__all__  # also where a folder has this name
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *import_module("parlour.interpreter").__all__])
