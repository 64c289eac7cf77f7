"""Finding the printed board: precisely where it is, or not at all."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.sampled import few
from tests.vision import drawn
from tests.vision.conftest import PIECES
from vision.camera import Lens, Matrix
from vision.picture import load_picture
from vision.reading import Floats, Image
from vision.registration import Registrar
from vision.table import load_table

OUTLINE = np.array(drawn.CORNERS_PX, np.float32)
INSIDE = np.array([drawn.to_px(at) for at in drawn.PLACES.values()], np.float32)[:, None]
SHEET = np.random.default_rng(9).normal(0, 12, (drawn.HEIGHT_PX, drawn.WIDTH_PX, 3))
NOWHERE = np.zeros((drawn.HEIGHT_PX, drawn.WIDTH_PX), np.uint8)


@pytest.fixture(scope="module")
def fresh() -> Registrar:
    """Give a registrar that has seen nothing; to be copied."""
    return Registrar(drawn.picture(seed=1), OUTLINE, NOWHERE)


@pytest.fixture
def registrar(fresh: Registrar) -> Registrar:
    return deepcopy(fresh)


def seen_from(matrix: Matrix, **scene: object) -> Image:
    """See the table under a homography from the empty frame's pixels."""
    frame = drawn.picture(PIECES, seed=2, **scene)  # type: ignore[arg-type]
    size = (drawn.WIDTH_PX, drawn.HEIGHT_PX)
    warped = cv2.warpPerspective(frame, matrix, size, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(warped, np.uint8)


def turned(degrees: float, scale: float = 1.0, dx: float = 0.0, dy: float = 0.0) -> Matrix:
    turn = cv2.getRotationMatrix2D((drawn.WIDTH_PX / 2, drawn.HEIGHT_PX / 2), degrees, scale)
    turn[:, 2] += (dx, dy)
    return np.asarray(np.vstack([turn, [0.0, 0.0, 1.0]]), np.float64)


def error(registrar: Registrar, truth: Matrix) -> float:
    """Tell how far off, in pixels, the worst of the locations is found."""
    found, there = registrar.pose.apply(INSIDE[:, 0]), cv2.perspectiveTransform(INSIDE, truth)
    return float(np.linalg.norm(found - there[:, 0], axis=1).max())


def test_before_anything_was_seen_the_board_is_where_it_was_taught(registrar: Registrar) -> None:
    assert np.array_equal(registrar.pose.apply(OUTLINE), OUTLINE)


def test_a_camera_that_stands_still_keeps_the_very_same_pose(registrar: Registrar) -> None:
    assert registrar.locate(drawn.picture(seed=3))
    pose = registrar.pose
    for seed in range(4, 8):
        assert registrar.locate(drawn.picture(PIECES, seed=seed))
        assert registrar.pose is pose


TILTED = np.array([[1.05, 0.06, -20.0], [-0.03, 0.98, 14.0], [1.2e-4, -0.8e-4, 1.0]])


@pytest.mark.parametrize(
    "truth",
    few(
        3,
        [
            turned(0, dx=1.5, dy=-2.5),
            turned(0.8, dx=8.0, dy=5.0),
            turned(-6, dx=-30.0, dy=12.0),
            turned(3, scale=0.85),
            turned(90, scale=0.8),
            turned(180),
            TILTED,
        ],
    ),
    ids=["nudged", "bumped", "knocked", "lifted", "turned", "upside down", "tilted"],
)
def test_the_board_is_found_to_the_pixel(registrar: Registrar, truth: Matrix) -> None:
    assert registrar.locate(seen_from(truth))
    assert error(registrar, truth) < 1.0


def test_a_camera_that_drifts_is_followed(registrar: Registrar) -> None:
    for step in range(12):
        truth = turned(0.4 * step, dx=1.5 * step, dy=-1.0 * step)
        assert registrar.locate(seen_from(truth), leap=False)
        assert error(registrar, truth) < 1.0


def test_without_a_leap_the_board_is_not_searched_for(registrar: Registrar) -> None:
    far = turned(40, dx=60.0)
    assert not registrar.locate(seen_from(far), leap=False)
    assert np.array_equal(registrar.pose.apply(OUTLINE), OUTLINE)
    assert registrar.locate(seen_from(far))


def test_half_the_board_under_an_arm_is_enough(registrar: Registrar) -> None:
    truth = turned(-2, dx=10.0, dy=-6.0)
    arm = ((420.0, 160.0), (60.0, 150.0))
    assert registrar.locate(seen_from(truth, hand=arm))
    assert error(registrar, truth) < 1.5


def test_another_light_is_no_other_board(registrar: Registrar) -> None:
    truth = turned(-2, dx=10.0, dy=-6.0)
    dim = seen_from(truth) * np.linspace(0.8, 0.4, drawn.WIDTH_PX)[None, :, None]
    assert registrar.locate(drawn.as_picture(dim))
    assert error(registrar, truth) < 1.0


@pytest.mark.parametrize(
    ("truth", "bend"),
    few(1, [(turned(5, dx=30.0), -0.15), (turned(180), 0.05)]),
    ids=["bumped", "upside down"],
)
def test_a_lens_that_bends_lines_is_followed(truth: Matrix, bend: float) -> None:
    lens = Lens(drawn.WIDTH_PX, drawn.HEIGHT_PX, bend)
    registrar = Registrar(through(lens, drawn.picture(seed=1)), OUTLINE, NOWHERE, lens)
    assert registrar.locate(through(lens, seen_from(truth)))
    there = lens.distort(cv2.perspectiveTransform(INSIDE, truth)[:, 0])
    found = registrar.pose.apply(lens.distort(INSIDE[:, 0]))
    assert np.linalg.norm(found - there, axis=1).max() < 1.0


def through(lens: Lens, frame: Image) -> Image:
    rows, columns = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]
    there = lens.straighten(np.stack([columns, rows], axis=-1).reshape(-1, 2))
    maps = there.reshape(*rows.shape, 2).astype(np.float32)
    return np.asarray(cv2.remap(frame, maps, None, cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize(
    "disturb",
    few(
        2,
        [
            lambda frame: cv2.GaussianBlur(frame, (0, 0), 2.0),
            lambda frame: drawn.as_picture(frame + SHEET),
            lambda frame: drawn.as_picture(frame * 0.25),
            lambda frame: drawn.as_picture(frame * np.array([0.75, 1.0, 1.25])),
            lambda frame: drawn.as_picture(np.where(frame < 128, frame * 2.0, 255.0)),
        ],
    ),
    ids=["blurred", "noisy", "dim", "tinted", "overexposed"],
)
def test_a_bad_picture_of_a_bumped_board_will_do(
    registrar: Registrar, disturb: Callable[[Image], Image]
) -> None:
    truth = turned(-3, dx=25.0, dy=10.0)
    assert registrar.locate(disturb(seen_from(truth)))
    assert error(registrar, truth) < 1.0


def test_a_board_partly_out_of_view_is_found_and_told_to_be_cut_off(registrar: Registrar) -> None:
    assert registrar.locate(seen_from(turned(0)))
    assert not registrar.cut
    truth = turned(0, dx=150.0)
    frame = seen_from(truth)
    assert registrar.locate(frame)
    assert list(registrar.cut) == ["right"]
    assert registrar.locate(seen_from(turned(0, dx=-100.0, dy=-120.0)))
    assert list(registrar.cut) == ["top", "left"]


def test_a_lost_board_is_found_again_where_it_comes_back(registrar: Registrar) -> None:
    assert not registrar.locate(blank(90))
    assert not registrar.cut
    truth = turned(140, scale=0.9)
    assert registrar.locate(seen_from(truth))
    assert error(registrar, truth) < 0.5


@cache
def printed_grid(folder: Path) -> tuple[Image, Floats, Registrar]:
    """Photograph a printed grid: its picture, its corners there, and a registrar to be copied."""
    table = load_table(folder / "table.toml")
    empty = load_picture(table.empty)
    corners = np.array(table.corners_px, np.float32)
    nowhere = np.zeros(empty.shape[:2], np.uint8)
    return empty, corners, Registrar(empty, corners, nowhere)


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("photos-1", (2, 1)),
        ("photos-2", (0, -1)),
        *(pytest.param(f"photos-{n}", (1, 0), marks=pytest.mark.long) for n in (1, 2)),
        pytest.param("photos-1", (0, -1), marks=pytest.mark.long),
        pytest.param("photos-2", (2, 1), marks=pytest.mark.long),
    ],
)
def test_a_printed_grid_is_never_off_by_a_cell(
    tables: Path, name: str, cells: tuple[int, int]
) -> None:
    empty, corners, fresh = printed_grid(tables / name)
    registrar = deepcopy(fresh)
    cell = (corners[2] - corners[0]) / 16
    by = cell * cells
    moved = cv2.warpAffine(empty, np.array([[1, 0, by[0]], [0, 1, by[1]]]), empty.shape[1::-1])
    assert registrar.locate(np.asarray(moved, np.uint8))
    assert np.abs(registrar.pose.apply(corners) - (corners + by)).max() < 2.0


