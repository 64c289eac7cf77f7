"""Where lines meet in a town or a village, the owner says which of them is which (S-21)."""

import math
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from companion.calibration.draft import Draft, Place
from companion.calibration.lines import ForkPage, ForksPage, LinesPage
from companion.calibration.wizard import WizardPage
from companion.games.sumeria.teaching import LOCATION_SPOTS, TEACHING
from engine.sumeria.movement import Network
from hardware.panel import Button
from tests.companion.calibration.owner import Owner, blank, go_to
from tests.companion.pages.hands import press
from tests.examples.calibration_examples import told

FREE = LOCATION_SPOTS.free
CITY, TOWN, WEST, EAST, NORTH = 0, 1, 2, 3, 4
"""Places of the first city-state, by number."""
CROSS = Draft(
    places=(
        Place((50.0, 90.0), 5.0),
        Place((50.0, 50.0), 5.0),
        Place((10.0, 50.0), 5.0),
        Place((90.0, 50.0), 5.0),
        Place((50.0, 10.0), 5.0),
        *((None,) * 51),
    ),
    stretches=((CITY, TOWN), (TOWN, WEST), (TOWN, EAST), (TOWN, NORTH)),
)


def test_lines_go_straight_on_until_the_owner_says_otherwise() -> None:
    assert CROSS.ways_on(FREE) == {TOWN: {(CITY, NORTH), (WEST, EAST)}}
    draft = CROSS.toggled_way(TOWN, EAST, WEST).toggled_way(TOWN, NORTH, WEST)
    assert draft.ways_on(FREE) == {TOWN: {(CITY, NORTH), (WEST, NORTH)}}
    assert draft.toggled_way(TOWN, CITY, NORTH).ways_on(FREE) == {TOWN: {(WEST, NORTH)}}
    assert draft.with_ways(TOWN, frozenset()).ways_on(FREE) == {TOWN: frozenset()}


def test_a_new_way_displaces_those_that_were_only_guessed() -> None:
    draft = CROSS.toggled_way(TOWN, WEST, NORTH)
    assert draft.ways_on(FREE) == {TOWN: {(WEST, NORTH)}}
    draft = draft.toggled_way(TOWN, WEST, CITY)
    assert draft.ways_on(FREE) == {TOWN: {(WEST, NORTH), (CITY, WEST)}}


def test_a_city_is_left_along_any_line_and_needs_no_telling() -> None:
    around_city = replace(CROSS, stretches=((CITY, TOWN), (CITY, WEST), (CITY, EAST)))
    assert around_city.meetings(FREE) == {}


def test_what_was_told_of_a_place_holds_only_while_the_same_lines_meet_there() -> None:
    draft = CROSS.with_ways(TOWN, frozenset({(CITY, WEST)}))
    fewer = replace(draft, stretches=((CITY, TOWN), (TOWN, WEST), (TOWN, EAST)))
    assert fewer.ways_on(FREE) == {TOWN: {(WEST, EAST)}}


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    """Bring an owner before the lines of a board of which all is told but how they go on."""
    shown = blank()
    one = Owner(tmp_path, shown)
    one.touch_row("1.")
    one.touch_row("Take")
    one.wait(2)
    one.tell_board()
    press(one.session, Button.BACK)
    whole = told(shown.board)
    one.desk.change(replace(one.desk.draft, places=whole.places, stretches=whole.stretches))
    one.touch_row("6.")
    one.wait(2)
    assert isinstance(one.session.page, ForksPage)
    return one


def test_buttons_do_what_a_finger_does(owner: Owner) -> None:
    ways = owner.desk.draft.ways_on(FREE)
    via = next(via for via, found in ways.items() if found)
    one, other = min(ways[via])
    page = owner.session.page
    go_to(owner, f"spot-{via}")
    go_to(owner, f"spot-{one}")
    go_to(owner, f"spot-{other}")
    assert owner.desk.draft.ways_on(FREE)[via] == ways[via] - {(one, other)}
    go_to(owner, f"spot-{other}")
    go_to(owner, f"spot-{one}")
    assert owner.desk.draft.ways_on(FREE)[via] == ways[via]
    assert owner.session.page is not page
    go_to(owner, "none")
    assert owner.session.page is page
    assert owner.desk.draft.ways_on(FREE)[via] == frozenset()
    go_to(owner, "undo")
    assert owner.desk.draft.ways_on(FREE)[via] == ways[via]


def test_a_piece_hops_along_each_way_and_it_is_asked_whether_it_may(owner: Owner) -> None:
    ways = owner.desk.draft.ways_on(FREE)
    via = next(via for via, found in ways.items() if found)
    around = sorted(owner.desk.draft.meetings(FREE)[via])
    go_to(owner, f"spot-{via}")
    page = owner.session.page
    assert isinstance(page, ForkPage)
    asked = [*combinations(around, 2)]
    for way in asked:
        assert page.body().text == "May a piece go on this way?"
        start, passed, end = (
            page.to_px(owner.desk.draft.spots[one].at_mm) for one in (way[0], via, way[1])
        )
        hops = []
        for moment in (0.0, 1.0, 1.9):
            owner.session.pass_time(math.ceil(owner.session.now / 2) * 2 + moment)
            hops += [one.at for one in page.body().marks if one.look == "moving"]
        assert hops[0] == pytest.approx(start)
        assert hops[1] == pytest.approx(passed)
        assert math.dist(hops[2], end) < math.dist(hops[2], passed)
        owner.choose("Yes" if way == asked[0] else "No")
    assert owner.desk.draft.ways_on(FREE)[via] == {asked[0]}
    assert page.body().text != "May a piece go on this way?"


def test_a_touch_beside_all_of_them_opens_nothing(owner: Owner) -> None:
    page = owner.session.page
    owner.drag((1.0, 1.0))
    assert owner.session.page is page


def test_a_merchant_keeps_to_the_line_that_was_told(owner: Owner) -> None:
    owner.tell_forks()
    board = TEACHING.board(owner.desk.draft)
    onward = Network(board, branch_anywhere=False).onward
    for via in owner.desk.draft.ways_on(FREE):
        led = {
            (min(one, other), max(one, other))
            for (one, past), others in onward.items()
            if past == via
            for other in others
        }
        assert led == owner.ways[via]


def test_where_lines_meet_in_cities_only_nothing_is_asked(owner: Owner) -> None:
    press(owner.session, Button.BACK)
    assert isinstance(owner.session.page, WizardPage)
    order = range(len(owner.desk.draft.places))
    one_line = tuple((place, place + 1) for place in order[:-1])
    before = ("view", "board", "names", "locations")
    owner.desk.change(replace(owner.desk.draft, stretches=one_line, finished=before))
    owner.touch_row("5.")
    owner.wait(2)
    assert isinstance(owner.session.page, LinesPage)
    owner.touch_row("Continue")
    owner.choose("Yes")
    owner.wait(2)
    assert owner.done
