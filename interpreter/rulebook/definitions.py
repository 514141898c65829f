"""The trees that a rule book prints in; the ruleset's own effects and formulas that these mention, as blocks, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour.interpreter.checking.traversal import every_expression, every_statement
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree
from parlour.interpreter.language.document.writing import compact_entries, flow_text
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.rulebook.blocks import Block, Cell, Heading, Rules, Table
from parlour.interpreter.rulebook.sentences import Sentences, expression_text
from parlour.interpreter.source import Place

_SECTIONS = ("effects", "formulas")
Key = tuple[str, str]  # a section and a name in it


class Definitions:
    """Says what the names mean that printed rules call: each once, in the order of the file, with what it calls itself."""

    def __init__(self, sentences: Sentences, tree: Mapping, printed: Iterable[Tree]) -> None:
        self._sentences = sentences
        sections = ((name, tree.get(name)) for name in _SECTIONS)
        self._entries: dict[Key, Entry] = {
            (name, entry.key.text): entry for name, found in sections if isinstance(found, Mapping) for entry in found
        }
        self._mentioned = self._reached(printed)

    def effects(self, width: int) -> Iterator[Block]:
        """A heading and the statements of each; `width` of the lines in characters."""
        for entry in self._of("effects"):
            yield Heading(self._heading(entry.key.text), 3)
            lines = compact_entries(Mapping((entry,), entry.key.place), width)
            yield Rules(self._sentences.say("book_effect"), tuple(lines))

    def formulas(self) -> list[Block]:
        """A table, where there are any."""
        rows = tuple(self._formula(entry) for entry in self._of("formulas"))
        heads = (self._sentences.say("book_name"), self._sentences.say("book_formula"))
        return [Table(heads, rows)] if rows else []

    def _of(self, section: str) -> Iterator[Entry]:
        yield from (entry for key, entry in self._entries.items() if key[0] == section and key in self._mentioned)

    def _heading(self, name: str) -> str:
        """The word for it, and the name that the rules call it by."""
        word = self._sentences.title(name)
        return f"{word} ({name})" if word and word.casefold() != name.casefold() else name

    def _formula(self, entry: Entry) -> tuple[Cell, Cell]:
        fields = entry.value if isinstance(entry.value, Mapping) else None
        needs, is_ = (None, entry.value) if fields is None else (fields.get("with"), fields.get("is"))
        parameters = f"({flow_text(needs)[1:-1]})" if isinstance(needs, Mapping | Sequence) else ""
        word = self._sentences.title(entry.key.text)
        return Cell(word, rules=f"{entry.key.text}{parameters}"), Cell(rules=expression_text(is_))

    # --- what is mentioned --------------------------------------------------------------------------------------------

    def _reached(self, printed: Iterable[Tree]) -> set[Key]:
        """What the printed trees call, and what is called there, for that is printed too."""
        calls = [call for call in _calls(self._sentences.model) if call[1] in self._entries]
        found: set[Key] = set()
        waiting = list(printed)
        while waiting:
            lines = _lines(waiting.pop())
            called = {
                key for place, key in calls if any(_is_within(place, span) for span in lines.get(_line(place), ()))
            }
            waiting += [self._entries[key].value for key in called - found]
            found |= called
        return found


def _calls(model: typed.Model) -> Iterator[tuple[Place, Key]]:
    for step in every_statement(model):
        if isinstance(step, typed.EffectCall):
            yield step.place, ("effects", step.effect.name)
    for node in every_expression(model):
        if isinstance(node, typed.Use):
            yield node.place, ("formulas", node.formula.name)


def _lines(tree: Tree) -> dict[tuple[str, int], list[Place]]:
    """Where keys and values of a tree stand, by source and line: parts of one tree may come from several files."""
    found: dict[tuple[str, int], list[Place]] = {}
    for place in _places(tree):
        for number in range(place.line, place.end_line + 1):
            found.setdefault((place.source.name, number), []).append(place)
    return found


def _places(tree: Tree) -> Iterator[Place]:
    match tree:
        case Scalar(place=place):
            yield place
        case Sequence(items=items):
            for item in items:
                yield from _places(item)
        case Mapping():
            for entry in tree:
                yield entry.key.place
                yield from _places(entry.value)


def _line(place: Place) -> tuple[str, int]:
    return place.source.name, place.line


def _is_within(place: Place, span: Place) -> bool:
    return (span.line, span.column) <= (place.line, place.column) < (span.end_line, span.end_column)
