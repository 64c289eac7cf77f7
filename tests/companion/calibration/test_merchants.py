"""Merchants are shown on spots far apart; where another spot is easier they are shown there."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from companion.calibration import pieces
from companion.calibration.board import untaught_look, untaught_session
from companion.calibration.desk import Desk
from companion.calibration.draft import Sample
from companion.calibration.pieces import LearntPage, PiecesPage
from companion.games.sumeria.teaching import TEACHING
from companion.journal.store import Store
from companion.pages.kinds import MessagePage
from companion.session.session import Session
from companion.settings import Settings
from companion.ui.guided_photo import GuidedPhoto
from companion.ui.screen import DOWN, UP
from engine.games import parse_board
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.companion.calibration.lessons import lesson
from tests.companion.pages.hands import press
from vision.camera import Lens
from vision.plan import Plan

TEXT = builtin_board_text("dubsar")
BOARD = parse_board(TEXT, "dubsar.toml")
PICTURE = np.zeros((420, 560, 3), np.uint8)
CORNERS = ((0.0, 0.0), (560.0, 0.0), (560.0, 420.0), (0.0, 420.0))
COLOURS = ("red", "blue", "yellow")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Know the board, in front of a camera that shows each millimetre as a pixel."""
    found = Desk(tmp_path, TEACHING)
    draft = replace(
        TEACHING.blank, known=TEXT, size_mm=BOARD.size_mm, corners_px=CORNERS, colours=COLOURS
    )
    found.change(replace(draft, empty=found.keep_picture("empty", PICTURE)))
    return found


@pytest.fixture
def session() -> Session:
    """Give a session in which a table is taught."""
    return untaught_session(Settings(), Store.in_memory())


def opened(session: Session, desk: Desk) -> PiecesPage:
    page = PiecesPage(lesson(session, desk), Plan(BOARD, CORNERS, Lens(560, 420)))
    session.open(page)
    return page


def lit(session: Session) -> list[tuple[str, tuple[float, float]]]:
    """List the merchants shown: colour, and pixel."""
    body = session.screen.body
    assert isinstance(body, GuidedPhoto)
    return [(mark.kind, mark.at) for mark in body.marks if mark.look == "piece"]


def free(session: Session, page: PiecesPage) -> tuple[float, float]:
    """Find a spot on which nothing is shown."""
    taken = {at for _, at in lit(session)}
    return next(at for at in page.at_px if at not in taken)


def test_two_of_each_colour_are_shown(session: Session, desk: Desk) -> None:
    opened(session, desk)
    assert sorted(colour for colour, _ in lit(session)) == sorted(2 * COLOURS)
    assert len({at for _, at in lit(session)}) == 6


def test_a_touched_one_goes_to_the_spot_touched_next(session: Session, desk: Desk) -> None:
    page = opened(session, desk)
    (colour, start), *others = lit(session)
    end = free(session, page)
    for at in (start, end):
        page.point(DOWN, at)
        page.point(UP, at)
    assert set(lit(session)) == {(colour, end), *others}


def test_those_moved_are_shown_there_after_a_power_cut(session: Session, desk: Desk) -> None:
    page = opened(session, desk)
    for at in (lit(session)[0][1], free(session, page)):
        page.point(DOWN, at)
        page.point(UP, at)
    moved = lit(session)
    session.close(page)
    opened(session, Desk(desk.folder, desk.game))
    assert lit(session) == moved


def test_back_lets_go_of_the_one_that_is_held_and_keeps_those_moved(
    session: Session, desk: Desk
) -> None:
    session.open(MessagePage(session, "below"))
    page = opened(session, desk)
    start, end = lit(session)[0][1], free(session, page)
    page.point(DOWN, start)
    page.point(DOWN, end)
    moved = lit(session)
    page.point(DOWN, end)
    press(session, Button.BACK)
    assert session.page is page
    assert lit(session) == moved
    press(session, Button.BACK)
    assert session.page is not page


def test_a_touch_beside_all_spots_moves_none(session: Session, desk: Desk) -> None:
    page = opened(session, desk)
    before = lit(session)
    page.point(DOWN, before[0][1])
    page.point(DOWN, (1.0, 1.0))
    assert lit(session) == before


def test_no_two_are_shown_on_one_spot(session: Session, desk: Desk) -> None:
    page = opened(session, desk)
    before = lit(session)
    page.point(DOWN, before[0][1])
    page.point(DOWN, before[1][1])
    assert lit(session) == before


def test_buttons_move_one_to_the_nearest_free_spot(session: Session, desk: Desk) -> None:
    opened(session, desk)
    before = lit(session)
    press(session, Button.WHY, Button.OK, Button.OK)
    after = lit(session)
    assert after[1:] == before[1:]
    assert after[0][0] == before[0][0]
    assert after[0][1] != before[0][1]


def test_what_is_taken_is_where_they_are_shown(
    session: Session, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "learning_page", partial(LearntPage, result="fine", good=True))
    page = opened(session, desk)
    page.point(DOWN, lit(session)[0][1])
    page.point(DOWN, free(session, page))
    shown = lit(session)
    session.take_look(untaught_look(PICTURE, "live"))
    page.press(Button.OK)
    assert isinstance(session.page, LearntPage)
    press(session, Button.OK)
    told = [
        (sample.colour, page.at_px[place]) for sample in desk.draft.samples for place in sample.at
    ]
    assert told == shown


def test_those_that_were_told_before_are_shown_again(session: Session, desk: Desk) -> None:
    samples = tuple(
        Sample("frames/merchants.png", colour, (2 * i, 2 * i + 1))
        for i, colour in enumerate(COLOURS)
    )
    desk.change(replace(desk.draft, samples=samples))
    page = opened(session, desk)
    assert [at for _, at in lit(session)] == page.at_px[:6]
