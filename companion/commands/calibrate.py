"""`dubsar calibrate`: teaches a board and a camera position."""

import argparse

from companion.commands.play import add_screen_options, effective_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Teach the companion your board and your camera, step by step, on its own "
        "screen: by touch, mouse, keys or the four buttons. You can leave at any time and go "
        "on with later. Writes the table file, and the board file beside it. A board that was "
        "taught once, or taken in by dubsar board import, is recognised the next time: then only "
        "pieces and tiles are shown again, which takes a minute."
    )
    add_screen_options(parser, "the table file to be written, in place of the one that is set")


def run(arguments: argparse.Namespace) -> int:
    """Calibrate; raises CameraError, InputError or OSError where that cannot begin."""
    effective = effective_settings(arguments)
    from companion.live.program import calibrate  # noqa: PLC0415 - imports all there is

    calibrate(effective, windowed=arguments.windowed)
    return 0
