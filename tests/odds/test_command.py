"""`parlour odds` as it is typed in: tables, JSON, sweeps, refusals in words, best play in a file."""

import json

import pytest

from parlour.cli import main
from parlour.interpreter import keeping, narrowing
from parlour.interpreter.face import Game, load
from parlour.interpreter.native.compiling import NativeUnavailable
from parlour.interpreter.runtime.bots import PolicyBot
from parlour.interpreter.runtime.game import play_out
from parlour.interpreter.runtime.policies import TableBot, UnreadablePolicy, read_policy
from parlour.interpreter.runtime.random import bot_stream

FAILS = """
parlour: 1
id: fails
title: Fails
language: en
players: 2
chance: {die: {faces: 6}}
variables: {sum: {of: player, range: 0..3}}
phases:
  race:
    turns: players
    do:
      - roll: {with: die, as: t}
      - add: {me.sum: t.total}
      - if: me.sum > 2
        end: {outcome: home, winners: me}
score: me.sum
texts: {home: Home.}
"""


def run(capsys, *words):
    code = main(["odds", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_shape_of_the_document(capsys):
    code, out, err = run(capsys, "piglet", "--players", "2", "--option", "goal=2", "--json")
    data = json.loads(out)
    assert (code, err) == (0, "")
    assert data["game"] == "piglet"
    assert data["players"] == 2
    assert data["seats"] == ["bot:random", "bot:random"]
    assert data["options"] == {"goal": 2}
    assert data["outcomes"]["reached"]["share"] == pytest.approx(1)
    assert [w["seat"] for w in data["winners"]] == [1, 2]
    assert sum(w["share"] for w in data["winners"]) == pytest.approx(1)
    assert {"mean", "sd", "quantiles"} <= set(data["turns"])
    assert set(data["turns"]["quantiles"]) == {"0.05", "0.25", "0.5", "0.75", "0.95"}
    assert data["states"] > 0
    assert data["seconds"] > 0


def test_quantiles_that_would_take_too_long_are_refused(capsys, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.lasting.WORK", 1000)
    code, out, _ = run(capsys, "piglet", "--players", "2", "--option", "goal=2", "--json")
    data = json.loads(out)
    assert (code, data["turns"]["quantiles"]) == (1, None)
    assert [refusal["asked"] for refusal in data["refused"]] == ["quantiles"]


def test_nothing_is_promised_where_slices_say_that_nothing_is_in_the_way(capsys):
    owing = ["--option", "empty_purse=owes", "--option", "empty_bank=owes"]
    code, _, err = run(capsys, "humbert-ca", *owing)
    assert code == 1
    assert "no exact dry: " in err
    assert "no state would have to hold them" not in err


def test_fractions(capsys):
    pytest.importorskip("flint")
    code, out, _ = run(capsys, "piglet", "--seats", "best,best", "--option", "goal=2", "--exact", "--json")
    assert code == 0
    assert json.loads(out)["winners"][0]["fraction"] == "4/7"


def test_a_table_for_people(capsys):
    code, out, _ = run(capsys, "hi-ho", "--players", "2")
    assert code == 0
    assert "0.518720469382" in out
    assert "18.6523622867" in out


def test_best_play_is_told_where_it_is_small(capsys):
    code, out, _ = run(capsys, "piglet", "--players", "2", "--option", "goal=2", "--seats", "best")
    assert code == 0
    assert "best play is worth 0.571428571429" in out
    assert "hold_or_toss:" in out


def test_swept_values_are_what_they_are(capsys):
    _, out, _ = run(capsys, "piglet", "--players", "2", "--sweep", "goal=2,3", "--json")
    data = json.loads(out)
    assert data["sweep"] == {"goal": [2, 3]}
    assert [one["options"]["goal"] for one in data["runs"]] == [2, 3]


def test_a_sweep_is_one_table(capsys):
    code, out, _ = run(capsys, "piglet", "--seats", "best", "--players", "2", "--sweep", "goal=2,3")
    assert code == 0
    assert "57.142857 %" in out
    assert "54.545455 %" in out


def test_what_is_out_of_reach_is_said_with_the_reason_and_what_would_help(capsys):
    code, out, err = run(capsys, "humbert-ca")
    assert code == 1
    assert "0.396376556827" in out  # what is exact all the same
    assert "no exact scores" in err
    assert "lent, purse and bank" in err
    assert "--option empty_purse=owes" in err
    assert "parlour simulate humbert-ca --players 2" in err


def test_too_many_states(capsys):
    code, out, err = run(capsys, "chutes", "--players", "2", "--max-states", "100")
    assert (code, out) == (1, "")
    assert "they depend on at" in err
    assert "more than 100 states" in err


def test_where_nothing_can_be_said_the_options_that_would_help_are_named(capsys):
    code, out, err = run(capsys, "humbert-ca", "--option", "empty_purse=ruined", "--max-states", "5000")
    assert (code, out) == (1, "")
    assert "no exact odds: they depend on missing, at, lent, purse and bank" in err
    assert "--option empty_purse=pays_what_there_is: it would depend on at, missing only" in err
    assert "parlour simulate humbert-ca --players 2 --option empty_purse=ruined" in err


def test_json_is_one_document_also_where_nothing_can_be_said(capsys):
    _, whole, _ = run(capsys, "piglet", "--option", "goal=2", "--json")
    code, out, _ = run(capsys, "chutes", "--players", "2", "--max-states", "100", "--json")
    data = json.loads(out)
    assert code == 1
    assert list(data) == list(json.loads(whole))
    assert data["outcomes"] is None
    assert data["refused"][0]["fields"] == ["at"]


def test_a_row_of_a_sweep_that_is_out_of_reach_is_told_and_stays(capsys):
    words = ("humbert-ca", "--sweep", "empty_purse=all", "--max-states", "3500")
    code, out, err = run(capsys, *words)
    assert code == 1
    assert out.splitlines()[-1].split() == ["ruined", *["–"] * 6]
    assert "no exact scores in 1 of 3: " in err or "no exact scores in 2 of 3: " in err
    assert "no exact odds in 1 of 3: they depend on" in err
    assert "parlour simulate humbert-ca --players 2 --sweep empty_purse=pays_what_there_is,owes,ruined" in err
    _, out, _ = run(capsys, *words, "--json")
    assert [one["outcomes"] is None for one in json.loads(out)["runs"]] == [False, False, True]


def test_the_command_that_simulates_names_the_file(capsys, tmp_path):
    path = tmp_path / "own rules.yaml"
    path.write_text("parlour: 1\nid: own\ntitle: Own\nlanguage: en\nextends: humbert-ca\n", encoding="utf-8")
    _, _, err = run(capsys, str(path))
    assert f"parlour simulate '{path}' --players 2" in err


def test_a_rule_that_fails_is_told_once_and_simulates_no_better(capsys, tmp_path):
    path = tmp_path / "fails.yaml"
    path.write_text(FAILS, encoding="utf-8")
    code, out, err = run(capsys, str(path), "--json")
    assert code == 1
    assert "outside 0..3" in json.loads(out)["refused"][0]["why"]
    assert err.count("outside 0..3") == 1
    assert "parlour simulate" not in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("piglet", "--sweep", "goal=2,3", "--exact"), "add --json"),
        (("chutes", "--sweep", "edition=all", "--visits"), "add --json"),
        (("piglet", "--seats", "bot:best"), "write best"),
        (("piglet", "--seats", "nobody"), "bot:POLICY"),
        (("piglet", "--seats", "bot:hold_at_tow"), "did you mean"),
        (("piglet", "--seats", "bot:nobody"), "allowed: 'hold_at_2', 'hold_at_3', 'random'"),
        (("piglet", "--seats", "bot:greedy"), "not known exactly"),
        (("piglet", "--seats", "bot:hold_at_20,best,best", "--players", "2"), "3 seats"),
        (("piglet", "--save-policy", "x.json"), "--seats best"),
        (("piglet", "--sweep", "gaol=1,2"), "goal"),
    ],
)
def test_wrong_usage(capsys, words, said):
    code, _, err = run(capsys, *words)
    assert code == 2
    assert said in err


