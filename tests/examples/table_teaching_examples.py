"""The later steps of calibration: what is beside the locations, pieces, tiles and the proof."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from companion.boards.known import known_board
from companion.calibration.board import KnownPage
from companion.calibration.draft import Draft, Sample
from companion.calibration.pieces import (
    ELSE,
    FINE,
    SAME,
    Doubt,
    LearntPage,
    PiecesPage,
    learnt_page,
)
from companion.calibration.points import AreasPage
from companion.calibration.proof import ProofPage
from companion.calibration.step import Lesson
from companion.calibration.teaching import Areas
from companion.calibration.wizard import DAMAGED, SAVED, CalibrationPage
from companion.games.sumeria.teaching import AREAS
from companion.pages.kinds import MessagePage
from companion.session.session import Page
from companion.ui.screen import Screen
from companion.words.eye import warning_sentences
from companion.words.names import capitalised, names_of
from engine.board import Board
from engine.games import parse_board
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.examples.calibration_examples import Opening, example, of_step, seen, step
from tests.examples.sitting import PLAYERS, Sitting
from vision.plan import Plan, aim
from vision.proposing.flat import Flat, flatten
from vision.table import UnteachableError
from vision.teaching import Confusion

RANKING, INFLUENCE, _ = AREAS
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
    """Add what is printed beside the locations, and the colours."""
    board = built_in()
    rows = (board.row_boxes, board.tile_circles, board.marker_circles)
    steps = (areas.step for areas in AREAS)
    return replace(draft, areas=dict(zip(steps, rows, strict=True)), colours=PLAYERS)


def after(name: str) -> Opening:
    """Open a step where all that is printed is known, and the colours."""

    def opened(lesson: Lesson, draft: Draft) -> Page:
        lesson.desk.change(furnished(draft))
        return step(name)(lesson, draft)

    return opened


def known(lesson: Lesson, draft: Draft) -> Page:
    """Ask whether this is the board that it is taken for."""
    board = known_board("dubsar")
    assert board is not None
    assert draft.corners_px is not None
    return KnownPage(lesson, board, draft.corners_px)


def asking(areas: Areas, number: int) -> Opening:
    """Ask for one point after others."""

    def shown(lesson: Lesson, draft: Draft) -> Page:
        points = tuple((x, y) for x, y, *_ in furnished(draft).rows(areas.step))[:number]
        lesson.desk.change(replace(draft, tapped=points, tapped_in=areas.step))
        return AreasPage(lesson, areas, flat())

    return of_step(areas.step, shown)


def impossible(number: int) -> Opening:
    """Refuse the point that was touched after others: it lies where the first one does."""

    def shown(lesson: Lesson, draft: Draft) -> Page:
        (x, y, width, height), *_ = furnished(draft).rows(RANKING.step)
        points = ((x, y), (x + width, y + height))[:number]
        lesson.desk.change(replace(draft, tapped=points, tapped_in=RANKING.step))
        page = AreasPage(lesson, RANKING, flat())
        lesson.session.open(page)
        mark, *_ = page.body().marks
        page.point("up", (mark.at[0] - 30, mark.at[1]))
        return lesson.session.page

    return of_step(RANKING.step, shown)


def shown_row(lesson: Lesson, draft: Draft) -> Page:
    """Show the ranking row as it was pointed out."""
    lesson.desk.change(furnished(draft))
    return AreasPage(lesson, RANKING, flat())


def merchants(lesson: Lesson, draft: Draft) -> Page:
    """Show where merchants are to stand."""
    lesson.desk.change(furnished(draft))
    return PiecesPage(lesson, plan())


def fine(lesson: Lesson, draft: Draft) -> Page:
    """Say that all can be told apart."""
    return LearntPage(lesson, draft, lesson.session.words.say(FINE), good=True)


def alike(lesson: Lesson, draft: Draft) -> Page:
    """Warn of two pairs that are alike."""
    close = [Confusion(pair, None, 1.0) for pair in (("red", "yellow"), ("blue", "green"))]
    warnings = warning_sentences(close, (), names_of(lesson.session.words, built_in()))
    text = " ".join(f"{capitalised(one)}." for one in warnings)
    return LearntPage(lesson, draft, text, good=True)


def doubted(lesson: Lesson, draft: Draft) -> Page:
    """Doubt a picture in which no tiles are seen."""
    return learnt_page(lesson, draft, Doubt(SAME))


def left_over(lesson: Lesson, draft: Draft) -> Page:
    """Doubt a picture of merchants, as others lay on the last locations when it was empty."""
    *_, one, other, last = lesson.desk.game.board(draft).locations
    return learnt_page(lesson, draft, Doubt(ELSE, (one.id, other.id, last.id)))


def misread(lesson: Lesson, draft: Draft) -> Page:
    """Refuse a picture in which two colours are taken for each other on the last location."""
    *_, last = lesson.desk.game.board(draft).locations
    error = UnteachableError("", "", "", "misread", ("yellow", "green"), last.id)
    return learnt_page(lesson, draft, error)


def heaped(lesson: Lesson, draft: Draft) -> Page:
    """Refuse a board of which the last two locations are in the same place."""
    *_, one, other = lesson.desk.game.board(draft).locations
    error = UnteachableError("", "", "", "heaped", (one.id, other.id))
    return learnt_page(lesson, draft, error)


def proving(moves: int, *, several: bool = False) -> Opening:
    """Show who is seen, some moves in."""

    def shown(lesson: Lesson, draft: Draft) -> Page:
        samples = tuple(Sample("", colour, ()) for colour in PLAYERS)
        lesson.desk.change(replace(furnished(draft), samples=samples))
        page = ProofPage(lesson, (plan(), None))
        ids = [one.id for one in page.board.locations]
        page.moves.add({ids[5 * i]: (colour,) for i, colour in enumerate(PLAYERS)}, 0.0)
        page.moves.count, page.moves.several = moves, several
        page.moves.last = ids[0], ids[5 if several else 2]
        page.moves.colours = PLAYERS[: 1 + several]
        return page

    return of_step("proof", shown)


def saved(lesson: Lesson, _: Draft) -> Page:
    """Say that all is kept."""
    words, path = lesson.session.words, "/var/lib/dubsar/table.toml"
    text, title = words.say(SAVED), words.say("Board setup")
    return MessagePage(lesson.session, text, title, path)


def saving(lesson: Lesson, _: Draft) -> Page:
    """Say that it is being kept."""
    page = CalibrationPage(lesson.session, lesson.desk, Path("table.toml"))
    lesson.session.open(page)
    page.save()
    return lesson.session.page


def damaged(lesson: Lesson, _: Draft) -> Page:
    """Say that what was taught the last time cannot be read."""
    words, path = lesson.session.words, "/var/lib/dubsar/calibration/draft-1.json"
    text, title = words.say(DAMAGED), words.say("Board setup")
    return MessagePage(lesson.session, text, title, path)


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "calibration-known": example(of_step("known", known)),
    "calibration-ranking": example(asking(RANKING, 1)),
    "calibration-ranking-corner": example(impossible(1)),
    "calibration-ranking-last": example(impossible(2)),
    "calibration-ranking-told": example(of_step("ranking", shown_row)),
    "calibration-influence": example(asking(INFLUENCE, TOLD)),
    "calibration-colours": example(after("colours")),
    "calibration-merchants": example(of_step("merchants", merchants)),
    "calibration-merchants-elsewhere": example(
        of_step("merchants", merchants), Button.WHY, Button.OK, Button.WHY
    ),
    "calibration-learnt": example(of_step("merchants", fine)),
    "calibration-alike": example(of_step("merchants", alike)),
    "calibration-refused": example(of_step("merchants", misread)),
    "calibration-left-over": example(of_step("merchants", left_over)),
    "calibration-doubted": example(of_step("row", doubted)),
    "calibration-row": example(after("row")),
    "calibration-row-other": example(after("row"), Button.WHY, Button.WHY, Button.OK),
    "calibration-kinds": example(after("kinds")),
    "calibration-proof": example(proving(3)),
    "calibration-proof-several": example(proving(3, several=True)),
    "calibration-proved": example(proving(10)),
    "calibration-saving": example(saving),
    "calibration-saved": example(saved),
    "calibration-damaged": example(damaged),
    "calibration-unfit": example(of_step("merchants", heaped)),
}
