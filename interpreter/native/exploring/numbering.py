"""Nothing but the width of a state in; the IR that numbers states and rows of words, each when it is first met, out."""

from __future__ import annotations

from parlour.interpreter.native.emitting.streams import signed
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.native.exploring.job import Job, Row, Table, pointer, put, word

_FACTOR = signed(0x9E3779B97F4A7C15)
_LAST = signed(0xD6E8FEB86659FD93)
_HALF = signed(0xFFFFFFFF00000000)


def mixed(code: Code, hash: str, value: str) -> str:
    """A hash with one more word in it."""
    found = code.do(f"mul i64 {code.do(f'xor i64 {hash}, {value}')}, {_FACTOR}")
    return code.do(f"xor i64 {found}, {code.do(f'lshr i64 {found}, 32')}")


def finished(code: Code, hash: str) -> str:
    found = code.do(f"mul i64 {hash}, {_LAST}")
    return code.do(f"xor i64 {found}, {code.do(f'lshr i64 {found}, 32')}")


def intern_text() -> str:
    """`intern(table, words)`: the number of a row, new or old; -1 where a new one has no room."""
    code = Code()
    width, rows = word(code, Table.WIDTH, "%table"), pointer(code, Table.ROWS, "%table")
    mask, slots = word(code, Table.MASK, "%table"), pointer(code, Table.SLOTS, "%table")
    hash, at = code.local(), code.local()
    code.store("0", hash)
    with code.counting(width) as k:
        code.store(mixed(code, code.load(hash), code.load(code.at("%words", k))), hash)
    code.store(finished(code, code.load(hash)), at)
    look, compare, other, free, found = (code.new_label() for _ in range(5))
    code.begin(look)
    place = code.do(f"and i64 {code.load(at)}, {mask}")
    slot = code.at(slots, place, "i32")
    marked = code.do(f"zext i32 {code.load(slot, 'i32')} to i64")
    number = code.do(f"sub i64 {marked}, 1")
    row = code.at(rows, code.do(f"mul i64 {number}, {width}"))
    code.branch(code.test("eq", marked, 0), free, compare)
    code.begin(compare)
    same = code.local("i1")
    code.store("true", same, "i1")
    with code.counting(width) as k:
        alike = code.test("eq", code.load(code.at(row, k)), code.load(code.at("%words", k)))
        code.store(code.do(f"and i1 {code.load(same, 'i1')}, {alike}"), same, "i1")
    code.branch(code.load(same, "i1"), found, other)
    code.begin(other)
    code.store(code.do(f"add i64 {place}, 1"), at)
    code.jump(look)
    code.begin(found)
    code.give(f"i64 {number}")
    code.begin(free)
    _new_row(code, rows, width, slot)
    return code.text("define internal i64 @intern(ptr noalias %table, ptr noalias %words)")


def _new_row(code: Code, rows: str, width: str, slot: str) -> None:
    """The words behind the rows that are known, where there is room."""
    full, fresh = code.new_label(), code.new_label()
    count = word(code, Table.COUNT, "%table")
    code.branch(code.test("sge", count, word(code, Table.ROOM, "%table")), full, fresh)
    code.begin(full)
    code.give("i64 -1")
    code.begin(fresh)
    target = code.at(rows, code.do(f"mul i64 {count}, {width}"))
    with code.counting(width) as k:
        code.store(code.load(code.at("%words", k)), code.at(target, k))
    following = code.do(f"add i64 {count}, 1")
    code.store(code.do(f"trunc i64 {following} to i32"), slot, "i32")
    put(code, Table.COUNT, following, "%table")
    code.give(f"i64 {count}")


def refill_text() -> str:
    """`refill(table, rows, count)`: rows from before, in their order, into a table that is empty."""
    code = Code()
    width = word(code, Table.WIDTH, "%table")
    with code.counting("%count") as k:
        row = code.at("%rows", code.do(f"mul i64 {k}, {width}"))
        code.do(f"call i64 @intern(ptr %table, ptr {row})")
    code.give("i64 0")
    return code.text("define i64 @refill(ptr noalias %table, ptr noalias %rows, i64 %count)")


