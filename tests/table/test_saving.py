"""Saves: every step can be gone on from, nothing is lost or half written, and what is foreign or damaged is refused."""

import json
import os
from pathlib import Path

import pytest

from parlour.interpreter.program.program import TURN
from parlour.interpreter.table import saves

GOES_ON = "Going on with the game saved in"


def after(ran, mark):
    """The lines of the story after a line that begins with a mark."""
    at = next(k for k, line in enumerate(ran.lines) if line.startswith(mark))
    return ran.lines[at + 1 :]


@pytest.fixture
def saved(run, race, tmp_path):
    """A game with three turns played."""
    path = tmp_path / "game.json"
    ran = run("play", race, "--seed", "1", "--save", str(path), typed=["", "", "", "q"])
    assert ran.code == 0
    return path


def edited(path, change):
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")


class TestGoingOn:
    @pytest.mark.parametrize("steps", range(1, 9))
    def test_from_every_step_the_rest_is_the_same(self, run, race, tmp_path, steps):
        path = str(tmp_path / "game.json")
        straight = run("play", race, "--seed", "9", typed=[""] * steps)
        run("play", race, "--seed", "9", "--save", path, typed=[""] * steps + ["q"])
        again = run("play", "--resume", path)
        assert again.lines[0].startswith(GOES_ON)
        rest = again.lines[2:]
        assert rest == straight.lines[-len(rest) :]

    @pytest.mark.parametrize("steps", range(1, 6))
    def test_with_choices_and_hidden_cards(self, run, cards, tmp_path, steps):
        path = str(tmp_path / "game.json")
        typed = ["", "2", "1", "1", "2", "1", "1", "1"][:steps]
        straight = run("play", cards, "--seed", "5", typed=typed)
        run("play", cards, "--seed", "5", "--save", path, typed=[*typed, "q"])
        again = run("play", "--resume", path)
        told = [line for line in again.lines if line.startswith("  ")][-6:]
        assert told == [line for line in straight.lines if line.startswith("  ")][-6:]

    def test_several_times_over(self, run, race, tmp_path):
        path = str(tmp_path / "game.json")
        straight = run("play", race, "--seed", "9", typed=[""] * 60)
        run("play", race, "--seed", "9", "--save", path, typed=["", "q"])
        for _ in range(4):
            assert run("play", "--resume", path, typed=["", "q"]).code == 0
        assert run("play", "--resume", path, typed=[""] * 60).lines[-8:] == straight.lines[-8:]

    def test_the_way_back_goes_beyond_the_save(self, run, saved):
        ran = run("play", "--resume", str(saved), typed=["u", "u", "u", "u", "q"])
        assert ran.lines.count("Taken back.") == 3
        assert "There is nothing to take back." in ran.lines

    def test_a_save_after_going_back_is_that_of_the_earlier_time(self, run, race, tmp_path):
        path, other = tmp_path / "game.json", tmp_path / "other.json"
        run("play", race, "--seed", "1", typed=["", f"s {path}", "", "u", f"s {other}"])
        assert path.read_text() == other.read_text()

    def test_a_game_that_is_over_is_told_so(self, run, race, tmp_path):
        path = str(tmp_path / "game.json")
        whole = run("play", race, "--seed", "1", "--save", path)
        again = run("play", "--resume", path)
        assert again.code == 0
        assert again.lines[-5:] == whole.lines[-5:]

    def test_bots_can_take_it_over(self, run, saved):
        ran = run("play", "--resume", str(saved), "--auto")
        assert ran.code == 0
        assert "(Enter" not in ran.out
        assert "Scores" in ran.lines

    def test_the_game_may_be_named_and_has_to_be_the_same(self, run, saved, race, cards):
        assert run("play", race, "--resume", str(saved)).code == 0
        other = run("play", cards, "--resume", str(saved))
        assert other.code == 3
        assert "a game of 'lane', and not of 'hands'" in other.err

    def test_the_language_may_be_another(self, run, saved):
        assert run("play", "--resume", str(saved), "--lang", "nl").lines[0].startswith("Het bewaarde spel gaat verder")

    def test_the_log_tells_it_from_the_beginning(self, run, race, saved, tmp_path):
        one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
        run("play", race, "--seed", "1", "--log", str(one))
        run("play", "--resume", str(saved), "--log", str(other))
        assert [line for line in one.read_text().splitlines() if "told" not in line] == [
            line for line in other.read_text().splitlines() if "told" not in line
        ]


