"""All that a household would miss, in one zip: the journal, the settings, the table.

Its parts are named as they lie in the folder of the program's data, so that it is unpacked there.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from companion.archive_writing import new_file
from companion.journal import Journal
from companion.settings import Effective
from engine.errors import InputError
from vision.table import load_table

JOURNAL: Final = "journal.sqlite"
TABLE: Final = "table.toml"
USER_SETTINGS: Final = "settings.toml"
SYSTEM_SETTINGS: Final = "etc-settings.toml"
"""What is set for all users; it does not lie in the folder."""
PACKED: Final = (".jpg", ".jpeg", ".png")
"""Pictures, which are compressed as they are."""


def write_backup(path: Path, journal: Journal, effective: Effective) -> list[Path]:
    """Write all to a new file, while the journal may be in use.

    Gives the files of the table that are not in it: they are missing, or lie elsewhere than beside
    the table file. Raises JournalError, and OSError, also where there is a file already.
    """
    left = []
    with new_file(path) as begun, ZipFile(begun, "x", ZIP_DEFLATED) as archive:
        # Beside the zip, as there is room if anywhere: /tmp may be in memory.
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".dubsar-") as folder:
            copied = Path(folder) / JOURNAL
            journal.backup(copied)
            archive.write(copied, JOURNAL)
        system, user = effective.files
        for file, name in ((system, SYSTEM_SETTINGS), (user, USER_SETTINGS)):
            if file not in effective.absent:
                archive.write(file, name)
        for taught, place in _table_files(effective.settings.table):
            if place is None or not taught.is_file():
                left.append(taught)
            else:
                archive.write(taught, place, ZIP_STORED if place.endswith(PACKED) else None)
    return left


def _table_files(path: Path) -> Iterator[tuple[Path, str | None]]:
    """Yield the files of a table with their names in the backup, None for those elsewhere."""
    if not path.exists():  # none was taught yet
        return
    yield path, TABLE
    try:
        table = load_table(path)
    except InputError:  # somebody is at work on it: better this much than no backup
        return
    folder = path.parent.resolve()
    for file in sorted({table.board_path, *table.frames}):
        real = file.resolve()
        inside = real.is_relative_to(folder)
        yield file, real.relative_to(folder).as_posix() if inside else None
