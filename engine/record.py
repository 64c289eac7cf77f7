"""Game records: a header and one event a line, as JSON (formats, section 3)."""

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from engine.errors import InputError
from engine.fields import Fields, NotJsonError, parse_object

E = TypeVar("E")

SOURCES: Final = ("camera", "button", "screen", "file")
EVIDENCE_KEYS: Final = ("time", "by", "frame")
"""What a line may say of how its event came to be known, beside the event itself."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record; whether game, players and rulings fit is for the game to say."""

    game: str
    board: str
    players: tuple[str, ...]
    rulings: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Undo:
    """The game goes back to where it stood after a line of the record.

    The header is line 1; notes are not counted.
    """

    to: int


@dataclass(frozen=True, slots=True)
class Entry(Generic[E]):
    """One event and its line in the file; notes and all count there, other than for Undo."""

    line: int
    event: E | Undo


class Record:
    """Reads a record as a stream: ``header`` at once, then ``entries`` line by line.

    ``lines`` are those of a binary file, with their ends; ``file`` names it in errors.
    ``cut_short`` becomes the number of the last line if that was never written to its end.
    """

    def __init__(self, lines: Iterable[bytes], file: str) -> None:
        """Read the header; raises InputError when there is none or it breaks the format."""
        self.file: Final = file
        self.cut_short: int | None = None
        self._lines: Final = enumerate(lines, start=1)
        line, keys = next(self._objects(), (1, None))
        if keys is None:
            raise InputError(file, f"line {line}", "expected a record's header")
        self.header: Final = parse_header(Fields(file, f"line {line}", keys))

    def entries(self, parse_event: Callable[[Fields], E]) -> Iterator[Entry[E]]:
        """Yield what follows the header; raises InputError at the first line that is wrong."""
        for line, keys in self._objects():
            yield Entry(line, parse_line(keys, self.file, f"line {line}", parse_event))

    def _objects(self) -> Iterator[tuple[int, dict[str, object]]]:
        """Yield the JSON object of each line that is not a note; blank lines may end the file."""
        blank = 0
        for line, whole in self._lines:
            raw = whole.removeprefix(BOM_UTF8) if line == 1 else whole
            if not raw.strip():
                blank = blank or line
                continue
            if blank:
                raise InputError(self.file, f"line {blank}", "expected one JSON object, found none")
            try:
                keys = parse_object(raw, self.file, f"line {line}")
            except NotJsonError:
                if raw.endswith(b"\n"):
                    raise
                self.cut_short = line
                return
            if "note" not in keys:
                yield line, keys


def parse_line(
    keys: Mapping[str, object], file: str, place: str, parse_event: Callable[[Fields], E]
) -> E | Undo:
    """Read what a line says has happened; raises InputError where it says more or less."""
    fields = Fields(file, place, keys)
    event: E | Undo
    if keys.get("type") == "undo":
        fields.take("type")
        event = Undo(fields.integer("to"))
    else:
        event = parse_event(fields)
    _take_evidence(fields)
    fields.finish()
    return event


def parse_header(fields: Fields) -> Header:
    """Check the keys of a header; raises InputError."""
    fields.version("record", 1)
    game, board = fields.identifier("game"), fields.identifier("board")
    players = fields.identifiers("players")
    raw = fields.take("rulings") if fields.has("rulings") else {}
    if not isinstance(raw, dict):
        raise fields.error("rulings", "expected a table of keys")
    for key, value in raw.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise fields.error(f"rulings.{key}", "expected a text or a whole number")
    fields.finish()
    return Header(game, board, players, raw)


def format_header(header: Header) -> str:
    """Write a header as a record's first line, with its end."""
    return format_line(
        {
            "record": 1,
            "game": header.game,
            "board": header.board,
            "players": list(header.players),
            "rulings": dict(header.rulings),
        }
    )


def format_undo(undo: Undo) -> dict[str, object]:
    """Write an undo as the keys of a record's line."""
    return {"type": "undo", "to": undo.to}


def format_line(keys: Mapping[str, object]) -> str:
    """Write the keys of an event as a record's line, with its end."""
    return json.dumps(keys, ensure_ascii=False) + "\n"


def _take_evidence(fields: Fields) -> None:
    """Take the keys that any event may carry; none of them changes the game."""
    time, by, frame = EVIDENCE_KEYS
    if fields.has(time):
        fields.time(time)
    if fields.has(by):
        fields.choice(by, SOURCES)
    if fields.has(frame):
        fields.text(frame)