class TestTheFile:
    def test_what_is_in_it(self, saved):
        data = json.loads(saved.read_text(encoding="utf-8"))
        assert (data["format"], data["version"]) == ("parlour save", 1)
        assert data["ruleset"]["id"] == "lane"
        assert len(data["ruleset"]["sha256"]) == 64
        assert (data["seed"], data["game"], data["seats"]) == (1, 0, ["you", "bot:random"])
        assert all(move[0] == 0 for move in data["moves"])
        assert set(data["state"]) == {"version", "program", "vector", "turns", "chances", "choices", "stream"}

    def test_a_game_there_is_not_overwritten(self, run, race, saved):
        before = saved.read_text()
        ran = run("play", race, "--save", str(saved))
        assert ran.code == 3
        assert "--resume" in ran.err
        assert saved.read_text() == before

    def test_at_the_prompt_nothing_but_its_own_file_is_written_over(self, run, race, saved, tmp_path):
        notes, own, link = tmp_path / "notes.txt", tmp_path / "own.json", tmp_path / "link"
        notes.write_text("mine")
        link.symlink_to(tmp_path / "nowhere")
        before = saved.read_text()
        typed = [f"s {notes}", f"s {saved}", f"s {link}", f"s {own}", "", f"s {own}", "s", "q"]
        ran = run("play", race, "--seed", "2", typed=typed)
        assert [line for line in ran.lines if line.startswith("Not saved")] == [
            f"Not saved: File exists: {path}." for path in (notes, saved, link)
        ]
        assert ran.lines.count(f"Saved: {own}.") == 4
        assert (notes.read_text(), saved.read_text()) == ("mine", before)
        assert link.is_symlink()

    def test_a_game_gone_on_with_writes_over_its_own_file_alone(self, run, race, saved, tmp_path):
        other, before = tmp_path / "other.json", saved.read_text()
        other.write_text(before)
        ran = run("play", "--resume", str(saved), "--save", str(other), typed=["", "q"])
        assert ran.code == 3
        assert f"{other} is there already" in ran.err
        assert run("play", "--resume", str(saved), "--save", str(saved), typed=["", f"s {saved}", "q"]).code == 0
        assert other.read_text() == before != saved.read_text()

    @pytest.mark.parametrize("content", ["mine", "parlour: 1\n", '{"format": "parlour save", "version": 1}'])
    def test_a_log_is_written_over_no_other_file(self, run, race, tmp_path, content):
        path = tmp_path / "file"
        path.write_text(content)
        ran = run("play", race, "--auto", "--log", str(path))
        assert ran.code == 3
        assert "no log of Parlour" in ran.err
        assert path.read_text() == content

    def test_a_log_is_written_over_a_log(self, run, race, tmp_path):
        path = tmp_path / "log.jsonl"
        path.touch()
        logs = []
        for seed in ("1", "2", "1"):
            assert run("play", race, "--auto", "--seed", seed, "--log", str(path)).code == 0
            logs.append(path.read_text())
        assert logs[0] == logs[2] != logs[1]

    def test_save_and_log_are_two_files(self, run, race, tmp_path):
        path = str(tmp_path / "file")
        ran = run("play", race, "--save", path, "--log", path)
        assert ran.code == 2
        assert "a file of its own" in ran.err

    def test_a_folder_that_is_missing_is_told_before_the_game(self, run, race, tmp_path):
        goal = tmp_path / "mistyped" / "game.json"
        ran = run("play", race, "--save", str(goal), typed=["", "q"])
        assert (ran.code, ran.out) == (3, "")
        assert ran.err == f"Error: {goal}: there is no folder '{goal.parent}' to write it in\n"
        assert not goal.parent.exists()

    def test_a_game_that_is_left_is_saved_though_its_folder_is_gone(self, run, race, tmp_path):
        folder = tmp_path / "stick"
        folder.mkdir()
        goal = folder / "game.json"
        run("play", race, "--seed", "1", "--save", str(goal), typed=["", "q"])
        goal.rename(tmp_path / "game.json")
        folder.rmdir()
        ran = run("play", "--resume", str(tmp_path / "game.json"), typed=["", f"s {goal}", "q"])
        assert f"Not saved: No such file or directory: {folder}." in ran.lines
        assert f"Saved: {tmp_path / 'game.json'}." in ran.lines

    def test_where_its_file_cannot_be_written_a_game_that_is_left_is_saved_elsewhere(
        self, run, race, tmp_path, monkeypatch
    ):
        folder, write = tmp_path / "full", saves._replace

        def full(path, text):
            if path.parent == folder:
                raise OSError(28, "No space left on device")
            write(path, text)

        folder.mkdir()
        monkeypatch.setattr(saves, "_replace", full)
        ran = run("play", race, "--seed", "1", "--save", str(folder / "game.json"), typed=["", "q"])
        assert "Not saved: No space left on device." in ran.lines
        (written,) = (tmp_path / "data").rglob("*.json")
        assert ran.lines[-3] == f"Saved: {written}."
        assert ran.lines[-2].endswith(f"parlour play --resume {written}")

    def test_a_full_disk_leaves_what_was_there(self, run, saved, monkeypatch):
        before = saved.read_text()

        def full(descriptor):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        ran = run("play", "--resume", str(saved), typed=["", "s", "q"])
        assert ran.code == 0
        assert any(line.startswith("Not saved: No space left on device") for line in ran.lines)
        assert saved.read_text() == before
        assert [path.name for path in saved.parent.iterdir() if path.name.startswith(".")] == []


