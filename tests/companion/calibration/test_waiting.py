"""While something takes long the screen says so, BACK leads out, and nothing else does anything."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.calibration import (
    board_page,
    known_page,
    learning_page,
    locations_page,
    proof_page,
    routes_page,
    saving_page,
)
from companion.calibration.board_page import BoardPage
from companion.calibration.forks_page import ForksPage
from companion.calibration.furniture import RANKING
from companion.calibration.furniture_page import FurniturePage
from companion.calibration.known_page import KnownPage
from companion.calibration.learning_page import LearningPage
from companion.calibration.locations_page import LocationsPage
from companion.calibration.merchants_page import MerchantsPage
from companion.calibration.proof_page import ProofPage
from companion.calibration.routes_page import RoutesPage
from companion.calibration.saving_page import SavingPage
from companion.calibration.untaught import untaught_look
from companion.calibration.wizard import WizardPage
from companion.session.session import Page
from companion.ui.texts import Message
from engine.errors import InputError
from hardware.panel import Button
from tests.companion.calibration.owner import Owner, blank
from tests.companion.pages.hands import press
from tests.companion.pages.tasks import run_tasks
from tests.examples.calibration_examples import told

Opening = Callable[[Owner, Callable[[], None]], Page]


@pytest.fixture
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Owner:
    """Bring an owner before a list of steps, everything told, and nothing that takes long."""
    for module, name in (
        (board_page, "found_outline"),
        (known_page, "_recognised"),
        (learning_page, "_learnt"),
        (locations_page, "proposed_places"),
        (proof_page, "_learnt"),
        (routes_page, "proposed_stretches"),
        (saving_page, "_saved"),
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


def board(owner: Owner, done: Callable[[], None]) -> Page:
    owner.desk.change(replace(owner.desk.draft, corners_px=None))
    return BoardPage(owner.session, owner.desk, done)


def known(owner: Owner, done: Callable[[], None]) -> Page:
    return KnownPage(owner.session, owner.desk, done)


def locations(owner: Owner, done: Callable[[], None]) -> Page:
    return LocationsPage(owner.session, owner.desk, done)


def routes(owner: Owner, done: Callable[[], None]) -> Page:
    return RoutesPage(owner.session, owner.desk, done)


def forks(owner: Owner, done: Callable[[], None]) -> Page:
    return ForksPage(owner.session, owner.desk, done)


def ranking(owner: Owner, done: Callable[[], None]) -> Page:
    return FurniturePage(owner.session, owner.desk, done, RANKING)


def merchants(owner: Owner, done: Callable[[], None]) -> Page:
    return MerchantsPage(owner.session, owner.desk, done)


def learning(owner: Owner, done: Callable[[], None]) -> Page:
    return LearningPage(owner.session, owner.desk, done, owner.desk.draft, "Merchants")


def proof(owner: Owner, done: Callable[[], None]) -> Page:
    return ProofPage(owner.session, owner.desk, done)


def saving(owner: Owner, done: Callable[[], None]) -> Page:
    return SavingPage(owner.session, owner.desk, done, Path("nowhere/table.toml"), "Calibration")


OPENINGS = (saving, board, known, locations, routes, forks, ranking, merchants, learning, proof)


@pytest.mark.parametrize("opening", OPENINGS)
def test_back_leads_out_and_the_answer_is_thrown_away(owner: Owner, opening: Opening) -> None:
    session, done = owner.session, 0

    def count() -> None:
        nonlocal done
        done += 1

    page = opening(owner, count)
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
    session.bring(task, None)
    assert (owner.desk.draft, done) == (before, 0)


@pytest.mark.parametrize("opening", OPENINGS)
def test_nothing_is_asked_for_twice(owner: Owner, opening: Opening) -> None:
    owner.session.open(opening(owner, forbidden))
    for second in range(1, 9):
        owner.session.pass_time(owner.session.now + second)
    assert len(owner.session.tasks) == 1


def test_of_the_pictures_that_come_one_is_read_after_the_other(owner: Owner) -> None:
    session = owner.session
    page = proof(owner, forbidden)
    assert isinstance(page, ProofPage)
    session.open(page)
    read: list[str] = []

    class Reader:
        def read(self, _: object, name: str) -> None:
            read.append(name)
            raise InputError(name, "", "another size")

    page._eye = Reader()  # type: ignore[assignment]  # reads nothing
    for name in "abc":
        session.take_look(untaught_look(owner.picture, name))
    run_tasks(session)
    session.take_look(untaught_look(owner.picture, "d"))
    run_tasks(session)
    assert read == ["a", "d"]
