"""The steps that teach a board with areas, in front of the built-in board of such a game."""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from companion.calibration.board import untaught_look, untaught_session
from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, Point, Records, Sample
from companion.calibration.lines import LinesPage
from companion.calibration.lists import SheetPage
from companion.calibration.pieces import ArrangementPage, PiecesPage
from companion.calibration.points import AreasPage, RegionsPage
from companion.calibration.proof import ProofPage
from companion.calibration.step import Lesson
from companion.calibration.wizard import WhichBoardPage, WizardPage, steps_of
from companion.games.siberia.teaching import (
    EXCHANGE_SIDES,
    NEIGHBOURS,
    REGIONS,
    SPACES,
    START,
    TEACHING,
    built_in,
)
from companion.games.sumeria.teaching import TEACHING as OTHER
from companion.journal import Journal
from companion.journal.store import Store
from companion.session.session import Page
from companion.settings import Settings
from companion.ui.screen import Screen
from engine.siberia.board import CLOCKS
from hardware.panel import Button
from hardware.virtual.printed_board import paint_board
from tests.examples.shown_desk import ShownDesk
from tests.examples.sitting import Sitting
from vision.camera import Lens
from vision.plan import Plan
from vision.proposing.borders import Borders
from vision.proposing.flat import PX_PER_MM, Flat

Opening = Callable[[Lesson, Draft], Page]
TOUCHED: Final = 4
"""So many points of a border were touched."""


@cache
def flat() -> Flat:
    """See the board from straight above, as the camera does here."""
    picture = paint_board(built_in(), 1, px_per_mm=PX_PER_MM)
    height, width = picture.shape[:2]
    to_px = np.diag([PX_PER_MM, PX_PER_MM, 1.0])
    return Flat(np.asarray(picture, np.uint8), built_in().size_mm, Lens(width, height), to_px)


def corners() -> tuple[Point, Point, Point, Point]:
    """Give the board's corners in the picture, which shows nothing else."""
    height, width = (float(side) for side in flat().picture.shape[:2])
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)


def told() -> Draft:
    """Make a draft of all of the board."""
    board = built_in()
    idents = [one.id for one in board.regions]
    (start,) = (one.name for one in board.regions if one.id == board.start_region)
    ((_, *others),) = START.begin()
    draft = TEACHING.blank.with_records(START.step, ((start, *others),))
    return replace(
        draft,
        size_mm=board.size_mm,
        corners_px=corners(),
        outlines=tuple(one.outline_mm for one in board.regions),
        names=tuple(one.name for one in board.regions),
        stretches=tuple((idents.index(one), idents.index(other)) for one, other in board.borders),
        areas={
            "exchanges": board.exchange_slots,
            "supply": board.supply_spaces,
            "investments": board.investment_slots,
        },
    )


def example(step: str, opening: Opening, *buttons: Button) -> Callable[[Sitting], Screen]:
    """Show a page of a step, opened with a draft in which all is known, after some presses."""

    def shown(sitting: Sitting) -> Screen:
        journal = Journal.in_memory(Path("none"), with_games=False)
        session = untaught_session(Settings(language=sitting.words.code), Store(journal))
        words = session.words
        title = next(words.say(one.title) for one in steps_of(TEACHING) if one.name == step)
        with tempfile.TemporaryDirectory() as folder:
            desk = ShownDesk(Path(folder), TEACHING)
            draft = replace(told(), empty=desk.keep_picture("empty", flat().picture))
            desk.change(draft)
            session.take_look(untaught_look(flat().picture, "live"))
            session.open(opening(Lesson(session, desk, title, _nothing), draft))
            for button in buttons:
                session.page.press(button)
            screen = session.screen
        journal.close()
        return screen

    return shown


def games(lesson: Lesson, _: Draft) -> Page:
    """Ask for which game."""
    desks = [Desk(lesson.desk.folder / one.game, one) for one in (OTHER, TEACHING)]
    return WhichBoardPage(lesson.session, desks, Path("table.toml"))


def steps(lesson: Lesson, _: Draft) -> Page:
    """List the steps."""
    return WizardPage(lesson.session, lesson.desk, steps_of(TEACHING), _nothing)


