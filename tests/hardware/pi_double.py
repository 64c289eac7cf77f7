"""A double of picamera2 that insists on what the library insists on.

Configured before started, started before asked for frames, stopped before configured anew; even
sizes; no controls that the camera lacks; buffers to be given back; one user at a time; and a job
that is never done stands in the way of closing. Formats are named against their order in memory.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

Size = tuple[int, int]
RED, GREEN = (0, 0, 255), (0, 255, 0)
"""In the order blue, green, red: the left half of what is seen is red, the right one green."""
BLUE: Final = (255, 0, 0)
"""What is at the very rim of what the sensor sees."""
RIM: Final = 0.03
"""How wide that is, of the width and of the height."""
FIRST_STREAM: Final = {"format", "size"}
USUAL: Final = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains")


@dataclass(frozen=True)
class Module:
    """A camera module: modes are sizes with the share of the sensor's width and height seen."""

    pixels: Size
    modes: Mapping[Size, tuple[float, float]]
    lens: bool = False

    @property
    def controls(self) -> tuple[str, ...]:
        lens = ("AfMode", "AfTrigger", "LensPosition") if self.lens else ()
        return (*USUAL, "FrameDurationLimits", "NoiseReductionMode", *lens)


MODULES: Final = {
    "imx219": Module(
        (3280, 2464),
        {
            (640, 480): (0.39, 0.39),
            (1640, 1232): (1.0, 1.0),
            (1920, 1080): (0.585, 0.438),
            (3280, 2464): (1.0, 1.0),
        },
    ),
    "imx708": Module(
        (4608, 2592),
        {(1536, 864): (0.667, 0.667), (2304, 1296): (1.0, 1.0), (4608, 2592): (1.0, 1.0)},
        lens=True,
    ),
    "imx477": Module(
        (4056, 3040),
        {
            (1332, 990): (0.657, 0.651),
            (2028, 1080): (1.0, 0.71),
            (2028, 1520): (1.0, 1.0),
            (4056, 3040): (1.0, 1.0),
        },
    ),
}
"""Camera Module 2 and 3 and the HQ camera, with their modes as the kernel's drivers have them."""


class Double:
    """The module picamera2 and the cameras behind it; what happened to them may be looked at."""

    def __init__(self, *names: str, usb: bool = False, busy: bool = False) -> None:
        """Connect camera modules; ``busy``: another program has them."""
        self.names, self.busy = names, busy
        self.usb = usb
        self.dead = False
        self.format: str | None = None
        self.metadata: dict[str, object] = {
            "ExposureTime": 20_000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.8),
            "LensPosition": 2.5,
            "AeLocked": True,
            "AfState": 2,
        }
        self.opened: list[OpenModule] = []

    @property
    def Picamera2(self) -> "Double":  # noqa: N802 - the library's name
        return self

    def global_camera_info(self) -> Sequence[Mapping[str, object]]:
        """List the cameras, webcams last, though the system may have found them first (Num)."""
        usb = ["/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.2:1.0-046d:0825"] if self.usb else []
        pi = [f"/base/soc/i2c0mux/i2c@1/{name}@1a" for name in self.names]
        found = [{"Num": number, "Id": one} for number, one in enumerate([*usb, *pi])]
        return sorted(found, key=lambda one: "/usb" in str(one["Id"]))

    def __call__(self, camera_num: int) -> "OpenModule":
        """Open one by its place in the list; the library's own error hides the system's."""
        if self.busy or any(not one.closed for one in self.opened):
            cause = RuntimeError("Failed to acquire camera: Device or resource busy")
            raise RuntimeError("Camera __init__ sequence did not complete.") from cause
        name = str(self.global_camera_info()[camera_num]["Id"]).rpartition("/")[2].partition("@")[0]
        self.opened.append(OpenModule(self, MODULES[name]))
        return self.opened[-1]


