"""The codes P501 to P516: what shows where players and options are settled, and what a game cannot be too large for."""

from __future__ import annotations

from parlour.interpreter.codes.code import Code
from parlour.interpreter.codes.games import DEAL, ENDS, HAND, HEAD, MANY, POINTS, STOCK, dealt, played, raced, turns

_BONUS = "options: {bonus: {default: DEFAULT, range: 1..9}}\n"
_PILES = "cards: {pack: {standard: 32}, events: {cards: {rain: {}, sun: {}}}}\nzones:\n"


def _unfolded(depth: int) -> str:
    """Formulas that each use the one before twice."""
    chain = "".join(f"  f{k}: f{k - 1} + f{k - 1}\n" for k in range(1, depth))
    score = POINTS.replace("me.points", f"me.points + f{depth - 1}")
    return played("add: {me.points: 1}", more=f"{score}formulas:\n  f0: seat_count\n{chain}")


SETTINGS = (
    Code(
        "P501",
        "so many cannot play this",
        "`players` says how many can play: a number, or {min: 2, max: 6}; at most 62. Commands that choose a number of "
        "players keep to it.",
        played("add: {me.points: 1}", head=HEAD.replace("players: 2", "players: {min: 6, max: 2}")),
        played("add: {me.points: 1}", head=HEAD.replace("players: 2", "players: {min: 2, max: 6}")),
    ),
    Code(
        "P502",
        "no such option",
        "A command, a scenario or a program that makes games chooses an option that the ruleset does not have.",
        "parlour play example --option lenght=20",
        "parlour play example --option length=20",
        runnable=False,
    ),
    Code(
        "P503",
        "a requirement is not met",
        "`requires` says what has to hold for options and seats together; the sentence is the ruleset's own. With the "
        "defaults it has to hold for every number of players.",
        dealt(STOCK, HAND, DEAL, head=MANY + "requires: [{that: seat_count <= 6, else: too_many}]\n")
        + "texts: {too_many: Six can play at most.}\n",
        dealt(STOCK, HAND, "deal: {from: stock, to: me.hand, cards: 4}", head=MANY)
        + "requires: [{that: seat_count <= 8, else: too_many}]\ntexts: {too_many: Eight can play at most.}\n",
    ),
    Code(
        "P504",
        "not a value of this option",
        "An option is one of its choices, a whole number, or true or false.",
        "parlour play example --option length=long",
        "parlour play example --option length=20",
        runnable=False,
    ),
    Code(
        "P505",
        "outside its range",
        "An option, the start of a variable or a value that is set lies outside the range that is declared. This one "
        "does so in every game.",
        played("add: {me.points: bonus}", more=POINTS + _BONUS.replace("DEFAULT", "12")),
        played("add: {me.points: bonus}", more=POINTS + _BONUS.replace("DEFAULT", "3")),
    ),
    Code(
        "P506",
        "an opponent among more than two",
        "`opponent` is the other one in a game of two. Where more can play, `next(me)` is the player after me, and "
        "`for: p in others(me)` goes through all the others.",
        played("add: {opponent.points: 1}", head=MANY),
        played("add: {next(me).points: 1}", head=MANY),
    ),
    Code(
        "P507",
        "no such square, no such seat",
        "The squares of a board are 1 to the last, and 0 is off the board; the seats are 1 to the number of players.",
        raced("  21: {land: {go_to: 1}}\n"),
        raced("  19: {land: {go_to: 1}}\n"),
    ),
    Code(
        "P508",
        "no number comes of this",
        "A division by zero, or a number of more than 64 bits. Where the divisor is an option, its range may leave out 0.",
        played("add: {me.points: 20 // bonus}", more=POINTS + "options: {bonus: {default: 3, range: 0..9}}\n"),
        played("add: {me.points: 20 // bonus}", more=POINTS + "options: {bonus: {default: 3, range: 1..9}}\n"),
    ),
    Code(
        "P509",
        "a top where there is no order",
        "Only a pile has a top and a bottom: a zone with `order: kept`. A shuffled zone is dealt from, and what lies in it "
        "is unknown.",
        dealt(STOCK, HAND, DEAL, "if: stock.top == K of hearts\n        end: phase"),
        dealt("starts: pack, order: kept", HAND, DEAL, "if: stock.top == K of hearts\n        end: phase"),
    ),
    Code(
        "P510",
        "too large",
        "The state of a game has at most 100,000 numbers: variables by all their keys, pawns, zones by kinds of cards. A "
        "die has at most 10,000 sides (weights counted) and 1,000 faces, 100 dice are thrown at once, a deck has 10,000 "
        "cards, a player 1,000 pawns, a board 1,000 squares, a set 10,000 members. Distances are known on boards of up to "
        "499 squares, and the faces that `count` asks for lie close together.",
        played(
            "add: {me.points: room(1)}", more=POINTS.replace("{points", "{room: {of: 1..200000, starts: 1}, points")
        ),
        played(
            "add: {room(1): 1}",
            "add: {me.points: room(1)}",
            more=POINTS.replace("{points", "{room: {of: 1..200}, points"),
        ),
    ),
    Code(
        "P511",
        "dice that the device has not",
        "`throw:` is the most dice of a device that are ever thrown together; `number:` may say fewer, where they are "
        "alike.",
        turns("roll: {with: die, number: 2, as: two}", "add: {me.points: two.total}", ENDS),
        turns("roll: {with: die, number: 1, as: two}", "add: {me.points: two.total}", ENDS),
    ),
    Code(
        "P512",
        "cards of two decks in one zone",
        "A zone holds cards of one deck, and cards move only between zones of the same deck.",
        played(
            "deal: {from: stock, to: weather}",
            more=_PILES + "  stock: {starts: pack, order: shuffled}\n  weather: {starts: events, order: shuffled}\n",
        ),
        played(
            "deal: {from: stock, to: used}",
            "deal: {from: weather, to: past}",
            more=_PILES
            + "  stock: {starts: pack, order: shuffled}\n  used: {holds: pack}\n"
            + "  weather: {starts: events, order: shuffled}\n  past: {holds: events}\n",
        ),
    ),
    Code(
        "P513",
        "a set too large for this",
        "Several values are chosen together from at most 16: all that can be chosen together is listed.",
        played("choose: {by: me, id: which, some: n in 1..40, as: chosen}", "add: {me.points: chosen.size}"),
        played("choose: {by: me, id: which, some: n in 1..12, as: chosen}", "add: {me.points: chosen.size}"),
    ),
    Code(
        "P514",
        "nothing to end here",
        "`end: turn` is for phases with `turns` or `each`, `end: phase` for phases.",
        HEAD
        + POINTS
        + "phases:\n  play:\n    do:\n      - {for: me in players, do: {add: {me.points: 1}}}\n      - end: turn\n",
        HEAD + POINTS + "phases:\n  play:\n    do:\n      - {for: me in players, do: {add: {me.points: 1}}}\n",
    ),
    Code(
        "P515",
        "too many different throws",
        "All devices together show at most 50,000 different throws, in whatever order the dice lie.",
        turns("roll: {with: many, as: all}", "add: {me.points: all.total}", ENDS).replace(
            "{die: {throw: 1, faces: 6}}", "{die: {throw: 1, faces: 6}, many: {throw: 20, faces: 20}}"
        ),
        turns("roll: {with: many, as: all}", "add: {me.points: all.total}", ENDS).replace(
            "{die: {throw: 1, faces: 6}}", "{die: {throw: 1, faces: 6}, many: {throw: 5, faces: 6}}"
        ),
    ),
    Code(
        "P516",
        "unfolds to too much",
        "Where a formula or an effect is used, it is written out; what uses another one twice, and that one a third, grows "
        "twice as large at each step. An expression has at most 5,000 parts in all, 100 levels deep, an effect 50,000 "
        "statements.",
        _unfolded(16),
        _unfolded(6),
    ),
    Code(
        "P517",
        "too small",
        "A die has a side, a board a square, a player a pawn, a pile room for the cards that begin in it. Weights and numbers "
        "of cards may be 0, for options that leave something out, but not less.",
        turns(ENDS).replace("faces: 6", "faces: 0"),
        turns(ENDS),
    ),
)
