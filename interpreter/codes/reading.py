"""The codes P1xx: a file as bytes and as YAML."""

from __future__ import annotations

from parlour.interpreter.codes.code import Code

READING = (
    Code(
        "P101",
        "not UTF-8",
        "A ruleset is a text in UTF-8. An editor has saved it in another encoding, or it is no text at all; the fault "
        "points at the first byte that does not fit.",
        'title: Igra mačk      # saved as Latin 2: "č" is the byte E8',
        'title: Igra mačk      # saved as UTF-8: "č" is the bytes C4 8D',
        runnable=False,
    ),
    Code(
        "P102",
        "file too large",
        "A ruleset has at most 256 kibibytes. Real ones have some kilobytes; share what several have in common with "
        "`extends`.",
        "a file of two mebibytes",
        "extends: the_common_part",
        runnable=False,
    ),
    Code(
        "P103",
        "invisible character",
        "A control character, a byte order mark in the middle, or a line end that only some programs know. It cannot "
        "be seen and is read differently by different tools. Inside double quotes it can be written as `\\u2028`.",
        "title: one\u2028two\n",
        'title: "one\\u2028two"\n',
    ),
    Code(
        "P104",
        "tab as indentation",
        "YAML is indented with spaces; how wide a tab is, nobody knows.",
        "players:\n\tmin: 2\n",
        "players:\n  min: 2\n",
    ),
    Code(
        "P105",
        "no YAML",
        "The text breaks the grammar of YAML, so nothing after this place could be read. Most often a text needs "
        "quotes: one with ': ' or ' #' in it, one that begins with a sign such as '%', '@', '*', '&' or '!', and "
        "inside `{ }` one with brackets of its own.",
        "phases:\n  race: {do: {set: {x: t[1]}}}\n",
        "phases:\n  race: {do: {set: {x: t.die(1)}}}\n",
    ),
    Code(
        "P106",
        "two documents in one file",
        "One file is one ruleset: `---` may stand at its beginning, but not begin a second one.",
        "parlour: 1\n---\nparlour: 1\n",
        "---\nparlour: 1\n",
    ),
    Code(
        "P107",
        "no map",
        "A ruleset is a map of keys; this file is empty, a list or a single value.",
        "- parlour: 1\n",
        "parlour: 1\n",
    ),
    Code(
        "P108",
        "key given twice",
        "Many YAML readers take the last of two equal keys without a word, and a rule is lost. Here it is a fault.",
        "accounts:\n  pool: {of: table}\n  pool: {of: player}\n",
        "accounts:\n  pool: {of: table}\n  purse: {of: player}\n",
    ),
    Code(
        "P109",
        "anchor or alias",
        "Anchors (`&name`) and aliases (`*name`) are not part of rulesets: a few lines of them can stand for millions "
        "of values. Name a list of statements in `effects`, an expression in `formulas`, a list in `sets`; between "
        "files, `extends` shares.",
        "squares:\n  5: &frog {name: Frog}\n  9: *frog\n",
        "sets: {frogs: [5, 9]}\nsquares:\n  frogs: {name: Frog}\n",
    ),
    Code(
        "P110",
        "tag",
        "Tags (`!name`, `!!int`) tell YAML to make something else of a value. A ruleset is data and needs none.",
        "players: !!int '2'\n",
        "players: 2\n",
    ),
    Code(
        "P111",
        "merge key",
        "`<<` is not part of YAML 1.2. `extends` is the way to build on another ruleset.",
        "squares:\n  5: {<<: {name: Frog}, land: {move: 1}}\n",
        "squares:\n  5: {name: Frog, land: {move: 1}}\n",
    ),
    Code(
        "P112",
        "no key",
        "A key is one plain word, number or text of at most 160 characters. Several squares are written without "
        "brackets: `5, 9:` or `5..9:`.",
        "squares:\n  [5, 9]: {name: Frog}\n",
        "squares:\n  5, 9: {name: Frog}\n",
    ),
    Code(
        "P113",
        "cut by a comma",
        "Inside `{ }` and `[ ]` a comma ends a value, also in the middle of an expression. Quotes keep it whole; so "
        "does a line of its own.",
        "amount: {of: min(3, me.purse)}\n",
        'amount: {of: "min(3, me.purse)"}\n',
    ),
    Code(
        "P114",
        "no whole number",
        "All numbers of a ruleset are whole: counters, squares, chances. Write a share with `//`, and say in the rule "
        "how it is rounded. A text that only looks like a number needs quotes.",
        "accounts:\n  purse: {of: player, starts: 2.5}\n",
        "accounts:\n  purse: {of: player, starts: 5 // 2}\n",
    ),
    Code(
        "P115",
        "read differently by YAML 1.1",
        "Rulesets are YAML 1.2. Older tools read `no` and `on` as truth values, `010` as eight and `1:30` as ninety. "
        "Here they are what they look like; quotes, or another spelling, say so to everybody.",
        "options:\n  doubling: {default: on, choices: [on, off]}\n",
        'options:\n  doubling: {default: "on", choices: ["on", "off"]}\n',
    ),
    Code(
        "P116",
        "too many values",
        "A ruleset has at most 20,000 keys and values. Real ones have up to some thousands.",
        "a list of 200,000 numbers",
        "a range: 1..200000",
        runnable=False,
    ),
    Code(
        "P117",
        "too deep",
        "A ruleset is at most 64 levels deep. Give an inner part a name in `effects`.",
        "x: " + "[" * 70 + "]" * 70 + "\n",
        "x: " + "[" * 7 + "]" * 7 + "\n",
    ),
    Code(
        "P118",
        "directive",
        "Lines that begin with '%' are instructions to YAML readers. A ruleset needs none.",
        "%YAML 1.1\n---\nparlour: 1\n",
        "parlour: 1\n",
    ),
    Code(
        "P119",
        "number too large",
        "Whole numbers have 64 bits: they go from -9223372036854775808 to 9223372036854775807.",
        "accounts:\n  bank: {of: table, starts: 99999999999999999999}\n",
        "accounts:\n  bank: {of: table, starts: 99999999}\n",
    ),
)
