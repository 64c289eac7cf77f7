"""What really happened is told: by buttons, by touch, or agreed upon as a correction."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.pages.kinds import MenuPage
from companion.pages.play import PlayPage
from companion.pages.telling import AccountPage, CorrectPage, TellPage
from companion.pages.wrong import WrongPage
from companion.ui.diagram import Diagram
from companion.ui.photos import BesidePhoto
from engine.sumeria.events import Correct
from hardware.panel import Button
from tests.companion.pages.stage import Stage, stage
from tests.companion.pages.test_wrong_page import FREE, OUT_OF_TURN
from tests.companion.tracking.watching import ADD

SCORE, OK, BACK, WHY = Button.SCORE, Button.OK, Button.BACK, Button.WHY


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path / "journal.sqlite") as one:
        yield one


def test_what_happened_may_be_told_by_four_buttons(table: Stage) -> None:
    before = table.game.history.event
    table.show({ADD.at: "blue"})  # it is red's merchant, in a bad light
    assert isinstance(table.press(WHY, OK), TellPage)
    page = table.press(OK)  # where the board differs comes first, and whoever is seen there
    assert isinstance(page, MenuPage)
    assert page.name == "who"
    assert page.rows()[page.chosen].text == "Blue"
    assert isinstance(table.choose("Red"), TellPage)
    assert isinstance(table.press(OK), AccountPage)
    assert table.game.history.event == before
    assert isinstance(table.choose("Red adds"), PlayPage)
    assert table.game.history.events[before:] == [ADD]
    assert isinstance(table.show({ADD.at: "blue"}), PlayPage)  # the eye is not believed there


def test_what_happened_may_be_told_by_touching(table: Stage) -> None:
    before = table.game.history.event
    table.show(OUT_OF_TURN)
    table.press(WHY, OK)
    assert table.touch("spot-kish.city").name == "who"
    assert isinstance(table.touch("row-1"), TellPage)  # nobody
    assert table.touch("spot-nippur.village-2").name == "who"
    assert isinstance(table.touch("row-1"), TellPage)
    assert isinstance(table.touch("ready"), AccountPage)
    page = table.session.page
    assert isinstance(page, AccountPage)
    assert [row.text for row in page.rows()] == [
        "Red moves a merchant from the city of Kish to a village of Nippur.",
        "Accept it as it is now",
    ]
    table.touch("row-0")
    assert len(table.game.history.events) == before + 1


def test_what_no_rule_allows_may_be_told_as_a_correction(table: Stage) -> None:
    before = table.game.history.event
    table.show(OUT_OF_TURN)
    table.press(WHY, OK)
    table.press(OK)
    table.choose("Yellow")
    table.press(OK)
    page = table.session.page
    assert isinstance(page, AccountPage)
    assert page.text() == (
        "No legal move leads to this position. Yellow is on a town of Adab. "
        "You can agree on a correction."
    )
    body = page.body()
    assert isinstance(body, BesidePhoto)
    assert isinstance(body.photo, Diagram)
    assert body.photo.rings == ("adab.town-1",)
    assert body.photo.standing["adab.town-1"] == "yellow"
    assert isinstance(table.press(OK), CorrectPage)
    table.choose("We agree; it is still")
    assert table.game.history.events[before:] == [Correct((("adab.town-1", "yellow"),))]


def test_a_position_that_differs_in_many_places_names_the_first_and_counts_the_others(
    table: Stage,
) -> None:
    entered = dict.fromkeys(reversed(FREE), "yellow")
    page = AccountPage(table.session, entered, lambda: None)
    assert page.text() == (
        "No legal move leads to this position. Yellow is on a town of Adab (A). "
        "Yellow is on a town of Adab (B). 2 more places look different. "
        "You can agree on a correction."
    )


def test_what_was_told_by_mistake_is_told_anew(table: Stage) -> None:
    table.show(OUT_OF_TURN)
    table.press(WHY, OK)
    table.press(OK)
    table.choose("Yellow")
    assert "ready" in table.targets
    table.press(SCORE, WHY, WHY)  # once around the end, back at the first location
    assert table.press(OK).name == "who"
    table.choose("Nobody")  # as the game has it: nothing is told any more
    assert "ready" not in table.targets
    assert isinstance(table.press(BACK, BACK), WrongPage)
