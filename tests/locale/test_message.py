"""Texts are read into messages, words into forms; every fault points at the very characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence
from parlour.interpreter.locale.message import Placeholder, parse_message, placeholders
from parlour.interpreter.locale.words import parse_word
from parlour.interpreter.source import Place, Source


def pieces(form):
    return [str(p) if isinstance(p, Placeholder) else p for p in form.pattern]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("m: A word.", ["A word."]),
        ("m: '{who} pays {n:beans} for {k:cards}'", ["{who}", " pays ", "{n:beans}", " for ", "{k:cards}"]),
        ("m: '{rank.the}: {n:number}'", ["{rank.the}", ": ", "{n:number}"]),
        ("m: '{n:money.acc}'", ["{n:money.acc}"]),
        ("m: '{{n}} and {{{n}}}'", ["{n} and {", "{n}", "}"]),
        ("m: '{гравець} платить'", ["{гравець}", " платить"]),
        ("m: '10 %'", ["10 %"]),
        ("m: 10", ["10"]),
        ("m: ''", []),
    ],
)
def test_plain_texts(message, text, expected):
    read = message(text)
    assert read.report.found == []
    assert pieces(read.made.forms[0]) == expected
    assert not read.made.is_plural


def test_a_map_of_plural_forms(message):
    read = message('m: {one: "{n} bean of {k}", other: "{n} beans of {k}", by: n}')
    assert read.report.found == []
    made = read.made
    assert (made.is_plural, made.by, made.deciding) == (True, "n", "n")
    assert [form.category for form in made.forms] == ["one", "other"]
    assert pieces(made.form("one"))[1] == " bean of "
    assert made.form("few") is made.form("other")
    assert [p.name for p in placeholders(made)] == ["n", "k", "n", "k"]


def test_names_are_alike_however_they_were_typed(message):
    composed, decomposed = "{grač\u00e9}", "{grače\u0301}"
    assert placeholders(message(f"m: '{decomposed}'").made)[0].name == composed[1:-1]


def test_names_have_the_combining_marks_of_their_alphabets(message):
    read = message("m: {one: '{कि.कि} a', other: '{कि.कि} b', by: कि}")
    assert read.report.found == []
    assert (read.made.by, placeholders(read.made)[0].form) == ("कि", "कि")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("m: 'pays {n\u1680n} beans'", ["P603: {n\u1680n}"]),
        ("m: 'pays {n beans'", ["P601: {"]),
        ("m: '{a {b}'", ["P601: {"]),
        ("m: 'pays n} beans'", ["P602: }"]),
        ("m: '{n}}'", ["P602: }"]),
        ("m: 'for {} beans'", ["P603: {}"]),
        ("m: 'for { n } beans'", ["P603: { n }"]),
        ("m: '{1}, {a.b.c}, {a.b:c}, {n:number.x}, {a-b}, {n:}, {a.}'", [
            "P603: {1}", "P603: {a.b.c}", "P603: {a.b:c}", "P603: {n:number.x}", "P603: {a-b}", "P603: {n:}",
            "P603: {a.}",
        ]),
        ("m: ~", ["P604: ~"]),
        ("m: [a, b]", ["P604: [a, b]"]),
        ("m: {}", ["P604: {}"]),
        ("m: {by: n}", ["P604: {by: n}"]),
        ("m: {one: [a], other: {a: b}, few: ~}", ["P604: [a]", "P604: {a: b}", "P604: ~"]),
        ("m: {oen: a, other: b}", ["P605: oen"]),
        ("m: {oen: a}", ["P605: oen"]),
        ("m: {other: b, by: [n]}", ["P606: [n]"]),
        ("m: {other: b, by: 3}", ["P606: 3"]),
        ("m: {one: '{', other: '}'}", ["P601: {", "P602: }"]),
    ],
)  # fmt: skip
def test_faults(message, found, text, expected):
    read = message(text)
    assert found(read.report, text) == expected


def test_faults_say_what_would_be_right(message):
    def hint(text):
        return message(text).report.found[0].hint

    assert hint("m: {oen: a, other: b}") == "did you mean 'one'?"
    assert hint("m: 'for { n } beans'") == "no blanks between the braces: {n}"
    assert "{{" in hint("m: 'a { b'")
    assert "}}" in hint("m: 'a } b'")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('m: "a\\u2028 } b"', (1, 13, 1, 14)),
        ("m: |\n  a {who} pays\n  {w ho} {who}", (3, 3, 3, 9)),
        ("m: a {who}\n  pays } {who}", (2, 8, 2, 9)),
        ("m: 'it''s {{ } {n:number}'", (1, 14, 1, 15)),
    ],
)
def test_a_part_is_found_over_several_lines_and_among_escapes(message, text, place):
    found = message(text).report.found[0].place
    assert (found.line, found.column, found.end_line, found.end_column) == place


def test_what_is_written_in_another_way_is_marked_as_a_whole(message):
    read = message('m: "a \\x7d b"')
    place = read.report.found[0].place
    assert (place.line, place.column, place.end_column) == (1, 5, len(read.text))


def test_a_faulty_text_is_still_shown(message):
    assert pieces(message("m: 'a { n } b'").made.forms[0]) == ["a { n } b"]


class TestWords:
    def test_a_name(self, word):
        read = word("m: škatlice")
        assert pieces(read.made.form("").forms[0]) == ["škatlice"]
        assert read.made.form("the") is None

    def test_free_forms(self, word):
        made = word("m: {the: de heer, of: des heren}").made
        assert (pieces(made.form("the").forms[0]), made.form("")) == (["de heer"], None)

    def test_plural_forms_beside_free_ones(self, word):
        made = word(
            'm: {name: frank, one: "{n} frank", other: "{n} frankskes", of: {one: "{n} x", other: "{n} y"}}'
        ).made
        assert pieces(made.form("").forms[0]) == ["frank"]
        assert [form.category for form in made.counting("").forms] == ["one", "other"]
        assert made.counting("of").is_plural

    def test_plural_forms_without_a_number_also_name_it(self, word):
        assert pieces(word("m: {one: jeton, other: jetons}").made.form("").form("one")) == ["jeton"]
        assert word('m: {one: "{n} jeton", other: "{n} jetons"}').made.form("") is None

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("m: [a]", ["P630: [a]"]),
            ("m: ~", ["P630: ~"]),
            ("m: {}", ["P630: {}"]),
            ("m: {a b: c}", ["P631: a b"]),
            ("m: {the: [a]}", ["P604: [a]"]),
            ("m: {the: '{'}", ["P601: {"]),
            ("m: {one: a, by: [x]}", ["P606: [x]"]),
        ],
    )
    def test_faults(self, word, found, text, expected):
        assert found(word(text).report, text) == expected


PLACE = Place(Source("x", ""), 1, 1, 1, 1)
TEXTS = st.one_of(st.text(), st.text("{}:. ańnΩ\u0301\n", max_size=12))
SCALARS = st.builds(
    lambda text, null, one_line: Scalar(text, None if null else text, False, one_line, PLACE),
    TEXTS,
    st.booleans(),
    st.booleans(),
)
KEYS = st.one_of(st.sampled_from(["one", "two", "few", "other", "by", "name", "the"]), st.text(max_size=4))


def mapping(pairs):
    return Mapping(tuple(Entry(Scalar(k, k, False, True, PLACE), v) for k, v in pairs.items()), PLACE)


TREES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: Sequence(tuple(items), PLACE)),
        st.dictionaries(KEYS, inner, max_size=4).map(mapping),
    ),
    max_leaves=6,
)


@given(TREES)
def test_reading_never_fails_and_tells_why_there_is_nothing(tree):
    for read in (parse_message, parse_word):
        report = Report()
        assert read(tree, report) is not None or report.has_errors


@given(TEXTS)
def test_braces_doubled_show_any_text(text):
    report = Report()
    shown = text.replace("{", "{{").replace("}", "}}")
    made = parse_message(Scalar(shown, shown, True, False, PLACE), report)
    assert report.found == []
    assert made.forms[0].pattern == ((text,) if text else ())
