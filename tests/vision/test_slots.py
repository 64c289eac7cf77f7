"""A slot group: what is learnt of it, and how its places are read."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from itertools import product
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest

from engine.board import LOCATIONS
from tests.sampled import few
from tests.vision import drawn
from tools.disturb import camera, light
from tools.disturb.camera import equalised, toned
from tools.disturb.light import Evening
from vision.eye import Eye
from vision.features import CHROMA_OFF, DENSITY, NAMES, Features
from vision.reading import Image, Reading
from vision.slots import CLASSIFIER, Classifier, trained
from vision.table import load_table

PIECES: Mapping[str, str] = {"a2": "red", "b1": "blue", "c3": "yellow", "b4": "red", "a4": "blue"}
WHITE = (226, 230, 228)


@cache
def frame() -> Image:
    """Take a picture of them, not to be changed."""
    return drawn.picture(PIECES, seed=3)


def sure(reading: Reading) -> dict[str, str]:
    """Say what is claimed, nine to one; fails where anything is left open."""
    rows = (
        reading.groups[LOCATIONS].log_likelihood
        - np.logaddexp.reduce(reading.groups[LOCATIONS].log_likelihood, 1)[:, None]
    )
    assert (rows.max(axis=1) > np.log(0.9)).all()
    best = [reading.groups[LOCATIONS].classes[i] for i in rows.argmax(axis=1)]
    return {at: one for at, one in zip(drawn.PLACES, best, strict=True) if one}


def spot(at: str) -> tuple[int, int]:
    """Give the pixel in a place's middle."""
    x, y = drawn.to_px(drawn.PLACES[at])
    return round(x), round(y)


def test_pieces_are_learnt_with_their_size(taught_eye: Eye) -> None:
    assert abs(taught_eye.spots.learnt.radius_mm - drawn.PIECE_MM) < 0.15 * drawn.PIECE_MM


@pytest.mark.parametrize(
    "change",
    [
        lambda frame: frame,
        lambda frame: light.brightened(frame, 0.35),
        lambda frame: light.tinted(frame, 0.3),
        lambda frame: light.lit_from_side(frame, 0.5),
        lambda frame: toned(frame, 0.55),
        lambda frame: toned(frame, 1.8),
        lambda frame: camera.blurred(frame, 2.5),
        lambda frame: camera.noisy(frame, 12, 1),
        lambda frame: camera.compressed(frame, 15),
        lambda frame: equalised(frame, 2.0),
    ],
    ids=[
        "as taught",
        "dark",
        "warm",
        "side",
        "gamma 0.55",
        "gamma 1.8",
        "blur",
        "noise",
        "JPEG 15",
        "CLAHE",
    ],
)
def test_pieces_are_read_however_light_and_camera_change(
    eye: Eye, change: Callable[[Image], Image]
) -> None:
    assert sure(eye.read(change(frame()))) == PIECES


def test_a_table_may_be_taught_and_played_in_the_evening(tmp_path: Path) -> None:
    files = drawn.write(tmp_path)
    evening = Evening()
    for number, path in enumerate(sorted(files.frames.iterdir())):
        drawn.save(path, evening.of(np.asarray(cv2.imread(str(path)), np.uint8), number))
    eye = Eye(load_table(files.table))
    assert sure(eye.read(evening.of(frame(), 9))) == PIECES


