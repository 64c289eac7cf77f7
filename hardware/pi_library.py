"""The part of the Pi camera's library (picamera2) that is used here, and how it is installed."""

import importlib
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from hardware.camera import CameraError, Fault


class Request(Protocol):
    """A frame in a buffer of the camera's, which has few of them: to be released."""

    def make_array(self, name: str) -> npt.NDArray[np.uint8]:
        """Copy the picture of a stream."""

    def get_metadata(self) -> Mapping[str, object]:
        """Tell how the frame was taken, by the names of controls."""

    def release(self) -> None:
        """Give the buffer back."""


class Job(Protocol):
    """Something that the camera's own thread will do."""

    def get_result(self, timeout: float | None = None) -> Request:
        """Wait so many seconds for it; raises TimeoutError."""


class Sensor(Protocol):
    """An open camera: configured, started, asked for frames, closed, in this order."""

    sensor_resolution: tuple[int, int]

    @property
    def camera_controls(self) -> Mapping[str, object]:
        """The controls that it has; any other is an error."""

    def create_video_configuration(
        self,
        main: Mapping[str, object],
        raw: Mapping[str, object],
        buffer_count: int,
        controls: Mapping[str, object],
    ) -> dict[str, object]:
        """Prepare a configuration."""

    def configure(self, camera_config: dict[str, object]) -> None:
        """Take a configuration, perhaps adjusted; the camera must not be started."""

    def camera_configuration(self) -> Mapping[str, Mapping[str, object]]:
        """Tell the configuration as taken."""

    def start(self) -> None:
        """Begin to take frames."""

    def set_controls(self, controls: Mapping[str, object]) -> None:
        """Set controls from one of the next frames on."""

    def capture_request(self, *, wait: bool) -> Job:
        """Ask for the next frame."""

    def cancel_all_and_flush(self) -> None:
        """Forget all jobs: one that will never be done stands in the way of closing."""

    def close(self) -> None:
        """Stop, and give everything back."""


class Opening(Protocol):
    """What opens cameras, and lists them."""

    def __call__(self, camera_num: int) -> Sensor:
        """Open a camera by its place in the list; raises RuntimeError where that cannot be done."""

    def global_camera_info(self) -> Sequence[Mapping[str, object]]:
        """List the cameras, webcams among them, with ``Id`` and ``Num``."""


class Library(Protocol):
    """The module picamera2."""

    @property
    def Picamera2(self) -> Opening:  # noqa: N802 - the library's name
        """Its class of cameras."""


def import_library() -> Library:
    """Import picamera2; raises CameraError, which says how to install it.

    It is imported late, as that takes seconds and only owners of such a camera need it.
    """
    # It tells each step that it takes; what goes wrong is told all the same.
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:WARN")
    get = "type: sudo apt install python3-picamera2, or use a webcam"
    try:
        kind = importlib.import_module("picamera2").Picamera2
    except ModuleNotFoundError as error:
        message = f"the Raspberry Pi's own camera: Python finds no {error.name}; {get}"
        raise CameraError(message, Fault.UNSUPPORTED) from None
    except Exception as error:  # noqa: BLE001 - a mixture of pip's and apt's parts raises anything
        message = f"the Raspberry Pi's own camera: picamera2 cannot be imported ({error}); {get}"
        raise CameraError(message, Fault.UNSUPPORTED) from None
    return cast("Library", SimpleNamespace(Picamera2=_tidy(kind)))


def _tidy(kind: Any) -> type:  # noqa: ANN401 - the library ships no types
    """Derive a class of cameras that leaves nothing open where one cannot be opened.

    The library leaves a pipe open each time. While another program uses the camera, it is tried
    again for hours, and these would become too many.
    """

    def begin(camera: Any, camera_num: int) -> None:  # noqa: ANN401 - the same
        try:
            kind.__init__(camera, camera_num)
        except Exception:
            with suppress(AttributeError, OSError):
                camera.notifymeread.close()
                os.close(camera.notifyme_w)
            raise

    return type(kind.__name__, (kind,), {"__init__": begin})
