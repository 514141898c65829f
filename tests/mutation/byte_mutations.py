"""The bytes of a ruleset in, bytes that an editor, a network or a bad disk could have made of them out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

MORSELS = (
    b"\x00", b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3\x28", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\x85",
    b"\x1b[2J", b"\r", b"\r\n", b"\t", b"\n", b"\n\n---\n", b"...\n", b"%YAML 1.1\n---\n", b"\xf0\x9f\x8e\xb2",
    b"\xe2\x80\xae", b"\xcc\x81", b"&a ", b"*a ", b"!!python/object:os.system ", b"<<: ", b"? ", b": ", b"- ", b"#",
    b"[", b"]", b"{", b"}", b'"', b"'", b"|\n", b">\n", b"@", b"`", b"%", b",", b"  ", b"0x", b"9" * 30, b"1e9", b"(" * 50,
    b"[" * 100, b"{a: " * 100, b"- " * 100, b"\\", b"\xc2\xa0", b"\xe2\x88\x92", b"\xd0\xb0",
)  # fmt: skip


def mutated(content: bytes, random: Random) -> bytes:
    """With one or a few mutations."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        content = random.choice(_MUTATIONS)(content, random)
    return content


def _at(content: bytes, random: Random) -> int:
    return random.randint(0, len(content))


def _span(content: bytes, random: Random) -> tuple[int, int]:
    begin = _at(content, random)
    return begin, min(len(content), begin + random.choice((1, 1, 2, 5, 20, 100, 1000)))


def _flip(content: bytes, random: Random) -> bytes:
    if not content:
        return b"\x80"
    where = random.randrange(len(content))
    return content[:where] + bytes([content[where] ^ 1 << random.randrange(8)]) + content[where + 1 :]


def _cut(content: bytes, random: Random) -> bytes:
    begin, end = _span(content, random)
    return content[:begin] + content[end:]


def _end(content: bytes, random: Random) -> bytes:
    return content[: _at(content, random)]


def _insert(content: bytes, random: Random) -> bytes:
    where = _at(content, random)
    return content[:where] + random.choice(MORSELS) + content[where:]


def _write_over(content: bytes, random: Random) -> bytes:
    begin, end = _span(content, random)
    return content[:begin] + random.choice(MORSELS) + content[end:]


def _copy(content: bytes, random: Random) -> bytes:
    (begin, end), where = _span(content, random), _at(content, random)
    return content[:where] + content[begin:end] * random.choice((1, 1, 2, 50)) + content[where:]


def _swap_lines(content: bytes, random: Random) -> bytes:
    lines = content.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _indent(content: bytes, random: Random) -> bytes:
    lines = content.split(b"\n")
    where = random.randrange(len(lines))
    lines[where] = random.choice((b" ", b"  ", b"\t", b"    ")) + lines[where].lstrip(random.choice((b"", b" ")))
    return b"\n".join(lines)


def _encode(content: bytes, random: Random) -> bytes:
    text = content.decode("utf-8", errors="replace")
    return text.encode(random.choice(("utf-16", "utf-16-be", "utf-32", "latin-1", "cp1251", "utf-8-sig")), "replace")


_MUTATIONS: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flip, _flip, _cut, _cut, _end, _insert, _insert, _insert, _write_over, _copy, _swap_lines, _indent, _encode,
)  # fmt: skip
