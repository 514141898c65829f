"""`parlour rules`: nothing of the rules is left out. The board, the parts of the game, what is kept in mind, the names."""

import re

import pytest
import yaml

from parlour.interpreter.functions import FUNCTIONS
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.resolving.boards import ENDS
from parlour.interpreter.locale.catalogue import chain, signatures
from parlour.interpreter.locale.formatting import Formatter
from parlour.interpreter.locale.tags import languages
from parlour.interpreter.rulebook import legend
from parlour.interpreter.rulebook.legend import words_of
from parlour.interpreter.statements import STATEMENTS

TRACK = """\
parlour: 1
id: track
title: Track
language: LANGUAGE
players: {min: 2, max: 4}
aim: score
requires: [{that: goal > is_far(3), else: too_near}]
limit: {turns: 4000, choices: 1, outcome: endless}
options:
  goal: {default: 12, range: 8..30}
  ends: {default: back, choices: [back, still]}
  strict: {default: false}
accounts:
  purse: {of: player, starts: 5, short: {do: {is_broke: {who: payer}}}}
  shelf: {of: spots, starts: 1}
  pot: {of: table}
sets: {spots: [2, 3, 4, 9], colours: [red, blue]}
variables:
  cast: {type: throw, lasts: turn}
  pebbles: {range: 0..goal, starts: 1 if strict else goal, lasts: phase}
  tired: {of: player, type: bool, seen_by: owner}
  leader: {type: player, starts: seat(2)}
  shade: {of: 1..3, type: colours, starts: blue}
  trodden: {of: square, range: -3..9, starts: 2, seen_by: nobody}
chance: {die: {faces: 6}, sides: {faces: [red, blue]}}
board:
  squares: goal
  starts: 1
  tokens: 1
  beyond: BEYOND
  before: BEFORE
  effects_when: WHEN
  meet: MEET
  place: at_once(token)
squares:
  4: {land: {move: -2}}
formulas:
  is_far: {with: [n], is: n + 1}
  at_once: {with: {t: token}, is: t.at // 2}
  measured: sum(p.purse for p in players)
  unused: 7
effects:
  is_broke: {with: {who: player}, do: {set: {who.tired: true}}}
  passes: {do: [{go_to: 1}, {greets: 2}]}
  falls: {do: {transfer: {from: me.purse, to: pot, amount: 1}}}
  bumps: {with: {whom: token}, do: {set: {here.trodden: 1}}}
  greets: {with: [n], do: {say: {hello: {n: n, who: me}}}}
  idles: {do: {set: {shade(1): red}}}
phases:
  start:
    each: p in players where not p.tired
    from: next(leader)
    do:
      - roll: {with: sides, as: s}
      - if: s.has(red)
        phase: race
  race:
    turns: players
    until: pebbles == 0 or any(p in players where p.at == goal)
    stuck: {end: {outcome: over}}
    do:
      - roll: {with: die, as: cast}
      - move: cast.total
      - catch: me
  home:
    do: {add: {leader.purse.extra: 0}}
score: me.purse
measures: {sum_of_all: measured}
words: {back: umgekehrt, purse: Beurs, red: rosso, leader: leader, is_broke: Broke}
texts:
  too_near: Too near.
  endless: It never ends.
  over: All over.
  hello: "{who}, hello {n:number} on {goal:number}!"
""".replace("add: {leader.purse.extra: 0}", "set: {leader: next(leader)}")


def track(language="en", beyond="bounce", before="stay", when="not forced", meet="{go_to: {who: other, to: 1}}"):
    text = TRACK.replace("LANGUAGE", language).replace("BEYOND", beyond).replace("BEFORE", before)
    return text.replace("WHEN", when).replace("MEET", meet)


def part(out, heading):
    return out.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def cells(out, heading):
    """What a part of the book says of each name."""
    rows = [line.strip("| ").split(" | ") for line in part(out, heading).splitlines() if line.startswith("| ")][2:]
    return dict(rows)


@pytest.fixture
def book(run, put):
    def making(*words, **changes):
        ran = run("rules", put(track(**changes), "track.yaml"), *words)
        assert (ran.code, ran.err) == (0, "")
        return ran.out

    return making


# --- the board --------------------------------------------------------------------------------------------------------


def test_the_board_is_told_without_a_picture(book):
    told = part(book(), "The board").strip().splitlines()
    assert told == [
        "- 12 squares",
        "- Pawns begin here: 1",
        "- Each player has 1 pawn",
        "- Who would go past the last square turns round on it and walks the rest back",
        "- Who would go back beyond the beginning of the board stays where he is",
        "- What a square says does not hold for a pawn that another square has sent there",
        "- If another pawn stands where one arrives, and the square has no “meet” of its own:"
        " `{go_to: {who: other, to: 1}}`",
        "- Pawns stand together if this is the same for both: `at_once(token)`",
    ]


