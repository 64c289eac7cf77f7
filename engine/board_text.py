"""Writing a board file: the inverse of ``engine.board.parse_board``."""

import json
from collections.abc import Iterable

from engine.board import Board


def format_board(board: Board) -> str:
    """Write the text of a board file that parses to an equal board."""
    lines = ["format = 1", f"game = {_text(board.game)}", f"name = {_text(board.name)}"]
    lines.append(f"size_mm = {_numbers(board.size_mm)}")
    for state in board.regions:
        lines += ["", "[[city_state]]", f"id = {_text(state.id)}", f"name = {_text(state.name)}"]
    for location in board.locations:
        lines += [
            "",
            "[[location]]",
            f"id = {_text(location.id)}",
            f"kind = {_text(location.kind)}",
        ]
        if location.region is not None:
            lines.append(f"city_state = {_text(location.region)}")
        lines.append(f"at_mm = {_numbers(location.at_mm)}")
        lines.append(f"radius_mm = {location.radius_mm}")
    for route in board.routes:
        lines += ["", "[[route]]", f"through = [{', '.join(_text(ident) for ident in route)}]"]
    for section, key, places in (
        ("ranking", "slots_mm", board.row_boxes),
        ("influence", "spaces_mm", board.tile_circles),
        ("turn_track", "spaces_mm", board.marker_circles),
    ):
        if places:
            rows = ", ".join(_numbers(place) for place in places)
            lines += ["", f"[{section}]", f"{key} = [{rows}]"]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    # TOML's basic strings are JSON's, but for one character that JSON leaves as it is.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _numbers(numbers: Iterable[float]) -> str:
    return f"[{', '.join(repr(float(number)) for number in numbers)}]"
