"""The head of a ruleset file and what it declares, described by hand for the JSON Schema: names, values and help.

Everything is as strict here as in a file without `extends`; `assembly.py` makes the rest.
"""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.language.schema.shapes import (
    EXPRESSION,
    IDENTIFIER,
    NAME,
    TEXT,
    Shape,
    alone,
    block,
    count,
    expression,
    fields,
    list_of,
    map_of,
    name,
    of_type,
    one_of,
    or_as,
    or_list,
    reference,
    span,
    such_as,
    text,
    truth,
    word,
)


class Section(Struct, frozen=True):
    """One key of the file. `steps` is how many maps deep `extends` merges it: so deep may a `null` take things away."""

    shape: Shape
    steps: int = 0


def entries(
    entry: Shape, help: str, keys: str = NAME, least: int = 0, *, example: str, called: str = "NAME"
) -> Section:
    """A map of names to maps of fields; nothing after a name is an empty map, where no field is required.

    `example`: one entry, and how it is `called`: shown where something else than a map stands.
    """
    entry = such_as(entry, example)
    shape = entry if "required" in entry or "if" in entry else or_as(entry, "null")
    return Section(such_as(map_of(shape, help, keys, least), f"{{{called}: {example}}}"), steps=2)


SHORT = ("pays_all", "owes")
QUOTE = text("The words of the source that this stands for.")
WITH = or_as(list_of(name(), "What is passed: a list of names, or a map of names to their types.", "[n]"), "object") | {
    "additionalProperties": of_type("string", "A type: int, bool, player, square, card, throw, a set …", "int")
}
_OF = expression("What it is kept for: table (one for all, unless said), player, token, square, a range or a set.")
_SEEN = word(
    "Who sees it: all (unless said), its owner, nobody. Bots and policies see no more.", "all", "owner", "nobody"
)

HEADER = {
    "parlour": Section({"const": 1, "description": "The version of the language: 1."}),
    "id": Section(name("The name of the ruleset, and of its file.", IDENTIFIER)),
    "extends": Section(
        of_type("string", "The ruleset that this one is laid over: an id, or a path below this folder.")
    ),
    "abstract": Section(truth("True: a base for others, not listed for play.")),
    "title": Section(text("The game's name, as players read it.")),
    "language": Section(of_type("string", "The language of all texts, as a BCP 47 tag.", "en")),
    "summary": Section(text("The game in one line.")),
    "author": Section(text("Who made the game.")),
    "translator": Section(text("Who translated it.")),
    "licence": Section(text("The licence of this file.")),
    "date": Section(text("When the rules were published.")),
    "sources": Section(
        list_of(
            fields(
                {"title": text("What was read."), "note": text("Where it is found; what is to be known of it.")},
                required=["title"],
            ),
            "Where the rules come from.",
            "[{title: Rules of the game}]",
        )
    ),
    "players": Section(
        or_as(fields({"min": count("The fewest."), "max": count("The most.")}, required=["min", "max"]), "integer")
        | {"minimum": 1, "description": "How many play: a number, or {min, max}.", "examples": ["{min: 2, max: 12}"]},
        steps=1,
    ),
    "requires": Section(
        list_of(
            fields(
                {
                    "that": expression("A condition on options and seat_count.", "seat_count < 12"),
                    "else": text("The text (of `texts`) that says why not."),
                },
                required=["that"],
            ),
            "What must hold of the options and the number of seats before a game begins.",
            "[{that: seat_count < 12, else: TEXT}]",
        )
    ),
    "limit": Section(
        such_as(
            fields(
                {
                    "turns": count("The most turns of one game."),
                    "chances": count("The most throws and cards of one game."),
                    "choices": count("The most choices of one game."),
                    "outcome": name("The outcome of a game that is stopped."),
                },
                "Where a game that goes on and on is stopped.",
            ),
            "{turns: 20000}",
        ),
        steps=1,
    ),
    "aim": Section(word("What a player plays for: to win (unless said), or the highest score.", "win", "score")),
    "score": Section(expression("What a player has reached; `me` is the player.", "me.score")),
    "measures": Section(
        such_as(
            map_of(expression(), "What else is counted at the end of a game, by name.", NAME),
            "{NAME: 1 if was_dry else 0}",
        ),
        steps=1,
    ),
}

OPTIONS = entries(
    fields(
        {
            "default": expression("The value where nobody chooses another."),
            "choices": list_of(name(), "The words to choose from.", "[short, long]"),
            "range": span("The smallest and the largest number to choose."),
            "help": text("What is chosen, in a few words."),
        },
        required=["default"],
    ),
    "What can be chosen before a game: constants of one game.",
    example="{default: 5, range: 1..9}",
)

