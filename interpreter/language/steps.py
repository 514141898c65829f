"""Located trees of statements, whose shape fits the schema, become steps: the verb is found, its arguments are read."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language import signatures as kinds
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree
from parlour.interpreter.language.grammar.nodes import Node, Pick
from parlour.interpreter.language.grammar.parser import (
    parse_expression,
    parse_faces,
    parse_pick,
    parse_pick_or_expression,
)
from parlour.interpreter.language.ruleset import (
    Argument,
    Assigned,
    Block,
    Case,
    Cases,
    EffectCall,
    Ended,
    Ident,
    OptionWay,
    Passed,
    Shortage,
    Spoken,
    Step,
    Ways,
)


class StepReader(Struct, frozen=True):
    """Reads blocks for one ruleset: knows the verbs of the language and the names of the ruleset's effects."""

    verbs: dict[str, kinds.Statement]
    effects: frozenset[str]
    report: Report

    # --- scalars ------------------------------------------------------------------------------------------------------

    def _text(self, tree: Tree, what: str) -> Scalar | None:
        """The scalar that an expression is written in; a fault for anything else."""
        if isinstance(tree, Scalar):
            return tree
        found = "a list" if isinstance(tree, Sequence) else "a map"
        self.report.error("P403", f"{what} is needed here, not {found}", tree.place, "put the expression in quotes")
        return None

    def expression(self, tree: Tree, what: str = "an expression") -> Node | None:
        found = self._text(tree, what)
        return parse_expression(found.text, found.place, self.report) if found else None

    def pick(self, tree: Tree) -> Pick | None:
        found = self._text(tree, "NAME in SET")
        return parse_pick(found.text, found.place, self.report) if found else None

    def pick_or_expression(self, tree: Tree) -> Pick | Node | None:
        found = self._text(tree, "NAME in SET or an expression")
        return parse_pick_or_expression(found.text, found.place, self.report) if found else None

    def ident(self, tree: Tree, what: str = "a name") -> Ident | None:
        found = self._text(tree, what)
        return Ident(found.text, found.place) if found else None

    # --- blocks -------------------------------------------------------------------------------------------------------

    def block(self, tree: Tree | None) -> Block:
        if tree is None or (isinstance(tree, Scalar) and tree.value is None and not tree.quoted):
            return ()
        items = tree.items if isinstance(tree, Sequence) else (tree,)
        return tuple(step for item in items if (step := self.step(item)) is not None)

    def step(self, tree: Tree) -> Step | EffectCall | None:
        return self._bare(tree) if isinstance(tree, Scalar) else self._statement(_map(tree))

    def _bare(self, tree: Scalar) -> EffectCall | None:
        if tree.text in self.effects:
            return EffectCall(Ident(tree.text, tree.place), (), (), None, tree.place)
        form = self.verbs[tree.text].example.strip().splitlines()[0].removeprefix("- ")
        self.report.error("P406", f"'{tree.text}' needs a value", tree.place, f"write: {form}")
        return None

    def _statement(self, tree: Mapping) -> Step | EffectCall:
        verb = self._find_verb(tree)
        guard = tree.get("if") if verb.key.text != "if" else None
        condition = self.expression(guard) if guard is not None else None
        if verb.key.text in self.verbs:
            return self._own(self.verbs[verb.key.text], verb, tree, condition)
        return self._effect(verb, condition)

    def _find_verb(self, tree: Mapping) -> Entry:
        """The one verb; `if` where there is no other."""
        beside = {p.name for e in tree if (s := self.verbs.get(e.key.text)) for p in s.beside}
        other = (e for e in tree if e.key.text not in beside and e.key.text != "if")
        return next(other, None) or tree.index["if"]

    def _own(self, statement: kinds.Statement, verb: Entry, tree: Mapping, guard: Node | None) -> Step:
        arguments: dict[str, Argument] = {}
        given = {p.name: e for p in statement.beside if (e := tree.index.get(p.name))}
        given |= self._inside(statement, verb)
        for parameter in statement.parameters:
            entry = given.get(parameter.name)
            value = self.argument(parameter.kind, entry.value) if entry is not None else None
            if value is not None:
                arguments[parameter.name] = value
        return Step(statement, arguments, guard, verb.key.place)

    def _inside(self, statement: kinds.Statement, verb: Entry) -> dict[str, Entry]:
        names = [p.name for p in statement.inside]
        main = statement.main
        if main and (not isinstance(verb.value, Mapping) or names == [main]):
            return {main: verb}
        return dict(_map(verb.value).index)

    def _effect(self, verb: Entry, guard: Node | None) -> EffectCall:
        name = Ident(verb.key.text, verb.key.place)
        match verb.value:
            case Mapping() as named:
                pairs = [(Ident(e.key.text, e.key.place), self.expression(e.value)) for e in named]
                return EffectCall(name, (), tuple((n, x) for n, x in pairs if x), guard, name.place)
            case Sequence() as positional:
                values = tuple(x for item in positional.items if (x := self.expression(item)))
                return EffectCall(name, values, (), guard, name.place)
            case Scalar(value=None, quoted=False):
                return EffectCall(name, (), (), guard, name.place)
            case single:
                value = self.expression(single)
                return EffectCall(name, (value,) if value else (), (), guard, name.place)

    # --- arguments ----------------------------------------------------------------------------------------------------

    def argument(self, kind: kinds.ArgumentKind, tree: Tree) -> Argument | None:
        match kind:
            case kinds.ExpressionOf() | kinds.ReferenceTo():
                return self.expression(tree)
            case kinds.WordOf() | kinds.NewName():
                return self.ident(tree)
            case kinds.PickOf():
                return self.pick(tree)
            case kinds.Body():
                return self.block(tree)
            case kinds.Assignments() | kinds.Bindings():
                return self._assigned(tree)
            case kinds.CaseList():
                return self._cases(tree)
            case kinds.OptionList():
                return self._ways(tree)
            case kinds.Speech():
                return self.spoken(tree)
            case kinds.Passed():
                return Passed(self.values(tree))
            case kinds.ShortRule():
                return self.shortage(tree)
            case kinds.Ending():
                return self._ended(tree)
            case _:
                assert_never(kind)

    def _assigned(self, tree: Tree) -> Assigned:
        pairs = [(parse_expression(e.key.text, e.key.place, self.report), self.expression(e.value)) for e in _map(tree)]
        return Assigned(tuple((target, value) for target, value in pairs if target and value))

    def _cases(self, tree: Tree) -> Cases:
        cases = []
        for entry in _map(tree):
            patterns = parse_faces(entry.key.text, entry.key.place, self.report)
            if patterns is not None:
                cases.append(Case(patterns, self.block(entry.value), entry.key.place))
        return Cases(tuple(cases), tree.place)

    def _ways(self, tree: Tree) -> Ways:
        ways = []
        for entry in _map(tree):
            name, value = Ident(entry.key.text, entry.key.place), entry.value
            only_if = None
            if isinstance(value, Mapping) and value.index and set(value.index) <= {"only_if", "do"}:
                guard = value.get("only_if")
                only_if = self.expression(guard) if guard is not None else None
                ways.append(OptionWay(name, only_if, self.block(value.get("do"))))
            else:
                ways.append(OptionWay(name, only_if, self.block(value)))
        return Ways(tuple(ways))

    def values(self, tree: Tree | None) -> tuple[tuple[Ident, Node], ...]:
        """`{NAME: EXPR}`; nothing where there is no tree."""
        if tree is None:
            return ()
        pairs = [(Ident(e.key.text, e.key.place), self.expression(e.value)) for e in _map(tree)]
        return tuple((name, value) for name, value in pairs if value)

    def spoken(self, tree: Tree) -> Spoken | None:
        if isinstance(tree, Mapping):
            (entry,) = tree.entries
            return Spoken(Ident(entry.key.text, entry.key.place), self.values(entry.value))
        text = self.ident(tree, "the name of a text")
        return Spoken(text, ()) if text else None

    def shortage(self, tree: Tree) -> Shortage | None:
        if isinstance(tree, Scalar):
            word = self.expression(tree)
            return Shortage(tree.place, word=word) if word else None
        entries = _map(tree).index
        if (cover := entries.get("cover")) is not None:
            return Shortage(tree.place, cover=self.expression(cover.value))
        if (body := entries.get("do")) is not None:
            return Shortage(tree.place, body=self.block(body.value))
        subject, cases = entries["match"], _map(entries["cases"].value)
        read = [(Ident(e.key.text, e.key.place), self.shortage(e.value)) for e in cases]
        return Shortage(
            tree.place, subject=self.expression(subject.value), cases=tuple((name, case) for name, case in read if case)
        )

    def _ended(self, tree: Tree) -> Ended:
        if isinstance(tree, Scalar):
            return Ended(tree.text, tree.place)
        entries = _map(tree).index
        winners, says = entries.get("winners"), entries.get("say")
        return Ended(
            "game",
            tree.place,
            self.ident(entries["outcome"].value),
            self.pick_or_expression(winners.value) if winners else None,
            self.values(says.value if says else None),
        )


def _map(tree: Tree) -> Mapping:
    assert isinstance(tree, Mapping), f"no map at {tree.place}"
    return tree
