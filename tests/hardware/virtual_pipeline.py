"""picamera2 itself before the camera that libcamera draws (`tools/try_pi_camera.sh` brings both).

That camera is none of a Raspberry Pi's: it has one format, one size, no raw stream and next to no
controls, and its computer has no memory of the kind that a Pi's pictures lie in. This is made up
for here; the order of calls, the jobs, buffers, controls and errors are the library's own.
"""

import importlib
import importlib.util
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any, cast
from unittest.mock import MagicMock

import cv2
import pytest

from hardware.pi_camera import FORMAT
from hardware.pi_library import Library, import_library

DRAWN = "Virtual"
"""How the names of such cameras begin."""
SIZE = (1280, 1024)
"""In whole pages of memory, as that camera wants it."""
UNUSED = ("pykms", "pidng", "pidng.core", "pidng.camdefs")
"""What picamera2 imports to show pictures on a screen, and to write raw ones."""


@cache
def virtual_pipeline() -> Library:
    """Give the library, or skip the test where it cannot be had."""
    if not all(importlib.util.find_spec(name) for name in ("libcamera", "picamera2")):
        pytest.skip("picamera2 or libcamera is not installed; see tools/try_pi_camera.sh")
    for name in UNUSED:
        with suppress(ModuleNotFoundError):
            importlib.import_module(name)
        sys.modules.setdefault(name, MagicMock())
    library = import_library()
    found = library.Picamera2.global_camera_info()
    if not any(str(one["Id"]).startswith(DRAWN) for one in found):
        pytest.skip("libcamera draws no camera here; see tools/try_pi_camera.sh")
    return cast("Library", MagicMock(Picamera2=_adapted(library.Picamera2)))


def _adapted(real: Any) -> type:  # noqa: ANN401 - it ships no types
    """Derive a class of cameras that offers what a Pi's does where that is drawn."""
    allocators: Any = importlib.import_module("picamera2.allocators")
    core: Any = importlib.import_module("picamera2.picamera2")
    core.DmaAllocator = allocators.Allocator
    request: Any = importlib.import_module("picamera2.request").CompletedRequest
    as_taken = request.make_array
    request.make_array = lambda one, name: cv2.cvtColor(as_taken(one, name), cv2.COLOR_YUV2BGR_NV12)

    def raw_modes(_: Any) -> list[dict[str, object]]:  # noqa: ANN401
        return [{"format": "NV12", "size": SIZE}]

    def video(
        camera: Any,  # noqa: ANN401
        main: Mapping[str, object] | None = None,
        raw: object = None,
        **others: object,
    ) -> Any:  # noqa: ANN401
        del raw
        drawn = {**(main or {}), "format": "NV12", "size": SIZE}
        return real.create_video_configuration(camera, main=drawn, **others)

    def configure(camera: Any, configuration: Any) -> None:  # noqa: ANN401
        camera.allocator = allocators.LibcameraAllocator(camera.camera)
        real.configure(camera, configuration)

    def taken(camera: Any) -> dict[str, object]:  # noqa: ANN401
        return {"main": {**real.camera_configuration(camera)["main"], "format": FORMAT}}

    methods = {
        "_get_raw_modes": raw_modes,
        "create_video_configuration": video,
        "configure": configure,
        "camera_configuration": taken,
    }
    return type("Drawn", (real,), methods)
