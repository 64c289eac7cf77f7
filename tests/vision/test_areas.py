"""The eye for areas: what is counted where pieces stand anywhere, and what is left in doubt."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest

from engine.layout import Spot
from tests.made_once import made_once
from tests.vision import area_board as drawn
from tests.vision.area_board import FIELDS, HEAPS, picture
from tests.vision.drawn import save
from tests.vision.reduced import reduced, reduced_frame
from vision import memory
from vision.area_colours import Ground, unmixed
from vision.area_eye import AreaEye, Changes, eye_of
from vision.area_shapes import Outline
from vision.area_teaching import confused, leads_of
from vision.illumination import opponent
from vision.kept import Kept, Source
from vision.picture import load_picture
from vision.reading import Floats, Image, Reading
from vision.table import load_table

CLAIMED: Final = 0.9
LONG: Final = pytest.mark.long
SCENES: Final[dict[str, tuple[drawn.Piece, ...]]] = {
    "nothing": (),
    "one of each": (
        ("ruby", 60.0, 120.0),
        ("coal", 120.0, 180.0),
        ("blue", 150.0, 110.0),
        ("green", 250.0, 200.0),
    ),
    "two that touch": (("ruby", 70.0, 130.0), ("ruby", 78.2, 130.0), ("coal", 260.0, 150.0)),
    "a row of three": (("coal", 250.0, 150.0), ("coal", 258.4, 150.0), ("coal", 266.8, 150.0)),
    "unlike ones that touch": (("ruby", 250.0, 150.0), ("coal", 258.2, 150.0)),
    "a tall one beside a small one": (("blue", 80.0, 130.0), ("ruby", 90.5, 130.0)),
    "tall ones that touch": (("green", 80.0, 130.0), ("green", 92.5, 130.0), ("blue", 86, 142)),
}


@pytest.fixture(scope="module")
def unused_eye(tmp_path_factory: pytest.TempPathFactory) -> AreaEye:
    """Give an eye that has read nothing; to be copied."""
    table = drawn.teach(tmp_path_factory.mktemp("areas"))
    found = made_once(tmp_path_factory, "areas", lambda: eye_of(table))
    assert isinstance(found, AreaEye)
    return found


@pytest.fixture(scope="module")
def eye(unused_eye: AreaEye) -> AreaEye:
    return deepcopy(unused_eye)


def standing(pieces: tuple[drawn.Piece, ...]) -> dict[str, tuple[str, ...]]:
    """Tell what lies in each field."""
    found: dict[str, list[str]] = {field: [] for field in FIELDS}
    for name, x, _ in pieces:
        found[FIELDS[x > 180]].append(name)
    return {field: tuple(sorted(lying)) for field, lying in found.items()}


def claims(reading: Reading) -> dict[str, tuple[str, ...] | None]:
    """Tell what is claimed of each field; None where that is in doubt or hidden."""
    fields = reading.areas["fields"]
    both = zip(FIELDS, fields.likeliest(), fields.observed, strict=True)
    return {one: lying if seen and share > CLAIMED else None for one, (lying, share), seen in both}


def test_an_eye_that_is_kept_need_not_work_out_the_bare_board_again(
    unused_eye: AreaEye, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = picture(SCENES["one of each"])
    truth = deepcopy(unused_eye).read(frame).areas["fields"].likeliest()
    monkeypatch.setattr(memory, "eye_of", lambda _: deepcopy(unused_eye))
    eye = memory.remembered_eye(drawn.teach(tmp_path))
    monkeypatch.setattr(Ground, "expected_nats", None)
    assert isinstance(eye, AreaEye)
    assert eye.read(frame).areas["fields"].likeliest() == truth


def test_pieces_that_lie_in_one_picture_of_a_table_only_are_found(
    eye: AreaEye, tmp_path: Path
) -> None:
    samples = eye.table.samples[0].frame
    assert eye.unlike_empty(samples, FIELDS) == ()
    pieces = tmp_path / "pieces.png"
    cv2.imwrite(str(pieces), picture(drawn.TAUGHT[2:], seed=102))
    assert eye.unlike_empty(pieces, ("east",)) == ()
    cv2.imwrite(str(pieces), picture((*drawn.TAUGHT[2:], ("ruby", 90.0, 200.0)), seed=102))
    assert eye.unlike_empty(pieces, ("east",)) == ("west",)


def test_a_field_is_named_where_a_lamp_hid_room_for_a_piece_while_teaching(tmp_path: Path) -> None:
    table = drawn.teach(tmp_path)
    empty = picture(seed=100)
    for at_mm, wide_px in (((110.0, 180.0), 20), ((250.0, 180.0), 4)):
        ((x, y),) = drawn.px([at_mm]).round().astype(int).tolist()
        cv2.circle(empty, (x, y), wide_px, (255, 255, 255), -1)
    save(table.empty, empty)
    assert eye_of(table).saturated == ("west",)


# In a shorter form they lie in the picture of samples, above.
@pytest.mark.long
def test_pieces_on_a_board_that_was_to_be_empty_are_found_by_the_samples(tmp_path: Path) -> None:
    table = drawn.teach(tmp_path)
    pieces = tmp_path / "pieces.png"
    cv2.imwrite(str(pieces), picture(drawn.TAUGHT[2:], seed=102))
    cv2.imwrite(str(table.empty), picture([("ruby", 90.0, 200.0)], seed=100))
    green = replace(table, samples=table.samples[1:])
    assert eye_of(green).unlike_empty(pieces, ("east",)) == ("west",)


@pytest.fixture(scope="module", params=[pytest.param(1.0, marks=LONG), 0.6])
def lit(request: pytest.FixtureRequest, unused_eye: AreaEye) -> tuple[AreaEye, float]:
    """Take another eye for other light: that of a room does not leap from frame to frame."""
    return deepcopy(unused_eye), request.param


@pytest.mark.parametrize("pieces", SCENES.values(), ids=SCENES)
def test_pieces_are_counted_by_class(
    lit: tuple[AreaEye, float], pieces: tuple[drawn.Piece, ...]
) -> None:
    eye, light = lit
    reading = eye.read(picture((*HEAPS, *pieces), seed=len(pieces), light=light))
    assert (reading.registered, reading.hand) == (True, False)
    assert claims(reading) == standing(pieces)


def test_a_heap_is_there_or_not(eye: AreaEye) -> None:
    reading = eye.read(picture([one for one in HEAPS if one[0] == "coal"], seed=40))
    heaps = reading.areas["heaps"].likeliest()
    assert [lying for lying, _ in heaps] == [(), ("coal",)]
    assert min(share for _, share in heaps) > CLAIMED


def test_of_a_piece_on_a_border_nothing_is_claimed(eye: AreaEye) -> None:
    reading = eye.read(picture((*HEAPS, ("ruby", 180.0, 150.0)), seed=41))
    for each in reading.areas["fields"].log_likelihood:
        shares = np.exp(np.array([each[()], each["ruby",]]))
        assert shares.min() / shares.sum() > 1 - CLAIMED


def test_a_chequered_glove_is_a_hand_though_many_pieces_would_look_like_it(eye: AreaEye) -> None:
    frame = picture(HEAPS, seed=7)
    glove = np.round(drawn.px([(60, 100), (115, 95), (125, 160), (70, 170)])).astype(np.int32)
    inside = cv2.fillPoly(np.zeros(frame.shape[:2], np.uint8), [glove], 1) > 0
    paints = np.array([drawn.COLOURS["ruby"], drawn.COLOURS["blue"]], np.float32)
    rows, columns = (np.arange(count) // 8 for count in inside.shape)
    squares = cv2.GaussianBlur(paints[(rows[:, None] + columns) % 2], (0, 0), 1.2)
    eye.read(picture(HEAPS, seed=6))
    assert not eye.read(picture((*HEAPS, *SCENES["one of each"]), seed=8)).hand
    frame[inside] = squares[inside]
    assert eye.read(frame).hand


def test_a_hand_hides_the_field_that_it_reaches_into_and_nears_the_other(eye: AreaEye) -> None:
    pieces = (("ruby", 120.0, 140.0), ("coal", 300.0, 150.0))
    assert claims(eye.read(picture((*HEAPS, *pieces), seed=42))) == standing(pieces)
    reading = eye.read(picture((*HEAPS, *pieces), seed=43, hand=True))
    fields = reading.areas["fields"]
    assert reading.hand
    assert fields.observed.tolist() == [False, True]
    assert fields.near.tolist()[0]
    assert claims(reading)["east"] == ("coal",)
    assert claims(eye.read(picture((*HEAPS, *pieces), seed=44))) == standing(pieces)


def test_noise_of_a_dim_picture_is_no_change_but_a_piece_or_another_light_is() -> None:
    noise = np.random.default_rng(3).normal(0, (0.005, 0.012, 0.012), (2, 150, 200, 3))
    before, now = (np.array([4.0, 0.1, 0.2]) + noise).astype(np.float32)
    level, place = np.ones((150, 200), np.float32), np.arange(300)

    def same(seen: Floats, last: Floats | None) -> bool:
        changes = Changes(seen, last, level)
        return changes.same(place, changes.at(place), before.reshape(-1, 3)[place])

    assert same(now, before)
    assert not same(now, None)
    lit = now + np.array([0.3, 0.0, 0.0], np.float32)
    assert not same(lit, before)
    now[0, 20:24, 1] += 0.13
    assert not same(now, before)


def test_what_did_not_change_reads_the_same(eye: AreaEye) -> None:
    pieces = (*HEAPS, ("ruby", 60.0, 120.0))
    first = eye.read(picture(pieces, seed=45))
    eye.read(picture(pieces, seed=46))
    again = eye.read(picture(pieces, seed=47))
    assert claims(again) == claims(first)


TABLE: Final = Path(__file__).parents[3] / "shared" / "tables" / "table-s1"
FRAMES: Final = ("0006.jpg", "0026.jpg", "0036.jpg")
LEAST: Final = 0.95
"""The share of areas to be read in light that the table was not taught in; the rest is unsure."""
LEAST_IN_THE_EVENING: Final = 0.75
"""The same where light is so scarce that a camera's noise and coarse coding smear all colours."""
DIM: Final = (0.2, 0.28, 0.33)
"""What is left of blue, green and red light."""
CODED: Final = 60


