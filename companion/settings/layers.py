"""From files, environment and command line to the settings in force, and where each comes from.

The later counts: default, the system's file, the user's file, environment, command line.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final, Literal

from companion.messages import COMMAND_LINE
from companion.settings.keys import KEYS, SECTIONS, Key, Settings, from_values
from engine.board import parse_toml, read_text
from engine.errors import InputError
from engine.fields import Fields

FORMAT: Final = 1
PREFIX: Final = "DUBSAR_"
"""Before a setting's name in the environment, there in capitals and with _ for the dot."""
HOME: Final = "DUBSAR_HOME"
"""The environment variable that names one folder for all that the program keeps."""
SYSTEM: Final = Path("/etc/dubsar/settings.toml")
"""For everybody on this computer; each user's own file is read over it."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value comes from; ``name`` is the file's or the variable's."""

    kind: Literal["default", "file", "environment", "command line"]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Effective:
    """The settings in force, and for each dotted name its value and origin.

    ``files`` were looked for, in that order; those that are not there are in ``absent`` too.
    """

    settings: Settings
    values: Mapping[str, object]
    origins: Mapping[str, Origin]
    files: tuple[Path, ...]
    absent: tuple[Path, ...]


def variable(key: Key) -> str:
    """Name the environment variable of a setting."""
    return PREFIX + key.dotted.replace(".", "_").upper()


def load_settings(
    given: Mapping[str, str] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    system: Path | None = None,
) -> Effective:
    """Read all layers; raises InputError with the one line that says what is wrong where.

    ``given`` are values from the command line by dotted name, as texts like those of the
    environment: a TOML value, or plain words. ``environment`` is the process's own by default,
    ``system`` the file for all users.
    """
    environment = os.environ if environment is None else environment
    values = default_values(environment)
    origins = dict.fromkeys(values, Origin("default"))
    files = (system or SYSTEM, user_file(environment))
    absent = tuple(file for file in files if not _is_there(file))
    for file in files:
        if file not in absent:
            for key, value in read_settings(read_text(file), file):
                values[key.dotted], origins[key.dotted] = value, Origin("file", str(file))
    for key in KEYS:
        if text := environment.get(variable(key)):
            values[key.dotted] = _from_text(key, text, variable(key))
            origins[key.dotted] = Origin("environment", variable(key))
        if given and key.dotted in given:
            values[key.dotted] = _from_text(key, given[key.dotted], COMMAND_LINE)
            origins[key.dotted] = Origin("command line")
    _check_pins(values, origins)
    return Effective(from_values(values), values, origins, files, absent)


def default_values(environment: Mapping[str, str]) -> dict[str, object]:
    """Give the defaults by dotted name; paths lie in the folder of the program's data."""
    folder = data_folder(environment)
    return {
        key.dotted: folder / key.default if isinstance(key.default, Path) else key.default
        for key in KEYS
    }


def default_settings(environment: Mapping[str, str]) -> Settings:
    """Give the settings of somebody who has set nothing."""
    return from_values(default_values(environment))


def read_settings(text: str, file: Path) -> Iterator[tuple[Key, object]]:
    """Read the text of a settings file; raises InputError. Yields what it sets."""
    top = parse_toml(text, str(file))
    if top.has("format"):
        top.version("format", FORMAT)
    tables = {"": top} | {name: top.table(name) for name in SECTIONS if top.has(name)}
    for key in KEYS:
        table = tables.get(key.section)
        if table is not None and table.has(key.name):
            yield key, key.read(table, key.name, file.parent)
    for section, table in tables.items():
        for left in table.left():
            meant = _nearest(f"{section}.{left}" if section else left)
            raise table.error(left, f"unknown key; the nearest is {meant}")


def _nearest(unknown: str) -> str:
    """Find the key that was meant, by its name alone or with its section."""

    def similarity(name: str) -> float:
        last, unknown_last = name.rpartition(".")[2], unknown.rpartition(".")[2]
        return max(
            SequenceMatcher(None, unknown, name).ratio(),
            SequenceMatcher(None, unknown_last, last).ratio(),
        )

    return max([*(key.dotted for key in KEYS), *SECTIONS, "format"], key=similarity)


def _from_text(key: Key, text: str, source: str) -> object:
    raw: object = text
    try:
        parsed = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        parsed = {}
    if len(parsed) == 1:
        raw = parsed["value"]
    return key.read(Fields(source, "", {key.dotted: raw}), key.dotted, Path.cwd())


def _is_there(file: Path) -> bool:
    try:
        file.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:  # it is, but may not be looked at: reading it says why
        return True
    return True


def _check_pins(values: Mapping[str, object], origins: Mapping[str, Origin]) -> None:
    """No two parts hang on one pin; what was set, not the default, is to blame."""
    taken: dict[object, str] = {}
    pins = [key.dotted for key in KEYS if key.section == "pins" and values[key.dotted] is not None]
    for name in sorted(pins, key=lambda one: origins[one].kind != "default"):
        value = values[name]
        if value in taken:
            origin = origins[name]
            other = taken[value]
            raise InputError(
                origin.name or origin.kind, name, f"GPIO {value} is that of {other} already"
            )
        taken[value] = name


def user_file(environment: Mapping[str, str]) -> Path:
    """Give the user's own settings file: in DUBSAR_HOME, else in the user's configuration."""
    if home := environment.get(HOME):
        return Path(home) / "settings.toml"
    return _xdg(environment, "XDG_CONFIG_HOME", ".config") / "dubsar" / "settings.toml"


def data_folder(environment: Mapping[str, str]) -> Path:
    """Give the folder of tables and games: DUBSAR_HOME, else that of the user's data."""
    if home := environment.get(HOME):
        return Path(home)
    return _xdg(environment, "XDG_DATA_HOME", ".local/share") / "dubsar"


def _xdg(environment: Mapping[str, str], variable: str, otherwise: str) -> Path:
    """Follow the XDG base directories, by which a relative path counts as none."""
    named = Path(environment.get(variable, ""))
    if named.is_absolute():
        return named
    try:
        return Path.home() / otherwise
    except RuntimeError:
        expected = "this user has no home folder: set this variable to a folder"
        raise InputError(HOME, "", expected) from None
