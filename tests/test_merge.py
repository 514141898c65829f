"""`extends`: three steps deep, removals, squares one by one, the order of phases; places; the resolved text."""

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.document.tree import Mapping, Scalar, Sequence
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load_source
from parlour.interpreter.language.loading.resolved import resolved_sha256, resolved_text
from parlour.interpreter.source import Source


def plain(tree):
    """Values alone, for comparing; maps as lists of pairs, because their order counts."""
    match tree:
        case Scalar():
            return tree.value
        case Sequence():
            return [plain(item) for item in tree.items]
        case Mapping():
            return {e.key.text: plain(e.value) for e in tree}


@pytest.fixture
def merged(tmp_path):
    """Texts, the base first, to what `load` makes of them; they are called f0.yaml, f1.yaml, …"""

    def load_all(*texts, expect=()):
        for number, text in enumerate(texts):
            extends = f"extends: f{number - 1}\n" if number else ""
            (tmp_path / f"f{number}.yaml").write_text(f"id: f{number}\n{extends}{dedent(text)}", encoding="utf-8")
        path, report = tmp_path / f"f{len(texts) - 1}.yaml", Report()
        source = Source("own.yaml", path.read_text(encoding="utf-8"))
        loaded = load_source(source, Library(tmp_path / "none"), report, path)
        assert [d.code for d in report] == list(expect)
        return loaded

    return load_all


def test_sections_names_and_fields_are_merged_and_fields_replaced_whole(merged):
    base = "accounts: {purse: {of: player, starts: 1, short: {do: [a, b]}}, pool: {of: table}}\nscore: me.purse\n"
    own = "accounts: {purse: {starts: 2, short: {cover: pool}}, extra: {of: table}}\nscore: 0\n"
    assert plain(merged(base, own).tree) == {
        "id": "f1",
        "accounts": {
            "purse": {"of": "player", "starts": 2, "short": {"cover": "pool"}},
            "pool": {"of": "table"},
            "extra": {"of": "table"},
        },
        "score": 0,
    }


@pytest.mark.parametrize("section", ["texts", "words", "board"])
def test_some_sections_have_two_steps(merged, section):
    tree = merged(f"{section}: {{a: {{one: x, other: y}}, b: z}}\n", f"{section}: {{a: {{two: w}}}}\n").tree
    assert plain(tree)[section] == {"a": {"two": "w"}, "b": "z"}


def test_lists_are_replaced_whole(merged):
    tree = merged("sources: [a, b]\nrequires: [c]\n", "sources: [d]\n").tree
    assert plain(tree) == {"id": "f1", "sources": ["d"], "requires": ["c"]}


def test_what_says_which_ruleset_it_is_is_not_inherited(merged):
    tree = merged("abstract: true\nsummary: the base\ntitle: T\nlanguage: en\n", "players: 2\n").tree
    assert plain(tree) == {"id": "f1", "title": "T", "language": "en", "players": 2}
    assert next(iter(tree.index)) == "id"


def test_another_kind_of_value_replaces(merged):
    tree = merged(
        "players: {min: 2, max: 4}\nboard: {beyond: {go_to: 1}}\n", "players: 3\nboard: {beyond: stay}\n"
    ).tree
    assert plain(tree) == {"id": "f1", "players": 3, "board": {"beyond": "stay"}}
    tree = merged("players: 3\nsquares: {1: a}\n", "players: {min: 2}\nsquares: {1: {name: b}}\n").tree
    assert plain(tree) == {"id": "f1", "players": {"min": 2}, "squares": {"1": {"name": "b"}}}


def test_null_removes_and_is_remembered(merged):
    loaded = merged("effects: {a: {do: []}, b: {do: []}}\nsquares: {1: {name: N, land: a}}\naim: win\n",
                    "effects:\n  a: null\nsquares:\n  1: {name: }\naim: ~\n")  # fmt: skip
    assert plain(loaded.tree) == {"id": "f1", "effects": {"b": {"do": []}}, "squares": {"1": {"land": "a"}}}
    assert [r.path for r in loaded.removed] == [("effects", "a"), ("squares", "1", "name"), ("aim",)]
    removal = loaded.removal_of("a")
    assert (str(removal.place), removal.was.line) == ("own.yaml:4:6", 2)
    assert (loaded.removal_of("b"), loaded.removal_of("name")) == (None, None)


def test_the_head_of_a_section_alone_removes_nothing(merged):
    tree = merged("effects: {a: {do: []}}\naim: win\n", "effects:\naim: win\n", expect=["P211"]).tree
    assert plain(tree) == {"id": "f1", "effects": {"a": {"do": []}}, "aim": "win"}
    assert plain(merged("effects: {a: {do: []}}\naim: win\n", "effects: null\naim:\n").tree) == {"id": "f1"}


