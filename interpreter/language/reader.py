"""A merged, schema-valid tree becomes a Ruleset: sections read one by one, every expression parsed, all faults at once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree, text_of
from parlour.interpreter.language.grammar.nodes import Node, Number
from parlour.interpreter.language.material_reader import MaterialReader
from parlour.interpreter.language.pieces import PiecesReader, name_of
from parlour.interpreter.language.ruleset import Ident
from parlour.interpreter.language.signatures import Statement
from parlour.interpreter.language.steps import StepReader

SQUARE_KEYS = {"name", "quote", "land", "meet"}


def read_ruleset(tree: Mapping, verbs: dict[str, Statement], report: Report) -> syntax.Ruleset:
    """The syntax of the whole ruleset; errors go to the report, what could not be read is left out."""
    effects = tree.get("effects")
    names = frozenset(e.key.text for e in effects) if isinstance(effects, Mapping) else frozenset()
    return Reader(tree, StepReader(verbs, names, report), report).ruleset()


class Reader(PiecesReader):
    """One method a section."""

    # --- the file -----------------------------------------------------------------------------------------------------

    def ruleset(self) -> syntax.Ruleset:
        top, materials = self.tree, MaterialReader(self.tree, self.steps, self.report)
        identifier = self.ident(top.get("id")) or Ident("", top.place)
        limit = top.get("limit")
        return syntax.Ruleset(
            id=identifier,
            title=text_of(top.get("title")) or identifier.text,
            language=text_of(top.get("language")) or "en",
            abstract=text_of(top.get("abstract")) == "true",
            players=self._players(top.get("players")),
            limit=self._limit(limit if isinstance(limit, Mapping) else None),
            requires=tuple(self._requires(top.get("requires"))),
            options=tuple(self._option(e, m) for e, m in self.entries("options")),
            accounts=tuple(self._account(e, m) for e, m in self.entries("accounts")),
            variables=tuple(self._variable(e, m) for e, m in self.entries("variables")),
            sets=tuple(self._sets()),
            devices=tuple(materials.device(e, m) for e, m in self.entries("chance")),
            board=self._board(top.get("board")),
            squares=tuple(self._square(e, m) for e, m in self.entries("squares")),
            decks=tuple(materials.deck(e, m) for e, m in self.entries("cards")),
            zones=tuple(materials.zone(e, m) for e, m in self.entries("zones")),
            effects=tuple(self._effect(e, m) for e, m in self.entries("effects")),
            formulas=tuple(f for e, m in self.entries("formulas") if (f := self._formula(e, m))),
            phases=tuple(self._phase(e, m) for e, m in self.entries("phases")),
            score=self.expression(top.get("score")),
            aim=text_of(top.get("aim")) or "win",
            measures=self.steps.values(top.get("measures")),
            policies=tuple(self._policy(e, m) for e, m in self.entries("policies")),
            tree=top,
        )

    def _players(self, tree: Tree | None) -> syntax.Span:
        if tree is None:
            nowhere = self.tree.place
            return syntax.Span(Number(1, nowhere), Number(1, nowhere), nowhere)
        if isinstance(tree, Mapping):
            low = self.expression(tree.get("min")) or self.constant(1, tree)
            return syntax.Span(low, self.expression(tree.get("max")) or low, tree.place)
        node = self.expression(tree) or self.constant(1, tree)
        return syntax.Span(node, node, tree.place)

    def _limit(self, tree: Mapping | None) -> syntax.LimitOf:
        def number(name: str) -> int | None:
            value = tree.get(name) if tree else None
            return value.value if isinstance(value, Scalar) and isinstance(value.value, int) else None

        outcome = self.ident(tree.get("outcome")) if tree else None
        return syntax.LimitOf(number("turns"), number("chances"), number("choices"), outcome)

    def _requires(self, tree: Tree | None) -> Iterator[syntax.Requirement]:
        for item in tree.items if isinstance(tree, Sequence) else ():
            if isinstance(item, Mapping) and (that := self.expression(item.get("that"))):
                yield syntax.Requirement(that, text_of(item.get("else")), item.place)

    def _option(self, entry: Entry, tree: Mapping) -> syntax.Option:
        default = self.expression(tree.get("default")) or self.constant(0, tree)
        choices = self.idents(tree.get("choices"))
        return syntax.Option(name_of(entry), default, choices, self.span(tree.get("range")), text_of(tree.get("help")))

    def _account(self, entry: Entry, tree: Mapping) -> syntax.Account:
        short = tree.get("short")
        return syntax.Account(
            name_of(entry),
            self.expression(tree.get("of")),
            self.expression(tree.get("starts")),
            self.expression(tree.get("may_owe")),
            self.steps.shortage(short) if short is not None else None,
            text_of(tree.get("seen_by")) or "all",
        )

    def _variable(self, entry: Entry, tree: Mapping) -> syntax.Variable:
        return syntax.Variable(
            name_of(entry),
            self.expression(tree.get("of")),
            self.ident(tree.get("type")),
            self.expression(tree.get("starts")),
            self.span(tree.get("range")),
            text_of(tree.get("lasts")) or "game",
            text_of(tree.get("seen_by")) or "all",
        )

    def _sets(self) -> Iterator[syntax.SetOf]:
        tree = self.tree.get("sets")
        for entry in tree if isinstance(tree, Mapping) else ():
            if isinstance(entry.value, Sequence):
                items = tuple(x for item in entry.value.items if (x := self.expression(item)))
                yield syntax.SetOf(name_of(entry), items, None)
            else:
                yield syntax.SetOf(name_of(entry), (), self.expression(entry.value))

    # --- board --------------------------------------------------------------------------------------------------------

    def _board(self, tree: Tree | None) -> syntax.Board | None:
        if not isinstance(tree, Mapping):
            return None
        squares = tree.get("squares")
        names = self.idents(squares) if isinstance(squares, Sequence) else ()
        roads = tree.get("roads")
        pairs = [self.idents(r) for r in roads.items] if isinstance(roads, Sequence) else []
        return syntax.Board(
            place=tree.place,
            squares=None if names else self.expression(squares),
            names=names,
            roads=tuple((a, b) for a, b in (p for p in pairs if len(p) == 2)),
            starts=self.expression(tree.get("starts")),
            tokens=self.expression(tree.get("tokens")),
            standing=self.expression(tree.get("place")),
            beyond=self._beyond(tree.get("beyond")),
            before=self._beyond(tree.get("before")),
            effects_when=self.expression(tree.get("effects_when")),
            meet=self.steps.block(tree.get("meet")),
            picture=tree.get("picture"),
        )

    def _beyond(self, tree: Tree | None) -> syntax.Beyond | None:
        if tree is None:
            return None
        if isinstance(tree, Scalar):
            return syntax.Beyond(tree.place, word=self.expression(tree))
        if isinstance(tree, Mapping) and set(tree.index) == {"match", "cases"}:
            cases = tree.get("cases")
            read = [(name_of(e), self._beyond(e.value)) for e in cases] if isinstance(cases, Mapping) else []
            subject = self.expression(tree.get("match"))
            return syntax.Beyond(tree.place, subject=subject, cases=tuple((n, c) for n, c in read if c))
        return syntax.Beyond(tree.place, body=self.steps.block(tree))

    def _square(self, entry: Entry, tree: Mapping) -> syntax.Square:
        is_number = re.fullmatch(r"[0-9]+", entry.key.text) is not None
        fields = ((name_of(e), self.expression(e.value)) for e in tree if e.key.text not in SQUARE_KEYS)
        meet = tree.get("meet")
        return syntax.Square(
            key=name_of(entry),
            numbers=(int(entry.key.text),) if is_number else (),
            set="" if is_number else entry.key.text,
            name=text_of(tree.get("name")),
            quote=text_of(tree.get("quote")),
            land=self.steps.block(tree.get("land")),
            meet=self.steps.block(meet) if meet is not None else None,
            fields=tuple((name, value) for name, value in fields if value),
        )

    # --- rules --------------------------------------------------------------------------------------------------------

    def _effect(self, entry: Entry, tree: Mapping) -> syntax.Effect:
        return syntax.Effect(name_of(entry), self.typed_names(tree.get("with")), self.steps.block(tree.get("do")))

    def _formula(self, entry: Entry, tree: Mapping) -> syntax.Formula | None:
        if isinstance(entry.value, Scalar):
            node = self.expression(entry.value)
            return syntax.Formula(name_of(entry), (), node) if node else None
        node = self.expression(tree.get("is"))
        return syntax.Formula(name_of(entry), self.typed_names(tree.get("with")), node) if node else None

    def _phase(self, entry: Entry, tree: Mapping) -> syntax.Phase:
        kind = next((k for k in ("turns", "each") if k in tree.index), "do")
        players = tree.get(kind) if kind != "do" else None
        stuck = tree.get("stuck")
        return syntax.Phase(
            name=name_of(entry),
            kind=kind,
            players=self.steps.pick_or_expression(players) if players is not None else None,
            start=self.expression(tree.get("from")),
            body=self.steps.block(tree.get("do")),
            until=self.expression(tree.get("until")),
            stuck=self.steps.block(stuck) if stuck is not None else None,
        )

    def _policy(self, entry: Entry, tree: Mapping) -> syntax.Policy:
        choices: list[tuple[Ident, tuple[tuple[Ident, Node], ...], Node | None]] = []
        for choice in tree:
            value = choice.value
            if isinstance(value, Mapping) and set(value.index) == {"each"}:
                choices.append((name_of(choice), (), self.expression(value.get("each"))))
            else:
                choices.append((name_of(choice), self.steps.values(value), None))
        return syntax.Policy(name_of(entry), tuple(choices))
