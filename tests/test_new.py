"""`parlour new`: what it writes checks, passes its scenarios and plays; variants show what can be changed, and how."""

from __future__ import annotations

import re
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import yaml

from parlour import cli
from parlour.interpreter import face, simulating, verdict
from parlour.interpreter.authoring.header import Header
from parlour.interpreter.authoring.plural_forms import with_forms
from parlour.interpreter.authoring.templates import from_template, kinds
from parlour.interpreter.authoring.yaml_text import mapping, scalar
from parlour.interpreter.language.document.tree import Mapping, Scalar, Sequence, Tree
from parlour.interpreter.language.document.writing import flow_text
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.opening import opened
from parlour.interpreter.scenarios.runner import run_scenarios

GAMES = Library().ids()
PLURALS = {"pl": 3, "uk": 3, "sl": 4, "it": 2, "ja": 1}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def new(*words: str) -> int:
    return cli.main(["new", *words])


def uncommented(text: str) -> str:
    """The file with all that stands in comments as what it says; what `##` explains stays a comment."""
    head, *lines = text.splitlines()
    return "\n".join([head, *(re.sub("^# ", "", line) for line in lines)]) + "\n"


def plain(tree: Tree | None) -> Any:
    """A tree as its values."""
    match tree:
        case Mapping():
            return {entry.key.text: plain(entry.value) for entry in tree}
        case Sequence():
            return [plain(item) for item in tree.items]
        case Scalar():
            return tree.value
        case None:
            return {}


class TestTemplates:
    def test_there_are_the_three_kinds(self):
        assert set(kinds()) == {"race", "cards", "dice"}

    @pytest.mark.parametrize("kind", kinds())
    def test_it_validates_tests_and_plays(self, kind, capsys):
        assert new("first-try", "--kind", kind, "--title", "A first try: really") == 0
        assert verdict.check("first-try.yaml") == []
        assert cli.main(["validate", "--strict", "first-try.yaml"]) == 0
        results = run_scenarios(opened("first-try.yaml", Library()))
        assert len(results) >= 5 and all(result.passed for result in results)
        ruleset = face.load("first-try.yaml")
        assert (ruleset.id, ruleset.title) == ("first-try", "A first try: really")
        for players in ruleset.players:
            summary = simulating.simulate(face.Game(ruleset, players), 20, 1)
            assert summary.to_json()["finished"] == 20
        capsys.readouterr()

    @pytest.mark.parametrize("kind", kinds())
    def test_every_policy_and_the_ends_of_every_option_play(self, kind):
        new("tried", "--kind", kind)
        ruleset = face.load("tried.yaml")
        for option in ruleset.options():
            for value in option.choices or (option.low, option.high):
                simulating.simulate(face.Game(ruleset, options={option.name: value}), 3, 1)
        for policy in ruleset.policies:
            simulating.simulate(face.Game(ruleset), 3, 1, [f"bot:{policy}"])

    @pytest.mark.parametrize("kind", kinds())
    def test_it_teaches(self, kind):
        text = from_template(kind, Header("x"))
        sections = re.findall(r"\n\n(.)", text)
        explained = [line for line in text.splitlines() if "#" in line]
        assert len(explained) >= 12 and sections.count("#") >= len(sections) // 2
        assert max(map(len, text.splitlines())) <= 120

    def test_a_race_is_the_first(self, capsys):
        new("one")
        new("two", "--kind", "race")
        one, two = (Path(f"{name}.yaml").read_text("utf-8") for name in ("one", "two"))
        assert one.replace("id: one", "id: two") == two

    @pytest.mark.parametrize("title", ["2048", "yes", "Who's there?", 'A "game": really', "- x", "Łoś # 3", "null"])
    def test_any_title(self, title):
        assert yaml.safe_load(from_template("dice", Header("2048", title)))["title"] == title
        assert yaml.safe_load(from_template("dice", Header("2048", title)))["id"] == "2048"

    def test_it_says_what_to_do_next(self, capsys):
        new("go")
        told = capsys.readouterr().out
        assert "parlour schema > ruleset.schema.json" in told
        commands = re.findall(r"^  parlour (\w+) (.*)$", told, re.MULTILINE)
        assert commands == [("validate", "go.yaml"), ("test", "go.yaml"), ("play", "go.yaml")]


