"""A situation in, one line out: where everybody stands and what everybody and the table hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.interpreter.locale.formatting import Phrase, Value
from parlour.interpreter.program.program import Field, Role
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.table.watching import Watching
from parlour.interpreter.types import Kind

BETWEEN = " · "


class Standing:
    """Squares and accounts, player by player, then the accounts of the table; scores where there is neither."""

    def __init__(self, voice: Voice, watching: Watching) -> None:
        self._voice, self._watching, self._program = voice, watching, voice.program
        fields = voice.program.layout.fields
        self._accounts = [f for f in fields if f.role is Role.ACCOUNT]
        self._at = voice.program.layout.named("at")
        # Whether the line tells the scores.
        self.is_scores = not self._accounts and not self._at and watching.knows_scores

    def line(self, vector: Sequence[int]) -> str:
        """The line; empty in a game that has nothing of the kind."""
        parts = [self._player(vector, seat) for seat in range(self._program.seats)]
        return BETWEEN.join([*(p for p in parts if p), *self._table(vector)])

    def of_turn(self, vector: Sequence[int]) -> list[str]:
        """What the turn, or the part of the game, has brought so far: numbers that have a name and do not last."""
        lines = []
        for variable in self._voice.setting.checked.model.variables:
            field = self._program.layout.named(variable.symbol.name)
            is_open = field is not None and field.key is None and self._watching.sees(field, -1)
            if field and is_open and variable.lasts != "game" and field.type.kind is Kind.INT:
                name = field.name
                if self._voice.has_word(name):
                    n = vector[field.base]
                    lines.append(self._voice.say("account_holds", account=self._voice.word(name), n=n))
        return lines

    def scores(self, vector: Sequence[int]) -> list[str]:
        """The score of each player, a line each."""
        values = [score(list(vector), seat) for seat, score in enumerate(self._voice.setting.game.machine.scores)]
        return [self._voice.say("score_of", who=self._voice.player(k), n=n) for k, n in enumerate(values)]

    def _player(self, vector: Sequence[int], seat: int) -> str:
        parts: list[Value] = [*self._squares(vector, seat), *self._balances(vector, seat)]
        if self.is_scores:
            score = self._voice.setting.game.machine.scores[seat](list(vector), seat)
            parts.append(self._voice.show(score))
        if not parts:
            return ""
        return self._voice.say("status_of", who=self._voice.player(seat), text=", ".join(str(p) for p in parts))

    def _squares(self, vector: Sequence[int], seat: int) -> Iterator[Value]:
        each = self._voice.pawns_each
        if self._at:
            for token in range(seat * each, (seat + 1) * each):
                square = vector[self._at.slot(token)]
                shown = self._voice.number(square)
                yield self._voice.say("status_square", square=shown) if square else self._voice.show(shown)

    def _balances(self, vector: Sequence[int], seat: int) -> Iterator[Value]:
        for field in self._accounts:
            if field.key is not None and field.key.kind is Kind.PLAYER and self._watching.sees(field, seat):
                yield self._balance(field, vector[field.slot(seat)])

    def _table(self, vector: Sequence[int]) -> Iterator[str]:
        for field in self._accounts:
            if field.key is None and self._watching.sees(field, -1):
                yield self._balance(field, vector[field.base])
            elif field.key is not None and field.key.kind is not Kind.PLAYER and self._watching.sees(field, -1):
                yield from self._kept_apart(field, vector)

    def _kept_apart(self, field: Field, vector: Sequence[int]) -> Iterator[str]:
        """What lies on squares, words or numbers, wherever something does."""
        key = field.key
        assert key is not None
        for number in range(field.first, field.first + field.keys):
            if balance := vector[field.slot(number)]:
                at = self._voice.show(self._voice.value(key, number))
                account = Phrase("account_at", {"account": self._voice.word(field.name), "text": at})
                yield self._voice.say("account_holds", account=account, n=balance)

    def _balance(self, field: Field, balance: int) -> str:
        return self._voice.say("status_account", account=self._voice.word(field.name), n=balance)
