"""The phases of a ruleset in; the parts of the game in their order, each with its kind, its turns and its rules, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.interpreter.checking.course import comes_to_its_end
from parlour.interpreter.checking.traversal import every_statement
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Tree
from parlour.interpreter.language.document.writing import compact
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.rulebook.blocks import Block, Cell, Facts, Heading, Paragraph, Rules
from parlour.interpreter.rulebook.sentences import Sentences, expression_text, statements_text, unlisted

_EVERYBODY = "players"


class Course:
    """Says how a game is played. `width` of lines of statements, in characters."""

    def __init__(self, sentences: Sentences, width: int) -> None:
        self._sentences, self._say, self._width = sentences, sentences.say, width
        self._phases = {phase.symbol.name: phase for phase in sentences.model.phases}
        steps = (step for step in every_statement(sentences.model) if isinstance(step, typed.Step))
        goals = (step.arguments["phase"] for step in steps if step.statement.verb == "phase")
        self._called = {goal.text for goal in goals if isinstance(goal, typed.Name)}

    def blocks(self, entries: Sequence[Entry]) -> Iterator[Block]:
        """A heading, sentences and statements for each part; at the end who wins, where no rule says so."""
        for number, entry in enumerate(entries, 1):
            yield from self._phase(number, entry)
        if self._sentences.model.phases and comes_to_its_end(self._sentences.model):
            won = "book_best_wins" if self._sentences.model.score is not None else "book_nobody_wins"
            yield Paragraph(self._say(won))

    def _phase(self, number: int, entry: Entry) -> Iterator[Block]:
        name, fields = entry.key.text, entry.value if isinstance(entry.value, Mapping) else Mapping((), entry.key.place)
        phase = self._phases[name]
        yield Heading(self._heading(number, phase), 3)
        quote = fields.get("quote")
        if isinstance(quote, Scalar):
            yield Paragraph(quote.text, is_quote=True)
        told = tuple(Cell(text[:1].upper() + text[1:], rules=code) for text, code in self._told(phase, fields))
        if told:
            yield Facts(told)
        body = fields.get("do")
        if body is not None:
            yield Rules(self._say("book_effect"), tuple(compact(unlisted(body), self._width)))

    def _heading(self, number: int, phase: typed.Phase) -> str:
        """Its word, or else its number and kind; and the name that rules call it by, where they do."""
        name = phase.symbol.name
        told = self._sentences.title(name) or self._say(f"book_part_{phase.kind}", n=number)
        return f"{told} ({name})" if name in self._called and told.casefold() != name.casefold() else told

    def _told(self, phase: typed.Phase, fields: Mapping) -> Iterator[tuple[str, str]]:
        """Sentences, each with the expression or the statements that it speaks of."""
        if phase.kind == "do":
            return
        is_alone = self._sentences.constant(self._sentences.model.high_seats) == 1
        if not is_alone:
            yield self._say(f"book_{phase.kind}"), ""
        who, start = expression_text(fields.get(phase.kind)), fields.get("from")
        if who != _EVERYBODY:
            yield self._say("book_only_those"), who
        if start is not None:
            yield self._say("book_from"), expression_text(start)
        elif not is_alone:
            yield self._say("book_from_first"), ""
        for key in ("until", "stuck"):
            if (found := fields.get(key)) is not None:
                yield self._say(f"book_{key}"), _code(found)


def _code(tree: Tree) -> str:
    return expression_text(tree) if isinstance(tree, Scalar) else statements_text(tree)