def evening(frame: Image) -> Image:
    """Show a frame as a small sensor at high gain sees and codes it under a weak warm lamp."""
    soft = cv2.GaussianBlur((frame / 255.0) ** 2.2, (0, 0), 1.0) * DIM
    noise = np.sqrt(soft / 900 + (4 / 900) ** 2)  # photons, then what reading out adds
    soft += np.random.default_rng(1).normal(0, 1, soft.shape) * noise
    levels = np.clip(soft, 0, 1) ** (1 / 2.2) * 255
    coded = cv2.imencode(".jpg", levels.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, CODED])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def stronger(frame: Image) -> Image:
    """Show a frame with colours half as strong again."""
    grey = frame.mean(axis=2, keepdims=True)
    return np.asarray(grey + 1.5 * (frame - grey))


CHANGES: Final = {
    "as it is": lambda frame: frame,
    "half the light": lambda frame: frame * 0.5,
    "warm light": lambda frame: frame * np.array([0.75, 1.0, 1.15]),
    "noise": lambda frame: frame + np.random.default_rng(1).normal(0, 8, frame.shape),
    "soft": lambda frame: cv2.GaussianBlur(frame, (0, 0), 1.0),
    "evening": evening,
    "strong colours": stronger,
}


SELDOM: Final = {"evening", "strong colours"}
"""What is not tried where time is short."""


