"""The picture: well formed, with title and description, every square with its name, in the language, nothing overlapping."""

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from parlour.interpreter.face import Game, load
from parlour.interpreter.pictures.colours import heat
from parlour.interpreter.pictures.drawing import drawn
from parlour.interpreter.pictures.lettering import fitted, width_at
from parlour.interpreter.pictures.scene import scene_of

BOARDS = ["goose", "goose-nl", "chutes", "humbert-ca", "humbert-uk", "humbert-sl", "messenger-boy", "monete-di-bologna"]


@pytest.mark.parametrize("game", BOARDS)
def test_every_square_is_there_with_its_whole_name(game, picture, scene):
    drawn, spots = picture(game), scene(game).spots
    shown = dict(drawn.squares())
    assert list(shown) == [spot.number for spot in spots]
    for spot in spots:
        label, *name = shown[spot.number]
        assert label == spot.label
        assert "".join(name).replace("-", "").replace(" ", "") == spot.name.replace("-", "").replace(" ", "")


@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize("heated", [False, True])
def test_no_two_texts_lie_on_each_other(game, heated, picture, scene):
    landings = {spot.number: 10 / spot.number for spot in scene(game).spots}
    letters = picture(game, heat=landings if heated else None).letters()
    for (one, text), (other, another) in combinations(letters, 2):
        across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
        down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
        assert not (across > 0.5 and down > 0.5), (text, another)


@pytest.mark.parametrize("game", BOARDS)
def test_letters_are_large_enough_for_a_page(game, picture):
    root = picture(game).root
    width = float(root.get("viewBox").split()[2])
    sizes = [float(text.get("font-size")) for text in root.iter() if text.tag.endswith("text")]
    assert min(sizes) / width >= 0.0105  # 2.2 mm on 210 mm


def test_it_says_what_it_is_to_those_who_do_not_see_it(picture):
    drawn = picture("goose")
    assert drawn.root.get("role") == "img"
    assert drawn.title == "The Game of the Goose"
    assert drawn.description.startswith("63 squares. 5 Goose, 6 The bridge")
    assert "6 → 12, 42 → 30" in drawn.description


def test_it_speaks_the_language_that_is_asked_for(picture):
    legend = picture("goose", "uk", heat={1: 0.5, 2: 1234.5}).legend()
    assert "Як часто фішка стає на клітинку – обчислено точно" in legend
    assert any(text.replace("\xa0", " ") == "1 234,50" for text in legend)


def test_the_language_of_the_ruleset_is_the_usual_one(picture):
    drawn = picture("humbert-ca")
    assert drawn.root.get("{http://www.w3.org/XML/1998/namespace}lang") == "ca"
    assert "té regles pròpies" in drawn.legend()


def test_squares_with_rules_are_told_apart_by_their_edge_too(picture):
    edges = {r.get("stroke-width") for g in picture("goose").groups("board") for r in g if r.tag.endswith("rect")}
    assert edges == {"1", "2"}


def test_jumps_are_arrows_and_those_back_are_broken(picture):
    jumps = picture("goose").groups("jump")
    broken = [jump for jump in jumps if any(part.get("stroke-dasharray") for part in jump)]
    assert (len(jumps), len(broken)) == (2, 1)


def test_each_side_has_its_own_arrow(picture):
    assert len(picture("humbert-ca").groups("jump")) == 4


def test_a_board_of_names_has_names_and_roads(trip, picture):
    drawn = picture(str(trip))
    assert drawn.squares()[0][1] == ["ash field"]
    assert " ".join(dict(drawn.squares())[3]) == "cedar hill on the water"
    titles = [next(iter(g)).text for g in drawn.groups("square")]
    assert "The great elm – Here it ends." in titles


def test_heat_colours_squares_and_has_a_scale(picture):
    drawn = picture("goose", heat={n: n / 10 for n in range(1, 64)}, games=500)
    fills = [r.get("fill") for g in drawn.groups("board") for r in g if r.tag.endswith("rect")]
    assert fills[62] == heat(1) and fills[0] != fills[30] != fills[62]
    assert "How often a pawn lands on a square – simulated games: 500" in drawn.legend()
    assert {"0", "6.30"} <= set(drawn.legend())
    assert "6.30" in dict(drawn.squares())[63]


def test_colours_darken_with_heat():
    brightness = [sum(bytes.fromhex(heat(k / 20)[1:])) for k in range(21)]
    assert brightness == sorted(brightness, reverse=True)
    assert heat(-1) == heat(0) and heat(2) == heat(1)


@pytest.mark.parametrize(
    "text", ["A", "The goose garden", "Donaudampfschifffahrtsgesellschaft", "Еміль Доріньяк або Марія", "王様の庭"]
)
@pytest.mark.parametrize(("width", "height"), [(110, 40), (80, 60), (40, 15)])
def test_names_fit_their_room(text, width, height):
    lettering = fitted(text, width, height)
    assert all(width_at(line, lettering.size) <= width for line in lettering.lines)
    assert lettering.height <= max(height, lettering.size * 1.2)


def test_names_are_as_large_as_they_can_be():
    assert fitted("Goose", 100, 40).size == 16
    assert fitted("Goose", 45, 40).size < 16


def test_arrows_do_not_cross_out_what_is_written():
    game = Game(load("chutes"))
    picture = drawn(scene_of(game.ruleset.checked, game.program, ""))
    root = ET.fromstring(picture)
    board = next(g for g in root if g.get("class") == "board")
    classes = [g.get("class") for g in board if g.get("class")]
    assert classes.index("square") > max(k for k, name in enumerate(classes) if name == "jump")
    written = [t for g in board if g.get("class") == "square" for t in g if t.tag.endswith("text")]
    assert written and all(t.get("paint-order") == "stroke" and t.get("stroke") for t in written)
