"""Located trees of statements become steps: the verb is found, its arguments are read by their kinds."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct

from parlour.interpreter.diagnostics import Related, Report, did_you_mean, listed
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

SHORT_WORDS = ("pays_all", "owes")


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
        match tree:
            case Scalar():
                return self._bare(tree)
            case Sequence():
                self.report.error("P403", "a statement is needed here, not a list", tree.place)
                return None
            case Mapping():
                return self._statement(tree)

    def _bare(self, tree: Scalar) -> EffectCall | None:
        if tree.text in self.effects:
            return EffectCall(Ident(tree.text, tree.place), (), (), None, tree.place)
        if tree.text in self.verbs:
            self.report.error("P406", f"'{tree.text}' needs a value", tree.place, f"write: {self._form(tree.text)}")
        else:
            self._unknown_verb(tree)
        return None

    def _form(self, verb: str) -> str:
        return self.verbs[verb].example.strip().splitlines()[0].removeprefix("- ")

    def _unknown_verb(self, key: Scalar) -> None:
        hint = did_you_mean(key.text, [*self.verbs, *self.effects])
        self.report.error("P402", f"unknown statement '{key.text}'", key.place, hint)

    def _statement(self, tree: Mapping) -> Step | EffectCall | None:
        verb = self._find_verb(tree)
        if verb is None:
            return None
        guard = tree.get("if") if verb.key.text != "if" else None
        condition = self.expression(guard) if guard is not None else None
        if verb.key.text in self.verbs:
            return self._own(self.verbs[verb.key.text], verb, tree, condition)
        return self._effect(verb, condition)

    def _find_verb(self, tree: Mapping) -> Entry | None:
        beside = {p.name for e in tree if (s := self.verbs.get(e.key.text)) for p in s.beside}
        verbs = [e for e in tree if e.key.text not in beside and e.key.text != "if"]
        if not verbs and (guard := tree.index.get("if")):
            return guard
        if "then" in tree.index and (guard := tree.index.get("if")):
            verbs.insert(0, guard)
        if not verbs:
            self.report.error("P402", "a statement has no verb here", tree.place)
            return None
        unknown = [e for e in verbs if e.key.text not in self.verbs and e.key.text not in self.effects | {"if"}]
        for entry in unknown:
            self._unknown_verb(entry.key)
        if len(verbs) > 1 and not unknown:
            first, second = verbs[0].key, verbs[1].key
            message = f"two statements in one map, '{first.text}' and '{second.text}': they would have no order"
            related = [Related(f"'{first.text}' is here", first.place)]
            self.report.error("P401", message, second.place, "make it a list", related)
        return verbs[0] if not unknown and len(verbs) == 1 else None

    def _own(self, statement: kinds.Statement, verb: Entry, tree: Mapping, guard: Node | None) -> Step:
        arguments: dict[str, Argument] = {}
        given = {p.name: e for p in statement.beside if (e := tree.index.get(p.name))}
        given |= self._inside(statement, verb)
        for parameter in statement.parameters:
            entry = given.get(parameter.name)
            if entry is None:
                if parameter.required:
                    hint = f"write: {self._form(statement.verb)}"
                    self.report.error("P406", f"'{statement.verb}' needs '{parameter.name}'", verb.key.place, hint)
                continue
            value = self.argument(parameter.kind, entry.value)
            if value is not None:
                arguments[parameter.name] = value
        return Step(statement, arguments, guard, verb.key.place)

    def _inside(self, statement: kinds.Statement, verb: Entry) -> dict[str, Entry]:
        names = [p.name for p in statement.inside]
        main = statement.main
        if main and (not isinstance(verb.value, Mapping) or names == [main]):
            return {main: verb}
        if not isinstance(verb.value, Mapping):
            found = verb.value.place
            self.report.error("P406", f"'{statement.verb}' takes a map of {listed(names)}", found)
            return {}
        for entry in verb.value:
            if entry.key.text not in names:
                message = f"'{statement.verb}' takes no '{entry.key.text}'"
                self.report.error("P406", message, entry.key.place, did_you_mean(entry.key.text, names))
        return {e.key.text: e for e in verb.value if e.key.text in names}

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

    def _map(self, tree: Tree, what: str) -> Mapping:
        if isinstance(tree, Mapping):
            return tree
        self.report.error("P403", f"{what} is needed here", tree.place)
        return Mapping((), tree.place)

    def _assigned(self, tree: Tree) -> Assigned:
        pairs = [
            (parse_expression(e.key.text, e.key.place, self.report), self.expression(e.value))
            for e in self._map(tree, "a map NAME: EXPRESSION")
        ]
        return Assigned(tuple((target, value) for target, value in pairs if target and value))

    def _cases(self, tree: Tree) -> Cases:
        cases = []
        for entry in self._map(tree, "a map of cases"):
            patterns = parse_faces(entry.key.text, entry.key.place, self.report)
            if patterns is not None:
                cases.append(Case(patterns, self.block(entry.value), entry.key.place))
        return Cases(tuple(cases), tree.place)

    def _ways(self, tree: Tree) -> Ways:
        ways = []
        for entry in self._map(tree, "a map of options"):
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
        pairs = [
            (Ident(e.key.text, e.key.place), self.expression(e.value))
            for e in self._map(tree, "a map NAME: EXPRESSION")
        ]
        return tuple((name, value) for name, value in pairs if value)

    def spoken(self, tree: Tree) -> Spoken | None:
        if isinstance(tree, Mapping):
            if len(tree.entries) == 1:
                entry = tree.entries[0]
                return Spoken(Ident(entry.key.text, entry.key.place), self.values(entry.value))
            self.report.error("P406", "'say' takes one text with its values", tree.place, "say: {TEXT: {NAME: EXPR}}")
            return None
        text = self.ident(tree, "the name of a text")
        return Spoken(text, ()) if text else None

    def shortage(self, tree: Tree) -> Shortage | None:
        if isinstance(tree, Scalar):
            word = self.expression(tree)
            return Shortage(tree.place, word=word) if word else None
        entries = self._map(tree, f"one of {listed(SHORT_WORDS)}, cover: ACCOUNT, do: STATEMENTS or match:").index
        if (cover := entries.get("cover")) is not None:
            return Shortage(tree.place, cover=self.expression(cover.value))
        if (body := entries.get("do")) is not None:
            return Shortage(tree.place, body=self.block(body.value))
        subject, cases = entries.get("match"), entries.get("cases")
        if subject is None or cases is None:
            self.report.error("P406", "how it goes short is not said here", tree.place, "pays_all, owes, cover: or do:")
            return None
        read = [(Ident(e.key.text, e.key.place), self.shortage(e.value)) for e in self._map(cases.value, "cases")]
        return Shortage(
            tree.place, subject=self.expression(subject.value), cases=tuple((name, case) for name, case in read if case)
        )

    def _ended(self, tree: Tree) -> Ended | None:
        if isinstance(tree, Scalar):
            if tree.text in ("turn", "phase"):
                return Ended(tree.text, tree.place)
            message = f"'end' cannot end '{tree.text}'"
            self.report.error("P403", message, tree.place, "write: end: turn, end: phase or end: {outcome: WORD}")
            return None
        entries = self._map(tree, "turn, phase or {outcome: WORD}").index
        outcome, winners = entries.get("outcome"), entries.get("winners")
        if outcome is None:
            self.report.error("P406", "'end' needs the outcome of the game", tree.place, "end: {outcome: WORD}")
            return None
        says = entries.get("say")
        return Ended(
            "game",
            tree.place,
            self.ident(outcome.value),
            self.pick_or_expression(winners.value) if winners else None,
            self.values(says.value if says else None),
        )
