"""The JSON Schema: what the library writes fits it, and any validator of JSON Schema names a fault exactly."""

import ast
import copy
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.language.loading.library import OWN_RULESETS, Library
from parlour.interpreter.language.loading.loader import load, load_source
from parlour.interpreter.language.schema.assembly import SECTIONS
from parlour.interpreter.language.schema.shapes import NAME
from parlour.interpreter.language.validating.finding import violations
from parlour.interpreter.language.validator import fits, plain, validate
from parlour.interpreter.source import Source
from parlour.tests.mutation.mutator import mutant

ROOT = Path(__file__).parents[1]
SCHEMA = json.loads((ROOT / "schema" / "ruleset.schema.json").read_text(encoding="utf-8"))
PLAIN = Draft202012Validator(SCHEMA)
RULESETS = sorted(OWN_RULESETS.glob("*.yaml"))
HEAD = "parlour: 1\nid: example\ntitle: Example\n"


def loaded(reference):
    report = Report()
    found = load(reference, Library(), report)
    assert found is not None and not report.has_errors
    return found


def faults_of(text):
    report = Report()
    found = load_source(Source("example.yaml", text), Library(), report)
    assert found is not None and not report.has_errors
    validate(found.tree, report)
    return report.found


# --- the library ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_the_library_fits(path):
    report = Report()
    ruleset = loaded(path)
    validate(ruleset.tree, report)
    assert [f"{d.place}: {d.message}" for d in report] == []
    assert [e.message for e in PLAIN.iter_errors(plain(ruleset.own))] == []
    assert [e.message for e in PLAIN.iter_errors(plain(ruleset.tree))] == []


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_editors_find_the_schema(path):
    first = path.read_text(encoding="utf-8").splitlines()[0]
    reference = first.removeprefix("# yaml-language-server: $schema=")
    assert (path.parent / reference).resolve() == ROOT / "schema" / "ruleset.schema.json"


# --- the schema itself ------------------------------------------------------------------------------------------------


def parts(part, inside=()):
    """(keys on the way, part) of every map in the schema."""
    if isinstance(part, dict):
        yield inside, part
        for key, value in part.items():
            yield from parts(value, (*inside, key))
    elif isinstance(part, list):
        for item in part:
            yield from parts(item, inside)


def test_it_is_a_schema():
    Draft202012Validator.check_schema(SCHEMA)


def test_nothing_is_any_of_several_shapes():
    """Of several shapes a validator can only say that none of them fits."""
    vague = [where for where, part in parts(SCHEMA) if {"oneOf", "anyOf", "allOf"} & part.keys() and "if" not in where]
    assert vague == []


def test_each_key_has_help():
    silent = [
        (*where, key)
        for where, part in parts(SCHEMA)
        if "then" not in where and "whole" not in where and where[-1:] == ("properties",)
        for key, shape in part.items()
        if not shape.get("description")
    ]
    assert silent == []


@pytest.mark.parametrize("name", ["purse", "_x", "стан", "größe", "is_a1", "Ω"])
def test_names(name):
    assert re.search(NAME, name) and name.isidentifier()


@pytest.mark.parametrize("name", ["", "1a", "a b", "a-b", "a.b", "10%", "a(b)", "é!", "x\n", "a:b"])
def test_no_names(name):
    assert not re.search(NAME, name) or name.endswith("\n")


def read_keys():
    """What the readers get from the maps of a ruleset: every key that is a word in their text."""
    readers = [ROOT / "interpreter" / "language" / f"{name}.py" for name in ("reader", "material_reader")]
    tree = ast.parse("\n".join(path.read_text(encoding="utf-8") for path in readers))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    named = [call.args[0] for call in calls if call.func.attr in ("get", "entries") and call.args]
    return {name.value for name in named if isinstance(name, ast.Constant) and isinstance(name.value, str)}


def described_keys():
    shapes = [SCHEMA, SCHEMA["$defs"]["end"]]
    return {key for shape in shapes for where, part in parts(shape) if where[-1:] == ("properties",) for key in part}


# Sections and fields that other stages read, or people.
READ_ELSEWHERE = {
    *("parlour", "extends", "summary", "author", "translator", "licence", "date", "sources"),
    *("texts", "words", "scenarios"),
    *("after", "note", "shape", "common", "turns", "chances", "each"),
}


def test_what_is_read_is_described():
    assert read_keys() - described_keys() == set()


