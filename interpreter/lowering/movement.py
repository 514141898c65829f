"""Pawns move: they walk, with the rules of the board's ends, or are put; every move that lands queues an arrival."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.boards import ENDS
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.expressions import constant_value, keyed, value_at
from parlour.interpreter.lowering.players import owner_of
from parlour.interpreter.program.expressions import FALSE, TRUE, Constant, Expr, Operator, Slot
from parlour.interpreter.program.folding import add, binary, conditional
from parlour.interpreter.program.instructions import Call, Enqueue, Note
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT, TOKEN

ZERO = Constant(0)


def pawn_of(builder: Builder, step: typed.Step) -> Expr:
    """The pawn that a statement moves: the one named or arriving, else the player's only one."""
    context = builder.context
    token, who = step.arguments.get("token"), step.arguments.get("who")
    if token is not None:
        return builder.lower(token)  # type: ignore[arg-type]
    if context.tokens != 1:
        message = f"each player has {context.tokens} pawns: which one?"
        context.report.error("P406", message, step.place, "token: t, with for: t in tokens(me)")
    return builder.lower(who)  # type: ignore[arg-type]


def walk(builder: Builder, pawn: Expr, by: Expr, place: Place) -> None:
    """The pawn walks `by` squares; nothing happens for 0."""
    context = builder.context
    if by == ZERO:
        return
    with builder.frame():
        token = _kept(builder, "pawn", pawn, place)
        steps = _kept(builder, "steps", by, place)
        done = builder.label()
        builder.branch(binary(Operator.DIFFERENT, steps, ZERO), done)
        at = context.field_named("at", place)
        here = keyed(context, at, token, place)
        _remember(builder, token, place)
        forward = binary(Operator.GREATER, steps, ZERO)
        going = context.field_named("is going", place)
        builder.set(keyed(context, going, token, place), conditional(forward, Constant(1), Constant(-1)), place)
        goal = builder.slot("destination", INT, -(2**40), 2**40)
        builder.set_slot(goal, add(value_at(context, here, place), steps, context.place(place)), place)
        _ends(builder, token, goal, by, place, done)
        arrive(builder, token, Slot(goal), TRUE, place)
        builder.mark(done)


def _kept(builder: Builder, name: str, value: Expr, place: Place) -> Expr:
    """The value in a slot of its own, unless it is constant: what is computed once is not computed again."""
    if isinstance(value, Constant | Slot):
        return value
    slot = builder.slot(name, TOKEN if name == "pawn" else INT)
    builder.set_slot(slot, value, place)
    return Slot(slot)


def _remember(builder: Builder, token: Expr, place: Place) -> None:
    """`from`: where the pawn stood before the move that the phase ordered."""
    fields = builder.context.fields
    if fields is None or "from" not in fields or builder.arriving:
        return
    here = value_at(builder.context, keyed(builder.context, fields["at"], token, place), place)
    builder.set(keyed(builder.context, fields["from"], token, place), here, place)


def _ends(builder: Builder, token: Expr, goal: int, by: Expr, place: Place, done: int) -> None:
    """What happens past the last square and before the first; leads to `done` where the walk is over."""
    board = builder.context.model.board
    assert board is not None
    beyond, before = _rule(builder, board.beyond), _rule(builder, board.before)
    # A board whose ends meet has no square 0 to walk back to.
    first = 1 if "wrap" in (beyond[0], before[0]) else 0
    past = binary(Operator.GREATER, Slot(goal), Constant(builder.context.squares))
    under = binary(Operator.LESS, Slot(goal), Constant(first))
    for possible, rule, test in (
        (not (isinstance(by, Constant) and by.value < 0), beyond, past),
        (not (isinstance(by, Constant) and by.value > 0), before, under),
    ):
        if possible:
            inside = builder.label()
            builder.branch(test, inside)
            _past(builder, token, goal, rule, first, place, done)
            builder.mark(inside)


def _rule(builder: Builder, end: typed.BoardEnd | None) -> tuple[str, typed.Block]:
    """The word or the statements of an end of the board that the options leave; `stop` unless said."""
    while end is not None and end.subject is not None:
        value = constant_value(builder.lower(end.subject), end.subject)
        end = next((case for key, case in end.cases if key == value), None)
    if end is None:
        return "stop", ()
    if end.word is not None:
        return ENDS.words[constant_value(builder.lower(end.word), end.word)], ()
    return "statements", end.body or ()


