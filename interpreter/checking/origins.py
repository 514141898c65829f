"""Where a name that is bound in rules comes from: a value, a member of a set, a roll, what is passed to an effect."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from parlour.interpreter.checking.traversal import every_expression, every_statement, written_by
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Local, Symbol, Typed


class Member(Struct, frozen=True):
    """Each of a set in turn, or one of it"""

    set: Typed


class Rolled(Struct, frozen=True):
    """A throw of a device with so many dice (None: all)"""

    device: Symbol
    number: Typed | None


Origin = Typed | Member | Rolled
Origins = dict[Local | Symbol, list[Origin]]


def origins_of(model: typed.Model) -> Origins:
    """For each local name and each variable of throws, everything that it can come from, as far as that is known.

    A name that is missing can be anything of its type.
    """
    found: Origins = {}
    for name, origin in (*_in_statements(model), *_in_expressions(model)):
        found.setdefault(name, []).append(origin)
    return found


def _in_statements(model: typed.Model) -> Iterator[tuple[Local | Symbol, Origin]]:
    for phase in model.phases:
        if phase.pick is not None:
            yield phase.pick.local, Member(phase.pick.set)
    for step in every_statement(model):
        if isinstance(step, typed.EffectCall):
            yield from zip(step.effect.parameters, step.arguments, strict=True)
            yield from step.needs
            continue
        for argument in step.arguments.values():
            if isinstance(argument, typed.Picked):
                yield from _picked(step, argument)
        for target, value in written_by(step):
            yield from _written(step, target, value)


def _picked(step: typed.Step, pick: typed.Picked) -> Iterator[tuple[Local, Origin]]:
    """The name of a pick; where it stays bound after the statement, that is another local of the same name."""
    yield pick.local, Member(pick.set)
    name = step.arguments.get("as")
    if isinstance(name, Local) and "some" not in step.arguments:
        yield name, Member(pick.set)


def _written(
    step: typed.Step, target: typed.Read | typed.Bound | Local, value: Typed | None
) -> Iterator[tuple[Local | Symbol, Origin]]:
    name = (
        target.symbol if isinstance(target, typed.Read) else target.local if isinstance(target, typed.Bound) else target
    )
    device = step.arguments.get("with")
    if isinstance(device, Symbol):
        number = step.arguments.get("number")
        yield name, Rolled(device, number if isinstance(number, Typed) else None)
    elif value is not None:
        yield name, value


def _in_expressions(model: typed.Model) -> Iterator[tuple[Local, Origin]]:
    formulas = {formula.symbol: formula for formula in model.formulas}
    for node in every_expression(model):
        match node:
            case typed.Gather(pick=pick):
                yield pick.local, Member(pick.set)
            case typed.Use(formula=symbol, arguments=arguments, needs=needs):
                yield from zip(formulas[symbol].parameters, arguments, strict=True)
                yield from needs
            case _:
                pass
