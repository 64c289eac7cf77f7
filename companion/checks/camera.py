"""Whether the camera of the settings gives pictures."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.checks.verdict import Check, Grade, Surroundings, Verdict
from companion.language import Saying, said
from companion.live.source import VIRTUAL
from companion.words.camera import FAULTS
from hardware.camera import Camera, CameraError, Fault, Frame
from hardware.cameras import open_camera

REMEDIES: Final[Mapping[Fault, Saying]] = {
    Fault.BUSY: said("close the other program; if it is dubsar itself: sudo systemctl stop dubsar"),
    Fault.DENIED: said("type: sudo usermod -aG video {user}, then log out and in again"),
    Fault.UNSUPPORTED: said(
        "type: sudo apt install python3-picamera2, then install the program again"
    ),
}
CABLE: Final = said(
    "plug it in, and check its cable; what the Raspberry Pi sees of its own camera is told by: "
    "rpicam-hello --list-cameras"
)
"""What helps where a fault has no remedy of its own."""


def camera_check(opened: Callable[[str], Camera | None] = open_camera) -> Check:
    """Make the check; ``opened`` opens a camera by its name in the settings."""

    def camera(around: Surroundings) -> Iterator[Verdict]:
        say, name = around.words.say, around.settings.camera
        if name == VIRTUAL:
            yield Verdict(Grade.OK, say("camera: none is needed for the virtual table"))
            return
        try:
            frame = _frame(opened, name)
        except CameraError as error:
            yield Verdict(Grade.WRONG, _why_not(around, error))
            return
        height, width = frame.image.shape[:2]
        size = {"width": str(width), "height": str(height)}
        yield Verdict(Grade.OK, say("camera: {name}, {width} x {height} pixels", name=name, **size))

    return camera


def _frame(opened: Callable[[str], Camera | None], name: str) -> Frame:
    camera = opened(name)
    if camera is None:
        raise CameraError("", Fault.ABSENT)
    try:
        frame = camera.latest()
    finally:
        camera.close()
    if frame is None:
        raise CameraError("", Fault.SILENT)
    return frame


def _why_not(around: Surroundings, error: CameraError) -> str:
    """Say what the fault is and what mends it; what the camera itself said helps in a report."""
    tell = around.words.tell
    return around.words.say(
        "camera {name}: {fault}; {remedy} {detail}",
        name=around.settings.camera,
        fault=tell(FAULTS[error.fault], {}).split(":")[0].strip(),  # what helps comes next
        remedy=tell(REMEDIES.get(error.fault, CABLE), {"user": around.user}),
        detail=f"({error})" if str(error) else "",
    ).strip()
