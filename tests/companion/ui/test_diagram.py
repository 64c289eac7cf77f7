"""The board as a diagram, in a box of any shape."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from companion.ui.board_plan import CELL, RING, BoardPlan, board_plan, shortened
from companion.ui.diagram import SPOT_TARGET, Diagram
from companion.ui.pen import Box, Pen
from companion.ui.style import CARD, INK, LAST_MOVE
from engine.board import Board
from engine.games import parse_board
from seeds.boards import builtin_board_text
from tests.companion.ui.positions import BOARD, LOCATIONS
from tests.examples.sitting import LONGEST_CITY_STATES
from tests.sampled import few, in_turn

BOXES: tuple[Box, ...] = ((8, 60, 480, 240), (8, 60, 250, 400), (200, 10, 590, 460))
AT = LOCATIONS[10]
SHORTEST = 4
"""Letters by which a city-state is known, with the point after them."""


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
        (Diagram(BOARD, {}, rings=(AT,)), LAST_MOVE),
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
    pixels = [pygame.surfarray.array2d(one.surface) for one in (canvas, bare)]
    changed = np.argwhere(pixels[0] != pixels[1]).tolist()
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
    assert [*plan.names] == [region.id for region in AREAS.regions]
    for number, region in enumerate(AREAS.regions):
        name, place = plan.names[region.id]
        assert name == region.name or (name in shortened(region.name) and len(name) >= SHORTEST)
        assert (plan.regions[cells(place)] == number).all(), name


def cells(place: Box) -> tuple[slice, slice]:
    """Give the rows and columns of a plan's grid that a box covers."""
    left, top, width, height = (int(length / CELL) for length in place)
    return slice(top, top + height), slice(left, left + width)


SIZES = ((800, 480), (1280, 720), (480, 800))
WIDE = ((386, 228), (402, 215), (348, 366), (512, 358), (464, 300))
NARROW = ((464, 152), (464, 163), (464, 190), (221, 195), (221, 232), (300, 200))
"""Boxes of play screens that have much to show beside the board, some of upright ones."""
SHAPES = in_turn(SIZES, (*NARROW, *WIDE))


def longer(board: Board) -> Board:
    """Give all regions names as long as names may be."""
    named = zip(board.regions, LONGEST_CITY_STATES, strict=True)
    return replace(board, regions=tuple(replace(one, name=name) for one, name in named))


def assert_names_stand_clear(board: Board, plan: BoardPlan) -> None:
    """Each name lies wholly in its region, and on no spot."""
    around = plan.spot + RING - CELL  # as coarse as names are placed
    for number, region in enumerate(board.regions):
        name, (left, top, width, height) = plan.names[region.id]
        for x, y in plan.at.values():
            nearest = (min(max(x, left), left + width), min(max(y, top), top + height))
            assert pygame.Vector2(nearest).distance_to((x, y)) >= around, name
        assert (plan.regions[cells((left, top, width, height))] == number).all(), name


@pytest.mark.parametrize(("size", "box"), SHAPES, ids=str)
def test_each_name_stands_in_its_region_and_on_no_spot(
    size: tuple[int, int], box: tuple[float, float]
) -> None:
    canvas = Pen.filling(pygame.Surface(size, depth=32))
    plan = board_plan(canvas, BOARD, *box)
    assert [name for name, _ in plan.names.values()] == [one.name for one in BOARD.regions]
    assert_names_stand_clear(BOARD, plan)


@pytest.mark.parametrize(("size", "box"), few(3, [one.values for one in SHAPES]), ids=str)
def test_a_name_too_long_for_its_region_loses_its_end_and_covers_no_spot(
    box: tuple[float, float], size: tuple[int, int]
) -> None:
    board = longer(BOARD)
    canvas = Pen.filling(pygame.Surface(size, depth=32))
    plan = board_plan(canvas, board, *box)
    assert_names_stand_clear(board, plan)
    for region in board.regions:
        written, _ = plan.names[region.id]
        assert written in (region.name, *shortened(region.name))
        assert len(written) >= SHORTEST
    Diagram(board, {}).draw(canvas, (0, 0, *box))
    assert canvas.shortened == []


def test_where_not_even_letters_have_room_the_spots_stay_clear() -> None:
    board = longer(BOARD)
    plan = board_plan(pen(), board, 90, 60)
    assert plan.names == {}
    assert len(plan.at) == len(board.locations)


GRAZED = 30
"""Pixels at the edge of a name's box that the rim of a ring may change; it has no letters there."""


@pytest.mark.parametrize("box", BOXES)
def test_no_ring_reaches_into_a_name(box: Box) -> None:
    bare = pen()
    Diagram(BOARD, {}).draw(bare, box)
    plan = board_plan(bare, BOARD, box[2], box[3])
    before = pygame.surfarray.array2d(bare.surface)
    for at in LOCATIONS:
        ringed = pen()
        Diagram(BOARD, {}, rings=(at,), chosen=at).draw(ringed, box)
        changed = pygame.surfarray.array2d(ringed.surface) != before
        for name, (x, y, width, height) in plan.names.values():
            place = bare.pixels((box[0] + x, box[1] + y, width, height))
            inside = changed[place.left : place.right, place.top : place.bottom]
            assert inside.sum() <= GRAZED, f"{name}: {at}"
