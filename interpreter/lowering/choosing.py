"""Choices: among named ways, among the values of a set, or several of them at once."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Local
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.domains import steady, values_of
from parlour.interpreter.lowering.expressions import constant_value, domain
from parlour.interpreter.program.expressions import TRUE, Constant, Expr, Temporary
from parlour.interpreter.program.folding import add, both
from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome, Note, Option
from parlour.interpreter.program.program import ChoiceInfo
from parlour.interpreter.types import INT, set_of

MOST_OF_A_SET = 16  # 65,535 actions: more could not be listed in time


def choose(builder: Builder, step: typed.Step) -> None:
    """Emit the choice that the step describes, after what its question is given."""
    given = step.arguments.get("say")
    if isinstance(given, typed.Spoken):
        text = builder.text(given.text, given.arguments)
        builder.tell(Note.ASKING, tuple(builder.lower(value) for _, value in given.arguments), step.place, text)
    if isinstance(step.arguments.get("options"), typed.Ways):
        _options(builder, step)
    elif isinstance(step.arguments.get("one"), typed.Picked):
        _one(builder, step)
    elif isinstance(step.arguments.get("some"), typed.Picked):
        _some(builder, step)
    else:
        builder.context.report.error(
            "P406", "a choice needs options, one or some", step.place, "options: {NAME: STATEMENTS}"
        )


def _id(step: typed.Step) -> str:
    name = step.arguments["id"]
    assert isinstance(name, typed.Name)
    return name.text


def _by(builder: Builder, step: typed.Step) -> Expr:
    return builder.lower(step.arguments["by"])  # type: ignore[arg-type]


def _options(builder: Builder, step: typed.Step) -> None:
    ways = step.arguments["options"]
    assert isinstance(ways, typed.Ways)
    labels, after = [builder.label() for _ in ways.ways], builder.label()
    tests = [builder.lower(w.only_if) if w.only_if is not None else TRUE for w in ways.ways]
    policies = tuple((name, tuple(builder.lower(v) for v in values)) for name, values in ways.policies)
    number = builder.choice(ChoiceInfo(_id(step), tuple(w.name for w in ways.ways), INT, ()))
    options = tuple(Option(test, label) for test, label in zip(tests, labels, strict=True))
    otherwise = _otherwise(builder, step)
    place = builder.context.place(step.place)
    builder.emit(Choose(number, _by(builder, step), options, otherwise, policies, place))
    for label, way in zip(labels, ways.ways, strict=True):
        builder.mark(label)
        builder.block(way.body)
        builder.jump(after)
    _else(builder, step, otherwise, after)
    builder.mark(after)


def _otherwise(builder: Builder, step: typed.Step) -> int:
    return builder.label() if "else" in step.arguments else -1


def _else(builder: Builder, step: typed.Step, otherwise: int, after: int) -> None:
    body = step.arguments.get("else")
    if isinstance(body, tuple):
        builder.mark(otherwise)
        builder.block(body)
        builder.jump(after)


def _after(builder: Builder, step: typed.Step, otherwise: int) -> None:
    """What is done with what was picked, and what where nothing could be."""
    body, after = step.arguments.get("do"), builder.label()
    if isinstance(body, tuple):
        builder.block(body)
    if otherwise != -1:
        builder.jump(after)
    _else(builder, step, otherwise, after)
    builder.mark(after)


def _one(builder: Builder, step: typed.Step) -> None:
    picked, name = step.arguments["one"], step.arguments.get("as")
    assert isinstance(picked, typed.Picked)
    members = domain(builder.context, picked.set)
    count = Temporary(0)
    builder.context.env[picked.local] = members.value(count)
    test = builder.lower(picked.test) if picked.test is not None else TRUE
    where = both(members.holds(count), test)
    policies = _policies(builder, step)
    into = builder.written(name)
    number = builder.choice(ChoiceInfo(_id(step), (), picked.local.type, (), picked.local.name))
    otherwise, place = _otherwise(builder, step), builder.context.place(step.place)
    builder.emit(
        ChooseOne(
            number,
            _by(builder, step),
            members.start,
            members.stop,
            where,
            members.value(count),
            into,
            otherwise,
            policies,
            place,
        )
    )
    _after(builder, step, otherwise)


def _policies(builder: Builder, step: typed.Step) -> tuple[tuple[str, Expr], ...]:
    opinions = step.arguments.get("opinions")
    assert isinstance(opinions, typed.Opinions)
    return tuple((name, builder.lower(value)) for name, value in opinions.policies)


def _some(builder: Builder, step: typed.Step) -> None:
    picked, name = step.arguments["some"], step.arguments.get("as")
    assert isinstance(picked, typed.Picked)
    with builder.context.temporary() as free:
        members = steady(domain(builder.context, picked.set), free.number, builder.context.place(picked.place))
    start = constant_value(members.start, picked.set)
    into = builder.written(name) if name is not None else builder.slot("chosen", set_of(picked.local.type))
    if isinstance(name, Local):
        builder.context.masks[name] = members
    if members.most > MOST_OF_A_SET:
        message = f"some of {members.most} values: at most {MOST_OF_A_SET} can be chosen from together"
        builder.context.report.error("P513", message, picked.place, "narrow the set that is chosen from")
        return
    count = add(Temporary(0), Constant(start))
    builder.context.env[picked.local] = members.value(count)
    test = builder.lower(picked.test) if picked.test is not None else TRUE
    where = both(members.holds(count), test)
    when = step.arguments.get("if_all")
    condition = builder.lower(when) if when is not None else TRUE  # type: ignore[arg-type]
    policies = _policies(builder, step)
    info = ChoiceInfo(_id(step), (), picked.local.type, values_of(members), picked.local.name)
    number = builder.choice(info)
    otherwise, place = _otherwise(builder, step), builder.context.place(step.place)
    builder.emit(
        ChooseSome(number, _by(builder, step), members.most, where, condition, into, otherwise, policies, place)
    )
    _after(builder, step, otherwise)
