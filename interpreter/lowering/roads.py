"""Boards as graphs: neighbours and distances as tables over squares; a board of numbers is a road from each to the next."""

from __future__ import annotations

from collections import deque
from math import isqrt

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.context import Context, Refused
from parlour.interpreter.lowering.domains import Domain
from parlour.interpreter.lowering.expressions import lower
from parlour.interpreter.program.expressions import Constant, Expr, Operator
from parlour.interpreter.program.folding import add, binary

MOST_DISTANCES = 250_000


def roads(context: Context) -> list[list[int]]:
    """By square, the squares that a road leads to, in ascending order; square 0 leads nowhere."""
    board = context.model.board
    leads: list[set[int]] = [set() for _ in range(context.squares + 1)]
    named = board is not None and board.last is None
    pairs = board.roads if board is not None and named else tuple((k, k + 1) for k in range(1, context.squares))
    for a, b in pairs:
        leads[a].add(b)
        leads[b].add(a)
    return [sorted(found) for found in leads]


def neighbours(context: Context, node: typed.Apply) -> Domain:
    leads = roads(context)
    width = max(1, *(len(found) for found in leads))
    flat = tuple(v for found in leads for v in (*found, *(0,) * (width - len(found))))
    square = lower(context, node.arguments[0])
    count = context.lookup("number of neighbours", tuple(len(found) for found in leads), square, node.place)

    def value(k: Expr) -> Expr:
        index = add(binary(Operator.MULTIPLY, square, Constant(width)), k)
        return context.lookup("neighbours", flat, index, node.place)

    return Domain(Constant(0), count, 1, context.squares, width, value=value)


def distance(context: Context, node: typed.Apply) -> Expr:
    size = context.squares + 1
    if size**2 > MOST_DISTANCES:
        what = f"a table of all distances between {context.squares} squares"
        context.report.error("P510", what, node.place, f"at most {isqrt(MOST_DISTANCES) - 1} squares")
        raise Refused(node.place)
    leads = roads(context)
    table = tuple(steps for start in range(size) for steps in _steps(leads, start))
    a, b = (lower(context, argument) for argument in node.arguments)
    row = binary(Operator.MULTIPLY, a, Constant(size))
    return context.lookup("distances", table, add(row, b), node.place)


def _steps(leads: list[list[int]], start: int) -> list[int]:
    """Steps from a square to every other, -1 where no way leads."""
    found = [-1] * len(leads)
    found[start] = 0
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in leads[here]:
            if found[there] < 0:
                found[there] = found[here] + 1
                waiting.append(there)
    return found
