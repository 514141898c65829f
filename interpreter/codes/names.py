"""The codes P4xx: names that rules use, what they stand for, what may stand where; and names that nothing uses."""

from __future__ import annotations

from parlour.interpreter.codes.code import Code

_HEAD = "parlour: 1\nid: example\ntitle: Example\nplayers: 2\n"
_POINTS = "variables: {points: {of: player, starts: 0, range: 0..60}}\nscore: me.points\n"
_EACH = "phases:\n  play:\n    each: players\n    do:\n"


def _played(*statements: str, more: str = _POINTS) -> str:
    """A ruleset in which each player once does these statements."""
    return _HEAD + more + _EACH + "".join(f"      - {statement}\n" for statement in statements)


def _table(statement: str, more: str) -> str:
    """A ruleset in which one statement is done, for nobody in particular."""
    return _HEAD + more + f"phases:\n  play:\n    do:\n      - {statement}\n"


def _raced(*statements: str, more: str) -> str:
    """A race of turns that ends."""
    turns = "phases:\n  race:\n    turns: players\n    until: me.points >= 50\n    do:\n"
    return _HEAD + more + turns + "".join(f"      - {statement}\n" for statement in statements)


_OPENING = _POINTS.replace("{points", "{opening: {starts: 20}, points")
_ROUNDS = _POINTS.replace("{points", "{rounds: {range: 0..60}, points")
_DIE = "chance: {die: {throw: 1, faces: 6}}\n"
_TIE = "options: {tie: {default: WORD, choices: [share, again]}}\n"
_PACK = "cards: {pack: {standard: 32}}\nzones:\n  stock: {starts: pack, order: shuffled}\n  hand: {of: player}\n"
_ADDS = "add: {me.points: 1}"
_GAINS = "effects:\n  gains:\n    with: [n]\n    do: {add: {me.points: n}}\n"
_CHOICE = (
    "choose: {by: me, id: how_far, options: {one: {add: {me.points: 1}}, two: {add: {me.points: 2}}}}",
    "choose: {by: me, id: and_then, options: {stay: [], leave: {end: phase}}}",
)

