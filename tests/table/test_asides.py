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
# Each is told something after he was asked for the last time; Bob is asked last.
GAME = """
parlour: 1
id: secrets
title: Secrets
language: en
players: {min: 2, max: 3}
phases:
  round:
    do:
      - for: me in players
        do:
          - choose: {by: me, id: pick, one: g in 1..3}
          - say: {whispered: {n: 10 * g + me.seat_number}}
            to: me
      - say: {over: {}}
      - end: {outcome: done, winners: seat(1)}
score: 3
words: {pick: the guess}
texts:
  whispered: "Your number is {n:number}."
  pick: What is your guess?
  over: All have guessed.
  done: "{who} wins."
"""
ALONE = " alone looks at the screen."


@pytest.fixture
def guesses(tmp_path):
    path = tmp_path / "guesses.yaml"
    path.write_text(GUESSES, encoding="utf-8")
    return str(path)


@pytest.fixture
def secrets(tmp_path):
    path = tmp_path / "secrets.yaml"
    path.write_text(GAME, encoding="utf-8")
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


def played(path, seats, typed):
    screen = Cleared(typed)
    Party(match_of(setting_of(path, Chosen(None, seats, {}, seed=1))), screen).table.play()
    return screen.seen


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


class TestTheEnd:
    def test_what_nobody_was_asked_after_is_told_to_each_alone(self, secrets):
        parts = played(secrets, "you:Ann,you:Bob", ["1", "2", "", ""])
        assert [part[0] for part in parts[1:]] == [
            f"Now Ann{ALONE}",
            f"Now Bob{ALONE}",
            f"Now Ann{ALONE}",
            f"Now Bob{ALONE}",
            "Now all look at the screen again.",
        ]
        assert [[line for line in part if "Your number" in line] for part in parts[3:]] == [
            ["Your number is 11."],
            ["Your number is 22."],
            [],
        ]

    def test_each_goes_on_before_the_screen_is_cleared(self, secrets):
        parts = played(secrets, "you:Ann,you:Bob", ["1", "2", "", ""])
        assert [part[-1] for part in parts[3:5]] == ["?", "?"]

    def test_all_read_how_it_ended(self, secrets):
        parts = played(secrets, "you:Ann,you:Bob", ["1", "2", "", ""])
        for part in parts[3:]:
            assert "Ann wins." in part
        assert "Scores" in parts[-1]
        assert "Scores" not in [line for part in parts[:-1] for line in part]

    def test_one_who_stops_sees_no_more_and_shows_nothing(self, secrets, monkeypatch):
        turned = []

        def pass_on(screen, text, prompt, hides):
            screen.seen.append([text])
            turned.append(text)
            return "q" if len(turned) == 3 else ""

        monkeypatch.setattr(Cleared, "pass_on", pass_on)
        parts = played(secrets, "you:Ann,you:Bob", ["1", "2"])
        assert not any("Your number" in line for part in parts for line in part)
        assert "Scores" in parts[-1]

    def test_a_single_person_was_told_at_once(self, secrets):
        parts = played(secrets, "you:Ann,bot", ["1"])
        assert len(parts) == 1
        assert parts[0].count("Your number is 11.") == 1

    def test_bots_are_told_nothing(self, secrets):
        parts = played(secrets, "you:Ann,bot,you:Bob", ["1", "2", "", ""])
        assert len([line for part in parts for line in part if "Your number" in line]) == 2

    def test_plain_lines_are_told_in_their_order(self, run, secrets):
        ran = run("play", secrets, "--seats", "you:Ann,you:Bob", "--seed", "1", typed=["1", "2", "", ""])
        told = [line for line in ran.lines if "Your number" in line or line.endswith(ALONE) or line == "Scores"]
        assert told[2:] == [
            f"Now Ann{ALONE}",
            "  Your number is 11.",
            f"Now Bob{ALONE}",
            "  Your number is 22.",
            "Scores",
        ]

    def test_where_the_input_has_ended_nobody_is_alone(self, run, secrets):
        ran = run("play", secrets, "--seats", "you:Ann,you:Bob", "--seed", "1", typed=["1"])
        assert "Your number" not in ran.out
