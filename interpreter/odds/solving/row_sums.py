"""Rows and amounts in; what comes to each row, without an error that grows with their number, out."""

from __future__ import annotations

from math import frexp

import numpy as np

from parlour.interpreter.odds.exploring.chain import Floats, Ints, Shorts


def added_up(rows: Ints | Shorts, amounts: Floats, count: int) -> Floats:
    """For each row the sum of its amounts, to nearly all digits of the greatest."""
    most = float(np.abs(amounts).max(initial=0.0))
    if not 0.0 < most < 1e290:
        return np.bincount(rows, weights=amounts, minlength=count).astype(np.float64, copy=False)
    # Parts that are multiples of the same power of two add up without rounding, and what is left of them is small.
    large = 2.0 ** (frexp(most)[1] + len(amounts).bit_length() + 1)
    high = (amounts + large) - large
    found = np.bincount(rows, weights=high, minlength=count)
    found += np.bincount(rows, weights=amounts - high, minlength=count)
    return found.astype(np.float64, copy=False)


def starts_of(rows: Ints, count: int) -> Ints:
    """Where each row begins, of row numbers in ascending order."""
    return np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=count)))).astype(np.int64)
