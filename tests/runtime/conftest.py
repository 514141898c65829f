"""Programs made by hand: a sketch takes fields, tables, dice and labelled instructions, and gives a Program."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.interpreter.program.expressions import TRUE, Binary, Constant, Element, Expr, Lookup, Operator, Slot
from parlour.interpreter.program.instructions import (
    Branch,
    Choose,
    CountTurn,
    Draw,
    End,
    Instruction,
    Jump,
    Note,
    Option,
    Set,
    Short,
    Target,
    Tell,
    Throw,
    Transfer,
)
from parlour.interpreter.program.program import (
    TURN,
    ChoiceInfo,
    Deck,
    Device,
    Field,
    Layout,
    Limits,
    PhaseInfo,
    Program,
    Role,
    Table,
    Throws,
)
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.source import Place, Source
from parlour.interpreter.types import INT, INT_HIGH, INT_LOW, PLAYER, Kind, Type
from parlour.tests.verifier import problems

LINES = 60


@dataclass
class Sketch:
    """Slots 0..4 are those of control; place k is line k + 1 of the sketch's source."""

    seats: int = 2
    tokens: int = 4
    layout: list[Field] = field(default_factory=list)
    initial: list[int] = field(default_factory=lambda: [0] * 5)
    tables: list[Table] = field(default_factory=list)
    devices: list[Device] = field(default_factory=list)
    faces: tuple[int | str, ...] = ()
    most: int = 3
    labels: dict[str, int] = field(default_factory=dict)

    def field(self, name: str, low: int = INT_LOW, high: int = INT_HIGH, **known: Any) -> int:
        """A new field; its first slot. `starts` is the first value of each of its slots."""
        starts = known.pop("starts", 0)
        base = len(self.initial)
        options = {"role": Role.VARIABLE, "type": INT, **known}
        options["role"] = Role(options["role"])
        options["key"] = PLAYER if options.get("keys", 1) > 1 else None
        self.layout.append(Field(name, base=base, low=low, high=high, **options))
        self.initial += [starts] * self.layout[-1].size if isinstance(starts, int) else list(starts)
        return base

    def table(self, name: str, values: Sequence[int]) -> int:
        self.tables.append(Table(name, tuple(values)))
        return len(self.tables) - 1

    def device(self, *dice: Sequence[int], alike: bool = True) -> int:
        """Dice given by the faces of their sides, as numbers of `faces`."""
        self.devices.append(Device(f"device{len(self.devices)}", tuple(tuple(d) for d in dice), alike))
        return len(self.devices) - 1

    def throws(self) -> Throws:
        """All multisets of up to `most` faces."""
        kinds = range(len(self.faces))
        shown = [c for n in range(self.most + 1) for c in combinations_with_replacement(kinds, n)]
        outcomes = [tuple(c.count(f) for f in kinds) for c in shown] if self.faces else [()]
        index = {outcome: k for k, outcome in enumerate(outcomes)}
        after = [index.get(tuple(n + (f == g) for g, n in enumerate(o)), -1) for o in outcomes for f in kinds]
        return Throws(self.faces, tuple(outcomes), tuple(after))

    def program(self, lines: Sequence[Instruction | str], **known: Any) -> Program:
        """Strings between the instructions are labels; addresses in instructions may be such labels."""
        self.labels, count = {}, 0
        for line in lines:
            if isinstance(line, str):
                self.labels[line] = count
            else:
                count += 1
        source = Source("sketch.yaml", "\n" * LINES)
        begun = {name[6:]: at for name, at in self.labels.items() if name.startswith("phase ")}
        phases = [PhaseInfo(name, at, self.labels.get("turn", -1)) for name, at in begun.items()]
        whole: dict[str, Any] = {
            "id": "sketch",
            "seats": self.seats,
            "tokens": self.tokens,
            "squares": 0,
            "layout": Layout(tuple(self.layout), len(self.initial), tuple(self.initial)),
            "tables": tuple(self.tables),
            "throws": self.throws(),
            "devices": tuple(self.devices),
            "decks": (),
            "phases": tuple(phases),
            "choices": (),
            "outcomes": ("", "done", "unfinished"),
            "texts": (),
            "messages": ("that may not be",),
            "scores": tuple(Constant(0) for _ in range(self.seats)),
            "aim": "win",
            "measures": (),
            "limits": Limits(outcome=2),
            "places": tuple(Place(source, k + 1, 1, k + 1, 1) for k in range(LINES)),
        }
        made = Program(instructions=tuple(self._linked(i) for i in lines if not isinstance(i, str)), **whole | known)
        assert problems(made) == []
        return made

    def _linked(self, node: Any) -> Any:
        """The node with labels replaced by addresses."""
        changed = {}
        for name in node.__struct_fields__:
            value = getattr(node, name)
            if name in ("to", "otherwise", "empty") and isinstance(value, str):
                changed[name] = self.labels[value]
            elif name == "targets":
                changed[name] = tuple(self.labels[v] if isinstance(v, str) else v for v in value)
            elif name == "options":
                changed[name] = tuple(self._linked(option) for option in value)
        return replace(node, **changed) if changed else node


