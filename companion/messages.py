"""Results on standard output; beside them one line on standard error, progress on a terminal."""

import sys
from typing import Final

COMMAND_LINE: Final = "command line"
"""In place of a file's name, where something is wrong that was said there."""


def result(text: str, *, flush: bool = False) -> None:
    """Print a line of the results; ``flush`` what somebody may be waiting for."""
    print(text, flush=flush)  # noqa: T201 - here and below is where it is printed


def complain(text: str) -> None:
    """Say in one line what is wrong, after all results so far."""
    sys.stdout.flush()
    progress("")
    print("dubsar:", " ".join(text.split()), file=sys.stderr, flush=True)  # noqa: T201


def progress(text: str) -> None:
    """Replace the progress line on a terminal, an empty text clears it; silent in a pipe."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
