"""Walking through pages as a patient child would: whatever leads to a new one is followed.

From wherever that ended the way back must be found by BACK alone.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from weakref import WeakKeyDictionary

import pygame

from companion.pages.kinds import ChoicePage, ConfirmPage, MenuPage
from companion.session.session import PAGE_DELAY, Page, Session
from companion.ui.guided_photo import GuidedPhoto
from companion.ui.screen import DOWN, PREFIX, UP, Drag, Screen, is_pad
from companion.ui.sheet import draw_screen
from hardware.panel import Button
from tests.companion.pages.hands import down

BACK_AT_MOST = 8
FAR = 9
LONGEST = 6
ARROWS = ("", "▼", "▶")
ONCE = 3
"""Of the many alike things on a page, as the spots of a diagram, so many are tried."""
DRAWN: WeakKeyDictionary[Session, tuple[Screen, list[str]]] = WeakKeyDictionary()
"""The screen last drawn of each session, and what can be touched on it."""
Way = Callable[[Session], None]
Ways = Callable[[Session], Iterator[Way]]


def by_buttons(session: Session) -> Iterator[Way]:
    """Give what can be done on the page on top by the four buttons, but to leave it."""
    page = session.page
    if isinstance(page, MenuPage):
        if session.screen.labels.why not in ARROWS:
            yield partial(press, Button.WHY)
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


def choose(page: MenuPage, number: int, session: Session) -> None:
    """Go to a row by pressing, and take it."""
    for __ in page.rows():
        page.body()
        if page.chosen == number:
            page.press(Button.OK)
            return
        page.press(down(session))
    raise AssertionError(f"{type(page).__name__}: row {number} cannot be come to")


def leave_by_touch(session: Session) -> None:
    """Touch BACK, or OK where nothing else leaves the page."""
    back = Button.BACK if Button.BACK.value in targets(session) else Button.OK
    touch(back.value, session)


def by_touch(session: Session) -> Iterator[Way]:
    """Give what can be touched on the page on top, but what leaves it."""
    tried: dict[str, int] = {}
    found = targets(session)
    if isinstance(session.page, MenuPage):  # choosing a row may close the page
        found.sort(key=lambda one: one != Button.WHY.value)
    for target in found:
        kind, _, _ = target.partition("-")
        tried[kind] = tried.get(kind, 0) + 1
        if is_pad(target):
            yield from (partial(touch_pad, target, at) for at in pointed_out(session.page))
        elif target != Button.BACK.value and (tried[kind] <= ONCE or kind == "row"):
            yield partial(touch, target)


def touch(target: str, session: Session) -> None:
    """Touch something, if it is still there."""
    if target in targets(session):
        session.pass_time(session.now + PAGE_DELAY)  # what came by itself takes nothing at once
        session.tap(target)


def touch_pad(target: str, at: tuple[float, float], session: Session) -> None:
    """Touch a place of a pad, given as shares of its width and height, if it is still there."""
    if target in targets(session):
        for what in (DOWN, UP):
            session.drag(Drag(target.removeprefix(PREFIX), what, at))


def pointed_out(page: Page) -> list[tuple[float, float]]:
    """Give a place where nothing is, and some of the marks of a picture."""
    body = page.body()
    if not isinstance(body, GuidedPhoto):
        return [(0.5, 0.5)]
    height, width = body.image.shape[:2]
    looks: dict[str, int] = {}
    found = [(0.01, 0.5)]
    for mark in body.marks:
        looks[mark.look] = looks.get(mark.look, 0) + 1
        if looks[mark.look] <= ONCE:
            found.append((mark.at[0] / width, mark.at[1] / height))
    return found


def targets(session: Session) -> list[str]:
    """List what can be touched; a screen that is still the same is not drawn again."""
    screen = session.screen
    if session not in DRAWN or DRAWN[session][0] != screen:
        pen = draw_screen(pygame.Surface((800, 480), depth=32), screen)
        DRAWN[session] = screen, list(pen.targets)
    return [*DRAWN[session][1]]


class Walk:
    """Follows every way that leads to a page not seen yet; ``seen`` names those seen.

    ``rest`` is done after each step, as what takes long is waited for.
    """

    def __init__(
        self,
        session: Session,
        ways: Ways,
        back: Way,
        accept: Way,
        rest: Way = lambda _: None,
    ) -> None:
        """Stand before the page on top."""
        self._session, self._ways, self._back, self._accept = session, ways, back, accept
        self._rest = rest
        self._kinds: set[str] = set()
        self._names: set[str] = set()
        self.explore()

    @property
    def seen(self) -> set[str]:
        """The names of the pages seen, and those of their kinds."""
        return self._names | {kind.partition(" ")[0] for kind in self._kinds}

    def explore(self) -> None:
        """Follow what leads on from the page on top, unless one like it was seen."""
        session, page = self._session, self._session.page
        if kind_of(page) in self._kinds:
            return
        self._kinds.add(kind_of(page))
        self._names.add(page.name)
        if isinstance(page, ConfirmPage):  # what cannot be taken back is not done here
            return
        depth = len(session.pages)
        for way in [*self._ways(session)]:
            way(session)
            self._rest(session)
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
            self._rest(session)
            if session.wishes:  # this page ends the session
                session.wishes.clear()
                session.close(session.page)
                continue
            if isinstance(session.page, ConfirmPage):  # whether to leave a game
                self._accept(session)
            self.explore()
        raise AssertionError(f"no way back to page {depth} of {session.pages}")


def kind_of(page: Page) -> str:
    """Tell pages apart that are not to be looked at twice; lists by how long they are."""
    rows = len(page.rows()) if isinstance(page, MenuPage) else 0
    kind = type(page).__name__
    if isinstance(page, ChoicePage):
        kind = page.name or kind
    return f"{kind} {min(rows, LONGEST)}"


WAYS: dict[str, tuple[Ways, Way, Way]] = {
    "buttons": (by_buttons, partial(press, Button.BACK), down_and_take),
    "touch": (by_touch, leave_by_touch, partial(touch, "row-1")),
}


def pages_in(package: ModuleType) -> set[str]:
    """Name every page of a package."""
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    found, left = set(), [Page]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if kind.__module__.startswith(f"{package.__name__}.") and not inspect.isabstract(kind):
            found.add(kind.__name__)
    return found