@pytest.mark.parametrize(
    ("beyond", "told"),
    [
        ("stop", "- Who would go past the last square stops on it"),
        ("stay", "- Who would go past the last square stays where he is"),
        ("wrap", "- After the last square comes the first again"),
        ("[passes]", "- Who would go past the last square does not walk; this happens instead: `passes`"),
        ("[{go_to: 1}]", "- Who would go past the last square does not walk; this happens instead: `{go_to: 1}`"),
        (
            "{match: ends, cases: {back: bounce, still: stay}}",
            "- Who would go past the last square turns round on it and walks the rest back:"
            " `{match: ends, cases: {back: bounce, still: stay}}`",
        ),
        (
            "stay if strict else stop",
            "- Who would go past the last square stops on it: `stay if strict else stop`",
        ),
    ],
)
def test_the_end_of_the_board(book, beyond, told):
    assert told in part(book(beyond=beyond), "The board").splitlines()


def test_the_end_of_the_board_is_that_of_the_options(book):
    board = part(
        book("--option", "ends=still", beyond="{match: ends, cases: {back: bounce, still: stay}}"), "The board"
    )
    assert "- Who would go past the last square stays where he is: `{match: ends," in board


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("stop", "- Who would go back beyond the beginning of the board stops there"),
        (
            "bounce",
            "- Who would go back beyond the beginning of the board turns round there and walks the rest forwards",
        ),
        ("wrap", "- Before the first square comes the last"),
        (
            "[falls]",
            "- Who would go back beyond the beginning of the board does not walk; this happens instead: `falls`",
        ),
    ],
)
def test_the_beginning_of_the_board(book, before, told):
    assert told in part(book(before=before), "The board").splitlines()


@pytest.mark.parametrize(
    ("when", "told"),
    [
        (
            "true",
            "- What a square says holds for every pawn that comes there, also for one that another square has sent;",
        ),
        ("going == 1", "- What a square says holds only if: `going == 1`"),
    ],
)
def test_when_squares_do_something(book, when, told):
    assert told in part(book(when=when), "The board")


def test_what_an_end_or_a_meeting_alone_calls_is_printed(book):
    out = book(beyond="[passes]", before="[falls]", meet="{bumps: {whom: other}}")
    effects = re.findall("^### (.*)$", part(out, "Named actions"), re.M)
    assert effects == [r"Broke (is\_broke)", "passes", "falls", "bumps", "greets"]
    formulas = cells(out, "How things are worked out")
    assert list(formulas) == ["`is_far(n)`", "`at_once(t: token)`", "`measured`"]


TOWNS = """\
parlour: 1
id: towns
title: Towns
language: nl
players: 2
chance: {die: {faces: 2}}
board:
  squares: [kiel, bonn, ulm]
  roads: [[kiel, bonn], [bonn, ulm]]
  starts: bonn
  tokens: 2
phases:
  go:
    turns: players
    do:
      - roll: {with: die, as: t}
      - go_to: {token: first(k in tokens(me)), to: ulm}
      - end: {outcome: done, winners: me}
words: {kiel: Kiel, bonn: Bonn, ulm: Ulm}
texts: {done: Klaar.}
"""


def test_squares_with_names_and_their_roads(run, put):
    board = part(run("rules", put(TOWNS, "towns.yaml")).out, "Het bord").strip().splitlines()
    assert board == [
        "- De vakken: Kiel, Bonn, Ulm",
        "- De wegen: Kiel – Bonn, Bonn – Ulm",
        "- Pionnen beginnen hier: Bonn",
        "- Elke speler heeft 2 pionnen",
    ]


# --- on what terms, and what is kept ------------------------------------------------------------------------------------


def test_aim_requirements_and_limits(book):
    out = book()
    opening = out.partition("\n## ")[0]
    assert "\n- Only if" not in opening
    assert "\n- It can be played only if this holds (if not: Too near.): `goal > is_far(3)`\n" in opening
    assert opening.endswith("\nEverybody plays for as high a score as possible.\n")
    assert part(out, "How it ends").strip().splitlines() == [
        "- All over.",
        "- After 4,000 turns the game is stopped: It never ends.",
        "- After 1 choice the game is stopped: It never ends.",
    ]


def test_variables_are_told_in_sentences(book):
    assert cells(book(), "What has to be noted") == {
        "Cast": "Shared by all; a throw; after each turn it is again as at the beginning",
        "Pebbles": "Shared by all; from 0 to 12; at the beginning: 12;"
        " after each part of the game it is again as at the beginning<br>`starts: 1 if strict else goal`",
        "Tired": "Each player's own; yes or no; at the beginning: no; known only to its owner",
        "Leader": "Shared by all; a player; at the beginning: Player 2",
        "Shade": "One for each of: 1–3; one of: rosso, blue; at the beginning: blue",
        "Trodden": "One for each square; from -3 to 9; at the beginning: 2; known to nobody",
    }


