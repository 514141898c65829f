"""Board, squares, effects, phases, texts, policies and scenarios, described by hand for the JSON Schema."""

from __future__ import annotations

from parlour.interpreter.language.schema.declarations import QUOTE, WITH, Section, entries
from parlour.interpreter.language.schema.shapes import (
    EXPRESSION,
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
    or_as,
    or_list,
    reference,
    such_as,
    text,
    word,
)

ENDS = ("bounce", "stay", "wrap", "stop")
_END_TYPES = ("string", "object", "array")
# What happens past an end of the board: a word, statements, or a match of these.
END: Shape = {
    "if": {"type": "object", "propertyNames": {"enum": ["match", "cases"]}, "minProperties": 1},
    "then": {
        "properties": {
            "match": expression("An option whose value decides."),
            "cases": map_of(reference("end", _END_TYPES), "What happens for each value.", least=1),
        },
        "required": ["match", "cases"],
    },
    "else": {"if": {"type": ["object", "array"]}, "then": {"$ref": "#/$defs/block"}},
}


def _end(help: str) -> Shape:
    return reference("end", _END_TYPES, f"{help}: a word, statements, or {{match, cases}} of these.", *ENDS)


_SQUARE = of_type(TEXT, "A square: its number or its name.")

BOARD = Section(
    such_as(
        fields(
            {
                "squares": or_as(
                    list_of(name("The name of a square."), "How many squares; or a list of their names; or a set."),
                    *EXPRESSION,
                ),
                "roads": list_of(
                    list_of(name(), "Two squares that are neighbours.", "[a, b]") | {"minItems": 2, "maxItems": 2},
                    "Which squares are neighbours, on a board of names.",
                ),
                "starts": expression("Where pawns stand at the beginning; 0 is off the board.", 0),
                "tokens": expression("How many pawns each player has; 1 unless said.", 1),
                "place": expression("Pawns for which this is equal stand together; `here` unless said.", "here"),
                "beyond": _end("What a move past the last square does"),
                "before": _end("What a move back past the first square does"),
                "effects_when": expression("When a pawn that arrives does what the square says.", "not forced"),
                "meet": block("What happens when a pawn meets another, on every square that says nothing else."),
                "picture": fields(
                    {
                        "shape": word("How the board is drawn.", "spiral", "rows", "ring", "two_sides", "map"),
                        "common": list_of(_SQUARE, "Squares that both sides of the picture share.", "[1, 15]"),
                    },
                    "How the board is drawn; of no meaning for the game.",
                ),
            },
            "The board: its squares, and how pawns move on it.",
            required=["squares"],
        ),
        "{squares: 63}",
    ),
    steps=1,
)

SQUARES = entries(
    fields(
        {
            "name": text("What the square is called."),
            "quote": QUOTE,
            "land": block("What happens to a pawn that arrives here."),
            "meet": block("What happens when a pawn meets another here, instead of what the board says."),
        },
        others=expression("A field of the author's own, read as `here.NAME`; statements stand under land and meet."),
    ),
    "What squares do: by number, name, list (5, 9), range (5..9) or the name of a set.",
    example="{name: Inn, land: {miss_turns: 1}}",
    called="5",
    keys="",
)

EFFECTS = entries(
    fields({"with": WITH, "do": block("The statements.")}, required=["do"]),
    "The game's own statements, used by name wherever statements stand.",
    example="{with: [n], do: [{move: n}]}",
)

FORMULAS = entries(
    or_as(fields({"with": WITH, "is": expression("The expression.")}, required=["is"]), *EXPRESSION),
    "Named expressions: an expression, or {with, is}.",
    example="{with: [n], is: 2 * n}",
)

_KINDS: Shape = {
    "dependentSchemas": {
        "each": alone("each", "from", "do", "quote", "after"),
        "turns": alone("turns", "from", "do", "until", "stuck", "quote", "after"),
        "from": {"if": {"not": {"required": ["each"]}}, "then": {"required": ["turns"]}},
        "until": {"required": ["turns"]},
        "stuck": {"required": ["turns"]},
    }
}

