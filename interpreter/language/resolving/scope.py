"""Names and what they stand for at one point of the rules: declared symbols, and locals bound list by list."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from parlour.interpreter.diagnostics import Related, Report
from parlour.interpreter.language.grammar.nodes import RESERVED_WORDS
from parlour.interpreter.language.resolving.typed import Local, Role, Symbol
from parlour.interpreter.source import Place
from parlour.interpreter.types import Type

Named = Local | Symbol
KEPT = (Role.VARIABLE, Role.ACCOUNT, Role.ZONE)


class Names(Struct, eq=False):
    """What the whole ruleset shares: declared symbols, the types by name, which names surroundings may bind.

    `alike`: fields of the same name as a field that was declared before, of something else: another deck, or squares.
    """

    report: Report
    symbols: dict[str, Symbol] = field(default_factory=dict)
    alike: dict[str, list[Symbol]] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    contextual: dict[str, Type] = field(default_factory=dict)
    reserved: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    used: set[Named] = field(default_factory=set)

    def declare(self, symbol: Symbol) -> Symbol:
        first = self.symbols.get(symbol.name)
        if first is not None and first.role is symbol.role is Role.FIELD:  # which is meant is known by what has it
            self.alike.setdefault(symbol.name, []).append(symbol)
        elif first is not None:
            message = f"'{symbol.name}' is declared twice, as {first.role.value} and as {symbol.role.value}"
            self.report.error(
                "P416", message, symbol.place, "give one another name", [Related("first here", first.place)]
            )
        elif symbol.role in KEPT and symbol.name in self.attributes:
            message = f"'{symbol.name}' is what the language calls something that players and pawns have"
            self.report.error("P408", message, symbol.place, "choose another name")
        elif not self.refuses(symbol.name, symbol.place):
            self.symbols[symbol.name] = symbol
        return symbol

    def named(self, name: str) -> tuple[Symbol, ...]:
        """What was declared under a name: one, or fields of several things."""
        return (self.symbols[name], *self.alike.get(name, ())) if name in self.symbols else ()

    def refuses(self, name: str, place: Place) -> bool:
        """Report a name that the language keeps for itself."""
        if name in self.reserved:
            self.report.error("P408", f"'{name}' is a name of the language", place, "choose another name")
        return name in self.reserved or self.refuses_word(name, place)

    def refuses_word(self, word: str, place: Place) -> bool:
        """Report a name or a word of a type that no expression could speak of."""
        if word in RESERVED_WORDS:
            message = f"'{word}' has a meaning of its own in expressions: nothing can be named so"
            self.report.error("P408", message, place, "choose another word")
        return word in RESERVED_WORDS


class Scope(Struct, eq=False):
    """The names bound in a list of statements or an expression; `needs` collects what a body takes from its caller."""

    names: Names
    parent: Scope | None = None
    bound: dict[str, Local] = field(default_factory=dict)
    needs: dict[str, Local] | None = None

    def inner(self) -> Scope:
        return Scope(self.names, self)

    def chain(self) -> Iterator[Scope]:
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def bind(self, name: str, type_: Type, place: Place) -> Local:
        """Bind a new name from here to the end of this scope; hiding another is a fault, except for `me`."""
        local = Local(name, type_, place)
        if name != "me":
            hidden = self._find_local(name) or self.names.symbols.get(name)
            if hidden is not None:
                related = [Related(f"'{name}' is this", hidden.place)]
                self.names.report.error(
                    "P408", f"'{name}' hides another '{name}'", place, "choose another name", related
                )
            else:
                self.names.refuses(name, place)
        self.bound[name] = local
        return local

    def _find_local(self, name: str) -> Local | None:
        return next((s.bound[name] for s in self.chain() if name in s.bound), None)

    def local(self, name: str, place: Place) -> Local | None:
        """The local of that name; in an effect or formula a name that its caller binds becomes one of its needs."""
        found = self._find_local(name)
        if found is None and name in self.names.contextual:
            needs = next((s.needs for s in self.chain() if s.needs is not None), None)
            if needs is not None:
                found = needs.setdefault(name, Local(name, self.names.contextual[name], place))
        if found is not None:
            self.names.used.add(found)
        return found

    def visible(self) -> list[str]:
        """Every name that could stand here, for suggestions."""
        return [*(n for s in self.chain() for n in s.bound), *self.names.symbols, *self.names.reserved]
