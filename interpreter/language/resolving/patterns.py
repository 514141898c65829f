"""Keys of cases against the type of the value that is matched: values, ranges, cards, throws."""

from __future__ import annotations

from typing import assert_never

from parlour.interpreter.diagnostics import did_you_mean
from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.expressions import ExpressionResolver
from parlour.interpreter.language.resolving.scope import Scope
from parlour.interpreter.types import INT, Kind, Type, described


class PatternResolver:
    """Resolves the patterns of one ruleset."""

    def __init__(self, expressions: ExpressionResolver) -> None:
        self.expressions = expressions
        self.typing = expressions.typing
        self.report = expressions.report

    def pattern(self, pattern: nodes.Pattern, subject: Type, scope: Scope) -> typed.Values | typed.Faces | None:
        """A case's pattern against the type of the subject; None for `otherwise` and after a fault."""
        if subject.kind is Kind.FAULTY:
            return None
        match pattern:
            case nodes.OtherwisePattern():
                return None
            case nodes.RangePattern(low=low, high=high):
                if not self.typing.accepts("int", subject):
                    self.report.error("P405", f"a range cannot match {described(subject)}", pattern.place)
                    return None
                wanted = subject if subject.kind is Kind.SQUARE else INT
                return typed.Values(
                    typed.Literal(low.value, wanted, low.place),
                    typed.Literal(high.value, wanted, high.place),
                    pattern.place,
                )
            case nodes.CardPattern():
                card = nodes.CardOf(pattern.rank, pattern.suit, pattern.place)
                value = self.expressions.resolve(card, scope, subject)
                return typed.Values(value, value, pattern.place)
            case nodes.FacesPattern(faces=faces):
                if subject.kind is Kind.THROW:
                    return self._faces(pattern, scope)
                if len(faces) > 1:
                    message = f"several faces match a throw, not {described(subject)}"
                    self.report.error("P405", message, pattern.place, "separate values by commas")
                    return None
                value = self.expressions.resolve(faces[0], scope, subject)
                return typed.Values(value, value, pattern.place)
            case _:
                assert_never(pattern)

    def _faces(self, pattern: nodes.FacesPattern, scope: Scope) -> typed.Faces:
        found: list[int | str] = []
        for face in pattern.faces:
            match face:
                case nodes.Number(value=value):
                    found.append(value)
                case nodes.Name(text=text) if text in self.typing.face.words:
                    found.append(text)
                case _:
                    text = face.text if isinstance(face, nodes.Name) else "this"
                    hint = did_you_mean(text, self.typing.face.words)
                    self.report.error("P414", f"no device shows '{text}'", face.place, hint)
        return typed.Faces(tuple(found), pattern.place)
