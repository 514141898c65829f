"""What a hint says where the message alone sends an author the wrong way."""

import pytest

from parlour.interpreter import verdict
from parlour.interpreter.diagnostics import did_you_mean

HEAD = "parlour: 1\nid: example\ntitle: Example\nlanguage: en\nplayers: 2\n"
DICE = """\
chance: {die: {throw: 2, faces: 6}}
cards: {pack: {standard: 32}}
zones: {stock: {starts: pack, order: shuffled}, hand: {of: player}}
variables: {points: {of: player, range: 0..60}}
score: me.points
"""
ROLLED = "roll: {with: die, as: t}"
DEALT = "deal: {from: stock, to: me.hand, as: c}"


def turns(*statements):
    """The phase in which all players do this."""
    lines = "".join(f"      - {statement}\n" for statement in statements)
    return f"phases:\n  play:\n    each: players\n    do:\n{lines}"


def only(check_text, text, code):
    (found,) = [f for f in check_text(HEAD + text, "x.yaml") if f.code == code]
    return found


@pytest.mark.parametrize(
    ("value", "part"),
    [
        ("t", ".total"),
        ("c", ".value"),
        ("me.hand", ".size"),
        ("me", ".seat_number"),
    ],
)
def test_what_makes_a_number_of_it(check_text, value, part):
    found = only(check_text, DICE + turns(ROLLED, DEALT, f"add: {{me.points: {value}}}"), "P405")
    assert found.message.startswith("a number is needed here, not a ")
    assert part in found.hint


def test_types_by_their_everyday_names(check_text):
    text = "effects: {gains: {with: {n: number, p: seat}, do: []}}\nphases: {play: {do: []}}\n"
    hints = [f.hint for f in check_text(HEAD + text, "x.yaml") if f.code == "P404"]
    assert hints == ["did you mean 'int'?", "did you mean 'player'?"]


def test_where_a_sentence_is_said_that_lacks_a_value(check_text):
    text = "phases: {play: {do: [{say: {shown: {n: 3}}}]}}\ntexts: {shown: '{n:number} {k:number}'}\n"
    found = only(check_text, text, "P607")
    assert [(r.message, r.place.line) for r in found.related] == [("it is said here", 6)]


def test_who_took_away_what_a_rule_of_the_base_needs():
    text = b"parlour: 1\nid: own\nextends: goose\naccounts: {pool: null}\nsets:\n  geese: null\n"
    found = [f for f in verdict.check_text(text, "own.yaml") if f.code == "P404"]
    assert {f.place.source.name.split("/")[-1] for f in found} == {"goose.yaml"}
    assert {(f.message.split("'")[1], *((r.message, str(r.place)) for r in f.related)) for f in found} == {
        ("pool", ("'pool' was taken away here", "own.yaml:4:18")),
        ("geese", ("'geese' was taken away here", "own.yaml:6:10")),
    }


def test_where_a_variant_made_the_board_too_small_for_the_rules_of_its_base():
    text = b"parlour: 1\nid: own\nextends: goose\nboard: {squares: 60}\n"
    found = [f for f in verdict.check_text(text, "own.yaml") if f.code == "P507"]
    assert [f.place.source.name.split("/")[-1] for f in found] == ["goose.yaml"]
    assert [(r.message, str(r.place)) for r in found[0].related] == [
        ("the size of the board is given here", "own.yaml:4:18")
    ]


def test_one_letter_is_near_to_nothing():
    assert did_you_mean("1", ["10", "A"]) == "allowed: '10', 'A'"
    assert did_you_mean("10o", ["10", "A"]) == "did you mean '10'?"


def test_a_letter_of_another_script_is_named():
    told = " 'о' is CYRILLIC SMALL LETTER O here, and not LATIN SMALL LETTER O"
    assert did_you_mean("t\u043ells", ["tolls"]) == f"did you mean 'tolls'?{told}"
    assert did_you_mean("tulls", ["tolls"]) == did_you_mean("t\u043elts", ["tolls"]) == "did you mean 'tolls'?"


def test_a_misspelt_text_of_an_outcome(check_text):
    rules = "phases: {play: {do: [{end: {outcome: filled, winners: seat(1)}}]}}\n"
    assert (
        only(check_text, f"{rules}texts: {{fillet: It is full.}}\n", "P620").hint
        == "did you mean 'filled'? it has no text"
    )
    found = only(check_text, f"{rules}texts: {{filled: It is full., fillet: It is full.}}\n", "P620")
    assert found.hint == "`say` it, or remove it", "what has a text is not meant"


