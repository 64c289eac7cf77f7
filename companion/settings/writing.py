"""What is changed on the screen goes into the user's settings file, and counts next time too.

All else in the file stays as somebody wrote it, to the last comment.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from companion.files import write_whole
from companion.settings.keys import KEYS, Key
from companion.settings.layers import FORMAT, Effective, Origin
from companion.settings.values import toml
from engine.errors import InputError

BY_NAME: Final = {key.dotted: key for key in KEYS}


class Keeper:
    """Writes settings into the user's own file, for the next time."""

    def __init__(self, effective: Effective) -> None:
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


def with_value(text: str, key: Key, value: object) -> str:
    """Give the text of a settings file with one key set.

    Raises ValueError where the text is not TOML, or says it in a way that is better changed by
    whoever wrote it.
    """
    whole = text or f"format = {FORMAT}\n"
    written = toml(key.none if value is None else value)
    wanted = tomllib.loads(whole)
    table = wanted.setdefault(key.section, {}) if key.section else wanted
    if not isinstance(table, dict):
        raise ValueError(f"{key.section} is no table")  # noqa: TRY004 - the text is at fault
    table[key.name] = tomllib.loads(f"value = {written}")["value"]
    for changed in _attempts(whole, key, written):
        if _parsed(changed) == wanted:
            return changed
    raise ValueError(f"{key.dotted} is set in an unusual way")


def _attempts(text: str, key: Key, value: str) -> Iterator[str]:
    """Change a text in each way that may set a key, the likeliest first; not all of them do."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    if not lines[-1].endswith("\n"):
        lines[-1] += end
    for first in range(len(lines)):
        after = _end_of_statement(lines, first)
        statement = "".join(lines[first:after])
        if _sets(statement, key):
            yield "".join([*lines[:first], _assigned(statement, value), *lines[after:]])
    line = f"{key.name} = {value}{end}"
    explained = re.compile(rf"\s*#\s*{re.escape(key.name)}\s*=")
    below = [at for at, one in enumerate(lines, 1) if explained.match(one)]
    statements = [at for at, one in enumerate(lines, 1) if one.strip() and one.strip()[0] != "#"]
    for at in (*below, *reversed(statements), 0):
        yield "".join([*lines[:at], line, *lines[at:]])
    yield "".join([*lines, end, f"[{key.section}]{end}", line])


def _end_of_statement(lines: Sequence[str], first: int) -> int:
    """Find the line after a statement: a value may take several."""
    ends = range(first + 1, len(lines))
    return next((at for at in ends if _parsed("".join(lines[first:at])) is not None), len(lines))


def _sets(statement: str, key: Key) -> bool:
    """Tell whether a statement assigns to a name like a key's, by itself or with its section."""
    values = _parsed(statement) or {}
    inside = values.get(key.section, values)
    return isinstance(inside, dict) and key.name in inside


def _assigned(statement: str, value: str) -> str:
    """Put another value into an assignment; a comment behind it keeps its distance."""
    values = _parsed(statement)
    hashes = (at for at, sign in enumerate(statement) if sign == "#")
    comment = next((at for at in hashes if _parsed(statement[:at]) == values), len(statement))
    after = len(statement[:comment].rstrip())
    return f"{statement[: statement.index('=') + 1]} {value}{statement[after:]}"


def _parsed(text: str) -> Mapping[str, object] | None:
    try:
        return tomllib.loads(text)
    except ValueError:
        return None
