"""Where squares are drawn: all of them, none on another, each beside the one before it."""

from itertools import combinations, pairwise
from math import hypot

import pytest

from parlour.interpreter.pictures.plan import WIDTH
from parlour.interpreter.pictures.shapes import plan_of

SIZES = [1, 2, 7, 12, 40, 44, 63, 64, 100]
COMMON = frozenset({1, 15, 34, 41, 43, 44})


def overlap(one, other):
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0.01 and down > 0.01


def boxes(plan):
    return [box for found in plan.boxes.values() for box in found]


@pytest.mark.parametrize("shape", ["spiral", "rows", "ring", "two_sides", "map", ""])
@pytest.mark.parametrize("squares", SIZES)
def test_every_square_has_its_own_room_on_the_sheet(shape, squares):
    plan = plan_of(shape, squares, COMMON & set(range(squares + 1)), [(n, n + 1) for n in range(1, squares)])
    assert list(plan.boxes) == list(range(1, squares + 1))
    assert not [pair for pair in combinations(boxes(plan), 2) if overlap(*pair)]
    assert all(b.x >= 0 and b.y >= 0 for b in boxes(plan))
    assert all(b.x + b.width <= plan.width + 0.01 and b.y + b.height <= plan.height + 0.01 for b in boxes(plan))


@pytest.mark.parametrize("shape", ["spiral", "rows"])
@pytest.mark.parametrize("squares", SIZES)
def test_the_way_goes_from_each_square_to_its_neighbour(shape, squares):
    (track,) = plan_of(shape, squares).tracks
    for one, other in pairwise(track):
        steps = abs(other.x - one.x) / (one.width + 8) + abs(other.y - one.y) / (one.height + 8)
        assert steps == pytest.approx(1)


def test_a_spiral_begins_in_a_corner_and_ends_inside():
    plan = plan_of("spiral", 63)
    (first,), (last,) = plan.boxes[1], plan.boxes[63]
    assert first.x == 0 and first.y + first.height == pytest.approx(plan.height)
    assert 0 < last.x < WIDTH - 2 * last.width
    assert 0 < last.y < plan.height - 2 * last.height


def test_a_ring_comes_back_to_its_beginning():
    (track,) = plan_of("ring", 40).tracks
    assert track[0] == track[-1]
    assert len({box.x for box in track[:-1]} & {0.0}) == 1


def test_common_squares_are_drawn_once_and_the_sides_mirror_each_other():
    plan = plan_of("two_sides", 44, COMMON)
    for number, found in plan.boxes.items():
        if number in COMMON:
            assert len(found) == 1 and found[0].centre[0] == pytest.approx(WIDTH / 2)
        else:
            left, right = found
            assert left.centre[0] + right.centre[0] == pytest.approx(WIDTH)
            assert left.y == right.y and left.x < right.x


def test_the_sides_lead_back_to_the_middle_before_each_common_square():
    plan = plan_of("two_sides", 44, COMMON)
    for number in COMMON - {1, 44}:
        before, (common,) = plan.boxes[number - 1][0], plan.boxes[number]
        assert hypot(before.centre[0] - common.centre[0], before.centre[1] - common.centre[1]) < 1.3 * common.width


@pytest.mark.parametrize("places", [5, 10, 16, 24])
def test_roads_of_a_map_run_through_no_third_place(places):
    roads = list(combinations(range(1, places + 1), 2))
    plan = plan_of("map", places, roads=roads)
    for track, (a, b) in zip(plan.tracks, roads, strict=True):
        points = [p for one, other in pairwise(track) for p in along(one.centre, other.centre)]
        others = [box for number, (box,) in plan.boxes.items() if number not in (a, b)]
        assert not [p for p in points for box in others if holds(box, p)]


def along(start, end):
    return [tuple(a + (b - a) * k / 25 for a, b in zip(start, end, strict=True)) for k in range(26)]


def holds(box, point):
    return box.x < point[0] < box.x + box.width and box.y < point[1] < box.y + box.height
