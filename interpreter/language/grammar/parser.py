"""Texts of expressions, picks and case keys come in with their places; nodes go out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.grammar.builder import Builder, build_constant, spell_name
from parlour.interpreter.language.grammar.expectation import Halt, explain
from parlour.interpreter.language.grammar.fragment import Fragment, Lexeme, Part, PickArgument
from parlour.interpreter.language.grammar.nodes import FacesPattern, Name, Node, Nothing, Number, Pattern, Pick, Truth
from parlour.interpreter.language.grammar.patterns import OTHERWISE, PatternBuilder
from parlour.interpreter.language.grammar.picks import build_pick, is_binding
from parlour.interpreter.language.grammar.tables import grammar
from parlour.interpreter.source import Place

MAX_LENGTH = 2_000
MAX_DEPTH = 40
_WORD = re.compile(r"[0-9]{1,18}|[^\W\d]\w*")


def parse_expression(text: str, place: Place, report: Report) -> Node | None:
    """The node of one expression; None when `report` got a fault. `place` is that of `text`, without quotes."""
    return _parse_word(text, place) or _expression(Fragment(text, place, report))


def parse_pick(text: str, place: Place, report: Report) -> Pick | None:
    """The pick `NAME in SET` or `NAME in SET where CONDITION`; None when `report` got a fault."""
    fragment = Fragment(text, place, report)
    built = _parse(fragment, "pick")
    pick = _pick(fragment, built) if built is not None else None
    return None if fragment.faulty else pick


def parse_pick_or_expression(text: str, place: Place, report: Report) -> Pick | Node | None:
    """A pick where the text reads like one (`p in players`), else an expression (`me`); None after a fault."""
    word = _parse_word(text, place)
    if word is not None:
        return word
    fragment = Fragment(text, place, report)
    built = _parse(fragment, "pick")
    if isinstance(built, Part) and not is_binding(built):
        return None if fragment.faulty else built.node
    pick = _pick(fragment, built) if built is not None else None
    return None if fragment.faulty else pick


def parse_faces(text: str, place: Place, report: Report) -> tuple[Pattern, ...] | None:
    """The patterns of one key of `cases:`, in the order of the text; None when `report` got a fault."""
    word = _parse_word(text, place)
    if isinstance(word, Number | Name | Truth | Nothing) and text != OTHERWISE:
        return (FacesPattern((word,), place),)
    fragment = Fragment(text, place, report)
    patterns: tuple[Pattern, ...] | None = _parse(fragment, "faces")
    return None if fragment.faulty else patterns


def _parse_word(text: str, place: Place) -> Node | None:
    """A number or a word alone, without the grammar: most scalars of a ruleset are one. None for all else."""
    if len(text) > MAX_LENGTH or not _WORD.fullmatch(text):
        return None
    if text.isdecimal():
        return Number(int(text), place)
    name = spell_name(text)
    return Name(name, place) if name else build_constant(text, place)


def _expression(fragment: Fragment) -> Node | None:
    part = _parse(fragment, "expression")
    return None if part is None or fragment.faulty else part.node


def _pick(fragment: Fragment, built: Part | PickArgument) -> Pick | None:
    if isinstance(built, Part):
        return build_pick(fragment, built, None)
    return build_pick(fragment, built.binding, built.test)


def _parse(fragment: Fragment, start: str) -> Any:
    """What the builder makes of the whole text: a part, a pick argument, a tuple of patterns; None after a fault."""
    text = fragment.text
    if len(text) > MAX_LENGTH:
        hint = "name a part of it as a formula"
        fragment.fault("P302", f"{len(text)} characters are too long: {MAX_LENGTH} is the most", 0, len(text), hint)
        return None
    try:
        tree = _tree(text, start)
    except UnexpectedInput as error:
        explain(fragment, start, _halt(text, start, error))
        return None
    built = _build(tree, PatternBuilder(fragment) if start == "faces" else Builder(fragment))
    if isinstance(built, Part | PickArgument) and built.depth > MAX_DEPTH:
        hint = "name a part of it as a formula; each operator of a chain is one level more"
        fragment.fault("P303", f"deeper than {MAX_DEPTH} levels", built.start, built.end, hint)
        return None
    return built


@lru_cache(maxsize=1_000)
def _tree(text: str, start: str) -> Tree[Token]:
    """How a text is grouped: the same wherever it stands, and rulesets say many things more than once."""
    return grammar().parse(text, start=start)


def _build(tree: Tree[Token], builder: Builder | PatternBuilder) -> Any:
    """From the leaves up without recursion, so that no text can overflow the stack; each rule is a method."""
    built: dict[int, Any] = {}
    for branch in tree.iter_subtrees():
        children = [built[id(c)] if isinstance(c, Tree) else _lexeme(c) for c in branch.children]
        built[id(branch)] = getattr(builder, branch.data)(children)
    return built[id(tree)]


def _lexeme(token: Token) -> Lexeme:
    assert token.start_pos is not None
    assert token.end_pos is not None
    return Lexeme(token.type, str(token), token.start_pos, token.end_pos)


def _halt(text: str, start: str, error: UnexpectedInput) -> Halt:
    """Where the grammar could not go on, and which terminals it would have taken there.

    The text before is read once more: a failed parse has already closed what the next token might have continued.
    """
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        found, begin, end = "", len(text.rstrip()), len(text.rstrip()) + 1
    elif isinstance(error, UnexpectedToken):
        lexeme = _lexeme(error.token)
        found, begin, end = lexeme.text, lexeme.start, lexeme.end
    else:
        begin = error.pos_in_stream or 0
        found, end = text[begin : begin + 1], begin + 1
    before = grammar().parse_interactive(text[:begin], start=start)
    before.exhaust_lexer()
    accepted = before.accepts()  # type: ignore[no-untyped-call]
    return Halt(found, begin, end, frozenset(accepted))
