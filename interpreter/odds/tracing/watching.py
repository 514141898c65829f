"""The effects of a traced chain in; for each term that bends, what has to be watched beside a state to know its value, out.

A remainder needs no more than remainders; what is known of a slot for all times (it is always a multiple of ten) is not
watched. Any other term needs the values of its slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm

from msgspec import Struct

from parlour.interpreter.odds.tracing.forms import Bent, Form, Symbol
from parlour.interpreter.odds.tracing.reckoning import Undecided
from parlour.interpreter.odds.tracing.tracing import Effect


class Watch(Struct, frozen=True):
    """A slot of which the value is known, or the remainder by `modulus` where that is above 0."""

    slot: int
    modulus: int = 0

    def of(self, number: int) -> int:
        return number % self.modulus if self.modulus else number


Residue = tuple[int, int]  # remainder and modulus: 0 for one number only


class Watching:
    """`slots`: the unknown slots, in the order of the forms. `begun`: what they hold at the first state."""

    def __init__(self, slots: Sequence[int], effects: Sequence[Effect], begun: Sequence[int]) -> None:
        self._rank = {slot: k for k, slot in enumerate(slots)}
        self._inner = [effect for effect in effects if not effect.ended]
        self._always = self._residues(dict(zip(slots, begun, strict=True)))

    def needed(self, term: Bent) -> frozenset[Watch]:
        """All that is to be watched for a term, and for what is watched."""
        found: set[Watch] = set()
        waiting = list(self._of_term(term))
        while waiting:
            watch = waiting.pop()
            if watch in found:
                continue
            found.add(watch)
            for effect in self._inner:
                waiting += self._of_form(effect.forms[self._rank[watch.slot]], watch.modulus)
        return _merged(found)

    def anyhow(self, slot: int) -> int:
        """A number that leaves the remainders which the slot always leaves."""
        return self._always[slot][0]

    def always(self, slot: int, modulus: int) -> int | None:
        """The remainder that a slot always leaves; None where it leaves several."""
        remainder, of = self._always[slot]
        return remainder % modulus if of % modulus == 0 else None

    def _of_form(self, form: Form, modulus: int) -> Iterator[Watch]:
        """What is to be watched to know a form, or its remainder."""
        for symbol, factor in form.parts:
            if modulus and isinstance(factor, Fraction):
                raise Undecided
            if modulus and factor % modulus == 0:
                continue
            if isinstance(symbol, Bent):
                if not modulus or self._residue_of(symbol)[1] % modulus:
                    yield from self._of_term(symbol)
            elif not modulus or self.always(symbol, modulus) is None:
                yield Watch(symbol, modulus)

    def _of_term(self, term: Bent) -> Iterator[Watch]:
        if term.operator == "%" and not any(isinstance(f, Fraction) for _, f in term.arguments[0].parts):
            yield from self._of_form(term.arguments[0], int(term.arguments[1].constant))
            return
        for argument in term.arguments:
            yield from self._of_form(argument, 0)

    def _residues(self, begun: Mapping[int, int]) -> dict[int, Residue]:
        """For each slot what all its values have in common: the least modulus that holds whatever happens."""
        self._always = {slot: (number, 0) for slot, number in begun.items()}
        changed = True
        while changed:
            changed = False
            for effect in self._inner:
                for slot, rank in self._rank.items():
                    joined = _joined(self._always[slot], self._residue(effect.forms[rank]))
                    if joined != self._always[slot]:
                        self._always[slot], changed = joined, True
        return self._always

    def _residue(self, form: Form) -> Residue:
        numbers = [form.constant, *(factor for _, factor in form.parts)]
        if any(isinstance(number, Fraction) for number in numbers):
            return 0, 1
        remainder, modulus = int(form.constant), 0
        for symbol, factor in form.parts:
            own, of = self._residue_of(symbol)
            remainder, modulus = remainder + int(factor) * own, gcd(modulus, int(factor) * of)
        return (remainder % modulus if modulus else remainder), modulus

    def _residue_of(self, symbol: Symbol) -> Residue:
        if isinstance(symbol, int):
            return self._always[symbol]
        if symbol.operator in ("min", "max", "if"):
            chosen = symbol.arguments[-2:]
            return _joined(self._residue(chosen[0]), self._residue(chosen[1]))
        if symbol.operator == "%":
            remainder, modulus = self._residue(symbol.arguments[0])
            common = gcd(modulus, int(symbol.arguments[1].constant))
            return remainder % common, common
        return 0, 1


def _merged(watches: Iterable[Watch]) -> frozenset[Watch]:
    """One watch a slot: its value where that is needed, else the remainder by the least common modulus."""
    moduli: dict[int, int] = {}
    for watch in watches:
        moduli[watch.slot] = lcm(moduli.get(watch.slot, 1), watch.modulus)
    return frozenset(Watch(slot, modulus) for slot, modulus in moduli.items())


def _joined(a: Residue, b: Residue) -> Residue:
    modulus = gcd(a[1], b[1], a[0] - b[0])
    return (a[0] % modulus if modulus else a[0]), modulus