@pytest.mark.parametrize(
    ("statement", "hint"),
    [
        ("{if: true, then: [], otherwise: []}", "write `else`"),
        ("{if: true, then: [], elif: []}", "write `else`, and in it another `if`"),
        ("{match: players, cases: {2: []}, otherwise: []}", "write `otherwise` as the last of the `cases`"),
    ],
)
def test_what_other_languages_call_else(check_text, statement, hint):
    assert only(check_text, f"phases: {{play: {{do: [{statement}]}}}}\n", "P402").hint == hint


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("chance: {die: {sides: 6}}\n", "P220", "did you mean 'faces'?"),
        ("chance: {die: {number: 2, faces: 6}}\n", "P220", "did you mean 'throw'?"),
        ("accounts: {purse: {owner: player}}\n", "P220", "did you mean 'of'?"),
        ("variables: {points: {initial: 3}}\n", "P220", "did you mean 'starts'?"),
        ("options: {stake: 5}\n", "P221", "for example: {default: 5, range: 1..9}"),
        ("accounts: {purse: 20}\n", "P221", "for example: {of: player, starts: 20}"),
        ("squares: {5: {name: Inn, pass: {move: 1}}}\n", "P221", "statements stand under land and meet"),
        ("effects: {throws: {do: {roll: dice}}}\n", "P221", "for example: {with: dice, as: t}"),
        ("effects: {pays: {do: {transfer: 5}}}\n", "P221", "for example: {from: me.purse, to: pot, amount: 2}"),
    ],
)
def test_what_others_call_it_and_how_it_is_written(check_text, text, code, hint):
    found = only(check_text, text + "phases: {play: {do: []}}\n", code)
    assert hint in found.hint


def test_what_is_called_otherwise_is_not_missing_too(check_text):
    found = check_text(f"{HEAD}chance: {{die: {{sides: 6}}}}\nphases: {{play: {{do: []}}}}\n", "x.yaml")
    assert [f.code for f in found] == ["P220"]


def test_a_square_that_is_named_by_its_name(check_text):
    text = "board: {squares: 9, effects_when: true}\nphases: {play: {each: players, do: {go_to: college}}}\n"
    assert only(check_text, text, "P404").hint == "the squares of this board are numbers, such as 12"


@pytest.mark.parametrize(
    ("statement", "hint"),
    [
        ("{repeat: 3}", "write for: k in 1..3 with do:"),
        ("{pays: 3}", "did you mean 'pay'?"),
        ("{gain: 3}", "counters are moved by transfer: {from, to, amount}"),
        ("{skip: 1}", "write miss_turns: 1, or end: turn"),
        ("{end: game}", "allowed: 'turn', 'phase', or a map: {outcome: reached, winners: me}"),
        ("{choose: {by: me, id: x, options: [a, b]}}", "for example: {stop: {end: turn}, go_on: []}"),
    ],
)
def test_statements_by_their_everyday_names(check_text, statement, hint):
    text = f"effects: {{pay: {{with: [n], do: []}}}}\nphases: {{play: {{each: players, do: {statement}}}}}\n"
    assert [f.hint for f in check_text(HEAD + text, "x.yaml")] == [hint]


@pytest.mark.parametrize(
    ("condition", "part"),
    [
        ("t == 6", "add .total"),
        ("6 != t", "add .total"),
        ("t == heads", "t.has(heads)"),
        ("c > 3", ".value is a number"),
        ("me.points > random(6)", "roll: {with: DEVICE, as: t}"),
        ("len(me.hand) > 3", "write x.size"),
    ],
)
def test_what_is_compared(check_text, condition, part):
    rules = turns(ROLLED, DEALT, f"{{if: {condition}, add: {{me.points: 1}}}}")
    dice = DICE.replace("{die: {throw: 2, faces: 6}}", "{die: {throw: 2, faces: 6}, coin: {faces: [heads, tails]}}")
    codes = {f.hint for f in check_text(HEAD + dice + rules, "x.yaml") if f.code in ("P404", "P405")}
    assert any(part in hint for hint in codes), codes


@pytest.mark.parametrize(
    ("value", "code", "hint"),
    [
        ("t.total()", "P404", "write x.total, without ( )"),
        ("total(t)", "P404", "write x.total"),
        ("opponent(me).points", "P404", "write opponent, without ( )"),
        ("lot(1)", "P404", "write lot, without ( )"),
        ("t.count", "P410", "it takes a value: throw.count(face) -> int"),
        ("die(6)", "P404", "it takes a value: throw.die(int) -> int"),
        ("rand(6)", "P404", "chance is a statement: roll: {with: DEVICE, as: t}"),
        ("1 if lto == coins else 0", "P404", "did you mean 'lot'?"),
        ("1 if lot == coin else 0", "P414", "did you mean 'coins'?"),
        ("DIE", "P404", "did you mean 'die'?"),
    ],
)
def test_how_a_name_is_written_that_has_another_form(check_text, value, code, hint):
    rules = "options: {lot: {default: tickets, choices: [tickets, coins]}}\n"
    rules += turns(ROLLED, f"add: {{me.points: {value}}}")
    assert only(check_text, DICE + rules, code).hint == hint


