"""What covers the board: sleeves, cups, heads and dice, and no light that falls on it."""

from copy import deepcopy
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.sighting import sighting
from engine.board import LOCATIONS
from tests.hard_tables.hard_table import hard_table
from tests.sampled import few
from tests.vision import drawn
from tests.vision.conftest import PIECES
from vision.art import Art
from vision.config import OcclusionConfig
from vision.eye import Eye
from vision.illumination import linear, logs, opponent
from vision.lamp_images import added_light
from vision.picture import load_picture
from vision.reading import Image
from vision.table import load_table

BEADS = ((150.0, 75.0), (185.0, 75.0), (220.0, 75.0))
FROM_THE_RIGHT = ((420.0, 105.0), (215.0, 105.0))


def see(eye: Eye, frame: Image) -> tuple[bool, dict[str, str], list[str]]:
    """Tell whether there is a hand, who stands where, and what is unsure or hidden."""
    line = sighting(eye.read(frame), eye.table.board, "frame")
    return line["hand"], line["board"], sorted([*line["unsure"], *line["occluded"]])


def arm(frame: Image, ink: tuple[int, int, int]) -> Image:
    """Lay an arm of one colour across the picture."""
    way = np.round([drawn.to_px(point) for point in FROM_THE_RIGHT]).astype(np.int32)
    laid = cv2.polylines(frame.copy(), [way], isClosed=False, color=ink, thickness=46)
    return np.asarray(cv2.GaussianBlur(laid, (0, 0), 0.8), np.uint8)


@pytest.mark.parametrize(
    "ink", [(150, 182, 200), (112, 136, 150)], ids=["of the board's hue", "the same in shadow"]
)
def test_a_sleeve_of_the_board_s_own_hue_is_noticed(eye: Eye, ink: tuple[int, int, int]) -> None:
    reading = eye.read(arm(drawn.picture(PIECES, seed=3), ink))
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
    frame = arm(drawn.picture(PIECES, seed=3), (40, 60, 150))
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


def glowing(frame: Image, at_px: drawn.Point, level: float, spread: float) -> Image:
    """Let a frame mirror a lamp: so many grey levels on top, falling off over so many pixels."""
    glow = np.zeros(frame.shape[:2], np.float32)
    x, y = (round(value) for value in at_px)
    glow[y, x] = 1.0
    glow = cv2.GaussianBlur(glow, (0, 0), spread)
    return drawn.as_picture(frame + (level / glow.max() * glow)[..., None])


def lamp(at_mm: drawn.Point, level: float, spread: float) -> Image:
    """Let the drawn board mirror a lamp."""
    return glowing(drawn.picture(PIECES, seed=3), drawn.to_px(at_mm), level, spread)


@pytest.mark.parametrize(("level", "spread"), [(50.0, 30.0), (110.0, 15.0), (150.0, 22.0)])
def test_a_gleam_on_the_board_is_no_hand(eye: Eye, level: float, spread: float) -> None:
    assert see(eye, lamp((80.0, 140.0), level, spread)) == (False, PIECES, [])


def test_a_wide_gleam_on_a_board_of_strong_colours_is_no_hand(eye: Eye) -> None:
    for at in ((60.0, 75.0), (150.0, 100.0), (225.0, 150.0)):
        for level, spread in ((90.0, 40.0), (130.0, 30.0), (170.0, 30.0)):
            assert not see(eye, lamp(at, level, spread))[0]


def test_no_light_is_added_where_nothing_is_brighter() -> None:
    lit = opponent(logs(np.full((4, 5, 3), 100, np.uint8)))
    assert not added_light(lit, linear(lit), linear(lit)).any()


def test_a_lamp_mirrored_by_a_tile_beside_the_board_is_no_hand(eye_a: Eye, frames_a: Path) -> None:
    frame = load_picture(frames_a / "0020.jpg")
    assert not eye_a.read(glowing(frame, (957.0, 781.0), 400.0, 20.0)).hand


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