class TestRefused:
    def refused(self, run, path):
        ran = run("play", "--resume", str(path))
        assert ran.code == 3, ran.out
        assert "Traceback" not in ran.err
        assert str(path) in ran.err
        return ran.err

    def test_a_missing_file(self, run, tmp_path):
        assert "No such file" in self.refused(run, tmp_path / "no.json")

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"{",
            b"[]",
            b"null",
            b"3",
            b'"text"',
            b"{}",
            b'{"format": "other"}',
            b"\xff\xfe\x00",
            b"a: 1",
            b"[" * 9999,
        ],
    )
    def test_no_save_at_all(self, run, tmp_path, content):
        path = tmp_path / "game.json"
        path.write_bytes(content)
        assert "no save and no log of Parlour" in self.refused(run, path)

    def test_a_newer_version(self, run, saved):
        edited(saved, lambda data: data.update(version=2, parlour="9.1"))
        assert "written by Parlour 9.1, in version 2 of the format; this Parlour reads version 1" in self.refused(
            run, saved
        )

    @pytest.mark.parametrize("size", [10, 100, 300, 500])
    def test_a_part_of_a_file(self, run, saved, size):
        saved.write_bytes(saved.read_bytes()[:size])
        self.refused(run, saved)

    @pytest.mark.parametrize(
        "name", ["ruleset", "options", "seats", "seed", "game", "language", "moves", "told", "state"]
    )
    @pytest.mark.parametrize("value", [None, True, -1, 1.5, "x", [None], {"a": 1}, 10**30])
    def test_a_value_of_another_kind(self, run, saved, name, value):
        edited(saved, lambda data: data.update({name: value}))
        ran = run("play", "--resume", str(saved))
        assert ran.code == 3 or (name, value) == ("language", "x"), ran.out
        assert "internal error" not in ran.err

    @pytest.mark.parametrize(
        "name", ["ruleset", "options", "seats", "seed", "game", "language", "moves", "told", "state"]
    )
    def test_a_missing_value(self, run, saved, name):
        edited(saved, lambda data: data.pop(name))
        assert f"it has no '{name}'" in self.refused(run, saved)

    def test_moves_that_were_not_made(self, run, saved):
        edited(saved, lambda data: data["moves"][1].__setitem__(1, "17"))
        assert "it is damaged: move 2 of" in self.refused(run, saved)

    def test_moves_of_a_seat_that_does_not_choose(self, run, saved):
        edited(saved, lambda data: data["moves"][1].__setitem__(0, 2))
        assert "chance is next, and not the choice" in self.refused(run, saved)

    def test_more_moves_than_the_game_has(self, run, race, tmp_path):
        path = tmp_path / "game.json"
        run("play", race, "--seed", "1", "--save", str(path))
        edited(path, lambda data: data["moves"].append([0, "1"]))
        assert "the game is over by then" in self.refused(run, path)

    def test_a_situation_that_the_moves_do_not_lead_to(self, run, saved):
        edited(saved, lambda data: data["state"]["vector"].__setitem__(-1, 1))
        assert "do not lead to the situation that was saved" in self.refused(run, saved)

    def test_a_seat_that_cannot_be(self, run, saved):
        edited(saved, lambda data: data.update(seats=["you", "bot:nobody"]))
        assert "there is no policy 'nobody'" in self.refused(run, saved)

    def test_too_many_seats(self, run, saved):
        edited(saved, lambda data: data.update(seats=["you"] * 9))
        self.refused(run, saved)

    @pytest.mark.parametrize(
        "wish", [["--seed", "3"], ["--players", "2"], ["--seats", "bot"], ["--option", "pace=fast"]]
    )
    def test_wishes_that_the_save_has_settled(self, run, saved, wish):
        ran = run("play", "--resume", str(saved), *wish)
        assert ran.code == 2
        assert f"{wish[0]} cannot be given with --resume" in ran.err


