"""Best play in; the same as a policy that a ruleset can say, where it is small, out.

For each choice a tree of comparisons is grown over what the one who chooses can ask, until all situations in a leaf are
decided alike. One comparison with a number becomes a threshold; more become conditions of the options, or of the values
that can be picked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

from parlour.interpreter.odds.policies.conditions import JOINED, Action, Split, Tree, condition
from parlour.interpreter.odds.policies.features import Feature, Row, picking, rows_of, seat_of
from parlour.interpreter.program.program import ChoiceInfo, Program
from parlour.interpreter.runtime.policies import Policy, Table

SMALL = 20  # comparisons that a policy may need to be printed
WIDTH = 100  # letters of an expression in one line

Rows = Sequence[tuple[Row, Action | None]]


def phrased(policy: Policy, program: Program, seats: Sequence[int]) -> list[str] | None:
    """Lines for a ruleset: one policy for all `seats` that play their best, or one a seat. None where it is not small, or
    asks what a policy cannot."""
    together = _policy("best", policy.tables, program, seats)
    if together is not None or len(seats) == 1:
        return together and ["policies:", *together]
    apart = [_policy(f"best_{seat + 1}", policy.tables, program, [seat]) for seat in seats]
    if any(lines is None for lines in apart):
        return None
    return ["policies:", *(line for lines in apart if lines for line in lines)]


def _policy(name: str, tables: Sequence[Table], program: Program, seats: Sequence[int]) -> list[str] | None:
    """A policy for the choices of these seats."""
    infos = {info.name: info for info in program.choices}
    lines, comparisons = [f"  {name}:"], 0
    for choice in dict.fromkeys(table.choice for table in tables):
        info = infos[choice]
        rows = list(_rows(info, [table for table in tables if table.choice == choice], program, seats))
        if not rows:
            continue
        tree = None if info.values else _grown(rows, SMALL)
        said = None if tree is None else _options(info, tree) if info.options else _each(info, tree)
        if tree is None or said is None:
            return None
        comparisons += _size(tree)
        lines += [f"    {choice}:", *(f"      {line}" for line in said)]
    return lines if len(lines) > 1 and comparisons <= SMALL else None


def _rows(
    info: ChoiceInfo, tables: Sequence[Table], program: Program, seats: Sequence[int]
) -> Iterator[tuple[Row, Action | None]]:
    """All situations in which one of these seats makes a choice."""
    for table in tables:
        for seat in [seat_of(table)] if seat_of(table) >= 0 else seats[:1]:
            if seat in seats:
                named = picking(info, program, seat) if info.pick else int
                yield from ((row, named(action)) for row, action in rows_of(table, program, seat))


def _grown(rows: Rows, most: int) -> Tree | None:
    """The smallest tree that greed finds; None where situations that look alike are decided differently."""
    actions = {action for _, action in rows}
    if len(actions) == 1:
        return next(iter(actions))
    best = min(_splits(rows), key=lambda split: split[0], default=None)
    if best is None or most <= 0:
        return None
    _, feature, least = best
    yes = _grown([row for row in rows if row[0][feature] >= least], most - 1)
    no = _grown([row for row in rows if row[0][feature] < least], most - 1)
    return None if yes is None or no is None else Split(feature, least, yes, no)


def _splits(rows: Rows) -> Iterator[tuple[float, Feature, int]]:
    """Each comparison that parts the situations, with how mixed the parts are."""
    shared = set(rows[0][0]).intersection(*(row for row, _ in rows))
    for feature in sorted(shared, key=lambda f: f.text):
        counts: dict[int, Counter[Action | None]] = {}
        for row, action in rows:
            counts.setdefault(row[feature], Counter())[action] += 1
        above, below = sum(counts.values(), Counter[Action | None]()), Counter[Action | None]()
        for before, value in zip(sorted(counts), sorted(counts)[1:], strict=False):
            below += counts[before]
            above -= counts[before]
            yield _mixed(below) + _mixed(above), feature, value


def _mixed(counts: Counter[Action | None]) -> float:
    """How many pairs of situations are decided differently, as a part of all (Gini), times the number of situations."""
    whole = counts.total()
    return whole - sum(n * n for n in counts.values()) / whole


def _options(info: ChoiceInfo, tree: Tree) -> list[str]:
    """A line an option: what it is worth."""
    names = info.options
    if not isinstance(tree, Split):
        return [f"{name}: {int(number == tree)}" for number, name in enumerate(names)]
    if (
        not isinstance(tree.yes, Split)
        and not isinstance(tree.no, Split)
        and len(names) == 2
        and not tree.feature.truth
    ):
        first, second = tree.feature.text, str(tree.least)
        worths = (first, second) if tree.yes == 0 else (str(tree.least - 1), first)
        return [f"{name}: {worth}" for name, worth in zip(names, worths, strict=True)]
    usual = Counter(_leaves(tree)).most_common(1)[0][0]
    said = ["1" if number == usual else _worth(tree, number) for number in range(len(names))]
    return [line for name, worth in zip(names, said, strict=True) for line in _line(name, worth)]


def _each(info: ChoiceInfo, tree: Tree) -> list[str] | None:
    """What each value is worth that can be picked: the one that takes longest to say is picked where no other is."""
    actions = [action for action in dict.fromkeys(_leaves(tree)) if action is not None]
    if None in _leaves(tree):
        return None
    *others, last = sorted(actions, key=lambda action: len(condition(tree, action)))
    if not others:
        return [f"each: 1 if {info.pick} == {last} else 0"]
    said = " or ".join(f"{info.pick} == {action} and {condition(tree, action, JOINED)}" for action in others)
    return list(_line("each", f"2 if {said} else 1 if {info.pick} == {last} else 0"))


def _line(name: str, worth: str) -> list[str]:
    """A long expression is folded, as YAML folds it."""
    if len(worth) <= WIDTH:
        return [f"{name}: {worth}"]
    return [f"{name}: >-", *(f"  {line}" for line in wrap(worth, WIDTH))]


def _worth(tree: Tree, action: Action) -> str:
    said = condition(tree, action)
    return "0" if said == "false" else f"2 if {said} else 0"


def _leaves(tree: Tree) -> Iterator[Action | None]:
    if isinstance(tree, Split):
        yield from _leaves(tree.yes)
        yield from _leaves(tree.no)
    else:
        yield tree


def _size(tree: Tree) -> int:
    return 1 + _size(tree.yes) + _size(tree.no) if isinstance(tree, Split) else 0
