"""Several people at one terminal: what is said to one is told while he alone looks at the screen, also after taking back."""

import json

import pytest

from parlour.commands.sitting import Chosen, match_of, setting_of
from parlour.interpreter.table.party import Party
from parlour.interpreter.table.table import Stopped

# Each is told a number that nobody else may know, and guesses it; then all goes round once more in the open.
GUESSES = """
parlour: 1
id: guesses
title: Guesses
language: en
players: {min: 2, max: 3}
phases:
  round:
    do:
      - for: n in 1..2
        do:
          - for: me in players
            do:
              - say: {whispered: {n: 10 * n + (1 if me == seat(1) else 2)}}
                to: me
              - choose: {by: me, id: pick, one: g in 1..3}
              - say: {guessed: {who: me, n: g}}
score: 0
words: {pick: the guess}
texts:
  whispered: "Your number is {n:number}."
  pick: What is your guess?
  guessed: "{who} has guessed {n:number}."
"""
ALONE = " alone looks at the screen."


@pytest.fixture
def guesses(tmp_path):
    path = tmp_path / "guesses.yaml"
    path.write_text(GUESSES, encoding="utf-8")
    return str(path)


class Cleared:
    """A screen that is cleared when it is passed on. `seen` is what each person could read, from one passing to the next."""

    draws = True

    def __init__(self, typed):
        self._typed = list(typed)
        self.seen = [[]]

    def introduce(self, names):
        pass

    def show(self, text, tone):
        self.seen[-1].append(text)

    def show_board(self, lines, below):
        pass

    def ask(self, prompt):
        self.seen[-1].append("?")
        return self._typed.pop(0) if self._typed else "q"

    def pass_on(self, text, prompt, hides):
        self.seen.append([text])
        return ""


def seen(path, *typed):
    screen = Cleared(typed)
    party = Party(match_of(setting_of(path, Chosen(None, "you:Ann,you:Bob", {}, seed=1))), screen)
    with pytest.raises(Stopped):
        party.table.play()
    return screen.seen


class TestAsides:
    def test_told_after_the_screen_is_passed_on_and_before_the_question(self, run, guesses):
        ran = run("play", guesses, "--seats", "you:Ann,you:Bob", "--seed", "1", typed=["1", "2", "q"])
        at = ran.lines.index("Now Bob alone looks at the screen.")
        assert ran.lines[at + 1 : at + 3] == ["  Your number is 12.", "Bob: What is your guess?"]
        numbers = [line for line in ran.lines if "Your number" in line]
        assert numbers == ["  Your number is 11.", "  Your number is 12.", "  Your number is 21."]

    def test_a_wrong_answer_does_not_tell_them_again(self, guesses):
        told = seen(guesses, "7", "?", "1")[1]
        assert told.count("Your number is 11.") == 1

    def test_nobody_reads_what_is_for_another(self, guesses):
        for part in seen(guesses, "1", "2", "3", "u", "u", "1")[1:]:
            others = (
                ("Your number is 12.", "Your number is 22.")
                if part[0].startswith("Now Ann")
                else ("Your number is 11.", "Your number is 21.")
            )
            assert not set(others) & set(part)

    def test_what_hides_nothing_else_is_passed_on_for_them(self, run, guesses):
        ran = run("play", guesses, "--seats", "you:Ann,you:Bob", "--seed", "1", typed=["1", "q"])
        assert [line for line in ran.lines if line.endswith(ALONE)] == [f"Now {who}{ALONE}" for who in ("Ann", "Bob")]

    def test_one_person_hears_them_among_the_rest(self, run, guesses):
        ran = run("play", guesses, "--seats", "you:Ann,bot", "--seed", "1", typed=["1", "1"])
        assert [line for line in ran.lines if "Your number" in line] == ["  Your number is 11.", "  Your number is 21."]

    def test_a_saved_game_tells_what_was_not_heard_yet(self, run, guesses, tmp_path):
        path = str(tmp_path / "game.json")
        run("play", guesses, "--seats", "you:Ann,you:Bob", "--seed", "1", "--save", path, typed=["1", "2", "q"])
        ran = run("play", "--resume", path, typed=["q"])
        assert [line for line in ran.lines if "Your number" in line] == ["  Your number is 21."]

    def test_the_log_does_not_say_what_it_was(self, run, guesses, tmp_path):
        log = tmp_path / "log.jsonl"
        run("play", guesses, "--seats", "you,you", "--seed", "1", "--log", str(log), typed=["1", "q"])
        lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        assert not any("Your number" in line.get("told", "") for line in lines)
        assert {"text": "whispered", "to": 1} in [
            {key: line[key] for key in ("text", "to")}
            for line in lines
            if line.get("event") == "said" and len(line) < 5
        ]


class TestTakingBack:
    def test_whoever_gets_the_screen_is_told_that_it_was_taken_back_and_not_what_is_undone(self, guesses):
        parts = seen(guesses, "3", "u")
        assert [part[0] for part in parts[1:]] == [f"Now {who}{ALONE}" for who in ("Ann", "Bob", "Ann")]
        assert "Ann has guessed 3." in parts[2]
        assert parts[3][1] == "Taken back."
        assert not any("has guessed" in line for line in parts[3])
        assert parts[3][-3:] == ["Your number is 11.", "Ann: What is your guess?", "?"]

    def test_the_other_then_reads_what_was_chosen_instead(self, guesses):
        parts = seen(guesses, "3", "u", "2")
        assert "Ann has guessed 2." in parts[4]
        assert not {"Ann has guessed 3.", "Taken back."} & set(parts[4])
        assert parts[4].count("Your number is 12.") == 1

    def test_what_was_not_undone_is_told_as_before(self, guesses):
        parts = seen(guesses, "3", "2", "u")
        assert parts[4][:2] == [f"Now Bob{ALONE}", "Taken back."]
        assert "Ann has guessed 3." in parts[4]
        assert not any("Bob has guessed" in line for line in parts[4])
