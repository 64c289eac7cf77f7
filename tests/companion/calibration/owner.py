"""An owner who knows the board, and shows it with fingers or with buttons that are a bit off."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy as np
import pygame

from companion.calibration.board import OutlinePage, untaught_look, untaught_session
from companion.calibration.desk import Desk
from companion.calibration.draft import Point
from companion.calibration.lines import ForkPage
from companion.calibration.pictures import POWER, SIDE, PicturePage
from companion.calibration.teaching import Teaching
from companion.calibration.wizard import VIEW, WizardPage, board_steps
from companion.games.sumeria.teaching import LOCATION_SPOTS, TEACHING
from companion.games.sumeria.virtual_table import SumeriaTable
from companion.journal.store import Store
from companion.pages.kinds import ConfirmPage
from companion.session.session import Page
from companion.settings import Settings
from companion.ui.menu import ROW_TARGET
from companion.ui.pen import Pen
from companion.ui.screen import DOWN, MOVE, UP, dragged
from companion.ui.sheet import draw_screen
from engine.board import Board
from engine.sumeria.movement import Network
from hardware.panel import Button
from hardware.virtual.scene import Scene
from tests.companion.pages.hands import press
from tests.companion.pages.tasks import run_tasks
from tests.hard_tables.random_board import random_board
from vision.picture import load_picture
from vision.plan import aim
from vision.reading import Image
from vision.table import load_table

SCREEN = (800, 480)
OFF_MM = 3.0
"""How far from a spot's middle a finger comes down at most."""
NEAR_PX = 1.5
"""A corner that was found so near to where it is looks right."""


class Shown(NamedTuple):
    """A board, a picture of it, and its corners in that."""

    board: Board
    picture: Image
    corners_px: Sequence[Point]