def test_what_is_described_is_read():
    fields = {key for section in SECTIONS.values() for key in own_keys(section.shape)} | SECTIONS.keys()
    scenario = set(SCHEMA["properties"]["scenarios"]["additionalProperties"]["properties"])
    assert fields - read_keys() - scenario - READ_ELSEWHERE - {"seen_by"} == plural_forms()


def own_keys(shape):
    yield from shape.get("properties", {})
    for inner in [*shape.get("properties", {}).values(), shape.get("additionalProperties")]:
        if isinstance(inner, dict) and inner.get("type") != "array":
            yield from own_keys(inner)


def plural_forms():
    return {"zero", "one", "two", "few", "many", "other", "by", "phase", "turn"} | {
        *("outcome", "winners", "asks", "said", "fault"),
    } - read_keys()


# --- faults as others see them ----------------------------------------------------------------------------------------

WHOLE = {
    "parlour": 1,
    "id": "example",
    "title": "Example",
    "players": {"min": 2, "max": 4},
    "accounts": {"purse": {"of": "player", "short": "pays_all"}},
    "variables": {"cast": {"type": "throw", "lasts": "turn"}},
    "chance": {"dice": {"throw": 2, "faces": 6}},
    "board": {"squares": 20, "beyond": "bounce"},
    "squares": {"5": {"name": "Ford", "land": {"move": 3}}},
    "zones": {"hand": {"of": "player", "order": "none"}},
    "phases": {"race": {"turns": "players", "do": [{"roll": {"with": "dice", "as": "cast"}}, {"pays": 3}]}},
    "scenarios": {"a": {"draws": ["3 4"], "expect": {"seat 1": {"at": 7}}}},
}
STEP = "phases.race.do.0"


@pytest.mark.parametrize(
    ("where", "value", "path", "message"),
    [
        ("titel", "x", "$", "'titel' was unexpected"),
        ("parlour", 2, "$.parlour", "1 was expected"),
        ("id", "An id", "$.id", "'An id' does not match"),
        ("title", None, "$.title", "None is not of type"),
        ("players", "2..4", "$.players", "'2..4' is not of type 'object', 'integer'"),
        ("players.max", None, "$.players.max", "None is not of type"),
        ("accounts.purse.off", 1, "$.accounts.purse", "'off' was unexpected"),
        ("accounts.purse.short", {"covr": "x"}, "$.accounts.purse.short", "'covr' was unexpected"),
        ("variables.cast.lasts", "turns", "$.variables.cast.lasts", "'turns' is not one of ['game', 'turn', 'phase']"),
        ("variables.10%", {}, "$.variables", "'10%' does not match"),
        ("chance.dice.faces", None, "$.chance.dice.faces", "None is not of type"),
        ("chance.dice", {"throw": 2}, "$.chance.dice", "'faces' is a required property"),
        ("board.picture", {"shape": "x"}, "$.board.picture.shape", "'x' is not one of ['spiral'"),
        ("squares.5.lnad", {"move": 3}, "$.squares['5'].lnad", "{'move': 3} is not of type 'string', 'integer'"),
        ("zones.hand.order", "any", "$.zones.hand.order", "'any' is not one of ['none', 'kept', 'shuffled']"),
        ("phases.race.do", 3, "$.phases.race.do", "3 is not of type"),
        ("phases.race", {"each": "players", "do": [], "until": True}, "$.phases.race", "'until' is not one of ['each'"),
        (STEP, {"transfer": {"form": 1}}, "$.phases.race.do[0].transfer", "'form' was unexpected"),
        (STEP, {"roll": {"as": "t"}}, "$.phases.race.do[0].roll", "'with' is a required property"),
        (STEP, {"roll": 3}, "$.phases.race.do[0].roll", "3 is not of type 'object'"),
        (STEP, {"move": 3, "go_to": 4}, "$.phases.race.do[0]", "'go_to' is not one of ['move', 'if']"),
        (STEP, {"if": "x"}, "$.phases.race.do[0]", "'then' is a required property"),
        (STEP, {"for": "p in players"}, "$.phases.race.do[0]", "'do' is a required property"),
        (STEP, {"match": "x", "cases": {"1": [[]]}}, "$.phases.race.do[0].cases['1'][0]", "[] is not of type 'object'"),
        (STEP, {"end": "game"}, "$.phases.race.do[0].end", "'game' is not one of ['turn', 'phase']"),
        (STEP, {"pays": {"n": [3]}}, "$.phases.race.do[0].pays.n", "[3] is not of type 'string', 'integer', 'boolean'"),
        ("scenarios.a.draw", [], "$.scenarios.a", "'draw' was unexpected"),
        ("scenarios.a.draws", 3, "$.scenarios.a.draws", "3 is not of type"),
    ],
)
def test_any_validator_names_the_fault(where, value, path, message):
    """Plain jsonschema, as editors and other checkers would tell it."""
    ruleset = copy.deepcopy(WHOLE)
    assert list(PLAIN.iter_errors(ruleset)) == []
    *way, last = where.split(".")
    inner = ruleset
    for step in way:
        inner = inner[int(step) if isinstance(inner, list) else step]
    inner[int(last) if isinstance(inner, list) else last] = value
    errors = [(e.json_path, e.message) for e in PLAIN.iter_errors(ruleset)]
    assert any(at == path and message in told for at, told in errors), errors
    assert not any("under any of" in told for _, told in errors)


