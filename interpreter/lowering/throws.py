"""Throws: every multiset that the devices can show is one number; what is asked of a throw is a table by that number."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.context import Context
from parlour.interpreter.lowering.expressions import constant_value, lower
from parlour.interpreter.program.expressions import Constant, Expr, Operator
from parlour.interpreter.program.folding import add, binary
from parlour.interpreter.program.program import Device, Throws

MOST_OUTCOMES = 50_000
Face = int | str


def device_of(context: Context, device: typed.Device) -> tuple[tuple[tuple[Face, ...], ...], int]:
    """The sides of each die (a weighted side as often as its weight) and how many alike dice are thrown at most."""
    dice = tuple(tuple(_sides(context, die)) for die in device.dice)
    most = 1 if device.throw is None else constant_value(lower(context, device.throw), device.throw)
    return dice, most if device.alike else len(dice)


def _sides(context: Context, die: typed.Die) -> Iterable[Face]:
    if die.faces is not None:
        yield from range(1, constant_value(lower(context, die.faces), die.faces) + 1)
    for face, weight in die.sides:
        times = 1 if weight is None else constant_value(lower(context, weight), weight)
        yield from (face for _ in range(times))


def bag_counts(context: Context, device: typed.Device) -> tuple[int, ...]:
    """How many tickets of each face a full bag holds."""
    dice, _ = device_of(context, device)
    return tuple(dice[0].count(face) for face in context.throws.faces)


def universe(dice: list[tuple[tuple[tuple[Face, ...], ...], bool, int]]) -> Throws | None:
    """Every multiset that devices (dice, alike, most thrown) can show; None where there are too many."""
    faces = sorted({f for sides, _, _ in dice for die in sides for f in die}, key=lambda f: (isinstance(f, str), f))
    number = {f: k for k, f in enumerate(faces)}
    empty = (0,) * len(faces)
    outcomes: dict[tuple[int, ...], int] = {empty: 0}
    after: dict[tuple[int, int], int] = {}
    for sides, alike, most in dice:
        level = {empty}
        for die in [sides[0]] * most if alike else sides:
            following = set()
            for shown in sorted(level):
                for face in sorted({number[f] for f in die}):
                    more = (*shown[:face], shown[face] + 1, *shown[face + 1 :])
                    following.add(more)
                    after[outcomes[shown], face] = outcomes.setdefault(more, len(outcomes))
            if len(outcomes) > MOST_OUTCOMES:
                return None
            level = following
    table = [after.get((i, f), -1) for i in range(len(outcomes)) for f in range(len(faces))]
    return Throws(tuple(faces), tuple(outcomes), tuple(table))


def device_row(name: str, dice: tuple[tuple[Face, ...], ...], alike: bool, throws: Throws) -> Device:
    return Device(name, tuple(tuple(throws.faces.index(f) for f in die) for die in dice), alike)


def _ask(context: Context, node: typed.Apply, name: str, values: Iterable[int]) -> Expr:
    return context.lookup(name, tuple(values), lower(context, node.arguments[0]), node.place)


def _numbers(context: Context) -> list[int]:
    return [f if isinstance(f, int) else 0 for f in context.throws.faces]


def total(context: Context, node: typed.Apply) -> Expr:
    worth = _numbers(context)
    sums = (sum(n * w for n, w in zip(o, worth, strict=True)) for o in context.throws.outcomes)
    return _ask(context, node, "throw.total", sums)


def size(context: Context, node: typed.Apply) -> Expr:
    return _ask(context, node, "throw.size", (sum(o) for o in context.throws.outcomes))


def is_double(context: Context, node: typed.Apply) -> Expr:
    alike = (int(sum(o) > 1 and max(o) == sum(o)) for o in context.throws.outcomes)
    return _ask(context, node, "throw.is_double", alike)


def _shows(context: Context, face: Face) -> list[int]:
    if face not in context.throws.faces:
        return [0] * len(context.throws.outcomes)
    where = context.throws.faces.index(face)
    return [o[where] for o in context.throws.outcomes]


def count(context: Context, node: typed.Apply) -> Expr:
    face = node.arguments[1]
    if face.type.words:
        return _per_word(context, node, face)
    number = lower(context, face)
    if isinstance(number, Constant):
        return _ask(context, node, f"throw.count({number.value})", _shows(context, number.value))
    return _any_number(context, node, number)


def _per_word(context: Context, node: typed.Apply, face: typed.Typed) -> Expr:
    found = lower(context, face)
    assert isinstance(found, Constant)
    word = face.type.words[found.value]
    return _ask(context, node, f"throw.count({word})", _shows(context, word))


def _any_number(context: Context, node: typed.Apply, number: Expr) -> Expr:
    """The count of a face that is known only in the game: one table over throw and number."""
    shown = [f for f in context.throws.faces if isinstance(f, int)]
    low, high = (min(shown), max(shown)) if shown else (0, 0)
    columns = [_shows(context, k) for k in range(low, high + 1)]
    table = tuple(column[i] for i in range(len(context.throws.outcomes)) for column in columns)
    within = binary(Operator.MIN, binary(Operator.MAX, number, Constant(low)), Constant(high))
    row = binary(Operator.MULTIPLY, lower(context, node.arguments[0]), Constant(len(columns)))
    index = add(row, add(within, Constant(-low)))
    found = context.lookup("throw.count", table, index, node.place)
    return binary(Operator.MULTIPLY, binary(Operator.EQUAL, within, number), found)


def has(context: Context, node: typed.Apply) -> Expr:
    return binary(Operator.GREATER, count(context, node), Constant(0))


def die(context: Context, node: typed.Apply) -> Expr:
    """The k-th largest number shown; asking for more than were thrown is a fault of the index."""
    worth = _numbers(context)
    most = max((sum(o) for o in context.throws.outcomes), default=0)
    rows = [
        sorted((w for n, w in zip(o, worth, strict=True) for _ in range(n)), reverse=True)
        for o in context.throws.outcomes
    ]
    table = tuple(row[k] if k < len(row) else 0 for row in rows for k in range(most))
    rank = add(lower(context, node.arguments[1]), Constant(-1))
    checked = context.lookup("ranks of dice", tuple(range(most)), rank, node.place)
    row = binary(Operator.MULTIPLY, lower(context, node.arguments[0]), Constant(most))
    return context.lookup("throw.die", table, add(row, checked), node.place)
