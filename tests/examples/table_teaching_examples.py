"""The later steps of calibration: what is beside the locations, pieces, tiles and the proof."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from companion.boards.known import known_board
from companion.calibration.calibration import DAMAGED, SAVED
from companion.calibration.colours_page import ColoursPage
from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, Sample
from companion.calibration.furniture import INFLUENCE, RANKING, Furniture
from companion.calibration.furniture_page import FurniturePage
from companion.calibration.known_page import KnownPage
from companion.calibration.learning_page import FINE, LearningPage
from companion.calibration.merchants_page import MerchantsPage
from companion.calibration.proof_page import ProofPage
from companion.calibration.saving_page import SavingPage
from companion.calibration.tiles_page import KindsPage, RowPage
from companion.pages.kinds import MessagePage
from companion.session.session import Page, Session
from companion.ui.screen import Screen
from companion.words.eye import refusal_sentences, warning_sentences
from companion.words.names import capitalised, names_of
from engine.board import Board
from engine.games import parse_board
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.examples.calibration_examples import example, seen
from tests.examples.sitting import PLAYERS, Sitting
from vision.aiming import aim
from vision.plan import Plan
from vision.proposing.flat import Flat, flatten
from vision.teaching import Confusion
from vision.unteachable import UnteachableError

TOLD: Final = 4
"""Influence spaces that are shown when some are."""


@cache
def built_in() -> Board:
    """Give the board that all examples show."""
    return parse_board(builtin_board_text("dubsar"), "dubsar.toml")


@cache
def plan() -> Plan:
    """Tell where its locations are in the picture."""
    picture, corners, _ = seen()
    return aim(built_in(), corners, picture)


@cache
def flat() -> Flat:
    """Tell how it lies in the picture."""
    picture, corners, _ = seen()
    return flatten(picture, np.array(corners), built_in().size_mm)


def furnished(draft: Draft) -> Draft:
    """Tell what is printed beside the locations, and the colours."""
    board = built_in()
    return replace(
        draft,
        slots_mm=board.row_boxes,
        influence_mm=board.tile_circles,
        turns_mm=board.marker_circles,
        colours=PLAYERS,
    )


def known(session: Session, desk: Desk, draft: Draft) -> Page:
    """Ask whether this is the board that it is taken for."""
    board = known_board("dubsar")
    page = KnownPage(session, desk, _nothing)
    if board is not None and draft.corners_px is not None:
        page.propose(board, draft.corners_px)
    return page


def asking(furniture: Furniture, number: int) -> Callable[[Session, Desk, Draft], Page]:
    """Ask for one point after others."""

    def shown(session: Session, desk: Desk, draft: Draft) -> Page:
        points = tuple((x, y) for x, y, *_ in furniture.told(furnished(draft)))[:number]
        desk.change(replace(draft, tapped=points, tapped_in=furniture.name))
        page = FurniturePage(session, desk, _nothing, furniture)
        page.lie(flat())
        return page

    return shown


def shown_row(session: Session, desk: Desk, draft: Draft) -> Page:
    """Show the ranking row as it was told."""
    desk.change(furnished(draft))
    page = FurniturePage(session, desk, _nothing, RANKING)
    page.lie(flat())
    return page


def colours(session: Session, desk: Desk, draft: Draft) -> Page:
    """List the colours."""
    desk.change(furnished(draft))
    return ColoursPage(session, desk, _nothing)


def merchants(session: Session, desk: Desk, draft: Draft) -> Page:
    """Show where merchants are to stand."""
    desk.change(furnished(draft))
    page = MerchantsPage(session, desk, _nothing)
    page.lie(plan())
    return page


def fine(session: Session, desk: Desk, draft: Draft) -> Page:
    """Say that all can be told apart."""
    page = LearningPage(session, desk, _nothing, draft, session.words.say("Merchants"))
    page.conclude(session.words.tell(FINE, {}), good=True)
    return page


def alike(session: Session, desk: Desk, draft: Draft) -> Page:
    """Warn of two pairs that are alike."""
    page = LearningPage(session, desk, _nothing, draft, session.words.say("Merchants"))
    close = [Confusion(pair, None, 1.0) for pair in (("red", "yellow"), ("blue", "green"))]
    told = warning_sentences(close, (), names_of(session.words, built_in()))
    page.conclude(" ".join(f"{capitalised(one)}." for one in told), good=True)
    return page


def refused(session: Session, desk: Desk, draft: Draft) -> Page:
    """Refuse a picture."""
    page = LearningPage(session, desk, _nothing, draft, session.words.say("Merchants"))
    error = UnteachableError(
        "", "", "", "misread", ("yellow", "green"), built_in().locations[-1].id
    )
    page.conclude(refusal_sentences(error, names_of(session.words, built_in())), good=False)
    return page


def row(session: Session, desk: Desk, draft: Draft) -> Page:
    """List the city-state tiles."""
    desk.change(furnished(draft))
    return RowPage(session, desk, _nothing)


def kinds(session: Session, desk: Desk, draft: Draft) -> Page:
    """List the influence tiles."""
    desk.change(furnished(draft))
    return KindsPage(session, desk, _nothing)


def proving(moves: int, *, several: bool = False) -> Callable[[Session, Desk, Draft], Page]:
    """Show who is seen, some moves in."""

    def shown(session: Session, desk: Desk, draft: Draft) -> Page:
        samples = tuple(Sample("", colour, ()) for colour in PLAYERS)
        desk.change(replace(furnished(draft), samples=samples))
        page = ProofPage(session, desk, _nothing)
        page.lie(plan())
        ids = [one.id for one in page.board.locations]
        page.see_standing({ids[5 * i]: colour for i, colour in enumerate(PLAYERS)})
        page.moves.count, page.moves.last, page.moves.several = moves, (ids[0], ids[2]), several
        return page

    return shown


def saved(session: Session, desk: Desk, draft: Draft) -> Page:
    """Say that all is kept."""
    del desk, draft
    words = session.words
    path = "/var/lib/dubsar/table.toml"
    return MessagePage(session, words.tell(SAVED, {}), words.say("Calibration"), path)


def saving(session: Session, desk: Desk, draft: Draft) -> Page:
    """Say that it is being kept."""
    del draft
    title = session.words.say("Calibration")
    return SavingPage(session, desk, _nothing, Path("table.toml"), title)


def damaged(session: Session, desk: Desk, draft: Draft) -> Page:
    """Say that what was told the last time cannot be read."""
    del desk, draft
    words = session.words
    path = "/var/lib/dubsar/calibration/draft-1.json"
    return MessagePage(session, words.tell(DAMAGED, {}), words.say("Calibration"), path)


def unfit(session: Session, desk: Desk, draft: Draft) -> Page:
    """Refuse a picture for something that other pieces cannot mend."""
    page = LearningPage(session, desk, _nothing, draft, session.words.say("Merchants"))
    both = built_in().locations[-2].id, built_in().locations[-1].id
    error = UnteachableError("", "", "", "heaped", both)
    page.conclude(refusal_sentences(error, names_of(session.words, built_in())), good=False)
    return page


def _nothing() -> None:
    """Go nowhere when a step is done."""


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "calibration-known": example(known),
    "calibration-ranking": example(asking(RANKING, 1)),
    "calibration-ranking-told": example(shown_row),
    "calibration-influence": example(asking(INFLUENCE, TOLD)),
    "calibration-colours": example(colours),
    "calibration-merchants": example(merchants),
    "calibration-merchants-elsewhere": example(merchants, Button.WHY, Button.OK, Button.WHY),
    "calibration-learnt": example(fine),
    "calibration-alike": example(alike),
    "calibration-refused": example(refused),
    "calibration-row": example(row),
    "calibration-row-other": example(row, Button.WHY, Button.WHY, Button.OK),
    "calibration-kinds": example(kinds),
    "calibration-proof": example(proving(3)),
    "calibration-proof-several": example(proving(3, several=True)),
    "calibration-proved": example(proving(10)),
    "calibration-saving": example(saving),
    "calibration-saved": example(saved),
    "calibration-damaged": example(damaged),
    "calibration-unfit": example(unfit),
}
