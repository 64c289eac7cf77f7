"""What covers the board: sleeves, fingers, cups, heads and dice, by day and in the evening."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.board import LOCATIONS
from tests.hard_tables.hard_table import hard_table
from tests.sampled import few
from tests.vision import drawn
from tests.vision.conftest import PIECES, see
from vision.art import Art
from vision.config import OcclusionConfig
from vision.eye import Eye
from vision.picture import load_picture
from vision.reading import Image
from vision.table import load_table

BEADS = ((150.0, 75.0), (185.0, 75.0), (220.0, 75.0))


@pytest.mark.parametrize(
    "ink", [(150, 182, 200), (112, 136, 150)], ids=["of the board's hue", "the same in shadow"]
)
def test_a_sleeve_of_the_board_s_own_hue_is_noticed(eye: Eye, ink: tuple[int, int, int]) -> None:
    reading = eye.read(drawn.arm(drawn.picture(PIECES, seed=3), ink))
    assert reading.hand
    near = {
        at
        for at, is_near in zip(drawn.PLACES, reading.groups[LOCATIONS].near, strict=True)
        if is_near
    }
    assert "b4" in near
    assert not {"a1", "b1", "c1"} & near


def test_what_lies_between_fingers_and_sleeve_is_hidden_though_it_looks_like_paper(
    eye: Eye,
) -> None:
    frame = drawn.arm(drawn.picture(PIECES, seed=3), (40, 60, 150))
    (left, y), (right, _) = (np.round(drawn.to_px(at)) for at in ((238.0, 105.0), (276.0, 105.0)))
    paper = (120, 146, 160)
    cv2.rectangle(frame, (int(left), int(y) - 23), (int(right), int(y) + 23), paper, -1)
    reading = eye.read(frame)
    assert reading.hand
    assert ~reading.groups[LOCATIONS].observed[[*drawn.PLACES].index("b4")]


@pytest.mark.parametrize("level", [150, 190])
def test_pale_fingers_that_reach_over_the_edge_from_a_dark_table_are_noticed(
    eye: Eye, level: int
) -> None:
    frame = drawn.picture(PIECES, seed=3)
    tip, back = (np.round(drawn.to_px(at)).astype(int) for at in ((282.0, 105.0), (420.0, 105.0)))
    for across in (-18, 0, 18):
        aside = np.array([0, across])
        one, other = (tuple((end + aside).tolist()) for end in (tip, back))
        for thick, share in ((18, 0.8), (10, 1.0)):
            ink = tuple(share * level * part for part in (0.8, 0.88, 1.1))
            cv2.line(frame, one, other, ink, thick, cv2.LINE_AA)
    assert eye.read(frame).hand


def test_fingers_of_the_land_s_hue_are_noticed_by_what_hangs_together_across_the_edge(
    eye: Eye,
) -> None:
    frame = drawn.picture(PIECES, seed=3)

    def part(left: float, right: float, top: float, low: float) -> tuple[slice, slice]:
        (x, y), (far, down) = (np.round(drawn.to_px(at)) for at in ((left, top), (right, low)))
        return slice(int(y), int(down)), slice(int(x), int(far))

    fingers = part(282.0, 300.0, 82.0, 128.0)
    frame[fingers] = frame[fingers].mean(axis=(0, 1))
    for top in range(82, 128, 11):
        frame[part(282.0, 320.0, top, top + 3.2)] = (50, 70, 110)
    frame[part(318.0, 350.0, 80.0, 130.0)] = (60, 90, 140)
    assert eye.read(frame).hand


def test_a_finger_that_points_at_a_tile_from_beside_the_board_is_a_hand(
    eye_a: Eye, frames_a: Path
) -> None:
    frame = load_picture(frames_a / "0020.jpg")
    assert not eye_a.read(frame).hand
    pointing = frame.copy()
    cv2.line(pointing, (826, 765), (826, 900), (120, 150, 205), 24, cv2.LINE_AA)
    assert eye_a.read(pointing).hand
    assert not eye_a.read(frame).hand


def test_tiles_beside_a_hand_are_seen_and_known_to_be_near_it(eye_a: Eye, frames_a: Path) -> None:
    group = eye_a.table.board.tiles
    assert group is not None
    frame = load_picture(frames_a / "0020.jpg")
    assert not eye_a.read(frame).groups[group.id].near.any()
    reaching = frame.copy()
    cv2.line(reaching, (590, 960), (590, 640), (120, 150, 205), 40, cv2.LINE_AA)
    tiles = eye_a.read(reaching).groups[group.id]
    assert (tiles.near & tiles.observed).any()
    assert not eye_a.read(frame).groups[group.id].near.any()


@pytest.mark.parametrize("deviation", [1.5, 2.5])
def test_a_lens_out_of_focus_shows_no_hand(eye: Eye, deviation: float) -> None:
    blurred = cv2.GaussianBlur(drawn.picture(PIECES, seed=3), (0, 0), deviation)
    assert not eye.read(np.asarray(blurred, np.uint8)).hand


# Other things that lie or lean over the board.


def round_thing(at_mm: drawn.Point, radius: int, inks: tuple[tuple[int, int, int], ...]) -> Image:
    """Stand something round on the board: rings of these colours, the outermost first."""
    frame = drawn.picture(PIECES, seed=3)
    at = tuple(round(value) for value in drawn.to_px(at_mm))
    for number, ink in enumerate(inks):
        cv2.circle(frame, at, radius * (len(inks) - number) // len(inks), ink, -1, cv2.LINE_AA)
    return frame


CUP = round_thing((80.0, 73.0), 62, ((215, 220, 222), (200, 206, 210), (24, 36, 58), (24, 36, 58)))


HEAD = round_thing((255.0, 215.0), 120, ((30, 38, 52), (38, 46, 62), (30, 38, 52)))


@pytest.mark.parametrize(
    ("frame", "under"),
    [(CUP, {"a1", "a2", "b1", "b2"}), (HEAD, {"b4", "c3", "c4"})],
    ids=["a cup", "a head"],
)
def test_under_a_cup_or_a_head_nothing_is_concluded(
    eye: Eye, frame: Image, under: set[str]
) -> None:
    hand, there, unknown = see(eye, frame)
    assert hand
    assert there.items() <= PIECES.items()
    assert {at for at in PIECES if at not in there} <= {*unknown}
    assert {*unknown} <= under


def die(at_mm: drawn.Point) -> Image:
    """Leave a die on the board: ivory, 14 mm, five dots."""
    frame = drawn.picture(PIECES, seed=3)
    x, y = (round(value) for value in drawn.to_px(at_mm))
    cv2.rectangle(frame, (x - 11, y - 11), (x + 11, y + 11), (214, 226, 232), -1)
    for dx, dy in ((-6, -6), (6, -6), (0, 0), (-6, 6), (6, 6)):
        cv2.circle(frame, (x + dx, y + dy), 2, (40, 40, 40), -1, cv2.LINE_AA)
    return frame


def test_a_die_between_the_locations_changes_nothing(eye: Eye) -> None:
    assert see(eye, die((150.0, 75.0)))[1:] == (PIECES, [])


@pytest.mark.parametrize("at", ["a1", "b3", "c2"])
def test_a_die_on_a_location_is_no_merchant(eye: Eye, at: str) -> None:
    _, there, unknown = see(eye, die(drawn.PLACES[at]))
    assert there == PIECES
    assert {*unknown} <= {at}


def dim(frame: Image, light: float, noise: float, seed: int) -> Image:
    """Leave a share of the light, and add a sensor's noise (grey levels)."""
    rough = np.random.default_rng(seed).normal(0, noise, frame.shape)
    return drawn.as_picture(light * frame + rough)


