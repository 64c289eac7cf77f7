"""From what the settings call a camera to the camera itself."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware.camera import Camera, CameraError, Fault
from hardware.pi_camera import PiCamera
from hardware.recorded import PictureFolder, VideoFile
from hardware.webcam import Webcam, webcams

USB: Final = "usb:"
UNUSABLE: Final = (Fault.BUSY, Fault.DENIED)
"""Why a camera that is there cannot be used."""


def open_camera(
    name: str,
    found: Callable[[], list[int]] = webcams,
    pi: Callable[[], Camera] = PiCamera,
    usb: Callable[[int], Camera] = Webcam,
) -> Camera | None:
    """Open the camera of a name as in the settings; None for ``auto`` where there is none.

    ``auto`` is the Raspberry Pi's own camera or else the first webcam that opens, ``pi`` its own
    only, ``usb:N`` a certain webcam, and any other name the path of a folder of pictures or of a
    video. Raises CameraError with one line that says what to do.
    """
    if name == "auto":
        return _first([pi(), *map(usb, found())])
    if name == "pi":
        camera = pi()
    elif name.startswith(USB):
        camera = usb(int(name.removeprefix(USB)))
    else:
        camera = _file(Path(name))
    camera.open()
    return camera


def _file(path: Path) -> Camera:
    if not path.exists():
        raise CameraError(f"{path}: no such folder or video", Fault.ABSENT)
    return PictureFolder(path) if path.is_dir() else VideoFile(path)


def _first(cameras: list[Camera]) -> Camera | None:
    """Open the first that gives pictures; raises CameraError where some are there, but none can."""
    unusable: CameraError | None = None
    for camera in cameras:
        try:
            camera.open()
            camera.latest()
        except CameraError as error:
            camera.close()
            if unusable is None and error.fault in UNUSABLE:
                unusable = error
        else:
            return camera
    if unusable is not None:
        raise unusable
    return None
