"""Cups, dice and heads: they cover, they cast shadows, and they are no pieces."""

from dataclasses import replace

import numpy as np
import pytest

from engine.board import Board
from hardware.virtual.camera_pose import overhead
from hardware.virtual.conditions import Conditions
from hardware.virtual.look import Nudge, TableLook
from hardware.virtual.renderer import Renderer
from hardware.virtual.scene import Hand, Piece, Scene
from tests.hard_tables.props import Cup, Die, Head

# How a table is drawn; that it can be read is tested in every run.
pytestmark = pytest.mark.long

LOOK = TableLook(noise=0.0)
AT = (300.0, 180.0)


@pytest.fixture(scope="module")
def renderer(board: Board) -> Renderer:
    return Renderer(board, overhead(board.size_mm, 3), 3, LOOK)


def pixel(renderer: Renderer, at: tuple[float, float], height: float = 0.0) -> tuple[int, int]:
    ((x, y),) = renderer.pose.project(np.array([[*at, height]])).round().astype(int)
    return int(y), int(x)


def test_a_cup_shows_its_rim_around_what_is_in_it(renderer: Renderer) -> None:
    cup = Cup(AT, radius_mm=35.0, height_mm=80.0, colour=(230, 230, 230), drink=(20, 30, 50))
    picture = renderer.render(Scene(props=(cup,)), 1).astype(float)
    drink = picture[pixel(renderer, AT, 60.0)]
    rims = [picture[pixel(renderer, (AT[0] + side * 33.5, AT[1]), 80.0)] for side in (-1, 1)]
    assert drink.mean() < 60.0
    assert min(rim.mean() for rim in rims) > 190.0


def test_clutter_hides_and_its_shadow_does_not(renderer: Renderer) -> None:
    scene = Scene(props=(Cup(AT), Die((100.0, 100.0))))
    hidden = renderer.hidden(scene)
    assert hidden[pixel(renderer, AT)] == 255
    assert hidden[pixel(renderer, (100.0, 100.0), 7.0)] == 255
    change = renderer.render(Scene(), 1).astype(float) - renderer.render(scene, 1)
    assert ((change.max(axis=2) > 15.0) & (hidden == 0)).sum() > 500
    assert not renderer.hidden(Scene(aside=(Piece("red", AT),))).any()


def test_a_die_shows_its_pips(renderer: Renderer) -> None:
    def dark(pips: int) -> int:
        picture = renderer.render(Scene(props=(Die(AT, pips, side_mm=18.0),)), 1)
        y, x = pixel(renderer, AT, 18.0)
        return int((picture[y - 9 : y + 10, x - 9 : x + 10].max(axis=2) < 110).sum())

    one, three, six = (dark(pips) for pips in (1, 3, 6))
    assert 0 < one < three < six


def test_a_head_covers_much_and_shades_more(renderer: Renderer) -> None:
    scene = Scene(props=(Head((280.0, 130.0)),))
    hidden = renderer.hidden(scene) > 127
    assert hidden.sum() > 30_000
    change = renderer.render(Scene(), 1).astype(float) - renderer.render(scene, 1)
    assert ((change.mean(axis=2) > 8.0) & ~hidden).sum() > 10_000


def test_several_hands_are_over_the_table_at_once(renderer: Renderer) -> None:
    acting = Hand((280.0, 300.0), (260.0, 850.0), (110, 60, 40), 0.3)
    resting = Hand((60.0, 200.0), (-500.0, 250.0), (60, 60, 160), 0.1)
    both = renderer.hidden(Scene(hand=acting, resting=(resting,)))
    each = [renderer.hidden(Scene(hand=one)) for one in (acting, resting)]
    assert (both == np.maximum(*each)).all()


def test_a_bump_moves_pieces_board_and_clutter_together(renderer: Renderer) -> None:
    nudge = Nudge((14.0, -9.0), turn_deg=4.0)
    conditions = Conditions(nudge=nudge)
    scene = Scene(aside=(Piece("red", (150.0, 150.0)),), props=(Cup(AT),))
    picture = renderer.render(scene, 1, conditions).astype(float)
    bumped = replace(renderer.pose.nudged(nudge))
    assert renderer.pose_under(conditions) == bumped
    fresh = Renderer(renderer.board, bumped, 3, LOOK)
    assert np.abs(picture - fresh.render(scene, 1)).max() <= 1.0
    assert (renderer.hidden(scene, conditions) == fresh.hidden(scene)).all()


def test_bumped_back_it_is_as_it_was(renderer: Renderer) -> None:
    scene = Scene(aside=(Piece("red", (150.0, 150.0)),))
    before = renderer.render(scene, 1)
    for dx in range(1, 5):
        renderer.render(scene, 1, Conditions(nudge=Nudge((float(dx), 0.0))))
    assert (renderer.render(scene, 1) == before).all()
