"""Every page can be reached and left by the four buttons alone, and by touch alone.

Keys are the four buttons (``tests/companion/live/test_display.py``). The pages are walked through
as a patient child would: whatever leads to a page not seen before is followed, and from wherever
that ended the way back must be found by BACK alone.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

import pygame
import pytest

import companion.table
from companion.screens.sheet import draw_screen
from companion.table.confirm_page import ConfirmPage
from companion.table.menu_page import MenuPage
from companion.table.page import Page
from companion.table.resume import show_game
from companion.table.session import Session
from engine.record import Header
from hardware.panel import Button
from tests.companion.table.evening import PLAYERS, TEXT, evening
from tests.companion.table.player import begin, script
from tests.companion.table.playing_on import played_to
from tests.companion.table.stage import stage

BACK_AT_MOST = 8
FAR = 9
LONGEST = 6
ONCE = 3
"""Of the many alike things on a page, as the spots of a diagram, so many are tried."""
RULINGS: dict[str, str | int] = {"one_tile_points": 2}
"""House rules of a past game, so that there is a page about them."""
BY_THEMSELVES = {"AccountPage", "GoingOnPage", "HappeningPage", "JournalPage"}
"""Pages that come by themselves, or on tables like no other; their own tests leave them."""
Situation = Callable[[Path], AbstractContextManager[Session]]
Way = Callable[[Session], None]
Ways = Callable[[Session], Iterator[Way]]


@contextmanager
def before_a_game(path: Path) -> Iterator[Session]:
    with evening(path) as one:
        journal, header = one.session.store.journal, Header("sumeria", "dubsar", PLAYERS, RULINGS)
        journal.finish(journal.begin(header, TEXT))
        one.look()
        yield one.session


@contextmanager
def in_a_game(path: Path) -> Iterator[Session]:
    with stage(path) as one:
        one.show(looks=1)
        yield one.session


@contextmanager
def after_a_game(path: Path) -> Iterator[Session]:
    with stage(path) as one:
        one.session.close(one.session.page)
        one.show(looks=1)
        yield one.session


@contextmanager
def something_wrong(path: Path) -> Iterator[Session]:
    with stage(path) as one:
        one.show({"adab.town-2": "blue"})
        yield one.session


def at(phase: str) -> Situation:
    @contextmanager
    def played(path: Path) -> Iterator[Session]:
        with evening(path) as one:
            played_to(one, phase)
            yield one.session

    played.__name__ = phase
    return played


@contextmanager
def over(path: Path) -> Iterator[Session]:
    with evening(path) as one:
        game = begin(one.session)
        for event, _ in script(game.id):
            game.write(event)
        show_game(one.session)
        yield one.session


SITUATIONS: tuple[Situation, ...] = (
    before_a_game,
    in_a_game,
    after_a_game,
    something_wrong,
    *map(at, ("score", "claim", "draw")),
    over,
)


def by_buttons(session: Session) -> Iterator[Way]:
    """Give what can be done on the page on top by the four buttons, but to leave it."""
    page = session.page
    if isinstance(page, MenuPage):
        for number, one in enumerate(page.rows()):
            if one.choosable:
                yield partial(choose, page, number)
        return
    labels = session.screen.labels
    for button in (Button.OK, Button.SCORE, Button.WHY):
        if labels.of(button):
            yield partial(press, button)
    if page.scrolls:
        yield down_and_take
        yield far_down_and_take


def press(button: Button, session: Session) -> None:
    session.page.press(button)


def down_and_take(session: Session) -> None:
    press(Button.WHY, session)
    press(Button.OK, session)


def far_down_and_take(session: Session) -> None:
    for _ in range(FAR):
        press(Button.WHY, session)
    press(Button.OK, session)


def choose(page: MenuPage, number: int, _: Session) -> None:
    """Go to a row by pressing, and take it."""
    for __ in page.rows():
        page.body()
        if page.chosen == number:
            page.press(Button.OK)
            return
        page.press(Button.WHY)
    raise AssertionError(f"{type(page).__name__}: row {number} cannot be come to")


def by_touch(session: Session) -> Iterator[Way]:
    """Give what can be touched on the page on top, but what leaves it."""
    tried: dict[str, int] = {}
    for target in targets(session):
        kind = target.rstrip("0123456789")
        tried[kind] = tried.get(kind, 0) + 1
        if target != Button.BACK.value and (tried[kind] <= ONCE or kind == "row-"):
            yield partial(touch, target)


def touch(target: str, session: Session) -> None:
    """Touch something, if it is still there."""
    if target in targets(session):
        session.tap(target)


def targets(session: Session) -> list[str]:
    return list(draw_screen(pygame.Surface((800, 480), depth=32), session.screen).targets)


class Walk:
    """Follows every way that leads to a page not seen yet; ``seen`` names those seen."""

    def __init__(self, session: Session, ways: Ways, back: Way, accept: Way) -> None:
        """Stand before the page on top."""
        self._session, self._ways, self._back, self._accept = session, ways, back, accept
        self._kinds: set[str] = set()
        self.explore()

    @property
    def seen(self) -> set[str]:
        """The names of the pages seen."""
        return {kind.partition(" ")[0] for kind in self._kinds}

    def explore(self) -> None:
        """Follow what leads on from the page on top, unless one like it was seen."""
        session, page = self._session, self._session.page
        if kind_of(page) in self._kinds:
            return
        self._kinds.add(kind_of(page))
        if isinstance(page, ConfirmPage):  # what cannot be taken back is not done here
            return
        depth = len(session.pages)
        for way in [*self._ways(session)]:
            way(session)
            session.wishes.clear()
            self.explore()
            self.go_back(depth)
            if session.page is not page:
                return

    def go_back(self, depth: int) -> None:
        """Leave by BACK alone whatever lies on the first so many pages."""
        session = self._session
        for _ in range(BACK_AT_MOST):
            if len(session.pages) <= depth:
                return
            self._back(session)
            if isinstance(session.page, ConfirmPage):  # whether to leave a game
                self._accept(session)
            self.explore()
        raise AssertionError(f"no way back to page {depth} of {session.pages}")


def kind_of(page: Page) -> str:
    """Tell pages apart that are not to be looked at twice; lists by how long they are."""
    rows = len(page.rows()) if isinstance(page, MenuPage) else 0
    return f"{type(page).__name__} {min(rows, LONGEST)}"


WAYS: dict[str, tuple[Ways, Way, Way]] = {
    "buttons": (by_buttons, partial(press, Button.BACK), down_and_take),
    "touch": (by_touch, partial(touch, Button.BACK.value), partial(touch, "row-1")),
}


def reached(path: Path, how: str) -> dict[str, set[str]]:
    """Walk through every situation; give the pages seen in each."""
    found = {}
    for number, situation in enumerate(SITUATIONS):
        with situation(path / f"{number}.sqlite") as session:
            found[situation.__name__] = Walk(session, *WAYS[how]).seen
    return found


def all_pages() -> set[str]:
    """Name every page of the program."""
    for module in pkgutil.iter_modules(companion.table.__path__):
        importlib.import_module(f"companion.table.{module.name}")
    found, left = set(), [Page]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if kind.__module__.startswith("companion.table.") and not inspect.isabstract(kind):
            found.add(kind.__name__)
    return found


@pytest.mark.parametrize("how", list(WAYS))
def test_every_page_can_be_reached_and_left(tmp_path: Path, how: str) -> None:
    found = reached(tmp_path, how)
    assert all_pages() - BY_THEMSELVES - set().union(*found.values()) == set(), found
