"""Every page of the wizard can be reached and left by the four buttons alone, and by touch alone.

What takes long is found at once here; how long that may take is another matter.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import pytest

import companion.calibration
from companion.boards.known import known_boards
from companion.calibration import board, lines, pieces, points, proof
from companion.calibration import desk as desk_module
from companion.calibration.board import untaught_look, untaught_session
from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, Sample, Shown
from companion.calibration.step import Step, WaitPage
from companion.calibration.teaching import Teaching
from companion.calibration.wizard import (
    CalibrationPage,
    SavedPage,
    WizardPage,
    begin,
    begin_any,
    steps_of,
)
from companion.games.siberia import teaching as siberia
from companion.games.sumeria.teaching import TEACHING
from companion.journal.store import Store
from companion.pages.kinds import MessagePage
from companion.session.session import Session
from companion.session.wishes import Wish
from companion.settings import Settings, load_settings
from companion.settings.writing import Keeper
from companion.ui.menu import ROW_TARGET
from engine.errors import InputError
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.companion.calibration.lessons import STEPS, lesson
from tests.companion.calibration.owner import blank
from tests.companion.pages.hands import choose_by_buttons, choose_by_touch, menu
from tests.companion.pages.tasks import run_tasks
from tests.companion.pages.walk import WAYS, Walk, pages_in
from tests.examples.calibration_examples import told
from tests.examples.table_teaching_examples import furnished
from vision.plan import Plan
from vision.proposing.flat import Flat, flatten

SHOWN = blank()
WHOLE = told(SHOWN.board)
CORNERS = ((30.0, 20.0), (290.0, 22.0), (300.0, 225.0), (20.0, 220.0))
KNOWN = builtin_board_text("dubsar")
AT_THE_END = {"CalibrationPage", "SavedPage", "WhichBoardPage"}
NEVER_SHOWN = {"WizardPage", "WaitPage"}
"""What lists of steps have in common, and what is over at once here."""
Situation = Callable[[Draft], Draft]


@cache
def above(size_mm: tuple[float, float]) -> Flat:
    """See the board from above; how it was turned does not matter here."""
    return flatten(SHOWN.picture, np.array(CORNERS), size_mm)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let nothing take long, and keep boards in a folder of the test's own."""
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(board, "found_outline", lambda _: CORNERS)
    monkeypatch.setattr(desk_module, "flatten", lambda _, __, size_mm: above(size_mm))
    for module in (pieces, proof):
        monkeypatch.setattr(module, "aim", lambda board, corners, _: Plan(board, corners))
    monkeypatch.setattr(points, "proposed_spots", lambda _: list(WHOLE.places))
    monkeypatch.setattr(lines, "proposed_stretches", lambda *_: WHOLE.stretches)
    monkeypatch.setattr(board, "_recognised", lambda *_: (known_boards()[0], CORNERS))
    refused = InputError("table.toml", "sample", "this is no picture of merchants")
    monkeypatch.setattr(pieces, "attempt", lambda _: refused)
    monkeypatch.setattr(proof, "attempt", lambda _: None)


def prepared(
    folder: Path, situation: Situation, teaching: Teaching = TEACHING
) -> tuple[Session, Desk]:
    """Begin with a draft, before any page is open."""
    session = untaught_session(Settings(), Store.in_memory())
    desk = Desk(folder / "draft", teaching)
    empty = desk.keep_picture("empty", SHOWN.picture)
    frame = desk.keep_picture("merchants", SHOWN.picture)
    draft = replace(furnished(WHOLE), empty=empty, corners_px=CORNERS)
    sample = Sample(frame, "red", (0, 9))
    desk.change(situation(replace(draft, samples=(sample,))))
    desk.begin()
    session.take_look(untaught_look(SHOWN.picture, "live"))
    return session, desk


def ready(folder: Path, situation: Situation) -> tuple[Session, Desk]:
    """Stand before the list of steps."""
    session, desk = prepared(folder, situation)
    begin(session, desk, folder / "table.toml")
    return session, desk


