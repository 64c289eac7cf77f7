"""The window: what the players can read, at every moment of a game."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest
from hypothesis import given

from companion.scene import Award, DynastyResult, Scene
from companion.screens import palette
from companion.screens.layout import CAMERA
from companion.window import Window, has_display
from tests.companion.scenes import (
    BOARD,
    PHASES,
    dynasty_result,
    final_result,
    position,
    scenes,
)

FOUR = ("red", "blue", "yellow", "green")


@pytest.fixture
def window() -> Iterator[Window]:
    opened = Window(headless=True)
    yield opened
    opened.close()


def words(window: Window) -> list[str]:
    return [text for text, _ in window.pen.written]


def assert_legible(window: Window, size: tuple[int, int]) -> None:
    """Nothing shortened, all inside the window, no text over another."""
    assert window.pen.shortened == []
    inside = pygame.Rect((0, 0), size)
    for text, place in window.pen.written:
        assert inside.contains(place), text
    for (one, place), (other, another) in itertools.combinations(window.pen.written, 2):
        assert not place.colliderect(another), f"{one!r} touches {other!r}"


@pytest.fixture(scope="module")
def one_window() -> Window:
    """Give a window that has laid out its board already."""
    return Window(headless=True)


@given(scene=scenes())
def test_every_position_is_legible_on_the_small_display(one_window: Window, scene: Scene) -> None:
    one_window.draw(scene)
    assert_legible(one_window, (800, 480))


@pytest.mark.parametrize("size", [(800, 480), (480, 320), (720, 1280), (1920, 1080)])
@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_is_legible_at_every_size(phase: str, size: tuple[int, int]) -> None:
    window = Window(size, headless=True)
    window.draw(Scene(BOARD, position(phase, FOUR), status="following"))
    assert_legible(window, size)


@pytest.mark.parametrize("players", [FOUR, FOUR[:3]])
def test_the_results_are_legible(window: Window, players: tuple[str, ...]) -> None:
    window.draw(Scene(BOARD, position("draw", players), result=dynasty_result()))
    assert_legible(window, (800, 480))
    window.draw(Scene(BOARD, position("over", players), result=final_result()))
    assert_legible(window, (800, 480))


def test_a_long_question_is_legible_in_place_of_the_event(window: Window) -> None:
    question = (
        "Is a blue merchant on Shuruppak, village 2 or on Shuruppak, town 1? Please set it "
        "straight, or take it back; the game goes on as soon as the board can be explained."
    )
    window.draw(Scene(BOARD, position(), event="Red adds.", question=question))
    assert_legible(window, (800, 480))
    assert question in " ".join(words(window))
    assert "Red adds." not in words(window)


def test_the_ranking_is_written_in_its_order(window: Window) -> None:
    state = position()
    state["ranking"] = list(reversed(state["ranking"]))
    window.draw(Scene(BOARD, state, result=final_result()))
    names = {one.name: one.id for one in BOARD.city_states}
    assert [names[text] for text in words(window) if text in names] == state["ranking"]


def test_points_and_supply_are_the_state_s(window: Window) -> None:
    state = position()
    state["points"] = {"red": 101, "blue": 102, "yellow": 1}
    state["supply"] = {"red": 3, "blue": 2, "yellow": 1}
    window.draw(Scene(BOARD, state))
    shown = words(window)
    for player, points in state["points"].items():
        row = shown.index(player.capitalize())
        assert shown[row + 1 : row + 4] == [
            f"{state['supply'][player]} in supply",
            str(points),
            "point" if points == 1 else "points",
        ]


def test_the_board_is_said_to_be_fictional(window: Window) -> None:
    window.draw(Scene(BOARD, position()))
    assert "Fictional board, not the boxed game's" in words(window)


def test_the_result_of_a_dynasty_names_controllers_and_runners_up(window: Window) -> None:
    window.draw(Scene(BOARD, position("draw"), result=dynasty_result()))
    shown = words(window)
    for text in ("Yellow controls", "Red is second", "Blue controls", "nobody there"):
        assert text in shown
    assert "discarded" in shown


def test_a_merchant_shows_its_colour_and_each_seat_its_shape(window: Window) -> None:
    """Two players' merchants differ even for those who cannot tell the colours apart."""
    location = BOARD.locations[10].id
    pictures = []
    for colour in ("red", "blue"):
        state = position()
        state["board"] = {location: colour}
        window.draw(Scene(BOARD, state))
        pictures.append(pixels(window))
    red, blue = pictures
    rows, columns = np.nonzero((red != blue).any(axis=2))
    spot = (slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1))
    assert (red[spot] == palette.merchant("red")).all(axis=2).any()
    assert (blue[spot] == palette.merchant("blue")).all(axis=2).any()
    ink_of_red = (red[spot] == palette.ink_on(palette.merchant("red"))).all(axis=2)
    ink_of_blue = (blue[spot] == palette.ink_on(palette.merchant("blue"))).all(axis=2)
    assert (ink_of_red != ink_of_blue).sum() > 10


