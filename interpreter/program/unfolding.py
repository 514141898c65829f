"""A fold whose numbers are known in; the same without counting out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from parlour.interpreter.program.expressions import (
    FALSE,
    TRUE,
    And,
    Binary,
    Conditional,
    Constant,
    Expr,
    Fold,
    Gathering,
    Not,
    Operator,
    Or,
    Temporary,
    mapped,
)
from parlour.interpreter.program.folding import COMPARING, add, binary, both, either, negated

_TRUTHS = frozenset((*COMPARING, Operator.BIT))


def truth(expr: Expr) -> Expr:
    """1 for what is not 0."""
    match expr:
        case Constant(value):
            return TRUE if value else FALSE
        case And() | Or() | Not() | Fold(gathering=Gathering.ANY | Gathering.ALL):
            return expr
        case Binary(operator=operator) if operator in _TRUTHS:
            return expr
        case _:
            return Binary(Operator.DIFFERENT, expr, Constant(0), -1)


def written_out(fold: Fold, terms: Sequence[tuple[Expr, Expr]]) -> Expr:
    """Where and value of each number, gathered; the fold itself where that cannot be said without it."""
    found: Expr
    match fold.gathering:
        case Gathering.SUM:
            found = Constant(0)
            for where, value in terms:
                found = add(found, _if(where, value, Constant(0)), fold.place)
            return found
        case Gathering.ANY:
            found = FALSE
            for where, value in terms:
                found = either(found, truth(both(where, truth(value))))
            return found
        case Gathering.ALL:
            found = TRUE
            for where, value in terms:
                found = both(found, truth(either(truth(negated(where)), truth(value))))
            return found
        case Gathering.FIRST:
            found = Constant(-1)
            for where, value in reversed(terms):
                found = _if(where, value, found)
            return found
        case Gathering.MIN | Gathering.MAX:
            return _extreme(fold, [term for term in terms if term[0] != FALSE])


def _extreme(fold: Fold, terms: Sequence[tuple[Expr, Expr]]) -> Expr:
    if not terms or any(not isinstance(where, Constant) for where, _ in terms):
        return fold
    operator = Operator.MIN if fold.gathering is Gathering.MIN else Operator.MAX
    found = terms[0][1]
    for _, value in terms[1:]:
        found = binary(operator, found, value, fold.place)
    return found


def _if(test: Expr, then: Expr, otherwise: Expr) -> Expr:
    if isinstance(test, Constant):
        return then if test.value else otherwise
    return Conditional(test, then, otherwise)


def put_in(expr: Expr, number: int, value: Expr) -> Expr:
    """An expression with a value in the place of a Temporary; a fold inside that counts with the same stays."""

    def put(node: Expr) -> Expr:
        if isinstance(node, Temporary):
            return value if node.number == number else node
        if isinstance(node, Fold) and node.number == number:
            return replace(node, start=put(node.start), stop=put(node.stop))
        return mapped(node, put)

    return put(expr)