@pytest.mark.parametrize(
    ("light", "noise", "ink"),
    few(
        1,
        [(0.1, 8.0, (90, 120, 190)), (0.15, 4.0, (120, 150, 205)), (0.15, 6.0, (140, 150, 150))],
    ),
    ids=["is lost in noise, cell by cell", "changes few levels", "is hardly of another hue"],
)
def test_by_evening_an_arm_is_noticed_though_it(
    light: float, noise: float, ink: tuple[int, int, int], tmp_path: Path
) -> None:
    files = drawn.write(tmp_path)
    for seed, path in enumerate(sorted(files.frames.iterdir())):
        drawn.save(path, dim(load_picture(path), light, noise, seed))
    eye = Eye(load_table(files.table))
    for seed in range(20, 26):
        assert not eye.read(dim(drawn.picture(PIECES, seed=seed), light, noise, seed)).hand
    assert eye.read(dim(drawn.arm(drawn.picture(PIECES, seed=40), ink), light, noise, 40)).hand


def test_by_evening_beads_of_a_strong_colour_are_no_hand(tmp_path: Path) -> None:
    """Among so much noise colours are averaged over a wrist's width; each bead would do there."""
    files = drawn.write(tmp_path)
    for seed, path in enumerate(sorted(files.frames.iterdir())):
        drawn.save(path, dim(load_picture(path), 0.15, 6.0, seed))
    eye = Eye(load_table(files.table))
    frame = drawn.picture(PIECES, seed=21)
    for at_mm in BEADS:
        x, y = (round(value) for value in drawn.to_px(at_mm))
        cv2.circle(frame, (x, y), 9, (30, 20, 230), -1, cv2.LINE_AA)
    assert not eye.read(dim(frame, 0.15, 6.0, 21)).hand
    assert eye.read(dim(drawn.arm(frame, (120, 150, 205)), 0.15, 6.0, 40)).hand


def test_art_is_known_from_the_noise_of_two_pictures() -> None:
    chance = np.random.default_rng(7)
    left, right = chance.normal(0, 0.1, (2, 150, 100)).astype(np.float32)
    noise = float(np.std(left - right))
    assert not Art.of(left).exceeds(noise).any()
    art = cv2.GaussianBlur(chance.normal(0, 0.7, left.shape).astype(np.float32), (0, 0), 1.0)
    taught, seen = Art.of(left + art), right + art
    shown = taught.exceeds(noise)
    assert 0.1 < shown.mean() < 0.9
    assert (taught.alike(seen)[shown] < OcclusionConfig().gone).mean() < 0.02


@pytest.mark.long
def test_a_grey_sleeve_that_leaves_the_light_uneven_is_near_what_it_lies_on(tmp_path: Path) -> None:
    table = hard_table(997105, lazy=0.3)
    eye = Eye(load_table(table.teach(tmp_path)))
    place = [one.id for one in table.board.locations].index("akshak.village-3")
    while table.tick < 1570:
        table.advance()
    for near in (False, *[True] * 5):
        table.advance()
        reading = eye.read(table.picture())
        assert reading.hand is near, table.tick
        assert reading.groups[LOCATIONS].near[place] == near, table.tick