@pytest.mark.parametrize("gain", [1.3, 1.6])
def test_light_from_a_window_is_no_hand(eye: Eye, gain: float) -> None:
    light = np.ones((drawn.HEIGHT_PX, drawn.WIDTH_PX, 1), np.float32)
    light[120:, 180:360] = gain
    hand, there, _ = see(eye, drawn.as_picture(0.6 * drawn.picture(PIECES, seed=3) * light))
    assert not hand
    assert there == PIECES


@pytest.mark.parametrize("deviation", [1.5, 2.5])
def test_a_lens_out_of_focus_shows_no_hand(eye: Eye, deviation: float) -> None:
    blurred = cv2.GaussianBlur(drawn.picture(PIECES, seed=3), (0, 0), deviation)
    assert not eye.read(np.asarray(blurred, np.uint8)).hand


def test_where_the_board_mirrors_a_lamp_nothing_wrong_is_claimed(eye: Eye) -> None:
    for at in drawn.PLACES.values():
        _, there, unknown = see(eye, lamp(at, 400.0, 18.0))
        assert there.items() <= PIECES.items()
        assert {*there, *unknown} >= {*PIECES}


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


def camera(light: npt.NDArray[np.floating]) -> Image:
    """Bend levels towards white as cameras do: a curve that flattens from 232 on."""
    over = np.maximum(light - 232, 0)
    return drawn.as_picture(np.minimum(light, 232) + 23 * np.tanh(over / 40))


def test_where_the_empty_board_was_almost_white_its_colour_is_no_hand_s(tmp_path: Path) -> None:
    files = drawn.write(tmp_path)
    lit = np.ones((drawn.HEIGHT_PX, drawn.WIDTH_PX), np.float32)
    lit[60:230, 170:330] = 1.7
    lit = cv2.GaussianBlur(lit, (0, 0), 12)[..., None]
    drawn.save(files.frames / "empty.png", camera(0.8 * lit * drawn.picture(seed=1)))
    eye = Eye(load_table(files.table))
    assert see(eye, camera(0.8 * drawn.picture(PIECES, seed=3)))[:2] == (False, PIECES)


def lit(
    frame: Image,
    added: npt.NDArray[np.floating],
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0),
) -> Image:
    """Add light (rows x columns, as shares of the brightest) to what a frame shows."""
    shares = (frame / 255) ** 2.2 + added[..., None] * np.array(colour)
    return drawn.as_picture(255 * shares.clip(0, 1) ** (1 / 2.2))


@pytest.fixture(scope="module")
def unused_eye_at_half_light(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    """Give an eye that was taught a table in half the light; to be copied."""
    files = drawn.write(tmp_path_factory.mktemp("half"))
    drawn.save(files.frames / "empty.png", drawn.as_picture(0.5 * drawn.picture(seed=1)))
    return Eye(load_table(files.table))


@pytest.fixture
def at_half_light(unused_eye_at_half_light: Eye) -> tuple[Eye, Image]:
    """Give such an eye, and a frame with pieces."""
    frame = drawn.as_picture(0.5 * drawn.picture(PIECES, seed=3))
    return deepcopy(unused_eye_at_half_light), frame


def test_a_lamp_s_image_that_a_fold_cuts_off_is_no_hand_but_white_paper_is(
    at_half_light: tuple[Eye, Image],
) -> None:
    eye, frame = at_half_light
    y, x = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]
    image = 0.5 * np.exp(-(((x - 300) / 60) ** 2) - ((y - 240) / 130) ** 2)
    assert see(eye, lit(frame, np.where(x > 300, 0, image)))[0] is False
    paper = (abs(x - 240) < 40) & (abs(y - 150) < 50)
    assert see(eye, lit(frame, np.where(paper, 0.5, 0)))[0] is True


