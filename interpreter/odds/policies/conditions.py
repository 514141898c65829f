"""A tree of comparisons and one of its actions in; when that action is taken, as an expression of a ruleset, out."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.odds.policies.features import Feature

Action = int | str  # the number of an option, or the name of what is picked


class Split(Struct, frozen=True):
    """`least`: the least number of the feature that goes on at `yes`; 1 for what is true."""

    feature: Feature
    least: int
    yes: Tree
    no: Tree


Tree = Action | None | Split  # an action (None: it has no name), or what decides

ALONE, JOINED, EITHER, CHOSEN = range(4)  # what binds an expression: nothing, `and`, `or`, `if … else`


class Test(Struct, frozen=True):
    """One comparison, or that it fails."""

    feature: Feature
    least: int
    holds: bool


class All(Struct, frozen=True):
    first: Test
    second: Condition


class Any(Struct, frozen=True):
    first: Test
    second: Condition


class Either(Struct, frozen=True):
    test: Test
    yes: Condition
    no: Condition


Condition = bool | Test | All | Any | Either


def condition(tree: Tree, action: Action, room: int = EITHER) -> str:
    """`room`: what it may be bound by; brackets are put round what binds less. `true` and `false` where nothing is asked."""
    return _text(_condition(tree, action), room)


def _condition(tree: Tree, action: Action) -> Condition:
    if not isinstance(tree, Split):
        return tree == action
    yes, no = _condition(tree.yes, action), _condition(tree.no, action)
    test, other = Test(tree.feature, tree.least, True), Test(tree.feature, tree.least, False)
    if yes == no:
        return yes
    if yes is True:
        return test if no is False else Any(test, no)
    if no is True:
        return other if yes is False else Any(other, yes)
    if yes is False:
        return no if _is_said(tree.no, action, tree.feature.subject) else All(other, no)
    return All(test, yes) if no is False else Either(test, yes, no)


def _is_said(tree: Tree, action: Action, subject: str) -> bool:
    """Whether an action is taken only where something is said of the subject, so that nothing else is true of it."""
    if not isinstance(tree, Split):
        return tree != action
    said = bool(subject) and tree.feature.subject == subject
    return (said or _is_said(tree.yes, action, subject)) and _is_said(tree.no, action, subject)


def _text(condition: Condition, room: int) -> str:
    match condition:
        case bool():
            return str(condition).lower()
        case Test():
            return " and ".join(_joined([condition]))
        case All():
            tests, rest = _conjunction(condition)
            parts = [*_joined(tests), *([] if rest is None else [_text(rest, ALONE)])]
            return _bracketed(" and ".join(parts), JOINED if len(parts) > 1 else ALONE, room)
        case Any(first, second):
            return _bracketed(f"{_text(first, EITHER)} or {_text(second, EITHER)}", EITHER, room)
        case Either(test, yes, no):
            return _bracketed(f"{_text(yes, EITHER)} if {_text(test, EITHER)} else {_text(no, EITHER)}", CHOSEN, room)


def _conjunction(condition: All) -> tuple[list[Test], Condition | None]:
    """All tests that have to hold, and what else has to."""
    tests, rest = [condition.first], condition.second
    while isinstance(rest, All):
        tests.append(rest.first)
        rest = rest.second
    return ([*tests, rest], None) if isinstance(rest, Test) else (tests, rest)


def _joined(tests: list[Test]) -> list[str]:
    """What is asked of one number is said once: within which bounds it is."""
    said: dict[str, None] = {}
    for test in tests:
        same = [other for other in tests if other.feature == test.feature]
        said |= dict.fromkeys([_truth(test)] if test.feature.truth else _bounds(same))
    return list(said)


def _truth(test: Test) -> str:
    return test.feature.text if test.holds else test.feature.denied


def _bounds(tests: list[Test]) -> list[str]:
    """Of one number."""
    text = tests[0].feature.text
    low = max((test.least for test in tests if test.holds), default=None)
    high = min((test.least for test in tests if not test.holds), default=None)
    if low is not None and high == low + 1:
        return [f"{text} == {low}"]
    above = [] if low is None else [f"{text} >= {low}"]
    return above + ([] if high is None else [f"{text} < {high}"])


def _bracketed(text: str, level: int, room: int) -> str:
    return f"({text})" if level > room else text