def as_told(draft: Draft) -> Draft:
    """Tell all."""
    return draft


def as_known(draft: Draft) -> Draft:
    """Use a board that is known."""
    return replace(draft, known=KNOWN)


def half(draft: Draft) -> Draft:
    """Tell some of the places, and nothing beside them."""
    places = tuple(one if i < 20 else None for i, one in enumerate(draft.places))
    return replace(draft, places=places, stretches=None, areas={})


def without_outline(draft: Draft) -> Draft:
    """Tell nothing but the picture."""
    return replace(TEACHING.blank, empty=draft.empty)


def bare(draft: Draft) -> Draft:
    """Tell the locations, but nothing beside them."""
    return replace(draft, areas={})


def outlined(draft: Draft) -> Draft:
    """Outline regions of another game, eight in a row."""
    corners = [tuple((20.0 * i + x, y) for x, y in SQUARE) for i in range(8)]
    begun = replace(siberia.TEACHING.blank, size_mm=WHOLE.size_mm, corners_px=draft.corners_px)
    return replace(begun, empty=draft.empty, outlines=tuple(corners), names=("",) * 8)


SQUARE: Final = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))
AREAS: Final = ("regions", "routes", "sides", "start")
"""Steps of that game which are like none of the first."""
OTHERWISE: Final = {"board": without_outline, "locations": half, "ranking": bare}
"""Steps that are not walked through where all is told already."""


def wait(session: Session) -> None:
    """Let a moment pass, the camera showing the board."""
    session.pass_time(session.now + 1.5)
    session.take_look(untaught_look(SHOWN.picture, f"{session.now}"))
    run_tasks(session)


def walk(
    folder: Path, situation: Situation, step: Step, how: str, teaching: Teaching = TEACHING
) -> set[str]:
    """Walk through one step from where its page is opened."""
    session, desk = prepared(folder, situation, teaching)
    session.open(MessagePage(session, "the list of steps"))
    session.open(step.page(lesson(session, desk)))
    wait(session)
    return Walk(session, *WAYS[how], wait).seen


@pytest.mark.parametrize("how", list(WAYS))
def test_every_page_can_be_reached_and_left(tmp_path: Path, how: str) -> None:
    found = set[str]()
    for step in STEPS.values():
        situation = OTHERWISE.get(step.name, as_told)
        found |= walk(tmp_path / step.name, situation, step, how)
    for step in steps_of(siberia.TEACHING):
        if step.name in AREAS:
            found |= walk(tmp_path / step.name, outlined, step, how, siberia.TEACHING)
    expected = pages_in(companion.calibration) - NEVER_SHOWN - AT_THE_END
    assert expected - found == set(), found


@pytest.mark.parametrize("choose", [choose_by_buttons, choose_by_touch])
@pytest.mark.parametrize("situation", [as_told, as_known])
def test_every_step_is_opened_from_the_list_and_leads_back_to_it(
    tmp_path: Path, choose: Callable[[Session, str], None], situation: Situation
) -> None:
    session, _ = ready(tmp_path, situation)
    for text in [row.text for row in menu(session).rows]:
        choose(session, text)
        wait(session)
        assert not isinstance(session.page, WizardPage), text
        session.tap("back") if choose is choose_by_touch else session.page.press(Button.BACK)
        assert isinstance(session.page, WizardPage), text


