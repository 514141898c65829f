"""What was kept is found again by its key alone; what nobody reads makes room, and what was begun and left goes."""

import os

import pytest

from parlour.interpreter import keeping
from parlour.interpreter.keeping import Cache


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "kept")


def aged(tmp_path, name, seconds):
    path = tmp_path / "kept" / name
    before = path.stat().st_mtime - seconds
    os.utime(path, (before, before))
    return path


def test_what_is_kept_is_made_once(cache):
    made = []
    for _ in range(2):
        assert cache.content("a", lambda: made.append(1) or b"content") == b"content"
    assert made == [1]
    assert cache.kept("b") is None


def test_what_is_read_stays_and_what_nobody_reads_makes_room(cache, tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "KEPT", 2)
    for age, key in ((300, "read"), (200, "forgotten")):
        cache.keep(key, key.encode())
        aged(tmp_path, f"{key}.bin", age)
    assert cache.kept("read") == b"read"
    cache.keep("new", b"new")
    assert [cache.kept(key) for key in ("read", "forgotten", "new")] == [b"read", None, b"new"]


def test_what_a_killed_process_left_goes_and_what_another_writes_now_stays(cache, tmp_path):
    cache.keep("a", b"a")
    for name in ("left.part", "begun.part"):
        (tmp_path / "kept" / name).write_bytes(b"half")
    left = aged(tmp_path, "left.part", 10_000)
    cache.keep("b", b"b")
    assert not left.exists()
    assert (tmp_path / "kept" / "begun.part").exists()
