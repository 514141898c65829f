"""`parlour rules`: the rule book in the ruleset's language, as Markdown and as HTML."""

import re
from html.parser import HTMLParser

import pytest
import yaml

from parlour.interpreter.language.loading.library import Library

LANE = """\
parlour: 1
id: lane
title: De <laan>
language: nl
summary: Een korte wandeling | met een heg
sources: [{title: Een vel papier, note: gevonden}]
licence: CC0-1.0
players: {min: 1, max: 3}
options:
  pace: {default: slow, choices: [slow, fast], help: hoe snel}
accounts: {purse: {of: player, starts: 5, short: pays_all}, pot: {of: table}}
chance: {die: {throw: 1, faces: 3}}
board: {squares: 6, starts: 0, beyond: stay, effects_when: not forced, picture: {shape: rows}}
squares:
  2, 4: {name: Heg, quote: Betaal & wacht, land: {transfer: {from: me.purse, to: pot, amount: 1}}}
phases:
  stroll:
    turns: players
    quote: ieder op zijn beurt
    do:
      - roll: {with: die, as: t}
      - move: t.total * (2 if pace == fast else 1)
      - if: me.at == 6
        end: {outcome: home, winners: me}
words: {slow: langzaam, fast: vlug, pace: tempo, purse: beurs, pot: pot}
texts: {home: "{who} is thuis."}
scenarios:
  een worp:
    quote: je gooit, en loopt
    draws: [2]
    expect: {seat 1: {at: 2}}
"""


class Outline(HTMLParser):
    """Headings, and whether every tag is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.headings, self.words = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h1", "h2", "h3"):
            self.headings.append(data)
        self.words.append(data)


@pytest.fixture
def lane(put):
    return put(LANE, "lane.yaml")


def test_markdown_speaks_the_language_of_the_ruleset(run, lane):
    ran = run("rules", lane)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("# De \\<laan\\>\n\nEen korte wandeling \\| met een heg\n\nSpelers: 1–3\n")
    assert "## Keuzes vooraf\n\n| Keuze | Gewoonlijk | Mogelijk | Betekenis |" in ran.out
    assert "| Tempo | langzaam | langzaam, vlug | hoe snel |" in ran.out
    assert "| 2, 4 | Heg | “Betaal & wacht”<br>`land: {transfer: {from: me.purse, to: pot, amount: 1}}` |" in ran.out
    assert "> ieder op zijn beurt" in ran.out
    assert "- … is thuis." in ran.out
    assert "- een worp: “je gooit, en loopt”" in ran.out
    assert "- Een vel papier: gevonden" in ran.out
    assert "Licentie: CC0-1.0" in ran.out


def test_what_only_a_game_knows_is_left_open_and_what_options_say_is_said(run, put):
    text = LANE.replace("winners: me}", "winners: me, say: {n: me.purse, k: me.purse}}")
    home = '"{who} is {pace} thuis, met {n:beans}, van {k:number}."'
    text = text.replace('"{who} is thuis."', f"{home}, beans: {{one: '{{n}} boon', other: '{{n}} bonen'}}")
    lane = put(text, "lane.yaml")
    assert "- … is langzaam thuis, met … bonen, van ….\n" in run("rules", lane).out
    assert "- … is vlug thuis, met … bonen, van ….\n" in run("rules", lane, "--option", "pace=fast").out


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1. gooi", "1\\. gooi"),
        ("12) gooi", "12\\) gooi"),
        ("- gooi", "\\- gooi"),
        ("gooi - 1. keer", "gooi - 1. keer"),
        ("~~gooi~~ &amp; A&B, A & B", "\\~\\~gooi\\~\\~ \\&amp; A&B, A & B"),
    ],
)
def test_words_of_a_source_are_no_marks_of_markdown(run, put, text, written):
    lane = put(LANE.replace("ieder op zijn beurt", f"'{text}'"), "lane.yaml")
    assert f"> {written}\n" in run("rules", lane).out


def test_html_is_one_well_formed_page_with_the_board(run, lane, tmp_path):
    ran = run("rules", lane, "-o", "lane.html")
    assert (ran.code, ran.out) == (0, "")
    page = (tmp_path / "lane.html").read_text(encoding="utf-8")
    outline = Outline(page)
    assert outline.open == []
    assert outline.headings[:4] == ["De <laan>", "Het bord", "Vakken", "Keuzes vooraf"]
    assert '<html lang="nl">' in page and "<svg" in page and "http://www.w3.org/2000/svg" in page
    assert "Betaal & wacht" in outline.words


def test_the_format_can_be_named(run, lane):
    assert run("rules", lane, "--format", "html").out.startswith("<!doctype html>")
    assert run("rules", lane, "--format", "pdf").code == 2


def test_what_a_base_says_in_another_language_is_left_out(run):
    ran = run("rules", "humbert-sl")
    assert "škrlat" in ran.out.casefold()
    assert "The lark mirror" not in ran.out


def test_a_game_without_a_board(run, sound):
    ran = run("rules", sound)
    assert ran.code == 0
    assert "The board" not in ran.out


def test_a_file_that_cannot_be_written_is_no_traceback(run, lane):
    assert run("rules", lane, "-o", "nowhere/lane.md").code == 3


def test_a_scenario_is_called_as_it_is_written(run, put):
    text = LANE.replace("  een worp:", "  slow:")
    assert "- slow: “je gooit, en loopt”" in run("rules", put(text, "lane.yaml")).out


def test_a_dash_is_stdout(run, lane, tmp_path):
    assert run("rules", lane, "-o", "-").out == run("rules", lane).out
    assert not (tmp_path / "-").exists()


HELD = """\
parlour: 1
id: held
title: Held
language: de
players: 2
options: {lent: {default: 7, range: 0..9}, debts: {default: owes, choices: [owes, none_at_all]}}
accounts:
  purse: {of: player, starts: lent, may_owe: debts == owes, short: owes if debts == owes else pays_all}
  pot: {of: table, starts: 20, short: {cover: bank}}
  bank: {may_owe: true, seen_by: nobody}
  room: {of: 2..3, starts: 1}