def test_the_quick_look_sees_what_jsonschema_finds():
    """What it lets through is not looked at again, so it may let nothing through that has a fault."""
    told = []
    for number in range(150):
        source = decode(mutant(11, number).content, "mutant.yaml", Report())
        tree = read(source, Report()) if source else None
        if tree is None:
            continue
        data = plain(tree)
        told.append(bool(violations(SCHEMA, data)))
        assert fits(SCHEMA, data) is not told[-1], number
    assert 20 < sum(told) < len(told) - 20


@pytest.mark.parametrize("value", [2**70, -(2**90), float("inf"), float("nan"), "\ud800", [[[]]] * 3, {"": None}])
def test_the_quick_look_is_never_more_lenient(value):
    data = {**WHOLE, "limit": {"turns": value}, "title": value}
    assert not (fits(SCHEMA, data) and violations(SCHEMA, data))


def test_a_variant_may_be_partial():
    variant = {"id": "mine", "extends": "base", "options": {"length": {"help": "how long"}}, "squares": {"5": None}}
    assert list(PLAIN.iter_errors(variant)) == []
    del variant["extends"]
    needed = {e.message for e in PLAIN.iter_errors(variant)}
    assert {f"'{key}' is a required property" for key in ("parlour", "title", "phases", "default")} <= needed


def test_a_base_needs_no_phases():
    assert [e.message for e in PLAIN.iter_errors({"parlour": 1, "id": "base", "title": "Base", "abstract": True})] == []


# --- faults as we tell them -------------------------------------------------------------------------------------------


def test_a_fault_of_a_base_is_told_in_the_base(tmp_path):
    (tmp_path / "base.yaml").write_text(
        HEAD.replace("example", "base") + "phases:\n  all: {do: [{moove: 3}]}\n", encoding="utf-8"
    )
    (tmp_path / "mine.yaml").write_text("id: mine\nextends: base\naim: luck\n", encoding="utf-8")
    report = Report()
    validate(loaded(tmp_path / "mine.yaml").tree, report)
    assert [(Path(d.place.source.name).name, d.place.line, d.code) for d in report] == [
        ("base.yaml", 5, "P402"),
        ("mine.yaml", 3, "P223"),
    ]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("titel: x\n", "did you mean 'title'?"),
        ("abstract: true\nboard: {squares: 3, meat: []}\n", "did you mean 'meet'?"),
        ("abstract: true\nsquares: {3: {lnad: {move: 3}}}\n", "did you mean 'land'?"),
        ("abstract: true\nsquares: {3: {land: {mve: 3}}}\n", "did you mean 'move'?"),
        ("abstract: true\nsquares: {3: {land: pay}}\neffects: {pays: {do: []}}\n", "did you mean 'pays'?"),
        ("abstract: true\naim: scores\n", "allowed: 'win', 'score'; did you mean 'score'?"),
        ("abstract: true\nscore: [me.x]\n", "put it in quotes if it is meant as one text"),
        ("abstract: true\nplayers: 2..4\n", "for example: {min: 2, max: 12}"),
        ("abstract: true\ncards: {pack: {standard: '52'}}\n", "write it without quotes"),
        ("abstract: true\noptions: {length: {}}\n", "default: The value where nobody chooses another."),
    ],
)
def test_the_hint_says_what_would_be_right(text, hint):
    assert hint in [d.hint for d in faults_of(HEAD + text)]


