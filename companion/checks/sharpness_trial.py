"""`dubsar doctor --camera`: a bar that grows as the picture gets sharper."""

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TextIO

from companion.checks.verdict import Surroundings
from companion.live.source import VIRTUAL
from companion.words.camera import FAULTS
from engine.errors import InputError
from hardware.camera import Camera, Fault
from hardware.cameras import open_camera
from vision.trouble import sharpness

WIDTH: Final = 40
"""Characters of the bar when the picture is as sharp as it was at best."""


def try_camera(
    around: Surroundings,
    opened: Callable[[str], Camera | None] = open_camera,
    output: TextIO | None = None,
) -> None:
    """Show the sharpness of frame after frame until Ctrl-C, or until there are no more.

    Raises CameraError where there is no picture, and InputError where there is no camera.
    """
    name = around.settings.camera
    camera = None if name == VIRTUAL else opened(name)
    if camera is None:
        raise InputError(name, "", around.words.tell(FAULTS[Fault.ABSENT], {}))
    output = output or sys.stdout
    told = around.words.say(
        "Turn the lens until the bar is longest; its end shows the best so far. Ctrl-C ends."
    )
    output.write(f"{told}\n")
    try:
        with suppress(KeyboardInterrupt):
            _show(camera, output)
    finally:
        camera.close()


def _show(camera: Camera, output: TextIO) -> None:
    best = 0.0
    begin, end = ("\r", "") if output.isatty() else ("", "\n")
    while (frame := camera.latest()) is not None:
        found = sharpness(frame.image)
        best = max(best, found)
        output.write(f"{begin}{bar(found, best)} {found:7.2f}{end}")
        output.flush()


def bar(found: float, best: float) -> str:
    """Draw a bar of constant width, whose end is where it was longest."""
    long = round(WIDTH * found / best) if best else 0
    return f"[{'#' * long:{WIDTH}}|"
