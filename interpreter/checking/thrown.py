"""An expression of throws comes in; every throw that it can be, and what can be asked of them, goes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from parlour.interpreter.checking.origins import Member, Origins, Rolled
from parlour.interpreter.checking.possible import ANY, TRUTH, Possible, between, one_of
from parlour.interpreter.checking.throws import ASKED, Face, Throws, around, throws_of
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Local, Symbol, Typed
from parlour.interpreter.types import Kind

Given = Mapping[Local | Symbol, Possible | Throws]
NOTHING_GIVEN: Given = {}


class Thrown:
    """The throws of one ruleset; `value` says what an expression can be."""

    def __init__(self, model: typed.Model, origins: Origins, value: Callable[[Typed, Given], Possible]) -> None:
        self.origins, self.value = origins, value
        self.devices = {device.symbol: device for device in model.devices}
        self.known: dict[Local | Symbol, Throws | None] = {}

    def throws(self, node: Typed, given: Given = NOTHING_GIVEN) -> Throws | None:
        """Every throw that an expression can be, where they are known; of a variable those that are rolled into it."""
        match node:
            case typed.Bound(local=name) | typed.Read(symbol=name):
                known = given.get(name)
                return known if isinstance(known, frozenset) else self.named(name)
            case typed.Conditional(then=then, otherwise=otherwise):
                return _all_of(self.throws(then, given), self.throws(otherwise, given))
            case _:
                return None

    def named(self, name: Local | Symbol) -> Throws | None:
        """Every throw that is rolled into a name."""
        if name not in self.known:
            self.known[name] = None  # stands in where a name comes from itself
            found: Throws | None = frozenset() if name in self.origins else None
            for origin in self.origins.get(name, []):
                more: Throws | None = None
                if isinstance(origin, Rolled):
                    more = throws_of(self.devices[origin.device], self._constant, origin.number)
                elif not isinstance(origin, Member):
                    more = self.throws(origin)
                found = _all_of(found, more)
            self.known[name] = found
        return self.known[name]

    def _constant(self, node: Typed) -> Possible:
        return self.value(node, NOTHING_GIVEN)

    def asked(self, node: typed.Apply, given: Given) -> Possible:
        """What an attribute or method of a throw gives: its total, a die, how often it shows a face."""
        asked, throws = node.arguments[0], self.throws(node.arguments[0], given)
        if throws is None:
            return TRUTH if node.type.kind is Kind.BOOL else ANY
        if isinstance(asked, typed.Read) and asked.symbol not in given:
            throws |= {()}  # before anything is rolled into a variable it is an empty throw
        if len(node.arguments) == 1:
            return one_of(ASKED[node.function.name](throw, None) for throw in throws)
        face = self._face(node.arguments[1], given)
        if face is None:
            return TRUTH if node.type.kind is Kind.BOOL else between(*around(throws))
        return one_of(ASKED[node.function.name](throw, face) for throw in throws)

    def _face(self, node: Typed, given: Given) -> Face | None:
        value = self.value(node, given).single
        return node.type.words[value] if value is not None and node.type.words else value


def _all_of(a: Throws | None, b: Throws | None) -> Throws | None:
    return None if a is None or b is None else a | b
