"""Texts of expressions, picks and case keys: which are read, as what; which are refused, where and in what words."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from lark import Lark

from parlour.interpreter.codes import ALL, Code
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.grammar import parser, tables
from parlour.interpreter.language.grammar.nodes import (
    Attribute,
    Binary,
    Call,
    CardOf,
    CardPattern,
    Conditional,
    FacesPattern,
    Fold,
    Name,
    Nothing,
    Number,
    OtherwisePattern,
    Pick,
    PlayersFrom,
    Range,
    RangePattern,
    Truth,
    Unary,
)
from parlour.interpreter.source import NOWHERE, Place, Source
from parlour.tests.unparse import unparse, unparse_faces

LANGUAGE = Path(parser.__file__).parent
Parse = Callable[[str, Place, Report], object]


def place_of(text: str) -> Place:
    """A text that begins in column 10 of line 3."""
    return Place(Source("game.yaml", f"\n\nscore:   {text} # a comment"), 3, 10, 3, 10 + len(text))


def read(text: str, parse: Parse = parser.parse_expression) -> object:
    report = Report()
    node = parse(text, place_of(text), report)
    assert [d.message for d in report] == []
    assert node is not None
    return node


def refuse(text: str, parse: Parse = parser.parse_expression) -> Report:
    report = Report()
    assert parse(text, place_of(text), report) is None
    assert report.has_errors
    return report


# Every expression of the example rulesets (copied), as it stands there; the parser must give back the same text.
EXAMPLES = """
2 if seat_count <= 11 else 3 · 100 * unit · seat(1) · others(bank_seat) · card.rank · n * unit · p.hand · called
stock · n * unit * count(c in p.hand where c.rank == card.rank) · bank_seat.closed · bank_seat.purse
players from bank_seat · not any(p in players where p.hand.size == 0) · 5 if turn_over == every else 1
count(p in players where p.hand.size == 0) · unit * p.hand.size · finished == 1 or tie == split · pot // finished
stock.size == 0 · card.value == n · next(bank_seat) · round < rounds · me.purse · cast.total * going · me.from
not me.has_thrown · cast.total · stake + beans_kept · empty_purse == owes
who.unpaid == 0 and not (justice == miss_two_turns and who.missing > 0) · me.rent_free == 0 · collects(me)
min(n, who.lent) · -got · here + 2 · opponent.purse · bank // 2 · half >= 0 · -half · odd_bean == to_the_mover
plays_on == extra_turn · lot == tickets · cast.total == 0 and no_heads == toss_again · me.rent_free > 0
me.unpaid > 0 · -1 · t.total == 1 · t.total · me.points + pot >= goal · 1 if pot >= 20 else 0
0 if pot >= 20 else 1 · true · all · 7 · opponent · min(3, me.purse) · seat_count * goals < 16 · 2 * length
t.count(6) · t.has(1) · t.is_double · t.die(1) · distance(a, b) · sum(c.value for c in p.hand where c.suit == s)
neighbours(s) · next(dealer) · not forced · K of clubs · 1..n · owes if empty_purse == owes else pays_all
"""
PICKS = """
n in 1..5 · p in others(bank_seat) · p in players from bank_seat · c in bank_seat.closed · n in 1..10 · c in used
p in players where p.hand.size == 0 · c in p.hand where c.rank == card.rank · p in players where p.hand.size > 0
k in 1..tiles where open(k) · p in players where p.chips > 0 · me in players · c in p.turned
"""
KEYS = """
6 3 · 5 4 · otherwise · miss_two_turns · 2 · -1 · 2..4 · -3..-1
K of clubs · 10 of hearts · 2, 3, 12 · true · none · 2..4, 7
"""


def texts(block: str) -> list[str]:
    return [text.strip() for line in block.strip().splitlines() for text in line.split("·")]


@pytest.mark.parametrize("text", texts(EXAMPLES))
def test_expressions_of_the_examples_are_read_and_written_back(text: str) -> None:
    assert unparse(read(text)) == text  # type: ignore[arg-type]
    assert read(text, parser.parse_pick_or_expression) == read(text)


@pytest.mark.parametrize("text", texts(PICKS))
def test_picks_of_the_examples_are_read_and_written_back(text: str) -> None:
    pick = read(text, parser.parse_pick)
    assert isinstance(pick, Pick)
    assert unparse(pick) == text
    assert read(text, parser.parse_pick_or_expression) == pick


@pytest.mark.parametrize("text", texts(KEYS))
def test_case_keys_are_read_and_written_back(text: str) -> None:
    assert unparse_faces(read(text, parser.parse_faces)) == text  # type: ignore[arg-type]


GROUPED = {
    "a + b * c": "a + (b * c)",
    "a - b - c": "(a - b) - c",
    "a // b * c % d": "((a // b) * c) % d",
    "-a * b": "(-a) * b",
    "- - a": "-(-a)",
    "not a == b": "not (a == b)",
    "not a in b": "not (a in b)",
    "a not in b and c": "(a not in b) and c",
    "a and b or c and d": "(a and b) or (c and d)",
    "not a and b": "(not a) and b",
    "a + 1..b * 2": "(a + 1)..(b * 2)",
    "x in 1..n + 1": "x in (1..(n + 1))",
    "a if b else c if d else e": "a if b else (c if d else e)",
    "a or b if c or d else e": "(a or b) if (c or d) else e",
    "c == K of s.suit": "c == (K of (s.suit))",
    "p in players from next(d)": "p in (players from (next(d)))",
    "first(c in h).rank == K": "(first(c in h).rank) == K",
    "a.b.c(1).d": "((a.b).c(1)).d",
    "any(p in s where a if b else c)": "any(p in s where (a if b else c))",
    "sum(a if b else c for x in s)": "sum((a if b else c) for x in s)",
}


@pytest.mark.parametrize(("bare", "grouped"), GROUPED.items())
def test_precedence(bare: str, grouped: str) -> None:
    assert unparse(read(bare)) == unparse(read(grouped))  # type: ignore[arg-type]
    assert len(unparse(read(grouped))) <= len(bare)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["(a - b) - c", "a - (b - c)", "(a == b) == c", "(5) - 9", "5 - (9)", "-(5)..9", "(a).b"]
)
def test_parentheses_that_matter_or_do_no_harm(text: str) -> None:
    read(text)
    assert unparse(read("a - (b - c)")) == "a - (b - c)"  # type: ignore[arg-type]


def test_each_kind_of_node_and_its_places() -> None:
    def at(start: int, end: int) -> Place:
        return place.part(start, end)

    text = "count(c in p.hand where c not in x) + t.die(1)"
    place = place_of(text)
    name = Name("c", at(6, 7))
    hand = Attribute(Name("p", at(11, 12)), "hand", at(13, 17), at(11, 17))
    test = Binary("not in", Name("c", at(24, 25)), Name("x", at(33, 34)), at(26, 32), at(24, 34))
    fold = Fold("count", None, Pick(name, hand, test, at(6, 34)), at(0, 5), at(0, 35))
    call = Call(Name("t", at(38, 39)), "die", (Number(1, at(44, 45)),), at(40, 43), at(38, 46))
    assert read(text) == Binary("+", fold, call, at(36, 37), at(0, 46))
    text = "-1..2 if not (true) else K of s"
    place = place_of(text)
    span = Range(Unary("-", Number(1, at(1, 2)), at(0, 2)), Number(2, at(4, 5)), at(0, 5))
    test_node = Unary("not", Truth(True, at(14, 18)), at(9, 19))
    card = CardOf(Name("K", at(25, 26)), Name("s", at(30, 31)), at(25, 31))
    assert read(text) == Conditional(test_node, span, card, at(0, 31))
    text = "players from p"
    place = place_of(text)
    assert read(text) == PlayersFrom(Name("players", at(0, 7)), Name("p", at(13, 14)), at(0, 14))


def test_each_kind_of_pattern() -> None:
    text = "2..4, -1, K of s, 6 bell, none"
    place = place_of(text)
    assert read(text, parser.parse_faces) == (
        RangePattern(Number(2, place.part(0, 1)), Number(4, place.part(3, 4)), place.part(0, 4)),
        FacesPattern((Number(-1, place.part(6, 8)),), place.part(6, 8)),
        CardPattern(Name("K", place.part(10, 11)), Name("s", place.part(15, 16)), place.part(10, 16)),
        FacesPattern((Number(6, place.part(18, 19)), Name("bell", place.part(20, 24))), place.part(18, 24)),
        FacesPattern((Nothing(place.part(26, 30)),), place.part(26, 30)),
    )
    assert read("otherwise", parser.parse_faces) == (OtherwisePattern(place_of("otherwise")),)


def test_a_name_in_a_set_is_a_pick_only_where_a_pick_is_wanted() -> None:
    assert isinstance(read("x in s"), Binary)
    assert isinstance(read("f(x in s)"), Call)
    assert isinstance(read("any(x in s)"), Fold)
    assert isinstance(read("x in s", parser.parse_pick_or_expression), Pick)
    assert isinstance(read("(x in s)", parser.parse_pick_or_expression), Binary)


def test_names_are_unicode_and_normalised() -> None:
    assert unparse(read("ході + 1")) == "ході + 1"  # type: ignore[arg-type]
    composed, decomposed = read("caf\u00e9 + 1"), read("cafe\u0301 + 1")
    assert unparse(composed) == unparse(decomposed) == "caf\u00e9 + 1"  # type: ignore[arg-type]
    assert read("cafe\u0301") == Name("caf\u00e9", place_of("cafe\u0301"))
    assert unparse(read("of.from + notable + iffy")) == "of.from + notable + iffy"  # type: ignore[arg-type]
    assert unparse(read("कि + 1")) == "कि + 1"  # type: ignore[arg-type]


REFUSED = [  # text, code, offset and width of the caret, part of what is said
    ("", "P301", 0, 1, "write an expression"),
    ("  ", "P301", 0, 2, "nothing stands here"),
    ("a b", "P304", 2, 1, "expected an operator or the end, found 'b'"),
    ("t == 6 3", "P304", 7, 1, "match it, with the case `6 3`"),
    ("f(a b)", "P304", 4, 1, "expected ')', ',' or an operator, found 'b'"),
    ("sum(a b)", "P304", 6, 1, "expected ')', ',', 'where', 'for' or an operator, found 'b'"),
    ("(a b)", "P304", 3, 1, "expected ')' or an operator, found 'b'"),
    ("a +", "P304", 3, 1, "expected a value, found the end"),
    ("a + * b", "P304", 4, 1, "'*' stands between two values"),
    ("f(a, )", "P304", 5, 1, "expected a value, found ')'"),
    ("me.", "P304", 3, 1, "expected a name, found the end"),
    ("me.and", "P304", 3, 3, "expected a name, found 'and'"),
    ("x not y", "P304", 6, 1, "expected 'in', found 'y'"),
    ("a if b", "P304", 6, 1, "VALUE if CONDITION else OTHER_VALUE"),
    ("if a then b", "P304", 0, 2, "VALUE if CONDITION else OTHER_VALUE"),
    ("x == not y", "P304", 5, 3, "(not x)"),
    ("a AND b", "P304", 2, 3, "did you mean 'and'?"),
    ("a is b", "P304", 2, 2, "write =="),
    ("a mod b", "P304", 2, 3, "write %"),
    ("+5", "P304", 0, 1, "a positive number has no sign"),
    ("1,200", "P304", 1, 1, "a number is written without ','"),
    ("a, b", "P304", 1, 1, "a comma stands only between the arguments of a call"),
    ("10%", "P304", 3, 1, "x // 10"),
    ("(a + b", "P305", 0, 1, "'(' is not closed"),
    ("f(a, (b)", "P305", 1, 1, "'(' is not closed"),
    ("a)", "P305", 1, 1, "')' closes nothing"),
    ("a = b", "P306", 2, 1, "write =="),
    ("a / b", "P307", 2, 1, "write //"),
    ("a & b", "P308", 2, 1, "write and"),
    ("a && b", "P308", 2, 2, "write and"),
    ("a | b", "P308", 2, 1, "write or"),
    ("a || b", "P308", 2, 2, "write or"),
    ("!a", "P308", 0, 1, "write not"),
    ("5-9", "P309", 0, 3, "write 5..9 for a range, or -4 for the difference"),
    ("x in 5 - 9", "P309", 5, 5, "write 5..9"),
    ("t[1]", "P310", 0, 4, "write t(1), or t.die(1) for a die of a throw"),
    ("[1, 2]", "P310", 0, 6, "under sets:"),
    ("c ? a : b", "P311", 2, 5, "VALUE if CONDITION else OTHER_VALUE"),
    ('tie == "split"', "P312", 7, 7, "write the word bare: split"),
    ("tie == 'two words'", "P312", 7, 11, "sentences stand under texts:"),
    ("a += 1", "P313", 2, 2, "add: {x: 1}"),
    ("a++", "P313", 1, 2, "add: {x: 1}"),
    ("a := 1", "P313", 2, 2, "set: {x: …}"),
    ("a === b", "P314", 2, 3, "write =="),
    ("a <> b", "P314", 2, 2, "write !="),
    ("a =< b", "P314", 2, 2, "write <="),
    ("a ** b", "P314", 2, 2, "x * x"),
    ("a ^ b", "P314", 2, 1, "x * x"),
    ("a; b", "P314", 1, 1, "a YAML list"),
    ("{a}", "P314", 0, 3, "a placeholder stands only in texts"),
    ("a: b", "P314", 1, 1, "a range is 1..6"),
    ("1...6", "P314", 1, 3, "1..6"),
    ("a ≤ b", "P315", 2, 1, "write <="),
    ("a\u200bb", "P315", 1, 1, "U+200B (zero width space)"),
    ("a @ b", "P315", 2, 1, "commercial at"),
    ("1_000", "P316", 0, 5, "without '_'"),
    ("1.5", "P316", 0, 3, "numbers are whole"),
    (".5", "P316", 0, 2, "numbers are whole"),
    ("0x1F", "P316", 0, 4, "the digits 0 to 9"),
    ("2x", "P316", 0, 2, "write 2 * x"),
    ("9223372036854775808", "P317", 0, 19, "the largest number is 9223372036854775807"),
    ("x²", "P318", 0, 2, "a name begins with a letter"),
    ("a < b < c", "P319", 6, 1, "a < b and b < c"),
    ("a == b not in c", "P319", 7, 6, "comparisons do not chain"),
    ("a..b..c", "P319", 4, 2, "write low..high"),
    ("count(p in s and p.x)", "P320", 6, 14, "write 'where' before the condition"),
    ("count(p.x in s)", "P320", 6, 8, "one new name"),
    ("any((p in s))", "P320", 4, 8, "without parentheses: p in s"),
    ("p in s where p.x", "P321", 7, 5, "any(p in players where p.purse > 0)"),
    ("x for x in s", "P321", 2, 3, "sum(c.value for c in me.hand)"),
    ("f(x in s where x)", "P321", 2, 14, "only in all, any, count, first, max, min, sum"),
    ("t.count(x in s where x)", "P321", 8, 14, "'count' takes no pick"),
    ("max(a, b for b in s)", "P322", 0, 20, "'max' takes one pick, found 2 arguments"),
    ("any(p in s where a where b)", "P321", 19, 5, "join conditions with 'and'"),
    ("count(hand)", "P322", 6, 4, "write hand.size, or count(c in hand where …)"),
    ("count()", "P322", 0, 7, "found nothing"),
    ("sum(a, b)", "P322", 0, 9, "sum(c.value for c in me.hand)"),
    ("max(a)", "P322", 4, 1, "max(a, b)"),
    ("sum(c in hand)", "P322", 4, 9, "write sum(VALUE for c in hand)"),
    ("all(p in s where p.x)", "P322", 4, 16, "needs a condition"),
    ("first(c.x for c in hand)", "P322", 6, 3, "write first(c in hand)"),
    ("others(p) from q", "P323", 0, 9, "players from p"),
]
REFUSED_PICKS = [
    ("players", "P320", 0, 7, "like p in players"),
    ("p in players and p.x", "P320", 0, 20, "write 'where'"),
    ("3", "P320", 0, 1, "NAME in SET"),
    ("for p in players", "P304", 0, 3, "write the pick alone"),
    ("p in", "P304", 4, 1, "expected a value"),
    ("p in players wher p.x", "P304", 13, 4, "did you mean 'where'?"),
    ("p in players where a where b", "P321", 21, 5, "a second 'where'"),
    ("p.x for p in players", "P321", 4, 3, "NAME in SET where CONDITION"),
]
REFUSED_KEYS = [
    ("", "P301", 0, 1, "nothing stands here"),
    ("2,", "P304", 2, 1, "expected a number or a word, found the end"),
    ("2 or 3", "P304", 2, 2, "write commas: 2, 3"),
    (">= 3", "P304", 0, 2, "a range 2..12"),
    ("a.b", "P304", 1, 1, "expected a number, a word, ',' or the end"),
    ("5-9", "P309", 0, 3, "write 5..9"),
    ("4..2", "P324", 0, 4, "write 2..4"),
    ("A..K", "P325", 0, 4, "from number to number"),
    ("2 | 3", "P325", 2, 1, "write commas"),
    ("2/3", "P325", 1, 1, "write commas"),
    ("2, otherwise", "P325", 3, 9, "a case of its own"),
    ("6 otherwise", "P325", 2, 9, "no face"),
    ("true of x", "P325", 0, 9, "K of clubs"),
]


def check_refused(text: str, parse: Parse, code: str, offset: int, width: int, said: str) -> None:
    fault = refuse(text, parse).found[0]
    assert (fault.code, fault.place.line) == (code, 3)
    assert (fault.place.column - 10, fault.place.end_column - fault.place.column) == (offset, width)
    assert said in f"{fault.message} {fault.hint}"


@pytest.mark.parametrize(("text", "code", "offset", "width", "said"), REFUSED)
def test_refused_expressions(text: str, code: str, offset: int, width: int, said: str) -> None:
    check_refused(text, parser.parse_expression, code, offset, width, said)


def test_no_caret_beyond_the_end_of_a_line() -> None:
    report = Report()
    parser.parse_expression("a +", Place(Source("game.yaml", "score: a +"), 1, 8, 1, 11), report)
    assert [(fault.place.column, fault.place.end_column) for fault in report] == [(11, 11)]


@pytest.mark.parametrize(("text", "code", "offset", "width", "said"), REFUSED_PICKS)
def test_refused_picks(text: str, code: str, offset: int, width: int, said: str) -> None:
    check_refused(text, parser.parse_pick, code, offset, width, said)


@pytest.mark.parametrize(("text", "code", "offset", "width", "said"), REFUSED_KEYS)
def test_refused_case_keys(text: str, code: str, offset: int, width: int, said: str) -> None:
    check_refused(text, parser.parse_faces, code, offset, width, said)


def test_all_faults_of_a_text_are_said_at_once() -> None:
    assert [(d.code, d.place.column - 10) for d in refuse("a = b && c[1]")] == [("P306", 2), ("P308", 6), ("P310", 9)]
    assert [d.code for d in refuse("1 - 2 + max(x)")] == ["P309", "P322"]


def test_a_text_that_is_not_as_written_is_pointed_at_as_a_whole() -> None:
    for place in (Place(NOWHERE.source, 3, 5, 4, 9), Place(NOWHERE.source, 3, 5, 3, 12)):
        report = Report()
        assert parser.parse_expression("a = b", place, report) is None
        assert [d.place for d in report] == [place]


def test_a_part_of_a_text_on_several_lines_is_found_on_its_line() -> None:
    source = Source("x", "score: a\n  + b = a\n")
    report = Report()
    assert parser.parse_expression("a + b = a", Place(source, 1, 8, 2, 10), report) is None
    assert [d.place for d in report] == [Place(source, 2, 7, 2, 8)]


def test_length_and_depth_end_in_a_fault() -> None:
    assert [d.code for d in refuse("a" * 2001)] == ["P302"]
    read("a" * 2000)
    assert [d.code for d in refuse(" + ".join(["a"] * 41))] == ["P303"]
    read(" + ".join(["a"] * 40))
    assert [d.code for d in refuse("f(" * 40 + "a" + ")" * 40)] == ["P303"]
    for text in (
        "(" * 2000,
        ")" * 2000,
        "not " * 499 + "a",
        "-" * 1999 + "a",
        "a." * 999 + "a",
        "a if b else " * 160 + "c",
    ):
        refuse(text)
    text = "(" * 999 + "ab" + ")" * 999
    assert read(text) == Name("ab", place_of(text).part(999, 1001))


WORDS = [
    "a",
    "p",
    "1",
    "23",
    "in",
    "not",
    "and",
    "or",
    "if",
    "else",
    "where",
    "for",
    "of",
    "from",
    "true",
    "none",
    "count",
    "max",
]
SIGNS = [
    "(",
    ")",
    ",",
    ".",
    "..",
    "+",
    "-",
    "*",
    "//",
    "%",
    "==",
    "<",
    "=",
    "&",
    "[",
    "]",
    "{",
    '"',
    "'",
    "?",
    ":",
    "!",
    "é",
    "²",
]
tokens = st.lists(st.sampled_from(WORDS + SIGNS), max_size=25)
PARSERS: list[Parse] = [parser.parse_expression, parser.parse_pick, parser.parse_pick_or_expression, parser.parse_faces]


@given(st.one_of(st.text(max_size=60), tokens.map(" ".join), tokens.map("".join)), st.sampled_from(PARSERS))
@example("\x00", parser.parse_expression)
@example("٣", parser.parse_expression)
@example("\ud800", parser.parse_faces)
def test_no_text_is_without_an_answer(text: str, parse: Parse) -> None:
    report = Report()
    node = parse(text, place_of(text), report)
    assert (node is None) == bool(report.found)
    for fault in report:
        assert fault.code in ALL
        assert fault.message
        assert 10 <= fault.place.column < fault.place.end_column <= 11 + len(text)


@given(st.one_of(st.integers(0, 2**63).map(str), st.text(max_size=4), st.sampled_from(WORDS)))
def test_a_word_alone_is_what_the_grammar_would_make_of_it(text: str) -> None:
    """The short way around the grammar gives equal nodes: a blank takes the long way."""
    short, long = Report(), Report()
    place = place_of(text)
    wider = Place(place.source, 3, 9, 3, place.end_column)
    for parse in PARSERS:
        assert parse(text, place, short) == parse(" " + text, wider, long)
    assert [(d.code, d.message) for d in short] == [(d.code, d.message) for d in long]


@pytest.mark.parametrize(
    "code", [c for c in ALL.values() if c.code.startswith("P3") and c.runnable], ids=lambda c: c.code
)
def test_codes_are_shown_by_their_examples(code: Code) -> None:
    for text, given_it in ((code.wrong, True), (code.right, False)):
        report = Report()
        tree = yaml.safe_load(text)
        parse_section(tree, report)
        assert [d.code for d in report] == ([code.code] if given_it else [])


def parse_section(tree: dict[str, object], report: Report) -> None:
    """The one expression, pick or case key of an example of a code."""
    match tree:
        case {"score": text}:
            parser.parse_expression(str(text), NOWHERE, report)
        case {"formulas": {"holds": {"is": text}}}:
            parser.parse_expression(str(text), NOWHERE, report)
        case {"phases": {"pay": {"do": [{"for": text}]}}}:
            parser.parse_pick(str(text), NOWHERE, report)
        case {"phases": {"move": {"do": [{"cases": cases}]}}}:
            assert isinstance(cases, dict)
            for key in cases:
                parser.parse_faces(str(key), NOWHERE, report)
        case _:
            raise AssertionError(tree)


def test_the_grammar_has_no_conflict(caplog: pytest.LogCaptureFixture) -> None:
    def conflicts(grammar: str, starts: list[str]) -> bool:
        caplog.clear()
        with caplog.at_level(logging.DEBUG, logger="lark"):
            Lark(grammar, parser="lalr", start=starts, debug=True)
        return "conflict" in caplog.text.lower()

    assert conflicts('start: start "+" start | "x"', ["start"])
    grammar = (LANGUAGE / "expression.lark").read_text(encoding="utf-8")
    assert not conflicts(grammar, ["expression", "pick", "faces"])


def test_the_kept_tables_are_those_of_the_grammar() -> None:
    kept = tables.grammar.__wrapped__().parser.parser._parse_table
    fresh = tables.computed(tables.GRAMMAR.read_text(encoding="utf-8")).parser.parser._parse_table
    same = {kept.start_states[start]: fresh.start_states[start] for start in tables.STARTS}
    waiting = list(same)
    while waiting:  # states are numbered at random: walk through both tables at once
        state = waiting.pop()
        actions, wanted = kept.states[state], fresh.states[same[state]]
        assert actions.keys() == wanted.keys()
        for token, (kind, target) in actions.items():
            assert kind.name == wanted[token][0].name
            if kind.name == "Reduce":
                assert target == wanted[token][1]
            elif target not in same:
                same[target] = wanted[token][1]
                waiting.append(target)
            assert kind.name == "Reduce" or same[target] == wanted[token][1]
    assert {same[kept.end_states[start]] for start in tables.STARTS} == set(fresh.end_states.values())


@pytest.mark.parametrize("key", ["grammar", "lark"])
def test_tables_of_another_grammar_are_not_used(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = json.loads(tables.TABLES.read_text(encoding="utf-8"))
    kept.update({key: "another", "data": {}, "memo": {}})
    other = tmp_path / "tables.json"
    other.write_text(json.dumps(kept), encoding="utf-8")
    monkeypatch.setattr(tables, "TABLES", other)
    assert tables.grammar.__wrapped__().parse("1 + 2", start="expression").pretty()


def test_every_code_that_is_used_is_explained() -> None:
    modules = [
        LANGUAGE / f"{name}.py" for name in ("parser", "builder", "picks", "patterns", "spelling", "expectation")
    ]
    used = {code for module in modules for code in re.findall(r'"(P3\d\d)"', module.read_text(encoding="utf-8"))}
    assert used == {code for code in ALL if code.startswith("P3")}
