"""Arrays of a chain in; its components, its transitions turned round, and solutions by Gauss and Seidel out.

Loops in machine code; the caller keeps the arrays alive. Columns are states, or -1 - k for the k-th of some values that
stand behind those of the states. A term is shares[code] * (gains[code] + x[column]).
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from parlour.interpreter.keeping import Cache
from parlour.interpreter.native.caching import folder, key_of
from parlour.interpreter.native.compiling import Loaded, NativeUnavailable, compiled, host
from parlour.interpreter.native.emitting.module import INTRINSICS
from parlour.interpreter.odds.exploring.chain import Floats, Ints, Shorts
from parlour.interpreter.odds.solving.loops import components_text, relax_text, transpose_text
from parlour.interpreter.odds.solving.remainders import remainder_text

Codes = NDArray[np.uint32]
Marks = NDArray[np.int8]

_WHOLE, _REAL, _POINTER = ctypes.c_int64, ctypes.c_double, ctypes.c_void_p


class System(Struct, frozen=True):
    """Rows starts[i] .. starts[i + 1] - 1 of terms. `b`: what is added to each row's terms. `away`: of each row 1 less what
    comes back to itself.

    `kinds`: 0 where chance decides, 1 where the greatest gains[code] + x[column] and -1 where the least is chosen; None:
    chance everywhere.
    """

    starts: Ints
    columns: Shorts
    codes: Codes
    shares: Floats
    gains: Floats
    b: Floats
    away: Floats
    kinds: Marks | None = None


class Parts(Struct, frozen=True):
    """The components of a graph, each behind all that it leads to.

    `order`: the states component by component, within one the last first; `starts`: where each begins in it. `part`: of
    each state the number of its component; `leaves`: of each component whether anything leads out of it.
    """

    order: Shorts
    starts: Ints
    part: Shorts
    leaves: NDArray[np.bool_]


class Kernel:
    """The loops, compiled for this machine. Raises NativeUnavailable."""

    def __init__(self) -> None:
        text = "\n".join((relax_text(), transpose_text(), components_text(), remainder_text(), INTRINSICS))
        code = Cache(folder()).content(key_of(text, "", host()), lambda: compiled(text))
        self._loaded = loaded = Loaded(code)  # owns the code that is called
        self._relax = loaded.function(
            "relax", _WHOLE, *[_WHOLE] * 2, *[_POINTER] * 11, *[_WHOLE] * 2, *[_REAL] * 2, _POINTER
        )
        self._remainder = loaded.function("remainder", _WHOLE, _WHOLE, *[_POINTER] * 10)
        self._transpose = loaded.function("transpose", _WHOLE, _WHOLE, *[_POINTER] * 6)
        self._components = loaded.function("components", _WHOLE, _WHOLE, *[_POINTER] * 12)

    def relax(
        self,
        first: int,
        last: int,
        parts: Parts,
        system: System,
        x: Floats,
        most: int,
        tolerance: float,
        before: float = float("inf"),
        enough: float = 0.0,
    ) -> tuple[int, float]:
        """Solve the parts first .. last - 1 one after the other, each until no round moves anything by more than `enough` or
        `tolerance` times the greatest |x|; `most` rounds at most. `before`: how far a round has moved the first of them
        already.

        The first part that has not come to rest, where it stopped, or `last`; and how far its last round moved anything.
        """
        moved = ctypes.c_double(before)
        arrays = (parts.order, parts.starts, system.starts, system.columns, system.codes, system.shares, system.gains)
        addresses = _addresses(*arrays, system.b, x, system.kinds, system.away)
        reached = self._relax(first, last, *addresses, len(system.b), most, tolerance, enough, ctypes.addressof(moved))
        return int(reached), moved.value

    def remainder(self, system: System, low: Floats, x: Floats, rest: Floats | None) -> Floats:
        """b + terms - x of each row, in twice the precision, for the shares with their `low` parts and x with its `rest`."""
        out = np.empty(len(system.b))
        arrays = (system.starts, system.columns, system.codes, system.shares, low, system.gains, system.b, x, rest, out)
        self._remainder(len(system.b), *_addresses(*arrays))
        return out

    def transposed(self, starts: Ints, columns: Shorts, codes: Codes) -> tuple[Ints, Shorts, Codes]:
        """The same with rows for columns; what is no state is left out."""
        count = len(starts) - 1
        found = np.zeros(count + 1, dtype=np.int64)
        kept = int(np.count_nonzero(columns >= 0))
        sources, told = np.empty(kept, dtype=np.int32), np.empty(kept, dtype=np.uint32)
        self._transpose(count, *_addresses(starts, columns, codes, found, sources, told))
        return found, sources, told

    def components(self, starts: Ints, columns: Shorts, codes: Codes, shares: Floats) -> Parts:
        """Of the graph of the terms whose share is not 0."""
        count = len(starts) - 1
        index, low, stack, path, part = (np.zeros(count, dtype=np.int32) for _ in range(5))
        edges = np.empty(count, dtype=np.int64)
        leaves, out = (np.zeros(count, dtype=np.int8) for _ in range(2))
        given = (starts, columns, codes, shares)
        found = self._components(count, *_addresses(*given, index, low, stack, path, edges, part, leaves, out))
        del index, low, stack, path, edges
        part -= 1
        sizes = np.bincount(part, minlength=found)
        begins = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        order = np.argsort(part[::-1], kind="stable").astype(np.int32)
        np.subtract(count - 1, order, out=order)
        return Parts(order, begins, part, out[:found].astype(np.bool_))


def _addresses(*arrays: NDArray[Any] | None) -> list[int | None]:
    return [None if array is None else array.ctypes.data for array in arrays]


@cache
def kernel() -> Kernel:
    """The one kernel of this process."""
    return Kernel()


def why_none() -> str | None:
    """Why there can be none here; None where there can."""
    try:
        host()
    except NativeUnavailable as fault:
        return str(fault)
    return None
