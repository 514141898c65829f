"""A model, its constants and a language in; sentences about what a section declares, as cells of a table, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from parlour.interpreter.checking.traversal import within
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Mapping, Scalar, Tree
from parlour.interpreter.language.document.tree import Sequence as Listing
from parlour.interpreter.language.document.writing import flow_text
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.locale.formatting import Formatter, Phrase, Player, Value, Word
from parlour.interpreter.lowering.constants import constant
from parlour.interpreter.lowering.settled import Settled
from parlour.interpreter.rulebook.blocks import Cell
from parlour.interpreter.types import NONE, Kind, Type

UNKNOWN = "…"  # stands where a text names what only a game knows
SEATS = "seat_count"
SHORTEST = 3  # values in a row that are told by the first and the last


class Sentences(Struct, frozen=True):
    """Says things of one game in the language of its ruleset."""

    model: typed.Model
    settled: Settled
    formatter: Formatter

    def say(self, key: str, **values: Value) -> str:
        return self.formatter.format(key, values)

    def word(self, name: str) -> str:
        return self.formatter.show(Word(name))

    def title(self, name: str) -> str:
        """The word for a name, as it begins a line; empty where nobody gave it one."""
        word = self.word(name) if any(name in texts.words for texts in self.formatter.layers) else ""
        return word[:1].upper() + word[1:]

    def constant(self, node: typed.Typed) -> int | None:
        """What comes of an expression with these options; None where that is known in the game alone."""
        report = Report()
        found = constant(self.model, node, self.settled, report)
        return None if report.has_errors else found

    def value(self, type_: Type, value: int) -> str:
        """A value of a game that is known here: a number, a word, a card, a player."""
        match type_.kind:
            case Kind.INT:
                return self.formatter.show(value)
            case Kind.BOOL:
                return self.formatter.show(bool(value))
            case Kind.PLAYER if value != NONE:
                return self.formatter.show(Player(value + 1))
            case Kind.SQUARE if not type_.words and value != NONE:
                return self.formatter.show(value)
        index = value - type_.first
        return self.card(type_.words[index]) if 0 <= index < len(type_.words) else self.word("none")

    def card(self, name: str) -> str:
        """A card, a rank or a suit: `Q of spades`, `Q`."""
        rank, of, suit = name.partition(" of ")
        return self.formatter.show(Phrase("card", {"rank": Word(rank), "suit": Word(suit)})) if of else self.word(name)

    def members(self, node: typed.Typed) -> str:
        """A set or a range that is known here, one after the other; empty where it is another one."""
        if isinstance(node, typed.Span):
            ends = [self.constant(end) for end in (node.low, node.high)]
            return "–".join(self.formatter.show(end) for end in ends if end is not None) if None not in ends else ""
        declared = next(
            (s for s in self.model.sets if isinstance(node, typed.Members) and s.symbol == node.symbol), None
        )
        return self.members_of(declared) if declared else ""

    def members_of(self, declared: typed.SetOf) -> str:
        """The members of a set of the ruleset."""
        if declared.whole is not None:
            return self.members(declared.whole)
        element = declared.symbol.type.element
        values = [self.constant(member) for member in declared.members]
        known = [value for value in values if value is not None]
        if element is None or len(known) < len(values):
            return ""
        numbers = known if element.kind in (Kind.INT, Kind.SQUARE) and not element.words else [None] * len(known)
        return listed(runs([self.value(element, value) for value in known], numbers))

    def holder(self, key: Type | None, over: typed.Typed | None) -> Iterator[tuple[str, str]]:
        """Of whom or of what there is one each: `of` and the sentence; nothing where a set is not known here."""
        if key is None:
            yield "of", self.say("book_of_table")
        elif over is None:
            yield "of", self.say(f"book_of_{key.kind.value}")
        elif members := self.members(over):
            yield "of", self.say("book_of_each", text=members)

    def depends(self, tree: Tree | None, node: typed.Typed | None) -> bool:
        """Whether it is reckoned from what can be chosen: the value of an option alone is not."""
        return (
            node is not None
            and self.is_reckoned(tree)
            and any(
                isinstance(part, typed.Read | typed.Use)
                or (isinstance(part, typed.Apply) and part.function.name == SEATS)
                for part in within(node)
            )
        )

    def is_reckoned(self, tree: Tree | None) -> bool:
        """Whether it is reckoned from options: a sentence tells what comes of it, and not by what. The value of an option
        alone is not: the options have a table."""
        names = {option.symbol.name for option in self.model.options}
        return isinstance(tree, Scalar) and isinstance(tree.value, str) and tree.text not in names


def cell(told: Iterable[str], left: Mapping) -> Cell:
    """Sentences, and what no sentence says as the ruleset writes it."""
    text = "; ".join(sentence for sentence in told if sentence)
    return Cell(text[:1].upper() + text[1:], rules=flow_text(left)[1:-1] if left.entries else "")


def expression_text(tree: Tree | None) -> str:
    """An expression by itself, which needs no quotes of YAML; empty where there is none."""
    if isinstance(tree, Scalar):
        return " ".join(tree.text.split())
    return "" if tree is None else flow_text(tree)


def unlisted(tree: Tree) -> Tree:
    """Statements; one alone needs no list."""
    return tree.items[0] if isinstance(tree, Listing) and len(tree.items) == 1 else tree


def statements_text(tree: Tree) -> str:
    """Statements on one line."""
    return flow_text(unlisted(tree))


def listed(shown: Sequence[str]) -> str:
    """One after the other; words that have commas of their own are kept apart."""
    return (" · " if any("," in text for text in shown) else ", ").join(shown)


def runs(shown: Sequence[str], numbers: Sequence[int | None]) -> list[str]:
    """What is shown, numbers that follow one another by the first and the last: `1–6`. None: it is no number."""
    found: list[list[str]] = []
    last: int | None = None
    for text, number in zip(shown, numbers, strict=True):
        if number is not None and last is not None and number == last + 1:
            found[-1].append(text)
        else:
            found.append([text])
        last = number
    return [text for run in found for text in ([f"{run[0]}–{run[-1]}"] if len(run) >= SHORTEST else run)]
