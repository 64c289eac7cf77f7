"""A camera that is not there when the program starts, with and without somebody at a terminal."""

from dataclasses import replace

import numpy as np
import pytest

from companion.live import capture as capturing
from companion.live import source as module
from companion.live.capture import Capture
from companion.live.display import VIRTUAL
from companion.live.source import is_unattended, open_source
from companion.settings import Settings
from hardware.camera import AwaitedCamera, Camera, CameraError, Fault, Frame

LONG = 10.0
SETTINGS = Settings(camera="pi")
AUTO = Settings(camera="auto")


class Still:
    """A camera with one picture."""

    def open(self) -> None:
        """Be ready."""

    def latest(self) -> Frame | None:
        return Frame(np.zeros((2, 2, 3), np.uint8), "there", 0.0)

    def lock(self) -> None:
        """Hold nothing."""

    def close(self) -> None:
        """Be done."""


class Port:
    """Where a camera is or is not plugged in."""

    def __init__(self) -> None:
        self.error: CameraError | None = None
        self.camera: Camera | None = None
        self.asked: list[str] = []

    def open_camera(self, name: str) -> Camera | None:
        self.asked.append(name)
        if self.error is not None:
            raise self.error
        return self.camera


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Port:
    one = Port()
    monkeypatch.setattr(module, "open_camera", one.open_camera)
    monkeypatch.setattr(capturing, "RETRY_AFTER", 0.0)
    return one


@pytest.mark.parametrize("fault", Fault)
def test_unattended_a_camera_that_cannot_be_opened_is_awaited(port: Port, fault: Fault) -> None:
    port.error = CameraError("not yet", fault)
    source = open_source(SETTINGS, lambda: True)
    taken = Capture(source.camera, source.reopen)
    assert taken.take(0.05) is None
    trouble = taken.trouble
    assert trouble is not None
    assert trouble.fault is fault
    port.error, port.camera = None, Still()
    frame = taken.take(LONG)
    assert frame is not None
    assert frame.name == "there"
    assert taken.trouble is None
    taken.close()


def test_unattended_there_is_no_virtual_table_in_place_of_a_camera(
    port: Port, capsys: pytest.CaptureFixture[str]
) -> None:
    source = open_source(AUTO, lambda: True)
    assert source.virtual is None
    with pytest.raises(CameraError, match="plug one in") as raised:
        source.camera.latest()
    assert raised.value.fault is Fault.ABSENT
    assert capsys.readouterr().err == "dubsar: no camera was found: plug one in\n"
    assert port.asked == ["auto"]


def test_whoever_starts_it_from_a_terminal_is_told_at_once(port: Port) -> None:
    port.error = CameraError("not there", Fault.ABSENT)
    with pytest.raises(CameraError, match="not there"):
        open_source(SETTINGS, lambda: False)


def test_there_a_virtual_table_stands_for_a_camera_that_was_not_named(port: Port) -> None:
    source = open_source(AUTO, lambda: False)
    assert source.virtual is not None
    assert port.asked == ["auto"]


@pytest.mark.parametrize("unattended", [True, False])
def test_the_virtual_table_asks_for_no_camera(port: Port, *, unattended: bool) -> None:
    virtual = replace(SETTINGS, camera=VIRTUAL)
    assert open_source(virtual, lambda: unattended).virtual is not None
    assert port.asked == []


def test_a_service_s_console_is_no_terminal_with_somebody_at_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Keyboard:
        terminal = True

        def isatty(self) -> bool:
            return self.terminal

    keyboard = Keyboard()
    monkeypatch.setattr("sys.stdin", keyboard)
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not is_unattended()
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    assert is_unattended()
    monkeypatch.delenv("NOTIFY_SOCKET")
    keyboard.terminal = False
    assert is_unattended()


def test_one_that_is_awaited_stays_so_when_it_is_opened() -> None:
    error = CameraError("not yet", Fault.BUSY)
    with pytest.raises(CameraError, match="not yet"):
        AwaitedCamera(error).open()