def test_what_is_round_and_pale_is_no_lamp_s_image_where_it_hides_the_print(
    at_half_light: tuple[Eye, Image],
) -> None:
    eye, frame = at_half_light
    y, x = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]
    image = 0.4 * np.exp(-(((x - 300) / 60) ** 2) - ((y - 240) / 60) ** 2)
    bald = np.where(image[..., None] > 0.03, cv2.GaussianBlur(frame, (0, 0), 20), frame)
    assert see(eye, lit(frame, image))[0] is False
    assert see(eye, frame)[0] is False
    assert see(eye, lit(drawn.as_picture(bald), image))[0] is True


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
    assert eye.read(dim(arm(drawn.picture(PIECES, seed=40), ink), light, noise, 40)).hand


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
    assert eye.read(dim(arm(frame, (120, 150, 205)), 0.15, 6.0, 40)).hand


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


def shaded(frame: Image, left: float) -> Image:
    """Let two window bars cast hard shadows down a frame, the first from this column on."""
    x = np.arange(frame.shape[1], dtype=np.float32)
    edges = (left, left + 40, left + 110, left + 150)
    rising, falling, again, last = (np.tanh(x - edge) / 2 for edge in edges)
    light = 1 - 0.4 * (rising - falling + again - last)
    return drawn.as_picture(frame * light[None, :, None])


def test_a_shadow_of_the_empty_picture_that_wanders_is_no_hand_but_an_arm_is(
    tmp_path: Path,
) -> None:
    files = drawn.write(tmp_path)
    for path in sorted(files.frames.iterdir()):
        drawn.save(path, shaded(load_picture(path), 120.0))
    eye = Eye(load_table(files.table))
    for step in range(12):
        frame = shaded(drawn.picture(PIECES, seed=20 + step), 120.0 + 12 * step)
        assert not eye.read(frame).hand, step
    assert eye.read(arm(frame, (90, 120, 190))).hand
    assert not eye.read(frame).hand


SHADE = np.array([0.28, 0.42, 0.53])
"""Blue, green and red light that a shadow of the sun takes; the sky is left."""


def sunny(frame: Image, left: float, shade: npt.NDArray[np.float64] = SHADE) -> Image:
    """Shade a frame from this column on: a window bar casts a soft shadow."""
    x = np.arange(frame.shape[1], dtype=np.float32)
    bar = (np.tanh((x - left) / 3) - np.tanh((x - left - 60) / 3)) / 2
    return drawn.as_picture(frame * (1 - bar[:, None] * shade)[None])


