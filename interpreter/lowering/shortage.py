"""Transfers, and what happens when the account that pays holds less than the amount."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.statements import SHORT
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.expressions import constant_value
from parlour.interpreter.program.expressions import Constant, Expr, Operator, Slot
from parlour.interpreter.program.folding import binary
from parlour.interpreter.program.instructions import Short, Target, Transfer
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT


def transfer(
    builder: Builder,
    source: typed.Read,
    to: typed.Read,
    amount: Expr | None,
    short: typed.Shortage | None,
    paid: int,
    place: Place,
) -> None:
    """Emit a transfer; `amount` None is the whole balance, `paid` the slot that gets what was paid (-1: none)."""
    account = next(a for a in builder.context.model.accounts if a.symbol is source.symbol)
    if amount is None:
        mode = Short.OWES if _may_owe(builder, account) else Short.PAYS_ALL
        emit(builder, source, to, None, mode, paid, -1, place)
        return
    rule = _case(builder, short or account.short)
    if rule is not None and rule.cover is not None:
        _covered(builder, source, rule.cover, to, amount, paid, place)
    elif rule is not None and rule.body is not None:
        _then(builder, source, to, amount, paid, rule, place)
    else:
        emit(builder, source, to, amount, _mode(builder, account, rule), paid, -1, place)


def emit(
    builder: Builder,
    source: typed.Read,
    to: typed.Read,
    amount: Expr | None,
    mode: Short,
    paid: int,
    unpaid: int,
    place: Place,
) -> None:
    from_slot, to_slot = _slot(builder, source), _slot(builder, to)
    builder.emit(Transfer(from_slot, to_slot, amount, mode, paid, unpaid, builder.context.place(place)))


def _slot(builder: Builder, account: typed.Read) -> Target:
    return builder.target(account)


def _may_owe(builder: Builder, account: typed.Account) -> bool:
    return account.may_owe is not None and bool(constant_value(builder.lower(account.may_owe), account.may_owe))


def _case(builder: Builder, rule: typed.Shortage | None) -> typed.Shortage | None:
    """The rule that the options leave of a match."""
    if rule is None or rule.subject is None:
        return rule
    value = constant_value(builder.lower(rule.subject), rule.subject)
    return _case(builder, next((case for key, case in rule.cases if key == value), None))


def _mode(builder: Builder, account: typed.Account, rule: typed.Shortage | None) -> Short:
    if rule is not None and rule.word is not None:
        return Short(SHORT.words[constant_value(builder.lower(rule.word), rule.word)])
    return Short.OWES if _may_owe(builder, account) else Short.FAULT


def _covered(
    builder: Builder, source: typed.Read, cover: typed.Read, to: typed.Read, amount: Expr, paid: int, place: Place
) -> None:
    """The source pays what there is, the covering account the rest; that the payee covers himself moves nothing."""
    with builder.frame():
        first, unpaid = builder.slot("paid", INT), builder.slot("unpaid", INT)
        emit(builder, source, to, amount, Short.PAYS_ALL, first, unpaid, place)
        account = next(a for a in builder.context.model.accounts if a.symbol is cover.symbol)
        after = builder.label()
        builder.branch(binary(Operator.GREATER, Slot(unpaid), Constant(0)), after)
        rule = _case(builder, account.short)
        mode = _mode(builder, account, rule) if rule is None or rule.word is not None else Short.PAYS_ALL
        rest = builder.slot("covered", INT)
        emit(builder, cover, to, Slot(unpaid), mode, rest, -1, place)
        builder.mark(after)
        if paid >= 0:
            total = binary(Operator.ADD, Slot(first), Slot(rest), builder.context.place(place))
            builder.set_slot(paid, total, place)


def _then(
    builder: Builder, source: typed.Read, to: typed.Read, amount: Expr, paid: int, rule: typed.Shortage, place: Place
) -> None:
    """The source pays what there is; if that was too little, the statements of the rule run."""
    assert rule.body is not None and rule.payer is not None and rule.unpaid is not None
    with builder.frame():
        unpaid = builder.bind(rule.unpaid)
        emit(builder, source, to, amount, Short.PAYS_ALL, paid, unpaid, place)
        after = builder.label()
        builder.branch(binary(Operator.GREATER, Slot(unpaid), Constant(0)), after)
        payer = builder.lower(source.key) if source.key is not None else Constant(-1)
        builder.let(rule.payer, payer, place)
        builder.block(rule.body)
        builder.mark(after)
