"""Where the grammar stopped and what it would have taken come in; a fault that says both in words goes out."""

from __future__ import annotations

import re
from difflib import get_close_matches

from msgspec import Struct

from parlour.interpreter.language.grammar.fragment import Fragment
from parlour.interpreter.language.grammar.nodes import FOLDS_WITH_VALUE, FOLDS_WITHOUT_VALUE, RESERVED_WORDS
from parlour.interpreter.language.grammar.spelling import refuse_spellings


class Halt(Struct, frozen=True):
    """Where the grammar could not go on: the text found there (empty at the end), the terminals it would have taken."""

    found: str
    start: int
    end: int
    accepted: frozenset[str]

    @property
    def wants_value(self) -> bool:
        return "NUMBER" in self.accepted


_OPERATORS = frozenset(
    ["AND", "COMPARE", "DOT", "DOTS", "FROM", "IF", "IN", "MINUS", "NOT", "OF", "OR", "PLUS", "TIMES"]
)
# Terminals that are one thing to an author, in the order of the sentence.
_AFTER_VALUE = (("ELSE", "'else'"), ("RPAR", "')'"), ("_COMMA", "','"), ("WHERE", "'where'"), ("FOR", "'for'"))
_EMPTY = {
    "expression": "write an expression",
    "pick": "write NAME in SET where CONDITION",
    "faces": "write a number, a word, a range 2..4 or otherwise",
}
_FOREIGN_WORDS = {
    "is": "write == to compare",
    "equals": "write == to compare",
    "mod": "write % for the rest of a division",
    "div": "write // to divide",
    "xor": "write != between two conditions",
    "then": "write VALUE if CONDITION else OTHER_VALUE",
    "to": "a range is written 1..6",
    "with": "a pick is written NAME in SET where CONDITION",
    "contains": "write x in SET",
}


def explain(fragment: Fragment, start: str, halt: Halt) -> None:
    """Report why the text is no expression, pick or case key (`start` is the rule that was tried)."""
    if not fragment.text.strip():
        fragment.fault("P301", "nothing stands here", 0, max(1, len(fragment.text)), _EMPTY[start])
    elif refuse_spellings(fragment, in_cases=start == "faces") or _refuse_parenthesis(fragment, halt):
        return
    elif halt.found in ("where", "for") and not halt.wants_value:
        _refuse_pick(fragment, start, halt)
    else:
        found = f"'{halt.found}'" if halt.found else "the end"
        accepted = halt.accepted if _may_pick(fragment.text[: halt.start]) else halt.accepted - {"WHERE", "FOR"}
        expected = _expected_in_cases(accepted) if start == "faces" else _expected(accepted)
        hint = _hint_in_cases(halt.found) if start == "faces" else _hint(fragment.text, halt)
        fragment.fault("P304", f"expected {expected}, found {found}", halt.start, halt.end, hint)


def _opened(text: str) -> list[int]:
    """The offsets of the parentheses that are still open at the end of a text."""
    opened: list[int] = []
    for sign in re.finditer(r"[()]", text):
        if sign.group() == "(":
            opened.append(sign.start())
        else:
            opened.pop()
    return opened


def _may_pick(before: str) -> bool:
    """Whether a text ends in the parentheses of a fold, or in none: the grammar lets any call have a pick."""
    opened = _opened(before)
    name = re.search(r"(?<![\w.])\w+\s*$", before[: opened[-1]]) if opened else None
    return not opened or (name is not None and name.group().strip() in FOLDS_WITH_VALUE | FOLDS_WITHOUT_VALUE)


def _refuse_parenthesis(fragment: Fragment, halt: Halt) -> bool:
    opened = _opened(fragment.text[: halt.start])
    if halt.found == ")" and not opened:
        fragment.fault("P305", "')' closes nothing", halt.start, halt.end, "take it away, or write '(' before it")
        return True
    if not halt.found and opened and "RPAR" in halt.accepted:
        fragment.fault("P305", "'(' is not closed", opened[-1], opened[-1] + 1, "write ')' where it ends")
        return True
    return False