def _past(
    builder: Builder, token: Expr, goal: int, end: tuple[str, typed.Block], first: int, place: Place, done: int
) -> None:
    last, current = Constant(builder.context.squares), Slot(goal)
    match end[0]:
        case "stay":
            builder.jump(done)
        case "wrap":
            ahead = add(current, Constant(-1))
            builder.set_slot(goal, add(binary(Operator.REMAINDER, ahead, last), Constant(1)), place)
        case "bounce":
            _bounce(builder, token, goal, first, place)
        case "stop":
            over = binary(Operator.GREATER, current, last)
            builder.set_slot(goal, conditional(over, last, Constant(first)), place)
        case _:
            _statements(builder, token, end[1], place)
            builder.jump(done)


def _bounce(builder: Builder, token: Expr, goal: int, first: int, place: Place) -> None:
    """Back from the end that was passed, as often as it takes; `going` turns round each time."""
    context = builder.context
    last = context.squares
    going = keyed(context, context.field_named("is going", place), token, place)
    again, below, done = builder.label(), builder.label(), builder.label()
    builder.mark(again)
    builder.branch(binary(Operator.GREATER, Slot(goal), Constant(last)), below)
    builder.set_slot(goal, binary(Operator.SUBTRACT, Constant(2 * last), Slot(goal)), place)
    builder.set(going, Constant(-1), place)
    builder.mark(below)
    builder.branch(binary(Operator.LESS, Slot(goal), Constant(first)), done)
    builder.set_slot(goal, binary(Operator.SUBTRACT, Constant(2 * first), Slot(goal)), place)
    builder.set(going, Constant(1), place)
    builder.jump(again)
    builder.mark(done)


def _statements(builder: Builder, token: Expr, body: typed.Block, place: Place) -> None:
    """The board's own statements for a walk past its end: the pawn has not moved."""
    context, board = builder.context, builder.context.model.board
    assert board is not None
    arrival, env = board.arrival, context.env
    at, going = context.field_named("at", place), context.field_named("is going", place)
    context.env = {
        **env,
        arrival.token: token,
        arrival.me: owner_of(context, token),
        arrival.here: value_at(context, keyed(context, at, token, place), place),
        arrival.going: value_at(context, keyed(context, going, token, place), place),
        arrival.forced: TRUE if builder.arriving else FALSE,
    }
    builder.block(body)
    context.env = env


def place_on(builder: Builder, pawn: Expr, square: Expr, lands: Expr, place: Place) -> None:
    """The pawn is put on a square; it arrives there where `lands` holds."""
    context = builder.context
    if isinstance(square, Constant) and not 0 <= square.value <= context.squares:
        message = f"there is no square {square.value}"
        hint = f"the squares are 1..{context.squares}, and 0 off the board"
        context.report.error("P507", message, place, hint, context.sized_at(place))
        return
    with builder.frame():
        token = _kept(builder, "pawn", pawn, place)
        goal = _kept(builder, "destination", square, place)
        _remember(builder, token, place)
        arrive(builder, token, goal, lands, place)


def arrive(builder: Builder, token: Expr, goal: Expr, lands: Expr, place: Place) -> None:
    """The pawn stands on the goal; its arrival is queued, and in a phase the whole queue runs now."""
    context = builder.context
    at, queue = context.field_named("at", place), context.field_named("queue of arrivals", place)
    here = keyed(context, at, token, place)
    builder.tell(Note.MOVED, (token, value_at(context, here, place), goal), place)
    builder.set(here, goal, place, 0, context.squares)
    after = builder.label()
    if not builder.branch(lands, after):
        builder.mark(after)
        return
    forced = context.field_named("is forced", place)
    builder.set(keyed(context, forced, token, place), TRUE if builder.arriving else FALSE, place)
    builder.emit(Enqueue(token, queue.base, queue.size))
    if not builder.arriving and builder.arrivals is not None:
        builder.emit(Call(builder.arrivals, context.field_named("back from arrivals", place).base))
    builder.mark(after)
