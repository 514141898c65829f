"""A record of this package in, bytes out, and back. What stands outside of it, as texts do, is kept by where it stands."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import Any

_OURS = f"{__name__.rpartition('.')[0]}."
_PROTOCOL = 5
_QUICK = 1  # of the levels of zlib
_FAULTS = (
    pickle.UnpicklingError,
    zlib.error,
    AttributeError,
    EOFError,
    ImportError,
    IndexError,
    TypeError,
    ValueError,
)


class CannotUnpack(ValueError):
    """Bytes that are no record of ours, or one of another make."""


class CannotPack(ValueError):
    """Records that are too deep in one another."""


def packed(record: object, outside: Sequence[object] = ()) -> bytes:
    """`outside`: objects that the record knows and that are there when it is unpacked. Raises CannotPack."""
    stream = BytesIO()
    try:
        _Packer(stream, outside).dump(record)
    except RecursionError:
        raise CannotPack("too deep") from None
    return zlib.compress(stream.getvalue(), _QUICK)


def unpacked(content: bytes, outside: Sequence[object] = ()) -> Any:
    """Only of bytes that this user wrote: keeping.py sees to that. Raises CannotUnpack."""
    try:
        return _Unpacker(BytesIO(zlib.decompress(content)), outside).load()
    except _FAULTS as fault:
        raise CannotUnpack(str(fault)) from None


def standing(place: int) -> object:
    """How a thing that stands outside is written; whoever unpacks looks it up."""
    raise CannotUnpack(f"nothing is known of what stands at {place}")


class _Packer(pickle.Pickler):
    def __init__(self, stream: BytesIO, outside: Sequence[object]) -> None:
        super().__init__(stream, protocol=_PROTOCOL)
        self._places = {id(thing): at for at, thing in enumerate(outside)}
        self.dispatch_table = dict.fromkeys(map(type, outside), self._reduced)

    def _reduced(self, thing: object) -> Any:
        at = self._places.get(id(thing))
        return thing.__reduce_ex__(_PROTOCOL) if at is None else (standing, (at,))


class _Unpacker(pickle.Unpickler):
    def __init__(self, stream: BytesIO, outside: Sequence[object]) -> None:
        super().__init__(stream)
        self._outside = outside

    def find_class(self, module: str, name: str) -> Any:
        """Records of this package are all that was packed."""
        found = super().find_class(module, name) if module.startswith(_OURS) else None
        if not getattr(found, "__module__", "").startswith(_OURS):  # `name` may lead on, to what a module imports
            raise pickle.UnpicklingError(f"{module}.{name} is none of ours")
        return self._outside.__getitem__ if found is standing else found