def test_nulls_below_a_field_are_values(merged):
    assert plain(merged("x: {a: {f: 1}}\n", "x: {a: {f: {g: null}}}\n").tree)["x"] == {"a": {"f": {"g": None}}}
    assert plain(merged("x: {a: {f: null}}\n").tree)["x"] == {"a": {"f": None}}


def test_what_is_given_again_is_not_removed(merged):
    loaded = merged("effects: {a: {do: [x]}}\n", "effects: {a: null}\n", "effects: {a: {do: [y]}}\n")
    assert (plain(loaded.tree)["effects"], loaded.removed) == ({"a": {"do": ["y"]}}, ())


def test_squares_are_spread(merged):
    own = """
        sets: {geese: [5, 9], inner: 20..21}
        squares:
          geese: {name: Goose}
          inner: {name: Inner}
          1, 3..4: {name: Lark}
          "7,8": {name: Pear}
          9: {quote: honk}
    """
    squares = merged(own).tree.get("squares")
    names = {
        "5": "Goose",
        "9": "Goose",
        "20": "Inner",
        "21": "Inner",
        **dict.fromkeys("134", "Lark"),
        "7": "Pear",
        "8": "Pear",
    }
    assert {k: v["name"] for k, v in plain(squares).items()} == names
    assert plain(squares)["9"] == {"name": "Goose", "quote": "honk"}
    places = {e.key.text: (e.key.value, e.key.place.line, e.key.place.column, e.key.place.end_column) for e in squares}
    assert places["5"] == (5, 5, 3, 8)
    assert places["1"] == (1, 7, 3, 4)
    assert places["4"] == (4, 7, 6, 10)
    assert places["8"] == (8, 8, 6, 7)


def test_named_squares_are_spread(merged):
    own = """
        board: {squares: towns}
        sets: {towns: [kiel, bonn, ulm], ports: [kiel, bonn]}
        squares: {ports: {sea: 1}, ulm: {sea: 0}}
    """
    assert plain(merged(own).tree.get("squares")) == {"kiel": {"sea": 1}, "bonn": {"sea": 1}, "ulm": {"sea": 0}}


def test_sets_that_only_options_settle_stay(merged):
    own = "sets: {far: [length - 1], odd: x in 1..9}\nsquares: {far: {a: 1}, odd: {a: 2}, unknown: {a: 3}}\n"
    assert list(plain(merged(own).tree)["squares"]) == ["far", "odd", "unknown"]


def test_a_variant_meets_single_squares_of_a_set(merged):
    tree = merged(
        "sets: {geese: [5, 9]}\nsquares: {geese: {name: Goose, land: a}}\n", "squares: {9: {name: Gans}, 5: null}\n"
    ).tree
    assert plain(tree)["squares"] == {"9": {"name": "Gans", "land": "a"}}


def test_a_set_means_what_the_last_file_says(merged):
    tree = merged("sets: {geese: [5, 9]}\nsquares: {geese: {name: Goose}}\n", "sets: {geese: [6]}\n").tree
    assert plain(tree)["squares"] == {"6": {"name": "Goose"}}


def test_phases_keep_their_order_and_new_ones_say_where(merged):
    base = "phases: {a: {do: 1}, b: {do: 2}, c: {do: 3}}\n"
    own = """
        phases:
          last: {do: 4}
          b: {do: 5}
          x: {after: a, do: 6}
          y: {after: a, do: 7}
          z: {after: later, do: 8}
          later: {after: c, do: 9}
    """
    phases = plain(merged(base, own).tree)["phases"]
    assert list(phases) == ["a", "x", "y", "b", "c", "later", "z", "last"]
    assert (phases["b"], phases["x"]) == ({"do": 5}, {"do": 6})


def test_a_phase_after_one_that_is_removed(merged):
    merged("phases: {a: {do: 1}, b: {do: 2}}\n", "phases: {a: null, x: {after: a, do: 3}}\n", expect=["P208"])


def test_every_value_keeps_its_place(merged):
    tree = merged("squares:\n  3: {name: Lark, land: a}\n", "squares:\n  3: {name: Škrlat}\n").tree
    square = tree.get("squares").get("3")
    assert str(square.get("name").place) == "own.yaml:4:13"
    assert (square.get("land").place.line, square.get("land").place.column) == (3, 25)
    assert square.get("land").place.source.name.endswith("f0.yaml")


def test_sources_and_own(merged):
    loaded = merged("a: 1\n", "b: 2\n", "c: 3\n")
    assert [s.text.split("\n")[0] for s in loaded.sources] == ["id: f0", "id: f1", "id: f2"]
    assert plain(loaded.own) == {"id": "f2", "extends": "f1", "c": 3}
    assert plain(loaded.tree) == {"id": "f2", "a": 1, "b": 2, "c": 3}


