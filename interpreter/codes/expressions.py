"""The codes P3xx: the spelling of expressions, picks and the keys of cases."""

from __future__ import annotations

from parlour.interpreter.codes.code import Code


def _number(text: str) -> str:
    return f"score: {text}\n"


def _condition(text: str) -> str:
    return f"formulas:\n  holds:\n    with: {{p: player}}\n    is: {text}\n"


def _picked(text: str) -> str:
    return f"phases:\n  pay:\n    do:\n      - for: {text}\n        do: []\n"


def _case(key: str) -> str:
    cases = f"        cases:\n          {key}: []\n          otherwise: []\n"
    return "phases:\n  move:\n    do:\n      - match: round\n" + cases


EXPRESSIONS = (
    Code(
        "P301",
        "nothing stands here",
        "An expression, a pick or the key of a case is wanted, and the value is empty.",
        _number('""'),
        _number("me.purse"),
    ),
    Code(
        "P302",
        "too long",
        "An expression has at most 2,000 characters. Give its parts names under `formulas:`.",
        "score: 1 + 1 + …, and so on for 2,001 characters",
        "score: first_half(me) + second_half(me)",
        runnable=False,
    ),
    Code(
        "P303",
        "too deep",
        "An expression is at most 40 levels deep: each call, each operator in parentheses and each operator of a "
        "chain is a level. Give its parts names under `formulas:`, or use a set: `x in small` instead of a chain of "
        "`x == 1 or x == 2`.",
        _number(" + ".join(["1"] * 41)),
        _number("40 + 1"),
    ),
    Code(
        "P304",
        "expected something else",
        "The expression is well up to the caret; the message says what may follow there and what was found instead.",
        _number("me.purse me.points"),
        _number("me.purse + me.points"),
    ),
    Code(
        "P305",
        "parentheses do not match",
        "Each `(` needs its `)`. The caret stands under the one that is alone.",
        _number("2 * (me.purse + 1"),
        _number("2 * (me.purse + 1)"),
    ),
    Code(
        "P306",
        "'=' does not compare",
        "Two values are compared with `==`. An expression only reads; a variable is changed by a statement: "
        "`set: {x: 3}` or `add: {x: 1}`.",
        _condition("p.purse = 3"),
        _condition("p.purse == 3"),
    ),
    Code(
        "P307",
        "'/' would leave the whole numbers",
        "All numbers are whole. `//` divides and rounds down, `%` is the rest.",
        _number("me.purse / 2"),
        _number("me.purse // 2"),
    ),
    Code(
        "P308",
        "a sign for a word",
        "Conditions are joined by the words `and`, `or` and `not`.",
        _condition("p.purse > 3 && p.points > 3"),
        _condition("p.purse > 3 and p.points > 3"),
    ),
    Code(
        "P309",
        "a written number minus a written number",
        "`5-9` reads like the numbers from 5 to 9, and would be -4. A range is written `5..9`; a difference of two "
        "written numbers can be written as the number that it is.",
        _condition("p.purse in 5-9"),
        _condition("p.purse in 5..9"),
    ),
    Code(
        "P310",
        "brackets",
        "An expression has no brackets. An entry of a table is `room(1)`, a die of a throw `t.die(1)`; a list of "
        "values is a set, named under `sets:`, or a range `1..6`.",
        _number("room[1]"),
        _number("room(1)"),
    ),
    Code(
        "P311",
        "'?' does not choose",
        "A choice between two values reads `x if c else y`.",
        _number('"me.purse > 3 ? 1 : 0"'),
        _number("1 if me.purse > 3 else 0"),
    ),
    Code(
        "P312",
        "quoted text",
        "Words (the values of an option, ranks, suits, faces) stand bare. Sentences for players stand under `texts:`. "
        "Quotes around the whole expression belong to YAML and are fine.",
        _condition('tie == "split"'),
        _condition("tie == split"),
    ),
    Code(
        "P313",
        "an expression would change something",
        "An expression only reads. Variables are changed by `add: {x: 1}` and `set: {x: 3}`, accounts by `transfer:`.",
        _number("round++"),
        _number("round + 1"),
    ),
    Code(
        "P314",
        "a sign of another language",
        "The operators are `+ - * // %`, `== != < <= > >=`, `in`, `not in`, `and`, `or`, `not`, `..` and "
        "`x if c else y`; there are no others.",
        _condition("p.purse <> 3"),
        _condition("p.purse != 3"),
    ),
    Code(
        "P315",
        "a character that means nothing",
        "Expressions hold letters, digits, `_` and the signs of the operators. A word processor may have put a "
        "typographic sign or an invisible character in the place of a plain one.",
        _condition("p.purse ≤ 3"),
        _condition("p.purse <= 3"),
    ),
    Code(
        "P316",
        "a number in another spelling",
        "Numbers are whole and written with the digits 0 to 9 alone.",
        _number("me.purse * 1_000"),
        _number("me.purse * 1000"),
    ),
    Code(
        "P317",
        "a number too large",
        "Numbers have 64 bits: the largest is 9223372036854775807.",
        _number("9223372036854775808"),
        _number("9223372036854775807"),
    ),
    Code(
        "P318",
        "no name",
        "A name begins with a letter of any script and goes on with letters, digits and `_`. Superscripts and other "
        "figures that look like digits are neither.",
        _number("me.purse²"),
        _number("me.purse * me.purse"),
    ),
    Code(
        "P319",
        "a chain of comparisons or ranges",
        "`a < b < c` compares a truth with a number in some languages and means `a < b and b < c` in others, so it is "
        "written out. A range has two ends.",
        _condition("0 < p.purse < 9"),
        _condition("0 < p.purse and p.purse < 9"),
    ),
    Code(
        "P320",
        "no pick",
        "A pick reads `NAME in SET` or `NAME in SET where CONDITION`: a new name for each member in turn, the set it "
        "is taken from, and which members count.",
        _picked("players where p.purse > 0"),
        _picked("p in players where p.purse > 0"),
    ),
    Code(
        "P321",
        "a pick where none may stand",
        "Picks stand in `for:`, `one:`, `some:`, `cards:`, `winners:` and in the folds all, any, count, first, max, "
        "min and sum, once in each. Everywhere else a value is wanted.",
        _number("p in players where p.purse > 0"),
        _number("count(p in players where p.purse > 0)"),
    ),
    Code(
        "P322",
        "a fold with the wrong parts",
        "`count`, `any` and `first` take a pick: `count(c in hand where c.value > 3)`. `sum`, `max`, `min` and `all` "
        "take a value for each: `sum(c.value for c in hand)`, `all(c.value > 3 for c in hand)`; `count` and `any` may. "
        "`max` and `min` also compare values: `max(a, b)`.",
        _number("sum(me.hand)"),
        _number("sum(c.value for c in me.hand)"),
    ),
    Code(
        "P323",
        "'from' after something else",
        "`players from p` are the players in the order of the turns from the left of p; `seats from p` likewise. "
        "Other sets have no such order; `others(p)` begins at the left of p by itself.",
        _picked("q in others(p) from p"),
        _picked("q in players from p"),
    ),
    Code(
        "P324",
        "a range upside down",
        "In the key of a case a range goes from its lower to its higher end, both included.",
        _case("4..2"),
        _case("2..4"),
    ),
    Code(
        "P325",
        "no case",
        "The key of a case is a number, a word, a range `2..4`, a card `K of clubs`, a throw `6 3`, several of these "
        "with commas, or `otherwise` alone.",
        _case("2 | 3"),
        _case("2, 3"),
    ),
)