PHASES = entries(
    fields(
        {
            "quote": QUOTE,
            "do": block("The statements: once, for each player, or for each turn."),
            "each": of_type("string", "The players, one after the other, once round.", "players"),
            "turns": of_type("string", "The players, one after the other, round and round.", "players"),
            "from": expression("Who is first.", "next(dealer)"),
            "until": expression("The phase is over when this holds after a turn."),
            "stuck": block("What happens when every player is caught."),
            "after": name("In a file with `extends`: the phase that a new one follows."),
        },
        required=["do"],
    )
    | _KINDS,
    "The course of the game: one phase after the other.",
    example="{turns: players, do: [{roll: {with: dice, as: t}}, {move: t.total}]}",
    least=1,
)

_FORMS = {
    category: text(f"The wording for numbers of the plural category {category}.")
    for category in ("zero", "one", "two", "few", "many", "other")
} | {"by": name("The number that decides, where the text has several.")}
_PLURAL = or_as(fields(_FORMS, others=text()), *TEXT)

TEXTS = Section(
    such_as(
        map_of(
            or_as(_PLURAL | {"description": "A text with {placeholders}; or a map of plural forms."}, "null"),
            "What the game tells: sentences of `say`, questions of choices, outcomes.",
        ),
        '{NAME: "{who} begins."}',
    ),
    steps=1,
)

_WORD = fields(
    {"name": or_as(_PLURAL, *TEXT) | {"description": "What is shown where no form is asked for."}, **_FORMS},
    "Its shown name; or a map of forms: {name: king, the: the king}.",
    others=_PLURAL,
)

WORDS = Section(
    such_as(
        map_of(or_as(_WORD, *TEXT, "null"), "Shown names of accounts, options, cards, choices and so on."),
        "{purse: Purse}",
    ),
    steps=1,
)

POLICIES = entries(
    map_of(
        map_of(expression(), "What each option is worth: the highest is taken, the first on a tie. Or {each: EXPR}."),
    ),
    "Named ways to choose, for bots: choice → option → how much it is worth.",
    example="{stop_or_go: {stop: n, go_on: 4}}",
)

_VALUE = reference("value", ("string", "integer", "boolean", "array", "object"))
VALUE: Shape = {"items": of_type(EXPRESSION), "additionalProperties": _VALUE}
_SITUATION = {
    "phase": name("The phase."),
    "turn": of_type("string", "Whose turn it is.", "seat 1"),
}
_GIVEN = fields(
    _SITUATION, "The situation to begin with, laid over the start: names and seats with values.", others=_VALUE
)
_EXPECT = fields(
    _SITUATION
    | {
        "outcome": name("The outcome of the game."),
        "winners": or_list(of_type("string", "The seats that win.", "[seat 1]")),
        "asks": name("The id of the choice that is to be made."),
        "said": or_list(of_type(("string", "object"), "The texts that are told.")),
        "fault": of_type(("string", "boolean"), "The code of the fault that stops the game."),
    },
    "What must hold then: names and seats with values.",
    others=_VALUE,
)
_STEP = {
    "given": _GIVEN,
    "draws": list_of(or_list(of_type(EXPRESSION)), "What each throw or card is, one entry a chance.", "[4 3, 6 6]"),
    "choices": list_of(or_list(of_type(EXPRESSION)), "What is chosen, one entry a choice."),
    "expect": _EXPECT,
}

SCENARIOS = entries(
    fields(
        {
            **_STEP,
            "then": list_of(fields(_STEP, "What follows."), "More steps, each from where the last one ended."),
            "options": map_of(of_type(EXPRESSION), "The options that it relies on.", NAME),
            "players": count("How many play."),
            "quote": QUOTE,
        }
    ),
    "Situations with what must come of them: the tests of the rules.",
    keys="",
    example="{draws: [4 3], expect: {seat 1: {at: 7}}}",
)