def test_a_policy_that_has_no_folder_is_told_before_the_work(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("parlour.commands.answering.odds", None)
    code, out, err = run(capsys, "piglet", "--seats", "best", "--save-policy", str(tmp_path / "none" / "x.json"))
    assert (code, out) == (3, "")
    assert "there is no folder" in err


def test_a_fault_of_ours_is_not_blamed_on_the_seats(capsys, monkeypatch):
    def broken(*given, **asked):
        raise ValueError("zip() argument 2 is shorter than argument 1")

    monkeypatch.setattr("parlour.commands.answering.odds", broken)
    code, _, err = run(capsys, "piglet")
    assert code == 3
    assert "internal error" in err
    assert "--seats" not in err


def test_without_machine_code_it_says_so(capsys, monkeypatch):
    def missing():
        raise NativeUnavailable("llvmlite cannot be loaded: lost")

    monkeypatch.setattr("parlour.interpreter.odds.solving.kernels.host", missing)
    code, out, err = run(capsys, "pig", "--option", "goal=20")
    assert (code, out) == (1, "")
    assert (
        "no exact odds: they are worked out in machine code, and there is none here: llvmlite cannot be loaded" in err
    )
    assert "parlour simulate pig --players 1 --option goal=20" in err


def test_more_than_two_at_their_best_are_refused(capsys):
    code, out, err = run(capsys, "piglet", "--seats", "best", "--players", "3")
    assert (code, out) == (1, "")
    assert "two against each other" in err


BY_POLICY = "with bot:hold_at_2 instead: parlour simulate piglet --players 2 --seats bot:hold_at_2,bot:hold_at_3"


def test_where_best_play_is_out_of_reach_the_report_says_what_can_be_done(capsys):
    code, out, err = run(capsys, "piglet", "--seats", "best,bot:hold_at_3", "--max-states", "3")
    assert (code, out) == (1, "")
    assert "--max-states N: more than 3 are explored" in err
    assert f"best play is not known, and cannot be simulated; {BY_POLICY}" in err
    _, _, err = run(capsys, "chutes", "--seats", "best,best", "--max-states", "3")
    assert "parlour simulate chutes --players 2 --seats bot:greedy,bot:greedy" in err
    code, _, err = run(capsys, "drop-dead", "--seats", "best,bot:random", "--aim", "score", "--max-states", "500")
    saved = "parlour simulate drop-dead --players 2 --seats bot:best.json,bot:random"
    assert f"the rest by chance, with --save-policy best.json first: {saved}" in err


def test_hidden_cards_are_refused(capsys):
    code, _, err = run(capsys, "bell-and-hammer", "--seats", "best", "--max-states", "1000")
    assert code in (1, 3)
    assert "best" in err or "states" in err or "bell-and-hammer" in err


class TestBestPlayInAFile:
    @pytest.fixture
    def saved(self, tmp_path, capsys):
        path = tmp_path / "best.json"
        words = ("--option", "goal=5", "--seats", "best,bot:hold_at_2", "--save-policy", str(path))
        code, out, err = run(capsys, "piglet", *words, "--json")
        assert code == 0
        assert "situations" in err
        return json.loads(path.read_text()), json.loads(out)["winners"][0]["share"]

    def test_it_plays_as_well_as_it_was_worked_out(self, saved):
        data, share = saved
        game = Game(load("piglet"), 2, {"goal": 5})
        policy = read_policy(data, game.program)
        won = 0
        for number in range(2000):
            state = game.new_state(3, number)
            play_out(
                state, [TableBot(policy, bot_stream(3, number, 0)), PolicyBot("hold_at_2", bot_stream(3, number, 1))]
            )
            won += 0 in state.winners
        spread = (share * (1 - share) / 2000) ** 0.5
        assert abs(won / 2000 - share) < 4 * spread

    def test_it_is_of_one_game_alone(self, saved):
        with pytest.raises(UnreadablePolicy, match="for goal=5, and here it is 6"):
            read_policy(saved[0], Game(load("piglet"), 2, {"goal": 6}).program)
        with pytest.raises(UnreadablePolicy, match="no policy"):
            read_policy({}, Game(load("piglet"), 2).program)


GAMES = [("goose", 2), ("hi-ho", 3), ("lcr", 3), ("dreidel", 2), ("piglet", 2), ("goose-nl", 2)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_odds_and_simulation_agree(capsys, name, players):
    """Shares of outcomes and winners, mean turns and scores: within four standard errors of a thousand games."""
    _, out, _ = run(capsys, name, "--players", str(players), "--json")
    exact = json.loads(out)
    game, games = Game(load(name), players), 1000
    results = [game.played(5, number) for number in range(games)]
    for outcome, figure in exact["outcomes"].items():
        share = figure["share"]
        found = sum(r.outcome == outcome for r in results) / games
        assert abs(found - share) <= 4 * (share * (1 - share) / games) ** 0.5 + 1e-9
    for seat, figure in enumerate(exact["winners"]):
        share = figure["share"]
        found = sum(seat in r.winners for r in results) / games
        assert abs(found - share) <= 4 * (share * (1 - share) / games) ** 0.5 + 1e-9
    mean, sd = exact["turns"]["mean"], exact["turns"]["sd"]
    assert abs(sum(r.turns for r in results) / games - mean) <= 4 * sd / games**0.5
    for seat, figure in enumerate(exact["scores"]):
        scores = [r.scores()[seat] for r in results]
        average = sum(scores) / games
        spread = (sum((s - average) ** 2 for s in scores) / games) ** 0.5
        assert abs(average - figure["mean"]) <= 4 * spread / games**0.5 + 1e-9


@pytest.fixture
def tried(monkeypatch, tmp_path):
    """Which changes of options are tried; what is kept is kept in a folder of this test's own."""
    monkeypatch.setattr(keeping, "user_cache_path", lambda *a, **k: tmp_path / "cache")
    changes, trial = [], narrowing._tried
    monkeypatch.setattr(narrowing, "_tried", lambda *given: changes.append(given[2]) or trial(*given))
    return changes


def test_options_that_would_help_are_found_with_few_trials(capsys, tried):
    _, _, err = run(capsys, "humbert-ca")
    assert [line for line in err.splitlines() if line.startswith("  --option")] == [
        "  --option empty_purse=owes: it would depend on bank, lent only",
        "  --option empty_purse=owes --option empty_bank=owes: no state would have to hold them",
    ]
    assert len(tried) == 3


def test_options_that_would_help_are_looked_for_once(capsys, tried):
    answers = [run(capsys, "treize", "--max-states", "2000")[2] for _ in range(2)]
    looked_for = len(tried)
    assert "--option rounds=1" in answers[0] and looked_for
    assert answers[0] == answers[1]
    run(capsys, "treize", "--max-states", "2000", "--option", "cards_used=one_suit")
    assert len(tried) > looked_for


@pytest.mark.parametrize(
    ("game", "narrowed"),
    [
        ("treize", "rounds=1: it would depend on is_hit, purse, stock only"),
        (
            "easy-go",
            "deals=1: it would depend on hand, p, pool, purse, stock only, in more than 2,000 states all the same",
        ),
    ],
)
def test_the_low_end_of_a_range_is_named_where_it_helps(capsys, game, narrowed):
    _, _, err = run(capsys, game, "--max-states", "2000")
    assert [line for line in err.splitlines() if line.startswith("  --option")] == [f"  --option {narrowed}"]


def test_the_option_that_is_named_brings_it_within_reach(capsys):
    assert run(capsys, "treize", "--max-states", "20000")[0] == 1
    assert (
        run(capsys, "treize", "--max-states", "20000", "--option", "rounds=1", "--option", "cards_used=one_suit")[0]
        == 0
    )


def test_low_ends_are_tried_only_where_no_word_helps(capsys, tried):
    run(capsys, "monete-di-bologna", "--max-states", "20000")
    assert [("debts", "owes")] in tried
    assert all(isinstance(value, str) for changes in tried for _, value in changes)
