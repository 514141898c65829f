"""People at the prompt: every letter, wrong input, going back, several people, and the end of the input."""

import re

import pytest
from click.testing import CliRunner

from parlour import cli
from parlour.commands.sitting import Chosen, match_of, setting_of
from parlour.interpreter.table.party import Party
from parlour.interpreter.table.prompts import Typed, Wanted, read
from parlour.interpreter.table.table import Stopped

PROMPT = "Player 1, it is your turn (Enter: throw or draw; ? for help): "


def story(ran):
    """The lines that tell what happened, without prompts and what was asked for."""
    return [line for line in ran.lines if line.startswith("  ")]


class TestWhatIsTyped:
    @pytest.mark.parametrize(
        ("line", "typed"),
        [
            ("", Typed(Wanted.GO_ON)),
            ("   ", Typed(Wanted.GO_ON)),
            ("b", Typed(Wanted.BOARD)),
            (" B ", Typed(Wanted.BOARD)),
            ("h", Typed(Wanted.HAND)),
            ("r", Typed(Wanted.RULES)),
            ("u", Typed(Wanted.UNDO)),
            ("w", Typed(Wanted.WHY)),
            ("why", Typed(Wanted.WHY)),
            ("?", Typed(Wanted.HELP)),
            ("q", Typed(Wanted.QUIT)),
            ("s", Typed(Wanted.SAVE)),
            ("S my game.json", Typed(Wanted.SAVE, "my game.json")),
            ("2", Typed(Wanted.ANSWER, "2")),
            ("board", Typed(Wanted.ANSWER, "board")),
            ("b 2", Typed(Wanted.ANSWER, "b 2")),
            ("1 3", Typed(Wanted.ANSWER, "1 3")),
        ],
    )
    def test_a_line_has_one_meaning(self, line, typed):
        assert read(line) == typed


class TestATurn:
    def test_it_begins_with_a_prompt_and_enter_goes_on(self, run, race):
        ran = run("play", race, "--seed", "1", typed=["", ""])
        turns = [line for line in ran.lines if line.startswith("Turn ")]
        asked = [
            ran.lines[k + 1] for k, line in enumerate(ran.lines) if line in ("Turn 1: Player 1.", "Turn 3: Player 1.")
        ]
        assert ran.code == 0
        assert turns[:3] == ["Turn 1: Player 1.", "Turn 2: Bot 2.", "Turn 3: Player 1."]
        assert asked == [PROMPT, PROMPT]

    def test_a_missed_turn_goes_on_without_a_throw(self, run, race):
        ran = run("play", race, "--seed", "2", "--players", "2", typed=[""] * 40)
        before = [ran.lines[k - 1] for k, line in enumerate(ran.lines) if line == "  Player 1 misses this turn."]
        assert before
        assert all(line == PROMPT.replace("throw or draw", "go on") for line in before)

    def test_the_end_of_the_input_lets_the_seat_play_on(self, run, race):
        whole = run("play", race, "--seed", "1", typed=[""] * 60)
        ended = run("play", race, "--seed", "1", typed=["", ""])
        assert "The input has ended: Player 1 plays on by itself." in ended.lines
        assert story(ended) == story(whole)
        assert ended.code == whole.code == 0

    def test_no_input_at_all_finishes(self, run, race):
        ran = run("play", race, "--seed", "1")
        assert ran.code == 0
        assert "Scores" in ran.lines

    def test_the_seed_that_we_choose_is_told_and_gives_the_game_again(self, run, race):
        first = run("play", race, "--auto")
        seed = re.search(r"Seed (\d+), game 0", first.out)[1]
        assert run("play", race, "--auto", "--seed", seed).out == first.out


