"""What is wrong between a text and what it is given, in its language; each fault at the very characters."""

import pytest

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.locale.checker import check_message, check_word
from parlour.interpreter.locale.parameters import Parameter, Shown, Use
from parlour.interpreter.locale.texts_checker import check_language, check_texts
from parlour.interpreter.source import NOWHERE

KNOWN = {
    "who": Parameter(Shown.PLAYER),
    "n": Parameter(Shown.NUMBER),
    "k": Parameter(Shown.NUMBER),
    "throw": Parameter(Shown.LIST),
    "file": Parameter(Shown.TEXT),
    "rank": Parameter(Shown.WORD, ("J", "Q")),
    "money": Parameter(Shown.WORD, ("frank", "token")),
    "any": Parameter(Shown.WORD),
}
BESIDE = """
texts:
  beans: {one: "{n} bean", other: "{n} beans"}
words:
  J: {name: boer, the: de boer, of: des boers}
  Q: {name: dame, the: de dame}
  frank: {one: frank, other: frankskes}
  token: {name: token, one: token, other: tokens, of: {one: tokens, other: tokenen}}
  stone: stone
"""


@pytest.fixture
def check(message, texts, found):
    def run(text, language="en"):
        read, report = message(text), Report()
        assert read.report.found == []
        check_message(read.made, language, KNOWN, report, layers=(texts(language, BESIDE),), path="texts.m")
        assert all(d.path == "texts.m" for d in report)
        return found(report, text), report.found

    return run


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "m: '{who} throws {throw}: {n:number}, {any}, {any.the}, {file}'"),
        ("en", "m: '{who} pays {n:beans} for {k:beans}'"),
        ("en", "m: {one: '{n} bean', other: '{n} beans'}"),
        ("en", "m: {one: 'a bean', other: '{n} beans'}"),
        ("en", "m: {one: 'a bean for {k:number}', other: 'beans for {k:number}', by: n}"),
        ("en", "m: {one: '{n} bean for {k:beans}', other: '{n} beans for {k:beans}', by: n}"),
        ("en", "m: '{rank.the} pays {n:money}'"),
        ("sl", "m: {one: '{n} a', two: '{n} b', few: '{n} c', other: '{n} d'}"),
        ("uk", "m: {one: '{n} a', few: '{n} b', many: '{n} c'}"),
        ("ja", "m: '{n} beans'"),
        ("xx", "m: {one: '{n} bean', other: '{n} beans'}"),
        ("xx", "m: '{n} beans'"),
        ("sl", "m: {one: a, two: b, few: c, other: d, by: n}"),
    ],
)
def test_what_is_right(check, language, text):
    assert check(text, language) == ([], [])


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "m: '{whom} pays {m:number}'", ["P607: {whom}", "P607: {m:number}"]),
        ("en", "m: '{who} pays {n} beans'", ["P608: {n}"]),
        ("en", "m: '{n} beans for {k} cards'", ["P608: {n}", "P608: {k}"]),
        ("en", "m: {one: '{n} a {k}', other: '{n} b {k}', by: n}", ["P608: {k}"]),
        ("en", "m: {one: '{n} bean'}", ["P609: {one: '{n} bean'}"]),
        ("en", "m: {one: '{n} a', few: '{n} b', other: '{n} c'}", ["P610: {n} b"]),
        ("en", "m: {one: '{n} a', few: 'b', other: '{n} c'}", ["P610: b"]),
        ("uk", "m: {one: '{n} a', few: '{n} b', many: '{n} c', other: '{n} d'}", ["P610: {n} d"]),
        ("ca", "m: {one: '{n} a', many: '{n} b', other: '{n} c'}", ["P610: {n} b"]),
        ("en", "m: {one: 'a', other: 'b', by: who}", ["P611: who"]),
        ("en", "m: {one: 'a', other: 'b', by: m}", ["P611: m"]),
        ("en", "m: {one: '{who} a', other: '{who} b'}", ["P612: {one: '{who} a', other: '{who} b'}"]),
        ("en", "m: {one: '{n} {k}', other: '{n} {k}'}", ["P613: {one: '{n} {k}', other: '{n} {k}'}"]),
        ("en", "m: '{who.the} {n.the}'", ["P614: {who.the}", "P614: {n.the}"]),
        ("en", "m: '{rank.teh}'", ["P614: {rank.teh}"]),
        ("en", "m: '{n:beans.of}'", ["P614: {n:beans.of}"]),
        ("en", "m: '{n:stone}'", ["P614: {n:stone}"]),
        ("en", "m: '{n:rank}'", ["P614: {n:rank}"]),
        ("en", "m: '{rank.of} {n:money.of}'", ["P615: {rank.of}", "P615: {n:money.of}"]),
        ("en", "m: '{n:baens}'", ["P616: {n:baens}"]),
        ("en", "m: '{who:beans} {throw:number}'", ["P617: {who:beans}", "P617: {throw:number}"]),
        ("en", "m: {one: '{n} bean', other: '{who} {n} beans'}", ["P618: {n} bean"]),
        ("en", "m: {one: '{n} bean', other: 'beans'}", ["P618: beans"]),
        ("uk", "m: {one: 'a', few: '{n} b', many: '{n} c'}", ["P618: a"]),
    ],
)
def test_what_is_wrong(check, language, text, expected):
    assert check(text, language)[0] == expected


