"""A picture is doubted that shows no tiles, or where more lies than it is said to show.

What the eye would have learnt is told here; that it finds such pieces is the eye's own test.
"""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from companion.calibration.board import untaught_session
from companion.calibration.desk import Desk
from companion.calibration.draft import Sample, Shown
from companion.calibration.pieces import LearntPage, _doubt, learning_page
from companion.games.sumeria.teaching import TEACHING
from companion.journal.store import Store
from companion.pages.kinds import MessagePage
from companion.session.session import Session
from companion.settings import Settings
from engine.board import Board
from engine.games import parse_board
from engine.sumeria.board_file import RANKING
from seeds.boards import builtin_board_text
from tests.companion.calibration.lessons import lesson
from tests.companion.pages.hands import rows
from tests.companion.pages.tasks import run_tasks
from vision import table
from vision.reading import Reading, Slots

TEXT = builtin_board_text("dubsar")
BOARD = parse_board(TEXT, "dubsar.toml")
PICTURE = np.zeros((42, 56, 3), np.uint8)
(ROW,) = (one for one in TEACHING.arrangements if one.group == RANKING)
TILES = ROW.group_on(BOARD).classes
IN_DOUBT = ["Another picture", "Use it anyway"]


@dataclass
class Taught:
    """The table that an eye was taught."""

    board: Board
    samples: tuple[table.Sample, ...]


@dataclass
class Told:
    """An eye that is told what lies ``elsewhere``, and what the row shows, look by look."""

    table: Taught
    elsewhere: tuple[str, ...] = ()
    row: tuple[tuple[int, ...], ...] = ()
    warnings: tuple[()] = ()
    unlearnt: tuple[()] = ()
    saturated: tuple[()] = ()

    def unlike_empty(self, frame: Path, known: set[str]) -> tuple[str, ...]:
        assert (frame.name, known) == ("merchants.png", {"ur.city"})
        return self.elsewhere

    def read(self, _: object) -> Reading:
        lying, *self.row = self.row  # type: ignore[assignment]
        sure = np.full((len(TILES), len(TILES)), -9.0)
        sure[range(len(TILES)), lying] = 0.0
        seen = np.ones(len(TILES), bool)
        slots = Slots(TILES, sure, seen, near=~seen)
        return Reading(registered=True, groups={RANKING: slots}, hand=False)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Know the board, and have a picture of merchants and one of tiles in board order."""
    desk = Desk(tmp_path, TEACHING)
    empty, tiles = (desk.keep_picture(name, PICTURE) for name in ("empty", "tiles"))
    draft = replace(TEACHING.blank, known=TEXT, size_mm=BOARD.size_mm, empty=empty)
    sample = Sample(desk.keep_picture("merchants", PICTURE), "red", (0,))
    shown = {ROW.step: Shown(tiles, tuple(range(len(TILES))))}
    desk.change(replace(draft, samples=(sample,), shown=shown))
    return desk


@pytest.fixture
def session() -> Session:
    return untaught_session(Settings(), Store.in_memory())


def eye(elsewhere: tuple[str, ...] = (), row: tuple[tuple[int, ...], ...] = ()) -> Told:
    sample = table.Sample(Path("merchants.png"), "red", ("ur.city",), "sample 1.frame")
    return Told(Taught(BOARD, (sample,)), elsewhere, row)


def learnt(
    session: Session, desk: Desk, told: Told, monkeypatch: pytest.MonkeyPatch, *, tiles: bool
) -> LearntPage:
    """Learn, and open the page that says what was found."""
    monkeypatch.setattr(Desk, "learnt", lambda *_: told)
    draft = desk.draft
    doubted = {"doubted": partial(_doubt, desk, draft, ROW)} if tiles else {}
    session.open(MessagePage(session, "the list of steps"))
    session.open(learning_page(lesson(session, desk), draft, **doubted))
    session.pass_time(1.0)
    run_tasks(session)
    assert isinstance(session.page, LearntPage)
    return session.page


def test_a_piece_on_the_board_that_was_to_be_empty_is_named(
    session: Session, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = learnt(session, desk, eye(("uruk.city",)), monkeypatch, tiles=False)
    assert page.text() == (
        "Something is on the city of Uruk, or was there when the board should have been empty. "
        "Clear it; then repeat “Merchants” or “What the camera sees”."
    )
    assert rows(session) == IN_DOUBT


def test_where_nothing_else_lies_nothing_is_doubted(
    session: Session, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = learnt(session, desk, eye(), monkeypatch, tiles=False)
    assert page.text() == "All of them can be told apart."
    assert rows(session) == ["Continue", "Another picture"]


LAID = tuple(range(len(TILES)))
OTHERS = (*LAID[1:], 0)
"""What lies in the row as it is shown, and the same tiles all elsewhere."""


@pytest.mark.parametrize(
    ("now", "before", "doubted"),
    [
        (LAID, OTHERS, False),  # other tiles lay there when the board was to be empty
        (LAID, LAID, True),  # both pictures look the same
        (OTHERS, OTHERS, True),  # what is seen is not what was laid
    ],
    ids=["laid", "same", "other"],
)
def test_a_picture_that_shows_no_tiles_is_doubted(  # noqa: PLR0913, PLR0917 - two looks, and what they say
    session: Session,
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
    now: tuple[int, ...],
    before: tuple[int, ...],
    doubted: bool,  # noqa: FBT001 - the same
) -> None:
    page = learnt(session, desk, eye(row=(now, before)), monkeypatch, tiles=True)
    assert (rows(session) == IN_DOUBT) == doubted
    if doubted:
        assert page.text() == (
            "The picture of the empty board looks the same there. Is everything where it is shown?"
        )
