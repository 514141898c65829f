"""Games told again: from a log, from a save, and any game of a simulation, as it was."""

import json
import re
from pathlib import Path

import pytest

from parlour.interpreter.checked import compiled
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.opening import opened
from parlour.interpreter.runtime.game import Game


def without_prompts(ran):
    return [line for line in ran.lines if "? for help" not in line and "Taken back" not in line]


@pytest.fixture
def logged(run, cards, tmp_path):
    path = tmp_path / "log.jsonl"
    ran = run("play", cards, "--seed", "3", "--log", str(path), typed=["", "2", "1", "2", "1"])
    return path, ran


class TestFiles:
    def test_a_log_tells_the_same_story(self, run, race, tmp_path):
        path = tmp_path / "log.jsonl"
        ran = run("play", race, "--seed", "2", "--log", str(path), typed=["", ""])
        again = run("replay", str(path))
        assert again.code == 0
        assert again.lines == [line for line in without_prompts(ran) if "plays on by itself" not in line]

    def test_choices_are_told_as_they_were_made(self, run, logged):
        path, ran = logged
        again = run("replay", str(path))
        assert again.lines[-6:] == ran.lines[-6:]

    def test_what_was_taken_back_is_left_out(self, run, cards, tmp_path):
        path, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
        run("play", cards, "--seed", "3", "--log", str(path), typed=["", "2", "1", "u", "u", "3", "2", "1"])
        run("play", cards, "--seed", "3", "--log", str(other), typed=["", "3", "2", "1"])
        assert run("replay", str(path)).out == run("replay", str(other)).out

    def test_a_save_goes_as_far_as_it_was_played(self, run, race, tmp_path):
        path = tmp_path / "game.json"
        run("play", race, "--seed", "1", "--save", str(path), typed=["", "", "q"])
        again = run("replay", str(path))
        assert again.code == 0
        assert again.lines[-1] == "The record ends here."
        assert again.out.count("\nTurn ") == 5

    def test_in_another_language(self, run, race, tmp_path):
        path = tmp_path / "log.jsonl"
        run("play", race, "--seed", "1", "--log", str(path))
        assert "Beurt 1: Speler 1." in run("replay", str(path), "--lang", "nl").lines

    def test_a_log_that_was_tampered_with(self, run, logged):
        path, _ = logged
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r'"action": "5 of clubs"', '"action": "ace of spades"', text, count=1), encoding="utf-8")
        ran = run("replay", str(path))
        assert ran.code in (0, 3)
        path.write_text(text + '{"event": "chose", "seat": 1, "action": "1", "alone": false}\n', encoding="utf-8")
        ran = run("replay", str(path))
        assert ran.code == 3
        assert "the game is over by then" in ran.err

    def test_a_line_that_cannot_be_read(self, run, logged):
        path, _ = logged
        with path.open("a", encoding="utf-8") as file:
            file.write("{oops\n")
        ran = run("replay", str(path))
        assert ran.code == 3
        assert "its line" in ran.err

    @pytest.mark.parametrize("content", ["", "{}", "[1]", "text", '{"format": "parlour log", "version": 1}\n'])
    def test_no_log(self, run, tmp_path, content):
        path = tmp_path / "x.jsonl"
        path.write_text(content)
        ran = run("replay", str(path))
        assert ran.code == 3
        assert "Traceback" not in ran.err

    def test_no_file(self, run):
        ran = run("replay", "no-game")
        assert ran.code == 3
        assert "--seed and --game" in ran.err

    def test_wishes_are_for_games(self, run, logged):
        ran = run("replay", str(logged[0]), "--players", "3")
        assert ran.code == 2


class TestALog:
    def test_its_lines(self, logged):
        path, ran = logged
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert lines[0]["format"] == "parlour log"
        assert lines[0]["seats"] == ["you", "bot:lowest"]
        assert all(set(line) == {"told"} or "event" in line for line in lines[1:])
        assert all(re.fullmatch(r"hands\.yaml:\d+", line["at"]) for line in lines if "at" in line)
        told = [line["told"] for line in lines if "told" in line]
        assert set(told) >= {line.strip() for line in ran.lines if line.startswith("  Bot 2 plays")}

    def test_a_landing_is_where_its_square_is_written(self, run, race, tmp_path):
        log = tmp_path / "log.jsonl"
        run("play", race, "--auto", "--seed", "1", "--log", str(log))
        told = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        written = Path(race).read_text(encoding="utf-8").splitlines()
        landed = {
            e["square"]: written[int(e["at"].rpartition(":")[2]) - 1].strip()
            for e in told
            if e.get("event") == "landed"
        }
        own = {number for number in landed if any(line.startswith(f"  {number}: {{name") for line in written)}
        assert own
        assert all(landed[number].startswith(f"{number}: ") for number in own)
        assert {line for number, line in landed.items() if number not in own} <= {"squares: length"}

    def test_what_a_person_chose_is_in_it(self, logged):
        lines = [json.loads(line) for line in logged[0].read_text(encoding="utf-8").splitlines()]
        chosen = [line for line in lines if line.get("event") == "chose"]
        assert {"choice": "vow", "seat": 1, "action": "2", "alone": False}.items() <= chosen[0].items()

    def test_it_can_be_gone_on_with(self, run, cards, tmp_path):
        path = tmp_path / "log.jsonl"
        run("play", cards, "--seed", "3", "--log", str(path), typed=["", "2", "1", "q"])
        before = path.read_text()
        ran = run("play", "--resume", str(path), typed=["q"])
        assert ran.code == 0
        assert path.read_text() == before

    def test_seats_count_from_one_everywhere(self, run, race, tmp_path):
        path = tmp_path / "log.jsonl"
        run("play", race, "--seed", "1", "--log", str(path))
        text = path.read_text()
        assert '"from": "purse[1]"' in text
        assert "[0]" not in text

    def test_where_it_cannot_be_written(self, run, race, tmp_path):
        ran = run("play", race, "--log", str(tmp_path / "no folder" / "x.jsonl"))
        assert ran.code == 3
        assert f"there is no folder '{tmp_path}/no folder' to write it in" in ran.err
        assert not (tmp_path / "no folder").exists()


