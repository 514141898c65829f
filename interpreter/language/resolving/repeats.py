"""A ruleset as written in; words, numbers and squares that stand twice in one list go out as faults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour.interpreter.diagnostics import Related, Report
from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.source import Place

Written = tuple[str, Place]


def refuse_repeats(ruleset: syntax.Ruleset, report: Report) -> None:
    """Report what a list that should hold each once holds again."""
    for what, written in _lists(ruleset):
        known: dict[str, Place] = {}
        for text, place in written:
            first = known.setdefault(text, place)
            if first is not place:
                related = [Related(f"'{text}' is here", first)]
                report.error("P416", f"'{text}' is among {what} twice", place, "keep one of them", related)


def _lists(ruleset: syntax.Ruleset) -> Iterator[tuple[str, Iterable[Written]]]:
    for option in ruleset.options:
        yield f"the choices of '{option.name.text}'", _named(option.choices)
    for declared in ruleset.sets:
        yield f"the members of '{declared.name.text}'", _members(declared.items)
    for deck in ruleset.decks:
        yield f"the ranks of '{deck.name.text}'", _named(deck.ranks)
        yield f"the suits of '{deck.name.text}'", _named(deck.suits)
        yield f"the cards that '{deck.name.text}' is without", _named(deck.without)
    if ruleset.board is not None:
        yield "the squares of the board", _named(ruleset.board.names)


def _named(idents: Iterable[syntax.Ident]) -> Iterator[Written]:
    return ((ident.text, ident.place) for ident in idents)


def _members(items: Iterable[nodes.Node]) -> Iterator[Written]:
    for item in items:
        match item:
            case nodes.Name(text=text, place=place):
                yield text, place
            case nodes.Number(value=value, place=place):
                yield str(value), place
            case _:  # what it is may depend on the options
                pass