cards: {pack: {standard: 32}}
zones:
  stock: {of: table, starts: pack, order: shuffled, seen_by: nobody, refill: row}
  hand: {of: player, order: none, seen_by: owner}
  row: {of: table, order: kept}
phases: {play: {do: [{transfer: {from: pot, to: bank, amount: 1}}, {end: {outcome: over, winners: seat(1)}}]}}
words: {purse: Beutel, pot: Topf, bank: Bank, room: Zimmer, stock: Stapel, hand: Hand, row: Reihe}
texts: {over: Aus.}
"""


def test_accounts_are_told_in_sentences(run, put):
    out = run("rules", put(HELD, "held.yaml")).out
    assert "| Beutel | Für jeden Spieler eigens; zu Beginn: 7; darf Schulden machen<br>`may_owe:" in out
    assert "| Topf | Gemeinsam für alle; zu Beginn: 20; was fehlt, kommt aus: Bank |" in out
    assert "| Bank | Gemeinsam für alle; zu Beginn: 0; darf Schulden machen; niemand sieht, was dort liegt |" in out
    assert "| Zimmer | Je eines für: 2–3; zu Beginn: 1 |" in out


def test_sentences_are_of_the_options_that_were_chosen(run, put):
    out = run("rules", put(HELD, "held.yaml"), "--option", "debts=none_at_all", "--option", "lent=3").out
    assert (
        "| Beutel | Für jeden Spieler eigens; zu Beginn: 3; wer zu wenig hat, zahlt, was da ist<br>`may_owe: debts == owes,"
        in out
    )


def test_zones_are_told_in_sentences(run, put):
    out = run("rules", put(HELD, "held.yaml")).out
    full, hidden = "zu Beginn liegen hier alle Karten", "niemand sieht, was dort liegt"
    refilled = "ist nichts mehr da, wird neu gemischt aus: Reihe"
    assert f"| Stapel | Gemeinsam für alle; {full}; gemischt; {hidden}; {refilled} |" in out
    assert "| Hand | Für jeden Spieler eigens; nur der Besitzer sieht, was dort liegt |" in out
    assert "| Reihe | Gemeinsam für alle; ein Stapel in fester Reihenfolge; alle sehen, was dort liegt |" in out


CHANCES = """\
parlour: 1
id: chances
title: Chances
language: LANGUAGE
players: 2
options: {many: {default: 3, range: 1..5}, sides: {default: 8, range: 4..20}}
sets: {colours: [red, blue]}
chance:
  dice: {throw: 2, faces: 6}
  die: {faces: sides}
  odd_die: {faces: sides + 1}
  painted: {throw: many, faces: colours}
  loaded: {faces: [6, 6, blank]}
  coins: {throw: 3, faces: [0, 1]}
  wheel: {sectors: {1: 3, 2: 1, home: 2}}
  unlike: {each: [{faces: 4}, {faces: [blank, blank, 9]}]}
  bag: {faces: [red, red, blue, blue], put_back: false}
