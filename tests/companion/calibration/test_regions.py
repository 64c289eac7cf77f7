"""What is told of regions and of what no camera sees: kept, renumbered, refused."""

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest

from companion.calibration.board import untaught_session
from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, Place, Point
from companion.calibration.draft_file import format_draft, parse_draft
from companion.calibration.points import RegionsPage
from companion.games.siberia.teaching import (
    ACTION_MARKERS,
    EXCHANGE_SIDES,
    REGIONS,
    START,
    TEACHING,
)
from companion.journal.store import Store
from companion.language import Language
from companion.pages.kinds import MessagePage
from companion.settings import Settings
from companion.ui.menu import Menu
from companion.ui.sheet import draw_screen
from companion.ui.texts import Message
from engine.errors import InputError
from hardware.panel import Button
from tests.companion.calibration.lessons import lesson
from tests.companion.pages.hands import press
from tests.examples.examples import SIZES, screen_of
from vision.camera import Lens
from vision.proposing.borders import Borders
from vision.proposing.flat import Flat

SQUARE = ((10.0, 10.0), (40.0, 10.0), (40.0, 40.0), (10.0, 40.0))
ENGLISH = Language()


def row(number: int) -> Draft:
    """Outline squares side by side, each the neighbour of the next."""
    draft = replace(TEACHING.blank, size_mm=(500.0, 300.0), stretches=())
    for i in range(number):
        draft = draft.with_outline(tuple((x + 30 * i, y) for x, y in SQUARE))
        draft = draft.with_name(i, f"Land {i}")
    return draft


def test_the_neighbours_of_a_new_region_are_proposed() -> None:
    assert row(3).stretches == ((0, 1), (1, 2))


def test_a_region_that_is_removed_leaves_the_others_their_names_and_neighbours() -> None:
    draft = row(4).without_outline(1)
    assert draft.names == ("Land 0", "Land 2", "Land 3")
    assert draft.stretches == ((1, 2),)
    assert draft.spots[1].at_mm == pytest.approx((85, 25), abs=1.5)


def test_a_draft_with_regions_and_sheets_is_read_as_it_was_written(tmp_path: Path) -> None:
    draft = row(3).with_records(START.step, (("Land 1", "yes", "Tokyo"),))
    draft = replace(draft, areas={"supply": ((1.0, 2.0, 30.0, 30.0),) * 5})
    desk = Desk(tmp_path, TEACHING)
    desk.change(draft)
    assert Desk(tmp_path, TEACHING).draft == draft


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("outlines", [[[1, 2], [3, 4]]], "expected 3 corners or more"),
        ("sheets", {"start": [["a", "b"]]}, "expected 3 texts each"),
        ("sheets", {"start": [["a", "b", 3]]}, "expected 3 texts each"),
        ("sheets", {"other": []}, "unknown key"),
        ("names", ["Land"], "expected 3 texts"),
        ("stretches", [[0, 3]], "expected numbers from 0 to 2"),
    ],
)
def test_a_draft_with_regions_that_is_none_is_refused(key: str, value: object, told: str) -> None:
    text = json.loads(format_draft(row(3), TEACHING)) | {key: value}
    with pytest.raises(InputError, match=told):
        parse_draft(json.dumps(text).encode(), "draft.json", TEACHING)


def test_regions_without_their_names_are_refused() -> None:
    text = json.loads(format_draft(row(3), TEACHING))
    del text["names"]
    with pytest.raises(InputError, match="names: expected 3 texts"):
        parse_draft(json.dumps(text).encode(), "draft.json", TEACHING)


def test_a_turned_board_turns_its_regions() -> None:
    draft = replace(row(1), corners_px=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)))
    assert draft.turned().outlines[0][0] == (290.0, 10.0)
    again = draft.turned().turned().turned().turned()
    assert again.outlines == draft.outlines


def test_the_screen_counts_the_regions_and_says_how_many_there_may_be(tmp_path: Path) -> None:
    session, desk = untaught_session(Settings(), Store.in_memory()), Desk(tmp_path, TEACHING)
    size = (500.0, 300.0)
    flat = Flat(np.zeros((300, 500, 3), np.uint8), size, Lens(500, 300), np.eye(3))
    page = RegionsPage(lesson(session, desk), REGIONS, flat, Borders(flat, ()))
    for number in range(3):
        told = f"{number} region{'' if number == 1 else 's'} outlined, 8 to 17 needed"
        assert page.status() == told
        desk.change(row(number + 1))


REFUSED = {
    "on one line": (
        [(120, 10), (150, 10), (180, 10)],
        "There is no room for pieces inside these points.",
    ),
    "out of order": (
        [(120, 10), (180, 70), (180, 10), (120, 70)],
        "This outline crosses itself. Undo the last points, and touch the border in order.",
    ),
    "over another region": (
        [(20, 10), (100, 10), (100, 40), (20, 40)],
        "This outline covers part of Land 0. Undo the last points,",
    ),
}


@pytest.mark.parametrize(("points", "told"), REFUSED.values(), ids=REFUSED)
def test_an_outline_that_can_be_none_is_refused_and_its_points_stay(
    tmp_path: Path, points: list[tuple[float, float]], told: str
) -> None:
    session, desk = untaught_session(Settings(), Store.in_memory()), Desk(tmp_path, TEACHING)
    flat = Flat(np.zeros((600, 1000, 3), np.uint8), (500.0, 300.0), Lens(500, 300), np.eye(3))
    draft = row(1)
    desk.change(replace(draft, tapped=tuple(points), tapped_in="regions"))
    page = RegionsPage(lesson(session, desk), REGIONS, flat, Borders(flat, draft.outlines))
    session.open(MessagePage(session, "the list of steps"))
    session.open(page)
    next(stop for stop in page.stops() if stop.target == "close").do()
    body = session.page.body()
    assert isinstance(body, Message)
    assert body.text.startswith(told)
    press(session, Button.OK)
    assert session.page is page
    assert desk.draft.outlines == draft.outlines
    assert desk.draft.tapped == tuple(points)


