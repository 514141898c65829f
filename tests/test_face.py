"""The Python face: what `import parlour` gives, and that it waits for nothing before it is asked."""

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import parlour
from parlour import interpreter

ROOT = Path(__file__).parents[1]
NAMES = set(interpreter.__all__)


def names_of_stub(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        alias.asname: f"{node.module}.{alias.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    listed = next(node.value for node in tree.body if isinstance(node, ast.Assign))
    return imported, set(ast.literal_eval(listed))


@pytest.mark.parametrize("folder", [".", "interpreter"])
def test_the_stub_says_what_is_there(folder):
    """mypy and editors read the stub, Python the lazy module: both name the same things from the same places."""
    imported, listed = names_of_stub(ROOT / folder / "__init__.pyi")
    assert listed == set(imported) == NAMES
    for name, origin in imported.items():
        module, _, attribute = origin.rpartition(".")
        assert getattr(import_module(module), attribute) is getattr(parlour, name)
        assert getattr(interpreter, name) is getattr(parlour, name)


def test_names_are_listed():
    assert set(dir(parlour)) >= NAMES
    assert set(dir(interpreter)) >= NAMES


@pytest.mark.parametrize("module", [parlour, interpreter])
def test_other_names_are_missing(module):
    with pytest.raises(AttributeError, match=f"module '{module.__name__}' has no attribute 'lode'"):
        _ = module.lode


def test_an_import_waits_for_nothing():
    heavy = {"yaml", "lark", "jsonschema", "babel", "rich", "click", "parlour.interpreter"}
    code = "import sys, parlour; print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not heavy & set(shown.split())


def test_everything_can_be_imported_by_a_star():
    code = "from parlour import *; print(load('pig').id, Game, simulate, Severity.ERROR)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.startswith("pig <class")


def test_a_ruleset_tells_about_itself():
    ruleset = parlour.load("humbert-uk")
    assert (ruleset.id, ruleset.language, ruleset.players, ruleset.abstract) == ("humbert-uk", "uk", (2, 2), False)
    assert ruleset.title
    assert ruleset.summary
    options = {option.name: option for option in ruleset.options()}
    assert (options["lot"].default, options["lot"].choices) == ("tickets", ("tickets", "coins"))
    kept = options["beans_kept"]
    assert (kept.default, kept.low, kept.high, kept.choices) == (10, 0, 100, ())
    assert parlour.load("pig").policies == ("hold_at_20", "hold_at_25")
    assert len({parlour.load(name).sha256 for name in ("humbert-uk", "humbert-ca", "humbert")}) == 3


def test_options_depend_on_who_plays():
    ruleset = parlour.load("bank-nl")
    deals = [next(o.default for o in ruleset.options(players) if o.name == "deals") for players in (None, 2, 7)]
    assert deals == [2, 2, 7]
    with pytest.raises(parlour.RulesetError):
        ruleset.options(13)


def test_a_path_or_an_id(tmp_path):
    copy = tmp_path / "copy.yaml"
    copy.write_text((ROOT / "rulesets" / "pig.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    assert parlour.load(copy).sha256 == parlour.load(str(copy)).sha256 == parlour.load("pig").sha256
    assert parlour.load("copy", parlour.Library(tmp_path)).id == "pig"
    with pytest.raises(parlour.UnknownRuleset, match="did you mean 'goose'"):
        parlour.load("goos")
    with pytest.raises(FileNotFoundError):
        parlour.load(tmp_path / "none.yaml")
    with pytest.raises(FileNotFoundError):
        parlour.check(tmp_path / "none.yaml")


def test_check_tells_everything(tmp_path):
    assert parlour.check("pig") == []
    path = tmp_path / "pig.yaml"
    text = (ROOT / "rulesets" / "pig.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("faces: 6", "faces: [6").replace("id: pig", "id: [pig"), encoding="utf-8")
    with pytest.raises(parlour.RulesetError) as caught:
        parlour.load(path)
    found = parlour.check(path)
    assert found == list(caught.value.diagnostics)
    assert all(isinstance(d, parlour.Diagnostic) for d in found)
    assert found[0].severity is parlour.Severity.ERROR
    assert (found[0].place.source.name, found[0].place.line) == (str(path), 3)


def test_what_settles_is_checked_too(tmp_path):
    path = tmp_path / "pig.yaml"
    text = (ROOT / "rulesets" / "pig.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("default: 100", "default: 1"), encoding="utf-8")
    assert [d.code for d in parlour.check(path)] == ["P505"]


@pytest.mark.parametrize(
    ("goal", "code", "hint"),
    [
        ("many", "P504", "write a whole number"),
        (10**20, "P504", "numbers go from -92"),
        (2**63 - 1, "P505", "choose one"),
    ],
)
def test_numbers_of_64_bits_are_numbers_for_an_option(goal, code, hint):
    with pytest.raises(parlour.RulesetError) as caught:
        parlour.Game(parlour.load("pig"), options={"goal": goal})
    (found,) = caught.value.diagnostics
    assert (found.code, found.hint[: len(hint)]) == (code, hint)


@pytest.fixture(scope="module")
def game():
    return parlour.Game(parlour.load("pig"), players=2, options={"goal": 30})


class TestGame:
    def test_it_knows_its_setting(self, game):
        assert (game.players, game.options, game.ruleset.id) == (2, {"goal": 30}, "pig")
        assert game.program.seats == 2

    @pytest.mark.parametrize(
        ("players", "options"), [(11, {}), (0, {}), (2, {"gaol": 3}), (2, {"goal": 1}), (2, {"goal": "many"})]
    )
    def test_what_does_not_suit_is_refused(self, game, players, options):
        with pytest.raises(parlour.RulesetError):
            parlour.Game(game.ruleset, players, options)

    def test_options_as_text_or_as_values(self, game):
        for value in (40, "40"):
            assert parlour.Game(game.ruleset, options={"goal": value}).options == {"goal": 40}

    def test_a_game_with_the_dice_of_a_seed(self, game):
        state = game.new_state(seed=3, number=5)
        assert isinstance(state, parlour.State)
        assert (state.is_chance, state.is_terminal) == (False, False)
        assert state.current_player == 0
        assert [state.describe(action) for action in state.legal_actions()] == ["hold", "roll_on"]
        again = game.new_state(seed=3, number=5)
        while not state.is_terminal:
            state.apply(state.legal_actions()[-1])
            again.apply(again.legal_actions()[-1])
        assert state.vector == again.vector
        assert state.returns() == [1.0 if seat in state.winners else 0.0 for seat in range(2)]

    def test_a_game_whose_dice_are_given(self, game):
        state = game.new_state()
        assert state.is_chance
        assert state.current_player is None
        outcomes = state.chance_outcomes()
        assert [(weight, total) for _, weight, total in outcomes] == [(1, 6)] * 6
        assert [state.outcome_spelling(outcome) for outcome, _, _ in outcomes] == list("123456")
        state.apply(state.outcome_named("6"))
        assert state.current_player == 0
        with pytest.raises(parlour.IllegalMove):
            state.apply(7)

    def test_a_clone_goes_its_own_way(self, game):
        state = game.new_state(seed=1)
        other = state.clone()
        other.apply(1)
        assert state.vector != other.vector
        state.apply(1)
        assert state.vector == other.vector

    def test_a_saved_state_is_restored(self, game):
        state = game.new_state(seed=1)
        state.apply(1)
        restored = game.from_json(json.loads(json.dumps(state.to_json())))
        assert (restored.vector, restored.legal_actions()) == (state.vector, state.legal_actions())
        for one in (state, restored):
            while not one.is_terminal:
                one.apply(one.legal_actions()[0])
        assert state.vector == restored.vector

    def test_a_state_of_other_rules_is_refused(self, game):
        saved = game.new_state(seed=1).to_json()
        other = parlour.Game(game.ruleset, players=2, options={"goal": 31})
        with pytest.raises(parlour.UnreadableState, match="other rules"):
            other.from_json(saved)
        with pytest.raises(parlour.UnreadableState):
            game.from_json(None)

    def test_simulate(self, game):
        summary = parlour.simulate(game, 200, seed=4, seats=["bot:hold_at_20", "bot:random"])
        assert isinstance(summary, parlour.Summary)
        assert summary.games == sum(share.games for share in summary.outcomes.values()) == 200
        wins = [0, 0]
        for number in range(3):
            result = game.played(4, number)
            wins[result.winners[0]] += 1
        assert sum(wins) == 3
        assert summary.setting.seats == ("bot:hold_at_20", "bot:random")
        told = []
        assert parlour.simulate(game, 600, engine="machine", progress=told.append).games == 600
        assert told == sorted(set(told)) and told[-1] == 600 and len(told) > 2


def test_a_rule_that_fails_while_running_is_told_with_its_place(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text(
        "parlour: 1\nid: x\ntitle: x\nlanguage: en\nplayers: 1\nchance: {die: {throw: 1, faces: 6}}\n"
        "phases:\n  go:\n    do:\n      - roll: {with: die, as: t}\n"
        "      - if: 6 // (t.total - 3) > 2\n        then: {end: {outcome: high}}\n        else: {end: {outcome: low}}\n",
        encoding="utf-8",
    )
    game = parlour.Game(parlour.load(path))
    state = game.new_state()
    with pytest.raises(parlour.Fault, match=r"x\.yaml:11:\d+: division by zero"):
        state.apply(state.outcome_named("3"))
    with pytest.raises(parlour.GameFault):
        parlour.simulate(game, 100)


def test_cards_are_counted_in_the_order_that_the_page_of_randomness_says(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text(
        "parlour: 1\nid: x\ntitle: x\nlanguage: en\nplayers: 1\n"
        "cards: {pack: {standard: 32, cards: {fool: {copies: 3}}}}\n"
        "zones: {stock: {of: table, starts: pack, order: shuffled}, hand: {of: player, order: none}}\n"
        "phases: {deal: {each: players, do: {deal: {from: stock, to: me.hand, cards: 1}}}}\nscore: me.hand.size\n",
        encoding="utf-8",
    )
    state = parlour.Game(parlour.load(path)).new_state()
    suits, ranks = ("clubs", "diamonds", "hearts", "spades"), ("A", "7", "8", "9", "10", "J", "Q", "K")
    spelled = [state.outcome_spelling(outcome) for outcome, _, _ in state.chance_outcomes()]
    assert spelled == [*(f"{rank} of {suit}" for suit in suits for rank in ranks), "fool"]