@pytest.fixture(scope="module")
def kept() -> Kept:
    """Keep what was learnt of the rendered table, pieces above all."""
    return Kept()


def learnt(kept: Kept, missing: Collection[str] = (), path: Path = TABLE / "table.toml") -> AreaEye:
    """Teach the rendered table, but for some groups."""
    table = load_table(path)
    taught = tuple(one for one in table.groups if one.group not in missing)
    table = replace(table, groups=taught)
    return AreaEye(table, kept.begin(Source.of(table)))


Rendered = Callable[[str], tuple[AreaEye, Callable[[str], Path]]]


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory, tables: Path) -> Rendered:
    """Teach a rendered table but for what is open; give its eye, and its frames by their names.

    Its pictures are as large as they are, or where time is short half as large.
    """

    def taught(size: str) -> tuple[AreaEye, Callable[[str], Path]]:
        if size == "whole":
            return learnt(Kept(), {"open"}), lambda name: tables / "table-s1" / "frames" / name
        folder = tmp_path_factory.mktemp("table-s1")
        path = reduced(TABLE / "table.toml", folder)
        found = made_once(tmp_path_factory, "table-s1-half", lambda: learnt(Kept(), {"open"}, path))
        return found, lambda name: reduced_frame(TABLE / "frames" / name, folder)

    return cache(taught)


def test_a_marker_is_as_large_as_the_space_that_it_fills(rendered: Rendered) -> None:
    """Were it smaller, its rim would be left, which may look like a piece."""
    eye, _ = rendered("half")
    looks = eye._readers[0]._looks
    (marker,) = {one for one in looks.outlines if not one.height_mm}
    places = [place for group in eye.table.board.layout for place in group.places]
    assert {marker.radius_mm} == {one.radius_mm for one in places if isinstance(one, Spot)}