phases:
  play:
    do:
      - for: n in 1..1
        do: [DO]
      - end: {outcome: over, winners: seat(1)}
texts: {over: "{n:number}"}
""".replace(
    "DO",
    ", ".join(
        f"{{roll: {{with: {name}, as: {name}_shown}}}}, {{say: {{shows: {{throw: {name}_shown}}}}}}"
        for name in ("dice", "die", "odd_die", "painted", "loaded", "coins", "wheel", "unlike", "bag")
    ),
).replace('{over: "{n:number}"}', '{over: Over., shows: "{throw}"}')


def cells(out, heading):
    """What a part of the book says of each name."""
    part = out.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")][2:]
    return dict(rows)


def test_chance_is_told_in_sentences(run, put):
    ran = run("rules", put(CHANCES.replace("LANGUAGE", "en"), "chances.yaml"))
    assert cells(ran.out, "Chance") == {
        "Dice": "2 of them, each shows: 1–6",
        "Die": "Shows: 1–8",
        "Odd die": "Shows: 1–9<br>`faces: sides + 1`",
        "Painted": "3 of them, each shows: red, blue",
        "Loaded": "Shows: 6 (2 ×), blank",
        "Coins": "3 of them, each shows: 0, 1",
        "Wheel": "A wheel of 6 equal parts: 1 (3 ×), 2, home (2 ×)",
        "Unlike": "2 unlike ones, which show: 1–4 / blank (2 ×), 9",
        "Bag": "Shows: red (2 ×), blue (2 ×); what is drawn stays out until nothing is left",
    }


def test_chance_follows_the_options_and_the_language(run, put):
    ran = run("rules", put(CHANCES.replace("LANGUAGE", "sl"), "chances.yaml"), "--option", "many=2")
    told = cells(ran.out, "Naključje")
    assert told["Painted"] == "2 kosa, vsak pokaže: red, blue"
    assert told["Wheel"].startswith("Kolo, razdeljeno na 6 enakih delov:")


PACKS = """\
parlour: 1
id: packs
title: Packs
language: en
players: 2
options: {packs: {default: 2, range: 1..4}, high: {default: true}}
cards:
  whole: {standard: 52, copies: packs, tell_apart: rank, value: {A: 14 if high else 1, Q: 20, otherwise: standard}}
  short: {standard: 32}
  fewer: {standard: 52, without: [2, 3, 4, Q of spades]}
  own: {ranks: [1, 2, 3, low], suits: [red, blue], tell_apart: suit}
  towns: {each: places}
  events:
    cards:
      gift: {copies: 2, worth: 3, do: {set: {last: 1}}}
      storm: {copies: 3 if high else 1, worth: -1}
sets: {places: [bonn, kiel]}
variables: {last: {range: 0..9}}
zones: {ZONES}
phases:
  play:
    do: [DO, {end: {outcome: over, winners: seat(1)}}]
