"""Records of ours become bytes and come back; what is none of ours, damaged or too deep is refused."""

import pickle
import zlib
from pathlib import PurePosixPath

import pytest

from parlour.interpreter.packing import CannotPack, CannotUnpack, packed, unpacked
from parlour.interpreter.source import Place, Source

SOURCE = Source("a.yaml", "one: 1\n")
PLACE = Place(SOURCE, 1, 1, 1, 4)


def test_what_goes_in_comes_out():
    record = (PLACE, [PLACE, {"at": PLACE}])
    again = unpacked(packed(record))
    assert again == record
    assert again[0] is again[1][0]


def test_what_stands_outside_is_not_kept_but_found_there():
    content = packed(PLACE, (SOURCE,))
    other = Source("b.yaml", "two: 2\n")
    assert b"one" not in zlib.decompress(content)
    assert unpacked(content, (other,)).source is other


def test_what_stood_outside_has_to_be_there():
    with pytest.raises(CannotUnpack):
        unpacked(packed(PLACE, (SOURCE,)))


@pytest.mark.parametrize(
    "content", [b"", b"no bytes of ours", zlib.compress(b""), packed(PLACE)[:-5], packed(PLACE)[5:]]
)
def test_damaged_bytes_are_told(content):
    with pytest.raises(CannotUnpack):
        unpacked(content)


@pytest.mark.parametrize("thing", [PurePosixPath("x"), print, pytest.raises])
def test_nothing_but_our_records_is_unpacked(thing):
    with pytest.raises(CannotUnpack):
        unpacked(zlib.compress(pickle.dumps(thing)))


def test_nor_what_a_module_of_ours_imports():
    """A name with dots leads from a module to what it knows."""
    content = pickle.dumps(packed, protocol=0).replace(b"\npacked\n", b"\nzlib.compress\n")
    assert b"zlib.compress" in content
    with pytest.raises(CannotUnpack):
        unpacked(zlib.compress(b"\x80\x04" + content))


def test_what_is_too_deep_is_told():
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(CannotPack):
        packed(deep)
