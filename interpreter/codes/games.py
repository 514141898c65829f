"""Small games that the examples of codes are made of: statements in, a whole ruleset out."""

from __future__ import annotations

HEAD = "parlour: 1\nid: example\ntitle: Example\nplayers: 2\n"
POINTS = "variables: {points: {of: player, starts: 0, range: 0..99}}\nscore: me.points\n"
DIE = "chance: {die: {throw: 1, faces: 6}}\n"


def played(*statements: str, more: str = POINTS, head: str = HEAD) -> str:
    """A ruleset in which each player once does these statements."""
    return head + more + "phases:\n  play:\n    each: players\n    do:\n" + _list(statements)


def _list(statements: tuple[str, ...]) -> str:
    return "".join(f"      - {statement}\n" for statement in statements)


def raced(squares: str, board: str = "squares: 20, beyond: stop, effects_when: true", dice: str = DIE) -> str:
    """A race with one die to the last square."""
    device = dice.split("{")[1].split(":")[0].strip()
    return (
        f"{HEAD}{dice}board: {{{board}}}\nsquares:\n{squares}"
        "  20: {land: {end: {outcome: home, winners: me}}}\n"
        f"phases:\n  race:\n    turns: players\n    do:\n      - roll: {{with: {device}, as: t}}\n      - move: t.total\n"
    )


def turns(*statements: str, phase: str = "") -> str:
    """A phase of turns with a die."""
    more = f"    {phase}\n" if phase else ""
    start = "      - roll: {with: die, as: t}\n      - add: {me.points: t.total}\n"
    return (
        HEAD + DIE + POINTS + "phases:\n  race:\n    turns: players\n" + more + "    do:\n" + start + _list(statements)
    )


def dealt(stock: str, hand: str, *statements: str, head: str = HEAD) -> str:
    """A game of cards in which each player does these statements."""
    zones = f"zones:\n  stock: {{{stock}}}\n  hand: {{{hand}}}\n"
    cards = "cards: {pack: {standard: 32}}\n"
    return played(*statements, more=cards + zones + "score: count(c in me.hand where c.rank == A)\n", head=head)


MANY = HEAD.replace("players: 2", "players: {min: 2, max: 8}")
STOCK = "starts: pack, order: shuffled, seen_by: nobody"
HAND = "of: player, order: none, seen_by: owner"
DEAL = "deal: {from: stock, to: me.hand, cards: 5}"
ENDS = "if: me.points >= 50\n        end: {outcome: home, winners: me}"
