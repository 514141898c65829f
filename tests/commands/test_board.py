"""`parlour board`: a picture on stdout or in a file; what it needs, where it cannot be drawn."""

import importlib.util
from xml.etree import ElementTree as ET

import pytest

SVG = "{http://www.w3.org/2000/svg}"

LANE = """\
parlour: 1
id: lane
title: Lane
language: en
summary: A short walk
players: {min: 1, max: 2}
options:
  length: {default: 6, range: 4..9}
  bold: {default: false}
chance: {die: {throw: 1, faces: 3}}
board: {squares: length, starts: 0, beyond: stay, effects_when: not forced, picture: {shape: rows}}
squares:
  2: {name: Hedge, land: {go_to: 4}}
phases:
  walk:
    turns: players
    do:
      - roll: {with: die, as: t}
      - move: t.total
      - if: me.at == length or (bold and me.at > 2)
        end: {outcome: home, winners: me}
"""


@pytest.fixture
def lane(put):
    return put(LANE, "lane.yaml")


def test_the_picture_goes_to_stdout(run, lane):
    ran = run("board", lane)
    assert (ran.code, ran.err) == (0, "")
    assert ET.fromstring(ran.out).findtext(f"{SVG}title") == "Lane"


def test_or_into_a_file(run, lane, tmp_path):
    ran = run("board", lane, "-o", "lane.svg")
    assert (ran.code, ran.out) == (0, "")
    assert ET.parse(tmp_path / "lane.svg").getroot().tag == f"{SVG}svg"


def test_options_and_language_count(run, lane):
    ran = run("board", lane, "--option", "length=9", "--lang", "nl")
    assert ET.fromstring(ran.out).findtext(f"{SVG}desc").startswith("9 vakken")


def test_heat_says_how_it_was_found(run, lane):
    ran = run("board", lane, "--heat")
    assert ran.err == "landings: exact\n"
    assert "worked out exactly" in ran.out


def test_heat_is_simulated_where_exact_odds_are_out_of_reach(run, lane, monkeypatch):
    exact = landings(run("board", lane, "--option", "bold=true", "--heat"))
    monkeypatch.setattr("parlour.interpreter.landing.STATES", 1)
    ran = run("board", lane, "--option", "bold=true", "--heat")
    simulated = landings(ran)
    assert ran.err.startswith("landings: from 20,000 simulated games")
    assert "simulated games: 20,000" in ran.out
    assert simulated == pytest.approx(exact, abs=0.05)


def landings(ran):
    squares = [g for g in ET.fromstring(ran.out).iter(f"{SVG}g") if g.get("class") == "square"]
    return [float([t.text for t in g.iter(f"{SVG}text")][1]) for g in squares]


def test_png_needs_its_extra_and_says_so(run, lane, monkeypatch, tmp_path):
    monkeypatch.setattr("parlour.commands.files.is_there", lambda: False)
    ran = run("board", lane, "-o", "lane.png")
    assert ran.code == 3
    assert "pip install 'parlour[png]'" in ran.err
    assert not (tmp_path / "lane.png").exists()


@pytest.mark.skipif(importlib.util.find_spec("resvg_py") is None, reason="parlour[png] is not installed")
def test_png_is_drawn(run, lane, tmp_path):
    assert run("board", lane, "-o", "lane.png").code == 0
    assert (tmp_path / "lane.png").read_bytes().startswith(b"\x89PNG")


def test_other_ends_of_files_are_refused(run, lane):
    ran = run("board", lane, "-o", "lane.gif")
    assert ran.code == 2
    assert "'lane.gif' has to end in .svg or .png" in ran.err


def test_a_game_without_a_board_has_no_picture(run, sound):
    ran = run("board", sound)
    assert ran.code == 3
    assert "'coin' is played without a board" in ran.err


def test_a_file_that_cannot_be_written_is_no_traceback(run, lane):
    assert run("board", lane, "-o", "nowhere/lane.svg").code == 3


def test_a_missing_folder_is_told_before_games_are_played_for_the_colours(run, lane):
    ran = run("board", lane, "--heat", "-o", "nowhere/lane.svg")
    assert (ran.code, "there is no folder 'nowhere'" in ran.err, "landings" in ran.err) == (3, True, False)


def test_as_many_play_as_seats_are_given(run, lane):
    assert run("board", lane, "--heat", "--seats", "bot:random,bot:random").code == 0
    assert "3" in run("board", lane, "--heat", "--seats", ",".join(["bot"] * 3)).err


def test_who_plays_is_checked(run, lane):
    ran = run("board", lane, "--heat", "--seats", "bot:clever")
    assert ran.code == 2
    assert "there is no policy 'clever'" in ran.err


def test_a_dash_is_stdout(run, lane, tmp_path):
    assert run("board", lane, "-o", "-").out == run("board", lane).out
    assert not (tmp_path / "-").exists()
