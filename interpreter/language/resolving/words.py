"""A name that nothing is declared as, and the type that is expected, in; the type whose word it is, or a fault, out."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.diagnostics import did_you_mean
from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.language.resolving.counting import for_example, owners
from parlour.interpreter.language.resolving.scope import Scope
from parlour.interpreter.language.resolving.suggestions import nearest
from parlour.interpreter.language.resolving.typing import Typing, same
from parlour.interpreter.types import FAULTY, Kind, Type


class Words(Struct, frozen=True):
    """The words of all types of one ruleset."""

    typing: Typing

    def has(self, word: str, scope: Scope) -> bool:
        """Whether some type has this word."""
        return bool(self._types(word, scope))

    def only_type(self, word: str, scope: Scope) -> Type | None:
        """The one type whose word this is, where nothing else says which is meant."""
        types = self._types(word, scope)
        if len(types) != 1 or word in scope.names.contextual:
            return None
        name, found = types.popitem()
        if declared := scope.names.symbols.get(name):
            scope.names.used.add(declared)
        return found

    def report_unknown(self, node: nodes.Name, scope: Scope, expected: Type | None) -> None:
        """What is neither a name here nor a word of the type that is expected."""
        if node.text in scope.names.contextual:
            self._report("P409", f"nothing binds '{node.text}' here", node, binder(node.text))
            return
        if expected and expected.enumerated:
            hint = nearest(node.text, expected.words, scope.visible())
            self._report("P414", f"'{node.text}' is no word of {expected.name or expected}", node, hint)
            return
        types = list(self._types(node.text, scope))
        if types and expected == FAULTY:  # which is meant was to be known from what is faulty
            return
        if expected is None and len(types) > 1:
            known = owners(node.text, scope.names.types) or " and ".join(types)
            message = f"'{node.text}' is a word of several types, {known}: which one is not said here"
            example = for_example(node.text, scope.names.types)
            hint = f"compare it with a value of that type{example}{',' * bool(example)} or set a variable of that type to it"
            self._report("P404", message, node, hint)
            return
        self._report("P404", f"unknown name '{node.text}'", node, self._meant(node.text, types, scope, expected))

    def _report(self, code: str, message: str, node: nodes.Name, hint: str) -> None:
        self.typing.report.error(code, message, node.place, hint)

    def _types(self, word: str, scope: Scope) -> dict[str, Type]:
        """The types that have this word, by name. Faces are spelled like the words of others, and are asked last."""
        found: dict[str, Type] = {}
        for name, type_ in scope.names.types.items():
            if word in type_.words and not any(same(type_, other) for other in found.values()):
                found[name] = type_
        return found or ({"the faces of dice": self.typing.face} if word in self.typing.face.words else {})

    def _meant(self, word: str, types: list[str], scope: Scope, expected: Type | None) -> str:
        """What may be meant by an unknown name; `types` have it as a word."""
        if types:
            known, example = owners(word, scope.names.types) or types[0], for_example(word, scope.names.types)
            return f"'{word}' is a word of {known}: compare it with a value of that type{example}"
        hint = did_you_mean(word, scope.visible())
        if "?" in hint:
            return hint
        if expected is not None and expected.kind is Kind.SQUARE:
            return "the squares of this board are numbers, such as 12"
        words = [w for t in (*scope.names.types.values(), self.typing.face) for w in t.words]
        meant = did_you_mean(word, words) if expected is None else ""
        return meant if "?" in meant else hint


def binder(name: str) -> str:
    """What binds a name that the language gives to what surrounds a rule."""
    if name == "me":
        return "a turn binds it, an arrival, and `for: me in players`"
    if name in ("payer", "unpaid"):
        return "it is bound in the statements of short: {do: …}"
    return "it is bound in the statements of land, meet, beyond and before"


def word_type(beside: Type) -> Type | None:
    """The type whose words are asked first beside a value; after a fault it is not known, and none of them is wrong."""
    return beside if beside.enumerated or beside.kind is Kind.FAULTY else None
