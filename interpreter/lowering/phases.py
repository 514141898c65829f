"""Phases: once, for each player, or turn by turn; how turns follow each other, are missed, and end."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.builder import Builder, Exits
from parlour.interpreter.lowering.expressions import contains, keyed, value_at
from parlour.interpreter.lowering.players import is_in
from parlour.interpreter.program.expressions import TRUE, Constant, Expr, Fold, Gathering, Operator, Slot
from parlour.interpreter.program.folding import add, binary, both, either, negated
from parlour.interpreter.program.instructions import Clear, CountTurn, Fail, Note, Sort, Switch
from parlour.interpreter.program.program import PHASE, TURN, Field, PhaseInfo, Role
from parlour.interpreter.source import Place
from parlour.interpreter.types import Kind

ME = Slot(TURN)
CLEAR_LOCALS = Clear(-1, ())  # becomes a Clear of all locals when their number is known


class PhaseLabels(Struct, frozen=True):
    """Where a phase begins, a turn of it begins, a turn or the phase is left from inside, and what comes after."""

    entry: int
    turn: int
    leave_turn: int
    leave: int
    end: int


class PhaseCode:
    """Emits all phases of a program, in file order."""

    def __init__(self, builder: Builder) -> None:
        self.builder, self.context = builder, builder.context
        self.phases = builder.context.model.phases
        new = builder.label
        self.labels = [PhaseLabels(new(), new(), new(), new(), new()) for _ in self.phases]
        self.over = new()
        self.jumps = {p.symbol.name: new() for p in self.phases}
        self.turn, self.phase = new(), new()
        has_turns = any(p.kind != "do" for p in self.phases)
        builder.shared_exits = Exits(self.turn if has_turns else None, self.phase, self.jumps)

    def emit(self) -> None:
        for number, phase in enumerate(self.phases):
            labels = self.labels[number]
            following = self.labels[number + 1].entry if number + 1 < len(self.phases) else self.over
            self._phase(number, phase, labels, following)
        self.builder.mark(self.over)

    def infos(self, address: dict[int, int]) -> tuple[PhaseInfo, ...]:
        """The phases of the program, their labels being at these addresses."""
        return tuple(
            PhaseInfo(p.symbol.name, address[at.entry], address[at.turn] if p.kind != "do" else -1)
            for p, at in zip(self.phases, self.labels, strict=True)
        )

    def entries(self) -> list[int]:
        return [
            e
            for p, at in zip(self.phases, self.labels, strict=True)
            for e in ((at.entry, at.turn) if p.kind != "do" else (at.entry,))
        ]

    # --- one phase ----------------------------------------------------------------------------------------------------

    def _phase(self, number: int, phase: typed.Phase, labels: PhaseLabels, following: int) -> None:
        builder = self.builder
        builder.exits = Exits(labels.leave_turn if phase.kind != "do" else None, labels.leave, self.jumps)
        builder.mark(labels.entry)
        builder.set_slot(PHASE, Constant(number), phase.place)
        builder.tell(Note.PHASE, (Constant(number),), phase.place)
        if phase.kind == "do":
            builder.block(phase.body)
            builder.jump(labels.end)
        else:
            self._players(phase, labels)
        builder.mark(labels.leave)
        self._drop()
        builder.mark(labels.end)
        self._reset("phase", "turn")
        if phase.kind != "do":
            builder.set_slot(TURN, Constant(0), phase.place)
            builder.set_slot(self._field("seats passed").base, Constant(0), phase.place)
        builder.jump(following)

    def _field(self, name: str) -> Field:
        assert self.context.fields is not None
        return self.context.fields[name]

    def _has(self, name: str) -> bool:
        return self.context.fields is not None and name in self.context.fields

    def _drop(self) -> None:
        """What was unfinished is dropped: locals, return addresses, the queue."""
        self.builder.emit(CLEAR_LOCALS)
        if self._has("queue of arrivals"):
            first, last = self._field("queue of arrivals"), self._field("back from arrivals")
            self.builder.emit(Clear(first.base, (0,) * (last.base + last.size - first.base)))

    def _reset(self, *lasting: str) -> None:
        for variable in self.context.model.variables:
            if variable.lasts in lasting:
                field = self._field(variable.symbol.name)
                initial = self.builder.initial[field.base : field.base + field.size]
                self.builder.emit(Clear(field.base, tuple(initial)))

    # --- players in turn ----------------------------------------------------------------------------------------------

    def _players(self, phase: typed.Phase, labels: PhaseLabels) -> None:
        """`each`: once round; `turns`: round and round, from the player that `from` names."""
        builder, seats = self.builder, self.context.seats
        assert phase.me is not None and phase.pick is not None
        self.context.env[phase.me] = ME
        self.context.env[phase.pick.local] = ME
        start = builder.lower(phase.start) if phase.start is not None else Constant(0)
        builder.set_slot(TURN, start, phase.place)
        round_ = self._field("seats passed").base
        search, skip = builder.label(), builder.label()
        builder.mark(search)
        plays = self._plays(phase)
        if phase.kind == "each" or plays != TRUE:
            builder.branch(binary(Operator.LESS, Slot(round_), Constant(seats)), labels.end)
            builder.branch(plays, skip)
        builder.mark(labels.turn)
        if phase.kind == "turns":
            self._begin(phase, labels)
        builder.block(phase.body)
        self._after(phase, labels, search, skip)

    def _plays(self, phase: typed.Phase) -> Expr:
        """Whether the seat in TURN is one of those who play."""
        assert phase.pick is not None
        member = contains(self.context, phase.pick.set, ME)
        test = self.builder.lower(phase.pick.test) if phase.pick.test is not None else TRUE
        return both(both(is_in(self.context, ME, phase.place), member), test)

    def _begin(self, phase: typed.Phase, labels: PhaseLabels) -> None:
        """A turn begins: it counts, also when it is missed or the player is caught."""
        builder, place = self.builder, phase.place
        if self._plays(phase) != TRUE:
            builder.set_slot(self._field("seats passed").base, Constant(0), place)
        builder.emit(CountTurn(ME, self.context.place(place)))
        builder.tell(Note.TURN, (ME,), place)
        over = labels.leave_turn
        if self._has("missing"):
            plays, slot = builder.label(), keyed(self.context, self._field("missing"), ME, place)
            left = value_at(self.context, slot, place)
            builder.branch(binary(Operator.GREATER, left, Constant(0)), plays)
            builder.set(slot, add(left, Constant(-1)), place)
            builder.tell(Note.MISSED, (ME, left), place)
            builder.jump(over)
            builder.mark(plays)
        if self._has("caught"):
            free = builder.label()
            caught = value_at(self.context, keyed(self.context, self._field("caught"), ME, place), place)
            builder.branch(caught, free)
            builder.tell(Note.WAITED, (ME,), place)
            builder.jump(over)
            builder.mark(free)

    def _after(self, phase: typed.Phase, labels: PhaseLabels, search: int, skip: int) -> None:
        builder, place, after = self.builder, phase.place, self.builder.label()
        builder.jump(after)
        builder.mark(labels.leave_turn)
        self._drop()
        builder.mark(after)
        self._reset("turn")
        self._sort()
        if phase.until is not None:
            goes_on = builder.label()
            builder.branch(builder.lower(phase.until), goes_on)
            builder.jump(labels.end)
            builder.mark(goes_on)
        if phase.stuck is not None and self._has("caught"):
            self._stuck(phase)
        self._next(phase, search, skip, place)

    def _next(self, phase: typed.Phase, search: int, skip: int, place: Place) -> None:
        builder = self.builder
        if phase.kind == "turns" and self._has("next turn"):
            slot, usual = self._field("next turn").base, builder.label()
            builder.branch(binary(Operator.GREATER, Slot(slot), Constant(0)), usual)
            builder.set_slot(TURN, add(Slot(slot), Constant(-1)), place)
            builder.set_slot(slot, Constant(0), place)
            builder.jump(search)
            builder.mark(usual)
        seats = Constant(self.context.seats)
        round_ = self._field("seats passed").base
        following = binary(Operator.REMAINDER, add(ME, Constant(1)), seats)
        if phase.kind == "turns":
            builder.set_slot(TURN, following, place)
            builder.jump(search)
        builder.mark(skip)
        builder.set_slot(TURN, following, place)
        builder.set_slot(round_, add(Slot(round_), Constant(1)), place)
        builder.jump(search)

    def _stuck(self, phase: typed.Phase) -> None:
        """Nobody in play can play: everybody is caught."""
        builder, place = self.builder, phase.place
        with self.context.temporary() as seat:
            caught = value_at(self.context, keyed(self.context, self._field("caught"), seat, place), place)
            gone = negated(is_in(self.context, seat, place))
            fold = Fold(
                Gathering.ALL, seat.number, Constant(0), Constant(self.context.seats), TRUE, either(gone, caught), -1
            )
        moves = builder.label()
        builder.branch(fold, moves)
        builder.block(phase.stuck or ())
        builder.mark(moves)

    def _sort(self) -> None:
        """Pawns without variables of their own are alike: their order says nothing."""
        tokens = self.context.tokens
        own = [v for v in self.context.model.variables if v.symbol.key and v.symbol.key.kind is Kind.TOKEN]
        if tokens < 2 or own:
            return
        fields = [f for f in (self.context.fields or {}).values() if f.role is Role.PAWN]
        for seat in range(self.context.seats):
            self.builder.emit(Sort(tuple(f.base + seat * tokens for f in fields), tokens))

    # --- leaving from shared code -------------------------------------------------------------------------------------

    def emit_exits(self) -> None:
        """Where effects and arrivals go that end a turn or a phase: it depends on the phase that is on."""
        builder = self.builder
        place = self.context.model.syntax.tree.place
        no_turn = builder.label()
        builder.mark(self.turn)
        ways = tuple(
            at.leave_turn if p.kind != "do" else no_turn for p, at in zip(self.phases, self.labels, strict=True)
        )
        builder.emit(Switch(Slot(PHASE), 0, ways, no_turn))
        builder.mark(no_turn)
        builder.emit(Fail(builder.message("there is no turn to end in this phase"), self.context.place(place)))
        builder.mark(self.phase)
        builder.emit(Switch(Slot(PHASE), 0, tuple(at.leave for at in self.labels), no_turn))
        for phase, at in zip(self.phases, self.labels, strict=True):
            builder.mark(self.jumps[phase.symbol.name])
            self._drop()
            self._reset("phase", "turn")
            if self._has("seats passed"):
                builder.set_slot(TURN, Constant(0), phase.place)
                builder.set_slot(self._field("seats passed").base, Constant(0), phase.place)
            builder.jump(at.entry)
