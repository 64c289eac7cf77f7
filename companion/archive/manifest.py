"""What the zip of a game says of it beside the record, and of its own parts."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from engine.fields import LARGEST, Fields

VERSION: Final = 1


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
        started=_time(fields, "started", fields.text("started")),
        finished=None if finished is None else _time(fields, "finished", finished),
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


def _time(fields: Fields, key: str, raw: str) -> datetime:
    with suppress(ValueError):
        time = datetime.fromisoformat(raw)
        if time.utcoffset() == timedelta(0):
            return time
    raise fields.error(key, "expected ISO 8601 in UTC, such as 2025-01-31T18:05:00Z")


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
