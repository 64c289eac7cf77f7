"""The screen of a game that goes on: what of a position is to be read on it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pygame
import pytest
from hypothesis import given, settings

from companion.games.sumeria.play import Ladder, with_ranking
from companion.ui import style
from companion.ui.layout import down
from companion.ui.pen import Pen
from companion.ui.play import CELL_GAP, Play, ScoreCells
from companion.ui.screen import Labels, Screen
from companion.ui.sheet import draw_screen
from engine.game import Stake, StateObject
from tests.companion.ui.legible import assert_legible
from tests.companion.ui.positions import BOARD, CITY_STATES, position, positions
from tests.sampled import one_in

FOUR = ("red", "blue", "yellow", "green")
EVENT = "Yellow moves a merchant from a village of Shuruppak to a town of Nippur."
LABELS = Labels("SCORE", "Pause", "Leave", "Why?")


def play(
    state: StateObject,
    stakes: Sequence[Stake] = (),
    swap: tuple[str, str] | None = None,
    moving: float = 1,
) -> Play:
    called = {player: player.capitalize() for player in state["supply"]}
    progress = ("Dynasty 2", "Turn 1")
    cells = ScoreCells(called, state["points"], tuple(state["order"]), state["to_play"])
    shown = Play(BOARD, state["board"], cells, progress, EVENT, note="Fictional board")
    return with_ranking(shown, state, stakes, swap, moving)


def drawn(body: Play, size: tuple[int, int] = (800, 480)) -> Pen:
    return draw_screen(pygame.Surface(size, depth=32), Screen(body, LABELS, "Red to play"))


def words(pen: Pen) -> list[str]:
    return [text for text, _ in pen.written]


@settings(max_examples=one_in(3))
@given(positions())
def test_every_position_is_legible_on_the_small_display(state: StateObject) -> None:
    assert_legible(drawn(play(state)))


@pytest.mark.parametrize("size", [(480, 320), (1920, 1080), (480, 800), (1080, 1920)])
def test_it_is_legible_at_sizes_nobody_thought_of(size: tuple[int, int]) -> None:
    assert_legible(drawn(play(position(players=FOUR)), size))


def test_the_ranking_is_written_from_the_first_rank_down() -> None:
    state = position()
    state["ranking"] = CITY_STATES[::-1]
    names = {one.name: one.id for one in BOARD.regions}
    pen = drawn(play(state))
    rows = [(place.top, names[text]) for text, place in ranked(pen, names)]
    assert [city_state for _, city_state in sorted(rows)] == state["ranking"]


def ranked(pen: Pen, names: dict[str, str]) -> Sequence[tuple[str, pygame.Rect]]:
    """Give the names in the ranking; those on the board stand farther left."""
    found = [(text, place) for text, place in pen.written if text in names]
    return sorted(found, key=lambda one: one[1].left)[-len(names) :]


def test_the_one_that_rises_is_on_its_way_up_past_the_one_that_falls() -> None:
    state = position()
    rose, fell = state["ranking"][2], state["ranking"][3]
    names = {one.name: one.id for one in BOARD.regions}
    heights = []
    for moving in (0, 0.2, 0.8, 1):
        pen = drawn(play(state, swap=(rose, fell), moving=moving))
        at = {names[text]: place.top for text, place in ranked(pen, names)}
        heights.append((at[rose], at[fell]))
    up, down = zip(*heights, strict=True)
    assert list(up) == sorted(up, reverse=True)
    assert list(down) == sorted(down)
    assert up[0] > down[0]
    assert up[-1] < down[-1]


def test_the_arrow_of_a_lower_rank_does_not_touch_the_words_beside_it() -> None:
    """“who would take them” began where the arrow ended, as if it were its first letter."""
    state = position()
    pen = Pen.filling(pygame.Surface((800, 480), depth=32))
    bare = pixels(pen)
    ladder = play(state, swap=(state["ranking"][6], state["ranking"][7])).beside
    assert isinstance(ladder, Ladder)
    aside = ladder.draw(pen, (500, 60, ladder.width(pen), 280))
    lower = (pixels(pen) != bare).any(axis=2)[pen.at(0, aside[1])[1] :]
    right = int(np.flatnonzero(lower.any(axis=0)).max())
    assert pen.at(aside[0], 0)[0] - right > 5 * pen.unit


def test_numbers_stand_off_the_edge_of_low_cells() -> None:
    """Beside a sentence of three lines the digits of four players stood on the line below them."""
    cells = play(position(players=FOUR)).cells
    pen = Pen.filling(pygame.Surface((800, 480), depth=32))
    box = (8, 50, 232, 228)
    cells.draw(pen, box)
    edges = [top + height for _, top, _, height in down(box, (1,) * len(FOUR), gap=CELL_GAP)]
    numbers = [ink for text, ink in pen.written if text.isdigit()]
    assert numbers
    for ink in numbers:
        assert min(edge for edge in edges if edge > ink.centery) - ink.bottom >= 1


def test_points_and_supply_are_the_state_s() -> None:
    state = position()
    state["points"] = {"red": 101, "blue": 102, "yellow": 1}
    state["supply"] = {"red": 13, "blue": 12, "yellow": 11}
    shown = words(drawn(play(state)))
    for player, points in state["points"].items():
        assert str(points) in shown
        assert str(state["supply"][player]) in shown


def test_a_reminder_stands_in_the_place_of_the_event() -> None:
    shown = " ".join(words(drawn(replace(play(position()), reminder="Mend the row."))))
    assert "Mend the row." in shown
    assert EVENT.rsplit(maxsplit=1)[-1] not in shown.split()


def test_who_would_take_tiles_is_shown_by_as_many_merchants() -> None:
    state = position()
    state["board"] = {}
    stake = Stake(CITY_STATES[0], ("economy", "military"), (("blue", 2), ("red", 1)))
    bare, with_stakes = drawn(play(state)), drawn(play(state, stakes=(stake,)))
    before, after = pixels(bare), pixels(with_stakes)
    changed = (before != after).any(axis=2)
    for colour, share in stake.shares:
        there = (after == style.piece_colour(colour)).all(axis=2) & changed
        assert there.any(), share


def test_a_merchant_shows_its_colour_and_each_seat_its_shape() -> None:
    """Two players' merchants differ even for those who cannot tell the colours apart."""
    location = BOARD.locations[10].id
    pictures = []
    for colour in ("red", "blue"):
        state = position()
        state["board"] = {location: colour}
        pictures.append(pixels(drawn(play(state))))
    red, blue = pictures
    rows, columns = np.nonzero((red != blue).any(axis=2))
    spot = (slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1))
    assert (red[spot] == style.piece_colour("red")).all(axis=2).any()
    assert (blue[spot] == style.piece_colour("blue")).all(axis=2).any()
    ink_of_red = (red[spot] == style.ink_on(style.piece_colour("red"))).all(axis=2)
    ink_of_blue = (blue[spot] == style.ink_on(style.piece_colour("blue"))).all(axis=2)
    assert (ink_of_red != ink_of_blue).any()


def pixels(pen: Pen) -> np.ndarray:
    """Give what is shown, RGB, height x width x 3."""
    surface = pen.surface
    raw = np.frombuffer(pygame.image.tostring(surface, "RGB"), np.uint8)
    return raw.reshape(surface.get_height(), surface.get_width(), 3)
