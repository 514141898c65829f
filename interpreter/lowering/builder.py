"""Instructions as they are emitted: labels, slots for locals, blocks of typed steps, effects as subroutines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct, field

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Local, Typed
from parlour.interpreter.lowering.context import Context
from parlour.interpreter.lowering.domains import values_of
from parlour.interpreter.lowering.expressions import domain, lower, target
from parlour.interpreter.lowering.labels import Label, Labels
from parlour.interpreter.lowering.layout import bounds_of_type
from parlour.interpreter.program.expressions import TRUE, Constant, Expr, Fold, Gathering, Operator, Slot
from parlour.interpreter.program.folding import add, binary, both
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Clear,
    Instruction,
    Jump,
    Note,
    Return,
    Set,
    Target,
    Tell,
)
from parlour.interpreter.program.program import ChoiceInfo, Field, Role, TextInfo
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT, INT_HIGH, Kind, Type


class Exits(Struct, eq=False):
    """Where `end: turn`, `end: phase` and `phase: NAME` lead from the code now emitted (None: not from here)."""

    turn: Label | None
    phase: Label | None
    phases: dict[str, Label]


class Builder(Struct, eq=False):
    """One program in the making. `arriving`: the code emitted now runs while a pawn arrives, so moves only queue."""

    context: Context
    exits: Exits
    arrivals: Label | None = None
    arriving: bool = False
    labels: Labels = field(default_factory=Labels)
    initial: list[int] = field(default_factory=list)
    local_fields: list[Field] = field(default_factory=list)
    size: int = 0
    texts: list[TextInfo] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    choices: list[ChoiceInfo] = field(default_factory=list)
    outcomes: list[str] = field(default_factory=lambda: [""])
    shared_exits: Exits = field(default_factory=lambda: Exits(None, None, {}))
    _subroutines: dict[tuple[int, bool], tuple[Label, int, dict[Local, Expr]]] = field(default_factory=dict)
    _pending: list[Callable[[], None]] = field(default_factory=list)

    # --- emitting -----------------------------------------------------------------------------------------------------

    def emit(self, instruction: Instruction) -> None:
        self.labels.code.append(instruction)

    def label(self) -> Label:
        return self.labels.new()

    def mark(self, label: Label) -> None:
        """The next instruction is where this label leads."""
        self.labels.mark(label)

    def jump(self, label: Label) -> None:
        self.emit(Jump(label))

    def branch(self, test: Expr, otherwise: Label) -> bool:
        """Go on when the test holds, else to the label; a constant test emits no branch. False: never goes on."""
        if isinstance(test, Constant):
            if not test.value:
                self.jump(otherwise)
            return bool(test.value)
        self.emit(Branch(test, otherwise))
        return True

    def set(self, slot: Target, value: Expr, place: Place, low: int | None = None, high: int | None = None) -> None:
        """Set a slot; without a range of its own the value must lie in that of the field."""
        if low is None or high is None:
            known = self.context.range_of(slot.base)
            low, high = known.low, known.high
        self.emit(Set(slot, value, low, high, self.context.place(place)))

    def set_slot(self, slot: int, value: Expr, place: Place) -> None:
        self.set(Target(slot), value, place)

    def tell(self, note: Note, arguments: Sequence[Expr], place: Place, text: int = -1) -> None:
        self.emit(Tell(note, text, tuple(arguments), self.context.place(place)))

    def lower(self, node: Typed) -> Expr:
        return lower(self.context, node)

    def target(self, read: typed.Read | typed.Members) -> Target:
        """The slot of a variable or account, or the first slot of a zone."""
        found = self.context.field_of(read.symbol, read.place)
        return target(self.context, found, read.key, read.place)

    # --- slots --------------------------------------------------------------------------------------------------------

    def slot(self, name: str, type_: Type = INT, low: int | None = None, high: int | None = None) -> int:
        """A new slot for something that is dead when its list of statements ends."""
        bounds = bounds_of_type(self.context, type_)
        known = Field(
            name, Role.LOCAL, self.size, type_, bounds[0] if low is None else low, bounds[1] if high is None else high
        )
        self.local_fields.append(known)
        self.size += 1
        assert self.context.fields is not None
        self.context.fields[f"{name}@{known.base}"] = known
        return known.base

    def slots(self, name: str, count: int, low: int, high: int) -> int:
        """The first of so many new slots side by side."""
        return min(self.slot(name, INT, low, high) for _ in range(count))

    def bind(self, local: Local, low: int | None = None, high: int | None = None) -> int:
        """A slot for a bound name, from here on."""
        slot = self.slot(local.name, local.type, low, high)
        self.context.env[local] = Slot(slot)
        return slot

    def let(self, local: Local, value: Expr, place: Place) -> None:
        """Bind a name to a value: no slot for a constant."""
        if isinstance(value, Constant):
            self.context.env[local] = value
        else:
            self.set_slot(self.bind(local), value, place)

    def written(self, name: typed.Argument | None) -> int:
        """The slot that an `as:` writes: a new name's, or a declared variable's; -1 without one."""
        match name:
            case Local():
                return self.bind(name)
            case typed.Read():
                return self.context.field_of(name.symbol, name.place).base
            case _:
                return -1

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Slots made inside are dead, and set to 0, when it ends."""
        first = self.size
        yield
        if self.size > first:
            self.emit(Clear(first, (0,) * (self.size - first)))

    # --- blocks -------------------------------------------------------------------------------------------------------

    def block(self, steps: typed.Block) -> None:
        """A list of statements; what it binds is cleared at its end."""
        with self.frame():
            for step in steps:
                self.step(step)

    def step(self, step: typed.Step | typed.EffectCall) -> None:
        after = self.label()
        guard = self.lower(step.guard) if step.guard is not None else TRUE
        if guard == Constant(0):
            return
        self.branch(guard, after)
        if isinstance(step, typed.EffectCall):
            self.call(step)
        else:
            row = step.statement
            row.lower(self, step)  # type: ignore[attr-defined]
        self.mark(after)

    def loop(self, counter: int, start: Expr, stop: Expr, place: Place, body: Callable[[], None]) -> None:
        """Counts a slot from start up to, not including, stop."""
        again, done = self.label(), self.label()
        self.set_slot(counter, start, place)
        self.mark(again)
        from_slot = Slot(counter)
        self.branch(_less(from_slot, stop), done)
        body()
        self.set_slot(counter, _next(from_slot), place)
        self.jump(again)
        self.mark(done)

    # --- effects ------------------------------------------------------------------------------------------------------

    def call(self, call: typed.EffectCall) -> None:
        """Call a game's own effect: one subroutine for phases, one for arrivals, each with slots of its own."""
        entry, back, env = self._subroutine(call.effect)
        values = [(p, self.lower(a)) for p, a in zip(call.effect.parameters, call.arguments, strict=True)]
        values += [(inner, self.lower(bound)) for inner, bound in call.needs]
        for local, value in values:
            slot = env[local]
            assert isinstance(slot, Slot)
            self.set_slot(slot.index, value, call.place)
        self.emit(Call(entry, back))

    def _subroutine(self, effect: typed.Effect) -> tuple[Label, int, dict[Local, Expr]]:
        key = (id(effect), self.arriving)
        if key not in self._subroutines:
            entry, back = self.label(), self.slot(f"back from {effect.name}", INT, 0, INT_HIGH)
            names = [*effect.parameters, *effect.needs.values()]
            env: dict[Local, Expr] = {n: Slot(self.slot(n.name, n.type)) for n in names}
            self._subroutines[key] = entry, back, env
            self._pending.append(self._emitter(effect, self.arriving, entry, back, env))
        return self._subroutines[key]

    def _emitter(
        self, effect: typed.Effect, arriving: bool, entry: Label, back: int, env: dict[Local, Expr]
    ) -> Callable[[], None]:
        def emit() -> None:
            outer, was, exits = dict(self.context.env), self.arriving, self.exits
            self.context.env.update(env)
            self.arriving, self.exits = arriving, self.shared_exits
            self.mark(entry)
            self.block(effect.body)
            for slot in env.values():
                assert isinstance(slot, Slot)
                self.set_slot(slot.index, Constant(0), effect.place)
            self.emit(Return(back))
            self.context.env, self.arriving, self.exits = outer, was, exits

        return emit

    def finish(self) -> None:
        """Emit the effects that were called, and those that they call."""
        while self._pending:
            self._pending.pop(0)()

    # --- picks --------------------------------------------------------------------------------------------------------

    def mask(self, picked: typed.Picked | Typed) -> Expr:
        """Players as a mask of seats: a player's bit, or the bits of those that a pick picks."""
        return mask_of(self.context, picked)

    def text(self, name: str, given: Sequence[tuple[str, Typed]], before: tuple[tuple[str, Type], ...] = ()) -> int:
        """The number of a text that is given these values, after arguments of its own."""
        arguments = (*before, *((argument, value.type) for argument, value in given))
        members = (*(() for _ in before), *(self._members(value) for _, value in given))
        info = TextInfo(name, arguments, members if any(members) else ())
        if info not in self.texts:
            self.texts.append(info)
        return self.texts.index(info)

    def _members(self, value: Typed) -> tuple[int, ...]:
        """What each bit of a set that was chosen stands for; nothing for other values."""
        origin = self.context.masks.get(value.local) if isinstance(value, typed.Bound) else None
        return values_of(origin) if origin is not None else ()

    def choice(self, info: ChoiceInfo) -> int:
        """The number of a choice; the same id with the same options is the same choice."""
        if info not in self.choices:
            self.choices.append(info)
        return self.choices.index(info)

    def outcome(self, name: str) -> int:
        """The number of an outcome, from 1."""
        if name not in self.outcomes:
            self.outcomes.append(name)
        return self.outcomes.index(name)

    def message(self, sentence: str) -> int:
        if sentence not in self.messages:
            self.messages.append(sentence)
        return self.messages.index(sentence)


def _less(left: Expr, right: Expr) -> Expr:
    return binary(Operator.LESS, left, right)


def _next(value: Expr) -> Expr:
    return add(value, Constant(1))


def mask_of(context: Context, picked: typed.Picked | Typed) -> Expr:
    """Players as a mask of seats: a player's bit, or the bits of those that a pick picks."""
    if not isinstance(picked, typed.Picked):
        if picked.type.kind is not Kind.SET:
            return context.power(lower(context, picked), picked.place)
        picked = typed.Picked(Local("p", INT, picked.place), picked, None, picked.place)
    members = domain(context, picked.set)
    with context.temporary() as count:
        seat = members.value(count)
        context.env[picked.local] = seat
        test = lower(context, picked.test) if picked.test is not None else TRUE
        where = both(members.holds(count), test)
        bit = context.power(seat, picked.place)
        return Fold(Gathering.SUM, count.number, members.start, members.stop, where, bit, -1)
