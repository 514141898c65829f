"""A variable or a set of a ruleset in; what it holds, in sentences of the ruleset's language, out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.language.document.tree import Entry, Mapping
from parlour.interpreter.language.document.writing import flow_text
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.rulebook.blocks import Cell
from parlour.interpreter.rulebook.sentences import Sentences, cell
from parlour.interpreter.types import NONE, Kind

_UNSET = (Kind.PLAYER, Kind.TOKEN, Kind.SQUARE, Kind.CARD, Kind.RANK, Kind.SUIT)


class Memory:
    """Says what the table keeps note of, and which things belong together."""

    def __init__(self, sentences: Sentences) -> None:
        self._sentences, self._say = sentences, sentences.say
        self._variables = {variable.symbol.name: variable for variable in sentences.model.variables}
        self._sets = {declared.symbol.name: declared for declared in sentences.model.sets}

    def variable(self, entry: Entry) -> Cell:
        """Whose it is, what it can be, what it is at the beginning, and how long it is kept."""
        fields = entry.value if isinstance(entry.value, Mapping) else Mapping((), entry.value.place)
        variable = self._variables[entry.key.text]
        told = dict(self._told(variable))
        reckoned = {"starts"} if self._sentences.depends(fields.get("starts"), variable.starts) else set[str]()
        left = (e for e in fields if e.key.text not in told or e.key.text in reckoned)
        return cell(told.values(), Mapping(tuple(left), fields.place))

    def members(self, entry: Entry) -> Cell:
        """What belongs to a set; on what that depends, where it is not always the same."""
        declared = self._sets[entry.key.text]
        text = self._sentences.members_of(declared)
        nodes = (*declared.members, *((declared.whole,) if declared.whole is not None else ()))
        is_fixed = text and all(_is_fixed(node) for node in nodes)
        return Cell(text, rules="" if is_fixed else flow_text(entry.value))

    def _told(self, variable: typed.Variable) -> Iterator[tuple[str, str]]:
        yield from self._sentences.holder(variable.symbol.key, variable.key)
        yield "type", self._kind(variable)
        low, high = (self._known(node) for node in (variable.low, variable.high))
        if low is not None and high is not None:
            yield "range", self._say("book_range", low=low, high=high)
        starts = self._starts(variable)
        if starts is not None:
            yield "starts", self._say("book_starts", text=starts) if starts else ""
        yield "lasts", self._say(f"book_lasts_{variable.lasts}") if variable.lasts != "game" else ""
        yield "seen_by", self._say(f"book_known_{variable.seen_by}") if variable.seen_by != "all" else ""

    def _kind(self, variable: typed.Variable) -> str:
        type_ = variable.symbol.type
        match type_.kind:
            case Kind.INT:
                return ""
            case Kind.WORD:
                return self._say("book_one_of", text=", ".join(self._sentences.word(word) for word in type_.words))
            case _:
                return self._say(f"book_kind_{type_.kind.value}")

    def _starts(self, variable: typed.Variable) -> str | None:
        """As it is shown; nothing where there is nothing to say, None where it is not known here."""
        type_ = variable.symbol.type
        if type_.kind is Kind.THROW:
            return ""
        if variable.starts is None:
            value = NONE if type_.kind in _UNSET else max(0, self._known(variable.low) or 0)
        elif (known := self._known(variable.starts)) is not None:
            value = known
        else:
            return None
        return self._sentences.value(type_, value)

    def _known(self, node: typed.Typed | None) -> int | None:
        return self._sentences.constant(node) if node is not None else None


def _is_fixed(node: typed.Typed) -> bool:
    ends = (node.low, node.high) if isinstance(node, typed.Span) else (node,)
    return all(isinstance(end, typed.Literal | typed.Members) for end in ends)