class TestVariants:
    @pytest.mark.parametrize("game", GAMES)
    def test_a_house_rule_is_a_dozen_lines_and_plays_as_its_base(self, game):
        assert new("own", "--from", game) == 0
        text = Path("own.yaml").read_text("utf-8")
        assert sum(not line.startswith("#") for line in text.splitlines() if line) <= 12
        own, base = face.load("own.yaml"), face.load(game)
        assert [d.message for d in own.warnings] == [d.message for d in base.warnings]
        assert (own.title, own.language, own.abstract) == (base.title, base.language, False)
        plays = [simulating.simulate(face.Game(ruleset), 5, 1).to_json() for ruleset in (own, base)]
        differing = {"game", "ruleset_sha256", "games_per_second"}
        assert len({str({k: v for k, v in s.items() if k not in differing}) for s in plays}) == 1

    @pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(("pl", "it", "ja")), strict=False)))
    def test_every_line_of_a_translation_can_be_uncommented(self, game, language):
        assert new("own", "--from", game, "--language", language, "--title", "Own") == 0
        text = Path("own.yaml").read_text("utf-8")
        assert face.load("own.yaml").language == language
        Path("own.yaml").write_text(uncommented(text), "utf-8")
        own, base = (opened(reference, Library()).loaded.tree for reference in ("own.yaml", game))
        assert plain(own.get("squares")) == plain(base.get("squares"))
        assert set(plain(own.get("words"))) >= set(plain(base.get("words")))

    def test_everything_that_players_read_is_listed(self):
        new("own", "--from", "goose", "--language", "it")
        text = Path("own.yaml").read_text("utf-8")
        for wanted in (
            '#   geese: {name: "Goose"}',
            "#   home:",
            "#   ante: {default: 10, help:",
            '#   pool: {name: "pool",',
        ):
            assert wanted in text
        assert "# land: {move: cast.total * going}" in text

    def test_a_line_uncommented_without_its_section_is_understood(self):
        new("own", "--from", "goose")
        lines = Path("own.yaml").read_text("utf-8").splitlines()
        head = lines.index("# squares:")
        lines[head + 1] = lines[head + 1].removeprefix("# ")
        Path("own.yaml").write_text("\n".join(lines), "utf-8")
        (fault,) = verdict.check("own.yaml")
        assert (fault.place.line, fault.code) == (head + 2, "P105")
        assert f"line {head + 1} is a comment" in fault.hint

    def test_a_section_uncommented_without_its_lines_is_understood(self):
        new("own", "--from", "goose")
        text = Path("own.yaml").read_text("utf-8")
        Path("own.yaml").write_text(text.replace("# squares:", "squares:"), "utf-8")
        assert [fault.code for fault in verdict.check("own.yaml")] == ["P211"]

    def test_a_house_rule_lists_only_what_is_ruled(self):
        new("own", "--from", "goose")
        text = Path("own.yaml").read_text("utf-8")
        assert "# squares:" in text and "# options:" in text
        assert "# texts:" not in text and "# words:" not in text

    def test_a_file_in_the_folder_or_below(self):
        Path("bases").mkdir()
        new("base", "-o", "bases/base.yaml")
        new("near")
        assert new("own", "--from", "bases/base.yaml") == 0
        assert "extends: bases/base.yaml\n" in Path("own.yaml").read_text("utf-8")
        assert new("other", "--from", "near") == 0
        assert "extends: near\n" in Path("other.yaml").read_text("utf-8")
        assert verdict.check("own.yaml") == verdict.check("other.yaml") == []

    def test_the_variant_of_a_variant(self):
        new("one", "--from", "pig", "--language", "pl")
        assert new("two", "--from", "one", "--title", "Świnka") == 0
        assert face.load("two.yaml").title == "Świnka"
        assert face.load("two.yaml").language == "pl"

    def test_title_and_language_are_asked_for_at_a_terminal(self, monkeypatch):
        monkeypatch.setattr("parlour.commands.new.click.prompt", lambda text, **rest: {"Title": "Oca"}.get(text, "it"))
        monkeypatch.setattr("parlour.commands.new.sys.stdin", type("Terminal", (), {"isatty": lambda self: True})())
        assert new("oca", "--from", "goose") == 0
        assert (face.load("oca.yaml").title, face.load("oca.yaml").language) == ("Oca", "it")