class TestChangedRules:
    def change(self, race, old, new):
        text = Path(race).read_text(encoding="utf-8")
        assert old in text
        Path(race).write_text(text.replace(old, new), encoding="utf-8")

    def test_other_words_go_on_and_say_so(self, run, race, saved):
        self.change(race, "{who} is home.", "{who} has come home.")
        ran = run("play", "--resume", str(saved))
        assert ran.code == 0
        assert "The ruleset has changed since this game was saved: The lane." in ran.lines
        assert any("has come home" in line for line in ran.lines)

    def test_rules_that_change_nothing_so_far_go_on(self, run, race, saved):
        self.change(race, "7: {name: Slide, land: {go_to: 1}}", "7: {name: Slide, land: {go_to: 2}}")
        assert run("play", "--resume", str(saved)).code == 0

    def told(self, ran):
        """What is said between that the ruleset has changed and how everybody stands."""
        begin = ran.lines.index("The ruleset has changed since this game was saved: The lane.") + 1
        return ran.lines[begin : next(k for k, line in enumerate(ran.lines) if k >= begin and line.startswith("  "))]

    def test_what_stands_as_it_was_left_is_not_told(self, run, race, saved):
        self.change(race, "7: {name: Slide, land: {go_to: 1}}", "7: {name: Slide, land: {go_to: 2}}")
        assert self.told(run("play", "--resume", str(saved))) == []

    def test_pawns_and_accounts_that_are_not_where_they_were_left(self, run, race, saved):
        left = run("play", race, "--seed", "1", typed=["", "", "", "q"]).lines
        stood = next(line for line in reversed(left) if line.startswith("  Player 1: square"))
        self.change(race, "land: {pays: 2}", "land: {go_to: 1}")
        ran = run("play", "--resume", str(saved))
        first, *others = self.told(ran)
        assert first == f"It was left otherwise: {stood.strip()}"
        assert stood not in ran.lines[: ran.lines.index(first) + 2]
        assert others == ["Otherwise than they were left: Bot 2."]  # who had a turn to miss then

    def test_whose_turn_it_was(self, run, race, saved):
        self.change(race, "- roll: {with: die, as: cast}", "- {roll: {with: die, as: cast}}\n      - {next_turn: me}")
        assert "It was left at the turn of Player 1." in self.told(run("play", "--resume", str(saved)))

    def test_variables_that_both_rulesets_have(self, run, race, saved, tmp_path):
        counted = "variables: {throws: {starts: 0, range: 0..99}, cast: {type: throw, lasts: turn}}"
        self.change(race, "variables: {cast: {type: throw, lasts: turn}}", counted)
        self.change(
            race, "- roll: {with: die, as: cast}", "- {roll: {with: die, as: cast}}\n      - {add: {throws: 1}}"
        )
        assert self.told(run("play", "--resume", str(saved))) == []  # the save does not know it
        path = str(tmp_path / "counted.json")
        run("play", race, "--seed", "1", "--save", path, typed=["", "", "q"])
        self.change(race, "{add: {throws: 1}}", "{add: {throws: 2}}")
        assert self.told(run("play", "--resume", path)) == ["Otherwise than they were left: throws."]

    def test_what_several_have_is_named_once(self, run, race, tmp_path):
        counted = "variables: {throws: {of: player, starts: 0, range: 0..99}, cast: {type: throw, lasts: turn}}"
        self.change(race, "variables: {cast: {type: throw, lasts: turn}}", counted)
        self.change(
            race, "- roll: {with: die, as: cast}", "- {roll: {with: die, as: cast}}\n      - {add: {me.throws: 1}}"
        )
        self.change(race, "words: {", "words: {throws: throws, ")
        path = str(tmp_path / "counted.json")
        run("play", race, "--seed", "1", "--save", path, typed=["", "", "q"])
        self.change(race, "{add: {me.throws: 1}}", "{add: {me.throws: 2}}")
        assert self.told(run("play", "--resume", path)) == ["Otherwise than they were left: throws."]

    def test_a_turn_of_nobody_is_not_told(self, run, race, saved):
        edited(saved, lambda data: data["state"]["vector"].__setitem__(TURN, 99))
        self.change(race, "{who} is home.", "{who} has come home.")
        assert self.told(run("play", "--resume", str(saved))) == []

    def test_a_save_of_before_says_nothing_of_it(self, run, race, saved):
        edited(saved, lambda data: data.pop("fields"))
        self.change(race, "land: {pays: 2}", "land: {go_to: 1}")
        ran = run("play", "--resume", str(saved))
        assert (ran.code, self.told(ran)) == (0, [])

    def test_fields_that_cannot_be_are_passed_over(self, run, race, saved):
        rows = [["at", 10**9, 0, 2, 1], ["purse", -5, 0, 2, 1], ["at", "x"], 7, ["nobody", 0, 0, 1, 1]]
        edited(saved, lambda data: data.update(fields=rows))
        self.change(race, "land: {pays: 2}", "land: {go_to: 1}")
        ran = run("play", "--resume", str(saved))
        assert (ran.code, self.told(ran)) == (0, [])

    def test_rules_by_which_it_went_otherwise_are_refused(self, run, race, saved):
        self.change(race, "faces: 3", "faces: 6")
        ran = run("play", "--resume", str(saved))
        assert ran.code == 3
        assert "the ruleset 'lane' has changed since: its sha256 was " in ran.err
        assert "by the rules of today move 1 of" in ran.err

    def test_rules_that_do_not_hold_any_more(self, run, race, saved):
        self.change(race, "phases:", "fazes:")
        assert run("play", "--resume", str(saved)).code in (1, 3)

    def test_the_ruleset_is_gone(self, run, race, saved):
        Path(race).unlink()
        ran = run("play", "--resume", str(saved))
        assert ran.code == 3
        assert "lane.yaml" in ran.err
