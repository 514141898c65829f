"""Violations about keys come in (unknown, missing, misnamed, not going together); diagnostics go out."""

from __future__ import annotations

from difflib import get_close_matches
from itertools import islice

from msgspec import Struct, field

from parlour.interpreter.diagnostics import Related, did_you_mean, listed
from parlour.interpreter.language.document.tree import Scalar
from parlour.interpreter.language.schema.shapes import IDENTIFIER, Shape
from parlour.interpreter.language.schema.statements import GUARD, is_verb
from parlour.interpreter.language.validating.violations import Ground, Path, Violation, called

_MOST_OF_ONE_MAP = 50
_EVERYDAY = {  # what authors call a field elsewhere, and what it may be called here
    "sides": ("faces",),
    "number": ("throw", "range"),
    "count": ("throw", "copies"),
    "initial": ("starts",),
    "begin": ("starts", "from"),
    "min": ("range",),
    "max": ("range", "limit"),
    "owner": ("of",),
    "for": ("of", "to"),
    "per": ("of",),
    "values": ("choices", "faces"),
    "visible": ("seen_by",),
    "hidden": ("seen_by",),
    "effect": ("land", "do"),
    "effects": ("land", "do"),
    "actions": ("do",),
    "then": ("do",),
    "when": ("only_if", "if_all"),
    "prompt": ("id",),
    "who": ("by",),
    "player": ("by", "who", "of"),
}
_EVERYDAY_VERBS = {  # what authors call a statement elsewhere, and what they would write here
    **dict.fromkeys(("repeat", "loop", "foreach", "times"), "write for: k in 1..3 with do:"),
    **dict.fromkeys(("switch", "case", "when"), "write match: with cases:"),
    **dict.fromkeys(("print", "tell", "message", "show", "log"), "write say: {TEXT: {NAME: EXPR}}"),
    **dict.fromkeys(("pay", "give", "gain"), "counters are moved by transfer: {from, to, amount}"),
    **dict.fromkeys(("win", "lose", "finish", "game_over"), "write end: {outcome: WORD, winners: me}"),
    **dict.fromkeys(("ask", "choice", "option", "options"), "write choose: {by, id, options}"),
    **dict.fromkeys(("throw", "spin", "dice"), "write roll: {with: DEVICE, as: NAME}"),
    **dict.fromkeys(("skip", "skip_turn", "pause", "wait"), "write miss_turns: 1, or end: turn"),
    **dict.fromkeys(("jump", "teleport", "send"), "write go_to: SQUARE"),
    **dict.fromkeys(("increase", "increment", "decrease", "subtract", "plus"), "write add: {me.points: 1}"),
    **dict.fromkeys(("return", "break", "stop", "exit"), "write end: turn or end: phase"),
    **dict.fromkeys(("eliminate", "remove_player", "kill"), "write out: PLAYER"),
    **dict.fromkeys(("next", "again"), "write next_turn: PLAYER"),
    **dict.fromkeys(
        ("draw", "discard", "play_card"), "write deal: {from, to} from a stock, put: {card, from, to} else"
    ),
}
_OTHER_WORDS = (  # beside a verb, what other languages say for a word of this one, and what is right
    ("if", ("otherwise", "default"), "write `else`"),
    ("if", ("do",), "write `then`"),
    ("if", ("elif", "elseif", "elsif", "else if"), "write `else`, and in it another `if`"),
    ("match", ("otherwise", "else", "default"), "write `otherwise` as the last of the `cases`"),
)


