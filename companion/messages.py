"""What is said beside the results: one line on standard error, progress only on a terminal."""

import sys


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