class TestGamesOfASimulation:
    @pytest.mark.parametrize("number", [0, 1, 2, 812_345])
    def test_game_k_is_that_of_the_simulation(self, run, race, number):
        program, _ = compiled(opened(race, Library()), 3, {"pace": "fast"})
        result = Game(program).played(7, number)
        words = ["--seed", "7", "--game", str(number), "--players", "3", "--option", "pace=fast"]
        ran = run("replay", race, *words)
        scores = [int(line.split(": ")[1]) for line in ran.lines[ran.lines.index("Scores") + 1 :][:3]]
        assert scores == result.scores()
        assert ran.lines[-1].strip().startswith(f"{result.turns} turns")

    @pytest.mark.parametrize("seats", ["bot:lowest", "bot:random", "bot", "bot:lowest,bot:random"])
    def test_with_its_seats(self, run, cards, seats):
        ran = run("replay", cards, "--seed", "7", "--game", "3", "--seats", seats)
        again = run("replay", cards, "--seed", "7", "--game", "3", "--seats", seats)
        assert ran.code == 0
        assert ran.out == again.out

    @pytest.mark.parametrize(
        "words", [[], ["--seats", "bot:hold_at_20"], ["--seats", "bot,bot:hold_at_20,bot"], ["--players", "2"]]
    )
    def test_what_nobody_says_is_as_it_is_there(self, run, tmp_path, words):
        """As many seats, and the same seed, also in a game that one can play alone."""
        path = tmp_path / "games.csv"
        assert run("simulate", "pig", "-n", "3", "--out", str(path), *words).code == 0
        names, *_, row = (line.split(",") for line in path.read_text().splitlines())
        ran = run("replay", "pig", "--game", "2", *words)
        assert (ran.code, ran.err) == (0, "")
        told = [line.rpartition(": ")[2] for line in ran.lines[ran.lines.index("Scores") + 1 : -1]]
        assert told == [value for name, value in zip(names, row, strict=True) if name.startswith("score")]
        assert ran.lines[-1].strip().startswith(f"{row[names.index('turns')]} turns")

    def test_far_too_many_players(self, run, race):
        assert run("replay", race, "--game", "0", "--players", "1000000000").code == 2

    def test_it_is_the_game_that_play_plays(self, run, race):
        assert run("replay", race, "--seed", "7", "--game", "0").out == run("play", race, "--auto", "--seed", "7").out

    def test_an_unknown_seat(self, run, race):
        ran = run("replay", race, "--seed", "7", "--game", "0", "--seats", "bot:none")
        assert ran.code == 2


class TestAPage:
    def page(self, run, tmp_path, *words):
        path = tmp_path / "game.html"
        ran = run("replay", *words, "--html", str(path))
        assert ran.err.splitlines()[-1] == str(path)
        assert (ran.code, ran.out) == (0, "")
        return path.read_text(encoding="utf-8")

    def test_on_stdout(self, run, race, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        ran = run("replay", race, "--seed", "7", "--html", "-")
        assert (ran.code, ran.err) == (0, "")
        assert ran.out == self.page(run, tmp_path, race, "--seed", "7") + "\n"
        assert not (tmp_path / "-").exists()

    def test_each_turn_is_a_step_with_the_board(self, run, race, tmp_path):
        html = self.page(run, tmp_path, race, "--seed", "7", "--game", "0", "--lang", "nl")
        told = run("replay", race, "--seed", "7", "--game", "0", "--lang", "nl")
        turns = [line for line in told.lines if line.startswith("Beurt ")]
        assert '<html lang="nl">' in html
        assert "<title>The lane: startgetal 7, spel 0</title>" in html
        assert "<h1>The lane: startgetal 7, spel 0</h1>" in html
        assert "<p>The lane: het spel begint.</p>" in html
        assert re.findall(r"<h2>(.*?)</h2>", html) == turns
        assert html.count("<section>") == html.count("</section>") == html.count("<pre>")
        assert '<b class="s0">A</b>' in html

    def test_it_needs_nothing_else(self, run, race, tmp_path):
        html = self.page(run, tmp_path, race, "--seed", "7", "--game", "0")
        assert not re.search(r"(?:src|href)=|https?:|@import|url\(", html)

    def test_what_a_ruleset_says_is_text(self, run, race, tmp_path):
        text = Path(race).read_text(encoding="utf-8")
        text = text.replace("title: The lane", "title: <script>alert(1)</script>")
        (tmp_path / "lane.yaml").write_text(text.replace("name: Toll", "name: <b>Toll</b>"), encoding="utf-8")
        html = self.page(run, tmp_path, str(tmp_path / "lane.yaml"), "--seed", "7", "--game", "0")
        assert html.count("<script>") == 1
        assert "&lt;script&gt;alert(1)" in html
        assert "<b>Toll" not in html

    def test_of_a_log(self, run, logged, tmp_path):
        html = self.page(run, tmp_path, str(logged[0]))
        assert "<h2>Turn 1: Player 1.</h2>" in html

    def test_where_it_cannot_be_written(self, run, race, tmp_path):
        ran = run("replay", race, "--seed", "7", "--game", "0", "--html", str(tmp_path / "no folder" / "x.html"))
        assert ran.code == 3
