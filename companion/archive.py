"""A game in one file: a zip of its record, its board, its pictures and readings.

``manifest.json`` (version, when and by whom it was played, the names of the further parts),
``record.jsonl`` and ``board.toml`` (formats, sections 3 and 1), then for each event and moment
whose evidence is kept ``pictures/0007-before-cropped.jpg``, ``pictures/0007-before-whole.jpg`` and
``readings/0007-before.json``. A reader writes nothing anywhere: parts are read into memory one by
one, only under these names and only up to the sizes below.
"""

import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from zipfile import BadZipFile, ZipFile, ZipInfo

from companion.archive_manifest import parse_manifest
from companion.closing import Closing
from companion.evidence import MOMENTS, Evidence, Moment
from engine.errors import InputError
from engine.fields import Fields
from engine.jsonline import parse_object

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
ENCRYPTED: Final = 1
"""The flag of an entry that needs a password."""
MEGABYTE: Final = 2**20
LARGEST_TEXT: Final = 16 * MEGABYTE
"""Of manifest, record or board: a long game's record has about 40 KB."""
LARGEST_PART: Final = 8 * MEGABYTE
"""Of a picture or reading: those that are kept have a tenth of a megabyte."""
LARGEST: Final = 1024 * MEGABYTE
"""Of all parts together, unpacked: a game with all pictures has some 30 MB."""
MOST_PARTS: Final = 20_000
"""A game has some 200 events, with six parts of evidence each."""
JPEG: Final = b"\xff\xd8"
"""How every JPEG file begins."""
BROKEN: Final = (
    BadZipFile,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What reading a damaged, encrypted or strange zip raises."""


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
        with self._reading():
            self._zip: Final = ZipFile(path)
        try:
            self._parts: Final = self._checked_parts()
            manifest = Fields(str(path), MANIFEST, self._object(MANIFEST))
            self.about, listed = parse_manifest(manifest)
            self.record: Final = self._read(RECORD)
            self.board_text: Final = self._text(BOARD)
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
        for name in self._parts:
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
                    self._object(names["reading"]) if "reading" in names else None,
                ),
            )

    def _checked_parts(self) -> dict[str, ZipInfo]:
        parts: dict[str, ZipInfo] = {}
        entries = self._zip.infolist()
        if len(entries) > MOST_PARTS:
            raise self._error("", f"expected at most {MOST_PARTS} parts, found {len(entries)}")
        for entry in entries:
            if entry.filename in FOLDERS:
                continue
            self._check_entry(entry)
            if entry.filename in parts:
                raise self._error(entry.filename, "this part is there twice")
            parts[entry.filename] = entry
        if sum(entry.file_size for entry in parts.values()) > LARGEST:
            raise self._error("", f"expected at most {LARGEST} bytes unpacked")
        for name in TEXTS:
            if name not in parts:
                raise self._error(name, "this part is missing")
        return parts

    def _check_entry(self, entry: ZipInfo) -> None:
        name = entry.filename
        if name not in TEXTS and not EVIDENCE.fullmatch(name):
            raise self._error(ascii(name)[:80], "a game's file has no such part")
        if entry.flag_bits & ENCRYPTED:
            raise self._error(name, "expected a part that is not encrypted")
        largest = LARGEST_TEXT if name in TEXTS else LARGEST_PART
        if entry.file_size > largest:
            raise self._error(name, f"expected at most {largest} bytes unpacked")

    def _check_listed(self, listed: tuple[str, ...]) -> None:
        here = set(self._parts) - set(TEXTS)
        for name in listed:
            if name not in here:
                raise self._error(ascii(name)[:80], "this part is missing")
        if left := here - set(listed):
            raise self._error(min(left), f"{MANIFEST} lists no such part")

    def _picture(self, name: str | None) -> bytes | None:
        if name is None:
            return None
        data = self._read(name)
        if not data.startswith(JPEG):
            raise self._error(name, "expected a JPEG picture")
        return data

    def _object(self, name: str) -> dict[str, object]:
        return parse_object(self._read(name), str(self.path), name)

    def _text(self, name: str) -> str:
        try:
            return self._read(name).decode()
        except UnicodeDecodeError:
            raise self._error(name, "expected UTF-8 text") from None

    def _read(self, name: str) -> bytes:
        """Read one part; never more of it than its entry says, which has been checked."""
        with self._reading(name), self._zip.open(self._parts[name]) as part:
            return part.read()

    @contextmanager
    def _reading(self, name: str = "") -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise self._error(name, "no such file") from None
        except BROKEN as error:
            why = error.strerror if isinstance(error, OSError) else None
            told = f"cannot be read ({why})" if why else "broken, or no zip of a game"
            raise self._error(name, told) from None

    def _error(self, part: str, expected: str) -> InputError:
        return InputError(str(self.path), part, expected)


def _in_order(part: tuple[tuple[int, Moment], object]) -> tuple[int, int]:
    event, moment = part[0]
    return event, MOMENTS.index(moment)
