"""A board that lies upside down, or across, before the camera."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.boards.known import known_board
from companion.calibration import points
from companion.calibration.board import replaced, untaught_session
from companion.calibration.desk import Desk
from companion.calibration.draft import Corners, Draft, Place, Sample
from companion.calibration.points import SpotsPage
from companion.games.sumeria.teaching import TEACHING
from companion.journal.store import Store
from companion.pages.kinds import MessagePage
from companion.settings import Settings
from engine.board import LOCATIONS
from engine.games import parse_board
from hardware.panel import Button
from hardware.virtual.scene import Piece, Scene
from seeds.boards import builtin_board_text
from tests.companion.calibration.lessons import STEPS, lesson
from tests.companion.calibration.owner import blank
from tests.companion.pages.hands import press
from tests.companion.pages.tasks import run_tasks
from tests.examples.calibration_examples import told
from tests.examples.table_teaching_examples import furnished
from tests.hard_tables.hard_table import mild_table
from vision.proposing.flat import flatten, turn
from vision.reading import Image
from vision.registration import recognise

BOARD = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
COLOURS = ("red", "blue", "yellow")
SHOWN = blank()
CORNERS: Corners = ((30.0, 20.0), (290.0, 22.0), (300.0, 225.0), (20.0, 220.0))
TAUGHT = {"red": (0, 30), "blue": (9, 41), "yellow": (20, 52)}
TURNS = [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE]


def whole() -> Draft:
    """Tell all of a board, and how it lies."""
    return replace(furnished(told(SHOWN.board)), corners_px=CORNERS)


def four_times(turning: Callable[[Draft], Draft], draft: Draft) -> Draft:
    for _ in range(4):
        draft = turning(draft)
    return draft


def in_picture(draft: Draft) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Find in the camera's picture all that was told."""
    assert draft.corners_px is not None
    assert draft.size_mm is not None
    flat = flatten(SHOWN.picture, np.array(draft.corners_px), draft.size_mm)
    at = [one.at_mm for one in draft.places if one]
    at += [(x + wide / 2, y + high / 2) for x, y, wide, high in draft.rows("ranking")]
    at += [(x, y) for x, y, _ in (*draft.rows("influence"), *draft.rows("turns"))]
    return flat.to_px(np.array(at, float))


def test_four_turns_lead_back() -> None:
    found = four_times(Draft.turned, whole())
    for one, other in zip(found.places, whole().places, strict=True):
        assert one is not None
        assert other is not None
        assert one.at_mm == pytest.approx(other.at_mm)
    assert (found.corners_px, found.size_mm) == (whole().corners_px, whole().size_mm)
    assert np.allclose(found.rows("ranking"), whole().rows("ranking"))


def test_what_was_told_stays_where_it_is_in_the_picture() -> None:
    assert np.abs(in_picture(whole().turned()) - in_picture(whole())).max() < 0.5


def test_the_board_seen_from_above_is_turned_with_it() -> None:
    draft, after = whole(), whole().turned()
    assert draft.size_mm is not None
    assert after.size_mm is not None
    before = turn(flatten(SHOWN.picture, np.array(CORNERS), draft.size_mm))
    anew = flatten(SHOWN.picture, np.array(after.corners_px), after.size_mm)
    assert before.picture.shape == anew.picture.shape
    at_mm = np.array([(10.0, 20.0), (300.0, 400.0)])
    assert np.abs(before.to_px(at_mm) - anew.to_px(at_mm)).max() < 0.5


def test_the_owner_turns_it_before_the_first_location_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(points, "proposed_spots", lambda _: [])
    session, desk = untaught_session(Settings(), Store.in_memory()), Desk(tmp_path, TEACHING)
    empty = desk.keep_picture("empty", SHOWN.picture)
    begun = replace(TEACHING.blank, empty=empty, corners_px=CORNERS, size_mm=(560.0, 420.0))
    desk.change(begun)
    desk.begin()
    session.open(MessagePage(session, "the list of steps"))
    session.open(STEPS["locations"].page(lesson(session, desk)))
    session.pass_time(1.0)
    run_tasks(session)
    page = session.page
    assert isinstance(page, SpotsPage)
    page.proposed = [Place((100.0, 50.0), 9.0)]  # finding any takes long
    page.at = "turn"
    press(session, Button.OK)
    assert desk.draft.size_mm == (420.0, 560.0)
    assert page.image.shape[:2] == (1120, 840)
    assert [one.at_mm for one in page.proposed] == [(370.0, 100.0)]
    page.point("down", page.to_px((370.0, 100.0)))
    assert desk.draft.places[0] == Place((370.0, 100.0), 9.0)
    assert "turn" not in [stop.target for stop in page.stops()]


def test_a_location_that_is_not_on_the_board_any_more_is_asked_for_again() -> None:
    (left, top), *_ = CORNERS
    draft = replace(whole(), finished=("view", "board", "locations", "routes"))
    inner: Corners = ((left + 60, top + 50), *CORNERS[1:])
    after = replaced(draft, replace(draft, corners_px=inner), SHOWN.picture)
    missing = [i for i, one in enumerate(after.places) if one is None]
    assert 0 < len(missing) < 28
    assert after.finished == ("view", "board", "routes")
    assert not {i for stretch in after.stretches or () for i in stretch} & {*missing}
    width, height = after.size_mm or (0.0, 0.0)
    for one in after.places:
        assert one is None or (0 <= one.at_mm[0] <= width and 0 <= one.at_mm[1] <= height)


@pytest.mark.long
@pytest.mark.parametrize("rotation", TURNS)
def test_a_known_board_is_played_on_whichever_way_it_lies(tmp_path: Path, rotation: int) -> None:
    table = mild_table(BOARD, COLOURS, "red", 1)

    def seen(standing: dict[str, str]) -> Image:
        merchants = tuple(
            Piece(colour, BOARD.locations[BOARD.index[at]].at_mm) for at, colour in standing.items()
        )
        picture = table.renderer.render(Scene(aside=merchants), 0, table.changes.conditions(0))
        return np.asarray(cv2.rotate(np.asarray(picture, np.uint8), rotation), np.uint8)

    known = known_board("dubsar")
    assert known is not None
    found = recognise(seen({}), {known.name: known.reference()})
    assert found is not None
    one, two, three, four = ((float(x), float(y)) for x, y in found.corners)
    desk, ids = Desk(tmp_path, TEACHING), [location.id for location in BOARD.locations]
    frame = desk.keep_picture(
        "merchants", seen({ids[i]: colour for colour, at in TAUGHT.items() for i in at})
    )
    draft = replace(
        TEACHING.blank,
        known=known.text,
        size_mm=BOARD.size_mm,
        empty=desk.keep_picture("empty", seen({})),
        corners_px=(one, two, three, four),
        samples=tuple(Sample(frame, colour, at) for colour, at in TAUGHT.items()),
    )
    eye = desk.learnt(draft)
    standing = {
        ids[i]: colour for i, colour in zip((5, 16, 33, 48), (*COLOURS, "red"), strict=True)
    }
    reading = eye.read(seen(standing))
    assert reading.registered
    likeliest = [*reading.groups[LOCATIONS].likeliest()]
    assert {at: one for at, one in zip(ids, likeliest, strict=True) if one} == standing