def test_messages_name_the_language_and_sample_numbers(check):
    (_, (fault,)) = check("m: {one: '{n} a', other: '{n} b'}", "sl")
    assert fault.message == "Slovenian also needs 'two' (2, 102) and 'few' (3, 4)"
    assert fault.hint == 'write {one: "…", two: "…", few: "…", other: "…"}'


def test_hints(check):
    def hint(text, language="en"):
        return check(text, language)[1][0].hint

    assert hint("m: '{whom} pays'") == "did you mean 'who'?"
    assert hint("m: '{n:baens}'") == "did you mean 'beans'?"
    assert hint("m: '{rank.teh}'") == "did you mean 'the'?"
    assert "{n:number}" in hint("m: '{n} beans'")
    assert hint("m: {one: a, few: '{n} b', many: '{n} c'}", "uk") == "it also stands for 1, 21"


def test_warnings_do_not_fail(check):
    for text in ("m: {one: '{n} a', few: '{n} b', other: '{n} c'}", "m: '{rank.of}'", "m: {one: '{n} a', other: 'b'}"):
        assert [f.severity for f in check(text)[1]] == ["warning"]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "m: {name: bean, the: the bean, one: '{n} bean', other: '{n} beans'}", []),
        ("en", "m: {one: bean, other: beans}", []),
        ("sl", "m: {one: fižolček, other: fižolčkov}", ["P609: {one: fižolček, other: fižolčkov}"]),
        ("en", "m: {name: a, of: {one: '{n} b'}}", ["P609: {one: '{n} b'}"]),
        ("en", "m: {name: 'a {n}'}", ["P607: {n}"]),
    ],
)
def test_words(word, found, language, text, expected):
    report = Report()
    check_word(word(text).made, language, report)
    assert found(report, text) == expected


class TestAllTexts:
    PAYS = Use({"who": KNOWN["who"], "n": KNOWN["n"]}, NOWHERE, frozenset({"who", "n"}))
    RIGHT = 'texts:\n  beans: {one: "{n} bean", other: "{n} beans"}\n  pays: "{who} pays {n:beans}"\n'

    @pytest.fixture
    def check(self, texts):
        def run(text, more_uses=None, fallback="{texts: {}}", **more):
            report, uses = Report(), {"pays": self.PAYS, **(more_uses or {})}
            check_texts(texts("en", text), uses, report, fallback=(texts("en", fallback),), **more)
            return [(d.code, d.place.line, d.path) for d in report]

        return run

    def test_right(self, check):
        assert check(self.RIGHT) == []

    def test_a_counted_text_knows_only_its_number(self, check):
        assert check(self.RIGHT.replace('{n} bean"', '{n} bean of {who}"')) == [
            ("P607", 2, "texts.beans"),
            ("P618", 2, "texts.beans"),
        ]

    def test_a_text_that_is_never_said(self, check):
        assert check(self.RIGHT + "  pasy: a\n") == [("P620", 4, "texts.pasy")]

    def test_a_text_that_is_said_and_not_there(self, check):
        uses = {"gets": Use({}, NOWHERE)}
        assert check(self.RIGHT, uses) == [("P621", 1, "")]
        assert check(self.RIGHT, uses, "texts: {gets: a}") == []
        assert check(self.RIGHT, {"gets": Use({}, NOWHERE, may_be_missing=True)}) == []

    def test_a_text_of_another_layer_wants_more(self, check):
        assert check(self.RIGHT, {"gets": Use({}, NOWHERE)}, "texts: {gets: '{who}'}") == [("P622", 1, "")]

    def test_what_is_passed_and_not_shown(self, check):
        assert check('texts: {pays: "{who} pays."}') == [("P619", 1, "texts.pays")]

    def test_constants_may_stand_anywhere(self, check):
        text = 'texts: {pays: "{who} pays {n:money}"}\nwords: {frank: {one: a, other: b}, token: {one: c, other: d}}'
        assert check(text, constants={"money": KNOWN["money"]}) == []

    def test_sentences_of_the_engine_in_the_ruleset_s_words(self, check):
        engine = {"turn_of": Use({"who": KNOWN["who"]}, NOWHERE)}
        assert check(self.RIGHT + "  turn_of: '{who}!'\n", engine=engine) == []
        assert check(self.RIGHT + "  turn_of: '{whom}!'\n", engine=engine) == [("P607", 4, "texts.turn_of")]

    def test_circles(self, check):
        text = "texts: {pays: '{who} {n:a}', a: '{n:b}', b: '{n:a}'}"
        assert check(text) == [("P623", 1, "texts.a"), ("P623", 1, "texts.b")]


def test_languages():
    report = Report()
    check_language("sl", NOWHERE, report)
    assert report.found == []
    check_language("slovenian", NOWHERE, report)
    assert [(d.code, d.severity) for d in report] == [("P624", "warning")]
