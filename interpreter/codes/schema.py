"""The codes P220 to P228: what has not the shape of a ruleset."""

from __future__ import annotations

from parlour.interpreter.codes.code import Code

_HEAD = "parlour: 1\nid: example\ntitle: Example\nabstract: true\n"

SCHEMA = (
    Code(
        "P220",
        "unknown key",
        "A map has a key that the language does not know there: a misspelt section, field or argument. Nothing that is "
        "written is ever ignored. Only squares and cards may have fields of the author's own, and those hold expressions.",
        _HEAD + "board: {sqares: 63}\n",
        _HEAD + "board: {squares: 63}\n",
    ),
    Code(
        "P221",
        "wrong kind of value",
        "A map, a list, a text, a number, true or false: another one of these is needed here. An expression that YAML "
        "reads as a list or a map goes in quotes.",
        _HEAD + "score: [me.points]\nvariables: {points: {of: player}}\n",
        _HEAD + "score: me.points\nvariables: {points: {of: player}}\n",
    ),
    Code(
        "P222",
        "missing key",
        "Something cannot do without this key. A file with `extends` may leave it to its base; what comes of both must "
        "have it.",
        _HEAD + "options: {length: {range: 1..9}}\n",
        _HEAD + "options: {length: {default: 3, range: 1..9}}\n",
    ),
    Code(
        "P223",
        "not one of the words",
        "Only a few words of the language may stand here, and this is none of them.",
        _HEAD + "variables: {cast: {type: throw, lasts: round}}\n",
        _HEAD + "variables: {cast: {type: throw, lasts: turn}}\n",
    ),
    Code(
        "P224",
        "too few, too many",
        "A list or a map has too few or too many entries, or a number is too small.",
        _HEAD + "players: 0\n",
        _HEAD + "players: 1\n",
    ),
    Code(
        "P225",
        "no name",
        "A name begins with a letter of any alphabet and goes on with letters, digits and `_`. The id of a ruleset, which "
        "is also the name of its file, has small letters a to z, digits, `-` and `_`. An effect cannot be called as a "
        "statement of the language is.",
        _HEAD + "variables: {last throw: {type: throw}}\n",
        _HEAD + "variables: {last_throw: {type: throw}}\n",
    ),
    Code(
        "P226",
        "keys that do not go together",
        "Some keys need another one beside them, and some cannot stand beside each other: `for` needs its `do`, `until` is "
        "for phases with `turns`, and dice that differ (`each`) have no `faces` in common.",
        _HEAD + "phases: {deal: {each: players, do: [], until: true}}\n",
        _HEAD + "phases: {race: {turns: players, do: [], until: true}}\n",
    ),
    Code(
        "P227",
        "no value",
        "Nothing stands after the colon or the dash. In a file with `extends` this takes something away that the base has; "
        "elsewhere a value is needed.",
        _HEAD + "accounts: {pot: {of: }}\n",
        _HEAD + "accounts: {pot: {of: table}}\n",
    ),
    Code(
        "P228",
        "another version of the language",
        "`parlour` says for which version of the language a ruleset is written; this interpreter reads version 1.",
        "parlour: 2\nid: example\ntitle: Example\nabstract: true\n",
        _HEAD,
    ),
)