def test_what_changes_that_which_cannot_be_set(check_text):
    rules = "board: {squares: 9, beyond: stop}\n"
    rules += turns("let: {n: 1}", "set: {me.at: 3}", "set: {me.missing: 1}", "set: {n: 2}")
    found = [(f.message, f.hint) for f in check_text(HEAD + DICE + rules, "x.yaml") if f.code == "P407"]
    assert found == [
        ("'at' cannot be set", "pawns are moved by move and go_to"),
        ("'missing' cannot be set", "it is changed by miss_turns and free"),
        ("the constant 'n' cannot be set", "declare a variable to change it"),
    ]


def test_a_key_that_wants_another_may_be_left_out(check_text):
    rules = "phases: {play: {each: players, do: [{put: {cards: c in me.hand, from: me.hand, to: stock}}]}}\n"
    assert only(check_text, DICE + rules, "P226").hint == "write 'card' too, or leave 'from' out"


def test_what_is_done_if_something_holds(check_text):
    rules = "phases: {play: {each: players, do: [{if: me.points == 0, do: {add: {me.points: 1}}}]}}\n"
    assert only(check_text, DICE + rules, "P226").hint == "write `then`"


def test_what_a_name_stands_for_where_a_list_is_given(check_text):
    rules = "phases: {play: {do: []}}\nscenarios: {asked: {expect: {asks: [stop, go]}}}\n"
    assert only(check_text, DICE + rules, "P221").hint.startswith("asks: The id of the choice")


@pytest.mark.parametrize(
    ("pick", "hint"),
    [
        ("p", "say what it goes through, like p in players"),
        ("me", "say what it goes through, like me in players"),
        ("players", "name what is picked, like p in players"),
    ],
)
def test_half_a_pick(check_text, pick, hint):
    rules = f"phases: {{play: {{do: [{{for: {pick}, do: []}}]}}}}\n"
    assert only(check_text, rules, "P320").hint == hint


@pytest.mark.parametrize("zone", ["{of: player}", "{of: player, starts: pack}"])
def test_a_zone_where_there_are_no_cards(check_text, zone):
    rules = f"zones: {{hand: {zone}}}\nphases: {{play: {{do: []}}}}\n"
    assert only(check_text, rules, "P413").hint == "declare a deck: cards: {pack: {standard: 52}}"


@pytest.mark.parametrize(
    ("section", "hint"),
    [
        ("cards: [pack]", "{NAME: {standard: 52}}"),
        ("sets: [geese]", "{NAME: [5, 9, 14]}"),
        ("squares: 63", "{5: {name: Inn, land: {miss_turns: 1}}}"),
        ("texts: [Hello]", '{NAME: "{who} begins."}'),
        ("requires: goal > 3", "[{that: seat_count < 12, else: TEXT}]"),
        ("scenarios: [first]", "{NAME: {draws: [4 3], expect: {seat 1: {at: 7}}}}"),
    ],
)
def test_a_section_of_another_shape_is_shown_how_it_is_written(check_text, section, hint):
    assert only(check_text, section + "\n", "P221").hint == f"for example: {hint}"


DECKS = """
cards:
  red: {ranks: [low, high], suits: [moons]}
  blue: {ranks: [low, top], suits: [moons]}
  plain: {ranks: [low, top], tell_apart: rank}
zones: {reds: {starts: red, order: kept}, blues: {starts: blue, order: kept}, plains: {starts: plain, order: kept}}
variables: {n: {range: 0..99}}
score: n
phases: {play: {do: {STATEMENT}}}
"""


@pytest.mark.parametrize(
    ("statement", "hint"),
    [
        ("set: {n: reds.count(low)}", "write count(k in reds where k.rank == low)"),
        ("set: {n: blues.count(moons)}", "write count(k in blues where k.suit == moons)"),
        ("if: reds.has(low), end: phase", "write any(k in reds where k.rank == low)"),
        (
            "set: {n: reds.count(top)}",
            "write count(k in reds where k.rank == …): 'top' is rank of blue, plain and card of plain, "
            "and the cards here are of red",
        ),
        ("set: {n: reds.count(blues.top)}", "write count(k in reds where k.rank == …)"),
        (
            "let: {n2: low}",
            "compare it with a value of that type, such as c.rank == low, or set a variable of that type to it",
        ),
    ],
)
def test_cards_are_counted_by_a_pick(check_text, statement, hint):
    found = [
        f for f in check_text(HEAD + DECKS.replace("STATEMENT", statement), "x.yaml") if f.code in ("P404", "P405")
    ]
    assert [f.hint for f in found] == [hint]