ACCOUNTS = entries(
    fields(
        {
            "of": _OF,
            "starts": expression("What it holds at the beginning; 0 unless said.", 20),
            "may_owe": expression("Whether it may go below zero.", "true"),
            "short": reference(
                "short", ("string", "object"), "What happens when it holds less than it must pay.", *SHORT
            ),
            "seen_by": _SEEN,
        }
    ),
    "What holds counters. Only `transfer` moves them, so their total stays.",
    example="{of: player, starts: 20}",
)

VARIABLES = entries(
    fields(
        {
            "of": _OF,
            "type": of_type("string", "int (unless said), bool, player, throw, card, a set of words …", "bool"),
            "starts": expression("The value at the beginning."),
            "range": span("The smallest and the largest number."),
            "lasts": word(
                "When it is set back: never (game, unless said), after each turn or phase.", "game", "turn", "phase"
            ),
            "seen_by": _SEEN,
        }
    ),
    "What the game remembers.",
    example="{of: player, range: 0..100}",
)

SETS = Section(
    such_as(
        map_of(
            or_as(
                list_of(expression(), "A list of squares, numbers, cards or new words, or a range.", "[5, 9, 14]"),
                *EXPRESSION,
            ),
            "Named sets.",
            NAME,
        ),
        "{NAME: [5, 9, 14]}",
    ),
    steps=1,
)

DIE = {
    "description": "How many faces; a list of them, a range, or the name of a set; or a map of faces to weights.",
    "items": of_type(TEXT, "A number or a word."),
    "additionalProperties": or_list(expression("The weight of this face.")),
}
_DIE = ("array", "object", "string", "integer")

CHANCE = entries(
    fields(
        {
            "throw": expression("How many dice are thrown; 1 unless said.", 2),
            "faces": reference(
                "die", _DIE, "The faces of each die: how many, a list of them, a range or a set.", "[1, 2, 3]"
            ),
            "sectors": reference("die", _DIE, "The sectors of a wheel, each with its weight.", "{1: 3, 2: 1}"),
            "each": list_of(reference("die", _DIE), "Dice that differ, one by one.", "[{1: 1, 0: 5}, {2: 1, 0: 5}]"),
            "put_back": truth("False: what was drawn stays out."),
        }
    )
    | one_of("faces", "sectors", "each")
    | {"dependentSchemas": {k: alone(k, "throw", "put_back") for k in ("faces", "sectors", "each")}},
    "Dice, tickets, wheels: what `roll` throws.",
    example="{throw: 2, faces: 6}",
)

_CARD = fields(
    {
        "copies": expression("How many there are; 1 unless said.", 2),
        "do": block("What happens when a player obeys it."),
        "name": text("What it is called."),
        "quote": QUOTE,
    },
    "A card of its own, or changes to a standard one.",
    others=expression("A field of the author's own."),
)

CARDS = entries(
    fields(
        {
            "standard": of_type("integer", "A standard pack of so many cards.") | {"enum": [32, 40, 48, 52]},
            "copies": expression("How many packs; 1 unless said.", 2),
            "tell_apart": word(
                "What the game looks at: the whole card (unless said), its rank or its suit alone.",
                "card",
                "rank",
                "suit",
            ),
            "ranks": list_of(of_type(TEXT), "Ranks of its own, instead of a standard pack.", "[1, 2, 3]"),
            "suits": list_of(of_type(TEXT), "Suits of its own.", "[red, blue]"),
            "value": map_of(expression(), "What each rank is worth; `otherwise` is the rest, `standard` as usual."),
            "without": or_list(of_type(TEXT, "Cards, ranks or suits that are taken out.")),
            "cards": map_of(or_as(_CARD, "null"), "Cards of its own, by name."),
            "each": expression("A set: one card for each of its members."),
        }
    ),
    "Decks of cards.",
    example="{standard: 52}",
)

ZONES = entries(
    fields(
        {
            "of": _OF,
            "starts": name("The deck that lies here at the beginning."),
            "order": word(
                "none (unless said): a bag; kept: a pile; shuffled: a stock to draw from.", "none", "kept", "shuffled"
            ),
            "seen_by": _SEEN,
            "refill": name("The zone that is shuffled in when this one is empty."),
            "holds": name("The deck of its cards, where `starts` does not say it."),
            "room": expression("The most cards of a pile.", 52),
        }
    ),
    "Where cards lie: a stock, hands, piles.",
    example="{of: player, seen_by: owner}",
)
