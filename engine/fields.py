"""Reading what others wrote, strictly: JSON objects a line, and tables with typed values.

Every format of the companion refuses unknown keys and wrong types with one line that names
file, place and what was expected; this is the one place that words those lines.
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from engine.errors import InputError


class NotJsonError(InputError):
    """The line is not JSON at all, as one that was cut short is not."""


def parse_object(raw: bytes, file: str, place: str) -> dict[str, object]:
    """Parse the one JSON object of a line; raises InputError naming ``file`` and ``place``.

    Keys that are there twice and numbers that are none are refused, except in a note (an object
    with the key ``note``), which readers skip.
    """
    fault = None
    try:
        text = raw.decode()
        try:
            value = STRICT.decode(text)
        except _FaultError as found:
            fault = str(found)
            value = LENIENT.decode(text)
    except UnicodeDecodeError:
        raise NotJsonError(file, place, "expected UTF-8 text") from None
    except RecursionError:
        raise NotJsonError(file, place, "expected one JSON object, found endless nesting") from None
    except json.JSONDecodeError:
        raise NotJsonError(file, place, "expected one JSON object, found no JSON") from None
    except ValueError:
        raise InputError(file, place, f"expected whole numbers up to {LARGEST_WHOLE}") from None
    if not isinstance(value, dict):
        raise InputError(file, place, "expected one JSON object, found another JSON value")
    if fault and "note" not in value:
        raise InputError(file, place, fault)
    return value


class _FaultError(Exception):
    """JSON that some readers would take otherwise than others."""


def _table(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise _FaultError("a key is there twice")
    for key in table:
        if not (key.isascii() and key.isprintable()):
            raise _FaultError(f"unknown key {ascii(key)[:40]}")
    return table


def _no_number(name: str) -> None:
    raise _FaultError(f"{name} is not a number")


STRICT: Final = json.JSONDecoder(object_pairs_hook=_table, parse_constant=_no_number)
LENIENT: Final = json.JSONDecoder(parse_constant=lambda _: None)
"""Reads a note, and tells whether a faulty line is one."""


IDENTIFIER: Final = re.compile(r"[a-z0-9][a-z0-9._-]*")
LARGEST: Final = sys.float_info.max
LARGEST_WHOLE: Final = 2**53 - 1
"""The largest whole number on which all readers of JSON agree, a phone's browser too."""


