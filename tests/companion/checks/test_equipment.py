"""What `dubsar doctor` says of journal, camera, table and panel."""

from pathlib import Path

import numpy as np
import pytest

from companion.checks import computer, equipment
from companion.checks.verdict import Grade
from companion.words.machine import FAULTS
from engine.errors import InputError
from hardware.camera import Camera, CameraError, Fault, Frame
from hardware.panel import Button, Cause, Missing
from hardware.virtual.virtual_panel import VirtualPanel
from tests.companion.checks.contexts import context, only
from tests.companion.journal.journals import begun, opened
from vision.table import Table


class OneFrame:
    """A camera with one frame, or with none."""

    def __init__(self, frame: Frame | None) -> None:
        self.frame, self.closed = frame, False

    def open(self) -> None:
        """Do nothing: it is open."""

    def latest(self) -> Frame | None:
        return self.frame

    def lock(self) -> None:
        """Hold nothing."""

    def close(self) -> None:
        self.closed = True


def test_the_journal_is_read_and_not_begun(tmp_path: Path) -> None:
    grade, told = only(computer.journal(context(tmp_path)))
    assert grade is Grade.OK
    assert told.startswith("journal: none yet")
    assert not any(tmp_path.iterdir())
    with opened(tmp_path / "journal.sqlite") as journal:
        begun(journal, 3)
        assert only(computer.journal(context(tmp_path)))[1].endswith("is sound")


def test_a_damaged_journal_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with opened(path) as journal:
        begun(journal, 3)
    raw = bytearray(path.read_bytes())
    raw[raw.rindex(b"place")] ^= 1  # in the text of an event
    path.write_bytes(raw)
    grade, told = only(computer.journal(context(tmp_path)))
    assert grade is Grade.CAREFUL
    assert "is damaged" in told
    assert path.read_bytes() == raw
    path.write_bytes(b"no database at all" * 100)
    assert "is damaged" in only(computer.journal(context(tmp_path)))[1]


def test_another_program_s_database_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with opened(path):
        pass
    raw = bytearray(path.read_bytes())
    raw[68:72] = b"ELSE"  # the application's number in SQLite's header
    path.write_bytes(raw)
    grade, told = only(computer.journal(context(tmp_path)))
    assert grade is Grade.WRONG
    assert "this is no journal of dubsar" in told


def test_a_camera_is_opened_looked_through_and_given_back(tmp_path: Path) -> None:
    camera = OneFrame(Frame(np.zeros((960, 1280, 3), np.uint8), "one", 0.0))
    found = equipment.camera(context(tmp_path), lambda _: camera)
    assert only(found) == (Grade.OK, "camera: auto, 1280 x 960 pixels")
    assert camera.closed


@pytest.mark.parametrize("fault", Fault)
def test_each_fault_of_a_camera_has_its_remedy(tmp_path: Path, fault: Fault) -> None:
    def opened(name: str) -> Camera | None:
        raise CameraError(f"{name} is at fault", fault)

    grade, told = only(equipment.camera(context(tmp_path, camera="usb:3"), opened))
    assert grade is Grade.WRONG
    assert told.startswith(f"camera usb:3: {FAULTS[fault].one.split(':')[0]}; ")
    assert told.endswith("(usb:3 is at fault)")
    assert any(remedy in told for remedy in ("sudo usermod", "sudo systemctl", "sudo apt", "cable"))


def test_no_camera_and_one_without_pictures_are_told(tmp_path: Path) -> None:
    assert "is not there" in only(equipment.camera(context(tmp_path), lambda _: None))[1]
    silent = OneFrame(None)
    assert "no more pictures" in only(equipment.camera(context(tmp_path), lambda _: silent))[1]
    assert silent.closed


def test_the_virtual_table_needs_neither_camera_nor_file(tmp_path: Path) -> None:
    virtual = context(tmp_path, camera="virtual")
    assert only(equipment.camera(virtual))[0] is Grade.OK
    assert only(equipment.table(virtual))[0] is Grade.OK


def test_a_table_must_be_taught(tmp_path: Path) -> None:
    grade, told = only(equipment.table(context(tmp_path)))
    assert grade is Grade.CAREFUL  # it is the first thing that is done
    assert "dubsar play begins with that" in told
    (tmp_path / "table.toml").write_text("format = 1")
    grade, told = only(equipment.table(context(tmp_path)))
    assert grade is Grade.WRONG
    assert told.startswith(f"table: {tmp_path / 'table.toml'}: board")


def test_what_the_eye_cannot_learn_from_is_wrong(
    tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = context(tmp_path, table=tables / "table-a" / "table.toml")
    monkeypatch.setattr("companion.checks.equipment.Eye", lambda _: None)
    assert only(equipment.table(whole))[0] is Grade.OK

    def refuse(_: Table) -> None:
        raise InputError("0000.jpg", "", "no such picture")

    monkeypatch.setattr("companion.checks.equipment.Eye", refuse)
    assert only(equipment.table(whole)) == (Grade.WRONG, "table: 0000.jpg: no such picture")


def test_what_is_missing_of_the_panel_is_told_and_nothing_is_wrong(tmp_path: Path) -> None:
    incomplete = VirtualPanel([Missing("light", Cause.BUSY, "GPIO busy")])
    incomplete.press(Button.WHY, 0)
    light, why = equipment.panel(context(tmp_path), lambda _: incomplete)
    assert (light.grade, why.grade) == (Grade.CAREFUL, Grade.CAREFUL)
    assert light.text.startswith("the light: its pin is in use")
    assert why.text.startswith("the button WHY?: pressed though nobody touches it")
    assert only(equipment.panel(context(tmp_path), lambda _: VirtualPanel()))[0] is Grade.OK
