"""`parlour diff`: what differs by meaning, with both places; spelling does not; results side by side."""

import json

import pytest

from parlour.interpreter.odds.answer import OutOfReach
from parlour.interpreter.odds.solving.solution import Refusal


@pytest.fixture
def other(sound, sound_text, put):
    """The sound ruleset with changes; the first is `coin.yaml`."""

    def made(*changes):
        text = sound_text
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        return put(text, "other.yaml")

    return made


def test_equal_rulesets_mean_the_same(run, sound, other):
    ran = run("diff", sound, other())
    assert (ran.code, ran.err) == (0, "")
    assert "they mean the same" in ran.out


@pytest.mark.parametrize(
    "change",
    [
        ("t.total > sides or", "t.total>sides   or"),
        ("      - roll: {with: die, as: t}", "      - roll: {as: t, with: die}"),
        ("{end: {outcome: over, winners: me}}", "[{end: {outcome: over, winners: me}}]"),
        ("range: 1..9", "range: 1 .. 9"),
    ],
)
def test_spelling_is_no_difference(change, run, sound, other):
    assert "they mean the same" in run("diff", sound, other(change)).out


def test_a_changed_option_shows_both_values_and_places(run, sound, other):
    ran = run("diff", sound, other(("default: 2", "default: 3")))
    assert "  ~ sides.default: 2 → 3\n      coin.yaml:8 → other.yaml:8" in ran.out


def test_statements_are_compared_one_by_one(run, sound, other):
    ran = run("diff", sound, other(("      - roll:", "      - miss_turns: 1\n      - roll:")))
    assert "  + play.do.1: {miss_turns: 1}\n      other.yaml:18" in ran.out
    assert ran.out.count("other.yaml:") == 1


def test_what_is_only_read_is_counted_and_listed_on_request(run, sound, other):
    files = sound, other(("sides that cost nothing", "sides"), ("title: Coin", "title: Other"))
    ran = run("diff", *files)
    assert "they are played alike" in ran.out
    assert "  options: 1 changed\n  title: 1 changed" in ran.out
    assert "  ~ sides.help: sides that cost nothing → sides" in run("diff", *files, "--texts").out


def test_a_section_that_one_has_alone_is_told_by_its_names(run, sound, other):
    ran = run("diff", sound, other(("measures: {left: bank}", "")))
    assert "measures\n  - left: bank\n      coin.yaml:23" in ran.out


def test_json_has_every_difference_with_its_places(run, sound, other):
    ran = run("diff", sound, other(("default: 2", "default: 3"), ("title: Coin", "title: Other")), "--json")
    rules, read = json.loads(ran.out)["differences"]
    assert rules == {
        "kind": "changed",
        "path": "options.sides.default",
        "rules": True,
        "old": {"text": "2", "file": "coin.yaml", "line": 8, "column": 20},
        "new": {"text": "3", "file": "other.yaml", "line": 8, "column": 20},
    }
    assert (read["path"], read["rules"]) == ("title", False)


def test_odds_stand_side_by_side(run, sound, other):
    ran = run("diff", sound, other(("default: 2", "default: 3")), "--odds")
    (turns,) = [line.split() for line in ran.out.splitlines() if line.startswith("turns")]
    assert turns == ["turns", "1.285714", "1.500000", "+0.214286"]


def test_results_of_games_stand_side_by_side(run, sound, other):
    ran = run("diff", sound, other(("default: 2", "default: 3")), "-n", 400, "--json")
    one, two = json.loads(ran.out)["results"]
    assert one["games"] == two["games"] == 400
    assert one["turns"]["mean"] < two["turns"]["mean"]
    assert " ± " in run("diff", sound, other(("default: 2", "default: 3")), "-n", 400).out


@pytest.fixture
def out_of_reach(monkeypatch):
    def refuse(*_, **__):
        raise OutOfReach(Refusal("the odds", "there are too many states"))

    monkeypatch.setattr("parlour.commands.answering.odds", refuse)


def test_odds_out_of_reach_are_told_with_how_to_simulate_them_and_the_rest_is_printed(run, sound, other, out_of_reach):
    ran = run("diff", sound, other(("default: 2", "default: 3")), "--odds")
    assert ran.code == 1
    assert "default: 2 → 3" in ran.out
    assert ran.err.splitlines() == [
        "coin.yaml: no exact odds: there are too many states",
        "the rest by chance: parlour simulate coin.yaml --players 1",
        "other.yaml: no exact odds: there are too many states",
        "the rest by chance: parlour simulate other.yaml --players 1",
    ]


def test_json_has_a_document_for_each_also_where_odds_are_out_of_reach(run, sound, out_of_reach):
    ran = run("diff", sound, sound, "--odds", "--json")
    assert ran.code == 1
    one, two = json.loads(ran.out)["results"]
    assert one == two
    assert one["outcomes"] is None
    assert one["refused"][0]["why"] == "there are too many states"


def test_what_is_refused_of_one_alone_is_a_dash_there(run):
    ran = run("diff", "hi-ho", "bell-and-hammer", "--odds", "--players", 2)
    assert ran.code == 1
    rows = {line.partition("  ")[0]: line.split()[-3:] for line in ran.out.splitlines()}
    assert rows["seat 1 wins"] == ["0.518720", "–", "–"]
    assert rows["score of seat 1"][1:] == ["36.784980", "+30.097264"]
    assert [line.partition(" ")[0] for line in ran.err.splitlines()] == ["bell-and-hammer:", "the"]
    assert "the rest by chance: parlour simulate bell-and-hammer --players 2" in ran.err


def test_a_rule_that_fails_in_a_game_is_a_problem(run, sound, other):
    failing = other(("t.total > sides", "1 // (t.total - t.total) > sides"))
    ran = run("diff", sound, failing, "-n", 5)
    assert ran.code == 1
    assert "other.yaml: game 0 failed" in ran.err


def test_one_kind_of_results_at_a_time(run, sound):
    assert run("diff", sound, sound, "--odds", "-n", 5).code == 2


def test_a_ruleset_that_is_not_there(run, sound):
    assert run("diff", sound, "nowhere.yaml").code == 3


def test_a_faulty_ruleset(run, sound, faulty_text, put):
    assert run("diff", sound, put(faulty_text, "faulty.yaml")).code == 1


def test_as_many_play_as_seats_are_given(run, sound, other):
    ran = run("diff", sound, other(("default: 2", "default: 3")), "-n", 10, "--seats", "bot,bot", "--json")
    assert ran.code == 0
    assert [found["players"] for found in json.loads(ran.out)["results"]] == [2, 2]
