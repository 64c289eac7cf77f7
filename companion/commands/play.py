"""`dubsar play`: the real thing, with camera, screen and buttons."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import given

if TYPE_CHECKING:
    from companion.settings import Effective


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Follow a game at the table. Without a camera there is a virtual table beside "
        "the screen, on which pieces and tiles are moved with the mouse; not started from a "
        "terminal, it waits for the camera. Buttons are keys as "
        "well: S or F1 for SCORE, Enter or F2 for OK, Escape or F3 for BACK, W or F4 for WHY?."
    )
    add_screen_options(parser, "the table file, in place of the one that is set")


def add_screen_options(parser: argparse.ArgumentParser, table: str) -> None:
    """Add what goes for every command with camera and screen; ``table`` is that option's help."""
    parser.add_argument(
        "--camera",
        metavar="auto|pi|usb:N|virtual|PATH",
        help="in place of the one that is set; PATH is a folder of pictures or a video",
    )
    parser.add_argument("--table", type=Path, metavar="FILE", help=table)
    parser.add_argument(
        "--windowed", action="store_true", help="in a window, not on the whole display"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play; raises CameraError or InputError where that cannot begin."""
    effective = effective_settings(arguments)
    from companion.live.program import play  # noqa: PLC0415 - imports all there is

    return play(effective, windowed=arguments.windowed)


def effective_settings(arguments: argparse.Namespace) -> "Effective":
    """Load the settings with what the options say, and show the first picture.

    Raises InputError, also without a display.
    """
    from companion.live.display import first_picture, has_display  # noqa: PLC0415 - imports OpenCV and pygame
    from companion.settings import load_settings  # noqa: PLC0415
    from engine.errors import InputError  # noqa: PLC0415

    effective = load_settings(given({"camera": arguments.camera, "table": arguments.table}))
    if not has_display():
        wanted = "there is none: start it where there is one, or watch `dubsar demo --headless`"
        raise InputError("display", "", wanted)
    first_picture(effective.settings, windowed=arguments.windowed)
    return effective
