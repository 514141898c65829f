"""The codes P6xx: texts, their placeholders and plural forms, and words."""

from __future__ import annotations

from parlour.interpreter.codes.code import Code

_PAYS = "{pays: {who: me, n: 2}}"
_TWO = "{pays: {who: me, n: 2, k: 5}}"
_RANK = "{turns: {rank: A}}"
_ENDS = "{turns: {who: me}}\n      - end: {outcome: home, winners: me}"
_BEANS = 'beans: {one: "{n} bean", other: "{n} beans"}'


def _texts(*texts: str, say: str = _PAYS, words: tuple[str, ...] = (), language: str = "en") -> str:
    said = f"phases:\n  race:\n    turns: players\n    do:\n      - say: {say}\n"
    named = "words:\n" + "".join(f"  {word}\n" for word in words) if words else ""
    return f"language: {language}\n{said}texts:\n" + "".join(f"  {text}\n" for text in texts) + named


TEXTS = (
    Code(
        "P601",
        "brace never closed",
        "A `{` in a text opens a placeholder, `{who}`, and needs its `}`. To show a brace itself, double it: `{{`.",
        _texts('pays: "{who pays."', say="{pays: {who: me}}"),
        _texts('pays: "{who} pays."', say="{pays: {who: me}}"),
    ),
    Code(
        "P602",
        "brace closes nothing",
        "A `}` in a text ends a placeholder, and none is open here. To show a brace itself, double it: `}}`.",
        _texts('pays: "who} pays."', say="{pays: {who: me}}"),
        _texts('pays: "{who} pays."', say="{pays: {who: me}}"),
    ),
    Code(
        "P603",
        "no placeholder",
        "A placeholder is `{name}`, `{name.form}` for a form of a word, `{n:message}` or `{n:message.form}` for a "
        "number with what it counts, or `{n:number}` for a number that counts nothing. There are no blanks in it.",
        _texts('pays: "{ who } pays."', say="{pays: {who: me}}"),
        _texts('pays: "{who} pays."', say="{pays: {who: me}}"),
    ),
    Code(
        "P604",
        "no text",
        "A text is one sentence, or a map with a sentence for each plural form of its language.",
        _texts("pays: [who, pays]", say="{pays: {who: me}}"),
        _texts('pays: "{who} pays."', say="{pays: {who: me}}"),
    ),
    Code(
        "P605",
        "no plural form",
        "The plural forms are those of CLDR: zero, one, two, few, many and other. Beside them stands only `by`, which "
        "names the number that decides.",
        _texts('beans: {single: "{n} bean", other: "{n} beans"}', 'pays: "{who} pays {n:beans}."'),
        _texts(_BEANS, 'pays: "{who} pays {n:beans}."'),
    ),
    Code(
        "P606",
        "`by` names no placeholder",
        "`by: n` says which number decides the plural form; it is the name of one value, and in "
        "names there are letters, digits and underscores, no raised figures and fractions.",
        _texts('pays: {one: "{who}: {n} bean", other: "{who}: {n} beans", by: n²}'),
        _texts('pays: {one: "{who}: {n} bean", other: "{who}: {n} beans", by: n}'),
    ),
    Code(
        "P607",
        "nothing passed under this name",
        "A placeholder shows a value that `say` passes, an option of the ruleset or, where the text tells how the game "
        "ended, `who`. A text that another one counts with, `{n:beans}`, knows its number alone.",
        _texts(_BEANS, 'pays: "{whom} pays {n:beans}."'),
        _texts(_BEANS, 'pays: "{who} pays {n:beans}."'),
    ),
    Code(
        "P608",
        "number without plural forms",
        "Beside a number its noun changes, in most languages. Write a form for each category, count with a text of its "
        "own (`{n:beans}`), or say that the number counts nothing (`{n:number}`).",
        _texts('pays: "{who} pays {n} beans."'),
        _texts(_BEANS, 'pays: "{who} pays {n:beans}."'),
    ),
    Code(
        "P609",
        "missing plural form",
        "A map of plural forms has a form for each category that whole numbers below a million reach in the language "
        "of the ruleset. The message names the missing ones, with numbers that need them.",
        _texts('pays: {one: "{who}: {n} ziarno.", few: "{who}: {n} ziarna."}', language="pl"),
        _texts(
            "pays:",
            '  one: "{who}: {n} ziarno."',
            '  few: "{who}: {n} ziarna."',
            '  many: "{who}: {n} ziaren."',
            language="pl",
        ),
    ),
    Code(
        "P610",
        "plural form that no number takes",
        "In the language of the ruleset no whole number below a million belongs to this category: the form would "
        "never be shown.",
        _texts('pays: {one: "{who}: {n} bean.", few: "{who}: {n} beans.", other: "{who}: {n} beans."}'),
        _texts('pays: {one: "{who}: {n} bean.", other: "{who}: {n} beans."}'),
    ),
    Code(
        "P611",
        "`by` names no number",
        "Plural forms are chosen by a number that is passed to the text; `by` has to name one.",
        _texts('pays: {one: "{who}: {n} bean.", other: "{who}: {n} beans.", by: who}'),
        _texts('pays: {one: "{who}: {n} bean.", other: "{who}: {n} beans.", by: n}'),
    ),
    Code(
        "P612",
        "plural forms without a number",
        "No number stands in this text, so nothing can choose between its forms. A number that is passed and not shown "
        "is named with `by`.",
        _texts('pays: {one: "{who} pays a bean.", other: "{who} pays beans."}'),
        _texts('pays: {one: "{who} pays a bean.", other: "{who} pays beans.", by: n}'),
    ),
    Code(
        "P613",
        "two numbers and one plural form",
        "Two numbers stand in this text and its forms can follow but one of them. Say which with `by`, and count the "
        "other with a text of its own (`{k:cards}`) or as a mere number (`{k:number}`).",
        _texts('pays: {one: "{who}: {n} of {k} bean.", other: "{who}: {n} of {k} beans."}', say=_TWO),
        _texts(
            "pays:",
            '  one: "{who}: {n} bean of {k:number}."',
            '  other: "{who}: {n} beans of {k:number}."',
            say=_TWO,
        ),
    ),
    Code(
        "P614",
        "no such form of a word",
        "`{rank.the}` shows a form that `words` gives; players, numbers, lists and texts have no forms. A word that "
        "counts, `{n:money}`, needs plural forms.",
        _texts('turns: "{rank.teh} is turned."', say=_RANK, words=("A: {name: ace, the: the ace}",)),
        _texts('turns: "{rank.the} is turned."', say=_RANK, words=("A: {name: ace, the: the ace}",)),
    ),
    Code(
        "P615",
        "form that some words lack",
        "Of the words that can stand here some have this form and others have not; for those the shown name stands in.",
        _texts(
            'turns: "Take {n:money}."',
            say="{turns: {n: 2, money: shell or token}}",
            words=("shell: {one: shell, other: shells}", "token: a token"),
        ),
        _texts(
            'turns: "Take {n:money}."',
            say="{turns: {n: 2, money: shell or token}}",
            words=("shell: {one: shell, other: shells}", "token: {one: token, other: tokens}"),
        ),
    ),
    Code(
        "P616",
        "nothing to count with",
        "In `{n:beans}`, `beans` is a text or a word with plural forms, or an option whose choices are such words. "
        "`{n:number}` shows the number alone.",
        _texts(_BEANS, 'pays: "{who} pays {n:baens}."'),
        _texts(_BEANS, 'pays: "{who} pays {n:beans}."'),
    ),
    Code(
        "P617",
        "counts without a number",
        "In `{n:beans}`, `n` has to be a number.",
        _texts(_BEANS, 'pays: "{who:beans} for {n:beans}."'),
        _texts(_BEANS, 'pays: "{who} for {n:beans}."'),
    ),
    Code(
        "P618",
        "form that leaves something out",
        "One plural form does not show what the others show. A form of one single number may leave out that number "
        "(`one: a bean`); where it stands for several numbers too, nobody could tell which is meant.",
        _texts('pays: {one: "{n} bean.", other: "{who}: {n} beans."}'),
        _texts('pays: {one: "{who}: a bean.", other: "{who}: {n} beans."}'),
    ),
    Code(
        "P619",
        "passed and not shown",
        "`say` passes a value that no form of the text shows: a placeholder was forgotten, or the value is not needed.",
        _texts('pays: "{who} pays."'),
        _texts('pays: "{who} pays {n:number}."'),
    ),
    Code(
        "P620",
        "text never said",
        "No statement says this text, no outcome or choice has its name, and no other text counts with it.",
        _texts(_BEANS, 'pays: "{who} pays {n:beans}."', 'gest: "{who} gets something."'),
        _texts(_BEANS, 'pays: "{who} pays {n:beans}."'),
    ),
    Code(
        "P621",
        "no such text",
        "`say` names a text that is neither in `texts` nor among the engine's own sentences.",
        _texts(_BEANS, 'pasy: "{who} pays {n:beans}."'),
        _texts(_BEANS, 'pays: "{who} pays {n:beans}."'),
    ),
    Code(
        "P622",
        "text shows more than is passed",
        "The text that is said here shows a value that is not passed here: it is passed where the text is said elsewhere, "
        "or the text comes from a base in another language or from the engine.",
        _texts("other: a text", say="{turn_missed: {}}"),
        _texts("other: a text", say="{turn_missed: {who: me}}"),
    ),
    Code(
        "P623",
        "text within itself",
        "A text counts with another one, and that one, directly or through others, with the first: there would be no "
        "end of it.",
        _texts('beans: "{n:peas}"', 'peas: "{n:beans}"', 'pays: "{who} pays {n:beans}."'),
        _texts('beans: "{n:peas}"', 'peas: {one: "{n} pea", other: "{n} peas"}', 'pays: "{who} pays {n:beans}."'),
    ),
    Code(
        "P624",
        "language without plural rules",
        "Plural forms, numbers and lists follow CLDR, which does not know this language; `one` is then told from all "
        "other numbers. A tag begins with the code of a language: `pl`, `de-AT`, `sr-Latn`.",
        _texts('pays: "{who} pays {n:number}."', language="polish"),
        _texts('pays: "{who} pays {n:number}."', language="pl"),
    ),
    Code(
        "P625",
        "still in the language of a base",
        "A variant in another language than its base shows the base's texts, words and names until it gives its own: they "
        "are no translations. Everything that players read belongs in the file that names the language.",
        "parlour: 1\nid: example\nextends: base\nlanguage: nl\ntitle: Voorbeeld\n",
        "parlour: 1\nid: example\nextends: base\nlanguage: nl\ntitle: Voorbeeld\n"
        'texts: {turns: "{who} is aan de beurt."}\n',
        beside={
            "base.yaml": "parlour: 1\nid: base\ntitle: Base\nlanguage: en\nplayers: 2\n"
            "phases: {play: {each: players, do: {say: {turns: {who: me}}}}}\n"
            'texts: {turns: "It is the turn of {who}."}\n'
        },
    ),
    Code(
        "P626",
        "outcome without a text",
        "A ruleset that has texts says none for the way that this game ends: its players would read `Outcome: home.`, the "
        "bare name in the rules. A text of that name says who wins, `{who}`, and how; a word of that name is enough.",
        _texts('turns: "It is the turn of {who}."', say=_ENDS),
        _texts('turns: "It is the turn of {who}."', 'home: "{who} is home."', say=_ENDS),
    ),
    Code(
        "P630",
        "no word",
        "A word is its shown name, or a map of its forms: free ones that texts ask for, `{rank.the}`, and plural ones "
        "for a word that counts.",
        _texts('turns: "{rank} is turned."', say=_RANK, words=("A: [the, ace]",)),
        _texts('turns: "{rank} is turned."', say=_RANK, words=("A: {name: ace, the: the ace}",)),
    ),
    Code(
        "P631",
        "no name of a form",
        "The name of a form stands in placeholders, `{rank.with_the}`: letters, digits and underscores.",
        _texts('turns: "{rank.with_the}"', say=_RANK, words=("A: {with the: the ace}",)),
        _texts('turns: "{rank.with_the}"', say=_RANK, words=("A: {with_the: the ace}",)),
    ),
)
