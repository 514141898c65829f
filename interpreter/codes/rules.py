"""The codes P5xx: what the whole of a ruleset shows, before it is played: settings, cases, phases, squares, cards."""

from __future__ import annotations

from parlour.interpreter.codes.code import Code

_HEAD = "parlour: 1\nid: example\ntitle: Example\nplayers: 2\n"
_POINTS = "variables: {points: {of: player, starts: 0, range: 0..99}}\nscore: me.points\n"
_DIE = "chance: {die: {throw: 1, faces: 6}}\n"


def _played(*statements: str, more: str = _POINTS, head: str = _HEAD) -> str:
    """A ruleset in which each player once does these statements."""
    return head + more + "phases:\n  play:\n    each: players\n    do:\n" + _list(statements)


def _list(statements: tuple[str, ...]) -> str:
    return "".join(f"      - {statement}\n" for statement in statements)


def _raced(squares: str, board: str = "squares: 20, beyond: stop, effects_when: true", dice: str = _DIE) -> str:
    """A race with one die to the last square."""
    device = dice.split("{")[1].split(":")[0].strip()
    return (
        f"{_HEAD}{dice}board: {{{board}}}\nsquares:\n{squares}"
        "  20: {land: {end: {outcome: home, winners: me}}}\n"
        f"phases:\n  race:\n    turns: players\n    do:\n      - roll: {{with: {device}, as: t}}\n      - move: t.total\n"
    )


def _turns(*statements: str, phase: str = "") -> str:
    """A phase of turns with a die."""
    more = f"    {phase}\n" if phase else ""
    start = "      - roll: {with: die, as: t}\n      - add: {me.points: t.total}\n"
    return (
        _HEAD
        + _DIE
        + _POINTS
        + "phases:\n  race:\n    turns: players\n"
        + more
        + "    do:\n"
        + start
        + _list(statements)
    )


def _dealt(stock: str, hand: str, *statements: str, head: str = _HEAD) -> str:
    """A game of cards in which each player does these statements."""
    zones = f"zones:\n  stock: {{{stock}}}\n  hand: {{{hand}}}\n"
    cards = "cards: {pack: {standard: 32}}\n"
    return _played(*statements, more=cards + zones + "score: count(c in me.hand where c.rank == A)\n", head=head)


_MANY = _HEAD.replace("players: 2", "players: {min: 2, max: 8}")
_STOCK = "starts: pack, order: shuffled, seen_by: nobody"
_HAND = "of: player, order: none, seen_by: owner"
_DEAL = "deal: {from: stock, to: me.hand, cards: 5}"
_ENDS = "if: me.points >= 50\n        end: {outcome: home, winners: me}"
_BONUS = "options: {bonus: {default: DEFAULT, range: 1..9}}\n"
_MATCH = "let: {half: me.points // 40}"
_PURSE = "accounts:\n  purse: {of: player, starts: 10}\n  pot: {of: table}\nscore: me.purse\n"
_PILES = "cards: {pack: {standard: 32}, events: {cards: {rain: {}, sun: {}}}}\nzones:\n"


def _matched(*cases: str) -> str:
    found = "".join(f"\n          {case}" for case in cases)
    return _played(_MATCH, f"match: half\n        cases:{found}")


def _unfolded(depth: int) -> str:
    """Formulas that each use the one before twice."""
    chain = "".join(f"  f{k}: f{k - 1} + f{k - 1}\n" for k in range(1, depth))
    score = _POINTS.replace("me.points", f"me.points + f{depth - 1}")
    return _played("add: {me.points: 1}", more=f"{score}formulas:\n  f0: seat_count\n{chain}")


