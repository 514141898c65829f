"""Throws: every multiset that the devices can show is one number; what is asked of a throw is a table by that number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import repeat

from msgspec import Struct, field

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.context import Context, Refused
from parlour.interpreter.lowering.expressions import lower
from parlour.interpreter.lowering.sizes import MOST_DICE, MOST_FACES, MOST_SIDES, size_of, too_large, too_small
from parlour.interpreter.program.expressions import Constant, Expr, Operator
from parlour.interpreter.program.folding import add, binary
from parlour.interpreter.program.program import Device, Throws
from parlour.interpreter.types import INT_HIGH

MOST_OUTCOMES = 50_000
MOST_ENTRIES = 1_000_000  # of a table by outcome and face, or by outcome and die
Face = int | str


def device_of(context: Context, device: typed.Device) -> tuple[tuple[tuple[Face, ...], ...], int]:
    """The sides of each die (a weighted side as often as its weight) and how many alike dice are thrown at most."""
    dice = tuple(_sides(context, device, die) for die in device.dice)
    if len(dice) > MOST_DICE:
        too_large(context, f"dice of '{device.symbol.name}'", len(dice), MOST_DICE, device.symbol.place)
    most = 1 if device.throw is None else size_of(context, device.throw, "dice thrown at once", 1, MOST_DICE)
    return dice, most if device.alike else len(dice)


def _sides(context: Context, device: typed.Device, die: typed.Die) -> tuple[Face, ...]:
    what = f"sides of '{device.symbol.name}'"
    if die.faces is not None:
        return tuple(range(1, size_of(context, die.faces, what, 1, MOST_FACES) + 1))
    weights = [1 if w is None else size_of(context, w, "a weight", 0, INT_HIGH) for _, w in die.sides]
    if sum(weights) > MOST_SIDES:
        too_large(context, what, sum(weights), MOST_SIDES, device.symbol.place)
        return ()
    if not any(weights):
        too_small(context, what, 0, 1, device.symbol.place)
    return tuple(face for (face, _), weight in zip(die.sides, weights, strict=True) for face in repeat(face, weight))


def bag_counts(context: Context, device: typed.Device) -> tuple[int, ...]:
    """How many tickets of each face a full bag holds."""
    dice, _ = device_of(context, device)
    return tuple(dice[0].count(face) for face in context.throws.faces)


@lru_cache(maxsize=4)  # a ruleset is lowered with many settings, and most of them throw the same dice
def universe(dice: tuple[tuple[tuple[tuple[Face, ...], ...], bool, int], ...]) -> Throws | None:
    """Every multiset that devices (dice, alike, most thrown) can show; None where there are too many."""
    faces = sorted({f for sides, _, _ in dice for die in sides for f in die}, key=lambda f: (isinstance(f, str), f))
    number = {f: k for k, f in enumerate(faces)}
    widest = max([len(faces), *(most for _, _, most in dice)])
    growing = _Growing(len(faces), min(MOST_OUTCOMES, MOST_ENTRIES // max(1, widest)))
    for sides, alike, most in dice:
        level = {growing.empty}
        for die in repeat(sides[0], most) if alike else sides:
            level = growing.after_one(level, sorted({number[f] for f in die}))
            if growing.is_full:
                return None
    outcomes, after = growing.outcomes, growing.after
    table = [after.get((i, f), -1) for i in range(len(outcomes)) for f in range(len(faces))]
    return Throws(tuple(faces), tuple(outcomes), tuple(table))


class _Growing(Struct):
    """Multisets of faces, as counts by face, numbered as they are found; `after`: what one more face makes of each."""

    faces: int
    most: int
    outcomes: dict[tuple[int, ...], int] = field(default_factory=dict)
    after: dict[tuple[int, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.outcomes[self.empty] = 0

    @property
    def empty(self) -> tuple[int, ...]:
        return (0,) * self.faces

    @property
    def is_full(self) -> bool:
        return len(self.outcomes) > self.most

    def after_one(self, level: set[tuple[int, ...]], die: list[int]) -> set[tuple[int, ...]]:
        """What is shown after one more die; only a part of it when there are too many."""
        following = set()
        for shown in sorted(level):
            for face in die:
                more = (*shown[:face], shown[face] + 1, *shown[face + 1 :])
                following.add(more)
                self.after[self.outcomes[shown], face] = self.outcomes.setdefault(more, len(self.outcomes))
            if self.is_full:
                break
        return following


def device_row(name: str, dice: tuple[tuple[Face, ...], ...], alike: bool, throws: Throws) -> Device:
    return Device(name, tuple(tuple(throws.faces.index(f) for f in die) for die in dice), alike)


def _ask(context: Context, node: typed.Apply, name: str, values: Iterable[int]) -> Expr:
    """`values` of each throw are reckoned where nobody has asked for them before."""
    known = context.tables.get(name)
    table = tuple(values) if known is None else known.values
    return context.lookup(name, table, lower(context, node.arguments[0]), node.place)


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


def _shows(context: Context, face: Face) -> Iterator[int]:
    faces = context.throws.faces
    where = faces.index(face) if face in faces else -1
    yield from (o[where] if where >= 0 else 0 for o in context.throws.outcomes)


def count(context: Context, node: typed.Apply) -> Expr:
    face = node.arguments[1]
    words, first, asked = face.type.words, face.type.first, lower(context, face)
    if isinstance(asked, Constant):
        shown = dict(enumerate(words, first)).get(asked.value, "none") if words else asked.value
        return _ask(context, node, f"throw.count({shown})", _shows(context, shown))
    if words:
        name = f"throw.count of {face.type.kind} {face.type.name}"
        return _any_face(context, node, name, asked, first, first + len(words) - 1, words)
    numbers = [f for f in context.throws.faces if isinstance(f, int)]
    low, high = (min(numbers), max(numbers)) if numbers else (0, 0)
    return _any_face(context, node, "throw.count", asked, low, high)


def _any_face(
    context: Context, node: typed.Apply, name: str, asked: Expr, low: int, high: int, words: Sequence[str] = ()
) -> Expr:
    """The count of a face that is known only in the game: one table over throw and face, those from `low` to `high`."""
    if (high - low + 1) * len(context.throws.outcomes) > MOST_ENTRIES:
        what = f"a table of the faces {words[0] if words else low} to {words[-1] if words else high}"
        context.report.error(
            "P510", what, node.place, "let faces lie closer together, or count a face that is constant"
        )
        raise Refused(node.place)
    columns = [list(_shows(context, face)) for face in (words or range(low, high + 1))]
    table = tuple(column[i] for i in range(len(context.throws.outcomes)) for column in columns)
    within = binary(Operator.MIN, binary(Operator.MAX, asked, Constant(low)), Constant(high))
    row = binary(Operator.MULTIPLY, lower(context, node.arguments[0]), Constant(len(columns)))
    index = add(row, add(within, Constant(-low)))
    found = context.lookup(name, table, index, node.place)
    return binary(Operator.MULTIPLY, binary(Operator.EQUAL, within, asked), found)


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
