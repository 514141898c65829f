"""A checked ruleset, its options and its board in; its rule book, part by part, out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from parlour.interpreter.checked import Checked
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Tree, text_of
from parlour.interpreter.language.document.tree import Sequence as Listing
from parlour.interpreter.locale.formatting import Formatter, Value, Word, chosen
from parlour.interpreter.lowering.options import OptionInfo
from parlour.interpreter.lowering.settled import Settled
from parlour.interpreter.rulebook.blocks import (
    Block,
    Book,
    Cell,
    Drawing,
    Facts,
    Heading,
    Items,
    Paragraph,
    Table,
)
from parlour.interpreter.rulebook.board import squares_table
from parlour.interpreter.rulebook.course import Course
from parlour.interpreter.rulebook.decks import Decks
from parlour.interpreter.rulebook.definitions import Definitions
from parlour.interpreter.rulebook.devices import Devices
from parlour.interpreter.rulebook.ground import Ground
from parlour.interpreter.rulebook.holdings import Holdings
from parlour.interpreter.rulebook.legend import Legend
from parlour.interpreter.rulebook.memory import Memory
from parlour.interpreter.rulebook.names import Names
from parlour.interpreter.rulebook.sentences import UNKNOWN, Sentences, expression_text
from parlour.interpreter.rulebook.settings import Settings
from parlour.interpreter.rulebook.terms import Terms
from parlour.interpreter.table.layers import layers_of

_WIDTH = 96
_NAMED = (
    ("sets", "book_sets"),
    ("accounts", "book_accounts"),
    ("chance", "book_chance"),
    ("cards", "book_cards"),
    ("zones", "book_zones"),
    ("variables", "book_variables"),
)
_PRINTED = ("requires", "board", "squares", *(section for section, _ in _NAMED), "phases", "score", "measures")


class BookMaker:
    """Makes the book of one ruleset, in its language, for the seats and options that are settled."""

    def __init__(
        self,
        checked: Checked,
        settled: Settled,
        options: Sequence[OptionInfo],
        players: tuple[int, int],
        squares: int = 0,
    ) -> None:
        self._tree, self._syntax = checked.loaded.tree, checked.model.syntax
        self._checked, self._options, self._players = checked, options, players
        self._squares = squares
        self._language = self._syntax.language
        written = zip(checked.loaded.sources, checked.loaded.languages, strict=True)
        self._foreign = {source.name for source, language in written if language and language != self._language}
        constants = {name: chosen(value) for name, value in settled.spelled(checked.model)}
        self._formatter = Formatter(layers_of(checked.loaded, self._syntax.language), constants=constants)
        self._sentences = sentences = Sentences(checked.model, settled, self._formatter)
        self._settings_told, self._terms = Settings(sentences, players), Terms(sentences, self._tree)
        holdings, memory = Holdings(sentences), Memory(sentences)
        self._cells: dict[str, Callable[[Entry], Cell]] = {
            "sets": memory.members,
            "variables": memory.variable,
            "accounts": partial(holdings.cell, "accounts"),
            "chance": Devices(sentences).cell,
            "cards": Decks(sentences).cell,
            "zones": partial(holdings.cell, "zones"),
        }

    def book(self, version: str, picture: str = "") -> Book:
        """`picture`: the board as SVG, where there is one."""
        rules = (
            *self._opening(),
            *self._board(picture),
            *self._settings(),
            *(block for section, heading in _NAMED for block in self._listed(section, heading)),
            *self._part("book_course", list(Course(self._sentences, _WIDTH).blocks(self._entries("phases")))),
            *self._definitions(),
            *self._end(),
        )
        blocks = (
            Heading(self._syntax.title, 1),
            *rules,
            *self._part("book_names", Names(self._sentences, self._tree).table(rules)),
            *self._part("book_notation", Legend(self._sentences).blocks(rules)),
            *self._others(),
            *self._colophon(),
            Paragraph(self._say("book_made", version=version)),
        )
        return Book(self._syntax.title, self._syntax.language, blocks)

    def _say(self, key: str, **values: Value) -> str:
        return self._formatter.format(key, values)

    def _word(self, name: str) -> str:
        text = self._formatter.show(Word(name))
        return text[:1].upper() + text[1:]

    def _name(self, key: Scalar) -> Cell:
        """The word for a name; where it has none and is of another language, as the rules write it."""
        is_told = self._sentences.title(key.text) or self._is_readable(key)
        return Cell(self._word(key.text)) if is_told else Cell(rules=key.text)

    def _is_readable(self, tree: Tree | None) -> bool:
        """Whether it is written in the language of the book, and not taken from a base in another one."""
        return tree is not None and tree.place.source.name not in self._foreign

    def _part(self, key: str, blocks: Sequence[Block]) -> Iterator[Block]:
        """A heading and what stands below it; nothing where nothing does."""
        if blocks:
            yield Heading(self._say(key), 2)
            yield from blocks

    def _opening(self) -> Iterator[Block]:
        summary = self._tree.get("summary")
        if isinstance(summary, Scalar) and self._is_readable(summary):
            yield Paragraph(summary.text)
        low, high = (self._formatter.show(n) for n in self._players)
        yield Paragraph(f"{self._say('book_players')}: {low if low == high else f'{low}–{high}'}")
        if required := self._terms.required():
            yield Facts(required)
        yield Paragraph(self._terms.aim())

    def _board(self, picture: str) -> Iterator[Block]:
        board, written = self._checked.model.board, self._tree.get("board")
        if board is not None and isinstance(written, Mapping):
            facts = Facts(tuple(Ground(self._sentences, board, written, self._squares).facts()))
            yield from self._part("book_board", [facts, *((Drawing(picture),) if picture else ())])
        table = squares_table(self._checked, self._formatter)
        yield from self._part("book_squares", [table] if table.rows else [])

    def _settings(self) -> Iterator[Block]:
        heads = ("book_option", "book_default", "book_choices", "book_meaning")
        rows = tuple(self._option(option) for option in self._options)
        yield from self._part("book_options", [Table(tuple(self._say(h) for h in heads), rows)] if rows else [])

    def _option(self, option: OptionInfo) -> tuple[Cell, ...]:
        entry = next(e for e in self._entries("options") if e.key.text == option.name)
        default, possible = self._settings_told.default(option, entry), self._settings_told.possible(option, entry)
        return Cell(self._word(option.name)), default, possible, Cell(self._help(option, entry))

    def _help(self, option: OptionInfo, entry: Entry) -> str:
        found = entry.value.get("help") if isinstance(entry.value, Mapping) else None
        return option.help if self._is_readable(found) else ""

    def _listed(self, section: str, heading: str) -> Iterator[Block]:
        """The names of a section, with what is said of each, or else what the ruleset writes."""
        rows = tuple((self._name(e.key), self._cells[section](e)) for e in self._entries(section))
        heads = (self._say("book_name"), "")
        yield from self._part(heading, [Table(heads, rows)] if rows else [])

    def _entries(self, section: str) -> tuple[Entry, ...]:
        found = self._tree.get(section)
        return found.entries if isinstance(found, Mapping) else ()

    def _definitions(self) -> Iterator[Block]:
        """The effects and formulas of the ruleset's own that other parts of the book mention."""
        printed = (tree for section in _PRINTED if (tree := self._tree.get(section)) is not None)
        definitions = Definitions(self._sentences, self._tree, printed)
        yield from self._part("book_effects", list(definitions.effects(_WIDTH)))
        yield from self._part("book_formulas", definitions.formulas())

    def _end(self) -> Iterator[Block]:
        said = [said for said in self._checked.model.spoken if said.kind == "outcome"]
        told = tuple(
            dict.fromkeys(self._formatter.format(s.text, dict.fromkeys(dict(s.values), UNKNOWN)) for s in said)
        )
        told = (*told, *self._terms.stops())
        yield from self._part("book_end", [Items(told)] if told else [])
        yield from self._part("book_score", self._score())
        yield from self._part("book_measures", self._measures())

    def _score(self) -> list[Block]:
        score, told = self._tree.get("score"), self._say("book_score_of")
        fact = Cell(told[:1].upper() + told[1:], rules=expression_text(score))
        return [Facts((fact,))] if score is not None else []

    def _measures(self) -> list[Block]:
        heads = (self._say("book_name"), self._say("book_formula"))
        measured = self._entries("measures")
        rows = tuple((self._name(e.key), Cell(rules=expression_text(e.value))) for e in measured)
        return [Table(heads, rows)] if rows else []

    def _others(self) -> Iterator[Block]:
        for section, heading in (("policies", "book_strategies"), ("scenarios", "book_examples")):
            entries = (entry for entry in self._entries(section) if self._is_readable(entry.key))
            names = tuple(self._example(entry, section == "policies") for entry in entries)
            yield from self._part(heading, [Items(names)] if names else [])

    def _example(self, entry: Entry, is_word: bool) -> str:
        """`is_word`: its name is one of `words:`; that of a scenario is a sentence."""
        quote = entry.value.get("quote") if isinstance(entry.value, Mapping) else None
        name = self._word(entry.key.text) if is_word else entry.key.text
        return f"{name}: {self._say('book_quote', text=quote.text)}" if isinstance(quote, Scalar) else name

    def _colophon(self) -> Iterator[Block]:
        sources = self._tree.get("sources")
        told = tuple(_source(item) for item in sources.items) if isinstance(sources, Listing) else ()
        yield from self._part("book_sources", [Items(told)] if told else [])
        for key in ("author", "translator", "licence", "date"):
            found = self._tree.get(key)
            if isinstance(found, Scalar):
                yield Paragraph(f"{self._say(f'book_{key}')}: {found.text}")


def _source(item: Tree) -> str:
    if isinstance(item, Mapping):
        return ": ".join(entry.value.text for entry in item if isinstance(entry.value, Scalar))
    return text_of(item)
