"""The width of a state in; the IR that writes the ways on from a state down as its transitions, and `explore`, out."""

from __future__ import annotations

from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.native.exploring.job import WAY, Job, Row, Status, pointer, put, word

_MERGED = (Row.TARGET, Row.TURNS, Row.CHANGE, Row.ACTION)  # ways that are alike in these are one


def record_text(words: int) -> str:
    """`record(job)`: the rows of the state at hand become transitions, those that are alike one; a Status.

    Where there is no room nothing is written down but states that are new: it can be done again.
    """
    code, width = Code(), Row.KEY + words
    rows, count = pointer(code, Job.ROWS), word(code, Job.ROW_COUNT)
    used, room = word(code, Job.USED), word(code, Job.ROOM)
    fits, full = code.new_label(), code.new_label()
    code.branch(code.test("sle", code.do(f"add i64 {used}, {count}"), room), fits, full)
    code.begin(full)
    code.give(f"i64 {Status.TRANSITIONS}")
    code.begin(fits)
    total, merged = code.local(), code.local()
    code.store("0", total)
    code.store("0", merged)
    lacking = code.new_label()
    with code.counting(count) as k:
        row = code.at(rows, code.do(f"mul i64 {k}, {width}"))
        _target(code, row, lacking)
        weight = code.load(code.at(row, Row.WEIGHT))
        code.store(code.do(f"add i64 {code.load(total)}, {weight}"), total)
        _merge(code, rows, row, merged, width)
    status = _written(code, rows, code.load(merged), code.load(total), used, width)
    code.give(f"i64 {status}")
    code.begin(lacking)
    code.give(f"i64 {Status.STATES}")
    return code.text("define internal i64 @record(ptr noalias %job)")


def _target(code: Code, row: str, lacking: str) -> None:
    """Into the row: the number of its state, or of its ending as a chain has it."""
    place = code.at(row, Row.TARGET)
    ending = code.load(place)
    state, over, known, on = (code.new_label() for _ in range(4))
    code.branch(code.test("eq", ending, 0), state, over)
    code.begin(over)
    code.store(code.do(f"sub i64 0, {ending}"), place)
    code.jump(on)
    code.begin(state)
    number = code.do(f"call i64 @number(ptr %job, ptr {row})")
    code.branch(code.test("slt", number, 0), lacking, known)
    code.begin(known)
    code.store(number, place)
    code.begin(on)


def _merge(code: Code, rows: str, row: str, merged: str, width: int) -> None:
    """A row to one that is like it; or behind those that came before."""
    done, fresh = code.new_label(), code.new_label()
    wanted = [code.load(code.at(row, part)) for part in _MERGED]
    weight = code.load(code.at(row, Row.WEIGHT))
    with code.counting(code.load(merged)) as k:
        other, same = code.at(rows, code.do(f"mul i64 {k}, {width}")), "true"
        for part, value in zip(_MERGED, wanted, strict=True):
            same = code.do(f"and i1 {same}, {code.test('eq', code.load(code.at(other, part)), value)}")
        found, on = code.new_label(), code.new_label()
        code.branch(same, found, on)
        code.begin(found)
        place = code.at(other, Row.WEIGHT)
        code.store(code.do(f"add i64 {code.load(place)}, {weight}"), place)
        code.jump(done)
        code.begin(on)
    code.begin(fresh)
    end = code.load(merged)
    other = code.at(rows, code.do(f"mul i64 {end}, {width}"))
    for part, value in zip((*_MERGED, Row.WEIGHT), (*wanted, weight), strict=True):
        code.store(value, code.at(other, part))
    code.store(code.do(f"add i64 {end}, 1"), merged)
    code.begin(done)


def _written(code: Code, rows: str, count: str, total: str, used: str, width: int) -> str:
    """The rows as transitions behind those that are used; the status."""
    way, targets, codes = code.local(f"[{WAY} x i64]"), pointer(code, Job.TARGETS), pointer(code, Job.CODES)
    lacking, end = code.new_label(), code.new_label()
    with code.counting(count) as k:
        row = code.at(rows, code.do(f"mul i64 {k}, {width}"))
        target = code.load(code.at(row, Row.TARGET))
        parts = [code.load(code.at(row, part)) for part in (Row.WEIGHT, Row.TURNS, Row.CHANGE, Row.ACTION)]
        ended = code.do(f"zext i1 {code.test('slt', target, 0)} to i64")
        for place, value in enumerate((parts[0], total, *parts[1:], ended)):
            code.store(value, code.at(way, place))
        number = code.do(f"call i64 @intern(ptr {pointer(code, Job.WAYS)}, ptr {way})")
        known, at = code.new_label(), code.do(f"add i64 {used}, {k}")
        code.branch(code.test("slt", number, 0), lacking, known)
        code.begin(known)
        code.store(code.do(f"trunc i64 {target} to i32"), code.at(targets, at, "i32"), "i32")
        code.store(code.do(f"trunc i64 {number} to i32"), code.at(codes, at, "i32"), "i32")
    done, last = word(code, Job.DONE), code.do(f"add i64 {used}, {count}")
    mover = code.do(f"trunc i64 {word(code, Job.MOVER)} to i8")
    code.store(mover, code.at(pointer(code, Job.MOVERS), done, "i8"), "i8")
    following = code.do(f"add i64 {done}, 1")
    code.store(last, code.at(pointer(code, Job.OFFSETS), following))
    put(code, Job.USED, last)
    put(code, Job.DONE, following)
    ways = [(str(int(Status.DONE)), code.label)]
    code.jump(end)
    code.begin(lacking)
    ways.append((str(int(Status.WAYS)), lacking))
    code.begin(end)
    return code.phi(ways)


def explore_text(words: int) -> str:
    """`explore(job)`: the transitions of states DONE .. LIMIT - 1 as far as they are known; a Status."""
    code = Code()
    head, more, begin, state, expand, record, stop = (code.new_label() for _ in range(7))
    status = code.local()
    code.begin(head)
    done, known = word(code, Job.DONE), word(code, Job.KNOWN)
    begins = code.test("ne", word(code, Job.BEGIN), 0)
    code.store(str(int(Status.DONE)), status)
    code.branch(begins, expand, more)
    code.begin(more)
    left = code.test("slt", done, known)
    left = code.do(f"and i1 {left}, {code.test('slt', done, word(code, Job.LIMIT))}")
    left = code.do(f"and i1 {left}, {code.test('sle', known, word(code, Job.MOST))}")
    code.branch(left, state, stop)
    code.begin(state)
    code.jump(expand)
    code.begin(expand)
    key = code.at(pointer(code, Job.KEYS), code.do(f"mul i64 {done}, {words}"))
    put(code, Job.ROW_COUNT, 0)
    found = code.do(f"call i64 @expand(ptr %job, ptr {key})")
    code.store(found, status)
    code.branch(code.test("eq", found, 0), record, stop)
    code.begin(record)
    found = code.do("call i64 @record(ptr %job)")
    code.store(found, status)
    on = code.new_label()
    code.branch(code.test("eq", found, 0), on, stop)
    code.begin(on)
    code.branch(code.test("ne", word(code, Job.BEGIN), 0), begin, head)
    code.begin(begin)
    code.jump(stop)
    code.begin(stop)
    code.give(f"i64 {code.load(status)}")
    return code.text("define i64 @explore(ptr noalias %job)")
