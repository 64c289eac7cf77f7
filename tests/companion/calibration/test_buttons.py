"""Whatever a finger does in a picture can be done by the four buttons alone; BACK always leads out.

Typing names and sizes by buttons is the business of ``tests/companion/pages``.
"""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from companion.calibration import lines, points
from companion.calibration.draft import Point
from companion.calibration.lines import LinesPage, TryPage
from companion.calibration.pictures import AimPage
from companion.calibration.points import SpotsPage
from companion.calibration.wizard import WizardPage
from companion.session.presses import Kind, Press
from hardware.panel import Button
from tests.companion.calibration.owner import Owner, blank, go_to
from tests.companion.pages.hands import press
from tests.examples.calibration_examples import told
from tests.sampled import few


@pytest.fixture
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Owner:
    """Bring an owner before a list of steps of which those up to the locations are done."""
    shown = blank()
    whole = told(shown.board)
    monkeypatch.setattr(points, "proposed_spots", lambda _: list(whole.places[1:]))
    monkeypatch.setattr(lines, "proposed_stretches", lambda *_: whole.stretches)
    one = Owner(tmp_path, shown)
    one.choose("1.")
    one.choose("Take")
    one.wait(2)
    one.tell_board()
    one.choose("Continue")
    press(one.session, Button.BACK)
    assert isinstance(one.session.page, WizardPage)
    return one


def aim(owner: Owner, by_px: Point) -> None:
    """Move the cross, one pixel a press, sideways and then up or down."""
    session = owner.session
    assert isinstance(session.page, AimPage)
    for way in by_px:
        for _ in range(round(abs(way))):
            session.pass_time(session.now + 1)
            press(session, Button.WHY if way > 0 else Button.SCORE)
        press(session, Button.OK)


def test_a_spot_that_was_not_found_is_aimed_at(owner: Owner) -> None:
    owner.choose("4.")
    owner.wait(2)
    page = owner.session.page
    assert isinstance(page, SpotsPage)
    owner.choose("Another location")
    height, width = page.image.shape[:2]
    aim(owner, (14, -22))
    place = owner.desk.draft.places[0]
    assert place is not None
    assert math.dist(page.to_px(place.at_mm), (width / 2 + 14, height / 2 - 22)) < 1
    assert owner.session.page is page


def test_held_buttons_move_the_cross_ever_faster(owner: Owner) -> None:
    owner.choose("4.")
    owner.wait(2)
    owner.choose("Another location")
    press(owner.session, Button.WHY)
    for _ in range(29):
        owner.session.press(Press(Button.WHY, Kind.PRESS, owner.session.now))
    press(owner.session, Button.OK, Button.OK)
    place = owner.desk.draft.places[0]
    page = owner.session.page
    assert place is not None
    assert isinstance(page, SpotsPage)
    assert page.to_px(place.at_mm)[0] - page.image.shape[1] / 2 > 200


def test_what_was_told_last_is_near_to_what_is_told_next(owner: Owner) -> None:
    owner.choose("4.")
    owner.wait(2)
    page = owner.session.page
    assert isinstance(page, SpotsPage)
    for _ in range(5):
        press(owner.session, Button.OK)
        spots = [stop.target for stop in page.stops() if stop.target.startswith("found")]
        last = [one for one in owner.desk.draft.places if one is not None][-1]
        away = [math.dist(last.at_mm, tuple(map(float, name.split("-")[1:]))) for name in spots]
        assert away == sorted(away)


def test_a_spot_that_was_told_is_told_again(owner: Owner) -> None:
    whole = told(owner.truth)
    owner.desk.change(replace(owner.desk.draft, places=whole.places))
    owner.choose("4.")
    owner.wait(2)
    go_to(owner, "spot-5")
    owner.choose("Another location")
    aim(owner, (6, 8))
    before, after = whole.places[5], owner.desk.draft.places[5]
    assert before is not None
    assert after is not None
    assert math.dist(before.at_mm, after.at_mm) == pytest.approx(5.0)
    assert len(owner.desk.draft.spots) == len(whole.places)


@pytest.fixture
def at_routes(owner: Owner) -> Owner:
    """Tell all locations as they are, and go on to the trade routes."""
    whole = told(owner.truth)
    owner.desk.change(replace(owner.desk.draft, places=whole.places, stretches=whole.stretches))
    owner.choose("5.")
    owner.wait(2)
    assert isinstance(owner.session.page, LinesPage)
    return owner


def test_two_spots_are_joined_and_parted(at_routes: Owner) -> None:
    before = set(at_routes.desk.draft.stretches or ())
    one, other = min(before)
    for expected in (before - {(one, other)}, before):
        go_to(at_routes, f"spot-{one}")
        go_to(at_routes, f"spot-{other}")
        assert set(at_routes.desk.draft.stretches or ()) == expected


def test_a_merchant_is_tried_from_a_spot(at_routes: Owner) -> None:
    go_to(at_routes, "try")
    assert isinstance(at_routes.session.page, TryPage)
    go_to(at_routes, "spot-9")
    looks = [mark.look for mark in at_routes.session.screen.body.marks]  # type: ignore[attr-defined]  # a photo
    assert looks.count("moving") == 1
    go_to(at_routes, "back")
    assert [type(page) for page in at_routes.session.pages] == [WizardPage, LinesPage]


@pytest.mark.parametrize("ways", few(2, [["try"], ["spot-3"], [], ["go-on"]]))
def test_back_leads_to_the_steps_and_nothing_is_lost(at_routes: Owner, ways: list[str]) -> None:
    before = at_routes.desk.draft
    for stop in ways:
        go_to(at_routes, stop)
    for _ in range(3):
        press(at_routes.session, Button.BACK)
    assert isinstance(at_routes.session.page, WizardPage)
    assert at_routes.desk.draft == before
