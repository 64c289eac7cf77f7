"""The board as a diagram, in a box of any shape."""

import numpy as np
import pygame
import pytest

from companion.ui.board_plan import CELL, RING, board_plan
from companion.ui.diagram import SPOT_TARGET, Diagram
from companion.ui.pen import Box, Pen
from companion.ui.style import CARD, GOLD, INK
from engine.games import parse_board
from seeds.boards import builtin_board_text
from tests.companion.ui.positions import BOARD, LOCATIONS

BOXES: tuple[Box, ...] = ((8, 60, 480, 240), (8, 60, 250, 400), (200, 10, 590, 460))
AT = LOCATIONS[10]


def pen() -> Pen:
    made = Pen.filling(pygame.Surface((800, 480), depth=32))
    made.surface.fill(CARD)
    return made


@pytest.mark.parametrize("box", BOXES)
def test_each_spot_is_touched_in_its_middle(box: Box) -> None:
    canvas = pen()
    Diagram(BOARD, {}, touchable=True).draw(canvas, box)
    plan = board_plan(canvas, BOARD, box[2], box[3])
    for ident, (x, y) in plan.at.items():
        assert canvas.touched(canvas.at(box[0] + x, box[1] + y)) == SPOT_TARGET.format(ident)


@pytest.mark.parametrize("box", BOXES)
def test_everything_lies_in_the_box_as_it_lies_on_the_board(box: Box) -> None:
    plan = board_plan(pen(), BOARD, box[2], box[3])
    scales = set()
    first, *others = BOARD.locations
    x, y = plan.at[first.id]
    for other in others:
        right, down = plan.at[other.id]
        assert plan.spot <= right <= box[2] - plan.spot
        assert plan.spot <= down <= box[3] - plan.spot
        for apart, really in zip(
            (right - x, down - y),
            (one - two for one, two in zip(other.at_mm, first.at_mm, strict=True)),
            strict=True,
        ):
            if really:
                scales.add(round(apart / really, 6))
    assert len(scales) == 1


def test_no_two_spots_overlap() -> None:
    plan = board_plan(pen(), BOARD, 300, 200)
    middles = [pygame.Vector2(at) for at in plan.at.values()]
    for i, one in enumerate(middles):
        assert all(one.distance_to(other) > 2 * plan.spot for other in middles[:i])


@pytest.mark.parametrize(
    ("diagram", "colour"),
    [
        (Diagram(BOARD, {}, rings=(AT,)), GOLD),
        (Diagram(BOARD, {}, chosen=AT), INK),
    ],
)
def test_what_is_pointed_out_is_ringed_around_its_spot(diagram: Diagram, colour: object) -> None:
    canvas, bare, box = pen(), pen(), BOXES[0]
    diagram.draw(canvas, box)
    Diagram(BOARD, {}).draw(bare, box)
    plan = board_plan(canvas, BOARD, box[2], box[3])
    x, y = plan.at[AT]
    middle = pygame.Vector2(canvas.at(box[0] + x, box[1] + y))
    changed = [
        (column, row)
        for column in range(800)
        for row in range(480)
        if canvas.surface.get_at((column, row)) != bare.surface.get_at((column, row))
    ]
    assert changed
    assert any(canvas.surface.get_at(at)[:3] == colour for at in changed)
    for at in changed:
        assert plan.spot - 1 <= middle.distance_to(at) <= 2 * plan.spot + 8


AREAS = parse_board(builtin_board_text("taiga"), "taiga")


@pytest.mark.parametrize("box", BOXES)
def test_a_board_with_areas_is_drawn_each_area_within_its_border(box: Box) -> None:
    canvas = pen()
    Diagram(AREAS, {}, touchable=True).draw(canvas, box)
    plan = board_plan(canvas, AREAS, box[2], box[3])
    assert [*plan.at] == [place.id for group in AREAS.areas[:2] for place in group.places]
    for x, y in plan.at.values():
        assert 0 < x < box[2]
        assert 0 < y < box[3]
    for i, region in enumerate(AREAS.regions):
        rows, columns = np.nonzero(plan.regions == i)
        assert len(rows)
        x, y = plan.at[region.id]
        away = np.hypot(columns * CELL - x, rows * CELL - y).min()
        assert away < 2 * CELL
    for (name, (x, y, wide, high)), region in zip(plan.names, AREAS.regions, strict=True):
        assert name == region.name
        middle = plan.regions[int((y + high / 2) / CELL), int((x + wide / 2) / CELL)]
        assert middle == AREAS.regions.index(region)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (480, 800)], ids=str)
@pytest.mark.parametrize("box", [(386, 228), (402, 215), (348, 366), (512, 358), (464, 300)])
def test_each_name_stands_in_its_region_and_on_no_spot(
    size: tuple[int, int], box: tuple[float, float]
) -> None:
    canvas = Pen.filling(pygame.Surface(size, depth=32))
    plan = board_plan(canvas, BOARD, *box)
    assert [name for name, _ in plan.names] == [one.name for one in BOARD.regions]
    around = plan.spot + RING - CELL  # as coarse as names are placed
    for number, (name, (left, top, width, height)) in enumerate(plan.names):
        for x, y in plan.at.values():
            nearest = (min(max(x, left), left + width), min(max(y, top), top + height))
            assert pygame.Vector2(nearest).distance_to((x, y)) >= around, name
        rows, columns = (
            slice(int(start / CELL), int((start + long) / CELL))
            for start, long in ((top, height), (left, width))
        )
        assert (plan.regions[rows, columns] == number).all(), name
