"""Arrays of a sparse system in, its solution by Gauss and Seidel out: two small loops in machine code.

x[i] = (b[i] + sum of values[t] * x[columns[t]]) * scales[i] for a chance; the best of values[t] + x[columns[t]] for a
choice. Rows run from `low` to `high` in order, over and over, until nothing moves by more than `tolerance` times the
greatest |x| (or `most` rounds are done). The caller keeps the arrays alive: float64, int64 and int8, contiguous.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from parlour.interpreter.native.compiling import binding

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class System(Struct, frozen=True):
    """`kinds`: 0 where chance decides, 1 where the best and -1 where the least is chosen; None: chance everywhere."""

    starts: Ints
    columns: Ints
    values: Floats
    scales: Floats
    b: Floats
    kinds: NDArray[np.int8] | None = None


def _row(body: str) -> str:
    """The loops around one row; `body` goes from %first, %last and %old to %new in block %done."""
    return f"""
enter:
  br label %round
round:
  %k = phi i64 [0, %enter], [%k1, %again]
  br label %row
row:
  %i = phi i64 [%low, %round], [%i1, %done]
  %change = phi double [0.0, %round], [%change1, %done]
  %great = phi double [0.0, %round], [%great1, %done]
  %starts.i = getelementptr i64, ptr %starts, i64 %i
  %first = load i64, ptr %starts.i
  %i1 = add i64 %i, 1
  %starts.i1 = getelementptr i64, ptr %starts, i64 %i1
  %last = load i64, ptr %starts.i1
  %x.i = getelementptr double, ptr %x, i64 %i
  %old = load double, ptr %x.i
  %some = icmp slt i64 %first, %last
{body}
  store double %new, ptr %x.i
  %delta = fsub double %new, %old
  %size = call double @llvm.fabs.f64(double %delta)
  %change1 = call double @llvm.maxnum.f64(double %change, double %size)
  %whole = call double @llvm.fabs.f64(double %new)
  %great1 = call double @llvm.maxnum.f64(double %great, double %whole)
  %more = icmp slt i64 %i1, %high
  br i1 %more, label %row, label %again
again:
  %k1 = add i64 %k, 1
  %least = fmul double %tolerance, %great1
  %moves = fcmp ogt double %change1, %least
  %left = icmp slt i64 %k1, %most
  %go = and i1 %moves, %left
  br i1 %go, label %round, label %end
end:
  store double %change1, ptr %moved
  ret i64 %k1
"""


_SUM = """
  %b.i = getelementptr double, ptr %b, i64 %i
  %base = load double, ptr %b.i
  br i1 %some, label %term, label %scale
term:
  %t = phi i64 [%first, %row], [%t1, %term]
  %sum = phi double [%base, %row], [%sum1, %term]
  %v.t = getelementptr double, ptr %values, i64 %t
  %v = load double, ptr %v.t
  %c.t = getelementptr i64, ptr %columns, i64 %t
  %c = load i64, ptr %c.t
  %x.c = getelementptr double, ptr %x, i64 %c
  %y = load double, ptr %x.c
  %product = fmul double %v, %y
  %sum1 = fadd double %sum, %product
  %t1 = add i64 %t, 1
  %on = icmp slt i64 %t1, %last
  br i1 %on, label %term, label %scale
scale:
  %total = phi double [%base, %row], [%sum1, %term]
  %s.i = getelementptr double, ptr %scales, i64 %i
  %s = load double, ptr %s.i
  %scaled = fmul double %total, %s
  br label %done
done:
  %new = phi double [%scaled, %scale]
"""

_BEST = """
  %kind.i = getelementptr i8, ptr %kinds, i64 %i
  %kind = load i8, ptr %kind.i
  %chance = icmp eq i8 %kind, 0
  br i1 %chance, label %summed, label %chosen
summed:
  %b.i = getelementptr double, ptr %b, i64 %i
  %base = load double, ptr %b.i
  br i1 %some, label %term, label %scale