class Owner:
    """Somebody in front of a session, with a board of which the program knows nothing.

    ``touches`` counts what a finger does, by the page: rows, places in the picture, lines, keys.
    ``named`` tells whether city-states are called by their names.
    """

    teaching: ClassVar[Teaching] = TEACHING

    def __init__(self, folder: Path, shown: Shown) -> None:
        """Sit down where the last time ended."""
        self.truth, self.picture, self.corners_px = shown
        self.at_mm = {one.id: one.at_mm for one in self.truth.locations}
        self.store = Store.open(folder / "journal.sqlite")
        self.session = untaught_session(Settings(), self.store)
        self.desk = Desk(folder / "draft", self.teaching)
        self.done = False
        self.touches: Counter[str] = Counter()
        self.named = False
        self._drawn_for: Page | None = None
        self._pen = Pen(pygame.Surface(SCREEN))
        self._rng = np.random.default_rng(1)
        steps = (VIEW, *board_steps(self.teaching))
        self.session.open(WizardPage(self.session, self.desk, steps, self._finish))
        self.wait(2)

    @cached_property
    def stretches(self) -> set[tuple[int, int]]:
        """The stretches of the board, by the numbers that a draft has for its places."""
        number = {ident: i for i, ident in enumerate(self.order)}
        pairs = ((number[one], number[other]) for one, other in self.truth.stretches())
        return {(min(pair), max(pair)) for pair in pairs}

    @cached_property
    def ways(self) -> Mapping[int, set[tuple[int, int]]]:
        """How lines go on past each place, if it is occupied: pairs of its neighbours."""
        number = [self.order.index(one.id) for one in self.truth.locations]
        found: dict[int, set[tuple[int, int]]] = {place: set() for place in number}
        for (one, via), others in Network(self.truth, branch_anywhere=False).onward.items():
            for other in others:
                ends = sorted((number[one], number[other]))
                found[number[via]].add((ends[0], ends[1]))
        return found

    @cached_property
    def order(self) -> Sequence[str]:
        """The ids of the locations in the order in which they are asked for, and numbered."""
        return [
            one.id
            for state in self.truth.regions
            for kind in dict.fromkeys(LOCATION_SPOTS.kinds)
            for one in sorted(self.truth.locations, key=lambda location: location.id)
            if one.region == state.id and one.kind == kind
        ]

    def wait(self, looks: int = 1) -> None:
        """Let a moment pass, the camera showing the empty board."""
        for _ in range(looks):
            self.session.pass_time(self.session.now + 1.5)
            self.session.take_look(untaught_look(self.picture, f"{self.session.now}"))
            run_tasks(self.session)

    def touch_row(self, text: str) -> None:
        body = self.session.screen.body
        rows = getattr(getattr(body, "body", body), "rows", ())
        self.touch_number(next(i for i, row in enumerate(rows) if row.text.startswith(text)))

    def touch_number(self, number: int) -> None:
        """Touch a row by its number from 0, scrolling until it is shown."""
        row = ROW_TARGET.format(number)
        while True:
            pen = draw_screen(pygame.Surface(SCREEN, depth=32), self.session.screen)
            self._count()
            if row in pen.targets:
                break
            self.session.tap(Button.WHY.value)
        touched = pen.touched(pen.targets[row].center)
        assert touched == row
        self.session.tap(touched)
        self.wait()

    def drag(self, *points: Point) -> None:
        """Draw a finger across the picture, from point to point (pixels of the picture)."""
        self._count()
        self._finger(DOWN, points[0])
        for point in points[1:]:
            self._finger(MOVE, point)
        self._finger(UP, points[-1])
        self.wait()

    def touch_mm(self, at: Point) -> None:
        """Touch a place of the board seen from above, a bit off."""
        angle = self._rng.uniform(0, math.tau)
        off = OFF_MM * math.sqrt(self._rng.uniform(0, 1))
        to = at[0] + off * math.cos(angle), at[1] + off * math.sin(angle)
        page = self.session.page
        assert isinstance(page, PicturePage), page
        self.drag(page.to_px(to))

    def show_board(self) -> int:
        """Show all that is printed, as a list of steps asks; give the touches for stretches."""
        self.touch_row("1.")
        self.touch_row("Take")
        self.wait(3)
        self.tell_board()
        self.touch_row("Continue")
        if self.named:
            self.name_states()
        self.touch_row("Continue")
        self.wait(2)
        self.tell_places()
        self.touch_row("Continue")
        self.wait(2)
        touches = self.tell_stretches()
        self.touch_row("Continue")
        if isinstance(self.session.page, ConfirmPage):
            self.touch_row("Yes")
        self.wait(2)
        self.tell_forks()
        self.touch_row("Continue")
        return touches

    def tell_board(self) -> None:
        """Show corners and size of the board by touch."""
        page = self.session.page
        assert isinstance(page, OutlinePage)
        for number, end in enumerate(self.corners_px):
            if math.dist(page.corners_px[number], end) > NEAR_PX:
                self.drag(page.corners_px[number], end)
                self._aim(page.corners_px[number], end)
        for side, millimetres in zip(("Width", "Height"), self.truth.size_mm, strict=True):
            self.touch_row(side)
            self.write(f"{millimetres:g}")

    def write(self, text: str) -> None:
        """Write in place of what is written, key by key."""
        written = getattr(self.session.screen.body, "written", "")
        self._count(len(written) + len(text) + 1)
        for _ in written:
            self.session.type("")
        for letter in text:
            self.session.type(letter)
        press(self.session, Button.OK)

    def name_states(self) -> None:
        """Name the city-states as they are printed."""
        for number, state in enumerate(self.truth.regions, 1):
            self.touch_row(f"{number}")
            self.write(state.name)

    def tell_places(self) -> None:
        """Touch all locations, in the order in which they are asked for."""
        for ident in self.order:
            self.touch_mm(self.at_mm[ident])

    def tell_stretches(self) -> int:
        """Add what was not proposed, erase what is not there; give the number of touches."""
        wrong = self.stretches ^ set(self.desk.draft.stretches or ())
        for pair in sorted(wrong):
            for place in pair:
                self.touch_mm(self.at_mm[self.order[place]])
        return 2 * len(wrong)

    def tell_forks(self) -> int:
        """Say how lines go on where that was guessed wrong; give the number of touches."""
        before = self.touches.total()
        for via, guessed in self.desk.draft.ways_on(LOCATION_SPOTS.free).items():
            ways = self.ways[via]
            if ways == guessed:
                continue
            self.touch_mm(self.at_mm[self.order[via]])
            page = self.session.page
            assert isinstance(page, ForkPage)
            if not ways:
                self.touch_row("All lines end")
                continue
            while wrong := ways ^ self.desk.draft.ways_on(LOCATION_SPOTS.free)[via]:
                one, other = min(wrong & ways or wrong)
                self.drag(*(page.to_px(self._at(place)) for place in (one, other)))
            self.touch_row("Continue")
        return self.touches.total() - before

    def _at(self, place: int) -> Point:
        return self.desk.draft.spots[place].at_mm

    def choose(self, text: str) -> None:
        """Go to the row that begins so by buttons, and choose it."""
        for _ in range(80):
            body = self.session.screen.body
            listed = getattr(body, "body", body)
            rows = getattr(listed, "rows", ())
            chosen = getattr(listed, "chosen", None)
            if chosen is not None and rows and rows[chosen].text.startswith(text):
                press(self.session, Button.OK)
                self.wait()
                return
            press(self.session, Button.WHY)
        raise AssertionError(f"there is no row {text!r} on {self.session.page}")

    def _aim(self, corner: Point, to: Point) -> None:
        """Touch a corner, and in the enlarged picture the point where it should lie."""
        self.drag(corner)
        pen = draw_screen(pygame.Surface(SCREEN, depth=32), self.session.screen)
        place = pen.targets["pad-picture"]
        shares = (0.5 + (end - start) * POWER / SIDE for start, end in zip(corner, to, strict=True))
        across, down = shares
        at = (round(place.x + across * place.width), round(place.y + down * place.height))
        self._count()
        self.session.drag(dragged(pen, "pad-picture", DOWN, at, turned=False))
        self.touch_row("Confirm")

    def _count(self, touches: int = 1) -> None:
        self.touches[type(self.session.page).__name__] += touches

    def _finish(self) -> None:
        self.done = True

    def _finger(self, what: str, at_px: Point) -> None:
        """Put a finger on the picture, at most half a pixel of the screen off."""
        page = self.session.page
        assert isinstance(page, PicturePage), page
        if page is not self._drawn_for:  # the picture stays where it is
            self._drawn_for = page
            self._pen = draw_screen(pygame.Surface(SCREEN, depth=32), self.session.screen)
        pen = self._pen
        place = pen.targets["pad-picture"]
        height, width = page.image.shape[:2]
        at = (
            round(place.x + at_px[0] / width * place.width),
            round(place.y + at_px[1] / height * place.height),
        )
        if what == DOWN:
            assert pen.touched(at) == "pad-picture"
        self.session.drag(dragged(pen, "pad-picture", what, at, turned=False))


