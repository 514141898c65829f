"""The board in text: two sides, rows and names; pawns, common squares, what lies ahead; straight under wide letters."""

import pytest

from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.rendering.columns import width_of
from parlour.interpreter.table.board_text import WIDTH, BoardText, plain
from parlour.interpreter.table.setting import Wishes, opened_for_play, prepared
from parlour.interpreter.table.voice import Voice

BOARD = """
parlour: 1
id: board
title: Board
language: en
players: {{min: 2, max: 4}}
board: {{squares: {squares}, tokens: {tokens}, beyond: stay, effects_when: true{picture}}}
chance: {{die: {{throw: 2, faces: 3}}}}
squares: {named}
phases: {{go: {{each: players, do: [{{roll: {{with: die, as: t}}}}]}}}}
score: 0
"""
ROADS = """
parlour: 1
id: roads
title: Roads
language: en
players: 2
board:
  squares: [kiel, hamburg, 東京, rome]
  roads: [[kiel, hamburg], [hamburg, 東京]]
  effects_when: true
squares: {hamburg: {name: Hamburg}}
phases: {go: {each: players, do: [{go_to: kiel}]}}
score: 0
"""


@pytest.fixture
def board(tmp_path):
    """The lines of a board with pawns on these squares."""

    def drawn(text, at, players=2):
        path = tmp_path / "board.yaml"
        path.write_text(text, encoding="utf-8")
        setting = prepared(str(path), opened_for_play(str(path), Library()), Wishes(players=players, auto=True))
        vector = list(setting.program.layout.initial)
        field = setting.program.layout.named("at")
        for token, square in enumerate(at):
            vector[field.slot(token)] = square
        return [plain(line) for line in BoardText(Voice(setting)).lines(vector)]

    return drawn


def rules(squares=44, picture="", named="{}", tokens=1):
    shown = f", picture: {picture}" if picture else ""
    return BOARD.format(squares=squares, picture=shown, named=named, tokens=tokens)


TWO_SIDES = "{shape: two_sides, common: [1, 15, 44]}"
NAMED = "{3: {name: The mirror, land: {move: 1}}, 7: {name: The safe}}"


class TestTwoSides:
    def test_each_pawn_on_its_own_side(self, board):
        lines = board(rules(picture=TWO_SIDES, named=NAMED), [2, 7])
        assert lines[0].split() == ["Bot", "1", "Bot", "2"]
        left, right = lines[1][:37], lines[1][37:]
        assert "2A" in left
        assert "7B" not in left
        assert "7B" in right
        assert "2A" not in right

    def test_common_squares_are_the_same_for_both(self, board):
        lines = board(rules(picture=TWO_SIDES), [15, 0])
        assert lines[1].count("1=") == 2
        assert "\n".join(lines).count("15A") == 2

    def test_both_sides_begin_in_the_same_columns(self, board):
        lines = board(rules(picture=TWO_SIDES), [0, 0])
        start = lines[0].index("Bot 2")
        assert all(line[start - 2 : start].strip() == "" for line in lines[1:6])
        assert all(width_of(line) <= WIDTH for line in lines)

    def test_a_row_has_as_many_squares_wherever_the_pawns_stand(self, board):
        apart, together = (board(rules(picture=TWO_SIDES), at, players=4) for at in ([2, 3, 4, 5], [15, 15, 15, 15]))
        assert "15ABCD" in "\n".join(together)
        assert [row.replace("=", " ").split()[0] for row in apart[1:7]] == ["1", "9", "17", "25", "33", "41"]
        assert [row.replace("=", " ").split()[0] for row in together[1:7]] == ["1", "9", "17", "25", "33", "41"]
        assert all(width_of(line) <= WIDTH for line in together[:7])

    def test_what_the_signs_mean(self, board):
        lines = board(rules(picture=TWO_SIDES, named=NAMED), [2, 7])
        assert "=: common to both sides   *: has rules of its own" in lines


class TestRows:
    def test_ten_in_a_row_and_several_on_a_square(self, board):
        lines = board(rules(squares=25, named=NAMED), [12, 12])
        assert lines[0].split() == ["1", "2", "3*", "4", "5", "6", "7", "8", "9", "10"]
        assert lines[1].split()[1] == "12AB"
        assert len({line.index("3") for line in (lines[0], lines[1].replace("13", " 3"))}) == 1

    def test_pawns_off_the_board(self, board):
        assert "Off the board: Bot 1 and Bot 2" in board(rules(squares=9), [0, 0])

    def test_what_lies_ahead_as_far_as_a_throw_carries(self, board):
        lines = board(rules(squares=25, named=NAMED), [1, 2])
        assert "A Bot 1, square 1, ahead: 3 (The mirror) and 7 (The safe)" in lines
        assert board(rules(squares=25, named=NAMED), [7, 4])[-2:] == [
            "A Bot 1, square 7 (The safe)",
            "B Bot 2, square 4, ahead: 7 (The safe)",
        ]

    def test_several_pawns_each(self, board):
        lines = board(rules(squares=9, tokens=2), [1, 0, 1, 5])
        assert lines[0].split()[0] == "1AB"
        assert "A Bot 1, pawn 1, square 1" in lines
        assert "Off the board: Bot 1, pawn 2" in lines

    @pytest.mark.parametrize("squares", [1, 9, 10, 11, 63, 99, 100, 400])
    def test_every_square_once_and_within_the_width(self, board, squares):
        lines = board(rules(squares=squares), [0, 0])
        numbers = [int(word) for line in lines if line.strip()[:1].isdigit() for word in line.split()]
        assert numbers == list(range(1, squares + 1))
        assert all(width_of(line) <= WIDTH for line in lines[: len(numbers) // 2])

    def test_wide_letters_move_nothing(self, board):
        text = rules(squares=12, named="{2: {name: 長い名前, land: {move: 1}}}")
        wide, narrow = board(text, [3, 3]), board(text.replace("長い名前", "long"), [3, 3])
        assert wide[:2] == narrow[:2]


class TestNames:
    def test_a_line_for_each_with_its_neighbours(self, board):
        lines = board(ROADS, [1, 3])
        assert [line.split()[0] for line in lines[:4]] == ["kiel", "Hamburg", "東京", "rome"]
        assert "A" in lines[0].split("–")[0]
        assert lines[1].endswith("– kiel, 東京")
        assert "B" in lines[2].split("–")[0]

    def test_squares_of_one_name_are_told_apart(self, board):
        lines = board(ROADS.replace("{hamburg: {name: Hamburg}}", "{'hamburg, rome': {name: Port}}"), [2, 4])
        assert lines[0].endswith("– Port (hamburg)")
        assert lines[1].startswith("Port (hamburg)")
        assert lines[3].startswith("Port (rome)")

    def test_the_columns_stand_under_each_other(self, board):
        lines = board(ROADS, [0, 0])
        assert len({width_of(line.split("–")[0]) for line in lines[:3]}) == 1


def test_a_game_without_a_board_has_none(board):
    assert (
        board("parlour: 1\nid: none\ntitle: None\nlanguage: en\nplayers: 2\nphases: {go: {do: []}}\nscore: 0\n", [])
        == []
    )
