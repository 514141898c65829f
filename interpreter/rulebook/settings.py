"""An option with its default and what else it can be in; cells that also say on what these depend out."""

from __future__ import annotations

from parlour.interpreter.checking.traversal import within
from parlour.interpreter.language.document.tree import Entry, Mapping, Tree
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.locale.formatting import chosen
from parlour.interpreter.lowering.options import OptionInfo
from parlour.interpreter.rulebook.blocks import Cell
from parlour.interpreter.rulebook.sentences import SEATS, Sentences, expression_text


class Settings:
    """Says what options are. `players`: the fewest and the most."""

    def __init__(self, sentences: Sentences, players: tuple[int, int]) -> None:
        self._sentences, self._has_seats = sentences, players[0] < players[1]
        self._options = {option.symbol.name: option for option in sentences.model.options}

    def default(self, option: OptionInfo, entry: Entry) -> Cell:
        """The value, for how many players where that matters, and how it is reckoned where it is not always the same."""
        value = self._sentences.formatter.show(chosen(option.default))
        shown = self._for_players(value, self._options[option.name].default)
        return Cell(shown, rules=expression_text(self._reckoned_default(entry)))

    def possible(self, option: OptionInfo, entry: Entry) -> Cell:
        """The choices, or the least and the greatest number."""
        shown = [self._sentences.formatter.show(chosen(choice)) for choice in option.choices]
        declared = self._options[option.name]
        span = "" if option.low is None else f"{option.low}–{option.high}"
        span = self._for_players(span, declared.low, declared.high)
        return Cell(", ".join(shown) or span, rules=expression_text(self._reckoned_range(entry)))

    def _for_players(self, shown: str, *nodes: typed.Typed | None) -> str:
        """What is shown, and for how many players that is where their number matters."""
        if not self._has_seats or not any(_asks_seats(node) for node in nodes):
            return shown
        return self._sentences.say("book_for_players", text=shown, n=self._sentences.settled.seats)

    def _reckoned_default(self, entry: Entry) -> Tree | None:
        return _field(entry, "default") if self._depends(self._options[entry.key.text].default) else None

    def _reckoned_range(self, entry: Entry) -> Tree | None:
        option = self._options[entry.key.text]
        return _field(entry, "range") if self._depends(option.low) or self._depends(option.high) else None

    def _depends(self, node: typed.Typed | None) -> bool:
        """Whether other options, or how many play, change it."""
        is_read = node is not None and any(isinstance(part, typed.Read) for part in within(node))
        return is_read or (self._has_seats and _asks_seats(node))


def _asks_seats(node: typed.Typed | None) -> bool:
    parts = within(node) if node is not None else ()
    return any(isinstance(part, typed.Apply) and part.function.name == SEATS for part in parts)


def _field(entry: Entry, name: str) -> Tree | None:
    return entry.value.get(name) if isinstance(entry.value, Mapping) else None
