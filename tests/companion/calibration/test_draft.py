"""The draft: what is told stays told, on the disk before anywhere else."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.calibration.desk import Desk
from companion.calibration.draft import Fork, Place, Sample, Shown
from companion.calibration.draft_file import format_draft, parse_draft
from companion.games.sumeria.teaching import LOCATION_SPOTS, TEACHING
from engine.errors import InputError

BLANK = TEACHING.blank
PLACES = LOCATION_SPOTS.number
FIRST_EDITION = {
    "format": 1,
    "name": "Ours",
    "size_mm": [560.0, 420.0],
    "places": [[12.5, 30.25, 8.5], *[None] * 55],
    "forks": [{"at": 5, "around": [1, 2, 9], "ways": [[1, 9]]}],
    "slots_mm": [[1.0, 2.0, 30.0, 30.0]] * 8,
    "influence_mm": [[1.0, 2.0, 9.0]] * 6,
    "turns_mm": [[1.0, 2.0, 8.0]] * 3,
    "tapped": [[1.5, 2.5]],
    "tapped_in": "ranking",
    "samples": [{"frame": "frames/merchants.png", "colour": "red", "at": [3, 17]}],
    "row": {"frame": "frames/row.png", "city_states": [7, 6, 5, 4, 3, 2, 1, 0]},
    "influence": {"frame": "frames/influence.png", "kinds": ["economy"] * 5 + ["religion"]},
    "finished": ["view", "board"],
}
FULL = replace(
    BLANK,
    name="Ours",
    size_mm=(560.0, 420.0),
    empty="frames/empty.png",
    corners_px=((1.5, 2.0), (900.25, 3.0), (901.0, 700.0), (0.5, 701.0)),
    names=("Ur", "Kiș", "", "", "", "", "", "Umma"),
    places=(Place((12.5, 30.25), 8.5), None, *((None,) * (PLACES - 2))),
    stretches=((0, 1), (1, 2)),
    forks=(Fork(5, (1, 2, 9), ((1, 9),)), Fork(6, (1, 2, 3), ())),
    areas={
        "influence": ((1.0, 2.0, 9.0),) * 6,
        "ranking": ((1.0, 2.0, 30.0, 30.0),) * 8,
        "turns": ((1.0, 2.0, 8.0),) * 3,
    },
    samples=(Sample("frames/merchants.png", "red", (3, 17)),),
    shown={
        "kinds": Shown("frames/row.png", (0,) * 6),
        "row": Shown("frames/row.png", (7, 6, 5, 4, 3, 2, 1, 0)),
    },
    meant={"row": (1, 0, 2, 3, 4, 5, 6, 7)},
    stand={"red": (3, 17), "blue": (4, 5)},
    finished=("view", "board"),
)


def test_every_city_state_has_a_city_three_towns_and_three_villages() -> None:
    """S-02."""
    for city_state in range(8):
        kinds = [
            LOCATION_SPOTS.kind(i) for i in range(PLACES) if LOCATION_SPOTS.region(i) == city_state
        ]
        assert sorted(kinds) == ["city", *["town"] * 3, *["village"] * 3]


def test_a_draft_is_read_as_it_was_written() -> None:
    for draft in (BLANK, FULL, replace(FULL, stretches=()), replace(BLANK, known="x = 1\n")):
        text = format_draft(draft, TEACHING)
        assert parse_draft(text.encode(), "draft.json", TEACHING) == draft


def test_an_unfinished_draft_of_the_first_edition_is_read() -> None:
    draft = parse_draft(json.dumps(FIRST_EDITION).encode(), "draft.json", TEACHING)
    assert draft.places[0] == Place((12.5, 30.25), 8.5)
    assert draft.rows("ranking") == ((1.0, 2.0, 30.0, 30.0),) * 8
    assert draft.rows("influence") == ((1.0, 2.0, 9.0),) * 6
    assert draft.rows("turns") == ((1.0, 2.0, 8.0),) * 3
    assert draft.shown["row"] == Shown("frames/row.png", (7, 6, 5, 4, 3, 2, 1, 0))
    assert draft.shown["kinds"] == Shown("frames/influence.png", (0, 0, 0, 0, 0, 3))
    assert json.loads(format_draft(draft, TEACHING)) == FIRST_EDITION


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("places", [[1, 2], *[None] * 55], "expected lists of 3 numbers"),
        ("places", [None] * 55, "expected 56 places, found 55"),
        ("stretches", [[1, 56]], "expected numbers from 0 to 55"),
        ("size_mm", [560, 0], "expected two numbers above 0"),
        ("row", {"frame": "row.png", "city_states": [0] * 8}, "each number once"),
        ("influence", {"frame": "row.png", "kinds": ["economy"]}, "expected 6 of economy"),
        ("names", ["Ur"], "expected 8 texts"),
        ("stretches", [[1, 2, 3]], "expected 2 whole numbers each"),
        ("stretches", [[0.5, 1]], "expected whole numbers"),
        ("corners_px", [[1, 2]], "expected 4 entries, found 1"),
        ("format", 2, "expected 1, found 2"),
        ("surprise", 1, "surprise"),
    ],
)
def test_a_draft_that_is_none_is_refused_in_one_line(key: str, value: object, told: str) -> None:
    text = json.dumps({"format": 1, key: value})
    with pytest.raises(InputError, match=told) as refused:
        parse_draft(text.encode(), "draft.json", TEACHING)
    assert str(refused.value).startswith("draft.json")
    assert "\n" not in str(refused.value)


def test_each_change_is_on_the_disk_at_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "draft", TEACHING)
    for draft in (BLANK.with_name(2, "Ur"), FULL, BLANK):
        desk.change(draft)
        assert Desk(tmp_path / "draft", TEACHING).draft == draft


def test_undo_goes_back_to_where_the_step_began_and_no_farther(tmp_path: Path) -> None:
    desk = Desk(tmp_path, TEACHING)
    desk.change(FULL)
    desk.begin()
    for number in (1, 2):
        desk.change(desk.draft.with_place(number, Place((1.0 * number, 2.0), 9.0)))
    for told in (2, 1, 1):
        desk.undo()
        assert len(desk.draft.spots) == told
        assert Desk(tmp_path, TEACHING).draft == desk.draft
    assert not desk.can_undo


def test_a_picture_is_kept_as_it_was_seen(tmp_path: Path) -> None:
    picture = np.arange(60 * 80 * 3, dtype=np.uint32).astype(np.uint8).reshape(60, 80, 3)
    name = Desk(tmp_path, TEACHING).keep_picture("empty", picture)
    assert np.array_equal(Desk(tmp_path, TEACHING).picture(name), picture)


def test_a_picture_that_is_gone_or_none_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "none.png").write_bytes(b"no picture")
    for name in ("gone.png", "none.png"):
        with pytest.raises(InputError, match=name):
            Desk(tmp_path, TEACHING).picture(name)


def test_where_nothing_can_be_kept_the_work_goes_on_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    desk = Desk(tmp_path / "file", TEACHING)
    desk.change(FULL)
    assert desk.draft == FULL
    assert str(tmp_path) in desk.trouble


def test_a_place_that_is_taken_away_takes_its_stretches_with_it() -> None:
    draft = FULL.with_stretches([(1, 0), (0, 1), (2, 1), (3, 2)])
    assert draft.stretches == ((0, 1), (1, 2), (2, 3))
    assert draft.with_place(1, None).stretches == ((2, 3),)


def test_two_places_are_joined_and_parted_in_either_direction() -> None:
    joined = BLANK.toggled(5, 2)
    assert joined.stretches == ((2, 5),)
    assert joined.toggled(2, 5).stretches == ()


def test_another_picture_keeps_the_board_and_forgets_what_was_seen_in_pictures(
    tmp_path: Path,
) -> None:
    draft = FULL
    for step in ("names", "locations", "routes", "merchants"):
        draft = draft.done_with(step)
    desk = Desk(tmp_path, TEACHING)
    desk.change(draft)
    desk.retake("frames/empty-again.png")
    again = desk.draft
    assert again.finished == ("view", "names", "locations", "routes")
    assert (again.places, again.stretches, again.names) == (FULL.places, FULL.stretches, FULL.names)
    assert (again.corners_px, again.samples, again.shown) == (None, (), {})
