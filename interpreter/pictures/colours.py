"""How often a square is landed on, of the most of all, in; its colour out. Darker is oftener, also without colours."""

from __future__ import annotations

_STEPS = ((255, 255, 255), (254, 224, 160), (250, 160, 90), (222, 90, 60))  # letters stay readable on the last
PAPER, INK, FAINT, TRACK = "#ffffff", "#1d1d1d", "#666666", "#d9d4c7"
PLAIN, RULES, COMMON = "#fbf9f3", "#f7e7b4", "#5b7fa6"
ON, BACK = "#2f7d46", "#a5382d"


def heat(share: float) -> str:
    """The colour of a share of the most, 0 … 1."""
    at = min(max(share, 0.0), 1.0) * (len(_STEPS) - 1)
    k = min(int(at), len(_STEPS) - 2)
    mixed = (round(a + (b - a) * (at - k)) for a, b in zip(_STEPS[k], _STEPS[k + 1], strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)
