"""A program and a variant in, machine code out: plan, IR, LLVM."""

from __future__ import annotations

from parlour.interpreter.native.compiling import QUICKLY, WELL, compiled
from parlour.interpreter.native.emitting.module import module_text
from parlour.interpreter.native.planning.planning import plan_of
from parlour.interpreter.native.variant import Variant
from parlour.interpreter.program.program import Program


def made(program: Program, variant: Variant) -> bytes:
    """An object file for this processor. Raises NativeUnavailable."""
    return compiled(module_text(plan_of(program, variant), variant), QUICKLY if variant.quick else WELL)
