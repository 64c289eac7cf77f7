"""The tracker's notes in plain English sentences."""

from collections.abc import Mapping
from typing import Any

from companion.words import city_state_name, location_name
from engine.board import Board


def sentence_for_note(note: Mapping[str, Any], board: Board) -> str:
    """Put a note of the tracker's to the players, as a question or a reminder."""
    match note["note"]:
        case "unexplained":
            what = "; ".join(
                f"{location_name(board, at)} shows {seen or 'nobody'}, not {expected or 'nobody'}"
                for at, (expected, seen) in note["differences"].items()
            )
            return f"What happened? {what}" + (f" ({note['rule']})" if note["rule"] else "")
        case "ranking":
            pairs = zip(note["expected"], note["seen"], strict=True)
            rank = next(i for i, (expected, seen) in enumerate(pairs) if expected != seen)
            name = city_state_name(board, note["expected"][rank])
            return f"Please mend the ranking row: {name} belongs on rank {rank + 1}."
        case "choice-unseen":
            name = city_state_name(board, note["city_state"])
            return f"Nobody saw which tiles were taken in {name}: the likeliest are written."
        case _:
            return "The influence tiles were not taught, so the camera cannot go on from here."