class TestLetters:
    def test_all_of_them_at_one_prompt(self, run, race):
        ran = run("play", race, "--seed", "1", typed=["?", "b", "h", "r", "w", "q"])
        assert ran.code == 0
        assert ran.out.count(PROMPT) == 6
        assert "'h' is no answer here; ? shows what is." in ran.lines
        assert "Nothing has happened yet." in ran.lines
        assert "The game is stopped here." in ran.lines
        assert "Saved" not in ran.out  # nothing was played yet

    def test_help_names_what_the_game_has(self, run, race, cards):
        race_help = run("play", race, typed=["?", "q"]).lines
        card_help = run("play", cards, typed=["?", "q"]).lines
        assert "  b: the board" in race_help
        assert not any(line.startswith("  h:") for line in race_help)
        assert any(line.startswith("  h:") for line in card_help)
        assert "  b: the board" not in card_help

    def test_help_says_what_answers_here(self, run, race, cards):
        enter, number = "  Enter: draw, or go on", "  a number: choose that line"
        at_a_throw = run("play", race, typed=["?", "q"]).lines
        assert enter in at_a_throw
        assert number not in at_a_throw
        ran = run("play", cards, "--seed", "1", typed=["", "?", "1", "?", "q"])
        a_number, _, a_card = ran.out.partition("Which card do you lay?")
        assert enter not in a_number.partition("How many")[2] + a_card
        assert number not in a_number
        assert number in a_card

    def test_help_names_the_command_for_all_the_rules(self, run, race):
        assert f"All the rules of the game: parlour rules {race}" in run("play", race, typed=["?", "q"]).lines
        assert "All the rules of the game: parlour rules pig" in run("play", "pig", typed=["?", "q"]).lines

    def test_wrong_input_says_so_and_asks_again(self, run, race):
        ran = run("play", race, "--seed", "1", typed=["7", "xyz", "\x1b[2J", "", "q"])
        assert "'7' is no answer here; ? shows what is." in ran.lines
        assert "'xyz' is no answer here; ? shows what is." in ran.lines
        assert "\x1b" not in ran.out
        assert ran.out.count(PROMPT) == 5

    def test_why_shows_the_lines_that_did_it(self, run, race):
        ran = run("play", race, "--seed", "5", "--players", "2", typed=["", "w"])
        told = ran.lines[ran.lines.index("Because of:") :]
        assert re.fullmatch(r"- roll: \{with: die, as: cast\} \(lane\.yaml:\d+\)", told[1])
        assert re.fullmatch(r"- move: cast\.total \* .* \(lane\.yaml:\d+\)", told[2])

    def test_the_rules_of_a_square(self, run, race):
        ran = run("play", race, "--seed", "1", typed=["", "r"])
        at = ran.lines.index("The rules of 2 (Toll):")
        assert ran.lines[at + 1] == "“Whoever stops here pays two.”"
        assert re.fullmatch(r"lane\.yaml:\d+: land: \{pays: 2\}|lane\.yaml:\d+: 2: .*", ran.lines[at + 2])
        assert any(re.fullmatch(r"lane\.yaml:\d+: pays: .*", line) for line in ran.lines[at:])

    def test_a_square_without_rules(self, run, race):
        ran = run("play", race, "--seed", "1", typed=["", "r"] * 6)
        assert any(line.endswith("has no rules of its own.") for line in ran.lines)

    def test_saving_under_a_name(self, run, race, tmp_path):
        goal = tmp_path / "my game.json"
        ran = run("play", race, "--seed", "1", typed=["", f"s {goal}", "q"])
        assert goal.exists()
        assert f"To go on with it: parlour play --resume '{goal}'" in ran.lines

    def test_saving_in_a_folder_that_is_missing(self, run, race, tmp_path):
        goal = tmp_path / "mistyped" / "game.json"
        ran = run("play", race, "--seed", "1", typed=["", f"s {goal}", "q"])
        assert f"Not saved: No such file or directory: {goal.parent}." in ran.lines
        assert not goal.parent.exists()
        assert any(line.startswith("Saved: ") for line in ran.lines)  # in the user's folder, when it is left

    def test_saving_where_it_cannot_be(self, run, race, tmp_path):
        (tmp_path / "file").write_text("")
        ran = run("play", race, "--seed", "1", typed=["", f"s {tmp_path}/file/game.json", "", "q"])
        assert any(line.startswith("Not saved: ") for line in ran.lines)
        assert ran.code == 0

    def test_quitting_never_loses(self, run, race):
        ran = run("play", race, "--seed", "1", typed=["", "q"])
        command = next(line for line in ran.lines if line.startswith("To go on with it: parlour "))
        words = command.removeprefix("To go on with it: parlour ").split()
        again = run(*words)
        assert again.code == 0
        assert again.lines[0].startswith("Going on with the game saved in ")


