"""The catalogues: the same sentences in all languages, each with all its plural forms, and how they read."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.locale import plurals
from parlour.interpreter.locale.catalogue import catalogue, chain, document, signatures
from parlour.interpreter.locale.checker import check_message, check_word
from parlour.interpreter.locale.formatting import Formatter, Phrase, Player, Word
from parlour.interpreter.locale.message import placeholders
from parlour.interpreter.locale.tags import fallback, languages

PACKAGE = Path(__file__).parents[2]
LANGUAGES = languages()
NUMBERS = (0, 1, 2, 3, 5, 11, 21, 22, 101, 102)
KING = Phrase("card", {"rank": Word("K"), "suit": Word("hearts")})
TEN = Phrase("card", {"rank": Word("10"), "suit": Word("spades")})
QUEEN = Phrase("card", {"rank": Word("Q"), "suit": Word("clubs")})


def test_which_languages_there_are():
    assert set(LANGUAGES) == {"ca", "de", "en", "hr", "it", "nl", "sl", "uk"}
    assert fallback() in LANGUAGES


def written() -> Iterator[str]:
    """What stands in quotes in the package, as patterns; what is put together at run time is some word."""
    for path in (*(PACKAGE / "interpreter").rglob("*.py"), *(PACKAGE / "commands").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))) if "codes" not in path.parts else ():
            if isinstance(node, ast.JoinedStr):
                parts = [str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values]
                yield "".join(parts)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_every_sentence_is_said_somewhere():
    known = set(written())
    put_together = [
        re.escape(text).replace(r"\*", "[a-z_]+") for text in known if re.search(r"[a-z]{4}_\*|\*_[a-z]{4}", text)
    ]
    unsaid = [key for key in signatures() if key not in known and not any(re.fullmatch(p, key) for p in put_together)]
    assert unsaid == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_keys_in_the_same_order(language):
    one, other = catalogue(language), catalogue(fallback())
    assert list(one.messages) == list(other.messages)
    assert list(one.words) == list(other.words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_placeholders_and_nothing_to_complain_of(language):
    texts, report = catalogue(language), Report()
    for key, use in signatures().items():
        message = texts.messages[key]
        shown = {p.name for p in placeholders(message)} | ({message.by} if message.by else set())
        assert shown == set(use.parameters), key
        check_message(message, language, use.parameters, report, layers=(texts,), path=key)
    for key, word in texts.words.items():
        check_word(word, language, report, key)
    assert [f"{d.place}: {d.message}" for d in report] == []


def test_what_rule_books_say_is_read_when_it_is_asked_for(monkeypatch):
    opened = []

    def reading(name):
        opened.append(name)
        return document(name)

    module = sys.modules[catalogue.__module__]
    monkeypatch.setattr(module, "document", reading)
    catalogue.cache_clear()
    module._book.cache_clear()
    texts = catalogue("nl")
    assert "no_such_sentence" not in texts.messages
    assert texts.messages["turn_missed"]
    assert opened == ["nl"]
    assert texts.messages["book_board"]
    assert opened == ["nl", "nl.book"]
    assert len(texts.messages) == len(list(texts.messages))


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_complete_and_differ(language):
    plural = [m for m in catalogue(language).messages.values() if m.is_plural]
    assert len(plural) > 10
    for message in plural:
        assert {form.category for form in message.forms} == set(plurals.required(language))
        assert len({form.pattern for form in message.forms}) > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_have_a_name_and_cards_the_form_the(language):
    words = catalogue(language).words
    assert all(word.form("") for word in words.values())
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K", "joker")
    assert all(words[key].form("the") for key in (*ranks, "hearts", "diamonds", "clubs", "spades"))


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("nl-BE", ["nl", "en"]),
        ("NL-be", ["nl", "en"]),
        ("sl", ["sl", "en"]),
        ("en-GB", ["en"]),
        ("en", ["en"]),
        ("fr", ["en"]),
        ("", ["en"]),
        ("../languages", ["en"]),
        ("languages", ["en"]),
    ],
)
def test_chains_of_fallbacks(tag, expected):
    assert [texts.language for texts in chain(tag)] == expected


COUNTED = {
    "ca": "0 caselles, 1 casella, 2 caselles, 3 caselles, 5 caselles, 11 caselles, 21 caselles, 22 caselles, "
    "101 caselles, 102 caselles",
    "de": "0 Felder, 1 Feld, 2 Felder, 3 Felder, 5 Felder, 11 Felder, 21 Felder, 22 Felder, 101 Felder, 102 Felder",
    "en": "0 squares, 1 square, 2 squares, 3 squares, 5 squares, 11 squares, 21 squares, 22 squares, 101 squares, "
    "102 squares",
    "hr": "0 polja, 1 polje, 2 polja, 3 polja, 5 polja, 11 polja, 21 polje, 22 polja, 101 polje, 102 polja",
    "it": "0 caselle, 1 casella, 2 caselle, 3 caselle, 5 caselle, 11 caselle, 21 caselle, 22 caselle, 101 caselle, "
    "102 caselle",
    "nl": "0 vakken, 1 vak, 2 vakken, 3 vakken, 5 vakken, 11 vakken, 21 vakken, 22 vakken, 101 vakken, 102 vakken",
    "sl": "0 polj, 1 polje, 2 polji, 3 polja, 5 polj, 11 polj, 21 polj, 22 polj, 101 polje, 102 polji",
    "uk": "0 клітинок, 1 клітинка, 2 клітинки, 3 клітинки, 5 клітинок, 11 клітинок, 21 клітинка, 22 клітинки, "
    "101 клітинка, 102 клітинки",
}
MISSED = {
    "ca": "perdrà 0 torns, 1 torn, 2 torns, 3 torns, 5 torns, 11 torns, 21 torns, 22 torns, 101 torns, 102 torns",
    "de": "verpasst 0 Züge, 1 Zug, 2 Züge, 3 Züge, 5 Züge, 11 Züge, 21 Züge, 22 Züge, 101 Züge, 102 Züge",
    "en": "will miss 0 turns, 1 turn, 2 turns, 3 turns, 5 turns, 11 turns, 21 turns, 22 turns, 101 turns, 102 turns",
    "hr": "propušta 0 poteza, 1 potez, 2 poteza, 3 poteza, 5 poteza, 11 poteza, 21 potez, 22 poteza, 101 potez, "
    "102 poteza",
    "it": "salterà 0 turni, 1 turno, 2 turni, 3 turni, 5 turni, 11 turni, 21 turni, 22 turni, 101 turni, 102 turni",
    "nl": "slaat 0 beurten, 1 beurt, 2 beurten, 3 beurten, 5 beurten, 11 beurten, 21 beurten, 22 beurten, "
    "101 beurten, 102 beurten over",
    "sl": "izpusti 0 potez, 1 potezo, 2 potezi, 3 poteze, 5 potez, 11 potez, 21 potez, 22 potez, 101 potezo, "
    "102 potezi",
    "uk": "пропускає 0 ходів, 1 хід, 2 ходи, 3 ходи, 5 ходів, 11 ходів, 21 хід, 22 ходи, 101 хід, 102 ходи",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_counting(language):
    formatter = Formatter(chain(language))
    assert ", ".join(formatter.format("squares_count", {"n": n}) for n in NUMBERS) == COUNTED[language]
    verb, _, rest = MISSED[language].partition(" 0 ")
    counted, after = f"0 {rest}".removesuffix(" over"), " over" if rest.endswith(" over") else ""
    expected = [f"Ana {verb} {part}{after}." for part in counted.split(", ")]
    formatter = Formatter(chain(language), {1: "Ana"})
    assert [formatter.format("turns_to_miss", {"who": Player(1), "n": n}) for n in NUMBERS] == expected


SENTENCES = {
    "ca": [
        "Jugador 2 perd aquest torn.",
        "Jugador 1 tira i treu 6 i 3.",
        "Jugador 1 va de la casella 31 (Pou) a la casella 12.",
        "Jugador 1 paga 12.345 (banca).",
        "Jugador 2 rep: rei de cors, 10 de piques i dama de trèvols.",
        "Guanyen Jugador 1 i Jugador 2.",
        "Jugador 1, et toca jugar",
    ],
    "de": [
        "Spieler 2 setzt diesmal aus.",
        "Spieler 1 wirft 6 und 3.",
        "Spieler 1 zieht von Feld 31 (Pou) auf Feld 12.",
        "Spieler 1 zahlt 12.345 (banca).",
        "Spieler 2 bekommt Herz-König, Pik-10 und Kreuz-Dame.",
        "Spieler 1 und Spieler 2 gewinnen.",
        "Spieler 1, du bist an der Reihe",
    ],
    "en": [
        "Player 2 misses this turn.",
        "Player 1 throws 6 and 3.",
        "Player 1 goes from 31 (Pou) to 12.",
        "Player 1 pays 12,345 to banca.",
        "Player 2 gets: king of hearts, 10 of spades, and queen of clubs.",
        "The winners are Player 1 and Player 2.",
        "Player 1, it is your turn",
    ],
    "hr": [
        "Igrač 2 propušta ovaj potez.",
        "Igrač 1 baca: 6 i 3.",
        "Igrač 1 ide s polja 31 (Pou) na polje 12.",
        "Igrač 1 plaća 12.345 (banca).",
        "Igrač 2 dobiva: herc kralj, pik 10 i tref dama.",
        "Pobjeđuju Igrač 1 i Igrač 2.",
        "Igrač 1, ti si na redu",
    ],
    "it": [
        "Giocatore 2 salta questo turno.",
        "Giocatore 1 tira i dadi: 6 e 3.",
        "Giocatore 1 va dalla casella 31 (Pou) alla casella 12.",
        "Giocatore 1 paga 12.345 (banca).",
        "Giocatore 2 riceve: re di cuori, 10 di picche e donna di fiori.",
        "Vincono Giocatore 1 e Giocatore 2.",
        "Giocatore 1, tocca a te",
    ],
    "nl": [
        "Speler 2 slaat deze beurt over.",
        "Speler 1 gooit 6 en 3.",
        "Speler 1 gaat van vak 31 (Pou) naar vak 12.",
        "Speler 1 betaalt 12.345 aan banca.",
        "Speler 2 krijgt harten heer, schoppen 10 en klaveren vrouw.",
        "De winnaars zijn Speler 1 en Speler 2.",
        "Speler 1, jij bent aan de beurt",
    ],
    "sl": [
        "Igralec 2 izpusti to potezo.",
        "Igralec 1 vrže: 6 in 3.",
        "Igralec 1 gre s polja 31 (Pou) na polje 12.",
        "Igralec 1 plača 12.345 (banca).",
        "Igralec 2 dobi: kralj (srce), 10 (pik) in dama (križ).",
        "Zmagata Igralec 1 in Igralec 2.",
        "Igralec 1, na vrsti ste",
    ],
    "uk": [
        "Гравець 2 пропускає цей хід.",
        "Гравець 1 кидає: 6 і 3.",
        "Гравець 1 йде з клітинки 31 (Pou) на клітинку 12.",
        "Гравець 1 платить 12\u00a0345 (banca).",
        "Гравець 2 отримує: король чирви, 10 піки і дама трефи.",
        "Переможці: Гравець 1 і Гравець 2.",
        "Гравець 1: ваш хід",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences(language):
    formatter = Formatter(chain(language))
    well = Phrase("square_named", {"n": 31, "text": "Pou"})
    said = [
        formatter.format("turn_missed", {"who": Player(2)}),
        formatter.format("chance_throw", {"who": Player(1), "throw": (6, 3)}),
        formatter.format("move", {"who": Player(1), "from": well, "to": Phrase("square", {"n": 12})}),
        formatter.format("transfer_pay", {"who": Player(1), "n": 12345, "account": Word("banca")}),
        formatter.format("deal_these", {"who": Player(2), "cards": (KING, TEN, QUEEN)}),
        formatter.format("winners", {"winners": (Player(1), Player(2)), "n": 2}),
        formatter.format("prompt_turn", {"who": Player(1)}),
    ]
    assert said == SENTENCES[language]


@given(st.sampled_from(LANGUAGES), st.integers(-(10**9), 10**9))
def test_every_sentence_with_any_number_shows_all_its_values(language, n):
    values = {"number": n, "word": Word("K"), "player": Player(1), "list": (Player(1), n), "text": "x"}
    formatter = Formatter(chain(language))
    for key, use in signatures().items():
        said = formatter.format(key, {name: values[p.shown.value] for name, p in use.parameters.items()})
        assert said
        assert not set("{}") & set(said)