def test_a_misspelt_key_is_not_missing_too():
    assert [d.message for d in faults_of("parlour: 1\nid: x\ntitel: X\nabstract: true\n")] == [
        "there is no section 'titel'"
    ]


def test_many_faults_are_not_told_without_end():
    keys = "".join(f"k{i}: 1\n" for i in range(3000))
    squares = "".join(f"  {i}: {{land: [3]}}\n" for i in range(900))
    assert 50 <= len(faults_of(HEAD + "abstract: true\n" + keys)) <= 200
    assert 50 <= len(faults_of(HEAD + "abstract: true\nsquares:\n" + squares)) <= 200


def test_the_deepest_file_that_is_read():
    deep = "{if: x, then: " * 57 + "{moove: 3}" + "}" * 57
    assert [d.code for d in faults_of(HEAD + f"phases: {{all: {{do: {deep}}}}}\n")] == ["P402"]
    short = "{match: x, cases: {a: " * 28 + "3" + "}}" * 28
    assert [d.code for d in faults_of(HEAD + f"abstract: true\naccounts: {{a: {{short: {short}}}}}\n")] == ["P221"]


# --- whatever is written ----------------------------------------------------------------------------------------------


def words_of(tree):
    """Every key and every scalar of a tree."""
    if isinstance(tree, Mapping):
        return {e.key.text for e in tree} | {w for e in tree for w in words_of(e.value)}
    return {w for item in tree.items for w in words_of(item)} if isinstance(tree, Sequence) else {tree.text}


TREES = [loaded(path).tree for path in RULESETS if path.stat().st_size < 8000]
WORDS = sorted({w for tree in TREES for w in words_of(tree)} | {"", "then", "do", "seat 1", "-1", "10%"})
VALUES = st.one_of(st.sampled_from(WORDS), st.integers(-3, 60), st.booleans(), st.none())


def scalar(value, place):
    return Scalar("" if value is None else str(value), value, False, True, place)


@st.composite
def new_value(draw, place):
    plain_value = scalar(draw(VALUES), place)
    match draw(st.integers(0, 3)):
        case 0:
            return Sequence((plain_value,) * draw(st.integers(0, 2)), place)
        case 1:
            keys = draw(st.lists(st.sampled_from(WORDS), unique=True, max_size=2))
            return Mapping(tuple(Entry(scalar(key, place), plain_value) for key in keys), place)
        case _:
            return plain_value


@st.composite
def mutated(draw, tree):
    """The tree with one place of it changed: a value replaced, an entry removed, renamed or doubled."""
    if isinstance(tree, Scalar) or draw(st.integers(0, 7)) == 0 or not (children := children_of(tree)):
        return draw(new_value(tree.place))
    index = draw(st.integers(0, len(children) - 1))
    change = draw(st.sampled_from(["inside", "inside", "inside", "inside", "remove", "rename"]))
    if isinstance(tree, Sequence):
        items = list(tree.items)
        items[index : index + 1] = [] if change == "remove" else [draw(mutated(items[index]))]
        return Sequence(tuple(items), tree.place)
    entries = list(tree.entries)
    key, value = entries[index].key, entries[index].value
    other = draw(st.sampled_from(WORDS))
    if change == "remove" or (change == "rename" and other in tree.index):
        del entries[index]
    elif change == "rename":
        entries[index] = Entry(scalar(other, key.place), value)
    else:
        entries[index] = Entry(key, draw(mutated(value)))
    return Mapping(tuple(entries), tree.place)


def children_of(tree):
    return tree.entries if isinstance(tree, Mapping) else tree.items


@st.composite
def rulesets(draw):
    tree = draw(st.sampled_from(TREES))
    for _ in range(draw(st.integers(1, 4))):
        changed = draw(mutated(tree))
        tree = changed if isinstance(changed, Mapping) else tree
    return tree


@settings(max_examples=40, deadline=None)
@given(rulesets())
def test_any_ruleset_is_judged(tree):
    report = Report()
    validate(tree, report)
    assert all(d.place.line >= 1 and d.message and d.code for d in report)
    if list(PLAIN.iter_errors(plain(tree))):
        assert report.has_errors
    if report.found and not list(PLAIN.iter_errors(plain(tree))):
        assert {d.code for d in report} <= {"P401", "P402"}
