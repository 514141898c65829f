"""A merged, schema-valid tree becomes a Ruleset: sections read one by one, every expression parsed, all faults at once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree, text_of
from parlour.interpreter.language.grammar.nodes import Node, Number, Range
from parlour.interpreter.language.ruleset import Ident
from parlour.interpreter.language.signatures import Statement
from parlour.interpreter.language.steps import StepReader

SQUARE_KEYS = {"name", "quote", "land", "meet"}
CARD_KEYS = {"copies", "do", "name", "quote"}


def read_ruleset(tree: Mapping, verbs: dict[str, Statement], report: Report) -> syntax.Ruleset:
    """The syntax of the whole ruleset; errors go to the report, what could not be read is left out."""
    effects = tree.get("effects")
    names = frozenset(e.key.text for e in effects) if isinstance(effects, Mapping) else frozenset()
    return Reader(tree, StepReader(verbs, names, report), report).ruleset()


def name_of(entry: Entry) -> Ident:
    return Ident(entry.key.text, entry.key.place)


class Reader:
    """One method a section."""

    def __init__(self, tree: Mapping, steps: StepReader, report: Report) -> None:
        self.tree = tree
        self.steps = steps
        self.report = report

    # --- pieces -------------------------------------------------------------------------------------------------------

    def _entries(self, section: str, of: Mapping | None = None) -> Iterator[tuple[Entry, Mapping]]:
        """The entries of a section whose values are maps; an empty value counts as an empty map."""
        tree = (of or self.tree).get(section)
        for entry in tree if isinstance(tree, Mapping) else ():
            value = entry.value
            yield entry, value if isinstance(value, Mapping) else Mapping((), value.place)

    def _expression(self, tree: Tree | None) -> Node | None:
        return self.steps.expression(tree) if tree is not None else None

    def _constant(self, value: int, tree: Tree) -> Node:
        return Number(value, tree.place)

    def _ident(self, tree: Tree | None) -> Ident | None:
        return Ident(tree.text, tree.place) if isinstance(tree, Scalar) else None

    def _idents(self, tree: Tree | None) -> tuple[Ident, ...]:
        items = tree.items if isinstance(tree, Sequence) else (tree,) if tree is not None else ()
        return tuple(i for item in items if (i := self._ident(item)))

    def _span(self, tree: Tree | None) -> syntax.Span | None:
        node = self._expression(tree)
        if node is None:
            return None
        if isinstance(node, Range):
            return syntax.Span(node.low, node.high, node.place)
        self.report.error("P405", "a range is needed here", node.place, "write low..high")
        return None

    def _typed_names(self, tree: Tree | None) -> tuple[tuple[Ident, Ident | None], ...]:
        """`[n, m]` or `{who: player, n: int}`"""
        if isinstance(tree, Mapping):
            return tuple((name_of(e), self._ident(e.value)) for e in tree)
        return tuple((name, None) for name in self._idents(tree))

    # --- the file -----------------------------------------------------------------------------------------------------

    def ruleset(self) -> syntax.Ruleset:
        top = self.tree
        identifier = self._ident(top.get("id")) or Ident("", top.place)
        limit = top.get("limit")
        return syntax.Ruleset(
            id=identifier,
            title=text_of(top.get("title")) or identifier.text,
            language=text_of(top.get("language")) or "en",
            abstract=text_of(top.get("abstract")) == "true",
            players=self._players(top.get("players")),
            limit=self._limit(limit if isinstance(limit, Mapping) else None),
            requires=tuple(self._requires(top.get("requires"))),
            options=tuple(self._option(e, m) for e, m in self._entries("options")),
            accounts=tuple(self._account(e, m) for e, m in self._entries("accounts")),
            variables=tuple(self._variable(e, m) for e, m in self._entries("variables")),
            sets=tuple(self._sets()),
            devices=tuple(self._device(e, m) for e, m in self._entries("chance")),
            board=self._board(top.get("board")),
            squares=tuple(self._square(e, m) for e, m in self._entries("squares")),
            decks=tuple(self._deck(e, m) for e, m in self._entries("cards")),
            zones=tuple(self._zone(e, m) for e, m in self._entries("zones")),
            effects=tuple(self._effect(e, m) for e, m in self._entries("effects")),
            formulas=tuple(f for e, m in self._entries("formulas") if (f := self._formula(e, m))),
            phases=tuple(self._phase(e, m) for e, m in self._entries("phases")),
            score=self._expression(top.get("score")),
            aim=text_of(top.get("aim")) or "win",
            measures=self.steps.values(top.get("measures")),
            policies=tuple(self._policy(e, m) for e, m in self._entries("policies")),
            tree=top,
        )

    def _players(self, tree: Tree | None) -> syntax.Span:
        if tree is None:
            nowhere = self.tree.place
            return syntax.Span(Number(1, nowhere), Number(1, nowhere), nowhere)
        if isinstance(tree, Mapping):
            low = self._expression(tree.get("min")) or self._constant(1, tree)
            return syntax.Span(low, self._expression(tree.get("max")) or low, tree.place)
        node = self._expression(tree) or self._constant(1, tree)
        return syntax.Span(node, node, tree.place)

    def _limit(self, tree: Mapping | None) -> syntax.LimitOf:
        def number(name: str) -> int | None:
            value = tree.get(name) if tree else None
            return value.value if isinstance(value, Scalar) and isinstance(value.value, int) else None

        return syntax.LimitOf(number("turns"), number("chances"), self._ident(tree.get("outcome")) if tree else None)

    def _requires(self, tree: Tree | None) -> Iterator[syntax.Requirement]:
        for item in tree.items if isinstance(tree, Sequence) else ():
            if isinstance(item, Mapping) and (that := self._expression(item.get("that"))):
                yield syntax.Requirement(that, text_of(item.get("else")), item.place)

    def _option(self, entry: Entry, tree: Mapping) -> syntax.Option:
        default = self._expression(tree.get("default")) or self._constant(0, tree)
        choices = self._idents(tree.get("choices"))
        return syntax.Option(name_of(entry), default, choices, self._span(tree.get("range")), text_of(tree.get("help")))

    def _account(self, entry: Entry, tree: Mapping) -> syntax.Account:
        short = tree.get("short")
        return syntax.Account(
            name_of(entry),
            self._expression(tree.get("of")),
            self._expression(tree.get("starts")),
            self._expression(tree.get("may_owe")),
            self.steps.shortage(short) if short is not None else None,
            text_of(tree.get("seen_by")) or "all",
        )

    def _variable(self, entry: Entry, tree: Mapping) -> syntax.Variable:
        return syntax.Variable(
            name_of(entry),
            self._expression(tree.get("of")),
            self._ident(tree.get("type")),
            self._expression(tree.get("starts")),
            self._span(tree.get("range")),
            text_of(tree.get("lasts")) or "game",
            text_of(tree.get("seen_by")) or "all",
        )

    def _sets(self) -> Iterator[syntax.SetOf]:
        tree = self.tree.get("sets")
        for entry in tree if isinstance(tree, Mapping) else ():
            if isinstance(entry.value, Sequence):
                items = tuple(x for item in entry.value.items if (x := self._expression(item)))
                yield syntax.SetOf(name_of(entry), items, None)
            else:
                yield syntax.SetOf(name_of(entry), (), self._expression(entry.value))

    # --- chance -------------------------------------------------------------------------------------------------------

    def _device(self, entry: Entry, tree: Mapping) -> syntax.Device:
        each, throw = tree.get("each"), self._expression(tree.get("throw"))
        if isinstance(each, Sequence):
            dice = tuple(self._die(item) for item in each.items)
        else:
            faces = tree.get("faces")
            dice = (self._die(faces if faces is not None else tree.get("sectors")),)
        put_back = text_of(tree.get("put_back")) != "false"
        return syntax.Device(name_of(entry), throw, dice, each is None, put_back)

    def _die(self, tree: Tree | None) -> syntax.Die:
        match tree:
            case Mapping():
                inner = tree.get("faces") or tree.get("sectors")
                if inner is not None and len(tree.entries) == 1:
                    return self._die(inner)
                sides = [self._side(e.key, e.value) for e in tree]
                return syntax.Die(tuple(sides), None)
            case Sequence():
                return syntax.Die(tuple(self._side(s, None) for s in tree.items if isinstance(s, Scalar)), None)
            case _:
                return syntax.Die((), self._expression(tree))

    def _side(self, face: Scalar, weight: Tree | None) -> syntax.Side:
        is_number = re.fullmatch(r"[-+]?[0-9]+", face.text) is not None and not face.quoted
        number = int(face.text) if is_number else None
        return syntax.Side(Ident(face.text, face.place), number, self._expression(weight))

    # --- board --------------------------------------------------------------------------------------------------------

    def _board(self, tree: Tree | None) -> syntax.Board | None:
        if not isinstance(tree, Mapping):
            return None
        squares = tree.get("squares")
        names = self._idents(squares) if isinstance(squares, Sequence) else ()
        roads = tree.get("roads")
        pairs = [self._idents(r) for r in roads.items] if isinstance(roads, Sequence) else []
        return syntax.Board(
            place=tree.place,
            squares=None if names else self._expression(squares),
            names=names,
            roads=tuple((a, b) for a, b in (p for p in pairs if len(p) == 2)),
            starts=self._expression(tree.get("starts")),
            tokens=self._expression(tree.get("tokens")),
            standing=self._expression(tree.get("place")),
            beyond=self._beyond(tree.get("beyond")),
            before=self._beyond(tree.get("before")),
            effects_when=self._expression(tree.get("effects_when")),
            meet=self.steps.block(tree.get("meet")),
            picture=tree.get("picture"),
        )

    def _beyond(self, tree: Tree | None) -> syntax.Beyond | None:
        if tree is None:
            return None
        if isinstance(tree, Scalar):
            return syntax.Beyond(tree.place, word=self._expression(tree))
        if isinstance(tree, Mapping) and set(tree.index) == {"match", "cases"}:
            cases = tree.get("cases")
            read = [(name_of(e), self._beyond(e.value)) for e in cases] if isinstance(cases, Mapping) else []
            subject = self._expression(tree.get("match"))
            return syntax.Beyond(tree.place, subject=subject, cases=tuple((n, c) for n, c in read if c))
        return syntax.Beyond(tree.place, body=self.steps.block(tree))

    def _square(self, entry: Entry, tree: Mapping) -> syntax.Square:
        is_number = re.fullmatch(r"[0-9]+", entry.key.text) is not None
        fields = ((name_of(e), self._expression(e.value)) for e in tree if e.key.text not in SQUARE_KEYS)
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

    # --- cards --------------------------------------------------------------------------------------------------------

    def _deck(self, entry: Entry, tree: Mapping) -> syntax.DeckOf:
        standard = tree.get("standard")
        value = tree.get("value")
        values = value if isinstance(value, Mapping) else ()
        cards = tree.get("cards")
        return syntax.DeckOf(
            name=name_of(entry),
            standard=int(standard.text) if isinstance(standard, Scalar) and standard.text.isdigit() else 0,
            copies=self._expression(tree.get("copies")),
            tell_apart=text_of(tree.get("tell_apart")) or "card",
            ranks=self._idents(tree.get("ranks")),
            suits=self._idents(tree.get("suits")),
            value=tuple((name_of(e), x) for e in values if (x := self._expression(e.value))),
            without=self._idents(tree.get("without")),
            cards=tuple(self._special(e) for e in cards) if isinstance(cards, Mapping) else (),
            each=self._expression(tree.get("each")),
        )

    def _special(self, entry: Entry) -> syntax.Special:
        tree = entry.value if isinstance(entry.value, Mapping) else Mapping((), entry.value.place)
        fields = ((name_of(e), self._expression(e.value)) for e in tree if e.key.text not in CARD_KEYS)
        return syntax.Special(
            name_of(entry),
            self._expression(tree.get("copies")),
            tuple((name, value) for name, value in fields if value),
            self.steps.block(tree.get("do")),
        )

    def _zone(self, entry: Entry, tree: Mapping) -> syntax.Zone:
        return syntax.Zone(
            name_of(entry),
            self._expression(tree.get("of")),
            self._ident(tree.get("starts")),
            text_of(tree.get("order")) or "none",
            text_of(tree.get("seen_by")) or "all",
            self._ident(tree.get("refill")),
            self._ident(tree.get("holds")),
            self._expression(tree.get("room")),
        )

    # --- rules --------------------------------------------------------------------------------------------------------

    def _effect(self, entry: Entry, tree: Mapping) -> syntax.Effect:
        return syntax.Effect(name_of(entry), self._typed_names(tree.get("with")), self.steps.block(tree.get("do")))

    def _formula(self, entry: Entry, tree: Mapping) -> syntax.Formula | None:
        if isinstance(entry.value, Scalar):
            node = self._expression(entry.value)
            return syntax.Formula(name_of(entry), (), node) if node else None
        node = self._expression(tree.get("is"))
        return syntax.Formula(name_of(entry), self._typed_names(tree.get("with")), node) if node else None

    def _phase(self, entry: Entry, tree: Mapping) -> syntax.Phase:
        kind = next((k for k in ("turns", "each") if k in tree.index), "do")
        players = tree.get(kind) if kind != "do" else None
        stuck = tree.get("stuck")
        return syntax.Phase(
            name=name_of(entry),
            kind=kind,
            players=self.steps.pick_or_expression(players) if players is not None else None,
            start=self._expression(tree.get("from")),
            body=self.steps.block(tree.get("do")),
            until=self._expression(tree.get("until")),
            stuck=self.steps.block(stuck) if stuck is not None else None,
        )

    def _policy(self, entry: Entry, tree: Mapping) -> syntax.Policy:
        choices: list[tuple[Ident, tuple[tuple[Ident, Node], ...], Node | None]] = []
        for choice in tree:
            value = choice.value
            if isinstance(value, Mapping) and set(value.index) == {"each"}:
                choices.append((name_of(choice), (), self._expression(value.get("each"))))
            else:
                choices.append((name_of(choice), self.steps.values(value), None))
        return syntax.Policy(name_of(entry), tuple(choices))
