"""The steps of calibration, in front of the built-in board."""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from companion.calibration.board import OutlinePage, untaught_look, untaught_session
from companion.calibration.draft import Draft, Place, Stretch
from companion.calibration.lines import ForkPage, ForksPage, LinesPage, TryPage
from companion.calibration.points import SpotsPage
from companion.calibration.step import Lesson
from companion.calibration.teaching import Trial
from companion.calibration.wizard import WizardPage, steps_of
from companion.games.sumeria.teaching import LOCATION_SPOTS, TEACHING, TRADE_ROUTES
from companion.journal import Journal
from companion.journal.store import Store
from companion.session.session import Page
from companion.settings import Settings
from companion.ui.screen import Screen
from engine.board import Board
from engine.games import parse_board
from hardware.panel import Button
from hardware.virtual.scene import Scene
from seeds.boards import builtin_board_text
from tests.examples.shown_desk import ShownDesk
from tests.examples.sitting import Sitting
from tests.hard_tables.hard_table import mild_table
from vision.proposing.flat import Flat, flatten
from vision.reading import Image, Trouble

HALF: Final = 24
"""Places that are told when half of them are."""
LONELY: Final = 38
"""A place whose stretches are gone where something is wrong."""


def told(board: Board) -> Draft:
    """Make a draft of all of a board but how the camera sees it."""
    order = [
        one
        for state in board.regions
        for kind in dict.fromkeys(LOCATION_SPOTS.kinds)
        for one in board.locations
        if one.region == state.id and one.kind == kind
    ]
    number = {one.id: i for i, one in enumerate(order)}
    pairs = {(number[one], number[other]) for one, other in board.stretches()}
    stretches: list[Stretch] = sorted((min(pair), max(pair)) for pair in pairs)
    return Draft(
        size_mm=board.size_mm,
        names=tuple(state.name for state in board.regions),
        places=tuple(Place(one.at_mm, one.radius_mm) for one in order),
        stretches=tuple(stretches),
    )


@cache
def seen() -> tuple[Image, tuple[tuple[float, float], ...], Flat]:
    """See the empty board: the camera's picture, the corners in it, and from straight above."""
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    table = mild_table(board, ("red", "blue", "yellow"), "red", 1)
    picture = np.asarray(table.renderer.render(Scene(), 0, table.changes.conditions(0)), np.uint8)
    width, height = board.size_mm
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    at_px = table.pose.project(corners)
    flat = flatten(picture, at_px, board.size_mm)
    return picture, tuple((float(x), float(y)) for x, y in at_px), flat


Opening = Callable[[Lesson, Draft], Page]


def example(opening: Opening, *buttons: Button) -> Callable[[Sitting], Screen]:
    """Show a page, opened with a draft in which all is known, after some presses."""

    def shown(sitting: Sitting) -> Screen:
        journal = Journal.in_memory(Path("none"), with_games=False)
        session = untaught_session(Settings(language=sitting.words.code), Store(journal))
        with tempfile.TemporaryDirectory() as folder:
            desk = ShownDesk(Path(folder), TEACHING)
            picture, (one, two, three, four), _ = seen()
            draft = replace(
                told(sitting.board),
                empty=desk.keep_picture("empty", picture),
                corners_px=(one, two, three, four),
            )
            desk.change(draft)
            session.take_look(untaught_look(picture, "live"))
            session.open(opening(Lesson(session, desk, "", _nothing), draft))
            for button in buttons:
                session.page.press(button)
            screen = session.screen
        journal.close()
        return screen

    return shown


def of_step(name: str, opening: Opening) -> Opening:
    """Open a page under the title of a step."""

    def opened(lesson: Lesson, draft: Draft) -> Page:
        step = next(step for step in steps_of(TEACHING) if step.name == name)
        return opening(lesson.titled(lesson.session.words.say(step.title)), draft)

    return opened


def step(name: str) -> Opening:
    """Open the page with which a step begins."""

    def opened(lesson: Lesson, _: Draft) -> Page:
        return next(one for one in steps_of(TEACHING) if one.name == name).page(lesson)

    return of_step(name, opened)


def steps(lesson: Lesson, draft: Draft) -> Page:
    """List the steps, two of them done."""
    lesson.desk.change(replace(draft, finished=("view", "board")))
    return WizardPage(lesson.session, lesson.desk, steps_of(TEACHING), _nothing)


def dark(lesson: Lesson, draft: Draft) -> Page:
    """Show a picture of the night."""
    night = np.zeros_like(seen()[0])
    lesson.session.take_look(untaught_look(night, "night", (Trouble("dark"),)))
    return step("view")(lesson, draft)


