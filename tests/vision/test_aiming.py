"""From rough taps to where the printed spots really are."""

import json
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from engine.games import parse_board
from tests.sampled import few
from tests.vision import drawn
from vision.camera import Lens
from vision.picture import load_picture
from vision.plan import Plan, aim
from vision.reading import Image
from vision.table import load_table

BOARD = parse_board(drawn.board_text(), "drawn.toml")
CORNERS = np.array(drawn.CORNERS_PX)
SPOTS = np.array([drawn.to_px(at) for at in drawn.PLACES.values()])
ARM = ((290.0, 220.0), (270.0, 160.0))
Reals = npt.NDArray[np.float64]


def printed(frame: Image) -> Image:
    """Print a clear ring round each spot, to a sixteenth of a pixel."""
    for x, y in np.round(SPOTS * 16).astype(int).tolist():
        cv2.circle(frame, (x, y), 14 * 16, (190, 210, 220), -1, cv2.LINE_AA, 4)
        cv2.circle(frame, (x, y), 13 * 16, (40, 50, 60), 2, cv2.LINE_AA, 4)
    return frame


def through(lens: Lens, frame: Image) -> Image:
    """Take the same picture through a lens that bends lines."""
    rows, columns = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]
    there = lens.straighten(np.stack([columns, rows], axis=-1).reshape(-1, 2))
    maps = there.reshape(*rows.shape, 2).astype(np.float32)
    seen = cv2.remap(frame, maps, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.uint8)


def taps(seed: int, corners: Reals = CORNERS) -> list[list[float]]:
    """Tap the corners up to 5 pixels off."""
    off = np.random.default_rng(seed).uniform(-5, 5, (4, 2))
    return [[float(x), float(y)] for x, y in corners + off / np.sqrt(2)]


def error(plan: Plan, truth: Reals) -> float:
    """Tell how far off, in pixels, the worst of the locations is."""
    return float(np.linalg.norm(plan.pixels(plan.centres_mm) - truth, axis=1).max())


@pytest.mark.parametrize("seed", few(2, range(4)))
def test_rough_taps_are_put_right(seed: int) -> None:
    assert error(Plan(BOARD, taps(seed)), SPOTS) > 1.5
    assert error(aim(BOARD, taps(seed), printed(drawn.picture(seed=1))), SPOTS) < 0.5


@pytest.mark.parametrize("seed", few(2, range(4)))
def test_spots_hardly_to_be_seen_help_all_the_same(seed: int) -> None:
    before = error(Plan(BOARD, taps(seed)), SPOTS)
    assert error(aim(BOARD, taps(seed), drawn.picture(seed=1)), SPOTS) < 0.7 * before


@pytest.mark.parametrize("bend", few(1, [-0.12, -0.05, 0.05]))
def test_a_lens_that_bends_lines_is_known(bend: float) -> None:
    lens = Lens(drawn.WIDTH_PX, drawn.HEIGHT_PX, bend)
    truth, tapped = lens.distort(SPOTS), taps(1, lens.distort(CORNERS))
    plan = aim(BOARD, tapped, through(lens, printed(drawn.picture(seed=1))))
    assert error(plan, truth) < 0.5
    assert plan.lens is not None
    assert abs(plan.lens.bend - bend) < 0.02


def test_a_dim_noisy_picture_will_do() -> None:
    rough = np.random.default_rng(0).normal(0, 6, (drawn.HEIGHT_PX, drawn.WIDTH_PX, 3))
    dim = drawn.as_picture(printed(drawn.picture(seed=1)) * 0.5 + rough)
    assert error(aim(BOARD, taps(2), dim), SPOTS) < 1.0


def test_merchants_and_a_hand_on_some_spots_do_not_mislead() -> None:
    frame = printed(drawn.picture(seed=1))
    covered = drawn.picture({"a1": "red", "b2": "blue", "c4": "yellow"}, hand=ARM, seed=1)
    hidden = np.abs(covered.astype(int) - drawn.picture(seed=1)).max(axis=2) > 8
    frame[hidden] = covered[hidden]
    assert error(aim(BOARD, taps(3), frame), SPOTS) < 1.5


def test_where_no_spots_are_to_be_seen_the_taps_hold() -> None:
    bare = np.full((drawn.HEIGHT_PX, drawn.WIDTH_PX, 3), 140.0)
    rough = np.random.default_rng(0).normal(0, 4, bare.shape)
    plan = aim(BOARD, taps(4), drawn.as_picture(bare + rough))
    assert np.allclose(plan.corners, taps(4), atol=1e-3)
    assert plan.lens is not None
    assert plan.lens.bend == 0


@pytest.mark.parametrize("bend", few(1, [-0.12, -0.06, 0.05]))
def test_where_no_spots_are_to_be_seen_the_edges_tell_how_the_lens_bends(bend: float) -> None:
    lens = Lens(drawn.WIDTH_PX, drawn.HEIGHT_PX, bend)
    truth, corners = lens.distort(SPOTS), lens.distort(CORNERS).tolist()
    bare = np.full((drawn.HEIGHT_PX, drawn.WIDTH_PX, 3), 90.0)
    cv2.fillPoly(bare, [np.round(CORNERS * 16).astype(np.int32)], (120, 150, 160), shift=4)
    rough = np.random.default_rng(0).normal(0, 4, bare.shape)
    plan = aim(BOARD, corners, through(lens, drawn.as_picture(bare + rough)))
    assert error(plan, truth) < 0.4 * error(Plan(BOARD, corners), truth)


def test_a_rendered_board_is_met_to_a_third_of_a_pixel(tables: Path) -> None:
    table = load_table(tables / "table-a" / "table.toml")
    with (tables / "table-a" / "truth.jsonl").open(encoding="utf-8") as lines:
        places = json.loads(next(lines))["locations_px"]
    truth = np.array([places[one.id] for one in table.board.locations])
    assert error(Plan(table.board, table.corners_px), truth) > 3.0
    assert error(aim(table.board, table.corners_px, load_picture(table.empty)), truth) < 0.33


def test_a_plan_is_remembered_for_the_same_taps_and_the_same_picture_alone() -> None:
    frame = printed(drawn.picture(seed=1))
    plan = aim(BOARD, taps(1), frame)
    assert aim(BOARD, taps(1), frame.copy()) is plan
    assert aim(BOARD, taps(2), frame) is not plan
    frame[10, 10] += 1
    assert aim(BOARD, taps(1), frame) is not plan
