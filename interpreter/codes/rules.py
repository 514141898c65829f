"""The codes P520 to P539: what the whole of a ruleset shows: cases, phases, squares, cards, policies."""

from __future__ import annotations

from parlour.interpreter.codes.code import Code
from parlour.interpreter.codes.games import DEAL, ENDS, HAND, MANY, STOCK, dealt, played, raced, turns

_MATCH = "let: {half: me.points // 40}"
_PURSE = "accounts:\n  purse: {of: player, starts: 10}\n  pot: {of: table}\nscore: me.purse\n"


def _matched(*cases: str) -> str:
    found = "".join(f"\n          {case}" for case in cases)
    return played(_MATCH, f"match: half\n        cases:{found}")


RULES = (
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
        turns(ENDS, "end: turn", "add: {me.points: 1}"),
        turns(ENDS, "add: {me.points: 1}"),
    ),
    Code(
        "P524",
        "a phase that is never entered",
        "Phases follow each other as they are written, unless `phase: NAME` leads elsewhere or the game ends before. "
        "Nothing leads to this one.",
        turns(ENDS) + "  bonus:\n    each: players\n    do: {add: {me.points: 5}}\n",
        turns(phase="until: me.points >= 50") + "  bonus:\n    each: players\n    do: {add: {me.points: 5}}\n",
    ),
    Code(
        "P525",
        "a phase that never ends",
        "`turns` go round and round until the condition of `until` holds, until something ends the phase or the game, or "
        "until nobody is left to play. Here none of these can happen.",
        turns(),
        turns(phase="until: me.points >= 50"),
    ),
    Code(
        "P526",
        "everybody may be caught",
        "Who is caught waits until another frees him. When everybody waits nobody can, so a phase in which players are "
        "caught says in `stuck` what happens then.",
        turns("if: t.total == 1\n        catch: me", ENDS),
        turns("if: t.total == 1\n        catch: me", ENDS, phase="stuck: {end: {outcome: all_caught}}"),
    ),
    Code(
        "P527",
        "a loop that never ends",
        "`while: true` goes round until something in it ends the turn, the phase or the game. Nothing in this one does.",
        turns(ENDS, "{while: true, do: {add: {me.points: 1}}}"),
        turns(ENDS, "{while: me.points < 3, do: {add: {me.points: 1}}}"),
    ),
    Code(
        "P528",
        "whether sent pawns obey is not said",
        "A square sends a pawn to another. Whether that one is then obeyed too, `effects_when` of the board says: "
        "`not forced` (no: a pawn obeys only where its player's move ends), `true` (yes, in chains), or any condition.",
        raced("  6: {land: {go_to: 12}}\n", board="squares: 20, beyond: stop"),
        raced("  6: {land: {go_to: 12}}\n"),
    ),
    Code(
        "P529",
        "what lies beyond the last square is not said",
        "A move can be too long for the board. `beyond` says what happens: `stop` on the last square, `bounce` back, "
        "`stay`, `wrap` round, or statements.",
        raced("  6: {land: {go_to: 12}}\n", board="squares: 20, effects_when: true"),
        raced("  6: {land: {go_to: 12}}\n"),
    ),
    Code(
        "P530",
        "a square that nobody reaches",
        "No move, whatever the dice show, ends on this square, so what it does never happens.",
        raced("  1: {land: {go_to: 3}}\n", dice="chance: {dice: {throw: 2, faces: 6}}\n"),
        raced("  2: {land: {go_to: 3}}\n", dice="chance: {dice: {throw: 2, faces: 6}}\n"),
    ),
    Code(
        "P531",
        "a chain of squares without an end",
        "Each of these squares sends the pawn to the next, and the last one to the first. Where effects chain, a pawn that "
        "comes there would never stop.",
        raced("  5: {land: {go_to: 9}}\n  9: {land: {move: -4}}\n"),
        raced("  5: {land: {go_to: 9}}\n  9: {land: {move: -5}}\n"),
    ),
    Code(
        "P532",
        "a square that nobody leaves",
        "Every move from this square leads back to it, because it would go past the end and the pawn stays. Who stands "
        "there can never come home.",
        raced("", board="squares: 20, beyond: stay", dice="chance: {dice: {throw: 2, faces: 6}}\n"),
        raced("", board="squares: 20, beyond: bounce", dice="chance: {dice: {throw: 2, faces: 6}}\n"),
    ),
    Code(
        "P533",
        "a square without a way to it",
        "Pawns follow the roads of this board, and no roads lead from where they begin to this square.",
        played(
            "{choose: {by: me, id: where, one: s in neighbours(me.at)}}",
            "go_to: s",
            more="board: {squares: [kiel, bonn, ulm], roads: [[kiel, bonn]], starts: kiel}\n",
        ),
        played(
            "{choose: {by: me, id: where, one: s in neighbours(me.at)}}",
            "go_to: s",
            more="board: {squares: [kiel, bonn, ulm], roads: [[kiel, bonn], [bonn, ulm]], starts: kiel}\n",
        ),
    ),
    Code(
        "P534",
        "a picture of squares that are not there",
        "`picture` says how the board is drawn; the squares that it names are squares of the board.",
        raced("", board="squares: 20, beyond: stop, picture: {shape: two_sides, common: [1, 21]}"),
        raced("", board="squares: 20, beyond: stop, picture: {shape: two_sides, common: [1, 20]}"),
    ),
    Code(
        "P535",
        "more cards than there are",
        "With the most players, or with an option at one of its ends, a deal needs more cards than its zone can have. "
        "`requires` may forbid such a table.",
        dealt(STOCK, HAND, DEAL, head=MANY),
        dealt(STOCK, HAND, "deal: {from: stock, to: me.hand, cards: 4}", head=MANY),
    ),
    Code(
        "P536",
        "a pack in two places",
        "All cards of a deck begin in the one zone that says `starts`. Other zones say `holds` where there is more than "
        "one deck, and get their cards by `deal` or `put`.",
        dealt(STOCK, HAND + ", starts: pack", DEAL),
        dealt(STOCK, HAND + ", holds: pack", DEAL),
    ),
    Code(
        "P537",
        "a pack that is nowhere",
        "No zone begins with the cards of this deck, and none gathers them, so there are none.",
        dealt("order: shuffled", HAND, DEAL),
        dealt(STOCK, HAND, DEAL),
    ),
    Code(
        "P538",
        "a policy that sees what is hidden",
        "A policy plays as a player can: it reads what the one who chooses sees, his own hand and not another's.",
        dealt(STOCK, HAND, DEAL, "choose: {by: me, id: go_on, options: {bid: {add: {bids: 1}}, stop: []}}")
        + "variables: {bids: {range: 0..60}}\nmeasures: {bids: bids}\n"
        + "policies: {bold: {go_on: {bid: count(c in opponent.hand where c.rank == A), stop: 1}}}\n",
        dealt(STOCK, HAND, DEAL, "choose: {by: me, id: go_on, options: {bid: {add: {bids: 1}}, stop: []}}")
        + "variables: {bids: {range: 0..60}}\nmeasures: {bids: bids}\n"
        + "policies: {bold: {go_on: {bid: count(c in me.hand where c.rank == A), stop: 1}}}\n",
    ),
    Code(
        "P539",
        "a negative amount",
        "A transfer moves counters from one account to another; the other way round, the accounts change places.",
        played("transfer: {from: me.purse, to: pot, amount: -2}", more=_PURSE),
        played("transfer: {from: pot, to: me.purse, amount: all}", more=_PURSE),
    ),
)