@dataclass
class OpenModule:
    """An open camera module."""

    double: Double
    module: Module
    set: dict[str, object] = field(default_factory=dict)
    started: bool = False
    closed: bool = False
    jobs: int = 0
    out: int = 0
    _taken: dict[str, Mapping[str, object]] | None = None
    _buffers: int = 0

    @property
    def sensor_resolution(self) -> Size:
        """Width and height of the whole sensor."""
        return self.module.pixels

    @sensor_resolution.setter
    def sensor_resolution(self, size: Size) -> None:
        raise AttributeError(size)

    @property
    def camera_controls(self) -> Mapping[str, object]:
        return dict.fromkeys(self.module.controls, (0, 1, 0))

    def create_video_configuration(
        self,
        main: Mapping[str, object],
        raw: Mapping[str, object],
        buffer_count: int = 6,
        controls: Mapping[str, object] | None = None,
    ) -> dict[str, object]:
        """Fill in what is usual; raises ValueError for what is unknown in a stream."""
        for stream in (main, raw):
            if unknown := set(stream) - FIRST_STREAM:
                raise ValueError(f"Bad key {unknown}")
        return {
            "main": {"format": "XBGR8888", "size": (1280, 720), **main},
            "raw": {"format": "SRGGB10_CSI2P", **raw},
            "buffer_count": buffer_count,
            "controls": {"FrameDurationLimits": (33_333, 33_333), **(controls or {})},
        }

    def configure(self, camera_config: dict[str, object]) -> None:
        """Take a configuration; the mode is the one most like the raw stream."""
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        main, raw = (dict(_mapping(camera_config[name])) for name in ("main", "raw"))
        for stream in (main, raw):
            wide, high = _size(stream["size"])
            if wide % 2 or high % 2:
                raise RuntimeError("width and height should be even")
        if main["format"] not in ("RGB888", "BGR888", "XBGR8888", "XRGB8888", "YUV420"):
            raise RuntimeError(f"Bad format {main['format']} in stream main")
        wide, high = _size(raw["size"])
        raw["size"] = min(self.module.modes, key=lambda mode: _unlike((wide, high), mode))
        main["format"] = self.double.format or main["format"]
        self._taken = {"main": main, "raw": raw}
        self._buffers = int(str(camera_config["buffer_count"]))
        self.set_controls(_mapping(camera_config["controls"]))

    def camera_configuration(self) -> Mapping[str, Mapping[str, object]]:
        assert self._taken is not None
        return self._taken

    def start(self) -> None:
        """Begin; the library would take a configuration of its own where it was given none."""
        assert self._taken is not None, "a small picture, of half of what the sensor sees"
        self.started = True

    def set_controls(self, controls: Mapping[str, object]) -> None:
        """Remember them; raises RuntimeError for one that it lacks."""
        for name in controls:
            if name not in self.module.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.set.update(controls)

    def capture_request(self, *, wait: bool) -> "DoubleJob":
        """Ask for a frame; unlike the library, which waits for ever, it raises when not started."""
        assert not wait
        if not self.started or self.closed:
            raise RuntimeError("Camera is not started")
        self.jobs += 1
        return DoubleJob(self)

    def cancel_all_and_flush(self) -> None:
        """Forget all jobs."""
        self.jobs = 0

    def close(self) -> None:
        """Give all back; the library would wait for ever for a job that cannot be done."""
        assert self.jobs == 0, "it hangs"
        self.started, self.closed = False, True

    def picture(self) -> npt.NDArray[np.uint8]:
        """Draw what is seen in the order of bytes that the format stands for."""
        wide, high = _size(self.camera_configuration()["main"]["size"])
        share = self.module.modes[_size(self.camera_configuration()["raw"]["size"])]
        sensor = self.module.pixels
        # What is wider or higher in the stream than on the sensor is cut off.
        seen_wide, seen_high = share[0] * sensor[0], share[1] * sensor[1]
        scale = min(seen_wide / wide, seen_high / high)
        across = (np.arange(wide) + 0.5 - wide / 2) * scale / sensor[0]
        down = (np.arange(high) + 0.5 - high / 2) * scale / sensor[1]
        image = np.empty((high, wide, 3), np.uint8)
        image[:, across < 0] = RED
        image[:, across >= 0] = GREEN
        image[:, np.abs(across) > 0.5 - RIM] = BLUE
        image[np.abs(down) > 0.5 - RIM, :] = BLUE
        return (
            image if self.camera_configuration()["main"]["format"] == "RGB888" else image[..., ::-1]
        )

    def take(self) -> "DoubleRequest":
        """Take a frame, where a buffer is left."""
        if self.double.dead or self.out >= self._buffers:
            raise TimeoutError
        self.jobs -= 1
        self.out += 1
        return DoubleRequest(self)


@dataclass
class DoubleJob:
    """A frame that was asked for."""

    camera: OpenModule

    def get_result(self, timeout: float | None = None) -> "DoubleRequest":
        """Wait for it, for no time at all."""
        assert timeout is not None, "it hangs"
        return self.camera.take()


@dataclass
class DoubleRequest:
    """A frame in a buffer."""

    camera: OpenModule
    released: bool = False

    def make_array(self, name: str) -> npt.NDArray[np.uint8]:
        assert name == "main"
        assert not self.released
        return self.camera.picture()

    def get_metadata(self) -> Mapping[str, object]:
        assert not self.released
        return dict(self.camera.double.metadata)

    def release(self) -> None:
        """Give the buffer back, once."""
        assert not self.released
        self.released = True
        self.camera.out -= 1


def _mapping(value: object) -> Mapping[str, object]:
    assert isinstance(value, dict)
    return value


def _size(value: object) -> Size:
    assert isinstance(value, tuple)
    wide, high = value
    return wide, high


def _unlike(wanted: Size, mode: Size) -> float:
    """Tell how little a mode is what is wanted, as the library does: smaller is worse."""

    def lacks(desired: float, actual: float) -> float:
        return 2 * (desired - actual) if desired >= actual else (actual - desired) / 4

    sides = sum(lacks(desired, actual) for desired, actual in zip(wanted, mode, strict=True))
    return sides + 1500 * lacks(wanted[0] / wanted[1], mode[0] / mode[1])
