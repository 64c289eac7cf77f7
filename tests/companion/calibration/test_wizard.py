"""The wizard, driven from start to end: what was told is what is written, whatever happens."""

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from companion.calibration import board, lines, points
from companion.calibration.board import OutlinePage, ViewPage
from companion.calibration.draft import Place, Point
from companion.calibration.lines import LinesPage, TryPage
from companion.calibration.lists import NamesPage
from companion.calibration.pictures import PicturePage
from companion.calibration.points import SpotsPage
from companion.calibration.wizard import WizardPage
from companion.games.sumeria.teaching import TEACHING
from companion.pages.kinds import ConfirmPage, MessagePage
from companion.ui.screen import Drag
from companion.ui.sheet import draw_screen
from engine.board import Board
from engine.sumeria.movement import Network
from hardware.panel import Button
from tests.companion.calibration.owner import Owner, Shown, blank, drawn, photographed
from tests.companion.pages.hands import menu, press, rows
from vision.proposing.flat import Flat

NOT_FOUND = (5, 20, 41)
"""Locations that are not proposed, where proposals are made by a test."""


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Give a board whose proposals are nearly right, and take no time."""
    found = blank()
    places = [Place(one.at_mm, one.radius_mm) for one in found.board.locations]
    proposed = [one for number, one in enumerate(places) if number not in NOT_FOUND]
    proposed.append(Place((12.0, 12.0), 6.0))

    def stretches(flat: Flat, at_mm: list[Point]) -> list[tuple[int, int]]:
        del flat
        near = {one.id: _nearest(at_mm, one.at_mm) for one in found.board.locations}
        pairs = [(near[one], near[other]) for one, other in found.board.stretches()]
        return [*pairs[4:], (0, 55)]

    monkeypatch.setattr(points, "proposed_spots", lambda *_: proposed)
    monkeypatch.setattr(lines, "proposed_stretches", stretches)
    monkeypatch.setattr(board, "found_outline", lambda _: None)
    return found


def _nearest(at_mm: list[Point], point: Point) -> int:
    return min(range(len(at_mm)), key=lambda i: math.dist(at_mm[i], point))


def assert_is(board: Board, truth: Board, within_mm: float, order: list[str]) -> None:
    """Compare the locations with the truth's, in that order, and the network."""
    assert board.size_mm == truth.size_mm
    names = dict(zip((one.id for one in board.locations), order, strict=True))
    for one in board.locations:
        real = truth.locations[truth.index[names[one.id]]]
        assert (one.kind, math.dist(one.at_mm, real.at_mm) <= within_mm) == (real.kind, True), real
    told = {frozenset((names[one], names[other])) for one, other in board.stretches()}
    assert told == {frozenset(pair) for pair in truth.stretches()}
    assert passages(board, names) == passages(truth, {one: one for one in order})


def passages(board: Board, names: Mapping[str, str]) -> set[tuple[str, str, frozenset[str]]]:
    """Tell along which stretch a merchant comes past which occupied place, and where it goes on."""
    called = [names[one.id] for one in board.locations]
    onward = Network(board, branch_anywhere=False).onward
    return {
        (called[one], called[via], frozenset(called[other] for other in others))
        for (one, via), others in onward.items()
    }


def test_what_is_touched_becomes_the_board(tmp_path: Path, shown: Shown) -> None:
    owner = Owner(tmp_path, shown)
    owner.show_board()
    assert owner.done
    for x, (told, real) in enumerate(
        zip(owner.desk.draft.corners_px or (), shown.corners_px, strict=True)
    ):
        assert math.dist(told, real) < 1.0, x
    # What was not proposed lies where the finger came down.
    assert_is(TEACHING.board(owner.desk.draft), shown.board, 3.5, list(owner.order))


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_an_unknown_board_is_told_within_a_millimetre_and_a_half(tmp_path: Path, seed: int) -> None:
    owner = Owner(tmp_path, drawn(seed))
    touches = owner.show_board()
    assert_is(TEACHING.board(owner.desk.draft), owner.truth, 1.5, list(owner.order))
    assert touches <= 0.3 * len(owner.stretches)


@pytest.mark.long
def test_a_photographed_board_is_told_as_well(tmp_path: Path, tables: Path) -> None:
    owner = Owner(tmp_path, photographed(tables / "table-a"))
    touches = owner.show_board()
    assert_is(TEACHING.board(owner.desk.draft), owner.truth, 1.5, list(owner.order))
    assert touches <= 0.3 * len(owner.stretches)


