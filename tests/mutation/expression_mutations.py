"""A tree in, one of its expressions changed in place: tokens taken away, swapped, replaced by others, nested."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from parlour.tests.mutation.corpus import Seed
from parlour.tests.mutation.tree import Entries, Spot, Text, spots

_NO_EXPRESSIONS = frozenset(
    (
        "title",
        "texts",
        "words",
        "summary",
        "author",
        "date",
        "sources",
        "quote",
        "name",
        "id",
        "parlour",
        "scenarios",
        "help",
    )
)
_TOKEN = re.compile(r"\s*(\w+|\.\.|//|==|!=|<=|>=|\S)")
OPERATORS = (
    "+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "in", "not in", "..", ".", "if", "else",
    "for", "where", "of", "from", ",", "(", ")", "=", "/", "&", "?", "[", "]",
)  # fmt: skip
LITERALS = (
    "0", "1", "2", "-1", "7", "62", "63", "64", "100", "1000000", "1000000000", "9223372036854775807", "9223372036854775808",
    "true", "false", "none", "1..6", "0..0", "5..1", "1..1000000000", "players", "seats", "seat(1)", "seat(99)", "seat_count",
    "me", "squares", "here", "K of clubs", "'a'", "é", "2..n",
)  # fmt: skip
FUNCTIONS = (
    "min(3, {})", "max({}, {})", "count(k in {})", "count(k in 1..3 where {} > k)", "sum({} for k in 1..9)", "sum(k for k in {})",
    "any(k in {})", "first(k in {})", "max(k for k in {})", "next({})", "seat({})", "others({})", "tokens({})",
    "distance({}, {})",
    "-({})", "not ({})", "({})", "({}) // ({})", "({}) % ({})", "({}) if ({}) else ({})", "({}) * ({})", "abs({})",
    "({}).size", "({}).total", "({}).die({})", "({}).count({})", "({}).owner", "({}).rank", "({}).at", "n in {}",
    "k in {} where {}",
    "p in players where {}", "all({} for k in 1..1000000000)", "sum(j for j in 1..({}))", "neighbours({})",
    "players from ({})",
)  # fmt: skip


def mutated(tree: Entries, seed: Seed, random: Random) -> None:
    """With one or a few mutations of expressions."""
    found = [spot for spot in spots(tree) if _may_be_expression(spot)]
    if not found:
        return
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        spot = random.choice(found)
        assert isinstance(spot.node, Text)
        spot.node.text = random.choice(_MUTATIONS)(spot.node.text, [_text(s) for s in found], seed, random)


def _may_be_expression(spot: Spot) -> bool:
    return isinstance(spot.node, Text) and not (_NO_EXPRESSIONS & set(spot.path))


def _text(spot: Spot) -> str:
    assert isinstance(spot.node, Text)
    return spot.node.text


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text) or [""]


def _joined(tokens: list[str]) -> str:
    """With blanks, but not around the dot and before a parenthesis of a call."""
    return re.sub(r" ?(\.\.?|\() ?| (?=[),])", lambda m: m.group(1) or "", " ".join(tokens))


def _any_token(others: list[str], seed: Seed, random: Random) -> str:
    kind = random.randrange(4)
    if kind == 0:
        return random.choice(OPERATORS)
    if kind == 1:
        return random.choice(LITERALS)
    return random.choice(seed.names) if kind == 2 else random.choice(_tokens(random.choice(others)))


def _drop(text: str, _others: list[str], _seed: Seed, random: Random) -> str:
    tokens = _tokens(text)
    del tokens[random.randrange(len(tokens))]
    return _joined(tokens)


def _insert(text: str, others: list[str], seed: Seed, random: Random) -> str:
    tokens = _tokens(text)
    tokens.insert(random.randint(0, len(tokens)), _any_token(others, seed, random))
    return _joined(tokens)


def _swap(text: str, _others: list[str], _seed: Seed, random: Random) -> str:
    tokens = _tokens(text)
    one, other = random.randrange(len(tokens)), random.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return _joined(tokens)


def _replace(text: str, others: list[str], seed: Seed, random: Random) -> str:
    tokens = _tokens(text)
    tokens[random.randrange(len(tokens))] = _any_token(others, seed, random)
    return _joined(tokens)


def _replace_alike(text: str, others: list[str], seed: Seed, random: Random) -> str:
    """A name by a name, a number by a number, an operator by an operator: more often one that validates."""
    tokens = _tokens(text)
    number = random.randrange(len(tokens))
    token = tokens[number]
    if token.isdigit():
        tokens[number] = random.choice(LITERALS)
    elif token.isidentifier() and token not in OPERATORS:
        names = [t for other in others for t in _tokens(other) if t.isidentifier() and t not in OPERATORS]
        tokens[number] = random.choice(names or list(seed.names))
    else:
        tokens[number] = random.choice(OPERATORS)
    return _joined(tokens)


def _graft(_text: str, others: list[str], _seed: Seed, random: Random) -> str:
    return random.choice(others)


def _literal(_text: str, _others: list[str], _seed: Seed, random: Random) -> str:
    return random.choice(LITERALS)


def _apply(text: str, others: list[str], _seed: Seed, random: Random) -> str:
    """Inside a function or an operator, once or many times over."""
    form = random.choice(FUNCTIONS)
    for _ in range(random.choice((1, 1, 1, 1, 2, 5, 30))):
        if len(text) > 3000:
            break
        parts = [text, *(random.choice((text, random.choice(others), random.choice(LITERALS))) for _ in range(2))]
        text = form.format(*parts)
    return text


_MUTATIONS: tuple[Callable[[str, list[str], Seed, Random], str], ...] = (
    _drop, _insert, _swap, _replace, _replace, _replace_alike, _replace_alike, _replace_alike, _graft, _literal, _apply, _apply,
)  # fmt: skip
