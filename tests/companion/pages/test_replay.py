"""A game is played back: by itself and by the arrows, the running one and those of the past."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.pages.history import PACE, ReplayPage
from companion.pages.stored_game import recorded
from companion.ui.diagram import Diagram
from companion.ui.photos import MarkedPhoto, Replayed
from hardware.panel import Button
from tests.companion.pages.stage import Stage, stage
from tests.companion.tracking.watching import ADD

OK, ON, BACK = Button.OK, Button.WHY, Button.SCORE


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path / "journal.sqlite") as one:
        one.play(ADD)
        one.session.go("replay")
        yield one


def shown(table: Stage) -> Replayed:
    body = table.session.screen.body
    assert isinstance(body, Replayed)
    return body


def at(table: Stage) -> str:
    return table.session.screen.status


def wait(table: Stage) -> None:
    table.session.pass_time(table.session.now + PACE)


def test_it_moves_by_itself_to_its_end_and_stops_there(table: Stage) -> None:
    last = table.game.history.event
    seen = [at(table)]
    while seen[-1] != f"{last} / {last}":
        wait(table)
        seen.append(at(table))
    assert seen == [f"{one} / {last}" for one in range(1, last + 1)]
    assert shown(table).share == 1.0
    wait(table)
    assert at(table) == seen[-1]
    assert table.session.screen.labels.ok == "Play"
    table.press(OK)
    assert at(table) == seen[0], "it begins again"


def test_the_arrows_go_one_event_on_and_back_and_it_stands_still(table: Stage) -> None:
    last = table.game.history.event
    table.press(ON, ON, BACK)
    assert at(table) == f"2 / {last}"
    wait(table)
    assert at(table) == f"2 / {last}"
    table.press(BACK, BACK, BACK)
    assert at(table) == f"1 / {last}"


def test_the_photograph_of_an_event_is_shown_or_else_the_board_as_it_stood(table: Stage) -> None:
    assert isinstance(shown(table).picture, Diagram)
    table.session.close(table.session.page)
    table.session.go("replay", event=table.game.history.event)
    assert isinstance(shown(table).picture, MarkedPhoto)
    assert shown(table).text.startswith("Red adds a merchant")


def test_a_stored_game_is_the_same_as_the_one_being_played(table: Stage) -> None:
    session = table.session
    stored = session.store.journal.game(table.game.id)
    past = ReplayPage(
        session, recorded(session.store.journal, stored), event=table.game.history.event
    )
    assert past.body() == ReplayPage(session, event=table.game.history.event).body()