NAMES = (
    Code(
        "P401",
        "two statements in one map",
        "A map holds one statement, with `if` beside it where it is guarded. Two verbs in one map would have no order: a "
        "list has one.",
        _played("{add: {me.points: 1}, end: phase}"),
        _played("add: {me.points: 1}", "end: phase"),
    ),
    Code(
        "P402",
        "no such statement",
        "A statement begins with a verb of the language or with the name of an effect of this ruleset.",
        _played("ad: {me.points: 1}"),
        _played(_ADDS),
    ),
    Code(
        "P403",
        "something else is needed here",
        "A statement, an expression, a map or a name is needed here, and something else was found. Where the shape of a "
        "ruleset is checked first, that tells of it.",
        "effects: {pays: {do: [[{end: turn}]]}}",
        "effects: {pays: {do: [{end: turn}]}}",
        runnable=False,
    ),
    Code(
        "P404",
        "unknown name",
        "A name has to be declared in the ruleset, bound by a statement before, or be a name of the language. The words of "
        "an option or a set are known beside a value of their type, `tie == share`; elsewhere only where one type has them.",
        _played("add: {me.points: bonus}"),
        _played("let: {bonus: 3}", "add: {me.points: bonus}"),
    ),
    Code(
        "P405",
        "wrong type",
        "Numbers, truths, players, squares, cards and words are not each other. A table that is kept for each player, "
        "square … is read with its key: `me.points`, `room(3)`.",
        _played("add: {me.points: me.points > 3}"),
        _played("add: {me.points: 1 if me.points > 3 else 2}"),
    ),
    Code(
        "P406",
        "too few or too many values",
        "A statement, an effect, a function or a policy is given what it does not take, or not all that it needs; the "
        "message says what it takes.",
        _played("gains", more=_POINTS + _GAINS),
        _played("gains: 3", more=_POINTS + _GAINS),
    ),
    Code(
        "P407",
        "this cannot be set",
        "Only variables are set. What `let`, `as`, a loop or an effect binds is constant; counters move by `transfer`.",
        _played("let: {bonus: 3}", "set: {bonus: 4}", "add: {me.points: bonus}"),
        _played("let: {bonus: 3}", "add: {me.points: bonus + 1}"),
    ),
    Code(
        "P408",
        "a name that is taken",
        "A new name may not hide another, nor be a word of the language; nor may a choice, a face or a card be called by one: "
        "`lot == none` asks whether there is nothing. `me` alone may be bound again. The id of a choice, which is also "
        "the name of its question in `texts`, is not that of a sentence of the engine, such as `card` or `player`.",
        _played("let: {points: 3}", "add: {me.points: points}"),
        _played("let: {bonus: 3}", "add: {me.points: bonus}"),
    ),
    Code(
        "P409",
        "nothing binds this name here",
        "`me` is bound by turns, by the arrival of a pawn and by `for: me in players`; `here`, `going`, `forced`, `token` "
        "and `other` where pawns arrive. An effect that speaks of one of them is called only where it is bound.",
        _table("add: {me.points: 1}", _POINTS),
        _table("{for: me in players, do: {add: {me.points: 1}}}", _POINTS),
    ),
    Code(
        "P410",
        "it has no such attribute",
        "What stands before the point has no attribute of this name: neither the language nor the ruleset gives it one.",
        _played("add: {me.pionts: 1}"),
        _played(_ADDS),
    ),
    Code(
        "P411",
        "effects in a circle",
        "An effect may call others, but not itself, directly or through them: there would be no end. Formulas likewise.",
        _played("gains", more=_POINTS + "effects:\n  gains: {do: doubles}\n  doubles: {do: gains}\n"),
        _played("gains", more=_POINTS + "effects:\n  gains: {do: doubles}\n  doubles: {do: {add: {me.points: 2}}}\n"),
    ),
    Code(
        "P413",
        "no account, zone, device or phase of this name",
        "Statements name what they use: `transfer` accounts, `deal` and `put` zones, `roll` a device of `chance:`, `phase` "
        "a phase. What holds cards says of which deck they are.",
        _raced("roll: {with: dice, as: t}", "add: {me.points: t.total}", more=_DIE + _POINTS),
        _raced("roll: {with: die, as: t}", "add: {me.points: t.total}", more=_DIE + _POINTS),
    ),
    Code(
        "P414",
        "no word of this type",
        "An option, a set of words, the ranks, suits and cards of a deck and the faces of dice each have words of their "
        "own; here stands none of them.",
        _played("if: tie == split\n        then: {add: {me.points: 1}}", more=_POINTS + _TIE.replace("WORD", "share")),
        _played("if: tie == again\n        then: {add: {me.points: 1}}", more=_POINTS + _TIE.replace("WORD", "share")),
    ),
    Code(
        "P415",
        "not constant",
        "The size of the board, the number of pawns, ranges, the dice of a device, what things start with: all this is "
        "settled before the game begins, from numbers, options and `seat_count`.",
        _played("set: {opening: 3}", more=_OPENING + "board: {squares: opening}\n"),
        _played(
            _ADDS, more=_POINTS + "options: {length: {default: 20, range: 10..40}}\nboard: {squares: 2 * length}\n"
        ),
    ),
    Code(
        "P416",
        "declared twice",
        "Options, accounts, variables, sets, devices, zones and formulas share one set of names: each stands for one thing. "
        "A list of choices, members, ranks, suits or squares holds each of them once.",
        _played(_ADDS, more=_POINTS + "formulas: {points: seat_count}\n"),
        _played("add: {me.points: bonus}", more=_POINTS + "formulas: {bonus: seat_count}\n"),
    ),
    Code(
        "P420",
        "never used",
        "Something is declared and no rule speaks of it: a rule was forgotten, or it is not needed. What a base declares "
        "is looked at in the base.",
        _played(_ADDS, more=_POINTS + "accounts: {pot: {of: table}}\n"),
        _played(_ADDS),
    ),
    Code(
        "P421",
        "set and never read",
        "A variable gets values and no rule, no score and no measure ever looks at it. To count something for reports, "
        "name it under `measures:`.",
        _played(_ADDS, "add: {rounds: 1}", more=_ROUNDS),
        _played(_ADDS, "add: {rounds: 1}", more=_ROUNDS + "measures: {rounds: rounds}\n"),
    ),
    Code(
        "P422",
        "read and never set",
        "A variable keeps the value that it starts with. If it is meant to be constant, an option or a formula says so.",
        _played("add: {me.points: opening}", more=_OPENING),
        _played("add: {me.points: opening}", more=_POINTS + "formulas: {opening: 20}\n"),
    ),
    Code(
        "P423",
        "a loop that does not speak of its name",
        "The statements of a loop, or the value of a fold, are the same for each of the set. Where they speak of `me`, "
        "each player in turn is meant: `for: me in players`.",
        _played("{for: p in players, do: {add: {me.points: 1}}}"),
        _table("{for: me in players, do: {add: {me.points: 1}}}", _POINTS),
    ),
    Code(
        "P424",
        "bound and never used",
        "A name that `as:` or `let:` binds, or a parameter, is never read. Where it is not needed it is left out.",
        _played("let: {bonus: 3}", _ADDS),
        _played("let: {bonus: 3}", "add: {me.points: bonus}"),
    ),
    Code(
        "P425",
        "a word that names nothing",
        "`words` gives shown names to what the ruleset declares: options and their values, accounts, variables, zones, "
        "measures, ranks, suits, choices. This one is none of them; it may be misspelt.",
        _played(_ADDS) + "words: {pionts: points}\n",
        _played(_ADDS) + "words: {points: points}\n",
    ),
    Code(
        "P426",
        "an option that changes nothing",
        "No rule, no other option and no text reads this option: the game is the same whatever is chosen.",
        _played(_ADDS, more=_POINTS + "options: {bonus: {default: 3, range: 1..9}}\n"),
        _played("add: {me.points: bonus}", more=_POINTS + "options: {bonus: {default: 3, range: 1..9}}\n"),
    ),
    Code(
        "P427",
        "a policy that is silent at a choice",
        "A policy that values some choices and not others plays the others at random. That is rarely meant.",
        _played(*_CHOICE) + "policies:\n  bold: {how_far: {one: 1, two: 2}}\n",
        _played(*_CHOICE) + "policies:\n  bold: {how_far: {one: 1, two: 2}, and_then: {stay: 1, leave: 0}}\n",
    ),
    Code(
        "P428",
        "a deck without cards",
        "The cards of a deck come from `standard`, from `ranks` (with `suits`: each rank of each suit), from `cards` and "
        "from `each`. Suits alone make no cards, and `without` may leave none.",
        _played(_ADDS, more=_PACK.replace("standard: 32", "suits: [moons, suns]") + _POINTS),
        _played(
            "deal: {from: stock, to: me.hand}",
            _ADDS,
            more=_PACK.replace("standard: 32", "suits: [moons, suns], ranks: [low, high]") + _POINTS,
        ),
    ),
)
