"""What the eye refuses to learn, and what it does learn from."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from engine.board import LOCATIONS
from engine.errors import InputError
from tests.sampled import few
from tests.vision import drawn
from vision.eye import Eye
from vision.learning import Lesson
from vision.table import UnteachableError, load_table
from vision.teaching import Confusion, Course


def refusal(files: drawn.Files) -> InputError:
    """Try to teach, and tell how that was refused."""
    table = load_table(files.table)
    with pytest.raises(InputError) as refused:
        Eye(table)
    assert "\n" not in str(refused.value)
    return refused.value


@pytest.fixture
def files(tmp_path: Path) -> drawn.Files:
    return drawn.write(tmp_path)


@pytest.mark.parametrize("name", ["empty.png", "sample.png"])
def test_a_missing_picture_is_named(files: drawn.Files, name: str) -> None:
    (files.frames / name).unlink()
    refused = refusal(files)
    assert (refused.file, refused.expected) == (str(files.frames / name), "no such picture")


@pytest.mark.parametrize("name", ["empty.png", "sample.png"])
@pytest.mark.parametrize("content", [b"", b"not a picture"])
def test_a_file_that_is_no_picture_is_named(files: drawn.Files, name: str, content: bytes) -> None:
    (files.frames / name).write_bytes(content)
    refused = refusal(files)
    assert refused.file == str(files.frames / name)
    assert "expected a picture" in refused.expected


def test_a_taught_picture_of_another_size_is_named(files: drawn.Files) -> None:
    drawn.save(files.frames / "sample.png", drawn.picture(drawn.SAMPLES)[:400])
    refused = refusal(files)
    assert refused.file == str(files.frames / "sample.png")
    assert "640" in refused.expected
    assert "400" in refused.expected


@pytest.mark.parametrize("grey", few(1, [128, 0, 255]))
def test_a_frame_that_shows_no_board_is_named(files: drawn.Files, grey: int) -> None:
    drawn.save(files.frames / "empty.png", np.full_like(drawn.picture(), grey))
    refused = refusal(files)
    assert refused.file == str(files.frames / "empty.png")
    assert refused.expected == "too little is to be seen within the corners to find the board by"


@pytest.mark.parametrize(
    ("corners", "told"),
    [
        ([(-800, -900), (-200, -900), (-200, -400), (-800, -400)], "would lie outside the frame"),
        ([(-4e3, -4e3), (4e3, -4e3), (4e3, 4e3), (-4e3, 4e3)], "would lie outside the frame"),
        ([(300, 200), (330, 200), (330, 220), (300, 220)], "too small to see colours"),
    ],
    ids=["elsewhere", "everywhere", "nowhere"],
)
def test_corners_that_put_the_board_out_of_sight_are_refused(
    files: drawn.Files, corners: list[tuple[float, float]], told: str
) -> None:
    before = str([[*corner] for corner in drawn.CORNERS_PX])
    after = str([[float(x), float(y)] for x, y in corners])
    files.table.write_text(drawn.table_text().replace(before, after), encoding="utf-8")
    refused = refusal(files)
    assert (refused.file, refused.place) == (str(files.table), "camera.corners_px")
    assert told in refused.expected


@pytest.mark.parametrize(("radius", "place"), [("1e300", "board"), ("0.01", "camera.corners_px")])
def test_spots_of_a_size_that_cannot_be_are_refused(
    files: drawn.Files, radius: str, place: str
) -> None:
    text = drawn.board_text().replace("radius_mm = 8.0", f"radius_mm = {radius}", 1)
    files.board.write_text(text, encoding="utf-8")
    refused = refusal(files)
    assert (refused.file, refused.place) == (str(files.table), place)
    assert "location a1" in refused.expected


def test_locations_at_the_same_place_are_both_named(files: drawn.Files) -> None:
    (x, y), (other_x, other_y) = drawn.PLACES["a1"], drawn.PLACES["b3"]
    text = drawn.board_text().replace(f"[{other_x}, {other_y}]", f"[{x + 0.5}, {y}]", 1)
    files.board.write_text(text, encoding="utf-8")
    refused = refusal(files)
    assert (refused.file, refused.place) == (str(files.table), "board")
    assert refused.expected == "locations a1 and b3 lie at the same place"


@pytest.mark.parametrize(
    ("samples", "told"),
    few(
        2,
        [
            ({**drawn.SAMPLES, "a2": "red"}, "red at a2 looks like the empty board"),
            ({"a1": "red", "c4": "pink", "b2": "blue"}, "cannot be distinguished from"),
            ({"a1": "red", "a2": "blue"}, "blue at a2 looks like the empty board"),
        ],
    ),
)
def test_samples_that_cannot_be_told_apart_are_named(
    files: drawn.Files, samples: Mapping[str, str], told: str
) -> None:
    files.table.write_text(drawn.table_text(samples), encoding="utf-8")
    refused = refusal(files)
    assert refused.file == str(files.table)
    assert told in refused.expected


def test_a_sample_that_hardly_changes_what_is_seen_is_warned_about(files: drawn.Files) -> None:
    # A piece of the ground's own colour; two others of its colour are seen well.
    with_it, without = (
        drawn.picture({**drawn.SAMPLES, **more}, seed=2).astype(np.float32)
        for more in ({"a2": "red"}, {})
    )
    drawn.save(files.frames / "sample.png", drawn.as_picture(0.1 * with_it + 0.9 * without))
    files.table.write_text(drawn.table_text({**drawn.SAMPLES, "a2": "red"}), encoding="utf-8")
    eye = Eye(load_table(files.table))
    assert [(one.colours, one.location) for one in eye.warnings] == [(("red",), "a2")]


def test_the_two_colours_that_are_alike_are_both_named(files: drawn.Files) -> None:
    samples = {"a1": "red", "c4": "pink"}
    files.table.write_text(drawn.table_text(samples), encoding="utf-8")
    told = refusal(files).expected
    assert "red" in told
    assert "pink" in told


def test_one_merchant_is_enough_to_learn_a_colour(files: drawn.Files) -> None:
    files.table.write_text(
        drawn.table_text({"a1": "red", "b2": "blue", "c1": "yellow"}), encoding="utf-8"
    )
    eye = Eye(load_table(files.table))
    assert eye.spots.names == ("red", "blue", "yellow")


def test_a_taught_picture_may_be_nudged(files: drawn.Files) -> None:
    nudged = drawn.moved(drawn.picture(drawn.SAMPLES, seed=2), by_px=(3.0, -2.0), degrees=0.3)
    drawn.save(files.frames / "sample.png", nudged)
    eye = Eye(load_table(files.table))
    reading = eye.read(drawn.picture({"b4": "yellow"}, seed=3))
    best = [*reading.groups[LOCATIONS].likeliest()]
    names = [location.id for location in eye.table.board.locations]
    assert {at: one for at, one in zip(names, best, strict=True) if one} == {"b4": "yellow"}


def test_the_same_files_teach_the_same(files: drawn.Files) -> None:
    table = load_table(files.table)
    frame = drawn.picture({"b4": "yellow", "a2": "blue"}, seed=3)
    one, other = (Eye(table).read(frame).groups[LOCATIONS].log_likelihood for _ in range(2))
    assert (one == other).all()


RED, BLUE, LAST = (Lesson(place, name, 0) for place, name in enumerate(("red", "blue", "blue")))
COURSE = Course(
    np.eye(3, 2), np.ones(3), ["a1", "b2", "c3"], [RED, BLUE, LAST], [], ("t", "sample")
)


def test_a_merchant_that_is_not_read_is_a_bad_place_where_another_of_its_colour_is() -> None:
    read = {RED: "red", BLUE: "blue", LAST: None}
    assert COURSE.checked(read, ()) == (Confusion(("blue",), "c3", 0.0),)


@pytest.mark.parametrize(
    "read",
    [
        {RED: "red", BLUE: None, LAST: None},
        {RED: "red", BLUE: "blue", LAST: "red"},
        {RED: "red", BLUE: "blue"},
    ],
    ids=["none of its colour is read", "read as another", "nothing is seen of it"],
)
def test_but_a_mistake_of_the_table_is_named(
    read: dict[Lesson, str | None],
) -> None:
    with pytest.raises(UnteachableError, match=r"blue at [bc]"):
        COURSE.checked(read, ())


def test_a_ring_on_a_piece_that_looks_like_the_board_is_not_its_edge(files: drawn.Files) -> None:
    bare, sample = drawn.picture(seed=1), drawn.picture(drawn.SAMPLES, seed=2)
    px_per_mm = drawn.to_px((1.0, 0.0))[0] - drawn.to_px((0.0, 0.0))[0]
    y, x = np.mgrid[: sample.shape[0], : sample.shape[1]]
    for at in drawn.SAMPLES:
        to_x, to_y = drawn.to_px(drawn.PLACES[at])
        radii = np.hypot(x - to_x, y - to_y) / px_per_mm / drawn.PIECE_MM
        ring = (radii > 0.3) & (radii < 0.6)
        sample[ring] = bare[ring]
    drawn.save(files.frames / "sample.png", sample)
    learnt = Eye(load_table(files.table)).spots.learnt
    assert abs(learnt.radius_mm - drawn.PIECE_MM) < 1.0


@pytest.mark.parametrize("left", few(1, [{"a3": "red", "c2": "blue"}, {}]), ids=len)
@pytest.mark.parametrize("picture", few(1, ["empty", "sample"]))
def test_pieces_on_a_board_that_was_to_be_empty_are_found_by_the_samples(
    files: drawn.Files, left: Mapping[str, str], picture: str
) -> None:
    """They differ from the frame of samples, wherever no sample is; so do more than these there."""
    there = left if picture == "empty" else {**drawn.SAMPLES, **left}
    drawn.save(files.frames / f"{picture}.png", drawn.picture(there, seed=3))
    eye = Eye(load_table(files.table))
    assert {*eye.unlike_empty(files.frames / "sample.png", drawn.SAMPLES)} == {*left}
