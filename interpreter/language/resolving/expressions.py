"""Expression syntax becomes typed expressions: names are looked up, words are found beside their type, types agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from parlour.interpreter.diagnostics import Related, counted, did_you_mean
from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.counting import asked_of_cards
from parlour.interpreter.language.resolving.scope import Scope
from parlour.interpreter.language.resolving.suggestions import in_another_form
from parlour.interpreter.language.resolving.typed import Role, Symbol, Typed
from parlour.interpreter.language.resolving.typing import Binding, Typing, same
from parlour.interpreter.language.resolving.words import Words, binder, word_type
from parlour.interpreter.language.signatures import Function, signature
from parlour.interpreter.source import Place
from parlour.interpreter.types import BOOL, FAULTY, INT, NONE, NOTHING, PLAYER, Kind, Type, described, noun, set_of

KEYED = (Role.VARIABLE, Role.ACCOUNT, Role.ZONE, Role.FIELD)
_NO_VALUES = (Role.DEVICE, Role.PHASE)
_HOLDERS = frozenset([Kind.PLAYER, Kind.TOKEN, Kind.SQUARE, Kind.CARD, Kind.RANK, Kind.SUIT])  # what `of:` may name


class ExpressionResolver:
    """Resolves the expressions of one ruleset; every fault is reported once and the rest goes on with type FAULTY."""

    def __init__(self, typing: Typing, functions: tuple[Function, ...]) -> None:
        self.typing = typing
        self.report = typing.report
        self.words = Words(typing)
        self.functions: dict[tuple[str, str], list[Function]] = {}
        for row in functions:
            self.functions.setdefault((row.form, row.name), []).append(row)
        self.formulas: dict[str, typed.Formula] = {}
        self.attributes: set[str] = set()
        self.pending: dict[str, Callable[[], None]] = {}
        self._resolving: list[str] = []

    def faulty(self, place: Place) -> Typed:
        return typed.Literal(0, FAULTY, place)

    def resolve(self, node: nodes.Node, scope: Scope, expected: Type | None = None) -> Typed:
        """The typed expression; where `expected` is given it is of that type, or a fault was reported."""
        found = self._infer(node, scope, expected)
        return found if expected is None else self.typing.coerce(found, expected)

    def _infer(self, node: nodes.Node, scope: Scope, expected: Type | None) -> Typed:  # noqa: C901 (a case a node)
        match node:
            case nodes.Number():
                return self._number(node, expected)
            case nodes.Truth():
                return typed.Literal(int(node.value), BOOL, node.place)
            case nodes.Nothing():
                return typed.Literal(NONE, NOTHING, node.place)
            case nodes.Name():
                return self._name(node, scope, expected)
            case nodes.Attribute():
                return self._attribute(node, scope)
            case nodes.Call():
                return self._call(node, scope)
            case nodes.Unary() | nodes.Binary():
                return self._operator(node, scope)
            case nodes.Conditional():
                return self._conditional(node, scope, expected)
            case nodes.Range():
                low, high = self.resolve(node.low, scope, INT), self.resolve(node.high, scope, INT)
                return typed.Span(low, high, set_of(INT), node.place)
            case nodes.PlayersFrom():
                return self._players_from(node, scope)
            case nodes.CardOf():
                return self._card(node, expected)
            case nodes.Fold():
                return self._fold(node, scope)
            case _:
                assert_never(node)

    def ready(self, name: str, place: Place) -> bool:
        """Resolve the formula of that name now, if it still waits; False, and a fault, for formulas in a circle."""
        if name in self._resolving:
            circle = " → ".join([*self._resolving[self._resolving.index(name) :], name])
            self.report.error("P411", f"formulas speak of each other in a circle: {circle}", place, "break the circle")
            return False
        if name in self.pending:
            self._resolving.append(name)
            self.pending.pop(name)()
            self._resolving.pop()
        return True

    # --- names --------------------------------------------------------------------------------------------------------

    def _number(self, node: nodes.Number, expected: Type | None) -> Typed:
        if expected and expected.enumerated and str(node.value) in expected.words:
            return typed.Literal(expected.words.index(str(node.value)) + expected.first, expected, node.place)
        return typed.Literal(node.value, INT, node.place)

    def _name(self, node: nodes.Name, scope: Scope, expected: Type | None) -> Typed:
        if expected and node.text in expected.words:
            return typed.Literal(expected.words.index(node.text) + expected.first, expected, node.place)
        if local := scope.local(node.text, node.place):
            return typed.Bound(local, local.type, node.place)
        if not self.ready(node.text, node.place):
            return self.faulty(node.place)
        if symbol := scope.names.symbols.get(node.text):
            scope.names.used.add(symbol)
            return self._symbol(symbol, node.place, scope)
        if rows := self.functions.get(("name", node.text)):
            implied = tuple(self._name(nodes.Name(n, node.place), scope, None) for n in rows[0].takes)
            return self.apply("name", node.text, implied, node.place, scope)
        if expected in (None, FAULTY) and (owner := self.words.only_type(node.text, scope)):
            return typed.Literal(owner.words.index(node.text) + owner.first, owner, node.place)
        self.words.report_unknown(node, scope, expected)
        return self.faulty(node.place)

    def _symbol(self, symbol: Symbol, place: Place, scope: Scope) -> Typed:
        if symbol.role is Role.FORMULA:
            return self._use(symbol, (), place, scope)
        if symbol.key is not None:
            key = next(iter(symbol.key.words), "n" if symbol.key.kind is Kind.INT else str(symbol.key))
            example = f"me.{symbol.name}" if symbol.key.kind is Kind.PLAYER else f"{symbol.name}({key})"
            message = f"'{symbol.name}' is kept for each {noun(symbol.key)}: which one?"
            self.report.error("P405", message, place, f"write, for example, {example}")
            return self.faulty(place)
        if symbol.role in (Role.SET, Role.ZONE):
            return typed.Members(symbol, None, symbol.type, place)
        if symbol.role in (Role.DEVICE, Role.PHASE):
            self.report.error("P405", f"'{symbol.name}' is a {symbol.role.value}, not a value", place)
            return self.faulty(place)
        return typed.Read(symbol, None, symbol.type, place)

    def keyed(self, symbol: Symbol, key: Typed, place: Place, scope: Scope) -> Typed:
        """A declared table read with a key of its type."""
        assert symbol.key is not None
        scope.names.used.add(symbol)
        key = self.typing.coerce(key, symbol.key)
        if symbol.role is Role.ZONE:
            return typed.Members(symbol, key, symbol.type, place)
        return typed.Read(symbol, key, symbol.type, place)

    def _players_from(self, node: nodes.PlayersFrom, scope: Scope) -> Typed:
        name, player = f"{node.set.text} from", self.resolve(node.player, scope, PLAYER)
        if ("name", name) in self.functions:
            return self.apply("name", name, (player,), node.place, scope)
        message = f"'from' follows the name of a set of players, found '{node.set.text}'"
        self.report.error("P323", message, node.set.place, "write players from p, or seats from p")
        return self.faulty(node.place)

    # --- attributes and calls -----------------------------------------------------------------------------------------

    def _attribute(self, node: nodes.Attribute, scope: Scope) -> Typed:
        target = self.resolve(node.target, scope)
        if target.type.kind is Kind.FAULTY:
            return target
        for symbol in scope.names.named(node.name):
            if symbol.key and symbol.role in KEYED and self.typing.converts(target.type, symbol.key):
                return self.keyed(symbol, target, node.place, scope)
        rows = self.functions.get(("attribute", node.name), [])
        for row in rows:
            if self.typing.accepts(row.takes[0], target.type):
                self.attributes.add(node.name)
                return self.apply("attribute", node.name, (target,), node.place, scope)
        known = [
            name
            for (form, name), rs in self.functions.items()
            if form == "attribute" and any(self.typing.accepts(r.takes[0], target.type) for r in rs)
        ]
        declared = [s for name in scope.names.symbols for s in scope.names.named(name)]
        known += [s.name for s in declared if s.key and same(s.key, target.type)]
        message = f"{described(target.type)} has no '{node.name}'"
        called = in_another_form("attribute", node.name, self.functions)
        hint = called or did_you_mean(node.name, known)
        if target.type.kind in _HOLDERS and not called and "?" not in hint:
            owner = Kind.PLAYER if target.type.kind is Kind.TOKEN else target.type.kind
            hint += f"; one of your own is declared: variables: {{{node.name}: {{of: {owner}}}}}"
        self.report.error("P410", message, node.name_place, hint)
        return self.faulty(node.place)

    def _call(self, node: nodes.Call, scope: Scope) -> Typed:
        if node.target is not None:
            target = self.resolve(node.target, scope)
            if target.type.kind is Kind.FAULTY:
                return target
            if cards := asked_of_cards(node, target.type, scope.names.types):
                self.report.error("P405", cards[0], node.name_place, cards[1])
                return self.faulty(node.place)
            return self._apply_nodes("method", node, (target,), scope)
        if not self.ready(node.name, node.name_place):
            return self.faulty(node.place)
        symbol = scope.names.symbols.get(node.name)
        if symbol and symbol.role is Role.FORMULA:
            return self._use(symbol, node.arguments, node.place, scope)
        if symbol and symbol.key is not None:
            if len(node.arguments) != 1:
                message = f"'{symbol.name}' takes one key, {described(symbol.key)}"
                self.report.error("P406", message, node.place)
                return self.faulty(node.place)
            several = scope.names.named(node.name)
            key = self.resolve(node.arguments[0], scope, symbol.key if len(several) == 1 else None)
            symbol = next((s for s in several if s.key and self.typing.converts(key.type, s.key)), symbol)
            return self.keyed(symbol, key, node.place, scope)
        return self._apply_nodes("function", node, (), scope)

    def _apply_nodes(self, form: str, node: nodes.Call, first: tuple[Typed, ...], scope: Scope) -> Typed:
        rows = self.functions.get((form, node.name))
        if rows is None:
            known = [name for f, name in self.functions if f == form]
            known += [s.name for s in scope.names.symbols.values() if form == "function" and s.key]
            plain = [s.name for s in scope.names.symbols.values() if s.key is None and s.role not in _NO_VALUES]
            hint = in_another_form(form, node.name, self.functions, plain) or did_you_mean(node.name, known)
            self.report.error("P404", f"unknown {form} '{node.name}'", node.name_place, hint)
            return self.faulty(node.place)
        specs = rows[0].takes[len(first) :]
        wanted = [self.typing.named(spec) for spec in specs] + [None] * len(node.arguments)
        rest = tuple(self._infer(a, scope, w) for a, w in zip(node.arguments, wanted, strict=False))
        return self.apply(form, node.name, (*first, *rest), node.place, scope)

    def apply(self, form: str, name: str, arguments: tuple[Typed, ...], place: Place, scope: Scope) -> Typed:
        """The row of that name whose signature fits the arguments, or a fault that shows the signatures."""
        rows = self.functions[(form, name)]
        if any(a.type.kind is Kind.FAULTY for a in arguments):
            return self.faulty(place)
        for row in rows:
            binding = Binding()
            if len(row.takes) - row.optional <= len(arguments) <= len(row.takes) and all(
                self.typing.accepts(spec, a.type, binding) for spec, a in zip(row.takes, arguments, strict=False)
            ):
                fitted = tuple(self.typing.fit(spec, a, binding) for spec, a in zip(row.takes, arguments, strict=False))
                return typed.Apply(row, fitted, self.typing.given(row.gives, binding), place)
        types = [a.type for a in arguments]
        if form in ("function", "method") and self._miscounted(rows, len(types), place):
            return self.faulty(place)
        alike = len({str(t) for t in types}) < len({(str(t), t.name) for t in types})  # of two decks
        found = ", ".join(f"{t} of {t.name}" if alike and t.name not in ("", str(t)) else str(t) for t in types)
        hint = " or ".join(signature(r) for r in rows)
        meant = self.typing.conversion(rows[0].takes, types)
        message = f"'{name}' cannot take {found or 'nothing'}"
        self.report.error("P405", message, place, f"it takes {hint}{'; ' if meant else ''}{meant}")
        return self.faulty(place)

    def _miscounted(self, rows: Sequence[Function], given: int, place: Place) -> bool:
        """Whether no row takes so many values, which is reported."""
        if any(len(row.takes) - row.optional <= given <= len(row.takes) for row in rows):
            return False
        holder = rows[0].form == "method"  # the value before the dot stands in no brackets
        most = [len(row.takes) - holder for row in rows]
        ranges = [f"{m - r.optional} to {m}" if r.optional else str(m) for m, r in zip(most, rows, strict=True)]
        takes = " or ".join(dict.fromkeys(ranges))
        message = f"'{rows[0].name}' takes {takes} value{'' if takes == '1' else 's'}, not {given - holder}"
        self.report.error("P406", message, place, f"it takes {' or '.join(signature(row) for row in rows)}")
        return True

    def _use(self, symbol: Symbol, arguments: tuple[nodes.Node, ...], place: Place, scope: Scope) -> Typed:
        formula = self.formulas[symbol.name]
        scope.names.used.add(symbol)
        if len(arguments) != len(formula.parameters):
            takes = ", ".join(f"{p.name}: {p.type}" for p in formula.parameters) or "nothing"
            message = f"'{symbol.name}' takes {counted(len(formula.parameters), 'value')}, not {len(arguments)}"
            self.report.error("P406", message, place, f"it takes {takes}")
            return self.faulty(place)
        values = tuple(self.resolve(a, scope, p.type) for a, p in zip(arguments, formula.parameters, strict=True))
        return typed.Use(symbol, values, self.needs(formula.needs, place, scope, symbol.name), symbol.type, place)

    def needs(
        self, wanted: dict[str, typed.Local], place: Place, scope: Scope, user: str
    ) -> tuple[tuple[typed.Local, typed.Bound], ...]:
        """What an effect or formula takes from where it is called; a fault where nothing binds it."""
        found = []
        for name, inner in wanted.items():
            outer = scope.local(name, place)
            if outer is None:
                message = f"'{user}' speaks of '{name}', which nothing binds here"
                related = [Related(f"'{name}' is used here", inner.place)]
                self.report.error("P409", message, place, binder(name), related)
            else:
                found.append((inner, typed.Bound(outer, outer.type, place)))
        return tuple(found)

    # --- operators ----------------------------------------------------------------------------------------------------

    def _operator(self, node: nodes.Unary | nodes.Binary, scope: Scope) -> Typed:
        if isinstance(node, nodes.Unary):
            operand = self.resolve(node.operand, scope)
            return self.apply("operator", f"{node.operator} x", (operand,), node.place, scope)
        if node.operator in ("in", "not in"):
            container = self.resolve(node.right, scope)
            left = self.resolve(node.left, scope, word_type(container.type.element or container.type))
            return self.apply("operator", node.operator, (left, container), node.place, scope)
        left, right = self._sides(node, scope)
        return self.apply("operator", node.operator, (left, right), node.place, scope)

    def _sides(self, node: nodes.Binary, scope: Scope) -> tuple[Typed, Typed]:
        """Both sides; a bare name or number beside an enumerated value is looked up among that type's words first."""
        if node.operator not in ("==", "!=", "<", "<=", ">", ">="):
            return self.resolve(node.left, scope), self.resolve(node.right, scope)
        left_is_word, right_is_word = (self._may_be_word(side, scope) for side in (node.left, node.right))
        if left_is_word and (not right_is_word or self.words.has(spelled(node.left), scope)):
            right = self.resolve(node.right, scope)
            return self.resolve(node.left, scope, word_type(right.type)), right
        left = self.resolve(node.left, scope)
        wordy = isinstance(node.right, nodes.Name | nodes.Number | nodes.CardOf | nodes.Conditional)
        return left, self.resolve(node.right, scope, word_type(left.type) if wordy else None)

    def _may_be_word(self, node: nodes.Node, scope: Scope) -> bool:
        match node:
            case nodes.Number() | nodes.CardOf():
                return True
            case nodes.Name(text=text):
                known = any(text in s.bound for s in scope.chain()) or text in scope.names.contextual
                return not known and text not in scope.names.symbols and ("name", text) not in self.functions
            case _:
                return False

    def _conditional(self, node: nodes.Conditional, scope: Scope, expected: Type | None) -> Typed:
        test = self.resolve(node.test, scope, BOOL)
        then = self.resolve(node.then, scope, expected)
        otherwise = self.resolve(node.otherwise, scope, expected or word_type(then.type))
        then, otherwise = self.typing.single(then), self.typing.single(otherwise)
        common = self.typing.common(then, otherwise)
        if common is None:
            message = f"one side is {described(then.type)}, the other {described(otherwise.type)}"
            self.report.error("P405", message, node.place, "both sides of if … else are of one type")
            return self.faulty(node.place)
        then, otherwise = self.typing.coerce(then, common), self.typing.coerce(otherwise, common)
        return typed.Conditional(test, then, otherwise, common, node.place)

    def _card(self, node: nodes.CardOf, expected: Type | None) -> Typed:
        decks = [expected] if expected and expected.kind is Kind.CARD else self.typing.decks()
        name = f"{spelled(node.rank)} of {spelled(node.suit)}"
        for deck in decks:
            if name in deck.words:
                return typed.Literal(deck.words.index(name), deck, node.place)
        known = [w for d in decks for w in d.words]
        self.report.error("P414", f"no deck has the card '{name}'", node.place, did_you_mean(name, known))
        return self.faulty(node.place)

    # --- picks and folds ----------------------------------------------------------------------------------------------

    def pick(self, node: nodes.Pick, scope: Scope) -> tuple[typed.Picked, Scope]:
        """The pick, and the scope in which its name is bound."""
        container = self.resolve(node.set, scope)
        element: Type | None = container.type.element
        if container.type.kind is not Kind.SET:
            if container.type.kind is not Kind.FAULTY:
                message = f"a set is needed after 'in', not {described(container.type)}"
                self.report.error("P405", message, container.place, "such as players, 1..6, p.hand or a name in sets:")
            element = FAULTY
        inner = scope.inner()
        local = inner.bind(node.name.text, element or FAULTY, node.name.place)
        test = self.resolve(node.test, inner, BOOL) if node.test is not None else None
        return typed.Picked(local, container, test, node.place), inner

    def _fold(self, node: nodes.Fold, scope: Scope) -> Typed:
        picked, inner = self.pick(node.pick, scope)
        if node.value is None:
            gives = {"count": INT, "any": BOOL, "first": picked.local.type}[node.operator]
            return typed.Gather(node.operator, None, picked, gives, node.place)
        wanted = INT if node.operator in ("sum", "min", "max") else BOOL
        value = self.resolve(node.value, inner, wanted)
        gives = FAULTY if value.type.kind is Kind.FAULTY else wanted
        return typed.Gather(node.operator, value, picked, gives, node.place)


def spelled(node: nodes.Node) -> str:
    match node:
        case nodes.Number(value=value):
            return str(value)
        case nodes.Name(text=text):
            return text
        case _:
            return "?"