class Fields:
    """The keys of one table; each is taken once, and ``finish`` refuses those left over.

    ``file`` names the input for messages, ``place`` the table inside it (empty: the top).
    """

    def __init__(self, file: str, place: str, raw: object) -> None:
        """Check that ``raw`` is a table at all; raises InputError otherwise."""
        if not isinstance(raw, Mapping):
            raise InputError(file, place, f"expected a table of keys, found {_kind(raw)}")
        self.file = file
        self.place = place
        self._left = dict(raw)

    def error(self, key: str, expected: str) -> InputError:
        return InputError(self.file, ".".join(part for part in (self.place, key) if part), expected)

    def has(self, key: str) -> bool:
        """Tell whether ``key`` is there and not yet taken."""
        return key in self._left

    def take(self, key: str) -> object:
        if key not in self._left:
            raise self.error(key, "this key is required and missing")
        return self._left.pop(key)

    def text(self, key: str) -> str:
        raw = self.take(key)
        if not isinstance(raw, str) or not raw:
            raise self.error(key, f"expected a text, found {_show(raw)}")
        return raw

    def file_name(self, key: str) -> str:
        """Take a string that can name a file."""
        raw = self.text(key)
        if "\0" in raw:
            raise self.error(key, f"expected the name of a file, found {_show(raw)}")
        return raw

    def identifier(self, key: str) -> str:
        """Take a string that is an identifier of the formats."""
        return self._identifier(key, self.take(key))

    def identifiers(self, key: str) -> tuple[str, ...]:
        return tuple(
            self._identifier(f"{key}[{i}]", raw) for i, raw in enumerate(self.sequence(key))
        )

    def choice(self, key: str, choices: Sequence[str], *others: str) -> str:
        """Take one of several texts; ``others`` are choices too, but read elsewhere."""
        raw = self.take(key)
        if not isinstance(raw, str) or raw not in choices:
            expected = ", ".join((*choices, *others))
            raise self.error(key, f"expected one of {expected}, found {_show(raw)}")
        return raw

    def flag(self, key: str) -> bool:
        raw = self.take(key)
        if not isinstance(raw, bool):
            raise self.error(key, f"expected true or false, found {_show(raw)}")
        return raw

    def integer(self, key: str) -> int:
        raw = self.take(key)
        if not isinstance(raw, int) or isinstance(raw, bool):
            raise self.error(key, f"expected a whole number, found {_show(raw)}")
        if abs(raw) > LARGEST_WHOLE:
            most = f"{-LARGEST_WHOLE} to {LARGEST_WHOLE}"
            raise self.error(key, f"expected a whole number from {most}, found {_show(raw)}")
        return raw

    def time(self, key: str) -> datetime:
        return self.as_time(key, self.text(key))

    def as_time(self, key: str, raw: str) -> datetime:
        """Read what was taken as a date and time in ISO 8601 that says of itself to be UTC."""
        with suppress(ValueError):
            time = datetime.fromisoformat(raw)
            if time.utcoffset() == timedelta(0):
                return time
        raise self.error(key, "expected ISO 8601 in UTC, such as 2025-01-31T18:05:00Z")

    def version(self, key: str, expected: int) -> None:
        """Take the number of the format, of which only one is known."""
        raw = self.take(key)
        if raw != expected or isinstance(raw, bool):
            raise self.error(key, f"expected {expected}, found {_show(raw)}")

    def number(self, key: str) -> float:
        return self._number(key, self.take(key))

    def positive(self, key: str) -> float:
        """Take a finite number above zero."""
        value = self.number(key)
        if value <= 0:
            raise self.error(key, f"expected a number above 0, found {value}")
        return value

    def numbers(self, key: str, count: int) -> tuple[float, ...]:
        return self._numbers(key, self.take(key), count)

    def rows(self, key: str, rows: int, count: int) -> tuple[tuple[float, ...], ...]:
        """Take a list of exactly ``rows`` lists of ``count`` finite numbers each."""
        raw = self.sequence(key)
        if len(raw) != rows:
            raise self.error(key, f"expected {rows} entries, found {len(raw)}")
        return tuple(self._numbers(f"{key}[{i}]", row, count) for i, row in enumerate(raw))

    def sequence(self, key: str) -> Sequence[object]:
        raw = self.take(key)
        if not isinstance(raw, list):
            raise self.error(key, f"expected a list, found {_show(raw)}")
        return raw

    def table(self, key: str) -> "Fields":
        return Fields(self.file, ".".join(p for p in (self.place, key) if p), self.take(key))

    def tables(self, key: str) -> tuple["Fields", ...]:
        """Take a list of tables; each is named by its number, from 1, until its id is known."""
        prefix = f"{self.place}.{key}" if self.place else key
        return tuple(
            Fields(self.file, f"{prefix} {i}", raw) for i, raw in enumerate(self.sequence(key), 1)
        )

    def left(self) -> tuple[str, ...]:
        return tuple(map(str, self._left))

    def finish(self) -> None:
        """Refuse whatever key was not taken."""
        for key in self._left:
            raise self.error(str(key), "unknown key")

    def _identifier(self, key: str, raw: object) -> str:
        if not isinstance(raw, str) or not IDENTIFIER.fullmatch(raw):
            raise self.error(
                key, f"expected an identifier (a-z, 0-9, and inside also . _ -), found {_show(raw)}"
            )
        return raw

    def _number(self, key: str, raw: object) -> float:
        if isinstance(raw, bool) or not isinstance(raw, int | float) or not abs(raw) <= LARGEST:
            raise self.error(key, f"expected a number, found {_show(raw)}")
        return float(raw)

    def _numbers(self, key: str, raw: object, count: int) -> tuple[float, ...]:
        if not isinstance(raw, list) or len(raw) != count:
            raise self.error(key, f"expected a list of {count} numbers, found {_show(raw)}")
        return tuple(self._number(f"{key}[{i}]", value) for i, value in enumerate(raw))


def _kind(raw: object) -> str:
    names = {str: "a text", list: "a list", bool: "true or false", dict: "a table"}
    names |= {int: "a number", float: "a number", type(None): "nothing"}
    return names.get(type(raw), type(raw).__name__)


def _show(raw: object) -> str:
    """Show a value in a message, short enough to keep the message one line."""
    if isinstance(raw, list | dict):
        return f"{_kind(raw)} of {len(raw)}"
    if isinstance(raw, int) and abs(raw) > LARGEST:  # Python may refuse to write its digits
        return "an endless number"
    shown = ascii(raw)
    longest = 60
    return shown if len(shown) <= longest else shown[:longest] + "…"