def glaring(lesson: Lesson, draft: Draft) -> Page:
    """Show a picture in which a lamp is mirrored."""
    box = (600, 300, 120, 90)
    lesson.session.take_look(untaught_look(seen()[0], "lamp", (Trouble("glare", box=box),)))
    return step("view")(lesson, draft)


def aim(lesson: Lesson, draft: Draft) -> Page:
    """Aim at a corner."""
    page = OutlinePage(lesson, draft.corners_px)
    lesson.session.open(page)
    page.at = "corner-0"
    page.press(Button.OK)
    return lesson.session.page


def misshapen(lesson: Lesson, draft: Draft) -> Page:
    """Ask about a size that does not fit the picture."""
    width, height = draft.size_mm or (0.0, 0.0)
    lesson.desk.change(replace(draft, size_mm=(height, width)))
    lesson.session.open(OutlinePage(lesson, draft.corners_px))
    lesson.session.page.press(Button.OK)
    return lesson.session.page


def half(lesson: Lesson, draft: Draft) -> Page:
    """Ask for the next of the locations, half of them known."""
    places = tuple(one if i < HALF else None for i, one in enumerate(draft.places))
    lesson.desk.change(replace(draft, places=places, stretches=None))
    return SpotsPage(lesson, seen()[2], [*draft.spots.values()])


def first(lesson: Lesson, draft: Draft) -> Page:
    """Ask for the first of the locations."""
    lesson.desk.change(replace(draft, places=TEACHING.blank.places, stretches=None))
    lesson.desk.begin()
    return SpotsPage(lesson, seen()[2], [*draft.spots.values()])


def all_places(lesson: Lesson, _: Draft) -> Page:
    """Show all locations, one of them about to be changed."""
    page = SpotsPage(lesson, seen()[2], ())
    page.change(LONELY)
    return page


def routes(lesson: Lesson, _: Draft) -> Page:
    """Show the network."""
    return LinesPage(lesson, TRADE_ROUTES, seen()[2])


def lonely(lesson: Lesson, draft: Draft) -> Page:
    """Show a network that does not reach everything."""
    stretches = tuple(one for one in draft.stretches or () if LONELY not in one)
    lesson.desk.change(replace(draft, stretches=stretches))
    return routes(lesson, draft)


def trial() -> Trial:
    """Give how trade routes are tried."""
    assert TRADE_ROUTES.trial is not None
    return TRADE_ROUTES.trial


def forks(lesson: Lesson, _: Draft) -> Page:
    """Show how lines go on where they meet."""
    return ForksPage(lesson, trial(), seen()[2])


def fork(lesson: Lesson, draft: Draft) -> Page:
    """Look at one such place closely."""
    ways = draft.ways_on(LOCATION_SPOTS.free)
    via = max(ways, key=lambda one: (len(ways[one]), one))
    assert ways[via]
    return ForkPage(lesson, seen()[2], via)


def trying(lesson: Lesson, _: Draft) -> Page:
    """Show where an imaginary merchant could go."""
    return TryPage(lesson, seen()[2], trial())


def _nothing() -> None:
    """Go nowhere when a step is done."""


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "calibration": example(steps),
    "calibration-view": example(step("view")),
    "calibration-dark": example(of_step("view", dark)),
    "calibration-glare": example(of_step("view", glaring)),
    "calibration-board": example(step("board")),
    "calibration-aim": example(of_step("board", aim)),
    "calibration-size": example(step("board"), Button.SCORE, Button.OK),
    "calibration-shape": example(of_step("board", misshapen)),
    "calibration-names": example(step("names")),
    "calibration-name": example(step("names"), Button.WHY, Button.OK),
    "calibration-looking": example(step("locations")),
    "calibration-locations-first": example(of_step("locations", first)),
    "calibration-locations": example(of_step("locations", half)),
    "calibration-locations-all": example(of_step("locations", all_places)),
    "calibration-routes": example(of_step("routes", routes)),
    "calibration-routes-from": example(of_step("routes", routes), *[Button.SCORE] * 4, Button.OK),
    "calibration-routes-asking": example(of_step("routes", routes), Button.OK),
    "calibration-routes-lonely": example(of_step("routes", lonely)),
    "calibration-routes-refused": example(of_step("routes", lonely), Button.OK),
    "calibration-forks": example(of_step("forks", forks), *[Button.WHY] * 4),
    "calibration-fork": example(fork),
    "calibration-fork-from": example(fork, Button.WHY, Button.WHY, Button.OK),
    "calibration-trying": example(trying, *[Button.WHY] * 9, Button.OK),
}