def _refuse_pick(fragment: Fragment, start: str, halt: Halt) -> None:
    word = halt.found
    if re.search(rf"\b{word}\b", fragment.text[: halt.start]):
        hint = "join conditions with 'and'" if word == "where" else "write one fold inside the other"
        message = f"a second '{word}': a pick has one"
    elif start == "pick":
        message, hint = f"no '{word}' may stand here", "write NAME in SET where CONDITION"
    else:
        example = "any(p in players where p.purse > 0)" if word == "where" else "sum(c.value for c in me.hand)"
        message, hint = f"'{word}' belongs to a pick, and here stands an expression", f"write a fold, like {example}"
    fragment.fault("P321", message, halt.start, halt.end, hint)


def _expected(accepted: frozenset[str]) -> str:
    """What the grammar would have taken, in words: `')' or an operator`."""
    if accepted in (frozenset(["NAME"]), frozenset(["NUMBER"])):
        return f"a {min(accepted).lower()}"
    phrases = [words for terminal, words in _AFTER_VALUE if terminal in accepted]
    if "NUMBER" in accepted:
        phrases.insert(0, "a value")
    elif accepted == frozenset(["IN"]):
        phrases.append("'in'")
    elif accepted & _OPERATORS:
        phrases.append("an operator")
    if "$END" in accepted:
        phrases.append("the end")
    return _alternatives(phrases)


def _expected_in_cases(accepted: frozenset[str]) -> str:
    phrases = ["a number"] if "NUMBER" in accepted else []
    phrases += [w for t, w in (("NAME", "a word"), ("_COMMA", "','"), ("$END", "the end")) if t in accepted]
    return _alternatives(phrases)


def _alternatives(phrases: list[str]) -> str:
    """`a`, `a or b`, `a, b or c`"""
    return " or ".join([", ".join(phrases[:-1]), phrases[-1]] if len(phrases) > 1 else phrases)


def _hint_in_cases(found: str) -> str:
    if found in ("or", "and"):
        return "write commas: 2, 3"
    if re.fullmatch(r"[<>=!]+", found):
        return "cases name values, and 'if:' compares: write a range 2..12, or otherwise"
    return "a case is a number, a word, a range 2..4, a card K of clubs, a throw 6 3, or a list of these with commas"


def _hint(text: str, halt: Halt) -> str:
    return _hint_for_value(text, halt) if halt.wants_value else _hint_after_value(text, halt)


def _hint_for_value(text: str, halt: Halt) -> str:
    """What to write where a value is wanted and something else, or nothing, is found."""
    if halt.found == "not":
        return "put parentheses around it: (not x)"
    if halt.found == "if":
        return "write VALUE if CONDITION else OTHER_VALUE; a guard is the statement's own if:"
    if halt.found == "for":
        return "write the pick alone: NAME in SET where CONDITION"
    if halt.found == "+":
        return "a positive number has no sign"
    if halt.found in RESERVED_WORDS or re.fullmatch(r"[-*/%=!<>.]+", halt.found):
        return f"'{halt.found}' stands between two values"
    if not halt.found and text.rstrip().endswith("%"):
        return "'%' is the rest of a division; a tenth of x is x // 10"
    return ""


def _hint_after_value(text: str, halt: Halt) -> str:
    """What to write where an operator or an end is wanted."""
    word = halt.found.lower()
    if word in _FOREIGN_WORDS:
        return _FOREIGN_WORDS[word]
    keywords = [terminal.lower() for terminal in halt.accepted if terminal.lower() in RESERVED_WORDS | {"from", "of"}]
    near = get_close_matches(word, sorted(keywords), n=1, cutoff=0.6)
    if near:
        return f"did you mean '{near[0]}'?"
    if "ELSE" in halt.accepted:
        return "an 'if' has its 'else': VALUE if CONDITION else OTHER_VALUE"
    if halt.found == "," and re.match(r",[0-9]{3}\b", text[halt.start :]):
        return "a number is written without ','"
    if halt.found.isdecimal() and (before := re.search(r"([0-9]+)\s+$", text[: halt.start])):
        throw = f"{before[1]} {halt.found}"
        return f"a throw is no value: ask for its faces, t.has({halt.found}), or match it, with the case `{throw}`"
    if halt.found == ",":
        return "a comma stands only between the arguments of a call"
    return ""
