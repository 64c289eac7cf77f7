"""The steps of calibration, in front of the built-in board."""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from companion.calibration.aim_page import AimPage
from companion.calibration.board_page import BoardPage
from companion.calibration.desk import Desk
from companion.calibration.draft import KINDS_OF_PLACES, Draft, Place, Stretch
from companion.calibration.fork_page import ForkPage
from companion.calibration.forks import ways_on
from companion.calibration.forks_page import ForksPage
from companion.calibration.locations_page import LocationsPage
from companion.calibration.names_page import NamesPage
from companion.calibration.routes_page import RoutesPage
from companion.calibration.steps import STEPS
from companion.calibration.try_page import TryPage
from companion.calibration.untaught import untaught_look, untaught_session
from companion.calibration.view_page import ViewPage
from companion.calibration.wizard import WizardPage
from companion.journal import Journal
from companion.journal.store import Store
from companion.picture import Image
from companion.session.session import Page, Session
from companion.settings import Settings
from companion.ui.screen import Screen
from engine.board import Board
from engine.games import parse_board
from hardware.panel import Button
from hardware.virtual.scene import Scene
from seeds.boards import builtin_board_text
from tests.examples.sitting import Sitting
from tests.hard_tables.hard_table import mild_table
from vision.proposing.flat import Flat, flatten
from vision.reading import Trouble

HALF: Final = 24
"""Places that are told when half of them are."""
LONELY: Final = 38
"""A place whose stretches are gone where something is wrong."""


def told(board: Board) -> Draft:
    """Tell all of a board but how the camera sees it."""
    order = [
        one
        for state in board.regions
        for kind in dict.fromkeys(KINDS_OF_PLACES)
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


Opening = Callable[[Session, Desk, Draft], Page]


def example(opening: Opening, *buttons: Button) -> Callable[[Sitting], Screen]:
    """Show a page, opened with a draft in which all is told, after some presses."""

    def shown(sitting: Sitting) -> Screen:
        journal = Journal.in_memory(Path("none"), with_games=False)
        session = untaught_session(Settings(language=sitting.words.code), Store(journal))
        with tempfile.TemporaryDirectory() as folder:
            desk = Desk(Path(folder))
            picture, (one, two, three, four), _ = seen()
            draft = replace(
                told(sitting.board),
                empty=desk.keep_picture("empty", picture),
                corners_px=(one, two, three, four),
            )
            desk.change(draft)
            session.take_look(untaught_look(picture, "live"))
            session.open(opening(session, desk, draft))
            for button in buttons:
                session.page.press(button)
            screen = session.screen
        journal.close()
        return screen

    return shown


def steps(session: Session, desk: Desk, draft: Draft) -> Page:
    """List the steps, two of them done."""
    desk.change(replace(draft, finished=("view", "board")))
    return WizardPage(session, desk, STEPS, _nothing)


def view(session: Session, desk: Desk, _: Draft) -> Page:
    """Show a good picture."""
    return ViewPage(session, desk, _nothing)


def dark(session: Session, desk: Desk, _: Draft) -> Page:
    """Show a picture of the night."""
    night = np.zeros_like(seen()[0])
    session.take_look(untaught_look(night, "night", (Trouble("dark"),)))
    return ViewPage(session, desk, _nothing)


def glaring(session: Session, desk: Desk, _: Draft) -> Page:
    """Show a picture in which a lamp is mirrored."""
    box = (600, 300, 120, 90)
    session.take_look(untaught_look(seen()[0], "lamp", (Trouble("glare", box=box),)))
    return ViewPage(session, desk, _nothing)


def board(session: Session, desk: Desk, _: Draft) -> Page:
    """Show the outline."""
    return BoardPage(session, desk, _nothing)


def aim(session: Session, desk: Desk, draft: Draft) -> Page:
    """Aim at a corner."""
    del desk, draft
    picture, (corner, *_), _ = seen()
    text = session.words.say("Bring the corner of the board under the cross.")
    return AimPage(session, picture, corner, lambda _: None, text, session.words.say("The board"))


def names(session: Session, desk: Desk, _: Draft) -> Page:
    """List the city-states."""
    return NamesPage(session, desk, _nothing)


def half(session: Session, desk: Desk, draft: Draft) -> Page:
    """Ask for the next of the locations, half of them told."""
    places = tuple(one if i < HALF else None for i, one in enumerate(draft.places))
    desk.change(replace(draft, places=places, stretches=None))
    page = LocationsPage(session, desk, _nothing)
    page.look_at(seen()[2])
    page.proposed = [one for one in draft.places if one is not None]
    return page


def first(session: Session, desk: Desk, draft: Draft) -> Page:
    """Ask for the first of the locations."""
    nothing = tuple(None for _ in draft.places)
    desk.change(replace(draft, places=nothing, stretches=None))
    desk.begin()
    page = LocationsPage(session, desk, _nothing)
    page.look_at(seen()[2])
    page.proposed = [one for one in draft.places if one is not None]
    return page


def looking(session: Session, desk: Desk, _: Draft) -> Page:
    """Say what takes a moment."""
    return LocationsPage(session, desk, _nothing)


def all_places(session: Session, desk: Desk, _: Draft) -> Page:
    """Show all locations, one of them about to be changed."""
    page = LocationsPage(session, desk, _nothing)
    page.look_at(seen()[2])
    page.change_place(LONELY)
    return page


def routes(session: Session, desk: Desk, _: Draft) -> Page:
    """Show the network."""
    page = RoutesPage(session, desk, _nothing)
    page.look_at(seen()[2])
    return page


def lonely(session: Session, desk: Desk, draft: Draft) -> Page:
    """Show a network that does not reach everything."""
    stretches = tuple(one for one in draft.stretches or () if LONELY not in one)
    desk.change(replace(draft, stretches=stretches))
    return routes(session, desk, draft)


def forks(session: Session, desk: Desk, _: Draft) -> Page:
    """Show how lines go on where they meet."""
    page = ForksPage(session, desk, _nothing)
    page.look_at(seen()[2])
    return page


def fork(session: Session, desk: Desk, draft: Draft) -> Page:
    """Look at one such place closely."""
    via, ways = max(ways_on(draft).items(), key=lambda one: (len(one[1]), one[0]))
    assert ways
    return ForkPage(session, desk, seen()[2], via)


def trying(session: Session, desk: Desk, _: Draft) -> Page:
    """Show where an imaginary merchant could go."""
    return TryPage(session, desk, seen()[2])


def _nothing() -> None:
    """Go nowhere when a step is done."""


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "calibration": example(steps),
    "calibration-view": example(view),
    "calibration-dark": example(dark),
    "calibration-glare": example(glaring),
    "calibration-board": example(board),
    "calibration-aim": example(aim),
    "calibration-size": example(board, Button.SCORE, Button.OK),
    "calibration-names": example(names),
    "calibration-name": example(names, Button.WHY, Button.OK),
    "calibration-looking": example(looking),
    "calibration-locations-first": example(first),
    "calibration-locations": example(half),
    "calibration-locations-all": example(all_places),
    "calibration-routes": example(routes),
    "calibration-routes-from": example(routes, *[Button.SCORE] * 4, Button.OK),
    "calibration-routes-asking": example(routes, Button.OK),
    "calibration-routes-lonely": example(lonely),
    "calibration-routes-refused": example(lonely, Button.OK),
    "calibration-forks": example(forks, *[Button.WHY] * 4),
    "calibration-fork": example(fork),
    "calibration-fork-from": example(fork, Button.WHY, Button.WHY, Button.OK),
    "calibration-trying": example(trying, *[Button.WHY] * 9, Button.OK),
}
