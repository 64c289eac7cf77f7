"""The shared tables: rendered camera frames of a game, and a stranger's photographs.

The figures are those that the issue asks for; `python -m tools.evaluate` prints them, with
``--disturb`` those of disturbed frames.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.sighting import sighting
from engine.board import LOCATIONS
from tests.sampled import few
from tests.vision.pasted_hand import reaching
from tools.account import Account
from tools.disturb import camera
from tools.disturb.camera import equalised, spotted, vignetted
from tools.disturb.disturbances import DISTURBANCES
from tools.disturb.light import Evening
from tools.evaluate import Disturbed, evaluate
from tools.truth import load_truth
from vision.eye import Eye
from vision.picture import load_picture
from vision.reading import Image
from vision.table import Table

MIDGAME = "0052.jpg"


def share(counts: Counter[str], right: str, of: str) -> float:
    assert counts[of] > 0
    return counts[right] / counts[of]


def check_figures(account: Account) -> None:
    """Check what the issue asks of every table: locations, colours, and claims that are true."""
    counts = account.counts
    assert counts["found"] == counts["frames"]
    assert share(counts, "clear_exact", "clear") >= 0.999
    assert share(counts, "clear_colour", "clear_pieces") >= 0.998
    sure, right = account.clear.at_least(0.99)
    assert right / sure >= 0.99


@pytest.fixture
def taught_before(monkeypatch: pytest.MonkeyPatch, eye_of_table: Callable[[str], Eye]) -> None:
    """Let a table be evaluated with the eye that other tests have taught."""

    def taught(table: Table) -> Eye:
        eye = eye_of_table(table.path.parent.name)
        eye.read(load_picture(table.empty))
        return eye

    monkeypatch.setattr("tools.evaluate.eye_of", taught)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.usefixtures("taught_before")
def test_a_rendered_game_is_read_right(tables: Path, every: int) -> None:
    account = evaluate(tables / "table-a", every=every).account
    check_figures(account)
    counts = account.counts
    assert counts["frames"] == len(range(0, 85, every))
    assert counts["ranking_right"] == counts["ranking"] > 400 / every
    assert counts["influence_right"] == counts["influence"] > 300 / every
    assert share(counts, "hands_right", "hands") >= 0.98
    assert share(counts, "hidden_right", "hidden") > 0.6
    sure, right = account.beside.at_least(0.99)
    assert right / sure >= 0.99


@pytest.mark.usefixtures("taught_before")
@pytest.mark.parametrize("every", few(1, [6, 3]))
def test_photographs_by_hand_are_read_right(tables: Path, every: int) -> None:
    """Dominoes lie side by side there, as no pieces of the games do: a few may be in doubt."""
    counts = evaluate(tables / "photos-3", every=every).account.counts
    assert (counts["found"], counts["clear_wrong"]) == (counts["frames"], 0)
    assert share(counts, "clear_exact", "clear") >= 0.99


@pytest.mark.long
@pytest.mark.parametrize("name", ["photos-1", "photos-2"])
@pytest.mark.usefixtures("taught_before")
def test_photographs_are_read_right(tables: Path, name: str) -> None:
    account = evaluate(tables / name).account
    check_figures(account)
    assert account.counts["frames"] == 19


def truth_of(frames: Path, name: str) -> dict[str, Any]:
    for line in (frames.parent / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth: dict[str, Any] = json.loads(line)
        if truth["file"].endswith(name):
            return truth
    raise AssertionError(name)


def frames_of(tables: Path, name: str, numbers: Sequence[int]) -> Iterator[tuple[Any, Image]]:
    """Give the truth and the picture of some frames of a table."""
    folder = tables / name
    for number in numbers:
        truth = truth_of(folder / "frames", f"{number:04d}.jpg")
        yield truth, load_picture(folder / truth["file"])


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("table-b", (12, 18, 48, 53)),
        ("table-e", (10, 13, 62)),
        pytest.param("table-b", (8, 15, 57), marks=pytest.mark.long),
        pytest.param("table-e", (6, 45, 51), marks=pytest.mark.long),
    ],
)
def test_hands_are_told_from_dark_art_in_hard_light(
    tables: Path, eye_of_table: Callable[[str], Eye], name: str, numbers: Sequence[int]
) -> None:
    eye = eye_of_table(name)
    for truth, frame in frames_of(tables, name, numbers):
        assert eye.read(frame).hand == truth["hand"], truth["file"]


@pytest.mark.parametrize(
    ("name", "strength"), few(1, [("gamma up: power", 1.8), ("CLAHE: limit", 4.0)])
)
def test_colours_that_a_camera_changes_cover_nothing_while_the_art_shows(
    tables: Path, eye_of_table: Callable[[str], Eye], name: str, strength: float
) -> None:
    eye = eye_of_table("table-b")
    (disturbance,) = [one for one in DISTURBANCES if one.name == name]
    for truth, frame in frames_of(tables, "table-b", (16, 20, 30, 50)):
        reading = eye.read(disturbance.change(frame, strength, 0))
        assert reading.hand == truth["hand"], truth["file"]


@pytest.mark.parametrize("numbers", few(1, [((27, 36, 43),), ((31, 37, 51),)]))
def test_a_pale_board_is_found_after_a_bump_and_its_row_read_under_a_lamp(
    tables: Path, eye_of_table: Callable[[str], Eye], numbers: Sequence[int]
) -> None:
    eye = eye_of_table("table-c")
    for truth, frame in frames_of(tables, "table-c", numbers):
        line = sighting(eye.read(frame), eye.table.board, truth["file"])
        assert line["registered"]
        assert line["ranking"] == truth["ranking"]
        assert truth["board"].items() >= line["board"].items()
        assert len(line["unsure"]) <= 2


@pytest.mark.parametrize("name", ["table-b", "table-c", "table-e"])
def test_in_hard_light_and_on_pale_boards_no_claim_is_wrong(
    tables: Path, eye_of_table: Callable[[str], Eye], name: str
) -> None:
    eye = eye_of_table(name)
    eye.read(load_picture(eye.table.empty))
    claimed = open_ = 0
    for truth, frame in frames_of(tables, name, range(3, 58, 9)):
        if truth["hand"]:
            continue
        line = sighting(eye.read(frame), eye.table.board, truth["file"])
        told = {at.id for at in eye.table.board.locations} - {*line["unsure"], *line["occluded"]}
        assert {at: who for at, who in truth["board"].items() if at in told} == line["board"]
        assert (line["ranking"], line["influence"]) == (truth["ranking"], truth["influence"])
        claimed, open_ = claimed + len(told), open_ + len(line["unsure"])
    assert open_ <= 0.02 * claimed


@pytest.mark.parametrize("name", few(1, ["photos-3", "photos-1", "photos-4"]))
def test_pieces_side_by_side_on_a_crowded_board_are_no_hand(
    tables: Path, eye_of_table: Callable[[str], Eye], name: str
) -> None:
    eye = eye_of_table(name)
    for path in sorted((tables / name / "frames").glob("*.jpg"))[1::6]:
        assert not eye.read(load_picture(path)).hand, path.name


AFTER_TEACHING = {
    "local contrast equalised": lambda frame: equalised(frame, 3.0),
    "JPEG 15": lambda frame: camera.compressed(frame, 15),
    "an evening": lambda frame: Evening().of(frame, 1),
    "blur of 3 px": lambda frame: camera.blurred(frame, 3.0),
    "blotches of colour": lambda frame: spotted(frame, 12.0, 1),
    "vignette": lambda frame: vignetted(frame, 0.4),
}
MOMENTS = ("0041.jpg", MIDGAME, "0059.jpg", "0075.jpg")


@pytest.mark.parametrize(
    "files", [MOMENTS[1:2], pytest.param(MOMENTS, marks=pytest.mark.long)], ids=["one", "four"]
)
@pytest.mark.parametrize("name", few(3, AFTER_TEACHING))
def test_a_camera_or_a_room_that_changed_after_teaching_is_read_as_before(
    eye_a: Eye, frames_a: Path, name: str, files: Sequence[str]
) -> None:
    board, unsure, misread = eye_a.table.board, 0, []
    eye_a.read(load_picture(frames_a / MIDGAME))  # other tests left the eye with other light
    for file in files:
        truth = truth_of(frames_a, file)
        line = sighting(
            eye_a.read(AFTER_TEACHING[name](load_picture(frames_a / file))), board, file
        )
        unsure += len(line["unsure"])
        left = {at: who for at, who in truth["board"].items() if at not in line["unsure"]}
        assert (line["board"], line["ranking"]) == (left, truth["ranking"])
        both = zip(line["influence"], truth["influence"], strict=True)
        misread += [(seen, lies) for seen, lies in both if seen != lies]
    assert unsure <= 0.01 * len(files) * len(board.locations)
    # Of tiles whose contrast is equalised a quarter is doubted, more than is wanted; none is wrong.
    most = len(files) * 3 // 2 if name == "local contrast equalised" else 0
    assert len(misread) <= most, misread
    assert not any(seen for seen, _ in misread)


@pytest.mark.parametrize("gamma", [0.55, 1.8])
def test_a_tone_curve_that_changed_after_teaching_is_undone(
    eye_a: Eye, frames_a: Path, gamma: float
) -> None:
    truth = truth_of(frames_a, MIDGAME)
    levels = 255 * (np.arange(256) / 255) ** gamma
    frame = cv2.LUT(load_picture(frames_a / MIDGAME), levels.astype(np.uint8))
    line = sighting(eye_a.read(np.asarray(frame, np.uint8)), eye_a.table.board, MIDGAME)
    assert (line["board"], line["unsure"]) == (truth["board"], [])
    assert (line["ranking"], line["influence"]) == (truth["ranking"], truth["influence"])


MIDDLING = [
    ("warmer: share a channel", 0.25),
    ("noise: grey levels", 10.0),
    ("rotation: degrees", 5.0),
    ("farther: scale", 0.9),
    ("side light: darkest", 0.5),
    ("soft shadow: depth", 0.5),
    ("darker: gain", 0.5),
    ("colder: share a channel", 0.25),
    ("blur: px", 1.5),
    ("JPEG: quality", 60.0),
    ("rotation: degrees", 180.0),
    ("shift: px", 70.0),
]
"""Disturbances at the strengths that the issue names or means; unlike ones first."""


@pytest.mark.parametrize(("name", "strength"), few(6, MIDDLING))
def test_a_disturbed_frame_is_read_as_well(
    eye_a: Eye, frames_a: Path, name: str, strength: float
) -> None:
    truth = truth_of(frames_a, MIDGAME)
    assert not truth["hand"]
    (disturbance,) = [one for one in DISTURBANCES if one.name == name]
    frame = disturbance.change(load_picture(frames_a / MIDGAME), strength, 0)
    line = sighting(eye_a.read(frame), eye_a.table.board, name)
    assert line["board"] == truth["board"]
    assert (line["unsure"], line["hand"]) == ([], False)
    assert (line["ranking"], line["influence"]) == (truth["ranking"], truth["influence"])


@pytest.mark.long
def test_a_bare_place_beside_a_tile_is_not_taken_for_a_tile_that_overlaps_it(
    tables: Path,
) -> None:
    (noise,) = [one for one in DISTURBANCES if one.name.startswith("noise")]
    counts = evaluate(tables / "photos-1", Disturbed(noise, 5.0), every=10).account.counts
    assert counts["clear_wrong"] == 0
    assert share(counts, "clear_exact", "clear") >= 0.999


@pytest.mark.parametrize(
    ("name", "every", "reaches"),
    few(
        1,
        [
            ("table-a", 24, (0.4,)),
            ("photos-1", 10, (0.4,)),
            ("table-a", 12, (0.15, 0.4, 0.7)),
        ],
    ),
    ids=["some frames", "tiles that touch each other", "a rendered game"],
)
def test_beside_a_pasted_hand_every_claim_is_right(
    tables: Path,
    eye_of_table: Callable[[str], Eye],
    name: str,
    every: int,
    reaches: Sequence[float],
) -> None:
    eye = eye_of_table(name)
    board, corners = eye.table.board, np.array(eye.table.corners_px)
    area = cv2.contourArea(corners.astype(np.float32)) / (board.size_mm[0] * board.size_mm[1])
    truths = load_truth(tables / name, board)[::every]
    for reach in reaches:
        right = total = 0
        for number, truth in enumerate(truths):
            if truth.hand:
                continue
            clear = load_picture(tables / name / truth.file)
            for _ in range(2):  # as the eye takes at a table that rests
                eye.read(clear)
            frame, hides = reaching(clear, corners, float(np.sqrt(area)), reach, number)
            beside = [
                place.id
                for place, at in zip(board.locations, eye.places(), strict=True)
                if not is_touched(hides, at, 2 * place.radius_mm * float(np.sqrt(area)))
            ]
            line = sighting(eye.read(frame), board, truth.file)
            assert line["hand"]
            lying = zip(board.index, truth.lying[LOCATIONS], strict=True)
            there = {at: one[0] if one else None for at, one in lying if at in beside}
            open_ = {*line["unsure"], *line["occluded"]}
            claims = {at: line["board"].get(at) for at in beside if at not in open_}
            assert claims == {at: there[at] for at in claims}
            right, total = right + len(claims), total + len(beside)
        assert right >= 0.99 * total > 0


def is_touched(hides: npt.NDArray[np.bool_], at: npt.NDArray[np.float32], radius: float) -> bool:
    """Tell whether any of the pixels is within a disc."""
    left, top = (max(0, int(middle - radius)) for middle in at)
    right, bottom = (int(middle + radius) + 2 for middle in at)
    rows, columns = np.nonzero(hides[top:bottom, left:right])  # none beyond is within the disc
    return bool((np.hypot(columns + left - at[0], rows + top - at[1]) <= radius).any())


def test_another_table_is_not_taken_for_this_one(eye_a: Eye, tables: Path) -> None:
    photograph = load_picture(tables / "photos-1" / "frames" / "0001.jpg")
    foreign = cv2.resize(photograph, (1280, 960))
    assert not eye_a.read(np.asarray(foreign, np.uint8)).registered
    assert eye_a.read(load_picture(eye_a.table.empty)).registered
