"""A model, its constants and a language in; sentences about what a section declares, as cells of a table, out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Mapping, Scalar, Tree
from parlour.interpreter.language.document.writing import flow_text
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.locale.formatting import Formatter, Value, Word
from parlour.interpreter.lowering.constants import constant
from parlour.interpreter.lowering.settled import Settled
from parlour.interpreter.rulebook.blocks import Cell

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
