"""Writing board files as TOML: the inverse of ``engine.games.parse_board``."""

import json
from collections.abc import Iterator, Mapping

from engine.board import Board


def format_toml(keys: Mapping[str, object]) -> str:
    """Write keys with their values, then tables, and a table for each entry of a list.

    Other sequences are tuples, and tables inside tables are written in one line.
    """
    return "\n".join(_lines(keys)) + "\n"


def spot_keys(board: Board, region: str = "region") -> dict[str, object]:
    """Give the tables of locations and routes; ``region`` is the key for that of a location."""
    locations = [
        {
            "id": one.id,
            "kind": one.kind,
            **({} if one.region is None else {region: one.region}),
            "at_mm": one.at_mm,
            "radius_mm": one.radius_mm,
        }
        for one in board.locations
    ]
    return {"location": locations, "route": [{"through": route} for route in board.routes]}


def _lines(keys: Mapping[str, object]) -> Iterator[str]:
    for key, value in keys.items():
        if isinstance(value, Mapping):
            yield from ("", f"[{key}]", *_lines_of(value))
        elif isinstance(value, list):
            for one in value:
                yield from ("", f"[[{key}]]", *_lines_of(one))
        else:
            yield f"{key} = {_value(value)}"


def _lines_of(table: Mapping[str, object]) -> Iterator[str]:
    return (f"{key} = {_value(value)}" for key, value in table.items())


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    # What is no list is written as JSON writes it, but for one character that JSON leaves as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
