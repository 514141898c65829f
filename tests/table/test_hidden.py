"""What is hidden stays hidden: in what is told, in logs, at the prompt, for one person, for several and for none."""

import json
import re

import pytest

CARD = re.compile(r"\b(?:\d+|ace|jack|queen|king) of (?:hearts|diamonds|clubs|spades)\b")


def dealt(path):
    """Seat → the cards it was dealt, from a log that sees them: that of a game in which it is the only person."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line.get("event") == "dealt"]


def hands_of(run, cards, tmp_path, seed):
    """The four cards that each of two seats is dealt, as they are told to itself."""
    hands = []
    for seats in ("you,bot", "bot,you"):
        out = run("play", cards, "--seats", seats, "--seed", seed).out
        hands.append(CARD.findall(next(line for line in out.splitlines() if re.search(r"Player \d gets: ", line))))
    return hands


@pytest.mark.parametrize("seed", ["1", "2", "3"])
class TestHands:
    def test_one_person_sees_what_is_his_and_no_more(self, run, cards, tmp_path, seed):
        own, other = hands_of(run, cards, tmp_path, seed)
        log = tmp_path / "log.jsonl"
        ran = run("play", cards, "--seed", seed, "--log", str(log), typed=["", "q"])
        told = set(CARD.findall(ran.out))
        assert len(own) == len(other) == 4
        assert set(own) <= told
        assert not (set(other) - set(own)) & told
        assert "Bot 2 gets 4 cards." in ran.out
        assert [line["card"] for line in dealt(log)][4:] == [None] * 4

    def test_several_people_at_one_terminal_see_what_is_open(self, run, cards, tmp_path, seed):
        log = tmp_path / "log.jsonl"
        ran = run("play", cards, "--seats", "you,you", "--seed", seed, "--log", str(log), typed=["", "q"])
        assert CARD.findall(ran.out) == []
        assert "Player 1 gets 4 cards." in ran.out
        assert "Player 2 gets 4 cards." in ran.out
        assert [line["card"] for line in dealt(log)] == [None] * 8

    def test_each_sees_his_own_when_he_is_asked(self, run, cards, tmp_path, seed):
        own, _ = hands_of(run, cards, tmp_path, seed)
        ran = run("play", cards, "--seats", "you,you", "--seed", seed, typed=["", "1", "1", "h", "q"])
        told = set(CARD.findall(ran.out))
        assert told == set(own)

    def test_bots_among_themselves(self, run, cards, tmp_path, seed):
        ran = run("play", cards, "--auto", "--seed", seed)
        laid = [line for line in ran.lines if " plays: " in line]
        assert set(CARD.findall(ran.out)) == set(CARD.findall("\n".join(laid)))
        assert "Bot 1 gives Bot 2 1 card." in ran.out


def test_secret_choices_are_not_told(run, cards, tmp_path):
    ran = run("play", cards, "--auto", "--seed", "1")
    assert "chooses" not in ran.out


def test_scores_that_count_what_is_hidden_are_told_at_the_end_only(run, cards):
    ran = run("play", cards, "--auto", "--seed", "1")
    assert [line for line in ran.lines if re.search(r"Bot 1: \d", line)] == ["  Bot 1: 3"]
    assert ran.lines.index("  Bot 1: 3") > ran.lines.index("Scores")


def test_the_hand_at_the_prompt(run, cards):
    ran = run("play", cards, "--seed", "3", typed=["", "1", "h", "q"])
    shown = ran.lines[ran.lines.index("Choose 1–4 (? for help): h") + 1 :]
    assert shown[0].startswith("Hand, Player 1: ")
    assert len(CARD.findall(shown[0])) == 4
    assert shown[1] == "hand, Bot 2: 4 cards"
    assert shown[2] == "stock: 44 cards"


def test_a_replay_tells_no_more_than_the_game_did(run, cards, tmp_path):
    log = tmp_path / "log.jsonl"
    ran = run("play", cards, "--seed", "1", "--log", str(log), typed=["", "1", "1", "1"])
    again = run("replay", str(log))
    assert set(CARD.findall(again.out)) <= set(CARD.findall(ran.out))


SPOKEN = """
parlour: 1
id: whispers
title: Whispers
language: en
players: 2
chance: {die: {throw: 1, faces: 6}}
phases:
  tell:
    each: players
    do:
      - roll: {with: die, as: t}
      - say: {open: {who: me}}
      - say: {whispered: {n: t.total}}
        to: me
texts: {open: "{who} is told something.", whispered: "Your number is {n:number}."}
score: 0
"""


def test_what_is_said_to_one_is_heard_by_him_alone(run, tmp_path):
    path = tmp_path / "whispers.yaml"
    path.write_text(SPOKEN, encoding="utf-8")
    assert run("play", str(path), "--auto", "--seed", "1").out.count("Your number") == 0
    assert run("play", str(path), "--seats", "you,bot", "--seed", "1").out.count("Your number") == 1
    assert run("play", str(path), "--seats", "you,you", "--seed", "1").out.count("Your number") == 0


class TestPassingOn:
    """Several people at one terminal, and something is hidden: who looks at the screen is said whenever it is another."""

    def passed(self, ran):
        return [line for line in ran.lines if line.endswith(" alone looks at the screen.")]

    def test_each_time_that_another_is_asked(self, run, cards):
        ran = run("play", cards, "--seats", "you,you", "--seed", "1", typed=["", "1", "1", "1", "1", "q"])
        names = [line.split()[1:3] for line in self.passed(ran)]
        assert names == [["Player", "1"], ["Player", "2"], ["Player", "1"], ["Player", "2"]]

    def test_before_what_is_asked(self, run, cards):
        ran = run("play", cards, "--seats", "you,you", "--seed", "1", typed=["", "1", "q"])
        second = ran.lines.index("Now Player 2 alone looks at the screen.")
        assert ran.lines[second + 1].startswith("Player 2: How many will you take?")

    @pytest.mark.parametrize("seats", ["you,bot", "bot,you"])
    def test_one_person_keeps_the_screen(self, run, cards, seats):
        assert self.passed(run("play", cards, "--seats", seats, "--seed", "1", typed=["", "1", "1", "1"])) == []

    def test_nothing_is_hidden_in_a_race(self, run, race):
        assert self.passed(run("play", race, "--seats", "you,you", "--seed", "1", typed=["", "", "", "q"])) == []
