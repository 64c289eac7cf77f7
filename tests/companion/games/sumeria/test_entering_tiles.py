"""A dynasty whose tiles the camera was not taught: claims and the deal are entered."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.sumeria.dynasty_page import DynastyPage
from companion.games.sumeria.tile_pages import ClaimPage, DrawPage
from companion.pages.play import PlayPage
from engine.sumeria.events import Draw, Score
from hardware.panel import Button
from tests.companion.games.sumeria.dynasties import PLAYED, Sitting, sitting_at
from tests.companion.tracking.test_tiles import FIRST, SECOND

OK, BACK, SCORE = Button.OK, Button.BACK, Button.SCORE


@pytest.fixture
def blind(tmp_path: Path) -> Iterator[Sitting]:
    with sitting_at(tmp_path / "journal.sqlite", PLAYED, influence=False) as sitting:
        yield sitting


def test_where_no_tiles_were_taught_everything_is_asked_for(blind: Sitting) -> None:
    blind.see(taught=False)
    blind.press(SCORE)
    assert isinstance(blind.press(OK), ClaimPage)
    blind.press(OK)
    for _ in range(9):
        if blind.phase != "claim":
            break
        blind.press(OK)
    blind.press(OK, OK)
    assert isinstance(blind.session.page, DrawPage)
    assert blind.phase == "draw"
    while blind.phase == "draw":
        blind.press(OK)
    assert isinstance(blind.see(taught=False), PlayPage)
    assert blind.game.history.events[-1] == Draw(("economy",) * 6)


def test_back_takes_back_the_last_tile_that_was_entered(blind: Sitting) -> None:
    for event in (Score(), FIRST, SECOND):
        blind.game.write(event)
    blind.see(taught=False)
    assert isinstance(blind.press(OK), DrawPage)
    blind.press(Button.WHY, OK, OK)
    assert blind.body.spaces[0] == ("military", "military", None)
    blind.press(BACK)
    assert blind.body.spaces[0] == ("military", None, None)
    assert isinstance(blind.press(BACK, BACK), DynastyPage)
    assert isinstance(blind.see(taught=False), DynastyPage)  # asked once


def test_tiles_that_were_entered_are_there_when_the_page_opens_again(blind: Sitting) -> None:
    """The power may go while six tiles are entered."""
    for event in (Score(), FIRST, SECOND):
        blind.game.write(event)
    blind.see(taught=False)
    blind.press(OK)
    blind.press(OK, Button.WHY, OK, OK, BACK)
    entered = blind.body.spaces
    assert entered[0] == ("economy", "military", None)
    live = blind.session.take_up(blind.session.store.journal.game(blind.game.id))
    assert live.entered
    blind.session.close(blind.session.page)
    blind.session.go("draw")
    assert blind.body.spaces == entered


def test_six_tiles_can_be_entered_again_before_they_are_written(blind: Sitting) -> None:
    for event in (Score(), FIRST, SECOND):
        blind.game.write(event)
    blind.see(taught=False)
    blind.press(OK)
    for _ in range(6):
        blind.touch("row-1")
    assert None not in blind.body.spaces[2]
    blind.touch("row-1")
    assert blind.body.spaces[0] == (None, None, None)
    assert blind.phase == "draw"


def test_the_list_of_kinds_holds_what_is_still_in_the_bag(blind: Sitting) -> None:
    for event in (Score(), FIRST, SECOND):
        blind.game.write(event)
    blind.see(taught=False)
    blind.press(OK)
    bag = blind.game.state["bag"]
    assert blind.body.menu.rows[3].text == f"{bag['religion']} religion tiles"
    blind.touch("row-3")
    assert blind.body.menu.rows[3].text == f"{bag['religion'] - 1} religion tiles"
