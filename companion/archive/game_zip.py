"""A game in one file: a zip of its record, its board, its pictures and readings.

``manifest.json`` (version, when and by whom it was played, the names of the further parts),
``record.jsonl`` and ``board.toml`` (formats, sections 3 and 1), then for each event and moment
whose evidence is kept ``pictures/0007-before-cropped.jpg``, ``pictures/0007-before-whole.jpg`` and
``readings/0007-before.json``. A reader writes nothing anywhere: parts are read into memory one by
one, only under these names and only up to the sizes below.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final, Literal
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from companion.archive.checked_zip import MEGABYTE, CheckedZip
from companion.files import new_file
from engine.fields import LARGEST, Fields

VERSION: Final = 1
"""Of the zip."""
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

Moment = Literal["before", "after"]
MOMENTS: Final[tuple[Moment, ...]] = ("before", "after")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the camera saw at one moment of an event; None is what was not kept.

    ``cropped`` and ``whole`` are JPEG files: the board and its rim, and the reduced frame
    (``companion.archive.evidence_pictures`` makes both). ``reading`` is any JSON object.
    """

    moment: Moment
    cropped: bytes | None = None
    whole: bytes | None = None
    reading: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class About:
    """What a record does not hold: when it was played, by whom, and how long they thought.

    Times are in UTC. ``names`` and ``thinking`` (seconds) go by player; ``first`` is who was to
    begin, where that was settled before the setup.
    """

    started: datetime
    finished: datetime | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    first: str | None = None
    thinking: Mapping[str, float] = field(default_factory=dict)


def format_manifest(about: About, parts: Iterable[str]) -> str:
    """Write a manifest; ``parts`` are the names of the pictures and readings."""
    keys = {
        "archive": VERSION,
        "started": about.started.isoformat(),
        "finished": about.finished.isoformat() if about.finished else None,
        "names": dict(about.names),
        "first": about.first,
        "thinking": dict(about.thinking),
        "evidence": list(parts),
    }
    return json.dumps(keys, indent=1) + "\n"


def parse_manifest(fields: Fields) -> tuple[About, tuple[str, ...]]:
    """Check the keys of a manifest and give the names of the parts; raises InputError."""
    fields.version("archive", VERSION)
    finished = _optional_text(fields, "finished")
    about = About(
        started=fields.time("started"),
        finished=None if finished is None else fields.as_time("finished", finished),
        names=_names(fields),
        first=_optional_text(fields, "first"),
        thinking=_thinking(fields),
    )
    parts = tuple(str(name) for name in fields.sequence("evidence"))
    fields.finish()
    return about, parts


def _optional_text(fields: Fields, key: str) -> str | None:
    raw = fields.take(key)
    if raw is not None and not (isinstance(raw, str) and raw):
        raise fields.error(key, "expected a text or null")
    return raw


def _names(fields: Fields) -> dict[str, str]:
    raw = fields.take("names")
    if not isinstance(raw, dict) or not all(isinstance(name, str) for name in raw.values()):
        raise fields.error("names", "expected a table of texts")
    return raw


def _thinking(fields: Fields) -> dict[str, float]:
    raw = fields.take("thinking")
    if not isinstance(raw, dict):
        raise fields.error("thinking", "expected a table of numbers")
    for seconds in raw.values():
        is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if not is_number or not 0 <= seconds <= LARGEST:
            raise fields.error("thinking", "expected numbers of seconds from 0")
    return {player: float(seconds) for player, seconds in raw.items()}


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


def _parts_of(event: int, seen: Evidence) -> Iterator[tuple[str, bytes]]:
    stem = f"{event:04}-{seen.moment}"
    if seen.cropped is not None:
        yield f"pictures/{stem}-cropped.jpg", seen.cropped
    if seen.whole is not None:
        yield f"pictures/{stem}-whole.jpg", seen.whole
    if seen.reading is not None:
        yield f"readings/{stem}.json", json.dumps(seen.reading).encode()


def is_archive(path: Path) -> bool:
    """Tell whether a path is a file that begins as a zip does; a pipe is left untouched."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(2) == b"PK"
    except (OSError, ValueError):
        return False


class Archive(CheckedZip):
    """A game read from a zip: ``about``, ``record``, ``board_text`` at once, evidence on demand."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "game", TEXTS, _largest, FOLDERS)
        try:
            manifest = Fields(str(path), MANIFEST, self.object(MANIFEST))
            self.about, listed = parse_manifest(manifest)
            self.record: Final = self.read(RECORD)
            self.board_text: Final = self.text(BOARD)
            self._check_listed(listed)
        except BaseException:
            self.close()
            raise

    def evidence(self) -> Iterator[tuple[int, Evidence]]:
        """Read the evidence, by number of the event; raises InputError at a part that is broken."""
        found: dict[tuple[int, bool], dict[str, str]] = {}
        for name in self.parts:
            if match := EVIDENCE.fullmatch(name):
                at = int(match[1] or match[4]), (match[2] or match[5]) == "after"
                kind = match[3] or "reading"
                if kind in found.setdefault(at, {}):
                    raise self.error(name, "there is another part for this event")
                found[at][kind] = name
        for (event, is_after), names in sorted(found.items()):
            cropped, whole = self._picture(names.get("cropped")), self._picture(names.get("whole"))
            reading = self.object(names["reading"]) if "reading" in names else None
            yield event, Evidence(MOMENTS[is_after], cropped, whole, reading)

    def _check_listed(self, listed: tuple[str, ...]) -> None:
        here = set(self.parts) - set(TEXTS)
        for name in listed:
            if name not in here:
                raise self.error(ascii(name)[:80], "this part is missing")
        if left := here - set(listed):
            raise self.error(min(left), f"{MANIFEST} lists no such part")

    def _picture(self, name: str | None) -> bytes | None:
        if name is None:
            return None
        data = self.read(name)
        if not data.startswith(JPEG):
            raise self.error(name, "expected a JPEG picture")
        return data


def _largest(name: str) -> int | None:
    if name in TEXTS:
        return LARGEST_TEXT
    return LARGEST_PART if EVIDENCE.fullmatch(name) else None