def test_resolved_text(merged):
    base = "title: T\nsquares:\n  3: {name: Lark, land: [{pays: 2}, [1, []], {}]}\n  4: {name: Pear}\n"
    loaded = merged(base, 'players: 2\nsquares: {3: {name: "No: 3"}}\ntexts: {a: "x\\n\\ty", b: no}\n', expect=["P115"])
    assert resolved_text(loaded) == dedent(
        """\
        id: f1
        title: T
        squares:
          3:
            name: "No: 3"
            land:
              - pays: 2
              - - 1
                - []
              - {}
          4:
            name: Pear
        players: 2
        texts:
          a: "x\\n\\ty"
          b: no
        """
    )
    f0 = loaded.sources[0].name
    told = [line for line in resolved_text(loaded, origins=True).split("\n") if "#" in line]
    assert told == [f"title: T  # {f0}:2", f"    land:  # {f0}:4", f"  4:  # {f0}:5"]


def test_the_hash_is_that_of_the_rules_not_of_the_files(merged):
    whole = merged("a: {b: {c: 1, d: 'x'}}\nz: [1, 2]\n")
    same = load_source(
        Source("other", 'id: "f0"\n'.replace('"', "") + 'a:\n  b:\n    c: 1\n    d: "x"\nz:\n- 1\n- 0x2\n'),
        Library(),
        Report(),
    )
    other = merged("a: {b: {c: 1, d: 'y'}}\nz: [1, 2]\n")
    assert resolved_sha256(whole) == resolved_sha256(same) != resolved_sha256(other)


TEXTS = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    [
        "null",
        "no",
        "- a",
        "a: b",
        "a #b",
        "#",
        "",
        " a ",
        "a:",
        "---",
        "-1",
        "?",
        "'",
        '"',
        "\\",
        "{",
        "5",
        "0x1",
        "1.5",
        "é\n",
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS.filter(bool), inner, max_size=3),
    max_leaves=12,
)


def as_yaml(value):
    """Flow style with every text quoted, by JSON's rules, which YAML shares, but for a few characters."""
    match value:
        case dict():
            return "{" + ", ".join(f"{as_yaml(k)}: {as_yaml(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(as_yaml, value)) + "]"
        case str():
            return '"' + "".join(c if c.isascii() and c.isalnum() else f"\\U{ord(c):08X}" for c in value) + '"'
        case None:
            return "null"
        case _:
            return str(value).lower()


@given(st.dictionaries(TEXTS.filter(bool), VALUES, max_size=4))
def test_resolved_text_loads_to_the_same_tree(content):
    report = Report()
    loaded = load_source(Source("a", f"id: a\nx: {as_yaml(content)}\n"), Library(), report)
    assert list(report) == []
    assert plain(loaded.tree) == {"id": "a", "x": content}
    again = load_source(Source("b", resolved_text(loaded)), Library(), report)
    assert list(report) == []
    assert plain(again.tree) == plain(loaded.tree)
    assert resolved_text(again) == resolved_text(loaded)


YAML_PIECES = st.sampled_from(
    [
        *(
            "a",
            "b: ",
            "- ",
            "\n",
            "  ",
            "{",
            "}",
            "[",
            "]",
            ", ",
            ": ",
            "'",
            '"',
            "# ",
            "|\n",
            ">\n",
            "&x ",
            "*x",
            "!t ",
        ),
        *("<<", "? ", "---\n", "...\n", "%YAML 1.2\n", "\t", "é", "漢", "1", "0x", "no", "null", "\\", "1..9"),
        *("extends: a\n", "squares:\n", "phases:\n", "after: "),
    ]
)


@given(st.lists(YAML_PIECES, max_size=40).map("".join))
def test_no_text_breaks_the_reader(text):
    report = Report()
    tree = read(Source("x", text), report)
    assert tree is not None or report.has_errors
    lines = text.split("\n")
    for found in report:
        assert 1 <= found.place.line <= len(lines)
        assert 1 <= found.place.column <= len(lines[found.place.line - 1]) + 1
    loaded = load_source(Source("x", text), Library(), Report())
    if loaded and not report.has_errors:
        again = load_source(Source("y", resolved_text(loaded)), Library(), Report())
        assert again is None or plain(again.tree) == plain(loaded.tree)


def test_an_empty_document_below_the_last_line_is_told_on_a_line_that_is_there():
    report = Report()
    assert read(Source("x", "---\n  "), report) is None
    assert [(d.code, d.place.line) for d in report] == [("P107", 1)]


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(content):
    report = Report()
    source = decode(content, "x", report)
    if source is None:
        assert report.has_errors
    else:
        assert load_source(source, Library(), report) is not None or report.has_errors