class KeyFaults(Struct):
    """Explains faults of keys. Unknown keys come first: what else is odd about their map may follow from them."""

    ground: Ground
    _odd: set[Path] = field(default_factory=set)  # the maps that have unknown keys
    _apart: set[tuple[Path, frozenset[str]]] = field(default_factory=set)  # keys of one map that do not go together
    _meant: set[tuple[Path, str]] = field(default_factory=set)  # keys that are there, but misspelt

    def unknown(self, violation: Violation) -> None:
        known, path = list(violation.shape["properties"]), violation.path
        keys = (entry.key for entry in self.ground.entries(path))
        for key in islice((key for key in keys if key.text not in known), _MOST_OF_ONE_MAP):
            self._odd.add(path)
            self._meant |= {
                (path, near) for near in get_close_matches(key.text, known, n=1) or _elsewhere(key.text, known)
            }
            hint = _meant(key.text, known)
            code, message = "P220", f"{called(path)} takes no '{key.text}'"
            if self.ground.is_statement(violation.shape):
                code, message, hint = (
                    "P402",
                    f"unknown statement '{key.text}'",
                    self._like_statement(key.text, known, path),
                )
            elif not path:
                message = f"there is no section '{key.text}'"
            self.ground.error(code, message, key.place, hint, (*path, key.text))

    def _like_statement(self, text: str, known: list[str], path: Path) -> str:
        """The nearest word of all that may stand in a statement; where none is near, the verbs."""
        if hint := self._by_its_word(text, path):
            return hint
        is_near = get_close_matches(text, known, n=1, cutoff=0.8)  # a misspelt effect of the game's own comes first
        if not is_near and (meant := _EVERYDAY_VERBS.get(text.lower())):
            return meant
        statement = self.ground.schema["$defs"]["statement"]
        near = get_close_matches(text, known, n=1)
        return did_you_mean(text, near or [word for word in known if is_verb(statement, word)])

    def _by_its_word(self, text: str, path: Path) -> str:
        """What is right beside the verb of this map; empty where the word is none that other languages have."""
        beside = {entry.key.text for entry in self.ground.entries(path)}
        word = text.lower().replace("_", " ")
        return next((hint for verb, words, hint in _OTHER_WORDS if verb in beside and word in words), "")

    def missing(self, violation: Violation) -> None:
        path, rule, condition = violation.path, violation.rule, self._condition(violation)
        if self.ground.is_statement(condition):
            rule = GUARD  # it guards nothing
        for name in violation.demand:
            if name in violation.found or (path, name) in self._meant or self._follows(path, rule):
                continue
            wanted = " or ".join(f"'{n}'" for n in [name, *_others(condition)])
            if rule:
                hint = self._by_its_word(rule, path) or self._help(violation, name)
                hint = hint or f"write {wanted} too, or leave '{rule}' out"
                self._report(path, rule, "P226", f"'{rule}' needs {wanted} beside it", hint)
            else:
                hint = self._help(violation, name)
                self.ground.error("P222", f"{called(path)} needs {wanted}", self.ground.owner(path), hint, path)

    def named(self, violation: Violation) -> None:
        """A key that may not be called so, or a value that is no name."""
        text, path = str(violation.found), violation.path
        if violation.is_about_key:
            place, path = self._key(path, text).place, (*path, text)
        else:
            place = self.ground.value(path).place
        if violation.keyword == "not":
            message, hint = f"'{text}' is a word of statements already", "give the effect another name"
        elif violation.demand == IDENTIFIER:
            message = f"'{text}' cannot be the id of a ruleset"
            hint = "an id is made of small letters a to z, digits, '-' and '_'"
        else:
            message = f"'{text}' is not a name"
            hint = "a name begins with a letter and goes on with letters, digits and '_'"
        self.ground.error("P225", message, place, hint, path)

    def _follows(self, path: Path, rule: str) -> bool:
        """Whether a key lacks its companion only because of a fault that was told already."""
        return rule != "" and (path in self._odd or any(rule in pair for of, pair in self._apart if of == path))

    def apart(self, violation: Violation) -> None:
        """Two keys of one map that do not go together."""
        path, first, second = violation.path, violation.rule, str(violation.found)
        pair = (path, frozenset((first, second)))
        if path in self._odd or pair in self._apart:
            return
        self._apart.add(pair)
        one, two = (entry.key for entry in self.ground.entries(path) if entry.key.text in pair[1])
        related = [Related(f"'{one.text}' is here", one.place)]
        statement = self.ground.schema["$defs"]["statement"]
        is_two = is_verb(statement, first) and is_verb(statement, second)
        if is_two and self.ground.is_statement(self.ground.holder(violation.shape_path, 4)):
            message = f"two statements in one map, '{one.text}' and '{two.text}': they would have no order"
            self.ground.error("P401", message, two.place, "make it a list", path, related)
        else:
            others = [word for word in violation.demand if word != first]
            hint = f"beside '{first}' may stand {listed(others)}" if others else f"'{first}' stands alone"
            message = f"'{two.text}' does not go together with '{one.text}'"
            self.ground.error("P226", message, two.place, hint, path, related)

    def _report(self, path: Path, key: str, code: str, message: str, hint: str) -> None:
        self.ground.error(code, message, self._key(path, key).place, hint, path)

    def _key(self, path: Path, text: str) -> Scalar:
        return next(entry.key for entry in self.ground.entries(path) if entry.key.text == text)

    def _condition(self, violation: Violation) -> Shape:
        """The shape with the `if` that the demand is the `then` of; empty when it is no such demand."""
        is_conditional = violation.shape_path[-2:-1] == ("then",)
        return self.ground.holder(violation.shape_path, 2) if is_conditional else {}

    def _help(self, violation: Violation, name: str) -> str:
        """The description of a missing key."""
        inside = violation.shape.get("properties", {}).get(name, {}).get("description")
        description = inside or self.ground.help((*violation.path, name))
        return f"{name}: {description}" if description else ""


def _meant(text: str, known: list[str]) -> str:
    """The nearest word; where none is near, the one that it is called elsewhere; else all that are allowed."""
    hint = did_you_mean(text, known)
    meant = _elsewhere(text, known)
    return f"did you mean '{meant[0]}'?" if meant and "?" not in hint else hint


def _elsewhere(text: str, known: list[str]) -> list[str]:
    return [word for word in _EVERYDAY.get(text.lower(), ()) if word in known][:1]


def _others(condition: Shape) -> list[str]:
    """The keys that would do as well as the one that is missing (see `one_of`)."""
    missing = condition.get("if", {}).get("not", {})
    return [name for other in missing.get("anyOf", [missing]) for name in other.get("required", ())]
