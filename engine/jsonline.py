"""One line of JSON, read strictly: what JSON leaves open is refused in one clear line."""

import json
from collections.abc import Sequence

from engine.errors import InputError


class NotJsonError(InputError):
    """The line is not JSON at all, as one that was cut short is not."""


def parse_object(raw: bytes, file: str, place: str) -> dict[str, object]:
    """Parse the one JSON object of a line; raises InputError naming ``file`` and ``place``.

    Keys that are there twice and numbers that are none are refused, except in a note (an object
    with the key ``note``), which readers skip.
    """
    faults: list[str] = []

    def pairs(found: Sequence[tuple[str, object]]) -> dict[str, object]:
        table = dict(found)
        if len(table) < len(found):
            faults.append("a key is there twice")
        strange = [key for key in table if not (key.isascii() and key.isprintable())]
        faults.extend(f"unknown key {ascii(key)[:40]}" for key in strange)
        return table

    def no_number(name: str) -> None:
        faults.append(f"{name} is not a number")

    try:
        value = json.loads(raw.decode(), object_pairs_hook=pairs, parse_constant=no_number)
    except UnicodeDecodeError:
        raise NotJsonError(file, place, "expected UTF-8 text") from None
    except RecursionError:
        raise NotJsonError(file, place, "expected one JSON object, found endless nesting") from None
    except ValueError:
        raise NotJsonError(file, place, "expected one JSON object, found no JSON") from None
    if not isinstance(value, dict):
        raise InputError(file, place, "expected one JSON object, found another JSON value")
    if faults and "note" not in value:
        raise InputError(file, place, faults[0])
    return value
