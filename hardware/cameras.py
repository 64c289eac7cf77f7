"""From what the settings call a camera to the camera itself."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware.camera import Camera, CameraError, Fault
from hardware.picture_folder import PictureFolder
from hardware.video_file import VideoFile
from hardware.webcam import Webcam

DEVICES: Final = Path("/dev")
USB: Final = "usb:"


def webcams(devices: Path = DEVICES) -> list[int]:
    """List the numbers of the video devices of this computer, in order."""
    numbers = (path.name.removeprefix("video") for path in devices.glob("video*"))
    return sorted(int(number) for number in numbers if number.isdecimal())


def open_camera(name: str, found: Callable[[], list[int]] = webcams) -> Camera | None:
    """Open the camera of a name as in the settings; None for ``auto`` where there is none.

    ``auto`` is the first webcam that opens, ``usb:N`` a certain one, and any other name the path
    of a folder of pictures or of a video. Raises CameraError with one line that says what to do.
    """
    if name == "auto":
        return _first(found())
    camera = _named(name)
    camera.open()
    return camera


def _named(name: str) -> Camera:
    if name == "pi":
        told = "the Raspberry Pi's own camera is not supported yet; use a webcam"
        raise CameraError(told, Fault.ABSENT)
    if name.startswith(USB):
        return Webcam(int(name.removeprefix(USB)))
    path = Path(name)
    if not path.exists():
        raise CameraError(f"{path}: no such folder or video", Fault.ABSENT)
    return PictureFolder(path) if path.is_dir() else VideoFile(path)


def _first(numbers: list[int]) -> Camera | None:
    """Open the first that is a camera: a webcam has devices besides that give no pictures."""
    for number in numbers:
        camera = Webcam(number)
        try:
            camera.open()
            camera.latest()
        except CameraError:
            camera.close()
            continue
        return camera
    return None
