"""Data, not code: no string in the package names a game, a square, an account, an option or a language of a ruleset."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]

# Words of rulesets that are the engine's own vocabulary too, each with the reason. What the JSON Schema spells need not
# be listed: those are words of the language itself.
ENGINE_WORDS = {
    "owes": "how an account goes short: a word of expressions there, so no list of the schema has it",
    "stay": "what an end of the board does: a word of expressions there",
    "stop": "what an end of the board does: a word of expressions there",
    "en": "the catalogue that every other language falls back to",
    "double": "what LLVM calls a number with a fraction",
    "share": "a field of the JSON that simulations print",
}
# Phases, variables and zones are not looked for: authors call them `play`, `round`, `hand`, as anybody would.
ENTRIES = ("options", "accounts", "sets", "effects")


def ruleset_words(ruleset: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(what it is, the word) for all that an author named in one ruleset."""
    yield "id", str(ruleset["id"])
    yield "title", str(ruleset.get("title", ""))
    yield "language", str(ruleset.get("language", ""))
    for section in ENTRIES:
        for name in ruleset.get(section) or {}:
            yield section, str(name)
    for option in (ruleset.get("options") or {}).values():
        for choice in (option or {}).get("choices") or ():
            yield "choice", str(choice)
    for square in (ruleset.get("squares") or {}).values():
        if isinstance(square, dict) and isinstance(square.get("name"), str):
            yield "square", square["name"]
    for word, shown in (ruleset.get("words") or {}).items():
        yield "word", str(word)
        forms = shown.values() if isinstance(shown, dict) else [shown]
        yield from (("word", form) for form in forms if isinstance(form, str))


def language_words() -> set[str]:
    """Every key and every listed value of the JSON Schema: the words of the language that rulesets are written in."""

    def spelled(part: Any) -> Iterator[str]:
        if isinstance(part, list):
            for item in part:
                yield from spelled(item)
        elif isinstance(part, dict):
            yield from part.get("properties", {})
            yield from (str(value) for value in [*part.get("enum", ()), part.get("const", "")])
            for item in part.values():
                yield from spelled(item)

    schema = ROOT / "schema" / "ruleset.schema.json"
    return set(spelled(json.loads(schema.read_text(encoding="utf-8")))) if schema.exists() else set()


def literals(source: str) -> Iterator[tuple[int, str]]:
    """(line, text) of each string that is not a docstring."""
    tree = ast.parse(source)
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in statements:
            yield node.lineno, node.value


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


class Named:
    """Finds the words of rulesets in Python. A string that is such a word names it; so does one in which it stands,
    where it is several words or has letters that no English sentence has (a message may well say "start")."""

    def __init__(self, words: dict[str, str]) -> None:
        self.words = {word.casefold(): kind for word, kind in words.items() if len(word) > 1 and not word.isdigit()}
        self.ids = [word for word, kind in self.words.items() if kind == "id"]
        self.telling = [word for word in self.words if not re.fullmatch(r"[a-z_0-9]+", word)]

    def in_text(self, text: str) -> set[str]:
        text = text.casefold()
        return self.standing_in(text, self.telling) | ({text} & self.words.keys())

    def standing_in(self, text: str, words: list[str]) -> set[str]:
        return {word for word in words if word in text and re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)}

    def in_module(self, source: str) -> list[str]:
        """`line: word (what it is)`, in literals; games also in docstrings (where examples may need an account)."""
        found = [(line, word) for line, text in literals(source) for word in self.in_text(text)]
        found += [(line, word) for line, text in docstrings(source) for word in self.standing_in(text, self.ids)]
        return [f"{line}: {word} ({self.words[word]})" for line, word in sorted(found)]


def library_words() -> dict[str, str]:
    """What the rulesets of the library name, without the words of the language they are written in."""
    rulesets = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "rulesets").glob("*.yaml"))]
    own = language_words() | set(ENGINE_WORDS)
    words: dict[str, str] = {}
    for kind, word in (pair for ruleset in rulesets for pair in ruleset_words(ruleset)):
        if word and word not in own:
            words.setdefault(word, kind)
    return words


NAMED = Named(library_words())
MODULES = [ROOT / "cli.py", *(ROOT / "commands").rglob("*.py"), *(ROOT / "interpreter").rglob("*.py")]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_ruleset_is_named_in_python(path):
    assert "\n".join(NAMED.in_module(path.read_text(encoding="utf-8"))) == ""


def test_the_words_of_the_library_are_found():
    """Were the library's shape read wrongly, the test above would pass whatever the package says."""
    assert {"id", "square", "accounts", "options", "language"} <= set(NAMED.words.values())


class TestTheTestItself:
    RULESET = """
        {id: snail, language: xx, title: The snail's race, accounts: {shell: {}},
        options: {pace: {choices: [slow, slower]}}, words: {leaf: {one: leaf, other: leaves}},
        squares: {3: {name: Pond}, 4: {name: The wet stone}, 5: {name: Калюжа}}}
    """
    NAMED = Named({word: kind for kind, word in ruleset_words(yaml.safe_load(RULESET))})

    @pytest.mark.parametrize(
        ("source", "found"),
        [
            ("x = 'snail'", ["1: snail (id)"]),
            ("'''Plays the snail well.'''", ["1: snail (id)"]),
            ("def f(s): return s.name == 'Pond'", ["1: pond (square)"]),
            ("print('on the wet stone again')", ["1: the wet stone (square)"]),
            ("print('тут калюжа!')", ["1: калюжа (square)"]),
            ("match x:\n    case 'slower': pass", ["2: slower (choice)"]),
            ("x = {'shell': 1, 'leaves': 2}", ["1: leaves (word)", "1: shell (accounts)"]),
            ("if language == 'xx': pass", ["1: xx (language)"]),
            ("x = f'{snail} in a pond is slower'", []),
            ("'''The shell pays.'''", []),
        ],
    )
    def test_it_finds_what_is_named(self, source, found):
        assert self.NAMED.in_module(source) == found
