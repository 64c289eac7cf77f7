"""What a household takes elsewhere: a game on a USB stick, and a backup of all that it would miss.

A backup is one zip: the journal, the settings, tables and boards. Its parts are named as they lie
in the folder of the program's data, so that it is unpacked there.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from companion.boards.known import BOARDS, boards_folder
from companion.files import free_path, new_file, tables_beside
from companion.journal import Journal, StoredGame
from companion.settings import Effective
from engine.errors import InputError
from vision.table import load_table

FOLDER: Final = "exports"
"""Beside the journal, where no stick is plugged in."""
MEDIA: Final = Path("/media")
"""Under which Debian mounts what is plugged in: a folder a user, in it one a stick."""
PEOPLE: Final = "people.json"
"""Who is to be forgotten (``companion.session.people``), beside the journal."""
JOURNAL: Final = "journal.sqlite"
USER_SETTINGS: Final = "settings.toml"
SYSTEM_SETTINGS: Final = "etc-settings.toml"
"""What is set for all users; it does not lie in the folder."""
PACKED: Final = (".jpg", ".jpeg", ".png")
"""Pictures, which are compressed as they are."""


def export_game(journal: Journal, stored: StoredGame, media: Path = MEDIA) -> Path:
    """Write a game with its pictures to a new file; give its path.

    Raises OSError or JournalError where that cannot be done.
    """
    folder = stick(media) or journal.path.parent / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    path = free_path(folder / f"dubsar-{stored.about.started:%Y-%m-%d}-{stored.id}.zip")
    journal.export(stored.id, path)
    return path


def stick(media: Path = MEDIA) -> Path | None:
    """Find a mounted stick that can be written to."""
    try:
        found = sorted(media.glob("*/*"))
    except OSError:
        return None
    return next((one for one in found if one.is_mount() and os.access(one, os.W_OK)), None)


def write_backup(path: Path, journal: Journal, effective: Effective) -> list[Path]:
    """Write all to a new file, while the journal may be in use.

    Gives the files of tables that are not in it: they are missing, or lie elsewhere than in the
    folder of the table file in force. Raises JournalError, and OSError, also where there is a
    file already.
    """
    parts, left = _parts(effective)
    with new_file(path) as begun, ZipFile(begun, "x", ZIP_DEFLATED) as archive:
        # Beside the zip, as there is room if anywhere: /tmp may be in memory.
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".dubsar-") as folder:
            copied = Path(folder) / JOURNAL
            journal.backup(copied)
            archive.write(copied, JOURNAL)
        for name, file in parts.items():
            archive.write(file, name, ZIP_STORED if name.endswith(PACKED) else None)
    return left


def _parts(effective: Effective) -> tuple[dict[str, Path], list[Path]]:
    """Find the files beside the journal by their names in the zip, and those that stay out."""
    system, user = effective.files
    named = {SYSTEM_SETTINGS: system, USER_SETTINGS: user}
    parts = {name: file for name, file in named.items() if file not in effective.absent}
    if (people := effective.settings.journal.with_name(PEOPLE)).is_file():
        parts[PEOPLE] = people
    boards = boards_folder()
    for file in sorted(boards.glob("*/*")):
        parts[f"{BOARDS}/{file.relative_to(boards).as_posix()}"] = file
    left = []
    table = effective.settings.table
    folder = table.parent.resolve()
    for file in dict.fromkeys(one for path in tables_beside(table) for one in _files_of(path)):
        real = file.resolve()
        if file.is_file() and real.is_relative_to(folder):
            parts.setdefault(real.relative_to(folder).as_posix(), file)
        else:
            left.append(file)
    return parts, left


def _files_of(path: Path) -> Iterator[Path]:
    if not path.exists():  # none was taught yet
        return
    yield path
    with suppress(InputError):  # somebody is at work on it: better this much than no backup
        table = load_table(path)
        yield from sorted({table.board_path, *table.frames})
