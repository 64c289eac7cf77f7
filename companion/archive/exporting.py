"""Writing a game as a zip where people find it: on a USB stick, else beside the journal."""

import os
from pathlib import Path
from typing import Final

from companion.journal import Journal, StoredGame

FOLDER: Final = "exports"
"""Beside the journal, where no stick is plugged in."""
MEDIA: Final = Path("/media")
"""Under which Debian mounts what is plugged in: a folder a user, in it one a stick."""


def export_game(journal: Journal, stored: StoredGame, media: Path = MEDIA) -> Path:
    """Write a game with its pictures to a new file; give its path.

    Raises OSError or JournalError where that cannot be done.
    """
    folder = stick(media) or journal.path.parent / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    name = f"dubsar-{stored.about.started:%Y-%m-%d}-{stored.id}"
    path = folder / f"{name}.zip"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.zip"
    journal.export(stored.id, path)
    return path


def stick(media: Path = MEDIA) -> Path | None:
    """Find a mounted stick that can be written to."""
    try:
        found = sorted(media.glob("*/*"))
    except OSError:
        return None
    return next((one for one in found if one.is_mount() and os.access(one, os.W_OK)), None)
