"""The stage resolve: a ruleset as written becomes a model: every name is looked up, every expression has its type."""

from __future__ import annotations

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.boards import BoardResolver
from parlour.interpreter.language.resolving.declarations import Declarations
from parlour.interpreter.language.resolving.expressions import ExpressionResolver
from parlour.interpreter.language.resolving.repeats import refuse_repeats
from parlour.interpreter.language.resolving.scope import Names, Scope
from parlour.interpreter.language.resolving.statements import StatementResolver
from parlour.interpreter.language.resolving.typed import Role, Symbol, Typed
from parlour.interpreter.language.resolving.typing import Typing
from parlour.interpreter.language.signatures import Function, Vocabulary
from parlour.interpreter.types import BOOL, INT, PLAYER, Kind, set_of


def resolve(ruleset: syntax.Ruleset, vocabulary: Vocabulary, report: Report) -> typed.Model:
    """The model of a ruleset; faults of names and types go to the report."""
    return Resolver(ruleset, vocabulary, report).resolved()


class Resolver:
    """Declares what has a name, section by section, then resolves what speaks of it."""

    def __init__(self, ruleset: syntax.Ruleset, vocabulary: Vocabulary, report: Report) -> None:
        self.ruleset, self.report = ruleset, report
        self.names = Names(report)
        self.names.reserved = {f.name for f in vocabulary.functions if f.form == "name" and " " not in f.name}
        self.names.attributes = {
            f.name for f in vocabulary.functions if f.form == "attribute" and f.takes[0] in ("player", "token")
        }
        self.typing = Typing(report, _row(vocabulary, "owner"), _row(vocabulary, "pawn"))
        self.expressions = ExpressionResolver(self.typing, vocabulary.functions)
        one = typed.Literal(1, INT, ruleset.players.place)
        self.model = typed.Model(ruleset, one, one, used=self.names.used, attributes=self.expressions.attributes)
        self.statements = StatementResolver(self.names, self.expressions, self.model, ruleset)
        self.scope = Scope(self.names)
        self.declared = Declarations(ruleset, self.model, self.statements, self.scope)

    def resolved(self) -> typed.Model:
        rules, model, declared = self.ruleset, self.model, self.declared
        refuse_repeats(rules, self.report)
        declared.declare_types()
        model.low_seats, model.high_seats = self._int(rules.players.low), self._int(rules.players.high)
        declared.declare_tables()
        board = BoardResolver(rules, model, self.statements, self.scope)
        board.declare_fields()
        for deck in rules.decks:
            declared.decks.declare_fields(deck, self.scope)
        self._formulas()
        self._accounts()
        board.resolve()
        model.decks = [declared.decks.resolve(d, self.scope) for d in rules.decks]
        self._rules()
        self._results()
        return model

    def _int(self, node: nodes.Node) -> Typed:
        return self.expressions.resolve(node, self.scope, INT)

    # --- formulas, accounts -------------------------------------------------------------------------------------------

    def _formulas(self) -> None:
        """A formula may speak of one that is declared after it: each is resolved when it is first needed."""
        by_name = {f.name.text: f for f in self.ruleset.formulas}
        self.expressions.pending = {name: lambda f=f: self._formula(f) for name, f in by_name.items()}  # type: ignore[misc]
        for formula in self.ruleset.formulas:
            self.expressions.ready(formula.name.text, formula.name.place)

    def _formula(self, formula: syntax.Formula) -> None:
        inner = Scope(self.names, None, needs={})
        parameters = tuple(
            inner.bind(p.text, self.statements.type_named(t) if t else INT, p.place) for p, t in formula.parameters
        )
        expression = self.typing.single(self.expressions.resolve(formula.expression, inner))
        symbol = self.names.declare(Symbol(formula.name.text, Role.FORMULA, expression.type, None, formula.name.place))
        found = typed.Formula(symbol, parameters, inner.needs or {}, expression)
        self.expressions.formulas[formula.name.text] = found
        self.model.formulas.append(found)

    def _accounts(self) -> None:
        """After all names are declared: what an account does when it is short may call effects."""
        for account, symbol, over in self.declared.accounts:
            short = self.statements.shortage(account.short, self.scope) if account.short else None
            starts = self._int(account.starts) if account.starts is not None else None
            owes = self.expressions.resolve(account.may_owe, self.scope, BOOL) if account.may_owe is not None else None
            self.model.accounts.append(typed.Account(symbol, over, starts, owes, short, account.seen_by))

    # --- phases and results -------------------------------------------------------------------------------------------

    def _rules(self) -> None:
        for effect in self.ruleset.effects:
            self.statements.effects.effect(effect.name, self.scope)
        for phase in self.ruleset.phases:
            self.model.phases.append(self._phase(phase))
        for policy in self.ruleset.policies:
            for asked, _, _ in policy.choices:
                if asked.text not in self.model.choices:
                    hint = did_you_mean(asked.text, self.model.choices)
                    self.report.error("P404", f"no choice has the id '{asked.text}'", asked.place, hint)

    def _phase(self, phase: syntax.Phase) -> typed.Phase:
        place = phase.players.place if phase.players is not None else phase.name.place
        symbol = Symbol(phase.name.text, Role.PHASE, INT, None, phase.name.place)
        picked, inner = self._players(phase, self.scope)
        me = None
        if phase.kind != "do":
            named_me = picked is not None and picked.local.name == "me"
            me = picked.local if picked is not None and named_me else typed.Local("me", PLAYER, place)
            inner.bound["me"] = me
        start = self.expressions.resolve(phase.start, self.scope, PLAYER) if phase.start is not None else None
        until = self.expressions.resolve(phase.until, inner, BOOL) if phase.until is not None else None
        stuck = self.statements.block(phase.stuck, self.scope) if phase.stuck is not None else None
        body = self.statements.block(phase.body, inner)
        return typed.Phase(symbol, phase.kind, me, picked, start, body, until, stuck, phase.name.place)

    def _players(self, phase: syntax.Phase, scope: Scope) -> tuple[typed.Picked | None, Scope]:
        """Who takes part in a phase: a pick, or a whole set of players."""
        match phase.players:
            case None:
                return None, scope.inner()
            case nodes.Pick() as pick:
                picked, inner = self.expressions.pick(pick, scope)
                self.names.used.add(picked.local)
                return picked, inner
            case node:
                everyone = self.expressions.resolve(node, scope, set_of(PLAYER))
                return typed.Picked(typed.Local("me", PLAYER, node.place), everyone, None, node.place), scope.inner()

    def _results(self) -> None:
        rules, model = self.ruleset, self.model
        if rules.score is not None:
            inner = self.scope.inner()
            model.scorer = inner.bind("me", PLAYER, rules.score.place)
            model.score = self.expressions.resolve(rules.score, inner, INT)
        for name, node in rules.measures:
            found = self.expressions.resolve(node, self.scope)
            is_truth = found.type.kind is Kind.BOOL
            model.measures.append((name.text, found if is_truth else self.typing.coerce(found, INT)))
        for requirement in rules.requires:
            that = self.expressions.resolve(requirement.that, self.scope, BOOL)
            model.requires.append((that, requirement.text, requirement.place))


def _row(vocabulary: Vocabulary, name: str) -> Function:
    return next(f for f in vocabulary.functions if f.form == "attribute" and f.name == name)
