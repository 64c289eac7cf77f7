"""The Raspberry Pi's own camera: a Camera Module 2 or 3 or the HQ camera, through picamera2."""

import math
import os
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import numpy as np

from hardware.camera import CameraError, Fault, Frame
from hardware.devices import group_of
from hardware.pi_library import Library, Sensor, import_library

LEAST: Final = 3.0
"""Seconds that white balance takes, which tells nothing of how far it is."""
MOST: Final = 8.0
"""Seconds after which everything is held as it is."""
AF_MANUAL: Final = 0
AF_AUTO: Final = 1
AF_START: Final = 0
AF_DONE: Final = (2, 3)
"""Focused, or no focus found (AfState)."""
AE_CONVERGED: Final = 2
"""The last of the states of exposure (AeState), in newer libraries."""
AUTOMATIC: Final[Mapping[str, object]] = {
    "AeEnable": True,
    "AwbEnable": True,
    "AfMode": AF_AUTO,
    "AfTrigger": AF_START,
}
"""Lets all settle; the lens moves once."""
MANUAL: Final[Mapping[str, object]] = {"AeEnable": False, "AwbEnable": False, "AfMode": AF_MANUAL}
HELD: Final = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
"""Values of a frame that are held from then on."""


class Settling:
    """Follows the metadata of frames; ``controls`` are those that the camera has."""

    def __init__(self, controls: Collection[str]) -> None:
        self._controls: Final = frozenset(controls)
        self._since: float | None = None

    def begin(self, seconds: float) -> dict[str, object]:
        """Give the controls that let everything settle, from that moment on."""
        self._since = seconds
        return self._there(AUTOMATIC)

    def see(self, metadata: Mapping[str, object], seconds: float) -> dict[str, object]:
        """Give the controls that hold everything, once, when it has settled."""
        if self._since is None:
            return {}
        passed = seconds - self._since
        if passed < LEAST or (passed < MOST and not self._settled(metadata)):
            return {}
        self._since = None
        held = {name: metadata[name] for name in HELD if name in metadata}
        return self._there(MANUAL) | self._there(held)

    def _settled(self, metadata: Mapping[str, object]) -> bool:
        exposed = metadata.get("AeLocked", metadata.get("AeState", AE_CONVERGED) == AE_CONVERGED)
        focused = "AfMode" not in self._controls or metadata.get("AfState") in AF_DONE
        return bool(exposed) and focused

    def _there(self, wanted: Mapping[str, object]) -> dict[str, object]:
        return {name: value for name, value in wanted.items() if name in self._controls}


NAME: Final = "the Raspberry Pi's own camera"
DEVICES: Final = Path("/dev")
GROUP: Final = "video"
"""The group of Raspberry Pi OS whose members may use cameras."""
FORMAT: Final = "RGB888"
"""So the library calls three bytes a pixel in the order blue, green, red: OpenCV's."""
PIXELS: Final = 1280 * 960
STEP: Final = 32
"""Widths are multiples of this: others are padded in memory."""
BUFFERS: Final = 4
"""A small Pi has little memory for them; with fewer, frames are lost."""
FRAME_MICROSECONDS: Final = (66_667, 125_000)
"""The shortest and longest time for a frame: in the evening a longer one is less noisy."""
PATIENCE: Final = 2.5
"""Seconds until a camera that gives no frame will give none: a cable came loose."""