def test_a_name_without_a_word_in_the_language_of_the_book_is_written_as_in_rules(run):
    told = cells(run("rules", "humbert-ca").out, "Què cal recordar")
    assert told["Préstec"].startswith("A part per a cada jugador;")
    assert told["`was_dry`"] == "En comú per a tothom; sí o no; al començament: no"


def test_sets_are_told_and_accounts_that_are_kept_over_them(book):
    out = book()
    assert cells(out, "What belongs together") == {"Spots": "2–4, 9", "Colours": "rosso, blue"}
    accounts = cells(out, "Accounts")
    assert accounts["Shelf"] == "One for each of: 2–4, 9; at the beginning: 1"
    assert accounts["Beurs"].startswith(
        "Each player's own; at the beginning: 5; who has too little pays what there is, and then this happens<br>`short:"
    )


def test_the_score_is_told_in_a_sentence(book):
    assert part(book(), "Score").strip() == "- The score of each player (me): `me.purse`"


def test_measures_are_told(book):
    assert cells(book(), "What else is counted at the end") == {"Sum of all": "`measured`"}


def test_what_cards_are_worth_is_told_where_rules_ask(run, put):
    text = """\
parlour: 1
id: worth
title: Worth
language: en
players: 1
cards: {pack: {standard: 40}}
zones: {stock: {starts: pack, order: shuffled}, row: {order: kept, room: 40}}
phases: {go: {do: [{deal: {from: stock, to: row, as: c}}, {end: {outcome: done, winners: seat(1), say: {n: VALUE}}}]}}
texts: {done: "{n:number}"}
"""
    asked = cells(run("rules", put(text.replace("VALUE", "c.value"), "worth.yaml")).out, "Cards")["Pack"]
    assert asked.endswith("; values: ace = 1, 2–7 = 2–7, jack = 11, queen = 12, king = 13")
    ran = run("rules", put(text.replace("VALUE", "3 if c.rank == K else 4"), "worth.yaml"))
    assert "values:" not in cells(ran.out, "Cards")["Pack"]
    assert "; at most 40 cards lie here" in cells(ran.out, "Where the cards lie")["Row"]


# --- the parts of the game ----------------------------------------------------------------------------------------------


def test_parts_say_of_what_kind_they_are(book):
    course = part(book(), "How it is played")
    headings = re.findall("^### (.*)$", course, re.M)
    assert headings == ["Part 1: each player once", "Part 2: turn by turn (race)", "Part 3: once"]
    first, second, third = course.split("\n### ")[1:]
    assert first.splitlines()[2:5] == [
        "- Each player does this once, one after the other to the left",
        "- Only these take part; the others are passed over: `p in players where not p.tired`",
        "- The first is: `next(leader)`",
    ]
    assert second.splitlines()[2:6] == [
        "- The players take turns, round and round to the left; one turn is this",
        "- The first player begins",
        "- It is over when this holds after a turn: `pebbles == 0 or any(p in players where p.at == goal)`",
        "- When all who still play are held fast: `{end: {outcome: over}}`",
    ]
    assert third.splitlines()[2:5] == ["```yaml", "{set: {leader: next(leader)}}", "```"]
    assert third.rstrip().endswith(
        "After the last part the game is over. Who has the highest score wins; several may share it."
    )


def test_who_wins_in_the_end_is_not_told_where_a_rule_ends_the_game(run):
    assert "After the last part" not in run("rules", "goose").out
    assert "After the last part" in run("rules", "drop-dead").out


def test_who_plays_alone_is_told_no_order(run):
    assert "### Part 1: each player once\n\n```yaml\n" in run("rules", "hazard").out


@pytest.mark.parametrize("game", Library().ids())
def test_no_part_of_a_game_of_the_library_is_headed_by_its_number_alone(game, run):
    assert not re.search(r"^### \d+\.?$", run("rules", game).out, re.M)


# --- what the names mean ------------------------------------------------------------------------------------------------


def test_names_in_rules_are_told_in_the_words_of_the_book(book):
    names = cells(
        book(beyond="{match: ends, cases: {back: [passes], still: stay}}"), "What the names in the rules mean"
    )
    assert names == {
        "`back`": "umgekehrt",
        "`hello`": "…, hello … on 12!",
        "`is_broke`": "Broke",
        "`over`": "All over.",
        "`purse`": "Beurs",
        "`red`": "rosso",
    }