class TestGoingBack:
    def test_the_same_dice_come_again(self, run, race):
        straight = run("play", race, "--seed", "1", typed=[""] * 3)
        back = run("play", race, "--seed", "1", typed=["", "", "u", "u", "", "", ""])
        assert back.out.count("Taken back.") == 2
        assert story(back)[-10:] == story(straight)[-10:]

    def test_another_choice_with_the_same_dice(self, run, cards):
        there = run("play", cards, "--seed", "3", typed=["", "1", "1", "1", "u", "u", "2", "1"])
        last = len(there.lines) - there.lines[::-1].index("Taken back.")
        assert "  Player 1 plays: 5 of clubs." in there.lines[:last]
        assert "  Player 1 plays: jack of clubs." in there.lines[last:]
        assert "  Player 1 plays: 5 of clubs." not in there.lines[last:]

    def test_what_led_there_is_shown_again(self, run, cards):
        ran = run("play", cards, "--seed", "3", typed=["", "1", "1", "1", "u"])
        at = ran.lines.index("Taken back.")
        assert ran.lines[at + 1 : at + 3] == ["  Player 1 plays: 5 of clubs.", "Which card do you pass on?"]

    def test_there_is_nothing_before_the_beginning(self, run, race):
        ran = run("play", race, "--seed", "1", typed=["u", "", "u", "u"])
        assert ran.lines.count("There is nothing to take back.") == 2
        assert ran.lines.count("Taken back.") == 1

    def test_the_whole_way_back_and_forth(self, run, race):
        once = run("play", race, "--seed", "9", "--players", "2", typed=[""] * 30)
        turns = sum(line.endswith(": Player 1.") and line.startswith("Turn") for line in once.lines)
        typed = [""] * (turns - 1) + ["u"] * (turns - 1) + [""] * 30
        again = run("play", race, "--seed", "9", "--players", "2", typed=typed)
        assert again.lines.count("Taken back.") == turns - 1
        assert once.lines[-8:] == again.lines[-8:]


class TestChoices:
    def test_numbers_and_what_is_not_one_of_them(self, run, cards):
        ran = run("play", cards, "--seed", "3", typed=["", "4", "2", "", "0", "5", "x", "1", "u"])
        assert "'4' is no answer here; ? shows what is. Choose a number from 0 to 3." in ran.lines
        assert "Choose 1–4." in ran.lines
        assert "'5' is not on the list: choose 1–4." in ran.lines
        assert "'0' is not on the list: choose 1–4." in ran.lines
        assert "'x' is no answer here; ? shows what is." in ran.lines

    def test_a_choice_begins_a_turn_by_itself(self, run, cards):
        ran = run("play", cards, "--seed", "3", typed=["", "2"])
        at = ran.lines.index("Turn 1: Player 1.")
        assert ran.lines[at + 1] == "Which card do you lay?"

    def test_several_people_are_asked_by_name(self, run, cards):
        ran = run("play", cards, "--seats", "you:Ann,you:Bea", "--seed", "3", typed=["", "1", "2", "1"])
        assert "Ann: How many will you take?" in ran.lines
        assert "Bea: How many will you take?" in ran.lines
        assert "Bea plays on by itself." in " ".join(ran.lines)


TILES = """
parlour: 1
id: tiles
title: Tiles
language: en
players: 1
variables: {open: {of: 1..6, type: bool, starts: true}, shut: {range: 0..6}}
phases:
  once:
    do:
      - choose: {by: seat(1), id: tiles, some: k in 1..6 where open(k), if_all: "sum(s for s in now) == 9", as: now}
      - for: k in now
        do: {add: {shut: 1}}
score: shut
texts: {tiles: Which tiles?}
"""