def test_a_border_is_followed_once_and_not_for_each_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, desk = untaught_session(Settings(), Store.in_memory()), Desk(tmp_path, TEACHING)
    flat = Flat(np.zeros((600, 1000, 3), np.uint8), (500.0, 300.0), Lens(500, 300), np.eye(3))
    points = ((120.0, 10.0), (180.0, 10.0), (180.0, 70.0))
    desk.change(replace(row(1), tapped=points, tapped_in="regions"))
    borders, followed = Borders(flat, ()), list[tuple[Point, Point]]()

    def way(start: Point, end: Point) -> list[Point]:
        followed.append((start, end))
        return [start, end]

    monkeypatch.setattr(borders, "way", way)
    page = RegionsPage(lesson(session, desk), REGIONS, flat, borders)
    strokes = page.body().strokes
    assert page.body().strokes == strokes
    assert followed == [*pairwise(points)]


def test_a_region_is_marked_where_it_has_most_room() -> None:
    bow = ((10.0, 10.0), (100.0, 10.0), (100.0, 30.0), (30.0, 30.0), (30.0, 100.0), (10.0, 100.0))
    place = replace(row(0), outlines=(bow,), names=("",)).spots[0]
    assert isinstance(place, Place)
    assert place.radius_mm == pytest.approx(10, abs=1.5)
    assert max(place.at_mm) < 100
    assert min(place.at_mm) < 30


def test_pawns_begin_in_a_region_that_is_there_and_on_a_tile_with_one_side() -> None:
    draft = row(9)
    assert START.refusal(draft, ENGLISH) == "Choose a region and an exchange."
    other = draft.with_records(START.step, (("Land 1", "no", "Tokyo"),))
    assert START.refusal(other, ENGLISH) == "Tokyo must be the only side of its tile."
    right = draft.with_records(START.step, (("Land 1", "no", "Frankfurt"),))
    assert START.refusal(right, ENGLISH) is None
    fewer = row(8).with_records(START.step, (("Land 1", "no", "Frankfurt"),))
    assert "in 7" in (START.refusal(fewer, ENGLISH) or "")
    board = TEACHING.board(right)
    assert [one.id for one in board.regions] == [f"land-{i}" for i in range(9)]


def test_sides_and_markers_must_be_those_of_a_box() -> None:
    draft = row(9)
    assert EXCHANGE_SIDES.refusal(draft, ENGLISH) is None
    sides = EXCHANGE_SIDES.begin()
    twice = draft.with_records(EXCHANGE_SIDES.step, (*sides, sides[0]))
    assert EXCHANGE_SIDES.refusal(twice, ENGLISH) == (
        "More than one side is called Frankfurt. Each needs its own name."
    )
    empty = draft.with_records(EXCHANGE_SIDES.step, (*sides, ("",) * 7))
    assert EXCHANGE_SIDES.refusal(empty, ENGLISH) == (
        "A side has no name: “–” in the list. Give it a name, or remove it."
    )
    free = draft.with_records(EXCHANGE_SIDES.step, (*sides, ("Oslo", "f", *("",) * 5)))
    assert EXCHANGE_SIDES.refusal(free, ENGLISH) == (
        "Oslo pays nothing yet. Enter at least one price."
    )
    lost = draft.with_records(EXCHANGE_SIDES.step, (*sides, ("Oslo", "", *"12345")))
    assert EXCHANGE_SIDES.refusal(lost, ENGLISH) == "Say which tile Oslo is printed on."
    missing = draft.with_records(EXCHANGE_SIDES.step, sides[1:])
    assert "Check tile a." in (EXCHANGE_SIDES.refusal(missing, ENGLISH) or "")
    assert "six tiles" in (EXCHANGE_SIDES.refusal(missing, ENGLISH) or "")
    (markers,) = ACTION_MARKERS.begin()
    more = draft.with_records(ACTION_MARKERS.step, ((*markers[:-1], "99"),))
    assert "70" in (ACTION_MARKERS.refusal(more, ENGLISH) or "")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("language", "told"), [("fr", "de a à f"), ("ro", "de la a la f")])
def test_letters_of_tiles_stay_on_the_line_of_the_word_before_them(
    language: str, told: str, size: tuple[int, int]
) -> None:
    """Alone at the end of a line, or at the beginning of one, each is a word of its own."""
    pen = draw_screen(pygame.Surface(size, depth=32), screen_of("teaching-tiles-wrong", language))
    lines = [text for text, _ in pen.written]
    assert told in " ".join(lines).replace("\u00a0", " ")
    assert [line for line in lines if re.search(r" (la|de|à)$|^[af]\b", line)] == []


@pytest.mark.parametrize(("language", "tile"), [("en", "Tile"), ("fr", "Tuile"), ("ro", "Jeton")])
def test_the_list_of_sides_says_what_their_letters_are(language: str, tile: str) -> None:
    body = screen_of("teaching-exchanges", language).body
    assert isinstance(body, Menu)
    letters = [row.value for row in body.rows if row.value]
    assert letters[:3] == [f"{tile} a", f"{tile} b", f"{tile} b"]
    assert all(one.startswith(f"{tile} ") for one in letters)