@pytest.mark.parametrize("game", Library().ids())
def test_every_name_in_the_rules_of_the_library_is_told(game, run):
    out = run("rules", game).out
    tree = yaml.safe_load(run("show", game, "--resolved").out)
    code = "\n".join(re.findall("^```yaml\n(.*?)^```", out, re.M | re.S) + re.findall("`([^`\n]+)`", out))
    told = set(re.findall(r"^\| `([^`]+)` \| [^`|]+ \|$", out, re.M))
    for name, word in (tree.get("words") or {}).items():
        shown = word if isinstance(word, str) else word.get("name", "")
        is_plain = shown.casefold() == str(name).replace("_", " ").casefold() or not shown
        assert is_plain or not re.search(rf"(?<![\w]){re.escape(str(name))}(?![\w])", code) or name in told, name


@pytest.mark.parametrize("game", Library().ids())
def test_all_that_a_game_of_the_library_declares_has_its_row(game, run):
    out = run("rules", game).out
    tree = yaml.safe_load(run("show", game, "--resolved").out)
    formatter = Formatter(chain(tree["language"]))
    for section, key in (("sets", "sets"), ("variables", "variables"), ("measures", "measures"), ("zones", "zones")):
        heading = formatter.format(f"book_{key}", {})
        rows = [line for line in part(out, heading).splitlines() if line.startswith("| ")][2:]
        assert len(rows) == len(tree.get(section) or {}), section


# --- how rules are written ----------------------------------------------------------------------------------------------


def test_every_word_that_is_explained_is_one_of_the_language():
    beside = {"as", "land", "meet", "with", "short", "may_owe", "starts", "who"}
    given = {"forced", "going", "here", "me", "none", "other", "payer", "token", "unpaid", *ENDS.words}
    folds = {"all", "any", "count", "first", "sum"}
    rows = {form: {f.name for f in FUNCTIONS if f.form == form} for form in ("name", "function", "attribute", "method")}
    assert set(words_of("verb")) <= {*STATEMENTS, *beside}
    assert set(words_of("name")) <= rows["name"] | given
    assert set(words_of("call")) <= rows["function"] | folds
    assert set(words_of("attribute")) <= rows["attribute"] | rows["method"]


def test_a_new_word_needs_no_catalogue(monkeypatch, book):
    known = signatures()
    unknown = {f"book_{name}" for name in ("verb_roll", "call_next", "name_players", "attribute_has")}
    monkeypatch.setattr(legend, "signatures", lambda: [key for key in known if key not in unknown])
    out = part(book(), "How the rules are written")
    assert f"| `roll:` | {STATEMENTS['roll'].summary} |" in out
    for sign, word, form in (
        ("next(…)", "next", "function"),
        ("players", "players", "name"),
        (".has", "has", "method"),
    ):
        told = next(f.help for f in FUNCTIONS if (f.name, f.form) == (word, form))
        assert f"| `{sign}` | {told} |" in out


def test_the_legend_has_what_the_book_needs_and_no_more(book):
    out = part(book(), "How the rules are written")
    assert out.lstrip().startswith("Each line is one thing to do, one after the other.")
    told = re.findall(r"^\| `([^`]+)` \|", out, re.M)
    verbs = "as: catch: end: go_to: if: move: phase: roll: set: land: with: short: starts: who:"
    assert " ".join(sign for sign in told if sign.endswith(":")) == verbs
    assert [sign for sign in told if sign.isalpha()] == ["me", "other", "payer", "players", "token", "in", "not", "or"]
    assert [sign for sign in told if sign.endswith("(…)")] == ["any(…)", "next(…)", "sum(…)"]
    assert {".at", ".has", ".total", "==", "//"} <= set(told)
    assert {".from", ".top", "*", "<=", "and"}.isdisjoint(told)


def test_a_variable_with_the_name_of_an_attribute_is_not_explained_as_that(run, put):
    text = """\
parlour: 1
id: own
title: Own
language: en
players: 2
variables: {worth: {of: player, range: 0..9}, top: {of: player, range: 0..9, starts: 3}}
phases: {go: {each: players, do: {set: {me.worth: me.top}}}}
score: me.worth
"""
    ran = run("rules", put(text, "own.yaml"))
    assert ran.code == 0, ran.err
    assert "`.top`" not in part(ran.out, "How the rules are written")


# --- every language, and the page ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_every_language_says_it_without_a_gap(run, put, language):
    out = run("rules", put(track(language=language), "track.yaml")).out
    told = re.sub("^```yaml\n.*?^```|`[^`\n]*`", "", out, flags=re.M | re.S)
    assert not re.search(r"\bbook\b|[{}]", told)
    if language != "en":
        english = Formatter(chain("en"))
        assert english.format("book_from_first", {}) not in out
        assert english.format("book_best_wins", {}) not in out


def test_the_page_shows_the_rules_on_paper_too(book):
    page = book("--format", "html")
    assert "<details>" not in page and "<details open>" in page
    assert "<li>Pawns stand together if this is the same for both: <code>at_once(token)</code></li>" in page
    assert "<h3>Part 2: turn by turn (race)</h3>" in page
