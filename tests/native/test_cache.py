"""Machine code is kept between runs; whatever is damaged, foreign or of other code is made anew."""

import os

import pytest

from parlour.interpreter.keeping import Cache
from parlour.interpreter.native import compiling
from parlour.interpreter.native.caching import key_of
from parlour.interpreter.native.compiling import QUICKLY, WELL, Host
from parlour.interpreter.native.engine import NativeEngine
from parlour.interpreter.native.variant import Variant

KEY = "ab" * 32


def count(made):
    def make():
        made.append(1)
        return b"code"

    return make


def test_made_once(tmp_path):
    made = []
    for _ in range(3):
        assert Cache(tmp_path / "new").content(KEY, count(made)) == b"code"
    assert made == [1]
    assert [path.suffix for path in (tmp_path / "new").iterdir()] == [".bin"]


@pytest.mark.parametrize("damage", ["empty", "cut", "bit", "text", "other key", "open to others"])
def test_damaged_is_made_anew(tmp_path, damage):
    made, cache = [], Cache(tmp_path)
    cache.content(KEY, count(made))
    path = tmp_path / f"{KEY}.bin"
    data = path.read_bytes()
    if damage == "other key":
        cache.content("cd" * 32, lambda: b"something else")
        (tmp_path / f"{'cd' * 32}.bin").replace(path)
    elif damage == "open to others":
        path.chmod(0o666)
    else:
        changed = {"empty": b"", "cut": data[:-1], "bit": data[:-1] + b"f", "text": b"no code\n"}[damage]
        path.write_bytes(changed)
    assert cache.content(KEY, count(made)) == b"code"
    assert made == [1, 1]
    assert cache.content(KEY, count(made)) == b"code" and made == [1, 1]


def test_a_folder_that_cannot_be_used_is_no_fault(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    made = []
    for folder in (tmp_path / "file", None):
        assert Cache(folder).content(KEY, count(made)) == b"code"
    assert len(made) == 2


def test_keys_tell_apart_what_code_depends_on():
    here = Host("22.1.0", "x86_64", "znver3", "+avx2")
    keys = {
        key_of("p", Variant(("", "")), here),
        key_of("q", Variant(("", "")), here),
        key_of("p", Variant(("", "careful")), here),
        key_of("p", Variant(("", ""), visits=True), here),
        key_of("p", Variant(("", ""), vectors=True), here),
        key_of("p", Variant(("", ""), quick=True), here),
        key_of("p", Variant(("", "")), Host("22.1.1", "x86_64", "znver3", "+avx2")),
        key_of("p", Variant(("", "")), Host("22.1.0", "x86_64", "znver4", "+avx2")),
        key_of("p", Variant(("", "")), Host("22.1.0", "x86_64", "znver3", "+avx2,+avx512f")),
    }
    assert len(keys) == 9


def test_quick_code_is_made_where_there_is_none_of_the_best(programs, tmp_path, monkeypatch):
    pig, made = programs["pig"](), []
    plain = compiling.compiled
    monkeypatch.setattr("parlour.interpreter.native.making.compiled", lambda *a: made.append(a[1]) or plain(*a))
    tallies = [NativeEngine(pig, 1, ["", ""], tmp_path, quick).tally(0, 100) for quick in (True, False, True)]
    assert tallies[0] == tallies[1] == tallies[2]
    assert made == [QUICKLY, WELL]


def test_an_engine_uses_what_was_kept(programs, tmp_path, monkeypatch):
    pig = programs["pig"]()
    first = NativeEngine(pig, 1, ["", ""], tmp_path).tally(0, 100)
    [kept] = tmp_path.iterdir()
    before = kept.read_bytes()
    monkeypatch.setattr("parlour.interpreter.native.making.compiled", lambda *_: pytest.fail("compiled again"))
    assert NativeEngine(pig, 1, ["", ""], tmp_path).tally(0, 100) == first
    monkeypatch.undo()
    kept.write_bytes(before[:-100] + os.urandom(100))
    assert NativeEngine(pig, 1, ["", ""], tmp_path).tally(0, 100) == first
    assert kept.read_bytes() == before