def number_text(words: int) -> str:
    """`number(job, row)`: the number of the state in a row, new or old; -1 where a new one has no room."""
    code = Code()
    hash, key = code.load(code.at("%row", Row.HASH)), code.at("%row", Row.KEY)
    keys, slots, mask = pointer(code, Job.KEYS), pointer(code, Job.SLOTS), word(code, Job.MASK)
    half, at = code.do(f"and i64 {hash}, {_HALF}"), code.local()
    code.store(hash, at)
    look, used, compare, other, free, found = (code.new_label() for _ in range(6))
    code.begin(look)
    place = code.do(f"and i64 {code.load(at)}, {mask}")
    slot = code.at(slots, place)
    held = code.load(slot)
    code.branch(code.test("eq", held, 0), free, used)
    code.begin(used)
    number = code.do(f"sub i64 {code.do(f'and i64 {held}, 4294967295')}, 1")
    code.branch(code.test("eq", code.do(f"and i64 {held}, {_HALF}"), half), compare, other)
    code.begin(compare)
    known, same = code.at(keys, code.do(f"mul i64 {number}, {words}")), "true"
    for k in range(words):
        alike = code.test("eq", code.load(code.at(known, k)), code.load(code.at(key, k)))
        same = code.do(f"and i1 {same}, {alike}")
    code.branch(same, found, other)
    code.begin(other)
    code.store(code.do(f"add i64 {place}, 1"), at)
    code.jump(look)
    code.begin(found)
    code.give(f"i64 {number}")
    code.begin(free)
    _new_state(code, key, slot, half, words)
    return code.text("define internal i64 @number(ptr noalias %job, ptr noalias %row)")


def _new_state(code: Code, key: str, slot: str, half: str, words: int) -> None:
    """The key behind the states that are known, where there is room."""
    full, fresh = code.new_label(), code.new_label()
    count = word(code, Job.KNOWN)
    code.branch(code.test("sge", count, word(code, Job.STATES)), full, fresh)
    code.begin(full)
    code.give("i64 -1")
    code.begin(fresh)
    target = code.at(pointer(code, Job.KEYS), code.do(f"mul i64 {count}, {words}"))
    for k in range(words):
        code.store(code.load(code.at(key, k)), code.at(target, k))
    following = code.do(f"add i64 {count}, 1")
    code.store(code.do(f"or i64 {half}, {following}"), slot)
    put(code, Job.KNOWN, following)
    code.give(f"i64 {count}")


def rehash_text(words: int) -> str:
    """`rehash(job)`: every known state into a table that is empty."""
    code = Code()
    keys, slots, mask = pointer(code, Job.KEYS), pointer(code, Job.SLOTS), word(code, Job.MASK)
    at = code.local()
    with code.counting(word(code, Job.KNOWN)) as number:
        key, hash = code.at(keys, code.do(f"mul i64 {number}, {words}")), "0"
        for k in range(words):
            hash = mixed(code, hash, code.load(code.at(key, k)))
        hash = finished(code, hash)
        code.store(hash, at)
        look, other, free = (code.new_label() for _ in range(3))
        code.begin(look)
        place = code.do(f"and i64 {code.load(at)}, {mask}")
        slot = code.at(slots, place)
        code.branch(code.test("eq", code.load(slot), 0), free, other)
        code.begin(other)
        code.store(code.do(f"add i64 {place}, 1"), at)
        code.jump(look)
        code.begin(free)
        half = code.do(f"and i64 {hash}, {_HALF}")
        code.store(code.do(f"or i64 {half}, {code.do(f'add i64 {number}, 1')}"), slot)
    code.give("i64 0")
    return code.text("define i64 @rehash(ptr noalias %job)")
