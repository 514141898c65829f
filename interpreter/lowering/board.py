"""Arrivals: one subroutine that takes pawns from the queue, lets them meet, and runs the statements of their squares."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.expressions import keyed, lower, square_numbers, value_at
from parlour.interpreter.lowering.players import owner_of
from parlour.interpreter.program.expressions import FALSE, TRUE, Constant, Expr, Operator, Slot
from parlour.interpreter.program.folding import binary, both, equal
from parlour.interpreter.program.instructions import Clear, Dequeue, Note, Return, Switch
from parlour.interpreter.program.program import Field
from parlour.interpreter.source import Place

Bodies = dict[int, typed.Block]


class ArrivalCode:
    """Emits the arrivals of one board."""

    def __init__(self, builder: Builder, board: typed.Board) -> None:
        self.builder, self.board, self.place = builder, board, board.place
        self.context = builder.context
        self.land: Bodies = {}
        self.meet: Bodies = {}
        self._collect()

    def _collect(self) -> None:
        """The statements by square: later keys come after earlier ones, its own `meet` replaces the board's."""
        own_meet: set[int] = set()
        if self.board.meet:
            self.meet = dict.fromkeys(range(1, self.context.squares + 1), self.board.meet)
        for square in self.context.model.squares:
            for number in square_numbers(self.context, square):
                if not 0 <= number <= self.context.squares:
                    message = f"square {number} is not on the board"
                    hint = f"its squares are 1..{self.context.squares}"
                    related = self.context.sized_at(square.place)
                    self.context.report.error("P507", message, square.place, hint, related)
                    continue
                self.land[number] = (*self.land.get(number, ()), *square.land)
                if square.meet is not None:
                    before = self.meet.get(number, ()) if number in own_meet else ()
                    self.meet[number] = (*before, *square.meet)
                    own_meet.add(number)
        self.land = {n: body for n, body in self.land.items() if body}
        self.meet = {n: body for n, body in self.meet.items() if body}

    def field(self, name: str) -> Field:
        return self.context.field_named(name, self.place)

    def slot(self, name: str) -> Slot:
        return Slot(self.field(name).base)

    def at(self, token: Expr) -> Expr:
        return value_at(self.context, keyed(self.context, self.field("at"), token, self.place), self.place)

    def emit(self) -> None:
        """The subroutine at builder.arrivals."""
        builder, arrivals = self.builder, self.builder.arrivals
        assert arrivals is not None
        outer = dict(self.context.env)
        builder.arriving, builder.exits = True, builder.shared_exits
        self._bind()
        done = builder.label()
        builder.mark(arrivals)
        self._take(done)
        if self.meet:
            self._meetings(arrivals)
        self._landing(arrivals)
        builder.mark(done)
        first, last = self.field("is going").base, self.field("way of arrival").base
        builder.emit(Clear(first, (0,) * (last - first + 1)))
        builder.emit(Return(self.field("back from arrivals").base))
        builder.arriving = False
        self.context.env = outer

    def _bind(self) -> None:
        names = self.board.arrival
        arriving = self.slot("token arriving")
        self.context.env.update(
            {
                names.token: arriving,
                names.me: owner_of(self.context, arriving),
                names.here: self.slot("square of arrival"),
                names.forced: self.slot("arrival is forced"),
                names.going: self.slot("way of arrival"),
                names.other: self.slot("token meeting"),
            }
        )

    def _take(self, done: int) -> None:
        """The first pawn of the queue: where it is, whether it was forced, which way it last walked (a jump keeps it)."""
        builder, queue, arriving = self.builder, self.field("queue of arrivals"), self.slot("token arriving")
        builder.emit(Dequeue(arriving.index, queue.base, queue.size, done))
        builder.set_slot(self.slot("square of arrival").index, self.at(arriving), self.place)
        for name, kept_as in (("arrival is forced", "is forced"), ("way of arrival", "is going")):
            kept = keyed(self.context, self.field(kept_as), arriving, self.place)
            builder.set_slot(self.slot(name).index, value_at(self.context, kept, self.place), self.place)
        builder.set(keyed(self.context, self.field("is forced"), arriving, self.place), FALSE, self.place)
        if 0 not in self.land and 0 not in self.meet and builder.arrivals is not None:
            builder.branch(binary(Operator.GREATER, self.slot("square of arrival"), Constant(0)), builder.arrivals)
        builder.tell(Note.LANDED, (arriving, self.slot("square of arrival")), self.place)

    # --- meeting ------------------------------------------------------------------------------------------------------

    def _meetings(self, again: int) -> None:
        """`meet` once for each pawn standing there, in seat order; over at once when the arriving pawn moves away."""
        builder, meeting, arriving = self.builder, self.slot("token meeting"), self.slot("token arriving")

        def one() -> None:
            skip = builder.label()
            builder.branch(self._stands_here(), skip)
            builder.tell(Note.MET, (arriving, meeting, self.slot("square of arrival")), self.place)
            self._dispatch(self.meet, skip)
            builder.mark(skip)
            moved = builder.label()
            builder.branch(equal(self.at(arriving), self.slot("square of arrival")), moved)
            stays = builder.label()
            builder.jump(stays)
            builder.mark(moved)
            builder.jump(again)
            builder.mark(stays)

        tokens = Constant(self.context.seats * self.context.tokens)
        builder.loop(meeting.index, Constant(0), tokens, self.place, one)
        builder.set_slot(meeting.index, Constant(0), self.place)

    def _stands_here(self) -> Expr:
        """Whether the other pawn stands where the arriving one does."""
        meeting, arriving = self.slot("token meeting"), self.slot("token arriving")
        another = binary(Operator.DIFFERENT, meeting, arriving)
        if self.board.standing is None:
            return both(another, equal(self.at(meeting), self.slot("square of arrival")))
        on_board = binary(Operator.GREATER, self.at(meeting), Constant(0)) if 0 not in self.meet else TRUE
        together = equal(self._standing(arriving), self._standing(meeting))
        return both(another, both(on_board, together))

    def _standing(self, token: Expr) -> Expr:
        """The board's `place:` of a pawn."""
        names, env = self.board.arrival, self.context.env
        assert self.board.standing is not None
        self.context.env = {
            **env,
            names.token: token,
            names.me: owner_of(self.context, token),
            names.here: self.at(token),
        }
        found = lower(self.context, self.board.standing)
        self.context.env = env
        return found

    # --- landing ------------------------------------------------------------------------------------------------------

    def _landing(self, again: int) -> None:
        if self.land:
            if self.board.effects_when is not None:
                self.builder.branch(self.builder.lower(self.board.effects_when), again)
            self._dispatch(self.land, again)
        self.builder.jump(again)

    def _dispatch(self, bodies: Bodies, after: int) -> None:
        """The statements of the square where the pawn is; squares with the same statements share them."""
        builder, shared = self.builder, _Shared()
        labels: dict[int, int] = {}
        ways = []
        for number in range(self.context.squares + 1):
            body = bodies.get(number)
            ways.append(after if body is None else labels.setdefault(shared.number(body), builder.label()))
        builder.emit(Switch(self.slot("square of arrival"), 0, tuple(ways), after))
        for key, label in labels.items():
            builder.mark(label)
            builder.block(shared.bodies[key])
            builder.jump(after)


class _Shared:
    """Numbers lists of statements: equal ones have the same number. Only those of the same places are compared."""

    def __init__(self) -> None:
        self.bodies: list[typed.Block] = []
        self._by_places: dict[tuple[Place, ...], list[int]] = {}

    def number(self, body: typed.Block) -> int:
        known = self._by_places.setdefault(tuple(step.place for step in body), [])
        found = next((n for n in known if self.bodies[n] == body), None)
        if found is None:
            found = len(self.bodies)
            self.bodies.append(body)
            known.append(found)
        return found


def emit_arrivals(builder: Builder) -> None:
    """The arrivals of the board, if there is one."""
    board = builder.context.model.board
    if board is not None:
        ArrivalCode(builder, board).emit()
