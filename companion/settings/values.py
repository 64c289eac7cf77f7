"""How each kind of setting is read from a table of TOML, and written back."""

import json
import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeAlias

from engine.fields import Fields
from hardware.panel import HEADER

# Takes one key; the folder is the one to which relative paths belong.
Reader: TypeAlias = Callable[[Fields, str, Path], object]

AUTO: Final = "auto"
NONE: Final = "none"
CAMERAS: Final = (AUTO, "pi", "virtual")
USB: Final = re.compile(r"usb:[0-9]{1,2}")
PORTS: Final = (1024, 65535)
SIDES: Final = (320, 8192)
"""The shortest and longest side of a screen in pixels."""


class Sound(StrEnum):
    """How much is to be heard."""

    OFF = "off"
    ALARM = "alarm"  # only that something is wrong, or is asked
    ON = "on"
    VOICE = "voice"  # and whose turn it is, and what is wrong, spoken


def sound(fields: Fields, key: str, _: Path) -> Sound:
    """Read how much is to be heard; true and false are on and off."""
    raw = fields.take(key)
    if isinstance(raw, bool):
        return Sound.ON if raw else Sound.OFF
    if raw in list(Sound):
        return Sound(str(raw))
    raise fields.error(key, f"expected {', '.join(Sound)}, true or false, found {raw!a}")


def flag(fields: Fields, key: str, _: Path) -> bool:
    """Read true or false."""
    return fields.flag(key)


def one_of(choices: Sequence[str]) -> Reader:
    """Read one of some words."""
    return lambda fields, key, _: fields.choice(key, choices)


def minutes(fields: Fields, key: str, _: Path) -> float:
    """Read a number of minutes up to a day; 0 is never."""
    found, longest = fields.number(key), 24 * 60
    if not 0 <= found <= longest:
        raise fields.error(key, f"expected 0 (never) to {longest} minutes, found {found:g}")
    return found


def quarter_turn(fields: Fields, key: str, _: Path) -> int:
    """Read the degrees of a quarter turn."""
    found = fields.integer(key)
    if found not in (0, 90, 180, 270):
        raise fields.error(key, f"expected 0, 90, 180 or 270 degrees, found {found}")
    return found


def port(fields: Fields, key: str, _: Path) -> int:
    """Read the number of a TCP port that needs no privileges."""
    found = fields.integer(key)
    if not PORTS[0] <= found <= PORTS[1]:
        raise fields.error(key, f"expected a port from {PORTS[0]} to {PORTS[1]}, found {found}")
    return found


def matching(pattern: str, expected: str) -> Reader:
    """Read a text that a pattern matches as a whole."""

    def read(fields: Fields, key: str, _: Path) -> str:
        raw = fields.take(key)
        if not isinstance(raw, str) or not re.fullmatch(pattern, raw):
            raise fields.error(key, f"expected {expected}, found {ascii(raw)[:60]}")
        return raw

    return read


name: Final = matching(r"[^\s\x00-\x1f\x7f]{0,255}", "letters without spaces, or nothing")
topic: Final = matching(r"[A-Za-z0-9_-]{1,40}", "1 to 40 of a-z, A-Z, 0-9, - and _")
"""One part of an MQTT topic."""
topic_or_none: Final = matching(r"[A-Za-z0-9_-]{0,40}", "up to 40 of a-z, A-Z, 0-9, - and _")


def file_or_none(fields: Fields, key: str, folder: Path) -> str:
    """Read the path of a file; it may be empty."""
    raw = fields.take(key)
    if not isinstance(raw, str):
        raise fields.error(key, f"expected a path, or nothing, found {raw!a}")
    return str(_path(fields, key, raw, folder)) if raw else ""


def size(fields: Fields, key: str, _: Path) -> tuple[int, int] | None:
    """Read width and height in pixels; None is the word auto."""
    expected = f'"{AUTO}" or [width, height] of {SIDES[0]} to {SIDES[1]} pixels each'
    raw = fields.take(key)
    if raw == AUTO:
        return None
    match raw:
        case [int(width), int(height)] if all(SIDES[0] <= x <= SIDES[1] for x in (width, height)):
            return width, height
    raise fields.error(key, f"expected {expected}")


def path(fields: Fields, key: str, folder: Path) -> Path:
    """Read a path; ~ is the user's home."""
    return _path(fields, key, fields.text(key), folder)


def camera(fields: Fields, key: str, folder: Path) -> str:
    """Read a camera's name, or the path of a folder or video that stands for one."""
    name = fields.text(key)
    if name in CAMERAS or USB.fullmatch(name):
        return name
    if name.startswith("usb:"):
        raise fields.error(key, f"expected usb: and a number, as in usb:0, found {name!a}")
    return str(_path(fields, key, name, folder))


def pin(fields: Fields, key: str, _: Path) -> int | None:
    """Read the BCM number of a pin; None is the word none."""
    raw = fields.take(key)
    if raw == NONE:
        return None
    if isinstance(raw, int) and not isinstance(raw, bool) and raw in HEADER:
        return raw
    raise fields.error(
        key, f'expected the number of a GPIO (BCM), {min(HEADER)} to {max(HEADER)}, or "{NONE}"'
    )


def toml(value: object) -> str:
    """Write a value of a setting as TOML."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case float():
            return str(int(value) if value.is_integer() else value)
        case tuple():
            return f"[{', '.join(map(toml, value))}]"
    # JSON writes texts as TOML does, but for one character.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _path(fields: Fields, key: str, text: str, folder: Path) -> Path:
    try:
        return folder / Path(text).expanduser()
    except RuntimeError:  # nobody knows the home of that user
        raise fields.error(key, f"there is no home folder for {text!a}") from None
