"""Damaged drafts and lost pictures: nobody's work is thrown away, and no step fails for it."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.calibration.board import untaught_session
from companion.calibration.desk import DRAFT, Desk
from companion.calibration.draft import Sample, Shown
from companion.calibration.wizard import CalibrationPage, begin
from companion.games.sumeria.teaching import TEACHING
from companion.journal.store import Store
from companion.pages.kinds import MessagePage
from companion.session.session import Session
from companion.settings import Settings
from companion.ui.texts import Message
from engine.errors import InputError
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.companion.pages.hands import menu, press, rows

PICTURE = np.full((60, 80, 3), 90, np.uint8)
CORNERS = ((1.0, 1.0), (70.0, 1.0), (70.0, 50.0), (1.0, 50.0))


@pytest.fixture
def session() -> Session:
    """Give a session in which a table is taught."""
    return untaught_session(Settings(), Store.in_memory())


def opened(session: Session, folder: Path) -> Desk:
    """Begin the wizard with the draft of a folder."""
    desk = Desk(folder, TEACHING)
    begin(session, desk, folder.parent / "table.toml")
    return desk


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b'{"format": 1, "name": "Ou',
        b"no JSON",
        b"\xff\xfe{}",
        b"[]",
        b'{"format": 2}',
        b'{"format": 1, "places": [[1, 2]]}',
        b'{"format": 1, "later": true}',
    ],
)
def test_a_damaged_draft_is_told_and_kept_beside_the_new_one(
    session: Session, tmp_path: Path, data: bytes
) -> None:
    folder = tmp_path / "draft"
    folder.mkdir()
    (folder / DRAFT).write_bytes(data)
    desk = opened(session, folder)
    body = session.screen.body
    assert isinstance(body, Message)
    assert body.path == str(folder / "draft-1.json")
    assert "\n" not in desk.damage
    assert (folder / DRAFT).read_bytes() == data  # who leaves it at that has lost nothing
    press(session, Button.OK)
    assert isinstance(session.page, CalibrationPage)
    desk.change(replace(TEACHING.blank, name="Ours"))
    assert (folder / "draft-1.json").read_bytes() == data
    assert Desk(folder, TEACHING).draft.name == "Ours"
    assert not Desk(folder, TEACHING).damage


def test_a_draft_that_contradicts_itself_can_be_put_right(session: Session, tmp_path: Path) -> None:
    """Its lines join spots of which nothing is known."""
    desk = Desk(tmp_path / "draft", TEACHING)
    empty = desk.keep_picture("empty", PICTURE)
    size_mm = (560.0, 420.0)
    begun = replace(TEACHING.blank, empty=empty, corners_px=CORNERS, size_mm=size_mm)
    desk.change(replace(begun, stretches=((0, 1),)))
    desk = opened(session, tmp_path / "draft")
    assert not desk.damage
    assert isinstance(session.page, CalibrationPage)
    offered = [row.text for row in menu(session).rows if row.choosable]
    assert any("Locations" in text for text in offered)
    assert not any("Merchants" in text for text in offered)
    with pytest.raises(InputError, match="expected parts that fit together"):
        desk.save(desk.draft, tmp_path / "table.toml")


def test_two_damaged_drafts_lie_beside_each_other(tmp_path: Path) -> None:
    for text in ("one", "two"):
        (tmp_path / DRAFT).write_text(text)
        Desk(tmp_path, TEACHING).change(replace(TEACHING.blank, name=text))
    assert [(tmp_path / f"draft-{i}.json").read_text() for i in (1, 2)] == ["one", "two"]


def test_a_draft_as_it_should_be_opens_without_a_word(session: Session, tmp_path: Path) -> None:
    opened(session, tmp_path)
    assert isinstance(session.page, CalibrationPage)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Keep a draft of which all pictures are taken."""
    desk = Desk(tmp_path / "draft", TEACHING)
    empty, merchants, row, influence = (
        desk.keep_picture(name, PICTURE) for name in ("empty", "merchants", "row", "influence")
    )
    steps = ("view", "known", "colours", "merchants", "row", "kinds", "proof")
    desk.change(
        replace(
            TEACHING.blank,
            known=builtin_board_text("dubsar"),
            size_mm=(560.0, 420.0),
            empty=empty,
            corners_px=CORNERS,
            colours=("red", "blue", "yellow"),
            samples=(Sample(merchants, "red", (3,)),),
            shown={"kinds": Shown(influence, (0,) * 6), "row": Shown(row, tuple(range(8)))},
            finished=steps,
        )
    )
    return desk.folder


@pytest.mark.parametrize("lost", ["gone", "broken"])
@pytest.mark.parametrize(
    ("name", "open_again"),
    [
        ("empty", {"view", "known", "merchants", "row", "kinds", "proof"}),
        ("merchants", {"merchants", "proof"}),
        ("row", {"row"}),
        ("influence", {"kinds"}),
    ],
)
def test_where_a_picture_is_lost_the_steps_that_need_it_are_open_again(
    session: Session, folder: Path, name: str, open_again: set[str], lost: str
) -> None:
    before, path = Desk(folder, TEACHING).draft, folder / "frames" / f"{name}.png"
    if lost == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:40])
    desk = opened(session, folder)
    assert isinstance(session.page, MessagePage)
    assert set(before.finished) - set(desk.draft.finished) == open_again
    assert f"frames/{name}.png" not in desk.draft.pictures
    assert (desk.draft.known, desk.draft.colours) == (before.known, before.colours)
    assert Desk(folder, TEACHING).draft == desk.draft
    press(session, Button.OK)
    assert sum(row.endswith(" next") for row in rows(session)) == 1


def test_a_picture_that_is_lost_meanwhile_opens_its_step_again(
    session: Session, folder: Path
) -> None:
    page = begin(session, Desk(folder, TEACHING), folder.parent / "table.toml")
    (folder / "frames" / "empty.png").unlink()
    number = next(i for i, row in enumerate(rows(session)) if "Merchants" in row)
    page.choose(number)
    assert isinstance(session.page, MessagePage)
    assert rows_below(session)[0].endswith("next")


def rows_below(session: Session) -> list[str]:
    press(session, Button.OK)
    return rows(session)


def test_a_draft_of_another_version_says_which(tmp_path: Path) -> None:
    (tmp_path / DRAFT).write_text(json.dumps({"format": 7}))
    assert Desk(tmp_path, TEACHING).damage == f"{tmp_path / DRAFT}: format: expected 1, found 7"


def test_nothing_is_undone_that_was_forgotten(folder: Path) -> None:
    desk = Desk(folder, TEACHING)
    desk.change(replace(desk.draft, name="Ours"))
    (folder / "frames" / "row.png").unlink()
    assert desk.forget_lost()
    assert not desk.can_undo
    assert not desk.forget_lost()