def outlining(lesson: Lesson, draft: Draft) -> Page:
    """Show some regions, and the border of another one half touched."""
    known, other = draft.outlines[:6], draft.outlines[6]
    points = other[: 3 * len(other) // 4 : len(other) // TOUCHED]
    half = replace(
        draft, outlines=known, names=draft.names[:6], tapped=points, tapped_in=RegionsPage.taps_of
    )
    lesson.desk.change(half)
    return RegionsPage(lesson, REGIONS, flat(), Borders(flat(), known))


def outlined(lesson: Lesson, draft: Draft) -> Page:
    """Show all regions."""
    return RegionsPage(lesson, REGIONS, flat(), Borders(flat(), draft.outlines))


def neighbours(lesson: Lesson, _: Draft) -> Page:
    """Show which regions are neighbours."""
    return LinesPage(lesson, NEIGHBOURS, flat())


def exchanges(lesson: Lesson, _: Draft) -> Page:
    """List the sides of the exchange tiles."""
    return SheetPage(lesson, EXCHANGE_SIDES)


def side(lesson: Lesson, _: Draft) -> Page:
    """Show what one side buys."""
    return SheetPage(lesson, EXCHANGE_SIDES, 1)


def refused(records: Callable[[Records], Records]) -> Opening:
    """Say what is wrong with sides of exchange tiles."""

    def shown(lesson: Lesson, draft: Draft) -> Page:
        sides = records(EXCHANGE_SIDES.begin())
        lesson.desk.change(draft.with_records(EXCHANGE_SIDES.step, sides))
        lesson.session.open(SheetPage(lesson, EXCHANGE_SIDES))
        lesson.session.page.press(Button.OK)
        return lesson.session.page

    return shown


def sheet(number: int) -> Opening:
    """Show another sheet."""
    return lambda lesson, _: SheetPage(lesson, TEACHING.sheets[number])


def clocks(lesson: Lesson, draft: Draft) -> Page:
    """Ask for one clock after others."""
    middles = tuple((x, y) for x, y, _ in built_in().clock_spaces[:-1])
    lesson.desk.change(replace(draft, tapped=middles, tapped_in=CLOCKS))
    return AreasPage(lesson, next(one for one in SPACES if one.step == CLOCKS), flat())


def pawns(lesson: Lesson, draft: Draft) -> Page:
    """Show where pawns are to stand."""
    lesson.desk.change(replace(draft, colours=("red", "blue", "green", "yellow")))
    return PiecesPage(lesson, Plan(built_in(), corners()))


def arrangement(number: int) -> Opening:
    """List what is to lie where."""
    return lambda lesson, _: ArrangementPage(lesson, TEACHING.arrangements[number])


def proof(lesson: Lesson, draft: Draft) -> Page:
    """Show who is seen, several in one region."""
    colours = ("red", "blue", "green")
    lesson.desk.change(replace(draft, samples=tuple(Sample("", one, (0,)) for one in colours)))
    page = ProofPage(lesson, (Plan(built_in(), corners()), None))
    regions = [place.id for place in page.places[2:5]]
    page.moves.add({"slot-1": colours, regions[1]: ("red", "red"), regions[2]: 3 * colours}, 0.0)
    page.moves.count, page.moves.last, page.moves.colours = 2, tuple(regions[:2]), ("red",)
    return page


def _nothing() -> None:
    """Go nowhere when a step is done."""


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "teaching-games": example("view", games),
    "teaching-areas": example("view", steps),
    "teaching-regions": example("regions", outlining),
    "teaching-regions-all": example("regions", outlined),
    "teaching-region": example("regions", outlined, Button.SCORE, Button.OK),
    "teaching-neighbours": example("routes", neighbours),
    "teaching-exchanges": example("sides", exchanges),
    "teaching-exchange": example("sides", side),
    "teaching-exchanges-wrong": example("sides", refused(lambda sides: (*sides, ("",) * 7))),
    "teaching-exchanges-twice": example("sides", refused(lambda sides: (*sides, sides[0]))),
    "teaching-tiles-wrong": example("sides", refused(lambda sides: sides[1:])),
    "teaching-start": example("start", sheet(1)),
    "teaching-start-wrong": example("start", sheet(1), Button.WHY, Button.OK),
    "teaching-markers": example("markers", sheet(2)),
    "teaching-clocks": example("clocks", clocks),
    "teaching-pawns": example("merchants", pawns),
    "teaching-cubes": example("cubes", arrangement(0)),
    "teaching-exchange-tiles": example("tiles", arrangement(1)),
    "teaching-exchange-tiles-turned": example("turned", arrangement(2)),
    "teaching-open": example("open-1", arrangement(3)),
    "teaching-pawns-seen": example("proof", proof),
}
