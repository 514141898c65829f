"""The board and its squares: their size, their ends, the statements that run where pawns arrive."""

from __future__ import annotations

from parlour.interpreter.diagnostics import did_you_mean
from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.scope import Scope
from parlour.interpreter.language.resolving.statements import StatementResolver
from parlour.interpreter.language.resolving.typed import Role, Symbol, Typed
from parlour.interpreter.source import Place
from parlour.interpreter.types import BOOL, INT, PLAYER, TOKEN, Kind, Type

ENDS = Type(Kind.WORD, "end of the board", ("bounce", "stay", "wrap", "stop"))


class BoardResolver:
    """Resolves `board:` and `squares:`; `declare_fields` comes first, since rules may read the fields of squares."""

    def __init__(
        self, ruleset: syntax.Ruleset, model: typed.Model, statements: StatementResolver, scope: Scope
    ) -> None:
        self.ruleset, self.model, self.statements, self.scope = ruleset, model, statements, scope
        self.names, self.typing, self.report = statements.names, statements.typing, statements.report
        self.expressions = statements.expressions

    def declare_fields(self) -> None:
        """The fields that squares have besides their statements, each with the type of its first value."""
        for square in self.ruleset.squares:
            for name, node in square.fields:
                if name.text not in {f.name for f in self.model.square_fields}:
                    type_ = self.expressions.resolve(node, self.scope).type
                    symbol = Symbol(name.text, Role.FIELD, type_, self.typing.square, name.place)
                    self.model.square_fields.append(self.names.declare(symbol))

    def resolve(self) -> None:
        board = self.ruleset.board
        if board is None:
            if self.ruleset.squares:
                place = self.ruleset.squares[0].key.place
                self.report.error("P413", "there are squares but no board", place, "add board: {squares: N}")
            return
        arrival, arriving = self._arrival(board.place)
        meeting = Scope(self.names, arriving, {"other": arrival.other})
        self.model.board = self._board(board, arrival, arriving, meeting)
        self.model.squares = [self._square(s, arriving, meeting) for s in self.ruleset.squares]

    def _arrival(self, place: Place) -> tuple[typed.Arrival, Scope]:
        """The names that the engine binds where a pawn arrives."""
        scope, square = Scope(self.names, None), self.typing.square
        me, token, other = (typed.Local(n, t, place) for n, t in (("me", PLAYER), ("token", TOKEN), ("other", TOKEN)))
        here, going = typed.Local("here", square, place), typed.Local("going", INT, place)
        forced = typed.Local("forced", BOOL, place)
        scope.bound = {local.name: local for local in (me, here, going, forced, token)}
        return typed.Arrival(me, here, going, forced, token, other), scope

    def _maybe(self, node: nodes.Node | None, expected: Type, scope: Scope | None = None) -> Typed | None:
        return self.expressions.resolve(node, scope or self.scope, expected) if node is not None else None

    def _board(self, board: syntax.Board, arrival: typed.Arrival, arriving: Scope, meeting: Scope) -> typed.Board:
        return typed.Board(
            place=board.place,
            type=self.typing.square,
            last=self._maybe(board.squares, INT),
            roads=self._roads(board),
            starts=self._maybe(board.starts, self.typing.square),
            tokens=self._maybe(board.tokens, INT),
            standing=self._maybe(board.standing, INT, arriving),
            beyond=self._end(board.beyond, arriving),
            before=self._end(board.before, arriving),
            effects_when=self._maybe(board.effects_when, BOOL, arriving),
            meet=self.statements.block(board.meet, meeting),
            arrival=arrival,
        )

    def _roads(self, board: syntax.Board) -> tuple[tuple[int, int], ...]:
        names = {n.text: i + 1 for i, n in enumerate(board.names)}
        for end in (n for road in board.roads for n in road if n.text not in names):
            self.report.error("P404", f"no square '{end.text}'", end.place, did_you_mean(end.text, names))
        return tuple((names[a.text], names[b.text]) for a, b in board.roads if a.text in names and b.text in names)

    def _end(self, end: syntax.Beyond | None, scope: Scope) -> typed.BoardEnd | None:
        """What happens past an end: a word, statements, or one of these by an option."""
        if end is None:
            return None
        if end.word is not None:
            return typed.BoardEnd(end.place, word=self.expressions.resolve(end.word, self.scope, ENDS))
        if end.subject is None:
            return typed.BoardEnd(end.place, body=self.statements.block(end.body, scope))
        subject = self.expressions.resolve(end.subject, self.scope)
        cases = []
        for name, case in end.cases:
            value = self.expressions.resolve(nodes.Name(name.text, name.place), self.scope, subject.type)
            resolved = self._end(case, scope)
            if isinstance(value, typed.Literal) and resolved is not None:
                cases.append((value.value, resolved))
        return typed.BoardEnd(end.place, subject=subject, cases=tuple(cases))

    def _square(self, square: syntax.Square, arriving: Scope, meeting: Scope) -> typed.Square:
        numbers, symbol = self._which(square)
        fields = {}
        for name, node in square.fields:
            declared = self.names.symbols.get(name.text)
            fields[name.text] = self.expressions.resolve(node, self.scope, declared.type if declared else None)
        meet = self.statements.block(square.meet, meeting) if square.meet is not None else None
        land = self.statements.block(square.land, arriving)
        return typed.Square(numbers, symbol, square.name, square.quote, land, meet, fields, square.key.place)

    def _which(self, square: syntax.Square) -> tuple[tuple[Typed, ...], Symbol | None]:
        """The squares that a key speaks of: numbers, one by name, or a set."""
        type_, key = self.typing.square, square.key
        if not square.set:
            return tuple(typed.Literal(n, type_, key.place) for n in square.numbers), None
        if square.set in type_.words:
            return (typed.Literal(type_.words.index(square.set) + type_.first, type_, key.place),), None
        symbol = self.names.symbols.get(square.set)
        if symbol is not None and symbol.role is Role.SET:
            self.names.used.add(symbol)
            return (), symbol
        known = [*type_.words, *(s.symbol.name for s in self.model.sets)]
        self.report.error("P404", f"unknown square '{square.set}'", key.place, did_you_mean(square.set, known))
        return (), None
