"""Messages with values become sentences; whatever is missing, something readable comes out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.interpreter.locale.formatting import Formatter, Phrase, Player, Word

SHOP = """
texts:
  beans: {one: "{n} bean", other: "{n} beans"}
  coins: {one: a coin, other: "{n} coins"}
  loose: {one: bean, other: beans}
  pays: "{who} pays {n:beans} for {k:coins}."
  by_k: {one: "{k} for {n:number}", other: "{k}s for {n:number}", by: k}
  turns: "{rank.the} turns."
  turned: "{rank.The} turns."
  label: "{rank.the}"
  counts: "{n:number}: {n:loose}, {n:stone}, {n:gem}, {n:money}, {n:money.of}, {n:what_is_it}"
  inside: "{thing} is here."
  thing: "{rank} of {what}"
  lists: "{some}."
  endless: "{n:endless}"
words:
  J: {the: the jack}
  Q: {name: queen}
  Ž: {name: ž, the: žena}
  stone: stone
  gem: {name: gem, one: "{n} gem", other: "{n} gems"}
  frank: {one: frank, other: franks, of: {one: "{n} franken", other: "{n} frankens"}}
  both: {name: both, the: the both}
"""
BEHIND = """
texts: {player: "Spieler {n:number}", beans: "nie", only: "{n} da"}
words:
  none: nichts
  "yes": ja
  J: {name: Bube, the: der Bube, of: des Buben}
  Q: {name: Dame, the: die Dame}
"""


@pytest.fixture
def formatter(texts):
    return Formatter((texts("en", SHOP), texts("de", BEHIND)), constants={"money": Word("frank")})


@pytest.mark.parametrize(
    ("key", "values", "expected"),
    [
        ("pays", {"who": Player(2), "n": 1, "k": 2}, "Spieler 2 pays 1 bean for 2 coins."),
        ("pays", {"who": Player(2), "n": 1234, "k": 1}, "Spieler 2 pays 1,234 beans for a coin."),
        ("pays", {"who": "Ana", "n": 0, "k": -1}, "Ana pays 0 beans for a coin."),
        ("by_k", {"n": 1, "k": 2}, "2s for 1"),
        ("by_k", {"n": 2, "k": 1}, "1 for 2"),
        ("counts", {"n": 2}, "2: 2 beans, 2 stone, 2 gems, 2 franks, 2 frankens, 2 what is it"),
        ("counts", {"n": 1, "money": Word("gem")}, "1: 1 bean, 1 stone, 1 gem, 1 gem, 1 gem, 1 what is it"),
        ("inside", {"thing": Phrase("thing", {"rank": Word("J"), "what": "oak"})}, "Bube of oak is here."),
        ("inside", {"thing": Phrase("no_such_text", {})}, "No such text is here."),
        ("lists", {"some": (Player(1), "x", 3)}, "Spieler 1, x, and 3."),
        ("lists", {"some": (1,)}, "1."),
        ("lists", {"some": ()}, "nichts."),
        ("lists", {"some": True}, "ja."),
        ("lists", {"some": (Word("some_thing"), Word("J"))}, "Some thing and Bube."),
        ("only", {"n": 7}, "7 da"),
    ],
)
def test_sentences(formatter, key, values, expected):
    assert formatter.format(key, values) == expected


@pytest.mark.parametrize(
    ("key", "rank", "expected"),
    [
        ("turns", "J", "The jack turns."),
        ("turns", "Q", "Queen turns."),
        ("turns", "Ž", "Žena turns."),
        ("turns", "no_such_word", "No such word turns."),
        ("turned", "J", "Bube turns."),
        ("label", "J", "the jack"),
    ],
)
def test_forms_of_words_and_sentences_that_begin_with_them(formatter, key, rank, expected):
    assert formatter.format(key, {"rank": Word(rank)}) == expected


def test_another_layer_s_forms_do_not_fit_this_layer_s_name(formatter):
    assert formatter.show(Word("Q"), "the") == "queen"
    assert formatter.show(Word("J"), "of") == "des Buben"
    assert formatter.show(Word("frank")) == "frank"


def test_given_names_keep_their_letters(texts):
    formatter = Formatter((texts("en", SHOP),), {1: "ana"})
    assert formatter.format("lists", {"some": Player(1)}) == "ana."


@pytest.mark.parametrize(
    ("key", "values", "expected"),
    [
        ("pays", {}, "{who} pays {n:beans} for {k:coins}."),
        ("pays", {"who": Player(1), "n": "x", "k": None}, "Spieler 1 pays x beans for {k:coins}."),
        ("turns", {}, "{rank.the} turns."),
        ("by_k", {}, "{k}s for {n:number}"),
        ("no_such_text", {"n": 1}, "no such text"),
        ("endless", {"n": 1}, "{n:endless}"),
    ],
)
def test_what_is_missing_shows(formatter, key, values, expected):
    assert formatter.format(key, values) == expected


def test_without_any_texts():
    assert Formatter(()).show((Player(1), Word("a_b"), 1000)) == "player, a b, 1,000"


def test_it_knows_what_it_has(formatter):
    assert (formatter.has("pays"), formatter.has("only"), formatter.has("oops")) == (True, True, False)


VALUES = st.recursive(
    st.one_of(st.integers(), st.booleans(), st.text(), st.builds(Word, st.text()), st.builds(Player, st.integers())),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(["who", "n", "k", "rank", "money", "some", "thing"]), VALUES), st.data())
def test_nothing_fails(texts, values, data):
    formatter = Formatter((texts("en", SHOP), texts("uk", BEHIND)))
    key = data.draw(st.sampled_from([*formatter.layers[0].messages, "player", "oops"]))
    assert isinstance(formatter.format(key, values), str)