def test_by_buttons_alone(tmp_path: Path, shown: Shown) -> None:
    owner = Owner(tmp_path, shown)
    owner.choose("1.")
    owner.choose("Take")
    owner.wait(2)
    for number, real in enumerate(shown.corners_px):
        _aim(owner, number, real)
    for side, millimetres in zip(("Width", "Height"), shown.board.size_mm, strict=True):
        owner.choose(side)
        for _ in range(4):
            owner.session.type("")
        owner.session.type(f"{millimetres:g}")
        press(owner.session, Button.OK)
    owner.choose("Continue")
    owner.choose("Continue")
    owner.wait(2)
    for ident in owner.order[:3]:
        _go_to(owner, owner.at_mm[ident])
        press(owner.session, Button.OK)
    told = [one for one in owner.desk.draft.places if one is not None]
    assert [one.at_mm for one in told] == [owner.at_mm[ident] for ident in owner.order[:3]]
    owner.choose("Undo")
    assert len(owner.desk.draft.spots) == 2
    press(owner.session, Button.BACK)
    assert isinstance(owner.session.page, WizardPage)


def _aim(owner: Owner, number: int, real: Point) -> None:
    """Bring one corner of the outline to where it is, pixel by pixel."""
    session = owner.session
    page = session.page
    assert isinstance(page, OutlinePage)
    page.at = f"corner-{number}"
    start = page.corners_px[number]
    press(session, Button.OK)
    for by in (real[0] - start[0], real[1] - start[1]):
        for _ in range(round(abs(by))):
            press(session, Button.WHY if by > 0 else Button.SCORE)
            session.pass_time(session.now + 1)
        press(session, Button.OK)
    assert math.dist(page.corners_px[number], real) < 1.0


def test_a_touched_corner_is_enlarged_and_brought_under_the_cross(
    tmp_path: Path, shown: Shown
) -> None:
    owner = Owner(tmp_path, shown)
    owner.touch_row("1.")
    owner.touch_row("Take")
    owner.wait(2)
    page = owner.session.page
    assert isinstance(page, OutlinePage)
    x, y = page.corners_px[1]
    owner.drag((x, y))
    # The enlarged picture has six pixels for one.
    owner.session.drag(Drag("picture", "down", (0.5 + 6 * 7 / 480, 0.5 - 6 * 3 / 480)))
    owner.touch_row("Confirm")
    assert owner.session.page is page
    assert page.corners_px[1] == pytest.approx((x + 7, y - 3))
    assert owner.desk.draft.corners_px == page.corners_px


@pytest.mark.parametrize("swapped", [False, True])
def test_width_and_height_that_do_not_fit_the_picture_are_asked_about(
    tmp_path: Path, shown: Shown, *, swapped: bool
) -> None:
    owner = Owner(tmp_path, shown)
    owner.touch_row("1.")
    owner.touch_row("Take")
    owner.wait(3)
    sides = ("420", "560") if swapped else ("560", "420")
    for side, millimetres in zip(("Width", "Height"), sides, strict=True):
        owner.touch_row(side)
        owner.write(millimetres)
    page = owner.session.page
    owner.touch_row("Continue")
    assert isinstance(owner.session.page, ConfirmPage) == swapped
    if swapped:
        surface = pygame.Surface((800, 480), depth=32)
        written = draw_screen(surface, owner.session.screen).written
        told = " ".join(text for text, _ in written)
        assert "width 420\u00a0mm, height 560\u00a0mm" in told
        owner.touch_row("No, change it")
        assert owner.session.page is page
        owner.touch_row("Continue")
        owner.touch_row("Yes, continue")
    assert "board" in owner.desk.draft.finished


def _go_to(owner: Owner, at_mm: Point) -> None:
    """Press until the spot at that place is the one that OK takes."""
    page = owner.session.page
    assert isinstance(page, SpotsPage)
    names = [f"found-{at_mm[0]:g}-{at_mm[1]:g}"]
    for _ in range(80):
        if (page.at or page.stops()[0].target) in names:
            return
        page.press(Button.WHY)
    raise AssertionError(f"no press leads to {at_mm}")


