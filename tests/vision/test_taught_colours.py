"""A colour learnt from one or two merchants holds however another one stands, and in what light."""

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sighting import sighting
from tests.vision import drawn
from vision.eye import Eye
from vision.reading import Image
from vision.table import load_table

FOUR: Mapping[str, tuple[int, int, int]] = {
    "red": (40, 36, 190),
    "blue": (176, 84, 30),
    "black": (36, 34, 35),
    "white": (226, 230, 232),
}
ONE_EACH = {"a1": "red", "b2": "blue", "c1": "black", "a4": "white"}
TWO_EACH = {**ONE_EACH, "c4": "red", "a2": "blue", "b3": "black", "c2": "white"}
CROWDS = [
    {at: [*FOUR][(i + shift) % len(FOUR)] for i, at in enumerate(drawn.PLACES)}
    for shift in range(len(FOUR))
]


@pytest.fixture(
    scope="module",
    params=[ONE_EACH, pytest.param(TWO_EACH, marks=pytest.mark.long)],
    ids=["one each", "two each"],
)
def eye(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Eye:
    samples: Mapping[str, str] = request.param
    folder: Path = tmp_path_factory.mktemp("taught")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawn, "COLOURS", {**drawn.COLOURS, **FOUR})
        files = drawn.write(folder, samples)
        drawn.save(files.frames / "sample.png", drawn.picture(samples, seed=2))
    return Eye(load_table(files.table))


@pytest.fixture(autouse=True)
def _four_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "COLOURS", {**drawn.COLOURS, **FOUR})


def board(eye: Eye, frame: Image) -> Mapping[str, str]:
    """Tell who stands where; nothing may be unsure or hidden."""
    line = sighting(eye.read(frame), eye.table.board, "frame")
    assert (line["hand"], line["unsure"], line["occluded"]) == (False, [], [])
    seen: Mapping[str, str] = line["board"]
    return seen


def few(crowd: Mapping[str, str]) -> dict[str, str]:
    """Leave every other merchant of a crowd."""
    return {at: colour for i, (at, colour) in enumerate(crowd.items()) if i % 2}


def lying(pieces: Mapping[str, str], degrees: float) -> Image:
    """Draw merchants on their side: oblong, shaded along the edges, a gleam along the middle."""
    frame = drawn.picture(seed=3).astype(np.float32)
    for at, colour in pieces.items():
        x, y = drawn.to_px(drawn.PLACES[at])
        ink = np.array(FOUR[colour], np.float32)
        for long, wide, light in ((12.5, 11.0, 0.62), (11.0, 8.0, 0.8), (9.0, 3.0, 1.15)):
            corners = cv2.boxPoints(((x, y), (2 * long, 2 * wide), degrees))
            shade = tuple(np.minimum(light * ink, 250).tolist())
            cv2.fillConvexPoly(frame, np.round(corners).astype(np.int32), shade, cv2.LINE_AA)
    return drawn.as_picture(frame)


def shaded(frame: Image, depth: float, softness: float) -> Image:
    """Let a shadow with edges of so many pixels fall across the middle of the board."""
    shade = np.ones(frame.shape[:2], np.float32)
    across = np.array([[180, 0], [390, 0], [450, 480], [240, 480]], np.int32)
    cv2.fillConvexPoly(shade, across, (depth,))
    return drawn.as_picture(frame * cv2.GaussianBlur(shade, (0, 0), softness)[..., None])


def gleaming(frame: Image, pieces: Mapping[str, str], strength: float) -> Image:
    """Let a lamp gleam on the varnish of every merchant."""
    gleam = np.zeros(frame.shape[:2], np.float32)
    for at in pieces:
        x, y = drawn.to_px(drawn.PLACES[at])
        cv2.circle(gleam, (round(x) - 4, round(y) - 4), 4, (strength,), -1)
    return drawn.as_picture(frame + cv2.GaussianBlur(gleam, (0, 0), 1.5)[..., None])


@pytest.mark.parametrize("crowd", CROWDS)
def test_standing(eye: Eye, crowd: Mapping[str, str]) -> None:
    assert board(eye, drawn.picture(crowd, seed=3)) == crowd


@pytest.mark.parametrize("off", [(5.0, 0.0), (0.0, 5.0), (-5.0, 0.0), (0.0, -5.0), (3.5, -3.5)])
def test_off_its_spot(eye: Eye, off: drawn.Point) -> None:
    for crowd in map(few, CROWDS):
        frame = drawn.picture(crowd, off_mm=dict.fromkeys(crowd, off), seed=4)
        assert board(eye, frame) == crowd


@pytest.mark.parametrize("degrees", [0.0, 30.0, 90.0, 135.0])
def test_lying(eye: Eye, degrees: float) -> None:
    for crowd in map(few, CROWDS):
        assert board(eye, lying(crowd, degrees)) == crowd


@pytest.mark.parametrize(("depth", "softness"), [(0.7, 12.0), (0.5, 12.0), (0.6, 1.0)])
def test_in_shadow(eye: Eye, depth: float, softness: float) -> None:
    for crowd in map(few, CROWDS):
        assert board(eye, shaded(drawn.picture(crowd, seed=5), depth, softness)) == crowd


@pytest.mark.parametrize("strength", [60.0, 120.0])
def test_with_a_gleam_on_it(eye: Eye, strength: float) -> None:
    for crowd in map(few, CROWDS):
        frame = gleaming(drawn.picture(crowd, seed=6), crowd, strength)
        assert board(eye, frame) == crowd


def test_a_glaring_gleam_may_leave_a_colour_unsure_but_never_makes_it_another(eye: Eye) -> None:
    for crowd in map(few, CROWDS):
        frame = gleaming(drawn.picture(crowd, seed=6), crowd, 220.0)
        line = sighting(eye.read(frame), eye.table.board, "frame")
        assert line["board"].items() <= crowd.items()
        assert {*line["board"], *line["unsure"]} == {*crowd}


@pytest.mark.parametrize("light", [(0.5, 0.5, 0.5), (0.8, 1.0, 1.15), (1.1, 1.0, 0.8)])
def test_in_other_light(eye: Eye, light: tuple[float, float, float]) -> None:
    for crowd in map(few, CROWDS):
        assert board(eye, drawn.as_picture(drawn.picture(crowd, seed=7) * np.array(light))) == crowd