@pytest.mark.parametrize(
    ("situation", "teaching"), [(as_told, TEACHING), (outlined, siberia.TEACHING)]
)
def test_after_another_picture_each_step_that_is_offered_can_be_opened(
    tmp_path: Path, situation: Situation, teaching: Teaching
) -> None:
    """Where the board lies in it is not known yet: what is drawn on the board waits for that."""
    session, desk = prepared(tmp_path, situation, teaching)
    begin(session, desk, tmp_path / "table.toml")
    desk.retake(desk.draft.empty or "")
    offered = [row.text for row in menu(session).rows if row.choosable]
    assert "1. What the camera sees" in offered
    assert not any("routes" in text or "Neighbours" in text for text in offered)
    samples = (Sample("frames/merchants.png", "red", (0, 1)),)
    desk.change(replace(desk.draft, samples=samples))  # as in a draft that contradicts itself
    listed = [row for row in menu(session).rows if row.choosable]
    assert [row.text for row in listed] == offered
    for text in offered:
        desk.retake(desk.draft.empty or "")
        choose_by_touch(session, text)
        wait(session)
        while not isinstance(session.page, WizardPage):
            session.page.press(Button.BACK)


@pytest.mark.parametrize("choose", [choose_by_buttons, choose_by_touch])
def test_the_last_step_ends_with_what_is_kept(
    tmp_path: Path, choose: Callable[[Session, str], None]
) -> None:
    session, desk = ready(tmp_path, as_known)
    row = Shown(desk.draft.empty or "", tuple(range(8)))
    steps = tuple(name for name in STEPS if name != "proof")
    desk.change(replace(desk.draft, finished=steps, shown={"row": row}))
    choose(session, next(one.text for one in menu(session).rows if "Test" in one.text))
    wait(session)
    rows = getattr(session.screen.body, "rows", ())
    number = next(i for i, row in enumerate(rows) if row.text in {"Continue", "Skip this"})
    if choose is choose_by_touch:
        session.tap(ROW_TARGET.format(number))
    else:
        for _ in range(number):
            session.page.press(Button.WHY)
        session.page.press(Button.OK)
    waiting, *_ = reversed(session.pages)
    wait(session)
    assert isinstance(waiting, WaitPage)
    assert isinstance(session.page, SavedPage)
    (wizard,) = (page for page in session.pages if isinstance(page, CalibrationPage))
    over = [wizard.over]  # who closes the window now does not want to play
    session.page.press(Button.BACK)
    assert [*over, wizard.over] == [False, True]
    assert session.wishes.popleft() is Wish.QUIT


@pytest.mark.parametrize("choose", [choose_by_buttons, choose_by_touch])
def test_where_several_games_can_be_taught_the_first_page_asks_which(
    tmp_path: Path, choose: Callable[[Session, str], None]
) -> None:
    session = untaught_session(Settings(), Store.in_memory())
    desks = [Desk(tmp_path / one.game, one) for one in (TEACHING, siberia.TEACHING)]
    page = begin_any(session, desks, tmp_path / "table.toml")
    choose(session, "Siberia")
    rows = [row.text for row in menu(session).rows]
    assert "4. Regions" in rows
    assert "4. City-states" not in rows
    over = [page.over]
    session.page.press(Button.BACK)
    assert [*over, page.over] == [False, True]
    assert session.wishes.popleft() is Wish.QUIT


@pytest.mark.parametrize("choose", [choose_by_buttons, choose_by_touch])
def test_on_the_first_page_of_all_the_language_is_chosen_and_kept(
    tmp_path: Path, choose: Callable[[Session, str], None]
) -> None:
    variables = {"DUBSAR_HOME": str(tmp_path)}
    effective = load_settings(environment=variables, system=tmp_path / "none.toml")
    session = untaught_session(effective.settings, Store.in_memory())
    session.keeper = Keeper(effective)
    desks = [Desk(tmp_path / one.game, one) for one in (TEACHING, siberia.TEACHING)]
    page = begin_any(session, desks, tmp_path / "table.toml")
    choose(session, "English · Français · Română")
    session.page.press(Button.BACK)
    assert session.page is page
    choose(session, "English · Français · Română")
    choose(session, "Română")
    assert session.page is page
    assert session.screen.title == "Pregătirea tablei"
    again = load_settings(environment=variables, system=tmp_path / "none.toml")
    assert again.settings.language == "ro"
    choose(session, "Siberia")
    assert "4. Regiuni" in [row.text for row in menu(session).rows]
