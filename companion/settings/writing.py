"""What is changed on the screen goes into the user's settings file, and counts next time too.

All else in the file stays as somebody wrote it, to the last comment.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.files import write_whole
from companion.settings.keys import KEYS, Key
from companion.settings.layers import FORMAT, Effective, Origin
from companion.settings.values import toml
from engine.errors import InputError

BY_NAME: Final = {key.dotted: key for key in KEYS}
TABLE: Final = re.compile(r"\s*\[\s*[\"']?([^\"'\[\]]+?)[\"']?\s*\]")


class Keeper:
    """Writes settings into the user's own file, for the next time."""

    def __init__(self, effective: Effective) -> None:
        """Write to the last of the files that were looked for."""
        self.file: Final[Path] = effective.files[-1]
        self._origins: Final = effective.origins

    def fixed(self, name: str) -> Origin | None:
        """Tell what overrules every file, the environment or the command line; None if nothing."""
        origin = self._origins[name]
        return origin if origin.kind in ("environment", "command line") else None

    def keep(self, name: str, value: object) -> None:
        """Write one setting by its dotted name; raises InputError, the file as it was."""
        try:
            text = self._text()
            write_whole(self.file, with_value(text, BY_NAME[name], value).encode())
        except OSError as error:
            raise InputError(str(self.file), "", f"cannot be written ({error.strerror})") from error
        except ValueError as error:
            raise InputError(str(self.file), name, f"cannot be set here ({error})") from error

    def _text(self) -> str:
        try:
            with self.file.open(encoding="utf-8-sig", newline="") as file:
                return file.read()
        except FileNotFoundError:
            return ""


class _Statement(NamedTuple):
    """A table's head or an assignment; lines ``first`` to before ``after``, within a table."""

    section: str
    first: int
    after: int
    values: Mapping[str, Any] | None  # None for a head


def with_value(text: str, key: Key, value: object) -> str:
    """Give the text of a settings file with one key set.

    Raises ValueError where the text is not TOML, or says it in a way that is better changed by
    whoever wrote it.
    """
    whole = text or f"format = {FORMAT}\n"
    expected = tomllib.loads(whole)
    table = expected.setdefault(key.section, {}) if key.section else expected
    if not isinstance(table, dict):
        raise ValueError(f"{key.section} is no table")  # noqa: TRY004 - the text is at fault
    table[key.name] = _as_read(key, value)
    changed = _changed(whole, key, f"{toml(key.none if value is None else value)}")
    if tomllib.loads(changed) != expected:
        raise ValueError(f"{key.dotted} is set in an unusual way")
    return changed


def _changed(text: str, key: Key, value: str) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    if not lines[-1].endswith("\n"):
        lines[-1] += end
    statements = [*_statements(lines)]
    for one in statements:
        if one.values is not None and _sets(one.values, one.section, key):
            lines[one.first : one.after] = [_assigned("".join(lines[one.first : one.after]), value)]
            return "".join(lines)
    line = f"{key.name} = {value}{end}"
    place = _place(lines, statements, key)
    if place is None:
        return "".join([*lines, end, f"[{key.section}]{end}", line])
    return "".join([*lines[:place], line, *lines[place:]])


def _statements(lines: Sequence[str]) -> Iterator[_Statement]:
    section, number = "", 0
    while number < len(lines):
        line, first = lines[number].strip(), number
        number += 1
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            head = TABLE.match(line)
            section = head[1] if head else line
            yield _Statement(section, first, number, None)
            continue
        values = _parsed("".join(lines[first:number]))
        while values is None and number < len(lines):  # a value on several lines
            number += 1
            values = _parsed("".join(lines[first:number]))
        yield _Statement(section, first, number, values or {})


def _assigned(statement: str, value: str) -> str:
    """Put another value into an assignment; a comment behind it keeps its distance."""
    values = _parsed(statement)
    hashes = (at for at, sign in enumerate(statement) if sign == "#")
    comment = next((at for at in hashes if _parsed(statement[:at]) == values), len(statement))
    after = len(statement[:comment].rstrip())
    return f"{statement[: statement.index('=') + 1]} {value}{statement[after:]}"


def _place(lines: Sequence[str], statements: Sequence[_Statement], key: Key) -> int | None:
    """Find the line before which a new assignment goes; None where its table is not there."""
    heads = [(one.section, one.after) for one in statements if one.values is None]
    begins = [("", 0), *heads]
    for number, (section, start) in enumerate(begins):
        if section != key.section:
            continue
        ends = begins[number + 1][1] - 1 if number + 1 < len(begins) else len(lines)
        explained = re.compile(rf"\s*#\s*{re.escape(key.name)}\s*=")
        for at in range(start, ends):
            if explained.match(lines[at]):  # where the template says what it is for
                return at + 1
        inside = [one.after for one in statements if one.section == section]
        return max(inside, default=0)
    return None


def _sets(values: Mapping[str, Any], section: str, key: Key) -> bool:
    """Tell whether an assignment in that table, dotted or not, is the one of a key."""
    dotted = key.section if section == "" else ""
    inside = values.get(dotted) if dotted else values
    return section in ("", key.section) and isinstance(inside, dict) and key.name in inside


def _parsed(text: str) -> Mapping[str, Any] | None:
    try:
        return tomllib.loads(text)
    except ValueError:
        return None


def _as_read(key: Key, value: object) -> object:
    return tomllib.loads(f"value = {toml(key.none if value is None else value)}")["value"]
