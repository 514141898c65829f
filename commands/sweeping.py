"""`--sweep` as it is typed in; every combination of values to try, out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product, takewhile
from math import prod

import click

from parlour.interpreter.diagnostics import did_you_mean
from parlour.interpreter.lowering.options import OptionInfo
from parlour.interpreter.types import as_written

MOST = 1000
ALL = "all"
_LONG = 4  # values in equal steps that are written as a range
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_SPAN = re.compile(r"(-?[0-9]{1,18})\.\.(-?[0-9]{1,18})(?::(-?[0-9]{1,18}))?")


def swept(texts: Iterable[str], options: Sequence[OptionInfo], given: Mapping[str, str]) -> dict[str, list[str]]:
    """For each option to sweep its values, in the order they are given. UsageError for what cannot be tried."""
    known = {option.name: option for option in options}
    found: dict[str, list[str]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not equals or not name or not values:
            raise _refused(f"'{text}' sweeps nothing: write NAME=a,b,c, NAME=10..40:10 or NAME={ALL}")
        if name not in known:
            raise _refused(
                f"there is no option '{name}'; {did_you_mean(name, known)}" if known else "there are no options"
            )
        if name in found or name in given:
            raise _refused(f"'{name}' is given twice")
        found[name] = list(dict.fromkeys(_values(values, known[name])))
    count = prod(len(values) for values in found.values())
    if count > MOST:
        raise _refused(f"{count} combinations are more than {MOST}: sweep fewer values")
    return found


def combinations(values: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Every combination, the last option changing first."""
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


def told_of(values: Mapping[str, Sequence[str]]) -> list[str]:
    """How each combination is told of before what is done with it; one that is empty where nothing is swept."""
    every = combinations(values)
    return [
        f"{', '.join(f'{name}={value}' for name, value in own.items())} ({number} of {len(every)}): " if own else ""
        for number, own in enumerate(every, 1)
    ]


def in_short(values: Sequence[str]) -> str:
    """The values as `--sweep` takes them, those in equal steps as a range: `2..1000`, `5,10..40:10`."""
    parts: list[str] = []
    at = 0
    while at < len(values):
        count, step = _run(values[at:])
        if count < _LONG:
            parts.append(values[at])
            at += 1
        else:
            parts.append(f"{values[at]}..{values[at + count - 1]}{f':{step}' if step > 1 else ''}")
            at += count
    return ",".join(parts)


def _run(values: Sequence[str]) -> tuple[int, int]:
    """How many of the first are whole numbers in equal steps upward, and the step."""
    numbers = [int(value) for value in takewhile(_NUMBER.fullmatch, values)]
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 0
    if step < 1:
        return min(1, len(numbers)), 1
    return 1 + sum(1 for _ in takewhile(lambda pair: pair[1] - pair[0] == step, pairwise(numbers))), step


def _values(text: str, option: OptionInfo) -> Iterator[str]:
    if text == ALL and ALL not in option.choices:
        yield from _every(option)
        return
    for part in text.split(","):
        span = _SPAN.fullmatch(part)
        if span and not option.choices:
            yield from _stepped(int(span[1]), int(span[2]), int(span[3] or 1), f"{option.name}={part}")
        elif ".." in part and not option.choices:
            raise _refused(f"'{option.name}={part}' is no range: write whole numbers, as in 10..40 or 10..40:10")
        elif part:
            yield part
        else:
            raise _refused(f"a value is missing in '{option.name}={text}'")


def _every(option: OptionInfo) -> Iterator[str]:
    if option.choices:
        yield from map(as_written, option.choices)
    elif option.low is None or option.high is None:
        raise _refused(f"'{option.name}' may be any number: give some, as in {option.name}=1..9:2")
    else:
        yield from _stepped(option.low, option.high, 1, f"{option.name}={ALL}")


def _stepped(low: int, high: int, step: int, written: str) -> Iterator[str]:
    """`written`: the option and its range in the user's words."""
    if step < 1:
        raise _refused(f"'{written}' is empty: its step is {step}, and has to be 1 or more")
    if high < low:
        raise _refused(f"'{written}' is empty: it begins at {low} and ends at {high}; give the lower number first")
    if (high - low) // step >= MOST:
        least, few = (high - low) // MOST + 1, (high - low) // 9
        hint = f"give a step of {least} or more, as in {low}..{high}:{few}"
        raise _refused(f"'{written}' is more than {MOST} values: {hint}")
    yield from map(str, range(low, high + 1, step))


def _refused(message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint="'--sweep'")
