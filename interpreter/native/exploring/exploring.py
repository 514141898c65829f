"""A program and what is asked of its chain in, machine code that explores it out: `explore`, `rehash`, `refill`."""

from __future__ import annotations

from parlour.interpreter.native.compiling import compiled
from parlour.interpreter.native.emitting.marks import LISTING
from parlour.interpreter.native.emitting.module import INTRINSICS
from parlour.interpreter.native.emitting.tables import Tables
from parlour.interpreter.native.emitting.vectors import declarations
from parlour.interpreter.native.exploring.expanding import Exploration, expand_text
from parlour.interpreter.native.exploring.numbering import intern_text, number_text, refill_text, rehash_text
from parlour.interpreter.native.exploring.packing import Packing
from parlour.interpreter.native.exploring.recording import explore_text, record_text
from parlour.interpreter.program.intervals import bounds_of
from parlour.interpreter.program.program import Program

_PREFETCH = "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)\n"


def explorer_text(program: Program, packing: Packing, asked: Exploration) -> str:
    tables, words = Tables(), packing.words
    expand = expand_text(program, packing, bounds_of(program), asked, tables)
    shared = [intern_text(), refill_text(), number_text(words), rehash_text(words)]
    shared += [record_text(words), explore_text(words)]
    return "\n".join([LISTING, tables.text(), expand, *shared, declarations(), _PREFETCH, INTRINSICS])


def explorer_code(program: Program, packing: Packing, asked: Exploration) -> bytes:
    """An object file for this processor. Raises NativeUnavailable."""
    return compiled(explorer_text(program, packing, asked))