def test_killed_and_resumed_at_every_step_nothing_is_lost(tmp_path: Path, shown: Shown) -> None:
    owner = Owner(tmp_path, shown)
    owner.touch_row("1.")
    assert isinstance(owner.session.page, ViewPage)
    owner.touch_row("Take")

    owner = Owner(tmp_path, shown)
    owner.choose("2.")
    owner.wait(2)
    owner.tell_board()
    told = owner.desk.draft

    owner = Owner(tmp_path, shown)
    assert owner.desk.draft == told
    owner.choose("2.")
    owner.touch_row("Continue")
    assert isinstance(owner.session.page, NamesPage)

    owner = Owner(tmp_path, shown)
    assert rows(owner.session)[menu(owner.session).chosen] == "3. City-states next"
    press(owner.session, Button.OK, Button.OK)
    owner.wait(2)
    for number, ident in enumerate(owner.order, 1):
        owner.touch_mm(owner.at_mm[ident])
        if number % 20 == 0:
            owner = Owner(tmp_path, shown)
            assert len(owner.desk.draft.spots) == number
            press(owner.session, Button.OK)
            owner.wait(2)
    owner.touch_row("Continue")
    owner.wait(2)
    proposed = owner.desk.draft.stretches

    owner = Owner(tmp_path, shown)
    assert owner.desk.draft.stretches == proposed
    press(owner.session, Button.OK)
    owner.wait(2)
    owner.tell_stretches()

    owner = Owner(tmp_path, shown)
    assert set(owner.desk.draft.stretches or ()) == owner.stretches
    press(owner.session, Button.OK)
    owner.wait()
    assert isinstance(owner.session.page, LinesPage)


@pytest.fixture
def at_routes(tmp_path: Path, shown: Shown) -> Owner:
    """Bring an owner before the proposed trade routes."""
    owner = Owner(tmp_path, shown)
    owner.touch_row("1.")
    owner.touch_row("Take")
    owner.wait(2)
    owner.tell_board()
    owner.touch_row("Continue")
    owner.touch_row("Continue")
    owner.wait(2)
    page = owner.session.page
    assert isinstance(page, SpotsPage)
    for ident in owner.order:
        x, y = owner.at_mm[ident]
        page.point("down", page.to_px((x, y)))
    owner.touch_row("Continue")
    owner.wait(2)
    return owner


def test_a_dragged_finger_joins_all_spots_that_it_passes(at_routes: Owner) -> None:
    page = at_routes.session.page
    assert isinstance(page, PicturePage)
    missing = sorted(at_routes.stretches - set(at_routes.desk.draft.stretches or ()))
    one, other = missing[0]
    ends = [at_routes.at_mm[at_routes.order[i]] for i in (one, other)]
    at_routes.drag(*((x * 2, y * 2) for x, y in ends))
    assert (one, other) in (at_routes.desk.draft.stretches or ())


def test_a_touched_line_is_erased_and_undo_brings_it_back(at_routes: Owner) -> None:
    places = at_routes.desk.draft.places
    before = at_routes.desk.draft.stretches or ()
    longest = max(before, key=lambda one: math.dist(_at(places, one[0]), _at(places, one[1])))
    (x0, y0), (x1, y1) = (_at(places, i) for i in longest)
    shares = np.linspace(0.2, 0.8, 25)
    clear = [(x0 + t * (x1 - x0), y0 + t * (y1 - y0)) for t in shares]
    others = [one.at_mm for one in places if one is not None]
    at = max(clear, key=lambda point: min(math.dist(point, other) for other in others))
    at_routes.drag((at[0] * 2, at[1] * 2))
    assert len(at_routes.desk.draft.stretches or ()) == len(before) - 1
    at_routes.touch_row("Undo")
    assert at_routes.desk.draft.stretches == before


def _at(places: tuple[Place | None, ...], number: int) -> Point:
    place = places[number]
    assert place is not None
    return place.at_mm


def test_routes_that_do_not_hang_together_are_refused(at_routes: Owner) -> None:
    desk = at_routes.desk
    lonely = tuple(one for one in desk.draft.stretches or () if 7 not in one)
    desk.change(replace(desk.draft, stretches=lonely))
    at_routes.touch_row("Continue")
    kinds = [type(page) for page in at_routes.session.pages]
    assert kinds == [WizardPage, LinesPage, MessagePage]
    assert not at_routes.done


def test_trying_shows_where_the_rules_let_a_merchant_go(at_routes: Owner) -> None:
    at_routes.tell_stretches()
    at_routes.touch_row("Try")
    page = at_routes.session.page
    assert isinstance(page, TryPage)
    at_routes.touch_mm(at_routes.at_mm[at_routes.order[0]])
    looks = [mark.look for mark in at_routes.session.screen.body.marks]  # type: ignore[attr-defined]  # a photo
    assert looks.count("moving") == 1
    assert looks.count("fine") >= 1
