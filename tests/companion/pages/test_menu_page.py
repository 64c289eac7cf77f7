"""A page with a list: which row is chosen, and by what."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame
import pytest

from companion.pages.kinds import MenuPage, Stop, StopsPage, TextPage
from companion.session.presses import Kind, Press
from companion.session.session import Session
from companion.ui.menu import Menu, Row
from companion.ui.sheet import draw_screen
from companion.ui.texts import Paragraph
from hardware.panel import Button
from tests.companion.pages.evening import evening

HEADING, BETWEEN = Row("a", choosable=False), Row("c", choosable=False)
FIRST, LAST = Row("b"), Row("d")


class Listed(MenuPage):
    """Lists what a test wants, and notes what was chosen."""

    def __init__(self, session: Session, rows: Sequence[Row]) -> None:
        """Lie ready with these rows."""
        super().__init__(session)
        self._rows = rows
        self.done: list[int] = []

    def rows(self) -> Sequence[Row]:
        return self._rows

    def choose(self, number: int) -> None:
        self.done.append(number)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with evening(tmp_path / "journal.sqlite") as one:
        yield one.session


def listed(session: Session, *rows: Row) -> Listed:
    page = Listed(session, rows)
    session.open(page)
    return page


def marked(page: Listed) -> int:
    body = page.body()
    assert isinstance(body, Menu)
    return body.chosen


def test_where_nothing_can_be_chosen_there_is_only_a_way_back(session: Session) -> None:
    for rows in ((), (HEADING, BETWEEN)):
        labels = listed(session, *rows).labels()
        assert [labels.of(button) for button in Button if labels.of(button)] == ["Back"]


def test_headings_are_passed_over_up_and_down_and_around_the_ends(session: Session) -> None:
    page = listed(session, HEADING, FIRST, BETWEEN, LAST)
    seen = [marked(page)]
    for button in (Button.WHY, Button.WHY, Button.SCORE, Button.SCORE):
        page.press(button)
        seen.append(marked(page))
    assert seen == [1, 3, 1, 3, 1]


@pytest.mark.parametrize(("button", "end"), [(Button.WHY, 3), (Button.SCORE, 1)])
def test_a_button_that_is_held_stops_at_the_end(session: Session, button: Button, end: int) -> None:
    page = listed(session, HEADING, FIRST, BETWEEN, LAST)
    for _ in range(9):
        session.press(Press(button, Kind.REPEAT, session.now))
    assert marked(page) == end
    page.press(button)
    assert marked(page) != end


class Spots(StopsPage):
    """Three stops."""

    def stops(self) -> Sequence[Stop]:
        """List them."""
        return [Stop(name, lambda: None) for name in "abc"]

    def body(self) -> Menu:
        """Show nothing much."""
        return Menu(())


@pytest.mark.parametrize(("button", "end"), [(Button.WHY, "c"), (Button.SCORE, "a")])
def test_so_it_does_where_it_goes_from_stop_to_stop(
    session: Session, button: Button, end: str
) -> None:
    page = Spots(session)
    session.open(page)
    page.press(Button.WHY)
    for _ in range(9):
        session.press(Press(button, Kind.REPEAT, session.now))
    assert page.at == end
    page.press(button)
    assert page.at != end


class Told(TextPage):
    """A long text."""

    def paragraphs(self) -> Sequence[Paragraph]:
        """Tell it."""
        return [Paragraph(f"Sentence {number}.") for number in range(30)]


def test_a_text_is_scrolled_no_further_than_its_end(session: Session) -> None:
    page = Told(session)
    session.open(page)

    def shown() -> list[str]:
        pen = draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
        return [text for text, _ in pen.written if text.startswith("Sentence")]

    beginning = shown()
    assert beginning[0] == "Sentence 0."
    seen = [beginning]
    for _ in range(40):
        page.press(Button.WHY)
        seen.append(shown())
    assert seen[-1][-1] == "Sentence 29."
    assert len(seen[-1]) == len(beginning)
    page.press(Button.SCORE)
    assert shown() != seen[-1], "the first press goes back up"


def test_ok_and_a_touch_choose_what_can_be_chosen_and_nothing_else(session: Session) -> None:
    page = listed(session, HEADING, FIRST, BETWEEN, LAST)
    page.press(Button.OK)
    page.tap("row-3")
    page.tap("row-2")
    page.tap("row-7")
    assert page.done == [1, 3]


@pytest.mark.parametrize("rows", [(), (HEADING, BETWEEN)])
def test_where_nothing_can_be_chosen_ok_does_nothing_and_back_leads_out(
    session: Session, rows: tuple[Row, ...]
) -> None:
    page = listed(session, *rows)
    for button in (Button.OK, Button.WHY, Button.SCORE, Button.OK):
        page.press(button)
        page.body()
    assert page.done == []
    page.press(Button.BACK)
    assert session.page is not page
