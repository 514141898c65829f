"""Nothing in, the IR of a loop that tells how far values are from solving their equations, in twice the precision, out."""

from __future__ import annotations

from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.odds.solving.loops import TERMS

HALVES = "134217729.0"  # 2^27 + 1: splits a number into two that are multiplied without rounding


def remainder_text() -> str:
    """out[i] = b[i] + the sum of (shares + low) * (gains + x + rest) - x[i] - rest[i]; `rest` may be null."""
    code = Code()
    nothing = code.local("double")
    code.store("0.0", nothing, "double")
    bare = code.do("icmp eq ptr %rest, null")
    high, low = code.local("double"), code.local("double")
    with code.counting("%count") as row:
        held = code.do(f"fneg double {code.load(code.at('%x', row, 'double'), 'double')}")
        own = code.select(bare, nothing, code.at("%rest", row, "double"), "ptr")
        first, lost = _sum(code, code.load(code.at("%b", row, "double"), "double"), held)
        code.store(first, high, "double")
        code.store(code.do(f"fsub double {lost}, {code.load(own, 'double')}"), low, "double")
        start = code.load(code.at("%starts", row))
        end = code.load(code.at("%starts", code.do(f"add nsw i64 {row}, 1")))
        with code.counting(end, start) as at:
            product, error = _term(code, at, bare, nothing)
            whole, lost = _sum(code, code.load(high, "double"), product)
            code.store(whole, high, "double")
            small = code.do(f"fadd double {lost}, {error}")
            code.store(code.do(f"fadd double {code.load(low, 'double')}, {small}"), low, "double")
        both = code.do(f"fadd double {code.load(high, 'double')}, {code.load(low, 'double')}")
        code.store(both, code.at("%out", row, "double"), "double")
    code.give("i64 0")
    return code.text(
        f"define i64 @remainder(i64 %count, {TERMS}, ptr noalias %shares, ptr noalias %low, ptr noalias %gains,"
        " ptr noalias %b, ptr noalias %x, ptr noalias %rest, ptr noalias %out)"
    )


def _term(code: Code, at: str, bare: str, nothing: str) -> tuple[str, str]:
    column = code.do(f"sext i32 {code.load(code.at('%columns', at, 'i32'), 'i32')} to i64")
    ending = code.do(f"sub i64 {code.do('sub i64 %count, 1')}, {column}")
    place = code.select(code.test("slt", column, 0), ending, column)
    told = code.do(f"zext i32 {code.load(code.at('%codes', at, 'i32'), 'i32')} to i64")
    share, least, gain = (code.load(code.at(name, told, "double"), "double") for name in ("%shares", "%low", "%gains"))
    value, lost = _sum(code, gain, code.load(code.at("%x", place, "double"), "double"))
    rest = code.load(code.select(bare, nothing, code.at("%rest", place, "double"), "ptr"), "double")
    lost = code.do(f"fadd double {lost}, {rest}")
    product, error = _product(code, share, value)
    by_rest = code.do(f"fmul double {share}, {lost}")
    by_least = code.do(f"fmul double {least}, {value}")
    return product, code.do(f"fadd double {error}, {code.do(f'fadd double {by_rest}, {by_least}')}")


def _sum(code: Code, a: str, b: str) -> tuple[str, str]:
    """The rounded sum, and what was lost."""
    whole = code.do(f"fadd double {a}, {b}")
    second = code.do(f"fsub double {whole}, {a}")
    first = code.do(f"fsub double {whole}, {second}")
    return whole, code.do(
        f"fadd double {code.do(f'fsub double {a}, {first}')}, {code.do(f'fsub double {b}, {second}')}"
    )


def _halves(code: Code, a: str) -> tuple[str, str]:
    large = code.do(f"fmul double {a}, {HALVES}")
    high = code.do(f"fsub double {large}, {code.do(f'fsub double {large}, {a}')}")
    return high, code.do(f"fsub double {a}, {high}")


def _product(code: Code, a: str, b: str) -> tuple[str, str]:
    """The rounded product, and what was lost."""
    whole = code.do(f"fmul double {a}, {b}")
    (a1, a2), (b1, b2) = _halves(code, a), _halves(code, b)
    error = code.do(f"fsub double {code.do(f'fmul double {a1}, {b1}')}, {whole}")
    for x, y in ((a1, b2), (a2, b1), (a2, b2)):
        error = code.do(f"fadd double {error}, {code.do(f'fmul double {x}, {y}')}")
    return whole, error
