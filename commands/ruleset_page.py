"""A ruleset in, the lines that show it to a reader out: in its own words where it has them, statements as written."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

import click

from parlour.interpreter.face import Ruleset
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree, text_of, without
from parlour.interpreter.language.document.writing import compact, compact_entries
from parlour.interpreter.lowering.options import OptionInfo
from parlour.interpreter.rendering.columns import visible, width_of
from parlour.interpreter.rulebook.board import alike
from parlour.interpreter.types import as_written

WIDTH = 110
STEP = "  "
SPOKEN = ("name", "quote", "help")  # fields that are shown as sentences, not as YAML
SECTIONS = ("board", "chance", "cards", "zones", "sets", "accounts", "variables", "formulas", "effects")


def page(ruleset: Ruleset) -> Iterator[str]:
    """Title, options, squares, everything that the rules are made of, sources."""
    tree = ruleset.checked.loaded.tree
    yield from _head(ruleset)
    yield from _section("requires", _required(ruleset))
    yield from _section("limit", _named(_mapping(tree, "limit")))
    yield from _section("options (* is the default)", _options(ruleset))
    yield from _section("squares", _squares(_mapping(tree, "squares")))
    for name in SECTIONS:
        yield from _section(name, _named(_mapping(tree, name)))
    yield from _section("phases", _named(_mapping(tree, "phases")))
    yield from _section("score", _lines(tree.get("score")))
    yield from _section("measures", _named(_mapping(tree, "measures")))
    yield from _section("policies", _named(_mapping(tree, "policies")))
    yield from _section("sources", _sources(tree.get("sources")))


def _head(ruleset: Ruleset) -> Iterator[str]:
    low, high = ruleset.players
    base = ", a base for others" if ruleset.abstract else ""
    yield click.style(visible(ruleset.title), bold=True)
    if ruleset.summary:
        yield visible(ruleset.summary)
    players = f"{low} players" if low == high else f"{low} to {high} players"
    yield f"{ruleset.id}: {players}, in {ruleset.language}, the aim is {_aim(ruleset)}{base}"
    files = [source.name for source in ruleset.checked.loaded.sources]
    if len(files) > 1:
        yield f"extends {', which extends '.join(reversed(files[:-1]))}"


def _aim(ruleset: Ruleset) -> str:
    aim = ruleset.checked.model.syntax.aim
    return {"win": "to win", "score": "a high score"}.get(aim, aim)


def _section(name: str, lines: Iterator[str]) -> Iterator[str]:
    """A heading and its lines; nothing where there are none."""
    found = list(lines)
    if found:
        yield ""
        yield click.style(name.capitalize(), bold=True)
        yield from found


def _required(ruleset: Ruleset) -> Iterator[str]:
    """Each condition as it is written, and what is said where it does not hold."""
    found = ruleset.checked.loaded.tree.get("requires")
    for item in found.items if isinstance(found, Sequence) else ():
        if isinstance(item, Mapping):
            yield f"{STEP}{visible(text_of(item.get('that')))}"
            told = ruleset.checked.model.text(text_of(item.get("else")))
            yield from (f"{STEP * 3}{line}" for line in wrap(visible(told), WIDTH))


def _options(ruleset: Ruleset) -> Iterator[str]:
    words = _mapping(ruleset.checked.loaded.tree, "words")
    for option in ruleset.options():
        yield f"{STEP}{option.name}  {_choices(option)}"
        told = "  ".join(text for text in (_word(words, option.name), option.help) if text)
        yield from (f"{STEP * 3}{line}" for line in wrap(visible(told), WIDTH))


def _choices(option: OptionInfo) -> str:
    """What it can be, the default marked."""
    if option.choices:
        return " | ".join(f"{as_written(c)}{'*' * (c == option.default)}" for c in option.choices)
    span = "" if option.low is None else f" ({option.low}..{option.high})"
    return f"{as_written(option.default)}*{span}"


def _word(words: Mapping, name: str) -> str:
    """How the ruleset says a name, where it says it otherwise."""
    word = words.get(name)
    shown = word.get("name") if isinstance(word, Mapping) else word
    return f"“{shown.text}”" if isinstance(shown, Scalar) and shown.text != name else ""


def _squares(squares: Mapping) -> Iterator[str]:
    """Squares with the same rules together, by the first of them."""
    for keys, value in alike(squares):
        yield from _block(", ".join(keys), value)


def _named(section: Mapping) -> Iterator[str]:
    widest = max((width_of(entry.key.text) for entry in section), default=0)
    for entry in section:
        yield from _block(entry.key.text, entry.value, widest)


def _block(key: str, value: Tree, width: int = 0) -> Iterator[str]:
    """A name with what is said of it, and its YAML below; on one line where that fits."""
    rest, told = value, ""
    if isinstance(value, Mapping):
        rest = without(value, SPOKEN)
        told = "  ".join(_sentence(e) for e in value if e.key.text in SPOKEN)
    lines = [] if isinstance(rest, Mapping) and not rest.entries else compact(rest, WIDTH)
    if told and isinstance(rest, Mapping):
        lines = compact_entries(rest, WIDTH)
    first, *others = wrap(visible(told), WIDTH) or [""]
    if not told and len(lines) == 1:
        first, lines = visible(lines[0]), []
    yield f"{STEP}{visible(key)}{' ' * (width - width_of(key))}  {first}".rstrip()
    yield from (f"{STEP * 3}{visible(line)}" for line in (*others, *lines))


def _sentence(entry: Entry) -> str:
    text = entry.value.text if isinstance(entry.value, Scalar) else ""
    return f"“{text}”" if entry.key.text == "quote" else text


def _lines(tree: Tree | None) -> Iterator[str]:
    if tree is not None:
        yield from (f"{STEP}{visible(line)}" for line in compact(tree, WIDTH))


def _sources(tree: Tree | None) -> Iterator[str]:
    for item in tree.items if isinstance(tree, Sequence) else ():
        parts = [e.value.text for e in item if isinstance(e.value, Scalar)] if isinstance(item, Mapping) else []
        yield from wrap(visible(": ".join(parts)), WIDTH, initial_indent=STEP, subsequent_indent=STEP * 2)


def _mapping(tree: Mapping, name: str) -> Mapping:
    found = tree.get(name)
    return found if isinstance(found, Mapping) else Mapping((), tree.place)
