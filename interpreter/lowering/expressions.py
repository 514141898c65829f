"""Typed expressions become program expressions; options and seats are constants by now, and constants are computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Role, Typed
from parlour.interpreter.lowering.context import Context, NotConstant, Refused
from parlour.interpreter.lowering.domains import Domain, membership, numbers
from parlour.interpreter.lowering.rows import FunctionRow
from parlour.interpreter.program.expressions import TRUE, Constant, Expr, Fold, Gathering, Operator, Slot
from parlour.interpreter.program.folding import add, binary, both, conditional, element, truth
from parlour.interpreter.program.instructions import Target
from parlour.interpreter.program.program import Field
from parlour.interpreter.program.program import Role as FieldRole
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT_HIGH

MOST_MEMBERS = 10_000  # of a declared set
MOST_SPAN = 100_000  # from its least to its greatest, where a table says what is in it


def lower(context: Context, node: Typed) -> Expr:
    """The program expression of a value (a set that a choice picked is its mask)."""
    found = _lowered(context, node)
    excess = context.growth.excess(found)
    if excess:
        context.report.error(
            "P516", excess, node.place, "formulas are written out where they are used: use less in each"
        )
        raise Refused(node.place)
    return found


def _lowered(context: Context, node: Typed) -> Expr:
    match node:
        case typed.Literal():
            return Constant(node.value)
        case typed.Bound():
            if node.local not in context.env:
                raise NotConstant(node.place)
            return context.env[node.local]
        case typed.Read():
            return _read(context, node)
        case typed.Apply():
            row = node.function
            assert isinstance(row, FunctionRow)
            lowered = row.lower(context, node)
            assert not isinstance(lowered, Domain), f"{row.name} is a set"
            return lowered
        case typed.Use():
            return _use(context, node)
        case typed.Conditional():
            test = lower(context, node.test)
            if isinstance(test, Constant):
                return lower(context, node.then if test.value else node.otherwise)
            return conditional(test, lower(context, node.then), lower(context, node.otherwise))
        case typed.Gather():
            return _gather(context, node)
        case typed.Span() | typed.Members():
            raise AssertionError(f"a set at {node.place}")
        case _:
            assert_never(node)


def domain(context: Context, node: Typed) -> Domain:
    """The set that an expression stands for, as something to count through."""
    match node:
        case typed.Span():
            return _span(context, node)
        case typed.Members() if node.symbol.role is Role.SET:
            return _declared(context, node)
        case typed.Members():
            return _cards(context, node)
        case typed.Bound():
            return _chosen(context, node)
        case typed.Apply():
            row = node.function
            assert isinstance(row, FunctionRow)
            lowered = row.lower(context, node)
            assert isinstance(lowered, Domain), f"{row.name} is no set"
            return lowered
        case _:
            raise AssertionError(f"no set at {node.place}")


# --- reading the state ------------------------------------------------------------------------------------------------


def target(context: Context, field: Field, key: Typed | None, place: Place) -> Target:
    """The slot (or first slot of the block) of a field at a key."""
    if key is None:
        return Target(field.base, None, field.width)
    return keyed(context, field, lower(context, key), place)


def keyed(context: Context, field: Field, key: Expr, place: Place) -> Target:
    number = context.place(place)
    index = add(key, Constant(-field.first), number)
    index = binary(Operator.MULTIPLY, index, Constant(field.width), number)
    if isinstance(index, Constant) and 0 <= index.value < field.size:
        return Target(field.base + index.value, None, field.width)
    return Target(field.base, index, field.size)


def value_at(context: Context, where: Target, place: Place, offset: Expr | int = 0) -> Expr:
    """The value in a slot of the state, or at an offset in the block that begins there."""
    shift = Constant(offset) if isinstance(offset, int) else offset
    if where.index is None:
        if isinstance(shift, Constant):
            return Slot(where.base + shift.value)
        return element(where.base, shift, where.size, context.place(place))
    index = add(where.index, shift)
    return element(where.base, index, where.size, context.place(place))


def _read(context: Context, node: typed.Read) -> Expr:
    symbol = node.symbol
    match symbol.role:
        case Role.OPTION:
            if symbol.name not in context.settled.options:
                raise NotConstant(node.place)
            return Constant(context.settled.options[symbol.name])
        case Role.FIELD:
            assert node.key is not None
            values = field_values(context, symbol)
            return context.lookup(_table_name(context, symbol), values, lower(context, node.key), node.place)
        case _:
            found = context.field_of(symbol, node.place)
            return value_at(context, target(context, found, node.key, node.place), node.place)


def _table_name(context: Context, symbol: typed.Symbol) -> str:
    """Of a field; where several decks have one of that name, with the deck."""
    decks = [deck.name for deck in context.model.decks if any(f.name == symbol.name for f, _ in deck.fields)]
    owner = symbol.key.name if symbol.key is not None and len(decks) > 1 and symbol.key.name in decks else symbol.key
    return f"{owner}.{symbol.name}"


def field_values(context: Context, symbol: typed.Symbol) -> tuple[int, ...]:
    """The values of a field of squares (by number, from 0) or of cards (by kind)."""
    for deck in context.model.decks:
        for declared, values in deck.fields:
            if declared is symbol:
                return tuple(constant_value(lower(context, v), v) for v in values)
    by_square = dict.fromkeys(range(context.squares + 1), 0)
    for square in context.model.squares:
        if symbol.name in square.fields:
            given = square.fields[symbol.name]
            for number in square_numbers(context, square):
                by_square[number] = constant_value(lower(context, given), given)
    return tuple(by_square.values())


def square_numbers(context: Context, square: typed.Square) -> list[int]:
    """The squares that a key of `squares:` speaks of."""
    if square.set is None:
        return [constant_value(lower(context, n), n) for n in square.numbers]
    members = set_members(context, square.set.name)
    return list(members)


def constant_value(found: Expr, node: Typed) -> int:
    if isinstance(found, Constant):
        return found.value
    raise NotConstant(node.place)


def _use(context: Context, node: typed.Use) -> Expr:
    formula = next(f for f in context.model.formulas if f.symbol is node.formula)
    values = [lower(context, a) for a in node.arguments]
    outer = context.env
    needs = {inner: lower(context, bound) for inner, bound in node.needs}
    context.env = {**outer, **dict(zip(formula.parameters, values, strict=True)), **needs}
    try:
        return lower(context, formula.expression)
    finally:
        context.env = outer


# --- sets -------------------------------------------------------------------------------------------------------------


def _span(context: Context, node: typed.Span) -> Domain:
    low, high = lower(context, node.low), lower(context, node.high)
    if high == Constant(INT_HIGH):
        what = f"a range cannot end at {INT_HIGH}, the largest number"
        context.report.error("P508", what, node.high.place, "let it end one before")
        raise Refused(node.high.place)
    bounds = context.bounds()
    return numbers(low, high, bounds.of(low).low, bounds.of(high).high, context.place(node.place))


def set_members(context: Context, name: str) -> tuple[int, ...]:
    """The members of a declared set, as integers in the order written; one that two expressions give is there once."""
    if name not in context.sets:
        declared = next(s for s in context.model.sets if s.symbol.name == name)
        context.sets[name] = tuple(dict.fromkeys(_members(context, declared)))
    return context.sets[name]


def _members(context: Context, declared: typed.SetOf) -> Iterator[int]:
    if declared.whole is None:
        yield from (constant_value(lower(context, m), m) for m in declared.members)
        return
    whole = domain(context, declared.whole)
    start, stop = constant_value(whole.start, declared.whole), constant_value(whole.stop, declared.whole)
    if stop - start > MOST_MEMBERS:
        what = f"members of '{declared.symbol.name}': {stop - start}"
        context.report.error("P510", what, declared.whole.place, f"at most {MOST_MEMBERS}")
        raise Refused(declared.whole.place)
    for number in range(start, stop):
        value = whole.value(Constant(number))
        if isinstance(value, Constant) and whole.where(Constant(number)) == TRUE:
            yield value.value


def _declared(context: Context, node: typed.Members) -> Domain:
    members = set_members(context, node.symbol.name)
    name = node.symbol.name

    def value(count: Expr) -> Expr:
        return context.lookup(f"members of {name}", members, count, node.place)

    low, high = (min(members), max(members)) if members else (0, 0)
    every = frozenset(members)
    inside = tuple(int(k in every) for k in range(low, high + 1)) if high - low < MOST_SPAN else ()

    def contains(wanted: Expr) -> Expr:
        within = both(
            binary(Operator.AT_LEAST, wanted, Constant(low)), binary(Operator.AT_MOST, wanted, Constant(high))
        )
        if within == TRUE or within != Constant(0):
            return both(within, context.lookup(f"is in {name}", inside, add(wanted, Constant(-low)), node.place))
        return within

    quick = contains if inside else None
    return Domain(Constant(0), Constant(len(members)), low, high, len(members), value=value, contains=quick)


def _cards(context: Context, node: typed.Members) -> Domain:
    field = context.field_of(node.symbol, node.place)
    where = target(context, field, node.key, node.place)
    if field.role is FieldRole.PILE:
        length = value_at(context, where, node.place)
        return Domain(
            Constant(0),
            length,
            0,
            max(0, len(field.type.words) - 1),
            field.width - 1,
            value=lambda k: value_at(context, where, node.place, binary(Operator.SUBTRACT, length, k)),
            moves=True,
        )

    def weight(kind: Expr) -> Expr:
        return value_at(context, where, node.place, kind)

    kinds = field.width

    def contains(kind: Expr) -> Expr:
        return binary(Operator.GREATER, weight(kind), Constant(0))

    return Domain(Constant(0), Constant(kinds), 0, kinds - 1, kinds, weight=weight, contains=contains)


def _chosen(context: Context, node: typed.Bound) -> Domain:
    """The set that a choice picked: the bits of its mask over the set that it was picked from."""
    origin = context.masks[node.local]
    mask = context.env[node.local]

    def where(count: Expr) -> Expr:
        return binary(Operator.BIT, mask, add(count, Constant(-constant_value(origin.start, node))))

    return Domain(origin.start, origin.stop, origin.low, origin.high, origin.most, value=origin.value, where=where)


# --- folds ------------------------------------------------------------------------------------------------------------

GATHERINGS = {
    "sum": Gathering.SUM,
    "count": Gathering.SUM,
    "min": Gathering.MIN,
    "max": Gathering.MAX,
    "any": Gathering.ANY,
    "all": Gathering.ALL,
    "first": Gathering.FIRST,
}


def _gather(context: Context, node: typed.Gather) -> Expr:
    members = domain(context, node.pick.set)
    place = context.place(node.place)
    with context.temporary() as count:
        element_value = members.value(count)
        context.env[node.pick.local] = element_value
        test = lower(context, node.pick.test) if node.pick.test is not None else TRUE
        value = lower(context, node.value) if node.value is not None else None
        weighted = node.operator in ("sum", "count")
        where = both(members.where(count) if weighted else members.holds(count), test)
        gathered = _gathered(node.operator, value, element_value)
        if weighted and members.weight is not None:
            gathered = binary(Operator.MULTIPLY, gathered, members.weight(count), place)
        gathering = GATHERINGS[node.operator]
        fold = Fold(gathering, count.number, members.start, members.stop, where, gathered, place)
    return _folded(fold)


def _gathered(operator: str, value: Expr | None, element_value: Expr) -> Expr:
    if operator == "count":
        return value if value is not None else Constant(1)
    if value is not None:
        return value
    return TRUE if operator == "any" else element_value


def _folded(fold: Fold) -> Expr:
    """A fold over nothing, or of a constant condition, is a constant."""
    empty = isinstance(fold.start, Constant) and isinstance(fold.stop, Constant) and fold.start.value >= fold.stop.value
    if empty or fold.where == Constant(0):
        match fold.gathering:
            case Gathering.SUM | Gathering.ANY:
                return Constant(0)
            case Gathering.ALL:
                return truth(True)
            case Gathering.FIRST:
                return Constant(-1)
            case _:
                return fold
    return fold


def contains(context: Context, container: Typed, value: Expr) -> Expr:
    """Whether a value is in a set."""
    with context.temporary() as count:
        return membership(domain(context, container), value, count.number, context.place(container.place))
