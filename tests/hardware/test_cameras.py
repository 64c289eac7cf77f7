"""Cameras by their names in the settings, and pictures in place of a camera."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import Camera, CameraError, Fault, Frame
from hardware.cameras import open_camera
from hardware.recorded import SHOWN, PictureFolder, VideoFile


def draw(path: Path, level: int) -> None:
    cv2.imwrite(str(path), np.full((48, 64, 3), level, np.uint8))


def film(path: Path, levels: list[int]) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for level in levels:
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()


def test_a_folder_shows_its_pictures_in_order_and_stays_at_the_last(tmp_path: Path) -> None:
    for name, level in (("b.png", 200), ("a.png", 100)):
        draw(tmp_path / name, level)
    (tmp_path / "notes.txt").write_text("no picture")
    camera = PictureFolder(tmp_path)
    camera.open()
    frames = [camera.latest() for _ in range(3 * SHOWN)]
    assert all(frames)
    levels = [int(frame.image[0, 0, 0]) for frame in frames if frame]
    assert levels == [100] * SHOWN + [200] * 2 * SHOWN
    seconds = [frame.seconds for frame in frames if frame]
    assert seconds == sorted(seconds)


def test_a_video_ends(tmp_path: Path) -> None:
    film(tmp_path / "evening.avi", [50, 150])
    camera = open_camera(str(tmp_path / "evening.avi"))
    assert isinstance(camera, VideoFile)
    first, second, end = (camera.latest() for _ in range(3))
    assert first is not None
    assert second is not None
    assert second.seconds - first.seconds == pytest.approx(0.1)
    assert end is None
    camera.close()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("usb:97", r"usb:97 is not there \(/dev/video97\): plug it in"),
        ("nowhere", "no such folder or video"),
        ("empty", "expected pictures"),
        ("text.txt", "expected a folder of pictures or a video"),
    ],
)
def test_a_camera_that_is_none_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.txt").write_text("no video")
    with pytest.raises(CameraError, match=told) as error:
        open_camera(name)
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    camera = PictureFolder(tmp_path)
    camera.open()
    with pytest.raises(CameraError, match=r"a\.png: expected a picture"):
        camera.latest()


class Kind:
    """A camera that can be opened, or has a fault."""

    def __init__(self, fault: Fault | None = None) -> None:
        self.fault, self.opened = fault, False

    def open(self) -> None:
        if self.fault is not None:
            raise CameraError(f"it is {self.fault}", self.fault)
        self.opened = True

    def latest(self) -> Frame | None:
        assert self.opened
        return Frame(np.zeros((2, 2, 3), np.uint8), "one", 0.0)

    def lock(self) -> None:
        """Hold nothing."""

    def close(self) -> None:
        self.opened = False


def auto(pi: Kind, *usb: Kind) -> Camera | None:
    return open_camera("auto", lambda: list(range(len(usb))), lambda: pi, lambda one: usb[one])


def test_the_pi_s_own_camera_comes_before_webcams() -> None:
    pi, usb = Kind(), Kind()
    assert auto(pi, usb) is pi
    assert not usb.opened


@pytest.mark.parametrize("fault", Fault)
def test_whatever_is_wrong_with_one_camera_the_next_is_taken(fault: Fault) -> None:
    usb = Kind()
    assert auto(Kind(fault), usb) is usb
    assert auto(Kind(fault), Kind(fault), usb) is usb


def test_without_any_camera_there_is_none() -> None:
    assert auto(Kind(Fault.UNSUPPORTED)) is None
    assert auto(Kind(Fault.ABSENT)) is None


def test_a_camera_that_is_there_but_may_not_be_used_is_named() -> None:
    for fault in (Fault.BUSY, Fault.DENIED):
        with pytest.raises(CameraError, match=f"it is {fault}"):
            auto(Kind(Fault.UNSUPPORTED), Kind(fault))


def test_by_name_there_is_one_camera_only() -> None:
    pi, usb = Kind(Fault.ABSENT), Kind()
    with pytest.raises(CameraError, match="it is absent"):
        open_camera("pi", lambda: [0], lambda: pi, lambda _: usb)
    assert open_camera("usb:3", lambda: [0], lambda: pi, lambda _: usb) is usb