@pytest.mark.parametrize(
    ("missing", "read"),
    [
        pytest.param({"sides", "open"}, {"regions", "supply"}, marks=LONG),
        pytest.param({"sides"}, {"regions", "supply", "open"}, marks=LONG),
        pytest.param({"open"}, {"regions", "exchanges", "supply", "sides"}, marks=LONG),
    ],
    ids=["neither", "no sides", "none that is open"],
)
@pytest.mark.usefixtures("tables")
def test_what_was_not_taught_is_not_read(kept: Kept, missing: set[str], read: set[str]) -> None:
    eye = learnt(kept, missing)
    reading = eye.read(load_picture(eye.table.empty))
    assert reading.registered
    assert {*reading.areas, *reading.groups} == read


@pytest.mark.parametrize(
    ("size", "change", "frames"),
    [
        *(("half", change, FRAMES[1:2]) for change in CHANGES if change not in SELDOM),
        *(pytest.param("whole", change, FRAMES, marks=LONG) for change in CHANGES),
    ],
)
def test_areas_of_a_rendered_table_are_read(
    rendered: Rendered, size: str, change: str, frames: Sequence[str]
) -> None:
    eye, shown = rendered(size)
    lines = (TABLE / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    truth = {Path(one["file"]).name: one for one in map(json.loads, lines)}
    right = wrong = total = 0
    for name in frames:
        frame = load_picture(shown(name)).astype(np.float64)
        changed: Image = np.clip(CHANGES[change](frame), 0, 255).astype(np.uint8)
        reading = eye.read(changed)
        assert {*reading.areas, *reading.groups} == {"regions", "exchanges", "supply", "sides"}
        for group in eye.table.board.areas[:2]:
            areas = reading.areas[group.id]
            for i, (lying, share) in enumerate(areas.likeliest()):
                place = group.places[i].id
                told = truth[name]["regions"].get(place) or truth[name]["slots"][i]
                want = Counter(told.get("cubes", {})) + Counter(told["pawns"])
                want["blocked"] += bool(told.get("blocked"))
                same = Counter(lying) == want
                claimed = share > CLAIMED and bool(areas.observed[i])
                total += 1
                right += same and claimed
                wrong += claimed and not same
    assert wrong == 0
    least = {"as it is": 0.98, "evening": LEAST_IN_THE_EVENING}.get(change, LEAST)
    assert right >= least * total


def test_what_neither_colour_nor_outline_tells_apart_is_named() -> None:
    rng = np.random.default_rng(3)
    colours = [rng.normal(at, 0.03, (400, 3)).astype(np.float32) for at in (0.2, 0.21, 0.22, 0.6)]
    cube, pawn = Outline(4.0, 4.0, 8.0), Outline(6.0, 6.0, 20.0)
    outlines = (cube, cube, pawn, cube)
    pairs = confused(("gas", "gold", "red", "coal"), outlines, leads_of(colours))
    assert [(one, other) for one, other, _ in pairs] == [("gas", "gold")]


@pytest.mark.parametrize("own", [(45, 47, 50), (40, 60, 110), (210, 215, 220)])
@pytest.mark.parametrize("share", [1.0, 0.5])
def test_colour_that_coding_mixed_into_a_piece_is_taken_from_it(
    own: tuple[int, int, int], share: float
) -> None:
    """Of a piece coding keeps the lightness, and a share of what sets its channels apart."""
    ground = np.array([120.0, 150.0, 165.0])
    piece = np.array(own, np.float64)
    mixed = piece.mean() + share * (piece - piece.mean())
    mixed += (1 - share) * (ground - ground.mean())
    colours = [opponent(np.log(each)[None].astype(np.float32)) for each in (mixed, ground, piece)]
    assert unmixed(colours[0], colours[1], 1.0, share) == pytest.approx(colours[2], abs=0.12)


def test_a_piece_a_sixth_paler_than_its_ground_stands_out_and_light_that_fades_does_not() -> None:
    rows, columns = np.mgrid[:150, :150]
    bare = np.full((150, 150, 3), (4.8, 0.02, 0.03), np.float32)
    piece = np.hypot(rows - 75, columns - 75) < 5
    seen = bare + (0.3 * columns[..., None] / 150 * [1, 0, 0]).astype(np.float32)
    seen[piece, 0] += 0.15
    ground = Ground(bare, step_mm=0.8, noise=np.zeros(3))
    off = ground.deviations(ground.corrected(seen))
    around = np.hypot(rows - 75, columns - 75) > 12
    assert np.median(off[piece]) > 2
    assert np.percentile(off[around], 95) < 1
