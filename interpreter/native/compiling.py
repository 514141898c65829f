"""IR text in, machine code for this processor out, and its functions ready to be called.

The one importer of llvmlite: a large binary library, loaded when the first machine code is wanted.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

from msgspec import Struct

Function = Callable[..., int]  # addresses are numbers

QUICKLY, WELL = 0, 2  # levels of LLVM: how much it thinks about code

_SIMULATE = (ctypes.c_int64, *[ctypes.c_uint64] * 3, *[ctypes.c_void_p] * 5)


class NativeUnavailable(Exception):
    """Machine code cannot be made here; the message says why. The machine plays the same games, slower."""


class Host(Struct, frozen=True):
    """The processor that code is made for, and what makes it."""

    llvm: str
    triple: str
    cpu: str
    features: str


@cache
def binding() -> Any:
    """llvmlite.binding, ready for this processor; NativeUnavailable where it cannot be had."""
    try:
        import llvmlite.binding as llvm  # noqa: PLC0415 (large, and only native code needs it)

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
    except (ImportError, OSError, RuntimeError) as fault:
        raise NativeUnavailable(f"llvmlite cannot be loaded: {fault}") from None
    if llvm.llvm_version_info[0] < 20:
        raise NativeUnavailable("llvmlite is older than 0.45: newer is needed")
    return llvm


@cache
def host() -> Host:
    """This processor. Raises NativeUnavailable, also where LLVM makes no code for it."""
    llvm = binding()
    triple = llvm.get_process_triple()
    try:
        llvm.Target.from_triple(triple)
    except RuntimeError as fault:
        raise NativeUnavailable(f"LLVM knows no {triple}: {fault}") from None
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM does not know how to ask this system
        features = ""
    version = ".".join(map(str, llvm.llvm_version_info))
    return Host(version, triple, llvm.get_host_cpu_name(), features)


def _target(level: int = WELL) -> Any:
    """A target machine of its own: whoever is given one frees it."""
    llvm, here = binding(), host()
    try:
        target = llvm.Target.from_triple(here.triple)
        return target.create_target_machine(cpu=here.cpu, features=here.features, opt=level, jit=True)
    except RuntimeError as fault:
        raise NativeUnavailable(f"LLVM knows no {here.triple}: {fault}") from None


def compiled(text: str, level: int = WELL) -> bytes:
    """An object file. Raises NativeUnavailable."""
    llvm, target = binding(), _target(level)
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as fault:
        raise AssertionError(f"the IR is not sound: {fault}") from None
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=level))
    builder.getModulePassManager().run(module, builder)
    made: bytes = target.emit_object(module)
    return made


class Loaded:
    """An object file in memory; its functions may be called for as long as this is there, from any thread."""

    def __init__(self, code: bytes) -> None:
        llvm = binding()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    @cached_property
    def simulate(self) -> Function:
        """What module.py says."""
        return self.function("simulate", *_SIMULATE)

    def function(self, name: str, result: Any, *arguments: Any) -> Function:
        """One that is there, with the types of ctypes of what it returns and takes."""
        address = self._engine.get_function_address(name)
        if not address:
            raise ValueError(f"there is no `{name}` in this object file")
        found: Function = ctypes.CFUNCTYPE(result, *arguments)(address)
        return found