RULES = (
    Code(
        "P501",
        "so many cannot play this",
        "`players` says how many can play: a number, or {min: 2, max: 6}; at most 62. Commands that choose a number of "
        "players keep to it.",
        _played("add: {me.points: 1}", head=_HEAD.replace("players: 2", "players: {min: 6, max: 2}")),
        _played("add: {me.points: 1}", head=_HEAD.replace("players: 2", "players: {min: 2, max: 6}")),
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
        _dealt(_STOCK, _HAND, _DEAL, head=_MANY + "requires: [{that: seat_count <= 6, else: too_many}]\n")
        + "texts: {too_many: Six can play at most.}\n",
        _dealt(_STOCK, _HAND, "deal: {from: stock, to: me.hand, cards: 4}", head=_MANY)
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
        _played("add: {me.points: bonus}", more=_POINTS + _BONUS.replace("DEFAULT", "12")),
        _played("add: {me.points: bonus}", more=_POINTS + _BONUS.replace("DEFAULT", "3")),
    ),
    Code(
        "P506",
        "an opponent among more than two",
        "`opponent` is the other one in a game of two. Where more can play, `next(me)` is the player after me, and "
        "`for: p in others(me)` goes through all the others.",
        _played("add: {opponent.points: 1}", head=_MANY),
        _played("add: {next(me).points: 1}", head=_MANY),
    ),
    Code(
        "P507",
        "no such square, no such seat",
        "The squares of a board are 1 to the last, and 0 is off the board; the seats are 1 to the number of players.",
        _raced("  21: {land: {go_to: 1}}\n"),
        _raced("  19: {land: {go_to: 1}}\n"),
    ),
    Code(
        "P508",
        "no number comes of this",
        "A division by zero, or a number of more than 64 bits. Where the divisor is an option, its range may leave out 0.",
        _played("add: {me.points: 20 // bonus}", more=_POINTS + "options: {bonus: {default: 3, range: 0..9}}\n"),
        _played("add: {me.points: 20 // bonus}", more=_POINTS + "options: {bonus: {default: 3, range: 1..9}}\n"),
    ),
    Code(
        "P509",
        "a top where there is no order",
        "Only a pile has a top and a bottom: a zone with `order: kept`. A shuffled zone is dealt from, and what lies in it "
        "is unknown.",
        _dealt(_STOCK, _HAND, _DEAL, "if: stock.top == K of hearts\n        end: phase"),
        _dealt("starts: pack, order: kept", _HAND, _DEAL, "if: stock.top == K of hearts\n        end: phase"),
    ),
    Code(
        "P510",
        "too large",
        "The state of a game has at most 100,000 numbers: variables by all their keys, pawns, zones by kinds of cards. A "
        "die has at most 10,000 sides (weights counted) and 1,000 faces, 100 dice are thrown at once, a deck has 10,000 "
        "cards, a player 1,000 pawns, a board 10,000 squares, a set 10,000 members. Distances are known on boards of up to "
        "499 squares, and the faces that `count` asks for lie close together.",
        _played(
            "add: {me.points: room(1)}", more=_POINTS.replace("{points", "{room: {of: 1..200000, starts: 1}, points")
        ),
        _played(
            "add: {room(1): 1}",
            "add: {me.points: room(1)}",
            more=_POINTS.replace("{points", "{room: {of: 1..200}, points"),
        ),
    ),
    Code(
        "P511",
        "dice that the device has not",
        "`throw:` is the most dice of a device that are ever thrown together; `number:` may say fewer, where they are "
        "alike.",
        _turns("roll: {with: die, number: 2, as: two}", "add: {me.points: two.total}", _ENDS),
        _turns("roll: {with: die, number: 1, as: two}", "add: {me.points: two.total}", _ENDS),
    ),
    Code(
        "P512",
        "cards of two decks in one zone",
        "A zone holds cards of one deck, and cards move only between zones of the same deck.",
        _played(
            "deal: {from: stock, to: weather}",
            more=_PILES + "  stock: {starts: pack, order: shuffled}\n  weather: {starts: events, order: shuffled}\n",
        ),
        _played(
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
        "Several values are chosen together from at most 24, and a loop goes through a set that changes meanwhile only "
        "where it has at most 62 members.",
        _played("choose: {by: me, id: which, some: n in 1..40, as: chosen}", "add: {me.points: chosen.size}"),
        _played("choose: {by: me, id: which, some: n in 1..20, as: chosen}", "add: {me.points: chosen.size}"),
    ),
    Code(
        "P514",
        "nothing to end here",
        "`end: turn` is for phases with `turns` or `each`, `end: phase` for phases.",
        _HEAD
        + _POINTS
        + "phases:\n  play:\n    do:\n      - {for: me in players, do: {add: {me.points: 1}}}\n      - end: turn\n",
        _HEAD + _POINTS + "phases:\n  play:\n    do:\n      - {for: me in players, do: {add: {me.points: 1}}}\n",
    ),
    Code(
        "P515",
        "too many different throws",
        "All devices together show at most 50,000 different throws, in whatever order the dice lie.",
        _turns("roll: {with: many, as: all}", "add: {me.points: all.total}", _ENDS).replace(
            "{die: {throw: 1, faces: 6}}", "{die: {throw: 1, faces: 6}, many: {throw: 20, faces: 20}}"
        ),
        _turns("roll: {with: many, as: all}", "add: {me.points: all.total}", _ENDS).replace(
            "{die: {throw: 1, faces: 6}}", "{die: {throw: 1, faces: 6}, many: {throw: 5, faces: 6}}"
        ),
    ),
    Code(
        "P516",
        "unfolds to too much",
        "Where a formula or an effect is used, it is written out; what uses another one twice, and that one a third, grows "
        "twice as large at each step. An expression has at most 5,000 parts in all, 100 levels deep, an effect 50,000 statements.",
        _unfolded(16),
        _unfolded(6),
    ),
    Code(
        "P517",
        "too small",
        "A die has a side, a board a square, a player a pawn, a pile room for the cards that begin in it. Weights and numbers "
        "of cards may be 0, for options that leave something out, but not less.",
        _turns(_ENDS).replace("faces: 6", "faces: 0"),
        _turns(_ENDS),
    ),
    Code(
        "P520",
        "a value without a case",
        "A `match` has a case for everything that its subject can be, or says `otherwise`; `otherwise: []` does nothing.",
        _matched("0: {add: {me.points: 3}}", "1: {add: {me.points: 2}}"),
        _matched("0: {add: {me.points: 3}}", "1: {add: {me.points: 2}}", "otherwise: []"),
    ),
    Code(
        "P521",
        "two cases for one value",
        "Only one case of a `match` runs, so no value may stand in two.",
        _matched("0..1: {add: {me.points: 3}}", "1..2: {add: {me.points: 2}}"),
        _matched("0..1: {add: {me.points: 3}}", "2: {add: {me.points: 2}}"),
    ),
    Code(
        "P522",
        "a case that nothing matches",
        "The subject of this `match` can never be what the case names; or its cases are all there is, and nothing is left "
        "for `otherwise`. A throw of several dice is named with all its dice: `6 6`.",
        _matched("0..1: {add: {me.points: 3}}", "2: {add: {me.points: 2}}", "3: {add: {me.points: 1}}"),
        _matched("0..1: {add: {me.points: 3}}", "2: {add: {me.points: 2}}"),
    ),
    Code(
        "P523",
        "never runs",
        "The statement before it always leaves the list: it ends the turn, the phase or the game, begins another phase, or "
        "goes round until something in it does.",
        _turns(_ENDS, "end: turn", "add: {me.points: 1}"),
        _turns(_ENDS, "add: {me.points: 1}"),
    ),
    Code(
        "P524",
        "a phase that is never entered",
        "Phases follow each other as they are written, unless `phase: NAME` leads elsewhere or the game ends before. "
        "Nothing leads to this one.",
        _turns(_ENDS) + "  bonus:\n    each: players\n    do: {add: {me.points: 5}}\n",
        _turns(phase="until: me.points >= 50") + "  bonus:\n    each: players\n    do: {add: {me.points: 5}}\n",
    ),
    Code(
        "P525",
        "a phase that never ends",
        "`turns` go round and round until the condition of `until` holds, until something ends the phase or the game, or "
        "until nobody is left to play. Here none of these can happen.",
        _turns(),
        _turns(phase="until: me.points >= 50"),
    ),
    Code(
        "P526",
        "everybody may be caught",
        "Who is caught waits until another frees him. When everybody waits nobody can, so a phase in which players are "
        "caught says in `stuck` what happens then.",
        _turns("if: t.total == 1\n        catch: me", _ENDS),
        _turns("if: t.total == 1\n        catch: me", _ENDS, phase="stuck: {end: {outcome: all_caught}}"),
    ),
    Code(
        "P527",
        "a loop that never ends",
        "`while: true` goes round until something in it ends the turn, the phase or the game. Nothing in this one does.",
        _turns(_ENDS, "{while: true, do: {add: {me.points: 1}}}"),
        _turns(_ENDS, "{while: me.points < 3, do: {add: {me.points: 1}}}"),
    ),
    Code(
        "P528",
        "whether sent pawns obey is not said",
        "A square sends a pawn to another. Whether that one is then obeyed too, `effects_when` of the board says: "
        "`not forced` (no: a pawn obeys only where its player's move ends), `true` (yes, in chains), or any condition.",
        _raced("  6: {land: {go_to: 12}}\n", board="squares: 20, beyond: stop"),
        _raced("  6: {land: {go_to: 12}}\n"),
    ),
    Code(
        "P529",
        "what lies beyond the last square is not said",
        "A move can be too long for the board. `beyond` says what happens: `stop` on the last square, `bounce` back, "
        "`stay`, `wrap` round, or statements.",
        _raced("  6: {land: {go_to: 12}}\n", board="squares: 20, effects_when: true"),
        _raced("  6: {land: {go_to: 12}}\n"),
    ),
    Code(
        "P530",
        "a square that nobody reaches",
        "No move, whatever the dice show, ends on this square, so what it does never happens.",
        _raced("  1: {land: {go_to: 3}}\n", dice="chance: {dice: {throw: 2, faces: 6}}\n"),
        _raced("  2: {land: {go_to: 3}}\n", dice="chance: {dice: {throw: 2, faces: 6}}\n"),
    ),
    Code(
        "P531",
        "a chain of squares without an end",
        "Each of these squares sends the pawn to the next, and the last one to the first. Where effects chain, a pawn that "
        "comes there would never stop.",
        _raced("  5: {land: {go_to: 9}}\n  9: {land: {move: -4}}\n"),
        _raced("  5: {land: {go_to: 9}}\n  9: {land: {move: -5}}\n"),
    ),
    Code(
        "P532",
        "a square that nobody leaves",
        "Every move from this square leads back to it, because it would go past the end and the pawn stays. Who stands "
        "there can never come home.",
        _raced("", board="squares: 20, beyond: stay", dice="chance: {dice: {throw: 2, faces: 6}}\n"),
        _raced("", board="squares: 20, beyond: bounce", dice="chance: {dice: {throw: 2, faces: 6}}\n"),
    ),
    Code(
        "P533",
        "a square without a way to it",
        "Pawns follow the roads of this board, and no roads lead from where they begin to this square.",
        _played(
            "{choose: {by: me, id: where, one: s in neighbours(me.at)}}",
            "go_to: s",
            more="board: {squares: [kiel, bonn, ulm], roads: [[kiel, bonn]], starts: kiel}\n",
        ),
        _played(
            "{choose: {by: me, id: where, one: s in neighbours(me.at)}}",
            "go_to: s",
            more="board: {squares: [kiel, bonn, ulm], roads: [[kiel, bonn], [bonn, ulm]], starts: kiel}\n",
        ),
    ),
    Code(
        "P534",
        "a picture of squares that are not there",
        "`picture` says how the board is drawn; the squares that it names are squares of the board.",
        _raced("", board="squares: 20, beyond: stop, picture: {shape: two_sides, common: [1, 21]}"),
        _raced("", board="squares: 20, beyond: stop, picture: {shape: two_sides, common: [1, 20]}"),
    ),
    Code(
        "P535",
        "more cards than there are",
        "With the most players, or with an option at one of its ends, a deal needs more cards than its zone can have. "
        "`requires` may forbid such a table.",
        _dealt(_STOCK, _HAND, _DEAL, head=_MANY),
        _dealt(_STOCK, _HAND, "deal: {from: stock, to: me.hand, cards: 4}", head=_MANY),
    ),
    Code(
        "P536",
        "a pack in two places",
        "All cards of a deck begin in the one zone that says `starts`. Other zones say `holds` where there is more than "
        "one deck, and get their cards by `deal` or `put`.",
        _dealt(_STOCK, _HAND + ", starts: pack", _DEAL),
        _dealt(_STOCK, _HAND + ", holds: pack", _DEAL),
    ),
    Code(
        "P537",
        "a pack that is nowhere",
        "No zone begins with the cards of this deck, and none gathers them, so there are none.",
        _dealt("order: shuffled", _HAND, _DEAL),
        _dealt(_STOCK, _HAND, _DEAL),
    ),
    Code(
        "P538",
        "a policy that sees what is hidden",
        "A policy plays as a player can: it reads what the one who chooses sees, his own hand and not another's.",
        _dealt(_STOCK, _HAND, _DEAL, "choose: {by: me, id: go_on, options: {bid: {add: {bids: 1}}, stop: []}}")
        + "variables: {bids: {range: 0..60}}\nmeasures: {bids: bids}\n"
        + "policies: {bold: {go_on: {bid: count(c in opponent.hand where c.rank == A), stop: 1}}}\n",
        _dealt(_STOCK, _HAND, _DEAL, "choose: {by: me, id: go_on, options: {bid: {add: {bids: 1}}, stop: []}}")
        + "variables: {bids: {range: 0..60}}\nmeasures: {bids: bids}\n"
        + "policies: {bold: {go_on: {bid: count(c in me.hand where c.rank == A), stop: 1}}}\n",
    ),
    Code(
        "P539",
        "a negative amount",
        "A transfer moves counters from one account to another; the other way round, the accounts change places.",
        _played("transfer: {from: me.purse, to: pot, amount: -2}", more=_PURSE),
        _played("transfer: {from: pot, to: me.purse, amount: all}", more=_PURSE),
    ),
)
