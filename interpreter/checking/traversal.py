"""Typed rules in; the statements and expressions that they are made of out, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Block, Typed

Statement = typed.Step | typed.EffectCall
Written = typed.Read | typed.Bound | typed.Local  # a variable that is set, or a name that is bound

# --- statements -------------------------------------------------------------------------------------------------------


def bodies(step: Statement) -> Iterator[Block]:
    """The lists of statements directly inside a statement."""
    if isinstance(step, typed.EffectCall):
        return
    for argument in step.arguments.values():
        match argument:
            case tuple():
                yield argument
            case typed.Cases():
                yield from (case.body for case in argument.cases)
            case typed.Ways():
                yield from (way.body for way in argument.ways)
            case typed.Shortage():
                yield from typed.shortage_blocks(argument)
            case _:
                pass


def statements(block: Block) -> Iterator[Statement]:
    """Every statement of a list, those inside others included; effects that are called are not entered."""
    for step in block:
        yield step
        for body in bodies(step):
            yield from statements(body)


def every_statement(model: typed.Model) -> Iterator[Statement]:
    """Every statement of a ruleset, those of effects that nothing calls included."""
    for block in model.blocks():
        yield from statements(block)


# --- what a statement reads and writes --------------------------------------------------------------------------------


def read_by(step: Statement) -> Iterator[Typed]:
    """The expressions of one statement itself, not of the statements inside it; what is written is not among them."""
    if step.guard is not None:
        yield step.guard
    if isinstance(step, typed.EffectCall):
        yield from step.arguments
        return
    for name, argument in step.arguments.items():
        if name != "as":
            yield from _read_in(argument)


def _read_in(argument: typed.Argument) -> Iterator[Typed]:
    match argument:
        case typed.Picked():
            yield from _of_pick(argument)
        case typed.Assigned(pairs=pairs):
            yield from (value for _, value in pairs)
            yield from (target.key for target, _ in pairs if isinstance(target, typed.Read) and target.key is not None)
        case typed.Ways(ways=ways, policies=policies):
            yield from (way.only_if for way in ways if way.only_if is not None)
            yield from (value for _, values in policies for value in values)
        case typed.Opinions(policies=opinions):
            yield from (value for _, value in opinions)
        case typed.Spoken(arguments=passed):
            yield from (value for _, value in passed)
        case typed.Shortage():
            yield from read_by_shortage(argument)
        case typed.Ended(winners=winners, says=says):
            yield from (value for _, value in says)
            if winners is not None:
                yield from _of_pick(winners) if isinstance(winners, typed.Picked) else (winners,)
        case tuple() | typed.Cases() | typed.Local() | typed.Name() | typed.Symbol():
            return
        case _:
            yield argument


def _of_pick(pick: typed.Picked) -> Iterator[Typed]:
    yield pick.set
    if pick.test is not None:
        yield pick.test


def read_by_shortage(short: typed.Shortage | None) -> Iterator[Typed]:
    """The expressions of a shortage rule, not those of its statements."""
    if short is None:
        return
    yield from (value for value in (short.word, short.cover, short.subject) if value is not None)
    for _, case in short.cases:
        yield from read_by_shortage(case)


def written_by(step: Statement) -> Iterator[tuple[Written, Typed | None]]:
    """What a statement sets or binds, each with the value where it is written there."""
    if isinstance(step, typed.EffectCall):
        return
    for argument in step.arguments.values():
        if isinstance(argument, typed.Assigned):
            yield from argument.pairs
    name = step.arguments.get("as")
    if isinstance(name, typed.Local | typed.Read):
        yield name, None


# --- expressions ------------------------------------------------------------------------------------------------------


def parts(node: Typed) -> Iterator[Typed]:
    """The expressions directly inside an expression."""
    match node:
        case typed.Literal() | typed.Bound():
            return
        case typed.Read(key=key) | typed.Members(key=key):
            if key is not None:
                yield key
        case typed.Apply(arguments=arguments) | typed.Use(arguments=arguments):
            yield from arguments
        case typed.Conditional(test=test, then=then, otherwise=otherwise):
            yield from (test, then, otherwise)
        case typed.Gather(value=value, pick=pick):
            yield from _of_pick(pick)
            if value is not None:
                yield value
        case typed.Span(low=low, high=high):
            yield from (low, high)
        case _:
            assert_never(node)


def within(node: Typed) -> Iterator[Typed]:
    """An expression and every expression inside it; formulas that it uses are not entered."""
    yield node
    for part in parts(node):
        yield from within(part)


def every_expression(model: typed.Model) -> Iterator[Typed]:
    """Every expression of a ruleset, with those inside it; what is only written is not among them."""
    yield from outside_statements(model)
    for step in every_statement(model):
        for node in read_by(step):
            yield from within(node)


def outside_statements(model: typed.Model) -> Iterator[Typed]:
    """Every expression that is in no statement, with those inside it."""
    for node in _roots(model):
        if node is not None:
            yield from within(node)


def _roots(model: typed.Model) -> Iterator[Typed | None]:
    yield from _declared(model)
    yield from on_board(model)
    yield from _in_cards(model)
    for phase in model.phases:
        yield from (phase.start, phase.until)
        yield from _of_pick(phase.pick) if phase.pick else ()
    yield from (formula.expression for formula in model.formulas)
    yield from (value for _, value in model.measures)
    yield from (that for that, _, _ in model.requires)
    yield from (model.score, model.low_seats, model.high_seats)


def _declared(model: typed.Model) -> Iterator[Typed | None]:
    for option in model.options:
        yield from (option.default, option.low, option.high)
    for variable in model.variables:
        yield from (variable.key, variable.starts, variable.low, variable.high)
    for account in model.accounts:
        yield from (account.key, account.starts, account.may_owe)
        yield from read_by_shortage(account.short)
    for declared in model.sets:
        yield from (*declared.members, declared.whole)
    for device in model.devices:
        yield device.throw
        for die in device.dice:
            yield from (die.faces, *(weight for _, weight in die.sides))


def on_board(model: typed.Model) -> Iterator[Typed | None]:
    """What the board and its squares say, statements aside."""
    board = model.board
    if board is not None:
        yield from (board.last, board.starts, board.tokens, board.standing, board.effects_when)
        yield from _of_end(board.beyond)
        yield from _of_end(board.before)
    for square in model.squares:
        yield from (*square.numbers, *square.fields.values())


def _of_end(end: typed.BoardEnd | None) -> Iterator[Typed | None]:
    if end is not None:
        yield from (end.word, end.subject)
        for _, case in end.cases:
            yield from _of_end(case)


def _in_cards(model: typed.Model) -> Iterator[Typed | None]:
    for deck in model.decks:
        yield deck.copies
        counts = (kind[3] for kind in deck.kinds)
        yield from (n for n in (*counts, *deck.values) if not isinstance(n, int))
        yield from (value for _, values in deck.fields for value in values)
    for zone in model.zones:
        yield from (zone.key, zone.room)
