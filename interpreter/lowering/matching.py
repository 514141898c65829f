"""`match`: values of the subject lead to the cases, by one switch where the values lie close, by branches elsewhere."""

from __future__ import annotations

from collections import Counter

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.context import Context
from parlour.interpreter.lowering.expressions import constant_value, lower
from parlour.interpreter.program.expressions import Constant, Expr, Operator, Slot
from parlour.interpreter.program.folding import binary, both
from parlour.interpreter.program.instructions import Switch
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT

WIDEST_SWITCH = 2_000
Spans = list[tuple[int, int]]


def match_cases(builder: Builder, subject: typed.Typed, cases: typed.Cases, place: Place) -> None:
    """Emit a match; a subject that the options make constant leaves only its case."""
    value = builder.lower(subject)
    spans = [(spans_of(builder.context, case), case) for case in cases.cases]
    otherwise = next((case for _, case in spans if not case.patterns), None)
    if isinstance(value, Constant):
        chosen = next((c for s, c in spans if any(low <= value.value <= high for low, high in s)), otherwise)
        builder.block(chosen.body if chosen is not None else ())
        return
    labels = [builder.label() for _ in spans]
    after = builder.label()
    rest = labels[cases.cases.index(otherwise)] if otherwise is not None else after
    _dispatch(builder, value, [s for s, _ in spans], labels, rest, place)
    for label, (_, case) in zip(labels, spans, strict=True):
        builder.mark(label)
        builder.block(case.body)
        builder.jump(after)
    builder.mark(after)


def _dispatch(builder: Builder, value: Expr, spans: list[Spans], labels: list[int], rest: int, place: Place) -> None:
    ends = [end for s in spans for span in s for end in span]
    if ends and max(ends) - min(ends) < WIDEST_SWITCH:
        low, high = min(ends), max(ends)
        ways = [rest] * (high - low + 1)
        for found, label in zip(spans, labels, strict=True):
            for first, last in found:
                ways[first - low : last - low + 1] = [label] * (last - first + 1)
        builder.emit(Switch(value, low, tuple(ways), rest))
        return
    with builder.frame():
        kept = builder.slot("subject", INT)
        builder.set_slot(kept, value, place)
        for found, label in zip(spans, labels, strict=True):
            for first, last in found:
                other = builder.label()
                above = binary(Operator.AT_LEAST, Slot(kept), Constant(first))
                builder.branch(both(above, binary(Operator.AT_MOST, Slot(kept), Constant(last))), other)
                builder.jump(label)
                builder.mark(other)
        builder.jump(rest)


def spans_of(context: Context, case: typed.Case) -> Spans:
    """The values of a case, as low..high; throws by their number among the outcomes."""
    found: Spans = []
    for pattern in case.patterns:
        match pattern:
            case typed.Values(low=low, high=high):
                found.append((constant_value(lower(context, low), low), constant_value(lower(context, high), high)))
            case typed.Faces(faces=faces):
                number = outcome_of(context, faces)
                if number is not None:
                    found.append((number, number))
    return found


def outcome_of(context: Context, faces: tuple[int | str, ...]) -> int | None:
    """The number of the throw that shows exactly these faces; None when no device shows it."""
    wanted = Counter(faces)
    if not set(wanted) <= set(context.throws.faces):
        return None
    counts = tuple(wanted[f] for f in context.throws.faces)
    return context.throws.outcomes.index(counts) if counts in context.throws.outcomes else None
