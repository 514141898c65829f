"""Places in, lines of the ruleset out: why the last things happened, and the rules of a square or a part of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar
from parlour.interpreter.language.resolving.typed import Block, Cases, EffectCall, Ways
from parlour.interpreter.program.program import PHASE
from parlour.interpreter.source import Place
from parlour.interpreter.table.moments import Moment
from parlour.interpreter.table.voice import Voice

_FIELDS = ("land", "meet")


class Reasons:
    """Shows the lines that a game is made of, each with its file and number."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._model, self._tree = voice.setting.checked.model, voice.setting.checked.loaded.tree

    def of_moments(self, moments: Iterable[Moment]) -> list[str]:
        """The lines that caused these moments, each once, in the order of what they did."""
        places = self._voice.program.places
        caused = (places[m.event.place] for m in moments if m.event.place >= 0)
        lines = dict.fromkeys(self._line(place) for place in caused)
        return [self._voice.say("why_title"), *lines] if lines else [self._voice.say("why_nothing")]

    def of_square(self, number: int) -> list[str]:
        """What a square is called, what the source says of it, and what happens there."""
        square, say = self._voice.square(number), self._voice.say
        entry = self._voice.squares.entry(number)
        fields = entry.value if entry and isinstance(entry.value, Mapping) else None
        rules = [fields.index[name] for name in _FIELDS if name in fields.index] if fields else []
        quote = self._voice.squares.quote(number)
        if not rules and not quote:
            return [say("rules_none", square=square)]
        quoted = [say("book_quote", text=quote)] if quote else []
        return [say("rules_here", square=square), *quoted, *dict.fromkeys(self._explained(rules))]

    def of_phase(self, vector: tuple[int, ...]) -> list[str]:
        """The rules of the part of the game that is on."""
        phase = self._model.phases[vector[PHASE]]
        section = self._tree.get("phases")
        entry = section.index.get(phase.symbol.name) if isinstance(section, Mapping) else None
        if entry is None:
            return []
        quote = entry.value.get("quote") if isinstance(entry.value, Mapping) else None
        quoted = [self._voice.say("book_quote", text=quote.text)] if isinstance(quote, Scalar) else []
        title = self._voice.say("rules_phase", phase=self._voice.word(phase.symbol.name))
        return [title, *quoted, *dict.fromkeys(_numbered(entry))]

    def _explained(self, rules: Iterable[Entry]) -> Iterator[str]:
        """The lines of these rules, then those of the game's own effects that they call."""
        places = []
        for rule in rules:
            yield from _numbered(rule)
            places.append(rule.value.place)
        section = self._tree.get("effects")
        effects = section.index if isinstance(section, Mapping) else {}
        for name in dict.fromkeys(self._called(places)):
            yield from _numbered(effects[name])

    def _called(self, places: Iterable[Place]) -> Iterator[str]:
        """The effects called within these places, and within those effects."""
        spans = list(places)
        waiting = [s for b in self._model.blocks() for s in _calls(b) if any(_within(s.place, p) for p in spans)]
        seen: set[str] = set()
        while waiting:
            effect = waiting.pop(0).effect
            if effect.name not in seen:
                seen.add(effect.name)
                yield effect.name
                waiting += _calls(effect.body)

    def _line(self, place: Place) -> str:
        return self._voice.say("why_at", text=_statement(place), place=shown(place))


def _statement(place: Place) -> str:
    """The line of a place; where it begins a map over several lines, with the keys there, and `…` for what lies deeper."""
    first = place.source.line(place.line)
    text, depth = _dash(place) + first.strip(), _depth(first)
    if not text.endswith(":"):
        return text
    below = list(_below(place, depth))
    if not below or below[0].lstrip().startswith("- "):
        return f"{text} …"
    column = len(below[0]) - len(below[0].lstrip())
    keys = [line.strip() for line in below if len(line) - len(line.lstrip()) == column]
    return f"{text} {{{', '.join(f'{key} …' if key.endswith(':') else key for key in keys)}}}"


def _dash(place: Place) -> str:
    """The dash of a statement that begins its own line, since its condition has the line before."""
    line = place.source.line(place.line)
    depth = _depth(line)
    if place.column != depth + 1 or line.lstrip().startswith("- "):
        return ""
    above = filter(_says_something, (place.source.line(number) for number in range(place.line - 1, 0, -1)))
    begins = next((line for line in above if _depth(line) < depth or line[depth - 2 : depth] == "- "), "")
    return "- " if _depth(begins) == depth else ""


def _says_something(line: str) -> bool:
    return line.strip() != "" and not line.lstrip().startswith("#")


def _depth(line: str) -> int:
    """How far in the text of a line begins, behind its dashes."""
    return len(line) - len(line.lstrip(" -"))


def _below(place: Place, depth: int) -> Iterator[str]:
    """The lines that belong to what begins at a place, without those that say nothing."""
    for number in range(place.line + 1, place.source.text.count("\n") + 2):
        line = place.source.line(number)
        if _says_something(line):
            if len(line) - len(line.lstrip()) <= depth:
                return
            yield line


def shown(place: Place) -> str:
    """`file:line`, without the folders."""
    return f"{PurePath(place.source.name).name}:{place.line}"


def _calls(block: Block) -> list[EffectCall]:
    """Every call of an effect in a list of statements, however deep."""
    found: list[EffectCall] = []
    for step in block:
        if isinstance(step, EffectCall):
            found.append(step)
            continue
        for argument in step.arguments.values():
            match argument:
                case Cases(cases):
                    found += [call for case in cases for call in _calls(case.body)]
                case Ways(ways):
                    found += [call for way in ways for call in _calls(way.body)]
                case tuple():
                    found += _calls(argument)
    return found


def _within(inner: Place, outer: Place) -> bool:
    begin, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return inner.source is outer.source and begin <= (inner.line, inner.column) < end


def _numbered(entry: Entry) -> Iterator[str]:
    """The lines of a key and its value as the author wrote them, each with its place before it."""
    first, source = entry.key.place, entry.key.place.source
    if isinstance(entry.value, Mapping) and any(f.key.place.source is not source for f in entry.value):
        for field in entry.value:  # parts of several files
            yield from _numbered(field)
        return
    lines = [source.line(n) for n in range(first.line, max(_last_line(entry.value.place), first.line) + 1)]
    while len(lines) > 1 and lines[-1].lstrip()[:1] in ("", "#"):
        lines.pop()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    for n, line in enumerate(lines, first.line):
        if line.strip():
            yield f"{PurePath(source.name).name}:{n}: {line[indent:].rstrip()}"


def _last_line(place: Place) -> int:
    """Where a block ends, YAML marks the beginning of what follows: then the last line is the one before."""
    ends_before = not place.source.line(place.end_line)[: place.end_column - 1].strip()
    return place.end_line - 1 if ends_before else place.end_line
