"""What was typed so far in; what a shell can complete it to out: games, options, seats, codes. Nothing is compiled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar
from parlour.interpreter.language.document.tree import Sequence as Items
from parlour.interpreter.language.loading.library import Library, UnknownRuleset
from parlour.interpreter.language.loading.loader import load
from parlour.interpreter.shelf import games_of

SWEPT = "all"
_FILES = ("*.yaml", "*.yml")


def complete_game(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Ids of the library, and rulesets in this folder; once a folder is begun the shell completes paths by itself."""
    return _rulesets(Library().ids(), incomplete)


def complete_playable(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """As `complete_game`, without the ids of what is only a base of others."""
    return _rulesets(games_of(Library()), incomplete)


def _rulesets(ids: Sequence[str], incomplete: str) -> list[CompletionItem]:
    if "/" in incomplete or "\\" in incomplete:
        return [CompletionItem(incomplete, type="file")]
    here = sorted(path.name for pattern in _FILES for path in Path().glob(pattern))
    return _beginning(incomplete, [*ids, *here]) or [CompletionItem(incomplete, type="file")]


def complete_option(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """`name=value` of the options of the game that stands before."""
    return _beginning(incomplete, (f"{e.key.text}={value}" for e in _entries(ctx, "options") for value in _values(e)))


def complete_sweep(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """`name=all`, and the single values."""
    names = [f"{entry.key.text}={SWEPT}" for entry in _entries(ctx, "options")]
    return [*_beginning(incomplete, names), *complete_option(ctx, incomplete)]


def complete_seats(ctx: click.Context, incomplete: str, *known: str) -> list[CompletionItem]:
    """Who can sit at the next seat, behind those that are given: one of the known, or a bot with a policy of the game."""
    before, comma, last = incomplete.rpartition(",")
    policies = [f"bot:{entry.key.text}" for entry in _entries(ctx, "policies")]
    return [CompletionItem(f"{before}{comma}{item.value}") for item in _beginning(last, [*known, *policies])]


def _beginning(incomplete: str, words: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _entries(ctx: click.Context, section: str) -> Iterable[Entry]:
    """A section of the game that stands before in the line, its bases' entries too; nothing where it cannot be read."""
    named = [ctx.params.get("game"), ctx.params.get("what"), *ctx.args]  # in `args` while an option lacks its value
    game = next((word for word in named if word), None)
    if game is None:
        return ()
    try:
        loaded = load(game, Library(), Report())
    except (UnknownRuleset, OSError):
        return ()
    found = loaded.tree.get(section) if loaded else None
    return found.entries if isinstance(found, Mapping) else ()


def _values(option: Entry) -> Iterator[str]:
    """What an option can be: its choices, true and false, or its default and the ends of its range."""
    fields = option.value if isinstance(option.value, Mapping) else Mapping((), option.value.place)
    default, choices, span = fields.get("default"), fields.get("choices"), fields.get("range")
    if isinstance(choices, Items):
        yield from (choice.text for choice in choices.items if isinstance(choice, Scalar))
    elif isinstance(default, Scalar) and isinstance(default.value, bool):
        yield from ("true", "false")
    else:
        ends = span.text.split("..") if isinstance(span, Scalar) else []
        known = [default.text if isinstance(default, Scalar) else "", *ends]
        yield from dict.fromkeys(text.strip() for text in known if text.strip().isdecimal())