def blank(grey: int) -> Image:
    return np.full((drawn.HEIGHT_PX, drawn.WIDTH_PX, 3), grey, np.uint8)


def rough() -> Image:
    noise = np.random.default_rng(5).integers(0, 255, (48, 64, 3)).astype(np.uint8)
    size = (drawn.WIDTH_PX, drawn.HEIGHT_PX)
    return np.asarray(cv2.resize(noise, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def mirrored() -> Image:
    return np.ascontiguousarray(drawn.picture(seed=2)[:, ::-1])


@pytest.mark.parametrize(
    "frame",
    few(1, [mirrored(), rough(), blank(0), blank(255)]),
    ids=["mirror image", "another thing", "lens cap", "glare"],
)
def test_what_is_not_the_board_is_not_found(registrar: Registrar, frame: Image) -> None:
    registrar.locate(seen_from(turned(1, dx=5.0)))
    before = registrar.pose
    assert not registrar.locate(frame)
    assert registrar.pose is before
    assert registrar.locate(seen_from(turned(1, dx=5.0)))


def test_a_board_without_any_art_has_no_landmarks() -> None:
    assert Registrar(blank(128), OUTLINE, NOWHERE).landmarks == 0
    assert Registrar(drawn.picture(), OUTLINE, NOWHERE).landmarks > 30


def test_where_pieces_may_lie_everywhere_the_board_is_found_all_the_same() -> None:
    registrar = Registrar(drawn.picture(seed=1), OUTLINE, np.full_like(NOWHERE, 255))
    truth = turned(1, dx=5.0)
    assert registrar.locate(seen_from(truth))
    assert error(registrar, truth) < 1.5


def plain(seed: int) -> Image:
    """Draw a board of one colour with nothing printed on it but rings, through some noise."""
    picture = np.full((drawn.HEIGHT_PX, drawn.WIDTH_PX, 3), 90, np.uint8)
    cv2.fillConvexPoly(picture, np.round(OUTLINE).astype(np.int32), (150, 190, 210))
    for x, y in INSIDE[:, 0]:
        cv2.circle(picture, (round(float(x)), round(float(y))), 14, (60, 70, 80), 2)
    noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def test_a_board_with_nothing_but_its_spots_is_found_by_these() -> None:
    spots = np.zeros((drawn.HEIGHT_PX, drawn.WIDTH_PX), np.uint8)
    for x, y in INSIDE[:, 0]:
        cv2.circle(spots, (round(float(x)), round(float(y))), 24, 255, cv2.FILLED)
    assert Registrar(plain(1), OUTLINE, spots).locate(plain(2))