class TestSeveralAtOnce:
    @pytest.fixture
    def tiles(self, tmp_path):
        path = tmp_path / "tiles.yaml"
        path.write_text(TILES, encoding="utf-8")
        return str(path)

    def scored(self, ran):
        return ran.lines[ran.lines.index("Scores") + 1].strip()

    @pytest.mark.parametrize(
        ("typed", "score"),
        [
            (["3 6"], "Player 1: 2"),
            (["3", "6"], "Player 1: 2"),
            (["3,6"], "Player 1: 2"),
            (["2 3", "4"], "Player 1: 3"),
            (["1", "2", "6"], "Player 1: 3"),
            (["1", "u", "6", "3"], "Player 1: 2"),
            (["9", "0", "x", "3 6"], "Player 1: 2"),
        ],
    )
    def test_answers(self, run, tiles, typed, score):
        ran = run("play", tiles, "--seed", "1", typed=typed)
        assert ran.code == 0
        assert self.scored(ran) == score

    def test_only_what_still_fits_is_listed(self, run, tiles):
        ran = run("play", tiles, "--seed", "1", typed=["1"])
        at = ran.lines.index("  + 1")
        assert [line.strip() for line in ran.lines[at + 1 : at + 5]] == ["2  2", "3  3", "5  5", "6  6"]

    def test_the_last_way_left_is_taken(self, run, tiles):
        ran = run("play", tiles, "--seed", "1", typed=["1 2"])
        assert "The input has ended" not in ran.out
        assert self.scored(ran) == "Player 1: 3"

    def test_what_does_not_fit_is_refused(self, run, tiles):
        ran = run("play", tiles, "--seed", "1", typed=["5 6", "5", "6"])
        assert "'6' is no answer here; ? shows what is." in ran.lines


def test_the_runner_of_click(race):
    ran = CliRunner().invoke(cli.parlour, ["play", race, "--seed", "1"], input="\nb\n\n")
    assert ran.exit_code == 0
    assert ran.output.count(PROMPT) == 4


@pytest.mark.parametrize("language", ["ca", "en", "hr", "nl", "sl", "uk"])
def test_every_language_has_its_prompts(run, race, language):
    ran = run("play", race, "--seed", "1", "--lang", language, typed=["?", "b", "h", "r", "w", "u", "x", "", "q"])
    assert ran.code == 0
    assert not re.search(r"[{}]", "\n".join(line for line in ran.lines if ".yaml" not in line))
    english = run("play", race, "--seed", "1", "--lang", "en", typed=["?", "b", "h", "r", "w", "u", "x", "", "q"])
    assert language == "en" or not set(ran.lines) & {line for line in english.lines if "Player" in line}


def test_a_person_reads_first_what_the_game_is_about(run):
    about = "  Throw one die as often as you dare, for a one loses what the turn has brought"
    assert run("play", "pig", typed=["q"]).lines[:2] == ["Pig: the game begins.", about]
    assert about not in run("play", "pig", "--auto").lines


def test_the_board_is_drawn_once_whatever_is_answered(race):
    drawn = Drawn(["x", "7", "u", "", "x", "q"])
    party = Party(match_of(setting_of(race, Chosen(None, "", {}, seed=1))), drawn)
    with pytest.raises(Stopped):
        party.table.play()
    assert drawn.boards == 2  # before each of two turns


class Drawn:
    """A screen that counts how often the board is drawn on it."""

    draws = True

    def __init__(self, typed):
        self._typed, self.boards = list(typed), 0

    def introduce(self, names):
        pass

    def show(self, text, tone):
        pass

    def show_board(self, lines, below):
        self.boards += 1

    def ask(self, prompt):
        return self._typed.pop(0)

    def pass_on(self, text, prompt, hides):
        return ""