class PiCamera:
    """The first camera on the Pi's own camera connector."""

    def __init__(
        self,
        library: Callable[[], Library] = import_library,
        clock: Callable[[], float] = time.monotonic,
        devices: Path = DEVICES,
    ) -> None:
        """Name it; nothing is imported or opened yet."""
        self._library: Final = library
        self._clock: Final = clock
        self._devices: Final = devices
        self._sensor: Sensor | None = None
        self._settling = Settling(())
        self._opened = 0.0
        self._count = 0

    def open(self) -> None:
        """Open, configure and start it; raises CameraError where that cannot be done."""
        self.close()
        library = self._library()
        try:
            self._sensor = library.Picamera2(self._number(library))
            self._start(self._sensor)
        except CameraError:
            self.close()
            raise
        except Exception as error:  # noqa: BLE001 - the library and its drivers raise anything
            self.close()
            raise _why_not(error) from None
        self._settling = Settling(self._sensor.camera_controls)
        self._opened, self._count = self._clock(), 0

    def latest(self) -> Frame | None:
        """Wait for the next frame; raises CameraError where none comes any more."""
        if self._sensor is None:
            raise CameraError(f"{NAME} is closed; open it first")
        try:
            request = self._sensor.capture_request(wait=False).get_result(timeout=PATIENCE)
        except TimeoutError:
            self._sensor.cancel_all_and_flush()
            mend = "switch the Pi off and check the camera's cable"
            raise CameraError(f"{NAME} gives no more pictures: {mend}", Fault.SILENT) from None
        except Exception as error:  # noqa: BLE001 - as above
            raise _why_not(error) from None
        try:
            image, metadata = request.make_array("main"), request.get_metadata()
        finally:
            request.release()
        seconds = self._clock() - self._opened
        if hold := self._settling.see(metadata, seconds):
            self._sensor.set_controls(hold)
        self._count += 1
        name = f"pi-{self._count:06d}"
        return Frame(np.ascontiguousarray(image), name, seconds)

    def lock(self) -> None:
        """Let focus, exposure and white balance settle during the next frames, then hold them."""
        if self._sensor is not None:
            self._sensor.set_controls(self._settling.begin(self._clock() - self._opened))

    def close(self) -> None:
        """Give it back; harmless when called twice."""
        sensor, self._sensor = self._sensor, None
        if sensor is not None:
            with suppress(Exception):  # it is gone either way
                sensor.close()

    def _number(self, library: Library) -> int:
        """Find the first that is no webcam; raises CameraError where there is none.

        A camera is opened by its place in the list: what the list calls ``Num`` is another number.
        """
        for place, one in enumerate(library.Picamera2.global_camera_info()):
            if "usb" not in str(one["Id"]):
                return place
        for device in sorted(self._devices.glob("media*")):
            if not os.access(device, os.R_OK | os.W_OK):
                group = group_of(device, GROUP)
                message = (
                    f"{NAME}: this user may not use {device}; type: sudo usermod -aG {group} "
                    "$USER, then log out and in again"
                )
                raise CameraError(message, Fault.DENIED)
        message = f"{NAME} is not there: switch the Pi off, check the cable, and try rpicam-hello"
        raise CameraError(message, Fault.ABSENT)

    def _start(self, sensor: Sensor) -> None:
        """Take all that the sensor sees, at a size that the eye can work with.

        Every module has a mode of half its pixels each way that sees all of the sensor. The
        library's own list of modes would need more memory than a small Pi has: it tries each.
        """
        width, height = sensor.sensor_resolution
        configuration = sensor.create_video_configuration(
            main={"format": FORMAT, "size": frame_size(width, height)},
            raw={"size": (width // 4 * 2, height // 4 * 2)},
            buffer_count=BUFFERS,
            controls={"FrameDurationLimits": FRAME_MICROSECONDS},
        )
        sensor.configure(configuration)
        if (given := sensor.camera_configuration()["main"]["format"]) != FORMAT:
            raise CameraError(f"{NAME}: expected pictures as {FORMAT}, found {given}")
        sensor.start()


def frame_size(width: int, height: int) -> tuple[int, int]:
    """Give width and height of a frame in the shape of a sensor of ``width`` x ``height``."""
    wide = round(math.sqrt(PIXELS * width / height) / STEP) * STEP
    return wide, round(wide * height / width / 4) * 4


def _why_not(error: Exception) -> CameraError:
    """Name the fault; the library hides the system's error behind one or two of its own."""
    causes: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        causes.append(str(cause))
        cause = cause.__cause__ or cause.__context__
    text = "; ".join(causes)
    if "busy" in text or "acquire" in text:
        return CameraError(f"{NAME} is in use: close other programs that use it", Fault.BUSY)
    return CameraError(f"{NAME} fails ({text}): switch the Pi off and check the camera's cable")