score: last
texts: {over: Over.}
"""
DECKS = ("whole", "short", "fewer", "own", "towns", "events")
PACKS = PACKS.replace("ZONES", ", ".join(f"{d}_stock: {{starts: {d}, order: shuffled}}" for d in DECKS)).replace(
    "DO", "{deal: {from: events_stock, to: events_stock, as: c}}, {obey: c}, {set: {last: c.worth + whole_stock.size}}"
)


def test_cards_are_told_in_sentences(run, put):
    ran = run("rules", put(PACKS, "packs.yaml"))
    assert cells(ran.out, "Cards") == {
        "Whole": "A pack of 52 cards; 2 such packs together; suits do not matter; values: ace = 14, 2–10 = 2–10,"
        " jack = 11, queen = 20, king = 13<br>`value: {A: 14 if high else 1}`",
        "Short": "A pack of 32 cards; ranks: ace, 7–10, jack, queen, king",
        "Fewer": "A pack of 39 cards; without: 2–4, queen of spades",
        "Own": "A pack of 8 cards; ranks: 1–3, low; suits: red, blue; only suits matter",
        "Towns": "A pack of 2 cards; one of each: bonn, kiel",
        "Events": "A pack of 5 cards; gift (2 ×, worth = 3), storm (3 ×, worth = -1)"
        "<br>`cards: {gift: {do: {set: {last: 1}}}, storm: {copies: 3 if high else 1}}`",
    }


CALLS = """\
parlour: 1
id: calls
title: Calls
language: de
players: {min: 2, max: 5}
options:
  hand: {default: 7 if seat_count == 2 else 5, range: 1..10}
  goal: {default: 3, range: 1..seat_count * 4}
  stake: {default: goal * 2, range: 0..99}
  plain: {default: 3 * 4, range: 0..20}
accounts: {purse: {of: player, starts: doubled(stake + hand + plain), short: pays_all}, pot: {of: table}}
variables: {laid: {range: 0..20}}
formulas:
  doubled: {with: [n], is: n * 2}
  is_over: laid >= goal
  only_a_policy_asks: {with: {p: player}, is: p.purse > 3}
  lowest: min(1, tripled(2))
  tripled:
    with: {n: int}
    is: n *
      3
  never: 4
effects:
  unlucky: {do: {pays: 1}}
  pays: {with: [n], do: [{transfer: {from: me.purse, to: pot, amount: n + lowest}}, {say: {nobody_calls_it: {}}}]}
  nobody_calls_it: {do: {add: {laid: never}}}
  lay_down: {with: {who: player, n: int}, do: [{add: {laid: n}}, {if: who == me, unlucky: }]}
phases:
  play:
    turns: players
    until: is_over
    do:
      - lay_down: {who: me, n: 1}
      - choose: {by: me, id: going, options: {stay: [], go: []}}
  last: {do: {end: {outcome: over, winners: seat(1)}}}
