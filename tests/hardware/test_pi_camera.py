"""The Pi's own camera, before a double of its library that insists on the library's rules."""

import os
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from hardware.camera import CameraError, Fault, Frame
from hardware.pi_camera import BUFFERS, LEAST, MOST, PIXELS, PiCamera, frame_size
from tests.hardware.pi_double import BLUE, GREEN, MODULES, RED, Double

MODULE_3 = "imx708"
NO_LENS = "imx219"


class Lens:
    """A Pi with one camera, and a clock that is set by hand."""

    def __init__(self, double: Double) -> None:
        self.double, self.seconds = double, 0.0
        self.camera = PiCamera(lambda: double, lambda: self.seconds)
        self.camera.open()

    def set_to(self, name: str) -> object:
        return self.double.opened[-1].set.get(name)

    def after(self, seconds: float) -> Frame:
        self.seconds += seconds
        frame = self.camera.latest()
        assert frame is not None
        return frame


def error_of(camera: PiCamera) -> CameraError:
    with pytest.raises(CameraError) as raised:
        camera.open()
    assert "\n" not in str(raised.value)
    return raised.value


@pytest.mark.parametrize("name", MODULES)
def test_each_module_shows_all_that_its_sensor_sees_in_the_right_colours(name: str) -> None:
    image = Lens(Double(name)).after(0.1).image
    high, wide = image.shape[:2]
    assert image.dtype == np.uint8
    assert image.flags.c_contiguous
    assert image[high // 2, wide // 4].tolist() == list(RED)
    assert image[high // 2, wide * 3 // 4].tolist() == list(GREEN)
    for row, column in ((0, wide // 4), (-1, wide // 4), (high // 2, 0), (high // 2, -1)):
        assert image[row, column].tolist() == list(BLUE)  # the rim of what the sensor sees


@pytest.mark.parametrize("name", MODULES)
def test_frames_have_the_shape_of_the_sensor_and_a_size_for_the_eye(name: str) -> None:
    pixels = MODULES[name].pixels
    wide, high = frame_size(*pixels)
    assert wide * high == pytest.approx(PIXELS, rel=0.03)
    assert wide / high == pytest.approx(pixels[0] / pixels[1], rel=0.005)


def test_a_sensor_of_four_to_three_gives_the_usual_size() -> None:
    assert frame_size(3280, 2464) == frame_size(4056, 3040) == (1280, 960)


def test_buffers_are_given_back() -> None:
    lens = Lens(Double(NO_LENS))
    names = {lens.after(0.1).name for _ in range(3 * BUFFERS)}
    assert len(names) == 3 * BUFFERS
    assert lens.double.opened[0].out == 0


def test_it_can_be_closed_twice_and_opened_again() -> None:
    lens = Lens(Double(NO_LENS))
    lens.camera.close()
    lens.camera.close()
    with pytest.raises(CameraError, match="closed"):
        lens.camera.latest()
    lens.camera.open()
    assert lens.after(0.1).image.any()
    lens.camera.open()  # without a close the first would be in use
    assert [one.closed for one in lens.double.opened] == [True, True, False]


def test_nothing_is_held_before_it_is_asked_for() -> None:
    lens = Lens(Double(MODULE_3))
    lens.after(2 * MOST)
    assert lens.set_to("AeEnable") is None


def test_what_has_settled_is_held_as_it_is() -> None:
    lens = Lens(Double(MODULE_3))
    lens.camera.lock()
    assert (lens.set_to("AfMode"), lens.set_to("AfTrigger"), lens.set_to("AeEnable")) == (
        1,
        0,
        True,
    )
    lens.after(LEAST - 0.1)
    assert lens.set_to("AeEnable") is True
    lens.after(0.2)
    assert lens.set_to("AeEnable") is lens.set_to("AwbEnable") is False
    assert lens.set_to("AfMode") == 0
    assert (lens.set_to("ExposureTime"), lens.set_to("AnalogueGain")) == (20_000, 2.0)
    assert lens.set_to("ColourGains") == (1.5, 1.8)
    assert lens.set_to("LensPosition") == 2.5


@pytest.mark.parametrize("unsettled", [{"AfState": 1}, {"AeLocked": False}])
def test_it_waits_for_lens_and_exposure_but_not_for_ever(unsettled: dict[str, object]) -> None:
    lens = Lens(Double(MODULE_3))
    lens.double.metadata |= unsettled
    lens.camera.lock()
    lens.after(MOST - 0.1)
    assert lens.set_to("AeEnable") is True
    lens.after(0.2)
    assert lens.set_to("AeEnable") is False


def test_newer_libraries_tell_of_exposure_by_another_name() -> None:
    lens = Lens(Double(NO_LENS))
    del lens.double.metadata["AeLocked"]
    lens.double.metadata["AeState"] = 1
    lens.camera.lock()
    lens.after(LEAST)
    assert lens.set_to("AeEnable") is True
    lens.double.metadata["AeState"] = 2
    lens.after(0.1)
    assert lens.set_to("AeEnable") is False


def test_asked_again_it_settles_anew() -> None:
    lens = Lens(Double(MODULE_3))
    lens.camera.lock()
    lens.after(LEAST)
    lens.double.metadata["ExposureTime"] = 90_000
    lens.after(10.0)
    assert lens.set_to("ExposureTime") == 20_000
    lens.camera.lock()
    assert (lens.set_to("AeEnable"), lens.set_to("AfMode")) == (True, 1)
    lens.after(LEAST)
    assert lens.set_to("ExposureTime") == 90_000


def test_a_module_without_a_lens_to_move_is_asked_for_no_focus() -> None:
    lens = Lens(Double(NO_LENS))  # whose controls for the lens are errors
    lens.camera.lock()
    lens.after(LEAST)
    assert lens.set_to("AeEnable") is False


def test_a_webcam_is_not_taken_for_it() -> None:
    assert Lens(Double(NO_LENS, usb=True)).after(0.1).image.shape == (960, 1280, 3)
    only_usb = Double(usb=True)
    assert error_of(PiCamera(lambda: only_usb)).fault is Fault.ABSENT


def test_one_in_use_is_named_and_one_that_fails_otherwise() -> None:
    busy = Double(MODULE_3, busy=True)
    assert error_of(PiCamera(lambda: busy)).fault is Fault.BUSY
    odd = Double(MODULE_3)
    odd.format = "BGR888"  # the library may change what was asked for
    told = error_of(PiCamera(lambda: odd))
    assert told.fault is Fault.BROKEN
    assert "expected pictures as RGB888, found BGR888" in str(told)
    assert odd.opened[0].closed


def test_where_nobody_may_see_it_the_group_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "media0").touch()
    camera = PiCamera(lambda: Double(), devices=tmp_path)  # noqa: PLW0108 - a library anew
    assert error_of(camera).fault is Fault.ABSENT
    monkeypatch.setattr("hardware.pi_camera.os.access", lambda *_: False)
    told = error_of(camera)
    assert told.fault is Fault.DENIED
    assert "sudo usermod -aG video" in str(told)


def test_a_cable_that_came_loose_is_told_and_does_not_keep_it_from_being_closed() -> None:
    lens = Lens(Double(MODULE_3))
    lens.double.dead = True
    with pytest.raises(CameraError, match="no more pictures") as raised:
        lens.camera.latest()
    assert raised.value.fault is Fault.SILENT
    lens.camera.close()
    assert lens.double.opened[0].closed


def test_without_its_library_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    told = error_of(PiCamera())
    assert told.fault is Fault.UNSUPPORTED
    assert "sudo apt install python3-picamera2" in str(told)


def test_what_the_library_leaves_open_where_a_camera_is_in_use_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends: list[int] = []

    class InUse:
        """A camera as the library has it: it opens a pipe before it finds that out."""

        def __init__(self, camera_num: int) -> None:
            assert camera_num == 0
            reading, self.notifyme_w = os.pipe()
            self.notifymeread = os.fdopen(reading, "rb")
            ends.extend((reading, self.notifyme_w))
            raise RuntimeError("Failed to acquire camera: Device or resource busy")

        global_camera_info = staticmethod(Double(MODULE_3).global_camera_info)

    module = ModuleType("picamera2")
    monkeypatch.setattr(module, "Picamera2", InUse, raising=False)
    monkeypatch.setitem(sys.modules, "picamera2", module)
    assert error_of(PiCamera()).fault is Fault.BUSY
    for end in ends:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(end)


def test_a_library_that_cannot_be_imported_disables_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    told = error_of(PiCamera())
    assert told.fault is Fault.UNSUPPORTED
    assert "numpy.dtype size changed" in str(told)
    assert not isinstance(sys.modules.get("picamera2"), ModuleType)
