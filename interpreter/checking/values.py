"""A typed expression comes in; what it can be in any game of the ruleset goes out. Sound: nothing that can be is left out.

Options and seats are all that they may be, unless they are settled; what names stand for in one case can be given.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import assert_never

from parlour.interpreter.checking import possible
from parlour.interpreter.checking.known_functions import KNOWN
from parlour.interpreter.checking.origins import Member, Origin, Origins, Rolled, origins_of
from parlour.interpreter.checking.possible import ANY, NO, TRUTH, YES, Possible, between, combined, either, one_of, only
from parlour.interpreter.checking.thrown import NOTHING_GIVEN, Given, Thrown
from parlour.interpreter.checking.throws import Throws
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Local, Role, Symbol, Typed
from parlour.interpreter.lowering.settled import Settled
from parlour.interpreter.program.arithmetic import Interval, repeated
from parlour.interpreter.types import INT_HIGH, NONE, Kind, Type


class Values:
    """What the expressions of one ruleset can be."""

    def __init__(self, model: typed.Model, settled: Settled | None = None, origins: Origins | None = None) -> None:
        self.model, self.settled = model, settled
        self.origins = origins if origins is not None else origins_of(model)
        self.formulas = {formula.symbol: formula for formula in model.formulas}
        self.variables = {variable.symbol: variable for variable in model.variables}
        self.options = {option.symbol: option for option in model.options}
        self.thrown = Thrown(model, self.origins, self.of)
        self.named: dict[Local | Symbol, Possible] = {}
        self.uses: dict[tuple[Hashable, ...], Possible] = {}
        going = model.board.arrival.going if model.board else None
        self.bound_by_engine = {going: one_of((-1, 0, 1))} if going else {}

    # --- numbers, truths and words ------------------------------------------------------------------------------------

    def of(self, node: Typed, given: Given = NOTHING_GIVEN) -> Possible:
        """What the expression can be, as its integer; of a set, what its members can be."""
        match node:
            case typed.Literal(value=value):
                return only(value)
            case typed.Read():
                return self._read(node, given)
            case typed.Bound(local=local):
                return self._named(local, local.type, given)
            case typed.Apply():
                return self._applied(node, given)
            case typed.Use():
                return self._used(node, given)
            case typed.Conditional():
                return self._conditional(node, given)
            case typed.Gather():
                return self._gathered(node, given)
            case typed.Span(low=low, high=high):
                return between(self.of(low, given).low, self.of(high, given).high)
            case typed.Members():
                return self._member(node, given)
            case _:
                assert_never(node)

    def constant(self, node: Typed | None) -> int | None:
        """The value of an expression that is the same in every game, else None."""
        return self.of(node).single if node is not None else None

    def of_type(self, type_: Type) -> Possible:
        """Everything that a value of a type can be."""
        most = self.of(self.model.high_seats).high
        match type_.kind:
            case Kind.BOOL:
                return TRUTH
            case Kind.WORD:
                return between(0, max(0, len(type_.words) - 1))
            case Kind.PLAYER:
                return between(NONE, max(0, most - 1))
            case Kind.CARD | Kind.RANK | Kind.SUIT:
                return between(NONE, max(0, len(type_.words) - 1))
            case Kind.SQUARE:
                return between(NONE, self.last_square)
            case Kind.SET if type_.element is not None:
                return self.of_type(type_.element)
            case _:
                return ANY

    @property
    def last_square(self) -> int:
        """The number of the last square, the greatest that it can be."""
        board = self.model.board
        if board is None:
            return 0
        return self.of(board.last).high if board.last is not None else len(board.type.words)

    @property
    def seats(self) -> Possible:
        if self.settled is not None:
            return only(self.settled.seats)
        return between(self.of(self.model.low_seats).low, self.of(self.model.high_seats).high)

    def _named(self, name: Local | Symbol, type_: Type, given: Given) -> Possible:
        """What a name can be: as given, as the engine binds it, or what all its origins can be."""
        known = given.get(name)
        if isinstance(known, Possible):
            return known
        if isinstance(name, Local) and name in self.bound_by_engine:
            return self.bound_by_engine[name]
        if name not in self.named:
            self.named[name] = self.of_type(type_)  # stands in where a name comes from itself
            if (origins := self.origins.get(name)) and type_.kind is not Kind.THROW:
                self.named[name] = either(self._origin(origin, type_) for origin in origins)
        return self.named[name]

    def _origin(self, origin: Origin, type_: Type) -> Possible:
        match origin:
            case Member(set=set_):
                return self.of(set_)
            case Rolled():
                return self.of_type(type_)
            case _:
                return self.of(origin)

    def _read(self, node: typed.Read, given: Given) -> Possible:
        symbol = node.symbol
        known = given.get(symbol)
        if isinstance(known, Possible):
            return known
        match symbol.role:
            case Role.OPTION:
                return self._option(symbol)
            case Role.VARIABLE:
                return self._variable(symbol)
            case Role.ACCOUNT:
                account = next(a for a in self.model.accounts if a.symbol is symbol)
                return ANY if account.may_owe is not None else between(0, INT_HIGH)
            case Role.FIELD:
                return self._field(symbol)
            case _:
                return self.of_type(symbol.type)

    def _option(self, symbol: Symbol) -> Possible:
        if self.settled is not None:
            return only(self.settled.options[symbol.name])
        option = self.options[symbol]
        if option.low is None or option.high is None:
            return self.of_type(symbol.type)
        return between(self.of(option.low).low, self.of(option.high).high)

    def _variable(self, symbol: Symbol) -> Possible:
        variable = self.variables[symbol]
        if variable.low is None or variable.high is None:
            return self.of_type(symbol.type)
        return between(self.of(variable.low).low, self.of(variable.high).high)

    def _field(self, symbol: Symbol) -> Possible:
        """The values of a field; squares that do not give it have 0."""
        of_squares = symbol in self.model.square_fields
        values = [s.fields[symbol.name] for s in self.model.squares if of_squares and symbol.name in s.fields]
        values += [v for d in self.model.decks for field, all_ in d.fields if field is symbol for v in all_]
        return either([NO, *(self.of(v) for v in values)])

    # --- operators and functions --------------------------------------------------------------------------------------

    def _applied(self, node: typed.Apply, given: Given) -> Possible:
        name = node.function.name
        if node.function.form == "operator":
            return self._operated(name, node, given)
        first = node.arguments[0] if node.arguments else None
        if first is not None and first.type.kind is Kind.THROW:
            return self.thrown.asked(node, given)
        if name in ("min", "max"):
            found = [self.of(a, given) for a in node.arguments]
            for other in found[1:]:
                found[0] = combined(name, found[0], other)
            return found[0]
        known = KNOWN.get(name)
        return known(self, node, given) if known else self.of_type(node.type)

    def _operated(self, name: str, node: typed.Apply, given: Given) -> Possible:
        if name in ("in", "not in"):
            inside = self._inside(node.arguments[0], node.arguments[1], given)
            return inside if name == "in" else possible.negated(inside)
        found = [self.of(a, given) for a in node.arguments]
        match name:
            case "and" | "or":
                sure = NO if name == "and" else YES
                return sure if sure in found else found[0] if found[0] == found[1] else TRUTH
            case "not x":
                return possible.negated(found[0])
            case "- x":
                return combined("-", NO, found[0])
            case _:
                return combined(name, found[0], found[1])

    def _inside(self, element: Typed, set_: Typed, given: Given) -> Possible:
        """Whether an element is in a set: certain where they have nothing in common, or the set is constant."""
        found, members = self.of(element, given), self.of(set_, given)
        if possible.disjoint(found, members):
            return NO
        fixed = isinstance(set_, typed.Span) or (isinstance(set_, typed.Members) and set_.symbol.role is Role.SET)
        if not fixed or found.members is None or members.members is None:
            return TRUTH
        exact = all(self.of(part, given).single is not None for part in self._written_in(set_))
        return YES if exact and found.members <= members.members else TRUTH

    def _written_in(self, set_: Typed) -> tuple[Typed, ...]:
        """The numbers that a constant set is made of."""
        if isinstance(set_, typed.Span):
            return set_.low, set_.high
        declared = next(
            (s for s in self.model.sets if isinstance(set_, typed.Members) and s.symbol is set_.symbol), None
        )
        if declared is None or declared.whole is not None:
            return self._written_in(declared.whole) if declared and declared.whole is not None else (set_,)
        return declared.members

    def _conditional(self, node: typed.Conditional, given: Given) -> Possible:
        test = self.of(node.test, given).single
        if test is not None:
            return self.of(node.then if test else node.otherwise, given)
        return either((self.of(node.then, given), self.of(node.otherwise, given)))

    def _used(self, node: typed.Use, given: Given) -> Possible:
        formula = self.formulas[node.formula]
        passed: dict[Local | Symbol, Possible | Throws] = {n: v for n, v in given.items() if isinstance(n, Symbol)}
        for parameter, argument in zip(formula.parameters, node.arguments, strict=True):
            throws = self.throws(argument, given) if argument.type.kind is Kind.THROW else None
            passed[parameter] = self.of(argument, given) if throws is None else throws
        passed |= {inner: self.of(bound, given) for inner, bound in node.needs}
        key = (node.formula, *passed.items())
        if key not in self.uses:  # formulas that use formulas twice would take exponential time
            self.uses[key] = self.of(formula.expression, passed)
        return self.uses[key]

    def rolled(self, names: Iterable[Symbol]) -> Given:
        """These variables, as they are once something was rolled into them."""
        known = ((name, self.thrown.named(name)) for name in names)
        return {name: throws for name, throws in known if throws is not None}

    def throws(self, node: Typed, given: Given = NOTHING_GIVEN) -> Throws | None:
        """Every throw that an expression can be, where they are known."""
        return self.thrown.throws(node, given)

    # --- sets ---------------------------------------------------------------------------------------------------------

    def _member(self, node: typed.Members, given: Given) -> Possible:
        declared = next((s for s in self.model.sets if s.symbol is node.symbol), None)
        if declared is None:
            return between(0, max(0, len(node.type.element.words) - 1)) if node.type.element else ANY
        if declared.whole is not None:
            return self.of(declared.whole, given)
        return either(self.of(m, given) for m in declared.members) if declared.members else ANY

    def _gathered(self, node: typed.Gather, given: Given) -> Possible:
        set_ = self.of(node.pick.set, given)
        many = between(0, len(set_.members)) if set_.members is not None else between(0, INT_HIGH)
        if isinstance(node.pick.set, typed.Members) and node.pick.set.symbol.role is Role.ZONE:
            many = between(0, INT_HIGH)
        match node.operator:
            case "any" | "all":
                return TRUTH
            case "first":
                return either((set_, only(NONE)))
            case "count":
                return many
            case "sum" if node.value is not None:
                value = self.of(node.value, given)
                found = repeated(Interval(value.low, value.high), many.high).whole()
                return between(found.low, found.high)
            case _:
                return self.of(node.value, given) if node.value is not None else ANY
