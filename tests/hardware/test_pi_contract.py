"""What the Pi camera's library insists on: the double is held to it, and where it is, the library.

The latter is long, and skipped where the library and a camera that it draws are not there.
"""

import gc
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from hardware.camera import CameraError, Fault
from hardware.pi_camera import BUFFERS, FORMAT, FRAME_MICROSECONDS, PiCamera
from hardware.pi_library import Library, Request, Sensor
from tests.hardware.pi_double import Double
from tests.hardware.virtual_pipeline import virtual_pipeline

SOON: Final = 2.0
STREAM: Final = {"format": FORMAT, "size": (1280, 960)}
CONTROLS: Final = {"FrameDurationLimits": FRAME_MICROSECONDS}


THE_LIBRARY: Final = (
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::DeprecationWarning:picamera2"),  # in its own code
)


@pytest.fixture(params=["double", pytest.param("picamera2", marks=THE_LIBRARY)])
def library(request: pytest.FixtureRequest) -> Library:
    return Double("imx219") if request.param == "double" else virtual_pipeline()


@pytest.fixture
def sensor(library: Library) -> Iterator[Sensor]:
    """Open a camera."""
    opened = library.Picamera2(0)
    yield opened
    opened.close()


def configured(sensor: Sensor, **changes: object) -> dict[str, object]:
    return sensor.create_video_configuration(
        main=STREAM | changes, raw={"size": (1640, 1232)}, buffer_count=BUFFERS, controls=CONTROLS
    )


def test_frames_come_for_as_long_as_they_are_asked_for_and_again_after_a_close(
    library: Library,
) -> None:
    camera = PiCamera(lambda: library)
    for _ in range(2):
        camera.open()
        camera.lock()  # with whatever controls it has
        for _ in range(3 * BUFFERS):
            frame = camera.latest()
            assert frame is not None
            assert frame.image.dtype == np.uint8
            assert frame.image.shape[2:] == (3,)
            assert frame.image.std() > 10  # there is something in it
        camera.close()
        camera.close()


def test_another_user_is_told_that_it_is_busy(library: Library) -> None:
    camera, other = PiCamera(lambda: library), PiCamera(lambda: library)
    with ExitStack() as stack:
        camera.open()
        stack.callback(camera.close)
        with pytest.raises(CameraError) as raised:
            other.open()
        assert raised.value.fault is Fault.BUSY
        assert camera.latest() is not None


def test_trying_again_and_again_leaves_nothing_open(library: Library) -> None:
    camera, other = PiCamera(lambda: library), PiCamera(lambda: library)
    with ExitStack() as stack:
        camera.open()
        stack.callback(camera.close)
        opened = []
        for _ in range(3):
            with pytest.raises(CameraError):
                other.open()
            gc.collect()
            opened.append(len([*Path("/proc/self/fd").iterdir()]))
    assert len(set(opened)) == 1


def test_it_is_not_configured_while_it_runs(sensor: Sensor) -> None:
    configuration = configured(sensor)
    sensor.configure(configuration)
    sensor.start()
    with pytest.raises(RuntimeError, match="must be stopped before configuring"):
        sensor.configure(configuration)


def test_what_it_does_not_know_is_an_error(sensor: Sensor) -> None:
    with pytest.raises(ValueError, match="Bad key"):
        configured(sensor, colour="green")
    with pytest.raises(RuntimeError, match="is not advertised by libcamera"):
        sensor.set_controls({"LensPosition": 2.5})


def test_buffers_that_are_not_given_back_run_out_and_do_not_keep_it_from_being_closed(
    sensor: Sensor,
) -> None:
    sensor.configure(configured(sensor))
    sensor.start()
    held = all_that_come(sensor)
    assert 0 < len(held) <= BUFFERS
    sensor.cancel_all_and_flush()
    for one in held:
        one.release()


def all_that_come(sensor: Sensor) -> list[Request]:
    """Take frames and keep them until no more comes."""
    held: list[Request] = []
    with suppress(TimeoutError):
        while len(held) <= BUFFERS:
            held.append(sensor.capture_request(wait=False).get_result(timeout=SOON))
    return held