@pytest.fixture(scope="module")
def unused_white_eye(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    """Learn a table where what is yellow elsewhere is white; to be copied."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(cast("dict[str, object]", drawn.COLOURS), "yellow", WHITE)
        return Eye(load_table(drawn.write(tmp_path_factory.mktemp("white")).table))


@pytest.fixture
def white_eye(unused_white_eye: Eye, monkeypatch: pytest.MonkeyPatch) -> Eye:
    """Give an eye of that table, and draw such pieces."""
    monkeypatch.setitem(cast("dict[str, object]", drawn.COLOURS), "yellow", WHITE)
    return deepcopy(unused_white_eye)


def test_a_piece_is_seen_that_is_too_bright_for_the_camera(white_eye: Eye) -> None:
    frame = light.brightened(drawn.picture({**PIECES, "a3": "yellow"}, seed=3), 1.5)
    x, y = (round(one) for one in drawn.to_px(drawn.PLACES["a3"]))
    assert frame[y, x].min() == 255
    reading = white_eye.read(frame)
    assert sure(reading) == {**PIECES, "a3": "yellow"}
    assert reading.groups[LOCATIONS].observed.all()


@pytest.mark.parametrize("wide_px", [6, 10, 18])
def test_a_lamp_mirrored_where_nothing_lies_is_no_white_piece(
    white_eye: Eye, wide_px: float
) -> None:
    for at in ("a1", "b3"):
        group = white_eye.read(drawn.mirrored(frame(), at, wide_px)).groups[LOCATIONS]
        assert not group.observed[[*drawn.PLACES].index(at)]


def test_places_that_changed_are_read_as_if_all_were(unused_eye: Eye) -> None:
    running = deepcopy(unused_eye)
    there: dict[str, str] = {}
    for number, (at, colour) in enumerate(PIECES.items()):
        there[at] = colour
        frame = drawn.picture(there, seed=number)
        running.read(frame)
        one, anew = running.read(frame), deepcopy(unused_eye).read(frame)
        assert sure(one) == sure(anew) == there


@pytest.mark.parametrize("taught", [1.0, 1.4])
def test_a_place_too_bright_for_the_camera_is_bare_where_its_printed_mark_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taught: float
) -> None:
    pale, unmarked = 2.0 * drawn._bare(), "c2"
    for at in drawn.PLACES.keys() - {unmarked}:
        cv2.circle(pale, spot(at), 5, (150, 120, 130), -1, cv2.LINE_AA)
    monkeypatch.setattr(drawn, "_bare", lambda: pale)
    samples = {at: name for at, name in drawn.SAMPLES.items() if name != "yellow"}
    pieces = {at: name for at, name in PIECES.items() if name != "yellow"}
    files = drawn.write(tmp_path, samples)
    for name, there in {"empty": {}, "sample": samples}.items():
        drawn.save(files.frames / f"{name}.png", light.brightened(drawn.picture(there), taught))
    frame = light.brightened(drawn.picture(pieces, seed=3), 1.4)
    reading = Eye(load_table(files.table)).read(frame)
    unseen = np.flatnonzero(~reading.groups[LOCATIONS].observed).tolist()
    assert [[*drawn.PLACES][place] for place in unseen] == [unmarked]
    assert sure(reading) == pieces


def test_a_lamp_mirrored_while_teaching_is_no_piece_afterwards(tmp_path: Path) -> None:
    files = drawn.write(tmp_path)
    x, y = (round(value) for value in drawn.to_px(drawn.PLACES["b3"]))
    lamp = cv2.circle(drawn.picture(seed=1), (x, y), 20, (255, 255, 255), -1)
    drawn.save(files.frames / "empty.png", np.asarray(lamp, np.uint8))
    samples = {at: colour for at, colour in drawn.SAMPLES.items() if at != "b3"}
    files.table.write_text(drawn.table_text(samples), encoding="utf-8")
    drawn.save(files.frames / "sample.png", drawn.picture(samples, seed=2))
    eye = Eye(load_table(files.table))
    reading = eye.read(drawn.picture({"a2": "red"}, seed=5))
    assert sure(reading) == {"a2": "red"}


def test_the_classifier_knows_the_features_there_are() -> None:
    arrays = trained().arrays
    assert arrays["mean"].shape == (len(NAMES),)
    assert arrays["hidden"].shape[1] == len(NAMES)


def ensemble(signs: Sequence[int]) -> Classifier:
    """Make members of one unit each, which sees the first feature as it is or its negative."""
    count = len(NAMES)
    one = np.eye(count)[0]
    return Classifier(
        {
            "mean": np.zeros(count),
            "scale": np.ones(count),
            "hidden": np.stack([sign * one for sign in signs])[..., None],
            "hidden_bias": np.zeros((len(signs), 1)),
            "output": np.full((len(signs), 1), 5.0),
            "output_bias": np.full(len(signs), -1.0),
        }
    )


@pytest.mark.parametrize(
    ("signs", "odds"),
    [
        ([1, -1], [0.0, -1.0]),
        ([1] * 9, [9.0, -1.0]),
        ([1] * 7 + [-1] * 2, [9.0, -1.0]),
        ([1] * 6 + [-1] * 3, [0.0, -1.0]),
    ],
)
def test_where_more_than_two_members_dissent_nothing_is_said(
    signs: list[int], odds: list[float]
) -> None:
    values = np.full((2, len(NAMES)), 9.0, np.float32)
    values[:, 0] = 2.0, 0.0
    assert ensemble(signs).odds(values).tolist() == pytest.approx(odds)


def test_a_difference_in_colour_is_worth_less_where_a_frame_is_noisier() -> None:
    arrays = trained().arrays
    values = np.tile(arrays["mean"].astype(np.float32), (2, 1))
    values[1, NAMES.index("noise")] += 2 * arrays["scale"][NAMES.index("noise")]
    values[1, NAMES.index("chroma noise")] += 2 * arrays["scale"][NAMES.index("chroma noise")]
    calm, noisy = trained().worth(values)[:, [DENSITY, CHROMA_OFF]]
    assert (noisy <= calm).all()
    assert noisy[1] < calm[1]


def test_no_more_is_said_of_a_place_than_a_piece_would_show_there() -> None:
    values = np.random.default_rng(1).normal(0, 3, (200, len(NAMES))).astype(np.float32)
    values[:, NAMES.index("span")] = 0.2
    colour = np.zeros((200, 2, 4), np.float32)
    colour[:, 1] = 3
    mean, response = np.zeros((200, 3), np.float32), colour[..., DENSITY]
    features = Features(
        values, colour, mean, response, np.zeros(200, np.int64), np.zeros(200, np.float32)
    )
    shows = np.full(200, 0.5), np.tile([0.5, 2.0], (200, 1))
    rows = trained().log_likelihood(features, shows)
    odds = np.logaddexp.reduce(rows[:, 1:], axis=1) - rows[:, 0]
    assert odds.min() == pytest.approx(-0.5, abs=1e-4)
    assert odds.max() == pytest.approx(2.0, abs=1e-4)


def test_no_odds_are_beyond_what_tables_differ_by() -> None:
    values = np.random.default_rng(1).normal(0, 100, (200, len(NAMES))).astype(np.float32)
    assert np.abs(trained().odds(values)).max() <= CLASSIFIER.most


DARK: drawn.Ink = (26, 24, 24)


def lit_by_lamp(frame: Image, at_mm: drawn.Point, added: float, wide_px: float = 60.0) -> Image:
    """Mirror a soft lamp: white light is added, most at one point, as a share of the brightest."""
    y, x = np.mgrid[: frame.shape[0], : frame.shape[1]]
    to_x, to_y = drawn.to_px(at_mm)
    lamp = added * np.exp(-((x - to_x) ** 2 + (y - to_y) ** 2) / (2 * wide_px**2))
    return drawn.as_picture(255 * ((frame / 255) ** 2.2 + lamp[..., None]) ** (1 / 2.2))


@pytest.fixture(scope="module")
def dark_spots(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    """Look at a board whose spots are printed dark, on which dark grey plays for blue."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(cast("dict[str, drawn.Ink]", drawn.COLOURS), "blue", (66, 64, 62))
        files = drawn.write(
            tmp_path_factory.mktemp("dark"), printed=dict.fromkeys(drawn.PLACES, DARK)
        )
        return Eye(load_table(files.table))


@pytest.mark.parametrize(
    ("added", "there"),
    few(1, product([0.03, 0.01, 0.06], [{}, {"b2": "blue"}, {"b2": "red"}])),
    ids=str,
)
def test_dark_print_pales_in_the_image_of_a_lamp_and_is_no_dark_piece(
    dark_spots: Eye, there: dict[str, str], added: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cast("dict[str, drawn.Ink]", drawn.COLOURS), "blue", (66, 64, 62))
    frame = drawn.picture(there, printed=dict.fromkeys(drawn.PLACES, DARK), seed=5)
    reading = dark_spots.read(lit_by_lamp(frame, (95.0, 120.0), added))
    assert not reading.hand
    assert sure(reading) == there


@pytest.mark.parametrize("there", [{}, {"b2": "blue"}, {"b2": "red"}], ids=str)
def test_dark_print_pales_in_the_small_image_of_a_lamp_too(
    dark_spots: Eye, there: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # It fades so fast beside the place that no plane tells it.
    monkeypatch.setitem(cast("dict[str, drawn.Ink]", drawn.COLOURS), "blue", (66, 64, 62))
    printed = dict.fromkeys(drawn.PLACES, DARK)
    dark_spots.read(drawn.picture(printed=printed, seed=3))
    frame = lit_by_lamp(drawn.picture(there, printed=printed, seed=5), (115.0, 80.0), 0.1, 25.0)
    assert sure(dark_spots.read(frame)) == there


PINK: drawn.Ink = (136, 162, 210)


@pytest.mark.parametrize(("added", "at_mm"), few(1, [(0.6, (115.0, 105.0)), (0.8, (95.0, 120.0))]))
def test_a_bright_print_whose_red_is_too_bright_for_the_camera_is_no_white_piece(
    tmp_path: Path, added: float, at_mm: drawn.Point, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cast("dict[str, object]", drawn.COLOURS), "yellow", (226, 230, 228))
    printed = dict.fromkeys(drawn.PLACES, PINK)
    eye = Eye(load_table(drawn.write(tmp_path, printed=printed).table))
    frame = lit_by_lamp(drawn.picture(printed=printed, seed=5), at_mm, added)
    x, y = (round(one) for one in drawn.to_px(drawn.PLACES["b2"]))
    assert frame[y, x, 0] < frame[y, x, 2] == 255
    reading = eye.read(frame)
    assert sure(reading) == {}
    group = reading.groups[LOCATIONS]
    assert group.log_likelihood[:, group.classes.index("yellow")].max() < -9.0