DONE = End(1, Constant(0), -1, (), -1)


def plus(left: Expr, right: Expr | int, place: int = 0) -> Expr:
    return Binary(Operator.ADD, left, Constant(right) if isinstance(right, int) else right, place)


def put(slot: int, value: Expr | int, low: int = INT_LOW, high: int = INT_HIGH, place: int = 0) -> Set:
    return Set(Target(slot), Constant(value) if isinstance(value, int) else value, low, high, place)


def race(seats: int = 2, goal: int = 30, **known: Any) -> Program:
    """Two dice; each third square pays the bank 2, the one before it takes 1 from it; first on the goal wins."""
    s = Sketch(seats, faces=(1, 2, 3, 4, 5, 6), most=2)
    at = s.field("at", 0, goal, keys=seats, role=Role.PAWN)
    cast, paid = s.field("cast", 0, 100), s.field("paid")
    purse = s.field("purse", -1000, 1000, keys=seats, starts=20, role=Role.ACCOUNT)
    bank = s.field("bank", -1000, 1000, role=Role.ACCOUNT)
    total = s.table("total", [sum(f * n for f, n in zip(s.faces, o, strict=True)) for o in s.throws().outcomes])
    seat = s.table("seat", [1 << k for k in range(seats)])
    dice, me = s.device(range(6)), Slot(TURN)
    mine, here = Target(purse, me, seats), Element(at, me, seats, 4)
    ahead = plus(here, Lookup(total, Slot(cast), 3), 3)
    lines = [
        "phase race",
        Tell(Note.PHASE, -1, (Constant(0),), 0),
        "turn",
        CountTurn(me, 1),
        Throw(dice, Constant(2), 2, cast, 2),
        Set(Target(at, me, seats), Binary(Operator.MIN, ahead, Constant(goal), 3), 0, goal, 3),
        Tell(Note.MOVED, -1, (me, here), 4),
        Branch(Binary(Operator.EQUAL, Binary(Operator.REMAINDER, here, Constant(3), 5), Constant(0), 5), "gain"),
        Transfer(mine, Target(bank), Constant(2), Short.OWES, paid, -1, 6),
        "gain",
        Branch(Binary(Operator.EQUAL, Binary(Operator.REMAINDER, here, Constant(3), 5), Constant(2), 5), "next"),
        Transfer(Target(bank), mine, Constant(1), Short.OWES, paid, -1, 7),
        "next",
        Branch(Binary(Operator.EQUAL, here, Constant(goal), 8), "on"),
        End(1, Lookup(seat, me, 9), -1, (), 9),
        "on",
        Set(Target(TURN), Binary(Operator.REMAINDER, plus(me, 1), Constant(seats), 10), 0, seats - 1, 10),
        Jump("turn"),
    ]
    group = tuple(range(purse, bank + 1))
    known = {"scores": tuple(Slot(purse + k) for k in range(seats)), "conserved": (group,), **known}
    known["measures"] = (("bank", Slot(bank)),)
    return s.program(lines, **known)


