"""Steps become typed steps: their arguments are resolved by kind, `as:` and `let:` bind for the rest of the list."""

from __future__ import annotations

from collections.abc import Callable

from parlour.interpreter.diagnostics import Related, did_you_mean
from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language import signatures as kinds
from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.effects import EffectResolver
from parlour.interpreter.language.resolving.expressions import ExpressionResolver
from parlour.interpreter.language.resolving.patterns import PatternResolver
from parlour.interpreter.language.resolving.policies import PolicyResolver
from parlour.interpreter.language.resolving.scope import Names, Scope
from parlour.interpreter.language.resolving.typed import Role, Typed
from parlour.interpreter.source import Place
from parlour.interpreter.types import BOOL, FAULTY, INT, PLAYER, Kind, Type, described, set_of

SHORT = Type(Kind.WORD, "short", ("fault", "pays_all", "owes"))

_CHANGED_BY = {
    "at": "pawns are moved by move and go_to",
    "missing": "it is changed by miss_turns and free",
    "caught": "it is changed by catch and free",
    "is_out": "it is changed by out",
}
_TYPES = {"number": "int", "integer": "int", "truth": "bool", "boolean": "bool", "pawn": "token", "seat": "player"}


class StatementResolver:
    """Resolves blocks; `effect` is asked for the effects that they call (resolved on demand)."""

    def __init__(
        self, names: Names, expressions: ExpressionResolver, model: typed.Model, ruleset: syntax.Ruleset
    ) -> None:
        self.names = names
        self.expressions = expressions
        self.typing = expressions.typing
        self.report = expressions.report
        self.model = model
        self.effects = EffectResolver(expressions, model, ruleset, self.block, self.type_named)
        self.policies = PolicyResolver(expressions, ruleset.policies)
        self.patterns = PatternResolver(expressions)
        self.phases = [p.name.text for p in ruleset.phases]

    def type_named(self, name: syntax.Ident) -> Type:
        """The type that an author's word names: `player`, `card`, an option or set of words."""
        found = self.typing.named(name.text) if name.text not in ("none", "face") else None
        names = self.names
        found = found or names.types.get(name.text)
        if found is None and name.text in ("card", "rank", "suit"):
            found = next((t for t in names.types.values() if t.kind.value == name.text), None)
        if found is None:
            known = ["int", "bool", "player", "token", "square", "throw", "card", "rank", "suit", *names.types]
            meant = _TYPES.get(name.text.casefold())
            hint = f"did you mean '{meant}'?" if meant else did_you_mean(name.text, known)
            self.report.error("P404", f"unknown type '{name.text}'", name.place, hint)
        return found or FAULTY

    # --- blocks -------------------------------------------------------------------------------------------------------

    def block(self, steps: syntax.Block, scope: Scope) -> typed.Block:
        inner = scope.inner()
        return tuple(found for step in steps if (found := self.step(step, inner)) is not None)

    def step(self, step: syntax.Step | syntax.EffectCall, scope: Scope) -> typed.Step | typed.EffectCall | None:
        guard = self.expressions.resolve(step.guard, scope, BOOL) if step.guard is not None else None
        if isinstance(step, syntax.EffectCall):
            return self.effects.call(step, guard, scope)
        self.model.features.add(step.statement.verb)
        arguments: dict[str, typed.Argument] = {}
        body_scope = self._picks(step, arguments, scope)
        self._arguments(step, arguments, scope, _before_the_pick)
        if body_scope is not scope:
            self._new_names(step, arguments, scope)
        self._arguments(step, arguments, scope, lambda p: not p.beside and not isinstance(p.kind, kinds.NewName))
        self._arguments(step, arguments, body_scope, lambda p: p.beside)
        self._implied(step, arguments, scope)
        self._opinions(step, arguments, body_scope)
        self._new_names(step, arguments, scope)
        return typed.Step(step.statement, arguments, guard, step.place)

    def _arguments(
        self,
        step: syntax.Step,
        arguments: dict[str, typed.Argument],
        scope: Scope,
        wanted: Callable[[kinds.Parameter], bool],
    ) -> None:
        """Resolve the wanted arguments that are given and still unresolved."""
        for parameter in step.statement.parameters:
            raw = step.arguments.get(parameter.name)
            if raw is not None and parameter.name not in arguments and wanted(parameter):
                arguments[parameter.name] = self._argument(parameter.kind, raw, scope, step)

    def _implied(self, step: syntax.Step, arguments: dict[str, typed.Argument], scope: Scope) -> None:
        """The player or pawn that a statement is about without saying so."""
        if step.statement.implied == "card":
            arguments["cases"] = self.effects.of_cards(arguments[step.statement.main], scope, step.place)
            return
        if not step.statement.implied or "who" in arguments or "token" in arguments:
            return
        by_token = step.statement.implied == "pawn" and not self.typing.single_pawns
        if by_token and scope.local("token", step.place) is None:
            message = "each player has several pawns: which one?"
            self.report.error("P406", message, step.place, "token: t, with for: t in tokens(me)")
            return
        name = "token" if by_token else "me"
        arguments["token" if by_token else "who"] = self.expressions.resolve(nodes.Name(name, step.place), scope)

    def _picks(self, step: syntax.Step, arguments: dict[str, typed.Argument], scope: Scope) -> Scope:
        """Resolve the statement's pick, if it has one; the scope of its bodies has the picked name."""
        for parameter in step.statement.parameters:
            raw = step.arguments.get(parameter.name)
            if isinstance(parameter.kind, kinds.PickOf) and isinstance(raw, nodes.Pick):
                picked, inner = self.expressions.pick(raw, scope)
                arguments[parameter.name] = picked
                return inner
        return scope

    def _new_names(self, step: syntax.Step, arguments: dict[str, typed.Argument], scope: Scope) -> None:
        """Bind the names of `as:`; without it a pick whose name stays is bound under its own name."""
        for parameter in step.statement.parameters:
            raw = step.arguments.get(parameter.name)
            if isinstance(parameter.kind, kinds.PickOf) and parameter.kind.stays and "as" not in step.arguments:
                raw = syntax.Ident(raw.name.text, raw.name.place) if isinstance(raw, nodes.Pick) else None
                name = "as"
            elif isinstance(parameter.kind, kinds.NewName):
                name = parameter.name
            else:
                continue
            if isinstance(raw, syntax.Ident) and name not in arguments:
                wanted = parameter.kind.type if isinstance(parameter.kind, kinds.NewName) else None
                arguments[name] = self._new_name(raw, wanted or self._picked_type(arguments), scope)

    def _picked_type(self, arguments: dict[str, typed.Argument]) -> Type:
        if isinstance(some := arguments.get("some"), typed.Picked):
            return set_of(some.local.type)
        if isinstance(one := arguments.get("one"), typed.Picked):
            return one.local.type
        source = arguments.get("from")
        is_zone = isinstance(source, typed.Members) and source.type.element is not None
        return source.type.element if is_zone and isinstance(source, typed.Members) and source.type.element else FAULTY

    def _new_name(self, name: syntax.Ident, type_: Type, scope: Scope) -> typed.Argument:
        """A declared variable of that name is written; otherwise the name is bound for the rest of the list."""
        symbol = scope.names.symbols.get(name.text)
        if symbol and symbol.role is Role.VARIABLE and symbol.key is None:
            target = typed.Read(symbol, None, symbol.type, name.place)
            self.typing.coerce(typed.Literal(0, type_, name.place), symbol.type)
            return target
        return scope.bind(name.text, type_, name.place)

    # --- arguments ----------------------------------------------------------------------------------------------------

    def _argument(  # noqa: C901 (a case a kind)
        self, kind: kinds.ArgumentKind, raw: syntax.Argument, scope: Scope, step: syntax.Step
    ) -> typed.Argument:
        match kind, raw:
            case kinds.ExpressionOf(), nodes.Name(text=text) if text in kind.words:
                return typed.Name(text, raw.place)
            case kinds.ExpressionOf(), _:
                return self._value(kind, raw, scope, step)
            case kinds.ReferenceTo(), _:
                return self.reference(kind.role, raw, scope)  # type: ignore[arg-type]
            case kinds.WordOf(), syntax.Ident():
                return self._word(kind, raw)
            case kinds.Body(), tuple():
                return self.block(raw, scope)
            case kinds.Assignments(), syntax.Assigned():
                return self._assigned(raw, scope)
            case kinds.Bindings(), syntax.Assigned():
                return self._bound(raw, scope)
            case kinds.CaseList(), syntax.Cases():
                return self._cases(raw, scope, step)
            case kinds.OptionList(), syntax.Ways():
                return self._ways(raw, scope, step)
            case kinds.Speech(), syntax.Spoken():
                return self._spoken(raw, scope)
            case kinds.Passed(), syntax.Passed():
                return self._passed(raw, scope, step)
            case kinds.ShortRule(), syntax.Shortage():
                return self.shortage(raw, scope)
            case kinds.Ending(), syntax.Ended():
                return self._ended(raw, scope)
            case _:
                raise AssertionError(f"{kind} was read as {raw}")

    def _value(self, kind: kinds.ExpressionOf, raw: syntax.Argument, scope: Scope, step: syntax.Step) -> Typed:
        node: nodes.Node = raw  # type: ignore[assignment]
        wanted = kind.type
        if wanted is not None and wanted.kind is Kind.SQUARE:
            wanted = self.typing.square
        if wanted is not None and wanted.kind is Kind.CARD:
            deck = self._deck(step)
            found = self.expressions.resolve(node, scope, deck)
            if found.type.kind not in (Kind.CARD, Kind.FAULTY):
                return self.typing.coerce(found, wanted)
            return found
        return self.expressions.resolve(node, scope, wanted)

    def _deck(self, step: syntax.Step) -> Type | None:
        """The deck of the card that a statement is about: of the first zone that it names; None where there is none."""
        zones = (p.name for p in step.statement.parameters if p.kind == kinds.ReferenceTo("zone"))
        for raw in map(step.arguments.get, zones):
            name = raw.name if isinstance(raw, nodes.Attribute | nodes.Call) else getattr(raw, "text", "")
            symbol = self.names.symbols.get(name)
            if symbol is not None and symbol.role is Role.ZONE:
                return symbol.type.element
        decks = [type_ for type_ in self.typing.decks() if type_.kind is Kind.CARD]
        return decks[0] if len(decks) == 1 else None

    def reference(self, role: str, node: nodes.Node, scope: Scope) -> typed.Argument:
        """A declared account, zone, device or phase by name (`me.purse`, `stock`)."""
        if role in ("phase", "device"):
            return self._named(role, node, scope)
        found = self.expressions.resolve(node, scope)
        symbol = found.symbol if isinstance(found, typed.Read | typed.Members) else None
        if symbol is not None and symbol.role.value == role:
            return found
        if found.type.kind is not Kind.FAULTY:
            known = [s.name for s in scope.names.symbols.values() if s.role.value == role]
            self.report.error(
                "P413", f"this is no {role}", node.place, f"the {role}s are: {', '.join(known) or 'none'}"
            )
        return self.expressions.faulty(node.place)

    def _named(self, role: str, node: nodes.Node, scope: Scope) -> typed.Argument:
        text = node.text if isinstance(node, nodes.Name) else ""
        if role == "phase":
            if text not in self.phases:
                message = f"unknown phase '{text}'"
                self.report.error("P413", message, node.place, did_you_mean(text, self.phases))
            return typed.Name(text, node.place)
        symbol = scope.names.symbols.get(text)
        if symbol is not None and symbol.role is Role.DEVICE:
            scope.names.used.add(symbol)
            return symbol
        known = [s.name for s in scope.names.symbols.values() if s.role is Role.DEVICE]
        self.report.error("P413", f"'{text}' is nothing to roll", node.place, did_you_mean(text, known))
        return self.expressions.faulty(node.place)

    def _word(self, kind: kinds.WordOf, raw: syntax.Ident) -> typed.Name:
        if kind.words and raw.text not in kind.words:
            self.report.error("P414", f"'{raw.text}' cannot stand here", raw.place, did_you_mean(raw.text, kind.words))
        return typed.Name(raw.text, raw.place)

    def _assigned(self, raw: syntax.Assigned, scope: Scope) -> typed.Assigned:
        pairs: list[tuple[typed.Read | typed.Bound, Typed]] = []
        for target_node, value_node in raw.pairs:
            target = self.expressions.resolve(target_node, scope)
            if isinstance(target, typed.Read) and target.symbol.role is Role.VARIABLE:
                pairs.append((target, self.expressions.resolve(value_node, scope, target.type)))
            elif target.type.kind is not Kind.FAULTY:
                self._not_writable(target, target_node.place)
        return typed.Assigned(tuple(pairs))

    def _not_writable(self, target: Typed, place: Place) -> None:
        what, hint, related = "an expression", "only variables can be set", []
        if isinstance(target, typed.Apply) and target.function.form == "attribute":
            what, hint = f"'{target.function.name}'", _CHANGED_BY.get(target.function.name, hint)
        elif isinstance(target, typed.Read | typed.Members):
            what = f"the {target.symbol.role.value} '{target.symbol.name}'"
            related = [Related("it is declared here", target.symbol.place)]
            if target.symbol.role is Role.ACCOUNT:
                hint = "counters are moved by transfer"
        elif isinstance(target, typed.Bound):
            what, hint = f"the constant '{target.local.name}'", "declare a variable to change it"
            related = [Related("it is bound here", target.local.place)]
        self.report.error("P407", f"{what} cannot be set", place, hint, related)

    def _bound(self, raw: syntax.Assigned, scope: Scope) -> typed.Assigned:
        pairs: list[tuple[typed.Read | typed.Bound, Typed]] = []
        for name, node in raw.pairs:
            value = self.expressions.typing.single(self.expressions.resolve(node, scope))
            if not isinstance(name, nodes.Name):
                word = "none" if isinstance(name, nodes.Nothing) else str(getattr(name, "value", "")).lower()
                if not self.names.refuses_word(word, name.place):
                    self.report.error("P403", "a new name is needed before ':' here", name.place)
                continue
            local = scope.bind(name.text, value.type, name.place)
            pairs.append((typed.Bound(local, value.type, name.place), value))
        return typed.Assigned(tuple(pairs))

    # --- cases and options --------------------------------------------------------------------------------------------

    def _cases(self, raw: syntax.Cases, scope: Scope, step: syntax.Step) -> typed.Cases:
        subject_node = step.arguments.get("match")
        subject = self.expressions.resolve(subject_node, scope).type if subject_node is not None else FAULTY  # type: ignore[arg-type]
        cases = []
        for case in raw.cases:
            patterns = [p for pattern in case.patterns if (p := self.patterns.pattern(pattern, subject, scope))]
            cases.append(typed.Case(tuple(patterns), self.block(case.body, scope), case.place))
        return typed.Cases(tuple(cases), raw.place)

    def _ways(self, raw: syntax.Ways, scope: Scope, step: syntax.Step) -> typed.Ways:
        ways = []
        for way in raw.ways:
            only_if = self.expressions.resolve(way.only_if, scope, BOOL) if way.only_if is not None else None
            ways.append(typed.Way(way.name.text, only_if, self.block(way.body, scope), way.name.place))
        choice = step.arguments.get("id")
        name = choice.text if isinstance(choice, syntax.Ident) else ""
        self.model.choices.setdefault(name, tuple(w.name for w in ways))
        policies = self.policies.of_ways(name, ways, scope)
        return typed.Ways(tuple(ways), policies)

    def _opinions(self, step: syntax.Step, arguments: dict[str, typed.Argument], scope: Scope) -> None:
        """What the policies think of each value of a choice that picks one or some."""
        choice = step.arguments.get("id")
        picked = arguments.get("one") or arguments.get("some")
        if isinstance(choice, syntax.Ident) and isinstance(picked, typed.Picked):
            arguments["opinions"] = self.policies.of_values(choice.text, scope)
            self.model.choices.setdefault(choice.text, picked.local)

    # --- speech, shortage, ending -------------------------------------------------------------------------------------

    def _values(self, raw: tuple[tuple[syntax.Ident, nodes.Node], ...], scope: Scope) -> tuple[tuple[str, Typed], ...]:
        """What a sentence is given."""
        values = tuple((name.text, self.expressions.resolve(node, scope)) for name, node in raw)
        for name, value in values:
            if value.type.kind is Kind.SET and not isinstance(value, typed.Bound):
                message = f"'{name}' is {described(value.type)}: of sets, a sentence tells one that was chosen"
                self.report.error("P405", message, value.place, "say it for each: {for: x in …, do: {say: …}}")
        return values

    def _spoken(self, raw: syntax.Spoken, scope: Scope) -> typed.Spoken:
        values = self._values(raw.arguments, scope)
        types = tuple((name, value.type) for name, value in values)
        self.model.spoken.append(typed.Said(raw.text.text, types, "say", raw.text.place))
        return typed.Spoken(raw.text.text, values, raw.text.place)

    def _passed(self, raw: syntax.Passed, scope: Scope, step: syntax.Step) -> typed.Spoken:
        """What the question of a choice is given: it is in the text of the choice's own name."""
        named = step.arguments.get("id")
        text = named.text if isinstance(named, syntax.Ident) else ""
        return typed.Spoken(text, self._values(raw.arguments, scope), step.place)

    def shortage(self, raw: syntax.Shortage, scope: Scope) -> typed.Shortage:
        """A shortage rule; its statements see who pays and what is lacking."""
        if raw.word is not None:
            return typed.Shortage(raw.place, word=self.expressions.resolve(raw.word, scope, SHORT))
        if raw.cover is not None:
            cover = self.reference("account", raw.cover, scope)
            return typed.Shortage(raw.place, cover=cover if isinstance(cover, typed.Read) else None)
        if raw.body is not None:
            inner = scope.inner()
            payer, unpaid = inner.bind("payer", PLAYER, raw.place), inner.bind("unpaid", INT, raw.place)
            return typed.Shortage(raw.place, body=self.block(raw.body, inner), payer=payer, unpaid=unpaid)
        if raw.subject is None:
            return typed.Shortage(raw.place)
        subject = self.expressions.resolve(raw.subject, scope)
        cases = []
        for name, case in raw.cases:
            value = self.expressions.resolve(nodes.Name(name.text, name.place), scope, subject.type)
            if isinstance(value, typed.Literal):
                cases.append((value.value, self.shortage(case, scope)))
        return typed.Shortage(raw.place, subject=subject, cases=tuple(cases))

    def _ended(self, raw: syntax.Ended, scope: Scope) -> typed.Ended:
        if raw.outcome is None:
            return typed.Ended(raw.what, raw.place)
        winners: typed.Picked | Typed | None = None
        if isinstance(raw.winners, nodes.Pick):
            winners, _ = self.expressions.pick(raw.winners, scope)
            scope.names.used.add(winners.local)
            self.typing.coerce(typed.Bound(winners.local, winners.local.type, raw.winners.place), PLAYER)
        elif raw.winners is not None:
            winners = self.expressions.resolve(raw.winners, scope)
            several = winners.type.kind is Kind.SET
            winners = self.typing.coerce(winners, set_of(PLAYER) if several else PLAYER)
        says = self._values(raw.says, scope)
        types = (("who", set_of(PLAYER)), *((name, value.type) for name, value in says))
        self.model.spoken.append(typed.Said(raw.outcome.text, types, "outcome", raw.outcome.place))
        return typed.Ended(raw.what, raw.place, raw.outcome.text, winners, says)


def _before_the_pick(parameter: kinds.Parameter) -> bool:
    """What cannot speak of the value that is picked."""
    return isinstance(parameter.kind, kinds.Passed) or (
        isinstance(parameter.kind, kinds.Body) and parameter.kind.unnamed
    )
