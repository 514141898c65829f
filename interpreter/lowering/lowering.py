"""The stage lower: a model and its constants become a program."""

from __future__ import annotations

from msgspec.structs import replace

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.ruleset import LimitOf
from parlour.interpreter.lowering.board import emit_arrivals
from parlour.interpreter.lowering.builder import Builder, Exits
from parlour.interpreter.lowering.constants import refuse
from parlour.interpreter.lowering.context import Context, NotConstant
from parlour.interpreter.lowering.expressions import lower as lower_expression
from parlour.interpreter.lowering.layout import LayoutMaker
from parlour.interpreter.lowering.phases import CLEAR_LOCALS, PhaseCode
from parlour.interpreter.lowering.settled import Settled
from parlour.interpreter.lowering.sizes import MOST_SQUARES, MOST_TOKENS, copies_of, size_of, stop_at_wrong_sizes
from parlour.interpreter.lowering.throws import MOST_OUTCOMES, device_of, device_row, universe
from parlour.interpreter.program.expressions import Constant, Expr, Fold, Gathering
from parlour.interpreter.program.folding import equal
from parlour.interpreter.program.instructions import End, Instruction
from parlour.interpreter.program.program import Deck, Device, Layout, Limits, Program, Role
from parlour.interpreter.types import PLAYER, set_of

FINISHED = "finished"


def lower(model: typed.Model, settled: Settled, report: Report) -> Program | None:
    """The program of a game; None when the report has errors (a value that is not constant, a square that is not there)."""
    found = emitted(model, settled, report)
    return found.linked() if found else None


def emitted(model: typed.Model, settled: Settled, report: Report) -> Emitted | None:
    """All that can be wrong with a program is found by now, and a third of the work is still to do."""
    context = Context(model, settled, report)
    try:
        found = Emitted(context)
    except NotConstant as fault:
        if not report.has_errors:
            refuse(fault, report)
        return None
    return None if report.has_errors else found


