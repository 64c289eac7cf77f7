"""Webcams, before a double of OpenCV's capture: what is wrong is named, what can be is held."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from hardware import webcam as module
from hardware.camera import CameraError, Fault
from hardware.webcam import PATIENCE, SETTLED, TRIED, TRIES, Webcam, webcams

AUTOMATIC = {cv2.CAP_PROP_AUTOFOCUS: 1, cv2.CAP_PROP_AUTO_WB: 1, cv2.CAP_PROP_AUTO_EXPOSURE: 3}
MANUAL = {cv2.CAP_PROP_AUTOFOCUS: 0, cv2.CAP_PROP_AUTO_WB: 0, cv2.CAP_PROP_AUTO_EXPOSURE: 1}


class Usb:
    """A webcam as OpenCV shows it, and the clock of whoever uses it."""

    def __init__(self) -> None:
        """Give pictures; everything can be set."""
        self.seconds = 0.0
        self.takes = 0.0  # seconds for a frame
        self.opens = True
        self.fails = 0
        self.level = 100
        self.manual_level = 100
        self.lacks: set[int] = set()
        self.set_to: dict[int, float] = {}
        self.released = 0

    def __call__(self, _number: int, _api: int) -> "Usb":
        return self

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opens

    def set(self, prop: int, value: float) -> bool:
        if prop in self.lacks:
            return False
        self.set_to[prop] = value
        return True

    def read(self) -> tuple[bool, npt.NDArray[np.uint8] | None]:
        self.seconds += self.takes
        if self.fails:
            self.fails -= 1
            return False, None
        manual = self.set_to.get(cv2.CAP_PROP_AUTO_EXPOSURE) == 1
        return True, np.full((32, 32, 3), self.manual_level if manual else self.level, np.uint8)

    def release(self) -> None:
        self.released += 1

    def autos(self) -> dict[int, float]:
        """Tell what focus, white balance and exposure were set to."""
        return {prop: value for prop, value in self.set_to.items() if prop in AUTOMATIC}


@pytest.fixture
def usb(monkeypatch: pytest.MonkeyPatch) -> Usb:
    one = Usb()
    monkeypatch.setattr(cv2, "VideoCapture", one)
    monkeypatch.setattr("sys.platform", "linux")
    return one


@pytest.fixture
def webcam(usb: Usb, tmp_path: Path) -> Webcam:
    for name in ("null", "video0"):
        (tmp_path / name).touch()
    return Webcam(0, devices=tmp_path, clock=lambda: usb.seconds)


def take(usb: Usb, webcam: Webcam, after: float) -> None:
    usb.seconds += after
    assert webcam.latest() is not None


def fault_of(webcam: Webcam) -> Fault:
    with pytest.raises(CameraError) as raised:
        webcam.open()
    assert "\n" not in str(raised.value)
    return raised.value.fault


def test_absent_denied_and_busy_are_told_apart(
    usb: Usb, webcam: Webcam, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fault_of(Webcam(7, devices=tmp_path)) is Fault.ABSENT
    usb.opens = False
    assert fault_of(webcam) is Fault.BUSY
    usb.opens, usb.fails = True, TRIES  # opened by two, it gives pictures to the first
    assert fault_of(webcam) is Fault.BUSY
    assert usb.released == 2
    webcam.open()
    monkeypatch.setattr("os.access", lambda *_: False)
    assert fault_of(webcam) is Fault.DENIED


def test_whoever_may_not_use_it_is_told_the_group(
    usb: Usb, webcam: Webcam, monkeypatch: pytest.MonkeyPatch
) -> None:
    del usb
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr(module, "group_of", lambda *_: "cameras")
    with pytest.raises(CameraError, match=r"sudo usermod -aG cameras \$USER"):
        webcam.open()


def test_a_dropped_frame_is_no_fault_several_are(usb: Usb, webcam: Webcam) -> None:
    webcam.open()
    usb.fails = TRIES - 1
    take(usb, webcam, 0.1)
    usb.fails = TRIES
    with pytest.raises(CameraError, match="plugged in") as raised:
        webcam.latest()
    assert raised.value.fault is Fault.SILENT


def test_one_that_does_not_answer_is_not_asked_again_and_again(usb: Usb, webcam: Webcam) -> None:
    webcam.open()
    usb.fails, usb.takes = TRIES, PATIENCE
    before = usb.seconds
    with pytest.raises(CameraError):
        webcam.latest()
    assert usb.seconds - before == PATIENCE


def test_it_settles_before_it_is_held(usb: Usb, webcam: Webcam) -> None:
    webcam.open()
    assert usb.autos() == {}
    webcam.lock()
    assert usb.autos() == AUTOMATIC
    take(usb, webcam, SETTLED - 0.1)
    assert usb.autos() == AUTOMATIC
    take(usb, webcam, 0.2)
    assert usb.autos() == MANUAL
    take(usb, webcam, TRIED)
    assert usb.autos() == MANUAL
    webcam.lock()
    assert usb.autos() == AUTOMATIC


def test_an_exposure_of_long_ago_is_not_held(usb: Usb, webcam: Webcam) -> None:
    usb.manual_level = 20
    webcam.open()
    webcam.lock()
    take(usb, webcam, SETTLED)
    take(usb, webcam, TRIED)
    assert usb.autos() == MANUAL | {cv2.CAP_PROP_AUTO_EXPOSURE: 3}
    webcam.lock()  # nor tried again
    take(usb, webcam, SETTLED)
    assert usb.autos() == MANUAL | {cv2.CAP_PROP_AUTO_EXPOSURE: 3}


def test_what_it_does_not_offer_is_done_without(usb: Usb, webcam: Webcam) -> None:
    usb.lacks = {cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_EXPOSURE}
    webcam.open()
    webcam.lock()
    take(usb, webcam, SETTLED)
    assert usb.autos() == {cv2.CAP_PROP_AUTO_WB: 0}


def test_webcams_are_found_by_their_devices(tmp_path: Path) -> None:
    for name in ("video10", "video2", "video", "videos", "sda"):
        (tmp_path / name).touch()
    assert webcams(tmp_path, tmp_path / "nothing told") == [2, 10]


def test_a_pi_s_innards_and_a_webcam_s_second_device_are_no_webcams(tmp_path: Path) -> None:
    told = {
        "video0": ("unicam-image", "0"),
        "video1": ("HD Webcam: HD Webcam", "0"),
        "video2": ("HD Webcam: HD Webcam", "1"),
        "video10": ("bcm2835-codec-decode", "0"),
        "video20": ("pispbe-input", "0"),
    }
    for device, (name, index) in told.items():
        (tmp_path / device).touch()
        about = tmp_path / "told" / device
        about.mkdir(parents=True)
        (about / "name").write_text(f"{name}\n")
        (about / "index").write_text(f"{index}\n")
    assert webcams(tmp_path, tmp_path / "told") == [1]