policies: {careful: {going: {stay: 0, go: 1 if only_a_policy_asks(me) else 0}}}
words: {pays: zahlt, is_over: am Ziel, purse: Beutel, pot: Topf, hand: Blatt, unlucky: Unlucky}
texts: {over: Aus., nobody_calls_it: Gezahlt., going: Was nun?, stay: bleiben, go: gehen}
"""


def part(out, heading):
    return out.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_effects_that_the_rules_call_are_said_in_the_order_of_the_file(run, put):
    ran = run("rules", put(CALLS, "calls.yaml"))
    assert ran.code == 0
    effects = part(ran.out, "Benannte Vorgänge")
    assert re.findall("^### (.*)$", effects, re.M) == ["unlucky", "Zahlt (pays)", r"lay\_down"]
    assert "### unlucky\n\n```yaml\nunlucky: {do: {pays: 1}}\n```\n" in effects
    assert "\nlay_down: {with: {who: player, n: int}, do: [" in effects


def test_a_sentence_is_no_call_of_the_effect_of_its_name(run, put):
    out = run("rules", put(CALLS, "calls.yaml")).out
    assert "say: {nobody_calls_it: {}}" in out
    assert "\nnobody_calls_it:" not in out


def test_formulas_that_the_rules_mention_are_said_with_what_they_need(run, put):
    assert cells(run("rules", put(CALLS, "calls.yaml")).out, "Wie gerechnet wird") == {
        "`doubled(n)`": "`n * 2`",
        "Am Ziel<br>`is_over`": "`laid >= goal`",
        "`lowest`": "`min(1, tripled(2))`",
        "`tripled(n: int)`": "`n * 3`",
    }


def test_a_formula_can_have_a_word(run, put):
    ran = run("validate", put(CALLS, "calls.yaml"))
    assert "P420" in ran.out + ran.err
    assert "P425" not in ran.out + ran.err


def test_formulas_stand_in_the_page_too(run, put):
    page = run("rules", put(CALLS, "calls.yaml"), "--format", "html").out
    assert "<h3>Zahlt (pays)</h3>" in page
    assert "<td>Am Ziel<code>is_over</code></td><td><code>laid &gt;= goal</code></td>" in page


def test_what_a_base_defines_is_said_in_a_variant(run):
    out = run("rules", "humbert-ca").out
    assert "\n### pays\n" in part(out, "Accions amb nom")
    assert "`collects(who: player)`" in cells(out, "Com es calcula")


def test_without_effects_and_formulas_there_is_no_heading(run, lane):
    out = run("rules", lane).out
    assert "## Handelingen met een naam" not in out
    assert "## Hoe er gerekend wordt" not in out


@pytest.mark.parametrize(
    ("players", "hand", "goal"),
    [
        ((), "7 bei 2 Spielern", "1–8 bei 2 Spielern"),
        (("--players", "4"), "5 bei 4 Spielern", "1–16 bei 4 Spielern"),
    ],
)
def test_what_depends_on_the_players_says_on_how_many(run, put, players, hand, goal):
    options = part(run("rules", put(CALLS, "calls.yaml"), *players).out, "Was man vereinbart")
    assert f"| Blatt | {hand}<br>`7 if seat_count == 2 else 5` | 1–10 |" in options
    assert f"| Goal | 3 | {goal}<br>`1..seat_count * 4` |" in options
    assert "| Stake | 6<br>`goal * 2` | 0–99 |" in options
    assert "| Plain | 12 | 0–20 |" in options


def test_where_always_as_many_play_a_default_is_one_number(run, put):
    lane = put(LANE.replace("{min: 1, max: 3}", "2").replace("options:", OF_SEATS), "lane.yaml")
    assert "| Steps | 3 | 0–9 | stappen |" in run("rules", lane).out


OF_SEATS = "options:\n  steps: {default: seat_count + 1, range: 0..9, help: stappen}"


@pytest.mark.parametrize("game", Library().ids())
def test_what_rules_of_the_library_call_is_said(game, run):
    out = run("rules", game).out
    tree = yaml.safe_load(run("show", game, "--resolved").out)
    statements = "\n".join(re.findall("^```yaml\n(.*?)^```", out, re.M | re.S) + re.findall("`land: (.*)`", out))
    for name in tree.get("effects") or {}:
        is_called = re.search(rf"(?<!say: {{)\b{name}: (?!{{[^}}]*}}}}}})|: {name}$", statements, re.M)
        assert not is_called or f"\n```yaml\n{name}:" in out, name
    for name in tree.get("formulas") or {}:
        is_used = re.search(rf"[\s(]{name}\b(?!:)", statements)
        assert not is_used or re.search(rf"[ >]`{name}[(`]", out), name


@pytest.mark.parametrize("game", Library().ids())
def test_no_device_and_no_deck_of_the_library_is_left_as_it_is_written(game, run):
    assert not re.search(
        r"^\| [^|]* \| `(throw|faces|sectors|each|standard|ranks|cards):", run("rules", game).out, re.M
    )
