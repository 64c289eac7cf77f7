"""While something takes long the screen says so, BACK leads out, and nothing else does anything."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.calibration import board, lines, pieces, points, proof, wizard
from companion.calibration.board import untaught_look
from companion.calibration.pieces import learning_page
from companion.calibration.proof import ProofPage
from companion.calibration.step import Lesson
from companion.calibration.wizard import CalibrationPage, WizardPage
from companion.session.session import Page
from companion.ui.texts import Message
from engine.errors import InputError
from hardware.panel import Button
from tests.companion.calibration.lessons import STEPS, lesson
from tests.companion.calibration.owner import Owner, blank
from tests.companion.pages.hands import press
from tests.companion.pages.tasks import run_tasks
from tests.examples.calibration_examples import told
from vision.plan import Plan

Opening = Callable[[Lesson], Page]


@pytest.fixture
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Owner:
    """Bring an owner before a list of steps, everything known, and nothing that takes long."""
    for module, name in (
        (board, "found_outline"),
        (board, "_recognised"),
        (pieces, "attempt"),
        (points, "proposed_spots"),
        (proof, "_learnt"),
        (lines, "proposed_stretches"),
        (wizard, "attempt"),
    ):
        monkeypatch.setattr(module, name, forbidden)
    shown = blank()
    one = Owner(tmp_path, shown)
    one.desk.change(
        replace(
            told(shown.board),
            empty=one.desk.keep_picture("empty", shown.picture),
            corners_px=(*map(tuple, shown.corners_px),),  # type: ignore[arg-type]  # four of them
            colours=("red", "blue", "yellow"),
        )
    )
    return one


def forbidden(*_: object) -> None:
    raise AssertionError("this is not to be done where the session runs")


def boards(lesson: Lesson) -> Page:
    lesson.desk.change(replace(lesson.desk.draft, corners_px=None))
    return STEPS["board"].page(lesson)


def learnt(lesson: Lesson) -> Page:
    return learning_page(lesson, lesson.desk.draft)


def saving(lesson: Lesson) -> Page:
    page = CalibrationPage(lesson.session, lesson.desk, Path("nowhere/table.toml"))
    page.save()
    waiting = lesson.session.page
    lesson.session.close(waiting)
    return waiting


NAMES = ("known", "locations", "routes", "forks", "ranking", "merchants", "proof")
OPENINGS = (saving, boards, learnt, *(STEPS[name].page for name in NAMES))


@pytest.mark.parametrize("opening", OPENINGS)
def test_back_leads_out_and_the_answer_is_thrown_away(owner: Owner, opening: Opening) -> None:
    session, done = owner.session, 0

    def count() -> None:
        nonlocal done
        done += 1

    page = opening(lesson(session, owner.desk, count))
    session.open(page)
    before = owner.desk.draft
    session.pass_time(session.now + 1)
    session.take_look(untaught_look(owner.picture, "live"))
    assert len(session.tasks) == 1
    assert isinstance(session.screen.body, Message)
    labels = session.screen.labels
    assert [labels.score, labels.ok, labels.why] == ["", "", ""]
    press(session, Button.OK, Button.SCORE, Button.WHY)
    session.tap("row-0")
    assert session.page is page
    press(session, Button.BACK)
    assert isinstance(session.page, WizardPage)
    (task,) = session.tasks
    assert not session.awaits(task)
    session.finish_task(task, None)
    assert (owner.desk.draft, done) == (before, 0)


@pytest.mark.parametrize("opening", OPENINGS)
def test_nothing_is_asked_for_twice(owner: Owner, opening: Opening) -> None:
    owner.session.open(opening(lesson(owner.session, owner.desk, forbidden)))
    for second in range(1, 9):
        owner.session.pass_time(owner.session.now + second)
    assert len(owner.session.tasks) == 1


def test_who_says_that_pieces_are_misread_reads_what_helps(owner: Owner) -> None:
    session = owner.session
    draft, reader = owner.desk.draft, Mock()
    plan = Plan(owner.desk.game.board(draft), draft.corners_px or ())
    session.open(ProofPage(lesson(session, owner.desk), (plan, reader)))
    page = session.page
    assert isinstance(page, ProofPage)
    page.moves.count = 7
    next(stop for stop in page.stops() if stop.target == "wrong").do()
    assert page.moves.count == 0
    body = session.page.body()
    assert isinstance(body, Message)
    assert "repeat “Merchants”, with more light" in body.text
    press(session, Button.OK)
    assert session.page is page


def test_of_the_pictures_that_come_one_is_read_after_the_other(owner: Owner) -> None:
    session = owner.session
    read: list[str] = []

    class Reader:
        def read(self, _: object, name: str) -> None:
            read.append(name)
            raise InputError(name, "", "another size")

    reader: Any = Reader()
    draft = owner.desk.draft
    plan = Plan(owner.desk.game.board(draft), draft.corners_px or ())
    session.open(ProofPage(lesson(session, owner.desk, forbidden), (plan, reader)))
    for name in "abc":
        session.take_look(untaught_look(owner.picture, name))
    run_tasks(session)
    session.take_look(untaught_look(owner.picture, "d"))
    run_tasks(session)
    assert read == ["a", "d"]