@cache
def drawn(seed: int) -> Shown:
    """Show an unknown board, empty, in front of the virtual camera."""
    board = random_board(seed)
    table = SumeriaTable(board, ("red", "blue", "yellow"), seed)
    picture = table.renderer.render(Scene(), 0, table.changes.conditions(0))
    width, height = board.size_mm
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    at_px = [(float(x), float(y)) for x, y in table.pose.project(corners)]
    return Shown(board, np.asarray(picture, np.uint8), at_px)


def photographed(folder: Path) -> Shown:
    """Show the board of a folder with a table file, in its own picture.

    The file's corners were tapped some pixels off; with a magnifier they are met as they are.
    """
    table = load_table(folder / "table.toml")
    picture = load_picture(table.empty)
    corners = aim(table.board, table.corners_px, picture).corners
    return Shown(table.board, picture, [(float(x), float(y)) for x, y in corners])


def blank(seed: int = 1) -> Shown:
    """Show a picture without anything in it, which takes no time."""
    picture = np.full((240, 320, 3), 120, np.uint8)
    corners = [(30.0, 20.0), (290.0, 22.0), (300.0, 225.0), (20.0, 220.0)]
    return Shown(random_board(seed), picture, corners)


def go_to(owner: Owner, stop: str) -> None:
    """Press until that stop is what OK is about; then press OK."""
    page = owner.session.page
    assert isinstance(page, PicturePage)
    for _ in range(70):
        if (page.at or page.stops()[0].target) == stop:
            press(owner.session, Button.OK)
            return
        press(owner.session, Button.WHY)
    raise AssertionError(f"no press leads to {stop}")
