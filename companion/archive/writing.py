"""Writing the zip of a game, and any other file that appears whole or not at all."""

import errno
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from companion.archive.evidence import Evidence
from companion.archive.manifest import About, format_manifest
from companion.archive.reading import BOARD, MANIFEST, RECORD


def write_archive(
    path: Path,
    about: About,
    record: Iterable[bytes],
    board_text: str,
    evidence: Iterable[tuple[int, Evidence]],
) -> None:
    """Write a game; ``evidence`` goes by the event's number.

    Raises OSError, FileExistsError where there is a file already.
    """
    with new_file(path) as begun, ZipFile(begun, "x") as archive:
        parts = []
        for event, seen in evidence:
            for name, data in _parts_of(event, seen):
                parts.append(name)
                # Pictures are compressed as they are.
                packing = ZIP_STORED if name.endswith(".jpg") else ZIP_DEFLATED
                archive.writestr(ZipInfo(name), data, packing)
        archive.writestr(ZipInfo(RECORD), b"".join(record), ZIP_DEFLATED)
        archive.writestr(ZipInfo(BOARD), board_text.encode(), ZIP_DEFLATED)
        archive.writestr(ZipInfo(MANIFEST), format_manifest(about, parts), ZIP_DEFLATED)


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Give a path to write to; what was written there is moved to ``path`` once it is whole.

    Raises FileExistsError where there is a file already.
    """
    if path.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    begun = path.with_name(f"{path.name}.part")
    begun.unlink(missing_ok=True)
    try:
        yield begun
        begun.rename(path)
    except OSError as error:
        if error.filename == str(begun):
            error.filename = str(path)  # the name that whoever asked for it knows
        raise
    finally:
        begun.unlink(missing_ok=True)


def _parts_of(event: int, seen: Evidence) -> Iterator[tuple[str, bytes]]:
    stem = f"{event:04}-{seen.moment}"
    if seen.cropped is not None:
        yield f"pictures/{stem}-cropped.jpg", seen.cropped
    if seen.whole is not None:
        yield f"pictures/{stem}-whole.jpg", seen.whole
    if seen.reading is not None:
        yield f"readings/{stem}.json", json.dumps(seen.reading).encode()