def test_the_picture_of_the_camera_keeps_its_colours_and_its_shape(window: Window) -> None:
    frame = np.zeros((120, 160, 3), np.uint8)
    frame[:] = (255, 0, 10)  # blue, in BGR
    window.draw(Scene(BOARD, position(), camera=frame))
    shown = (pixels(window) == (10, 0, 255)).all(axis=2)
    rows, columns = np.nonzero(shown)
    assert np.ptp(rows) + 1 == CAMERA[3]
    assert np.ptp(columns) + 1 == pytest.approx(CAMERA[3] * 4 / 3, abs=1)


def test_marks_stand_where_the_locations_are_in_the_picture(window: Window) -> None:
    frame = np.zeros((120, 160, 3), np.uint8)
    scene = Scene(BOARD, position(), camera=frame)
    window.draw(scene)
    before = pixels(window)
    window.draw(replace(scene, marks=((80.0, 60.0, "yellow"), (40.0, 60.0, None))))
    rows, columns = np.nonzero((pixels(window) != before).any(axis=2))
    left, top, width, height = CAMERA
    assert rows.min() < top + height / 2 < rows.max()
    assert columns.max() == pytest.approx(left + width / 2, abs=5)
    assert columns.min() == pytest.approx(left + width / 2 - height / 3, abs=5)


def test_only_what_changed_is_drawn(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = np.zeros((12, 16, 3), np.uint8)
    scene = Scene(BOARD, position(), camera=frame)
    window.draw(scene)
    first = window.pen
    monkeypatch.setattr("companion.window.draw_picture", forbidden)
    window.draw(replace(scene))
    assert window.pen is first
    monkeypatch.undo()
    window.draw(replace(scene, camera=frame + 200))
    assert window.pen is first
    assert (pixels(window) == 200).all(axis=2).any()
    window.draw(replace(scene, event="Red adds."))
    assert window.pen is not first


def forbidden(*_: object) -> None:
    pytest.fail("nothing had changed")


def test_save_writes_a_png_of_the_window_s_size(tmp_path: Path) -> None:
    window = Window((640, 400), headless=True)
    window.draw(Scene(BOARD, position()))
    window.save(tmp_path / "shot.png")
    written = (tmp_path / "shot.png").read_bytes()
    assert written.startswith(b"\x89PNG")
    assert pygame.image.load(tmp_path / "shot.png").get_size() == (640, 400)


def test_save_where_there_is_no_folder_is_an_os_error(window: Window, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        window.save(tmp_path / "nowhere" / "shot.png")


def test_where_sdl_shows_nothing_there_is_no_display() -> None:
    assert not has_display()


def test_a_window_closes_by_its_button_and_by_its_keys() -> None:
    window = Window()
    try:
        assert not window.events()
        for event in (
            pygame.event.Event(pygame.QUIT),
            pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE),
        ):
            pygame.event.post(event)
            assert window.events()
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE))
        assert not window.events()
    finally:
        window.close()


def test_a_window_of_another_size_is_drawn_anew() -> None:
    window = Window()
    try:
        window.draw(Scene(BOARD, position()))
        pygame.display.set_mode((1000, 600), pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1000, 600), w=1000, h=600))
        window.events()
        assert window.pen.surface.get_size() == (1000, 600)
        assert_legible(window, (1000, 600))
    finally:
        window.close()


def test_an_award_without_a_runner_up_leaves_no_gap_in_the_words(window: Window) -> None:
    award = Award(BOARD.city_states[0].id, "red", None, (("red", ("economy",)),))
    window.draw(Scene(BOARD, position("over"), result=DynastyResult(6, (award,), "")))
    assert "Red controls" in words(window)
    assert not any("second" in text for text in words(window))


def pixels(window: Window) -> np.ndarray:
    """Give what is shown, RGB, height x width x 3."""
    surface = window.pen.surface
    raw = np.frombuffer(pygame.image.tostring(surface, "RGB"), np.uint8)
    return raw.reshape(surface.get_height(), surface.get_width(), 3)