@pytest.fixture(scope="module")
def eye_in_the_sun(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    """Give an eye that was taught a table over which such a shadow lies."""
    files = drawn.write(tmp_path_factory.mktemp("sun"))
    for path in sorted(files.frames.iterdir()):
        drawn.save(path, sunny(load_picture(path), 60.0))
    return Eye(load_table(files.table))


def test_a_sun_s_shadow_that_jumps_is_no_hand_though_it_is_bluer_but_an_arm_is(
    eye_in_the_sun: Eye,
) -> None:
    eye = eye_in_the_sun
    assert not eye.read(sunny(drawn.picture(PIECES, seed=3), 60.0)).hand
    frame = sunny(drawn.picture(PIECES, seed=4), 330.0)
    assert not eye.read(frame).hand
    assert eye.read(arm(frame, (90, 120, 190))).hand
    assert eye.read(arm(frame, (90, 60, 30))).hand


@pytest.mark.parametrize("left", [180.0, 250.0, 330.0])
def test_what_stands_in_a_sun_s_shadow_and_at_its_edges_is_read(
    eye_in_the_sun: Eye, left: float
) -> None:
    frame = sunny(drawn.picture(PIECES, seed=5), left)
    line = sighting(eye_in_the_sun.read(frame), eye_in_the_sun.table.board, "frame")
    assert (line["board"], line["unsure"]) == (PIECES, [])


def test_the_colour_of_light_that_came_or_went_is_measured_where_the_art_still_shows(
    eye_in_the_sun: Eye,
) -> None:
    def warmth(frame: Image) -> list[float]:
        eye_in_the_sun.read(frame)
        return [*map(float, eye_in_the_sun._sight.light.warmth)]

    _, red, yellow = (
        opponent(np.log(1 - SHADE).astype(np.float32)[None])[0] / np.log(1 - SHADE).mean()
    )
    measured = warmth(sunny(drawn.picture(seed=6), 330.0))
    assert 0.6 * red < measured[0] < 1.1 * red
    assert 0.6 * yellow < measured[1] < 1.1 * yellow
    assert warmth(sunny(drawn.picture(seed=7), 60.0)) == pytest.approx([0, 0], abs=0.1)
    white = sunny(drawn.picture(seed=8), 330.0, np.full(3, 0.4))
    assert warmth(sunny(white, 60.0)) == pytest.approx([0, 0], abs=0.15)


# In a shorter form the last test of this file lays a fist there.
@pytest.mark.long
def test_a_brown_hand_that_stays_over_pale_wood_is_no_lamp_s_image_that_has_gone(
    tmp_path: Path,
) -> None:
    table = hard_table(998020, lazy=0.3)  # the board is brown there, too
    eye = Eye(load_table(table.teach(tmp_path)))
    while table.tick < 851:
        table.advance()
    for hand in (False, *[True] * 6):
        table.advance()
        assert eye.read(table.picture()).hand is hand, table.tick


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


def test_where_a_lamp_s_image_of_the_empty_picture_has_gone_no_hand_stays_but_an_arm_is_one(
    tmp_path: Path,
) -> None:
    files = drawn.write(tmp_path)
    y, x = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]
    image = 0.6 * np.exp(-(((x - 240) / 70) ** 2) - ((y - 170) / 90) ** 2)
    for path in sorted(files.frames.iterdir()):
        drawn.save(path, lit(drawn.as_picture(0.6 * load_picture(path)), image))
    eye = Eye(load_table(files.table))
    frames = [drawn.as_picture(0.6 * drawn.picture(PIECES, seed=30 + k)) for k in range(4)]
    hands = [eye.read(frame).hand for frame in frames]
    assert hands[1:] == [False] * 3
    assert eye.read(arm(frames[0], (90, 120, 190))).hand
    assert not eye.read(frames[1]).hand
    # As dark as where the lamp's image has gone, but it does not show the board's art.
    fist = cv2.circle(frames[2].copy(), (240, 170), 60, (60, 80, 105), -1)
    assert eye.read(np.asarray(cv2.GaussianBlur(fist, (0, 0), 0.8), np.uint8)).hand


WHITE, WARM = (1.0, 1.0, 1.0), (0.35, 1.15, 1.5)


@pytest.mark.parametrize(
    ("before", "now", "moved"), few(1, [(WHITE, WARM, 50), (WHITE, WARM, 110), (WARM, WHITE, 80)])
)
def test_where_one_lamp_s_image_covers_part_of_another_s_is_no_hand_but_an_arm_is(
    tmp_path: Path,
    before: tuple[float, float, float],
    now: tuple[float, float, float],
    moved: int,
) -> None:
    """The other one lay there in all pictures of teaching, and has another colour."""
    files = drawn.write(tmp_path)
    y, x = np.mgrid[: drawn.HEIGHT_PX, : drawn.WIDTH_PX]

    def image(middle: int) -> npt.NDArray[np.floating]:
        return np.asarray(0.4 * np.exp(-(((x - middle) / 50) ** 2) - ((y - 170) / 80) ** 2))

    for path in sorted(files.frames.iterdir()):
        drawn.save(path, lit(drawn.as_picture(0.5 * load_picture(path)), image(240), before))
    eye = Eye(load_table(files.table))
    frame = drawn.as_picture(0.5 * drawn.picture(PIECES, seed=30))
    mirrored = lit(frame, image(240 + moved), now)
    assert not eye.read(mirrored).hand
    assert eye.read(arm(mirrored, (90, 120, 190))).hand
    assert not eye.read(mirrored).hand
