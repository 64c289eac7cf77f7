"""Areas beside the spots are shown by fingers that bounce, slip, and see the board upside down."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pygame
import pytest

from companion.calibration.board import untaught_session
from companion.calibration.desk import Desk
from companion.calibration.draft import Corners, Point
from companion.calibration.pieces import ArrangementPage, numbered_places
from companion.calibration.points import AreasPage
from companion.calibration.teaching import Areas, Arrangement, middle_of
from companion.games.siberia.teaching import SPACES, built_in
from companion.games.siberia.teaching import TEACHING as SIBERIA
from companion.games.sumeria.teaching import AREAS, TEACHING
from companion.journal.store import Store
from companion.language import LANGUAGES, Language
from companion.pages.kinds import MessagePage
from companion.session.session import Session
from companion.settings import Settings
from companion.ui.guided_photo import GuidedPhoto
from companion.ui.menu import Menu
from companion.ui.pen import Pen
from companion.ui.photos import BesidePhoto, NumberedPhoto, fitted
from companion.ui.screen import Screen
from companion.ui.sheet import draw_screen
from companion.ui.texts import Message
from companion.words.names import names_of
from engine.games import parse_board
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.companion.calibration.lessons import lesson
from tests.companion.pages.hands import press
from tests.companion.ui.legible import assert_legible
from tests.examples.area_teaching_examples import flat
from tests.examples.area_teaching_examples import told as told_board
from tests.examples.examples import SIZES, screen_of
from tests.sampled import few, in_turn
from vision.camera import Lens
from vision.proposing.flat import Flat, board_to_px
from vision.reading import Image

BOARD = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
PICTURE: Image = np.zeros((480, 640, 3), np.uint8)
LEFT, TOP, RIGHT, LOW = 80.0, 60.0, 560.0, 420.0
CORNERS: Corners = ((LEFT, TOP), (RIGHT, TOP), (RIGHT, LOW), (LEFT, LOW))
"""Where the corners of the board lie in the picture, the way up it is printed."""
RANKING, INFLUENCE, TURNS = AREAS


def page_of(folder: Path, areas: Areas, corners: Corners = CORNERS, quarters: int = 0) -> AreasPage:
    """Open the page over a picture that is turned by quarters, anticlockwise."""
    picture: Image = np.ascontiguousarray(np.rot90(PICTURE, quarters))
    teaching = TEACHING if areas in AREAS else SIBERIA
    session, desk = untaught_session(Settings(), Store.in_memory()), Desk(folder, teaching)
    empty = desk.keep_picture("empty", picture)
    size_mm = BOARD.size_mm
    desk.change(replace(teaching.blank, empty=empty, corners_px=corners, size_mm=size_mm))
    desk.begin()
    session.open(MessagePage(session, "the list of steps"))
    lens = Lens(picture.shape[1], picture.shape[0])
    flat = Flat(picture, size_mm, lens, board_to_px(np.array(corners), size_mm, lens))
    page = AreasPage(lesson(session, desk), areas, flat)
    session.open(page)
    return page


def at_px(at_mm: Sequence[float]) -> Point:
    """Find a place of the board in the picture that is not turned."""
    width, height = BOARD.size_mm
    return LEFT + at_mm[0] / width * (RIGHT - LEFT), TOP + at_mm[1] / height * (LOW - TOP)


def touch(page: AreasPage, at: Point) -> None:
    page.point("down", at)
    page.point("up", at)


def told(session: Session) -> str:
    """Give what a message says, and go on."""
    body = session.page.body()
    assert isinstance(body, Message)
    press(session, Button.OK)
    return body.text


def corners_of_row() -> list[Point]:
    """List the three points of the ranking row, in millimetres."""
    (x, y, width, height), (last, end, *_) = BOARD.row_boxes[0], BOARD.row_boxes[-1]
    return [(x, y), (x + width, y + height), (last + width, end + height)]


def test_a_finger_sees_enlarged_what_it_points_at_and_shows_it_when_lifted(tmp_path: Path) -> None:
    page = page_of(tmp_path, INFLUENCE)
    page.point("down", (100.0, 100.0))
    page.point("move", (120.0, 110.0))
    body = page.body()
    assert isinstance(body, GuidedPhoto)
    assert body.glass == (120.0, 110.0)
    assert page.status() == "0 of 7 points"
    page.point("up", (121.0, 111.0))
    assert page.status() == "1 of 7 points"
    assert page.magnified_at() is None
    (mark,) = page.body().marks
    assert mark.at == pytest.approx((121, 111), abs=0.1)


@pytest.mark.parametrize("areas", [*AREAS, *SPACES], ids=lambda areas: areas.step)
def test_a_touch_that_bounces_is_one_point(tmp_path: Path, areas: Areas) -> None:
    page = page_of(tmp_path, areas)
    for at in ((100.0, 100.0), (101.0, 100.0)):
        touch(page, at)
    assert page.status() == f"1 of {len(areas.asks)} points"


@pytest.mark.parametrize("areas", [RANKING, SPACES[0]], ids=lambda areas: areas.step)
@pytest.mark.parametrize("second", [(60.0, 140.0), (140.0, 60.0), (60.0, 60.0)])
def test_a_corner_that_is_not_the_lower_right_one_is_refused(
    tmp_path: Path, areas: Areas, second: Point
) -> None:
    page = page_of(tmp_path, areas)
    touch(page, (100.0, 100.0))
    touch(page, second)
    assert told(page.session) == (
        "That is not to the lower right of the first corner. Touch the lower right corner of the "
        "same place. If the first corner is wrong, “Undo” takes it back."
    )
    assert page.status() == f"1 of {len(areas.asks)} points"
    touch(page, (140.0, 140.0))
    assert page.status() == f"2 of {len(areas.asks)} points"


def test_the_last_place_of_a_row_is_right_of_the_first(tmp_path: Path) -> None:
    page = page_of(tmp_path, RANKING)
    for at in ((100.0, 300.0), (140.0, 340.0), (110.0, 340.0)):
        touch(page, at)
    assert told(page.session) == (
        "That is not to the right of the first place. Touch the lower right corner of the last "
        "one, on the far right. If the first place is wrong, “Undo” takes its points back."
    )
    assert page.status() == "2 of 3 points"


def test_a_rim_that_is_far_from_its_middle_is_refused(tmp_path: Path) -> None:
    """One space more than there are was touched."""
    page = page_of(tmp_path, INFLUENCE)
    for i in range(7):
        touch(page, (100.0 + 40 * i, 100.0))
    assert told(page.session) == (
        "That is too far from the middle touched last. Touch the rim around it."
    )
    assert page.status() == "6 of 7 points"
    touch(page, (310.0, 100.0))
    assert page.status() == "7 of 7 points"


@pytest.mark.parametrize("quarters", range(4))
def test_a_board_that_lies_turned_is_shown_the_way_up_it_is_printed(
    tmp_path: Path, quarters: int
) -> None:
    """The upper left corner that is seen is the upper left corner that is meant."""
    width, height = PICTURE.shape[1], PICTURE.shape[0]
    one, two, three, four = (
        ((x, y), (y, width - x), (width - x, height - y), (height - y, x))[quarters]
        for x, y in CORNERS
    )
    page = page_of(tmp_path, RANKING, (one, two, three, four), quarters)
    assert page.image.shape == PICTURE.shape
    for at_mm in corners_of_row():
        touch(page, at_px(at_mm))
    assert np.allclose(page.desk.draft.rows("ranking"), BOARD.row_boxes, atol=0.5)
    drawn = {(round(stroke.start[0]), round(stroke.start[1])) for stroke in page.body().strokes}
    x, y = at_px(BOARD.row_boxes[0])
    assert min(abs(x - i) + abs(y - k) for i, k in drawn) <= 2


CUBES, *LISTED = SIBERIA.arrangements


@pytest.mark.parametrize("one", few(2, LISTED), ids=lambda one: one.step)
def test_places_that_are_called_by_number_have_it_in_the_picture(
    tmp_path: Path, one: Arrangement
) -> None:
    """Nobody knows otherwise in which order they were touched once, perhaps by somebody else."""
    session, desk = untaught_session(Settings(), Store.in_memory()), Desk(tmp_path, SIBERIA)
    seen = flat()
    desk.change(replace(told_board(), empty=desk.keep_picture("empty", seen.picture)))
    session.open(ArrangementPage(lesson(session, desk), one))
    body = session.page.body()
    assert isinstance(body, BesidePhoto)
    assert isinstance(body.photo, NumberedPhoto)
    assert isinstance(body.body, Menu)
    numbered = [row.text for row in body.body.rows if row.value]
    assert [text.split()[-1] for text in numbered] == [f"{i}" for i in range(1, one.number + 1)]
    places = one.group_on(SIBERIA.board(desk.draft)).places
    assert np.allclose(body.photo.points, seen.to_px(np.array([*map(middle_of, places)])), atol=2)
    written = draw_screen(pygame.Surface((800, 480), depth=32), session.screen).written
    assert [text for text, _ in written if text.isdecimal()] == [
        f"{i}" for i in range(1, one.number + 1)
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_lies_where_is_said_at_once_where_nothing_of_it_can_be_chosen(
    language: str, size: tuple[int, int]
) -> None:
    """No button goes to what cannot be chosen: in a list it would stay below the screen."""
    pen = draw_screen(pygame.Surface(size, depth=32), screen_of("teaching-cubes", language))
    names = names_of(Language(language), built_in())
    kinds = [names.place(one) for one in CUBES.words]
    numbers = [f"{number}" for number, _ in enumerate(kinds, 1)]
    assert {*numbers} <= {text for text, _ in pen.written}
    told = " ".join(text for text, _ in pen.written if text not in numbers)
    assert ", ".join(kinds) in told
    first = {"en": "from number 1 in the", "fr": "du numéro 1 de", "ro": "de la numărul 1 din"}
    assert first[language] in told  # the picture shows where that is
    assert_legible(pen)


@pytest.mark.parametrize(
    ("size", "language", "name"),
    in_turn(
        [(800, 480), (480, 800)],
        LANGUAGES,
        ["teaching-exchange-tiles", "teaching-exchange-tiles-turned", "teaching-open"],
    ),
    ids=str,
)
def test_all_that_is_to_be_laid_out_is_read_at_once(
    name: str, language: str, size: tuple[int, int]
) -> None:
    """That it can be skipped, too."""
    body = screen_of(name, language).body
    assert isinstance(body, BesidePhoto)
    assert isinstance(body.body, Menu)
    pen = draw_screen(pygame.Surface(size, depth=32), screen_of(name, language))
    told = {part for row in body.body.rows for part in (row.text, row.value) if part}
    assert told <= {text for text, _ in pen.written}
    assert_legible(pen)


@pytest.mark.parametrize("size", SIZES)
def test_each_point_that_was_touched_has_a_cross_of_its_own(size: tuple[int, int]) -> None:
    """Small spaces stand close together, and what was touched is seen by the crosses alone."""
    shown = screen_of("teaching-clocks", "en")
    assert isinstance(shown.body, GuidedPhoto)
    touched = len(shown.body.marks)
    with_crosses, without = (
        drawn(replace(shown, body=body), size)
        for body in (shown.body, replace(shown.body, marks=()))
    )
    crosses = (with_crosses != without).any(axis=2).astype(np.uint8)
    assert touched == 7
    assert cv2.connectedComponents(crosses)[0] - 1 == touched


@pytest.mark.parametrize(
    ("size", "name"),
    in_turn(SIZES, ["teaching-cubes", "teaching-exchange-tiles", "teaching-open"]),
    ids=str,
)
def test_numbers_in_a_picture_leave_free_what_is_between_them(
    name: str, size: tuple[int, int]
) -> None:
    """A fifth of the way from one to the next is seen, not the 2 pixels that were."""
    shown = screen_of(name, "en")
    body = shown.body
    assert isinstance(body, BesidePhoto)
    assert isinstance(body.photo, NumberedPhoto)
    plain = replace(shown, body=replace(body, photo=replace(body.photo, points=())))
    discs = (drawn(shown, size) != drawn(plain, size)).any(axis=2).astype(np.uint8)
    number, _, boxes, middles = cv2.connectedComponentsWithStats(discs)
    assert number - 1 == len(body.photo.points)
    apart = min(math.dist(*pair) for pair in itertools.combinations(middles[1:], 2))
    assert boxes[1:, cv2.CC_STAT_WIDTH].max() <= 0.9 * apart


@pytest.mark.parametrize(
    ("one", "size"),
    in_turn(SIBERIA.arrangements[:3], SIZES),
    ids=lambda one: one.step if isinstance(one, Arrangement) else str(one),
)
def test_numbers_in_a_picture_leave_free_what_they_number(
    one: Arrangement, size: tuple[int, int], tmp_path: Path
) -> None:
    """Who lays a marker down must see where: less than half of any place is covered."""
    desk = Desk(tmp_path, SIBERIA)
    desk.change(replace(told_board(), empty=desk.keep_picture("empty", flat().picture)))
    places = one.group_on(SIBERIA.board(desk.draft)).places
    numbered = numbered_places(desk, places)
    pictures = []
    for points in (numbered.points, ()):
        surface = pygame.Surface(size, depth=32)
        replace(numbered, points=points).draw(Pen.filling(surface), (0, 0, 340, 240))
        pictures.append(pygame.surfarray.array3d(surface).astype(int))
    covered = (pictures[0] != pictures[1]).any(axis=2)
    assert covered.any()
    _, area, scale = fitted(numbered.image, Pen.filling(surface).pixels((0, 0, 340, 240)))
    for (x, y), (wide, high) in zip(numbered.points, numbered.sizes, strict=True):
        left, top = area.x + (x - wide / 2) * scale, area.y + (y - high / 2) * scale
        across, down = (
            slice(round(left), round(left + wide * scale)),
            slice(round(top), round(top + high * scale)),
        )
        assert covered[across, down].mean() < 0.5


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("teaching-clocks", "Touch the middle of each clock, one after the other."),
        ("teaching-open", "Lay these markers face up on the numbered places:"),
        ("wrong-put-back", "Correct the board where it is marked; then the game goes on by"),
    ],
)
def test_what_is_to_be_done_is_said_so_that_it_is_understood_at_once(name: str, told: str) -> None:
    pen = draw_screen(pygame.Surface((800, 480), depth=32), screen_of(name, "en"))
    assert told in " ".join(text for text, _ in pen.written if not text.isdecimal())


def test_the_last_point_of_clocks_is_one_of_the_rim_of_the_last(tmp_path: Path) -> None:
    clocks = next(one for one in SPACES if one.step == "clocks")
    page = page_of(tmp_path, clocks)
    for i in range(len(clocks.asks) - 1):
        touch(page, (100.0 + 40 * i, 100.0))
    assert page.body().text == "Touch the rim of the clock touched last."


def drawn(screen: Screen, size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """Give the pixels of a screen."""
    surface = pygame.Surface(size, depth=32)
    draw_screen(surface, screen)
    return pygame.surfarray.array3d(surface)
