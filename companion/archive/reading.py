"""A game in one file: a zip of its record, its board, its pictures and readings.

``manifest.json`` (version, when and by whom it was played, the names of the further parts),
``record.jsonl`` and ``board.toml`` (formats, sections 3 and 1), then for each event and moment
whose evidence is kept ``pictures/0007-before-cropped.jpg``, ``pictures/0007-before-whole.jpg`` and
``readings/0007-before.json``. A reader writes nothing anywhere: parts are read into memory one by
one, only under these names and only up to the sizes below.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.archive.checked_zip import MEGABYTE, CheckedZip, Contents
from companion.archive.evidence import MOMENTS, Evidence, Moment
from companion.archive.manifest import parse_manifest
from companion.files import Closing
from engine.errors import InputError
from engine.fields import Fields

MANIFEST: Final = "manifest.json"
RECORD: Final = "record.jsonl"
BOARD: Final = "board.toml"
TEXTS: Final = (MANIFEST, RECORD, BOARD)
EVIDENCE: Final = re.compile(
    r"(?:pictures/(\d{4,9})-(before|after)-(cropped|whole)\.jpg"
    r"|readings/(\d{4,9})-(before|after)\.json)"
)
FOLDERS: Final = ("pictures/", "readings/")
"""Ours has no entries for these, but a file that another program packed again may."""
LARGEST_TEXT: Final = 16 * MEGABYTE
"""Of manifest, record or board: a long game's record has about 40 KB."""
LARGEST_PART: Final = 8 * MEGABYTE
"""Of a picture or reading: those that are kept have a tenth of a megabyte."""
JPEG: Final = b"\xff\xd8"
"""How every JPEG file begins."""


def is_archive(path: Path) -> bool:
    """Tell whether a path is a file that begins as a zip does; a pipe is left untouched."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(2) == b"PK"
    except (OSError, ValueError):
        return False


class Archive(Closing):
    """A game read from a zip: ``about``, ``record``, ``board_text`` at once, evidence on demand."""

    def __init__(self, path: Path) -> None:
        """Check names, sizes and texts; raises InputError when something is not as it should."""
        self.path: Final = path
        self._zip: Final = CheckedZip(path, Contents("game", TEXTS, _largest, FOLDERS))
        try:
            manifest = Fields(str(path), MANIFEST, self._zip.object(MANIFEST))
            self.about, listed = parse_manifest(manifest)
            self.record: Final = self._zip.read(RECORD)
            self.board_text: Final = self._zip.text(BOARD)
            self._check_listed(listed)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._zip.close()

    def evidence(self) -> Iterator[tuple[int, Evidence]]:
        """Read the evidence, by number of the event; raises InputError at a part that is broken."""
        found: dict[tuple[int, Moment], dict[str, str]] = {}
        for name in self._zip.parts:
            if match := EVIDENCE.fullmatch(name):
                number, moment = match[1] or match[4], match[2] or match[5]
                at = int(number), MOMENTS[moment == "after"]
                kind = match[3] or "reading"
                if kind in found.setdefault(at, {}):
                    raise InputError(str(self.path), name, "there is another part for this event")
                found[at][kind] = name
        for (event, moment), names in sorted(found.items(), key=_in_order):
            yield (
                event,
                Evidence(
                    moment,
                    self._picture(names.get("cropped")),
                    self._picture(names.get("whole")),
                    self._zip.object(names["reading"]) if "reading" in names else None,
                ),
            )

    def _check_listed(self, listed: tuple[str, ...]) -> None:
        here = set(self._zip.parts) - set(TEXTS)
        for name in listed:
            if name not in here:
                raise self._zip.error(ascii(name)[:80], "this part is missing")
        if left := here - set(listed):
            raise self._zip.error(min(left), f"{MANIFEST} lists no such part")

    def _picture(self, name: str | None) -> bytes | None:
        if name is None:
            return None
        data = self._zip.read(name)
        if not data.startswith(JPEG):
            raise self._zip.error(name, "expected a JPEG picture")
        return data


def _largest(name: str) -> int | None:
    if name in TEXTS:
        return LARGEST_TEXT
    return LARGEST_PART if EVIDENCE.fullmatch(name) else None


def _in_order(part: tuple[tuple[int, Moment], object]) -> tuple[int, int]:
    event, moment = part[0]
    return event, MOMENTS.index(moment)