term:
  %t = phi i64 [%first, %summed], [%t1, %term]
  %sum = phi double [%base, %summed], [%sum1, %term]
  %v.t = getelementptr double, ptr %values, i64 %t
  %v = load double, ptr %v.t
  %c.t = getelementptr i64, ptr %columns, i64 %t
  %c = load i64, ptr %c.t
  %x.c = getelementptr double, ptr %x, i64 %c
  %y = load double, ptr %x.c
  %product = fmul double %v, %y
  %sum1 = fadd double %sum, %product
  %t1 = add i64 %t, 1
  %on = icmp slt i64 %t1, %last
  br i1 %on, label %term, label %scale
scale:
  %total = phi double [%base, %summed], [%sum1, %term]
  %s.i = getelementptr double, ptr %scales, i64 %i
  %s = load double, ptr %s.i
  %scaled = fmul double %total, %s
  br label %done
chosen:
  %sign = sitofp i8 %kind to double
  br label %way
way:
  %u = phi i64 [%first, %chosen], [%u1, %way]
  %best = phi double [0xFFF0000000000000, %chosen], [%best1, %way]
  %v.u = getelementptr double, ptr %values, i64 %u
  %r = load double, ptr %v.u
  %c.u = getelementptr i64, ptr %columns, i64 %u
  %d = load i64, ptr %c.u
  %x.d = getelementptr double, ptr %x, i64 %d
  %z = load double, ptr %x.d
  %worth = fadd double %r, %z
  %signed = fmul double %worth, %sign
  %best1 = call double @llvm.maxnum.f64(double %best, double %signed)
  %u1 = add i64 %u, 1
  %further = icmp slt i64 %u1, %last
  br i1 %further, label %way, label %decided
decided:
  %value = fmul double %best1, %sign
  br label %done
done:
  %new = phi double [%scaled, %scale], [%value, %decided]
"""

_ARGUMENTS = (
    "i64 %low, i64 %high, ptr noalias %starts, ptr noalias %columns, ptr noalias %values, ptr noalias %scales,"
    " ptr noalias %b, ptr %x, ptr noalias %kinds, i64 %most, double %tolerance, ptr noalias %moved"
)
_MODULE = f"""
declare double @llvm.fabs.f64(double)
declare double @llvm.maxnum.f64(double, double)
define i64 @sums({_ARGUMENTS}) {{ {_row(_SUM)} }}
define i64 @bests({_ARGUMENTS}) {{ {_row(_BEST)} }}
"""


class Kernel:
    """The two loops, compiled for this machine. Raises NativeUnavailable."""

    def __init__(self) -> None:
        llvm = binding()
        module = llvm.parse_assembly(_MODULE)
        module.verify()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=3)
        self._engine = llvm.create_mcjit_compiler(module, machine)  # owns the code that is called
        self._engine.finalize_object()
        whole, number, address = ctypes.c_int64, ctypes.c_double, ctypes.c_void_p
        shape = ctypes.CFUNCTYPE(whole, whole, whole, *[address] * 7, whole, number, address)
        self._sums: Any = shape(self._engine.get_function_address("sums"))
        self._bests: Any = shape(self._engine.get_function_address("bests"))

    def relax(self, low: int, high: int, system: System, x: Floats, most: int, tolerance: float) -> tuple[int, float]:
        """Rounds over the rows low .. high - 1; how many were done, and how far the last one moved anything."""
        moved = ctypes.c_double(0.0)
        run = self._sums if system.kinds is None else self._bests
        arrays = (system.starts, system.columns, system.values, system.scales, system.b, x, system.kinds)
        rounds = run(low, high, *(_address(a) for a in arrays), most, tolerance, ctypes.addressof(moved))
        return rounds, moved.value


def _address(array: NDArray[Any] | None) -> int | None:
    return None if array is None else array.ctypes.data


@cache
def kernel() -> Kernel:
    """The one kernel of this process."""
    return Kernel()
