"""The blocks of a rule book in; what the words and signs mean that its rules are written with, as blocks, out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from parlour.interpreter.language.signatures import Vocabulary
from parlour.interpreter.locale.catalogue import signatures
from parlour.interpreter.rulebook.blocks import Block, Cell, Paragraph, Table
from parlour.interpreter.rulebook.names import codes, words_of_rules
from parlour.interpreter.rulebook.sentences import Sentences
from parlour.interpreter.vocabulary import VOCABULARY

# Where a word of the language stands, by the kind that begins the key of its sentence; and how it is shown.
_WORDS = {
    "verb": (r"(?<![\w.]){}:", "{}:"),
    "name": (r"(?<![\w.]){}(?![\w(:])", "{}"),
    "call": (r"(?<![\w.]){}\(", "{}(…)"),
    "attribute": (r"\.{}(?!\w)", ".{}"),
}
_FORMS = {"name": "name", "function": "call", "method": "attribute", "attribute": "attribute"}
_SIGNS = {
    "equal": ("==", "=="),
    "different": ("!=", "!="),
    "most": ("<=", "<="),
    "least": (">=", ">="),
    "times": (r" \* ", "*"),
    "quotient": ("//", "//"),
    "remainder": (" % ", "%"),
    "range": (r"\.\.", ".."),
    "from": (r"\b(players|seats) from\b", "players from …"),
    "in": (r"(?<!not) in ", "in"),
    "not": (r"\bnot ", "not"),
    "and": (" and ", "and"),
    "or": (" or ", "or"),
    "else": (r" if .* else ", "… if … else …"),
}


class Legend:
    """Says how rules are written, as far as this book needs it. What no catalogue explains yet is told as in the manual."""

    def __init__(self, sentences: Sentences, vocabulary: Vocabulary = VOCABULARY) -> None:
        self._sentences, self._say = sentences, sentences.say
        self._manual = _manual(vocabulary)
        model = sentences.model
        held = (
            *(v.symbol for v in model.variables),
            *(a.symbol for a in model.accounts),
            *(z.symbol for z in model.zones),
        )
        self._own = {
            "attribute": {symbol.name for symbol in (*held, *model.square_fields)},
            "name": words_of_rules(sentences),
        }

    def blocks(self, printed: Iterable[Block]) -> list[Block]:
        """How to read statements, and a row for each word and sign of the language that is printed."""
        text = "\n".join(codes(printed))
        rows = tuple((Cell(rules=sign), Cell(told)) for sign, told in (*self._words(text), *self._signs(text)))
        heads = (self._say("book_name"), self._say("book_meaning"))
        return [Paragraph(self._say("book_notation_read")), Table(heads, rows)] if rows else []

    def _words(self, text: str) -> Iterator[tuple[str, str]]:
        for kind, (pattern, shown) in _WORDS.items():
            for name, told in (dict.fromkeys(words_of(kind)) | self._manual[kind]).items():
                if name not in self._own.get(kind, ()) and re.search(pattern.format(re.escape(name)), text):
                    yield shown.format(name), told or self._say(f"book_{kind}_{name}")

    def _signs(self, text: str) -> Iterator[tuple[str, str]]:
        for name, (pattern, shown) in _SIGNS.items():
            if re.search(pattern, text):
                yield shown, self._say(f"book_sign_{name}")


def words_of(kind: str) -> list[str]:
    """The words of the language that catalogues explain: those of a `kind` (verb, name, call, attribute)."""
    head = f"book_{kind}_"
    return [key.removeprefix(head) for key in signatures() if key.startswith(head)]


def _manual(vocabulary: Vocabulary) -> dict[str, dict[str, str]]:
    """Of each kind the words that no catalogue explains, as the manual tells them: in English."""
    found: dict[str, dict[str, str]] = {kind: {} for kind in _WORDS}
    for verb, statement in vocabulary.statements.items():
        found["verb"][verb] = statement.summary
    for row in vocabulary.functions:
        if row.form in _FORMS:
            found[_FORMS[row.form]][row.name] = row.help
    return {kind: {n: told for n, told in rows.items() if n not in words_of(kind)} for kind, rows in found.items()}
