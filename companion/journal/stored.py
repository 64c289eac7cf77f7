"""How games and their lines are written in the journal, and what is read there."""

import json
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, NewType

from companion.archive.evidence import Evidence
from companion.archive.manifest import About
from companion.journal.errors import JournalDamagedError
from engine.errors import InputError
from engine.fields import Fields
from engine.jsonline import parse_object
from engine.record import Header, parse_header

GameId = NewType("GameId", int)
COLUMNS: Final = "id, started, finished, header, board, names, first, checksum"
Row = Sequence[object]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game of the journal.

    ``about`` holds its times, the players' names and how long they thought; ``board_text`` is the
    whole board file; ``events`` is the number of the last event; ``pictures`` counts the JPEG files
    that are kept.
    """

    id: GameId
    header: Header
    board_text: str
    about: About
    events: int
    pictures: int


def packed(keys: Mapping[str, object]) -> str:
    """Write a JSON object as it is stored: one line of ASCII, so that any text can be kept.

    Raises ValueError for what JSON cannot say.
    """
    return json.dumps(keys, allow_nan=False, separators=(",", ":"))


def written(time: datetime) -> str:
    """Write a time in UTC as records do."""
    return time.isoformat().replace("+00:00", "Z")


def checksum(*texts: str | None) -> int:
    """Sum up texts, so that a changed one is found out though it still can be read."""
    return zlib.crc32(json.dumps(texts).encode())


def unpacked(row: Row, path: Path, thinking: Mapping[str, float]) -> StoredGame:
    """Read a row of ``COLUMNS`` and the numbers of its events and pictures.

    Raises JournalDamagedError where it is not as it was written.
    """
    number, started, finished, header, board, names, first, summed, events, pictures = row
    told = f"game {number} is damaged"
    if not is_sound((started, header, board, names, first), summed):
        raise JournalDamagedError(path, told)
    try:
        about = About(
            datetime.fromisoformat(str(started)),
            _finished(finished),
            json.loads(str(names)),
            str(first) if first is not None else None,
            thinking,
        )
        raw = parse_object(str(header).encode(), str(path), told)
        parsed = parse_header(Fields(str(path), told, raw))
    except (ValueError, InputError) as error:
        raise JournalDamagedError(path, told) from error
    game = GameId(int(str(number)))
    return StoredGame(game, parsed, str(board), about, int(str(events)), int(str(pictures)))


def _finished(raw: object) -> datetime | None:
    """Read when a game ended; it has no checksum, as it changes, and what it says is not vital."""
    with suppress(ValueError):
        return datetime.fromisoformat(str(raw))
    return None


def is_sound(texts: Sequence[object], summed: object) -> bool:
    """Tell whether texts are those of which the checksum was taken."""
    as_texts = [text if text is None else str(text) for text in texts]
    return checksum(*as_texts) == summed


def evidence_from(row: Row) -> Evidence:
    """Read moment, reading, cropped and whole; a reading that is damaged is none."""
    moment, raw, cropped, whole = row
    reading = None
    if raw is not None:
        with suppress(ValueError):
            reading = json.loads(str(raw))
    return Evidence(
        "before" if moment == "before" else "after",
        cropped if isinstance(cropped, bytes) else None,
        whole if isinstance(whole, bytes) else None,
        reading if isinstance(reading, dict) else None,
    )
