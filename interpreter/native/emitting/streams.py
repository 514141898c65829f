"""Nothing in, IR functions of the random streams out: exactly the numbers of docs/randomness.md."""

from __future__ import annotations

from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.runtime.random import GAMES, GOLDEN, MASK, SEATS

STREAM = "[4 x i64]"  # the state of xoshiro256**


def signed(word: int) -> int:
    """A 64-bit word as IR writes it."""
    return word - 2**64 if word > MASK >> 1 else word


STREAMS = f"""
define internal i64 @mix64(i64 %z) alwaysinline {{
  %a = lshr i64 %z, 30
  %b = xor i64 %z, %a
  %c = mul i64 %b, {signed(0xBF58476D1CE4E5B9)}
  %d = lshr i64 %c, 27
  %e = xor i64 %c, %d
  %f = mul i64 %e, {signed(0x94D049BB133111EB)}
  %g = lshr i64 %f, 31
  %h = xor i64 %f, %g
  ret i64 %h
}}

define internal i64 @game_key(i64 %seed, i64 %number) alwaysinline {{
  %a = add i64 %seed, {signed(GOLDEN)}
  %b = call i64 @mix64(i64 %a)
  %c = mul i64 %number, {signed(GAMES)}
  %d = add i64 %b, %c
  %e = call i64 @mix64(i64 %d)
  ret i64 %e
}}

define internal i64 @seat_key(i64 %key, i64 %seat) alwaysinline {{
  %a = add i64 %seat, 1
  %b = mul i64 %a, {signed(SEATS)}
  %c = add i64 %key, %b
  %d = call i64 @mix64(i64 %c)
  ret i64 %d
}}

define internal void @seeded(ptr %stream, i64 %start) alwaysinline {{
{
    "".join(
        f'''  %s{k} = add i64 %start, {signed((k + 1) * GOLDEN & MASK)}
  %w{k} = call i64 @mix64(i64 %s{k})
  %p{k} = getelementptr inbounds i64, ptr %stream, i64 {k}
  store i64 %w{k}, ptr %p{k}
'''
        for k in range(4)
    )
}  ret void
}}

define internal i64 @next(ptr %stream) alwaysinline {{
  %pb = getelementptr inbounds i64, ptr %stream, i64 1
  %pc = getelementptr inbounds i64, ptr %stream, i64 2
  %pd = getelementptr inbounds i64, ptr %stream, i64 3
  %a = load i64, ptr %stream
  %b = load i64, ptr %pb
  %c = load i64, ptr %pc
  %d = load i64, ptr %pd
  %x = mul i64 %b, 5
  %y = call i64 @llvm.fshl.i64(i64 %x, i64 %x, i64 7)
  %result = mul i64 %y, 9
  %c1 = xor i64 %c, %a
  %d1 = xor i64 %d, %b
  %b1 = xor i64 %b, %c1
  %a1 = xor i64 %a, %d1
  %t = shl i64 %b, 17
  %c2 = xor i64 %c1, %t
  %d2 = call i64 @llvm.fshl.i64(i64 %d1, i64 %d1, i64 45)
  store i64 %a1, ptr %stream
  store i64 %b1, ptr %pb
  store i64 %c2, ptr %pc
  store i64 %d2, ptr %pd
  ret i64 %result
}}

define internal i64 @below(ptr %stream, i64 %bound) alwaysinline {{
begin:
  %wide = zext i64 %bound to i128
  br label %draw
draw:
  %x = call i64 @next(ptr %stream)
  %xw = zext i64 %x to i128
  %m = mul i128 %xw, %wide
  %low = trunc i128 %m to i64
  %doubtful = icmp ult i64 %low, %bound
  br i1 %doubtful, label %weigh, label %take, !prof !0
weigh:
  %minus = sub i64 0, %bound
  %least = urem i64 %minus, %bound
  %again = icmp ult i64 %low, %least
  br i1 %again, label %draw, label %take, !prof !0
take:
  %h = lshr i128 %m, 64
  %result = trunc i128 %h to i64
  ret i64 %result
}}
"""


def below(code: Code, stream: str, bound: str | int) -> str:
    """A number below a bound from a stream."""
    return code.do(f"call i64 @below(ptr {stream}, i64 {bound})")