class TestPluralForms:
    TWO = mapping([("one", scalar("{n} a")), ("other", scalar("{n} b")), ("by", scalar("n"))])

    @pytest.mark.parametrize("language", PLURALS)
    def test_each_form_that_is_needed(self, language):
        found = with_forms(self.TWO, language)
        if PLURALS[language] == 1:
            assert found == self.TWO.get("other")
        else:
            assert len([name for name in found.index if name != "by"]) == PLURALS[language]
            assert found.get("by") == self.TWO.get("by")

    def test_other_forms_of_a_word_stay(self):
        word = mapping([("name", scalar("frank")), ("one", scalar("{n} x")), ("other", scalar("{n} y"))])
        assert flow_text(with_forms(word, "pl")) == ('{one: "{n} x", few: "{n} y", many: "{n} y", name: frank}')
        assert flow_text(with_forms(word, "ja")) == '{other: "{n} y", name: frank}'

    def test_what_has_no_forms_stays(self):
        for tree in (scalar("x"), mapping([("name", scalar("x")), ("the", scalar("the x"))])):
            assert with_forms(tree, "sl") == tree


class TestRefusals:
    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (["My Game"], 2, "'my-game'"),
            (["game.yaml"], 2, "'game'"),
            (["-x"], 2, ""),
            (["../x"], 2, "no id"),
            (["pig"], 2, "the library has a game 'pig'"),
            (["x", "--kind", "chess"], 2, "race"),
            (["x", "--language", "it"], 2, "--from"),
            (["x", "--from", "goose", "--kind", "dice"], 2, "one of them"),
            (["x", "--from", "goose", "--language", "italian"], 2, "no tag of a language"),
            (["x", "--from", "gose"], 3, "did you mean 'goose'"),
            (["x", "--from", "gone.yaml"], 3, "gone.yaml"),
            (["x", "-o", "x.txt"], 2, ".yaml"),
            (["x", "-o", "gone/x.yaml"], 3, "no folder"),
            (["there"], 3, "--force"),
            (["there", "--force", "--from", "there"], 2, "cannot extend itself"),
            (["there", "--force", "--from", "./there.yaml"], 2, "cannot extend itself"),
            (["x", "--from", "faulty.yaml"], 1, "faulty.yaml:1"),
            (["x", "-o", "below", "--from", "there.yaml"], 2, "-o x.yaml"),
            (["x", "--from", str(Library().folder / "pig.yaml")], 2, "--from pig"),
        ],
    )
    def test_what_cannot_be_done_is_said(self, words, code, said, capsys):
        new("there")
        Path("below").mkdir()
        Path("faulty.yaml").write_text("parlour: 2\n", "utf-8")
        before = sorted(Path().rglob("*"))
        capsys.readouterr()
        assert new(*words) == code
        assert said in capsys.readouterr().err
        assert sorted(Path().rglob("*")) == before

    def test_force_writes_over(self):
        new("there")
        assert new("there", "--force", "--kind", "dice") == 0
        assert "chance:" in Path("there.yaml").read_text("utf-8")

    def test_the_first_line_is_that_of_the_page_on_editors(self):
        page = (Path(__file__).parents[1] / "docs" / "editors.md").read_text("utf-8")
        new("one")
        assert f"```yaml\n{Path('one.yaml').read_text('utf-8').splitlines()[0]}\n```" in page

    def test_the_rulesets_of_a_checkout_have_their_schema(self):
        Path("rulesets").mkdir()
        Path("schema").mkdir()
        Path("schema/ruleset.schema.json").write_text("{}", "utf-8")
        new("mine", "-o", "rulesets")
        assert (
            Path("rulesets/mine.yaml")
            .read_text("utf-8")
            .startswith("# yaml-language-server: $schema=../schema/ruleset.schema.json\n")
        )