def pig(goal: int = 30, **known: Any) -> Program:
    """Throw and add up, or hold; a one loses what the turn has brought."""
    s = Sketch(2, faces=(1, 2, 3, 4, 5, 6), most=1)
    points, pot = s.field("points", 0, 200, keys=2), s.field("pot", 0, 200)
    cast = s.field("cast", 0, 10)
    die, me = s.device(range(6)), Slot(TURN)
    mine = Element(points, me, 2, 0)
    enough = Binary(Operator.AT_LEAST, Slot(pot), Constant(20), 0)
    policy = (("at_20", (enough, Binary(Operator.LESS, Slot(pot), Constant(20), 0))),)
    lines = [
        "phase game",
        "turn",
        CountTurn(me, 1),
        "throw",
        Throw(die, Constant(1), 1, cast, 2),
        Branch(Binary(Operator.EQUAL, Slot(cast), Constant(1), 3), "adds"),
        Jump("over"),
        "adds",
        put(pot, plus(Slot(pot), Slot(cast)), 0, 200, 4),
        Choose(0, me, (Option(TRUE, "hold"), Option(TRUE, "throw")), -1, policy, 5),
        "hold",
        Set(Target(points, me, 2), plus(mine, Slot(pot), 6), 0, 200, 6),
        Branch(Binary(Operator.AT_LEAST, mine, Constant(goal), 7), "over"),
        End(1, plus(me, 1), -1, (), 8),
        "over",
        put(pot, 0),
        put(TURN, Binary(Operator.SUBTRACT, Constant(1), me, 0), 0, 1),
        Jump("turn"),
    ]
    known = {"choices": (ChoiceInfo("hold_or_roll", ("hold", "roll_on"), INT, ()),), **known}
    return s.program(lines, scores=(Slot(points), Slot(points + 1)), **known)


def cards(counts: Sequence[int] = (2, 1, 3), **known: Any) -> Program:
    """All cards are drawn from a shuffled stock into the hands, in turn; the measure sums the kinds of seat 0."""
    kinds = len(counts)
    s = Sketch(2)
    card = Type(Kind.CARD, "pack")
    stock = s.field("stock", 0, 9, width=kinds, role=Role.BAG, type=card, shuffled=True, starts=counts)
    hand = s.field("hand", 0, 9, keys=2, width=kinds, role=Role.BAG, type=card)
    drawn = s.field("drawn", 0, 9, type=card)
    left = s.field("left", 0, 99, starts=sum(counts))
    me = Slot(TURN)
    place = plus(Binary(Operator.MULTIPLY, me, Constant(kinds), 1), Slot(drawn), 1)
    lines = [
        "phase deal",
        Branch(Slot(left), "over"),
        Draw(Target(stock), kinds, drawn, 0),
        Set(Target(hand, place, 2 * kinds), plus(Element(hand, place, 2 * kinds, 1), 1), 0, 9, 1),
        put(left, plus(Slot(left), -1)),
        put(TURN, Binary(Operator.SUBTRACT, Constant(1), me, 0), 0, 1),
        Jump("phase deal"),
        "over",
        DONE,
    ]
    decks = (Deck("pack", tuple("abcdefghi"[:kinds]), tuple(counts), "stock"),)
    return s.program(lines, decks=decks, scores=(Slot(hand), Slot(hand + kinds)), **known)


@pytest.fixture(scope="session")
def sketch() -> type[Sketch]:
    return Sketch


@pytest.fixture(scope="session")
def run() -> Any:
    """A function that runs a sketch's lines to the first stop, every promise tested, and gives the state."""

    def running(s: Sketch, *lines: Instruction | str, **known: Any) -> Any:
        return Game(s.program([*lines, DONE], **known), checked=True).new_state()

    return running


@pytest.fixture(scope="session")
def programs() -> dict[str, Any]:
    return {"race": race, "pig": pig, "cards": cards}