class Emitted:
    """Code with labels, and all that a program is made of beside its code. Raises NotConstant."""

    def __init__(self, context: Context) -> None:
        self.context, self.model = context, context.model
        self.devices = self._chance()
        self._board()
        self.maker = self._layout()
        self.first_local = len(self.maker.initial)
        self.builder = Builder(context, Exits(None, None, {}), size=self.first_local, initial=self.maker.initial)
        if self.model.board is not None:
            self.builder.arrivals = self.builder.label()
        self.phases = PhaseCode(self.builder)
        self.phases.emit()
        self._finish(self.builder)
        emit_arrivals(self.builder)
        self.builder.finish()
        self.phases.emit_exits()
        self.scores = tuple(self._score(Constant(seat)) for seat in range(context.seats))
        self.measures = tuple((name, lower_expression(context, node)) for name, node in self.model.measures)

    def linked(self) -> Program:
        """The program, its labels become addresses."""
        code, address = self.builder.labels.linked(self.phases.entries())
        size = self.builder.size
        return self._assembled(tuple(_cleared(i, self.first_local, size) for i in code), address)

    # --- before the code ----------------------------------------------------------------------------------------------

    def _chance(self) -> tuple[Device, ...]:
        found = [(d, *device_of(self.context, d)) for d in self.model.devices]
        stop_at_wrong_sizes(self.context, self.model.syntax.id.place)
        throws = universe(tuple((dice, d.alike, most) for d, dice, most in found if dice and dice[0]))
        if throws is None:
            place = self.model.devices[0].symbol.place
            message = f"these devices show more than {MOST_OUTCOMES} different throws"
            self.context.report.error("P515", message, place, "throw fewer dice at once")
            raise NotConstant(place)
        self.context.throws = throws
        return tuple(device_row(d.symbol.name, dice, d.alike, throws) for d, dice, _ in found)

    def _board(self) -> None:
        board = self.model.board
        if board is None:
            return
        context, tokens, last = self.context, board.tokens, board.last
        context.tokens = size_of(context, tokens, "pawns of each player", 1, MOST_TOKENS) if tokens else 1
        named = len(board.type.words)
        context.squares = size_of(context, last, "squares", 1, MOST_SQUARES) if last else named
        stop_at_wrong_sizes(context, board.place)

    def _layout(self) -> LayoutMaker:
        maker = LayoutMaker(self.context)
        self.context.fields = maker.fields
        maker.control()
        maker.pawns()
        maker.bags()
        maker.variables()
        maker.accounts()
        maker.zones()
        stop_at_wrong_sizes(self.context, self.model.syntax.id.place)
        self.context.forget_bounds()
        return maker

    # --- after the phases ---------------------------------------------------------------------------------------------

    def _finish(self, builder: Builder) -> None:
        """After the last phase: the outcome `finished`, the best score wins."""
        place = self.model.syntax.id.place
        winners: Expr = Constant(0)
        if self.model.score is not None:
            winners = self._best(builder)
        text = builder.text(FINISHED, (), (("who", set_of(PLAYER)),))
        builder.emit(End(builder.outcome(FINISHED), winners, text, (winners,), self.context.place(place)))

    def _best(self, builder: Builder) -> Expr:
        """The mask of the seats with the best score."""
        seats, place = Constant(self.context.seats), self.model.syntax.id.place
        with self.context.temporary() as seat, self.context.temporary() as other:
            mine, theirs = self._score(seat), self._score(other)
            best = Fold(Gathering.MAX, other.number, Constant(0), seats, Constant(1), theirs, self.context.place(place))
            bit = self.context.power(seat, place)
            return Fold(Gathering.SUM, seat.number, Constant(0), seats, equal(mine, best), bit, -1)

    def _score(self, seat: Expr) -> Expr:
        if self.model.score is None or self.model.scorer is None:
            return Constant(0)
        self.context.env[self.model.scorer] = seat
        return lower_expression(self.context, self.model.score)

    # --- the whole ----------------------------------------------------------------------------------------------------

    def _assembled(self, code: tuple[Instruction, ...], address: dict[int, int]) -> Program:
        context, model, builder, maker = self.context, self.model, self.builder, self.maker
        fields = (*(f for f in maker.fields.values() if f.role is not Role.LOCAL), *builder.local_fields)
        initial = (*maker.initial, *(0,) * (builder.size - len(maker.initial)))
        limit = model.syntax.limit
        over = builder.outcome(limit.outcome.text if limit.outcome else "unfinished")
        return Program(
            id=model.syntax.id.text,
            seats=context.seats,
            tokens=context.seats * context.tokens,
            squares=context.squares,
            instructions=code,
            layout=Layout(fields, builder.size, initial),
            tables=tuple(context.tables.values()),
            throws=context.throws,
            devices=self.devices,
            decks=self._decks(),
            phases=self.phases.infos(address),
            choices=tuple(builder.choices),
            outcomes=tuple(builder.outcomes),
            texts=tuple(builder.texts),
            messages=tuple(builder.messages),
            scores=self.scores,
            aim=model.syntax.aim,
            measures=self.measures,
            limits=limits_of(limit, over),
            places=tuple(context.places),
            options=context.settled.spelled(model),
            conserved=self._conserved(maker),
        )

    def _decks(self) -> tuple[Deck, ...]:
        homes = {z.deck: z.symbol.name for z in self.model.zones if z.starts_full}
        return tuple(
            Deck(d.name, tuple(k[0] for k in d.kinds), tuple(copies_of(self.context, d)), homes.get(d.name, ""))
            for d in self.model.decks
        )

    def _conserved(self, maker: LayoutMaker) -> tuple[tuple[int, ...], ...]:
        slots = tuple(
            s for f in maker.fields.values() if f.role is Role.ACCOUNT for s in range(f.base, f.base + f.size)
        )
        return (slots,) if slots else ()


def _cleared(instruction: Instruction, first: int, size: int) -> Instruction:
    """A Clear of all locals, now that their number is known."""
    return (
        replace(CLEAR_LOCALS, base=first, values=(0,) * (size - first)) if instruction == CLEAR_LOCALS else instruction
    )


def limits_of(limit: LimitOf, outcome: int) -> Limits:
    """The machine's guards: those that the ruleset sets, the usual ones else."""
    usual = Limits(outcome=outcome)
    return replace(
        usual,
        turns=limit.turns or usual.turns,
        chances=limit.chances or usual.chances,
        choices=limit.choices or usual.choices,
    )
