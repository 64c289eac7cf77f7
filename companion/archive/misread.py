"""A game's misread frames as a folder that `read`, `tools.evaluate` and `tools.train` take.

Only the board is in its pictures: what lies beyond it and its rim is grey. The pictures that were
kept of events are warped so that the board is where the pictures of teaching show it.
"""

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.archive.evidence_pictures import GREY, board_alone, jpeg_of, picture_of
from companion.archive.game_zip import Evidence
from companion.journal import GameId, Journal
from engine.errors import InputError
from vision.picture import load_picture
from vision.plan import Plan, aim
from vision.reading import Image
from vision.table import Table

FEWEST: Final = 4
"""Locations that must be known in both pictures: they determine a homography."""
QUALITY: Final = 95

Truth = dict[str, Any]


def export_misread(journal: Journal, number: GameId, table: Table, folder: Path) -> int:
    """Write the frames of a game in which something was misread, with truth; give how many.

    ``table`` is the one the game was played at. Raises InputError where the folder is not empty or
    the table is of another board, OSError where it cannot be written.
    """
    stored = journal.game(number)
    if stored.board_text != table.board_path.read_text(encoding="utf-8"):
        wrong = f"game {number} was played on another board than {table.board_path}"
        raise InputError(str(table.path), "board", wrong)
    if folder.exists() and any(folder.iterdir()):
        raise InputError(str(folder), "", "expected a new folder, or an empty one")
    board, history = journal.replayed(stored)
    game, states = history.game, {}
    for event in range(stored.events + 1):
        state = history.at(event)
        standing = game.expected(state).standing(board.pieces)
        states[event] = game.to_json(state) | {"board": standing}
    empty = load_picture(table.empty)
    plan = aim(table.board, table.corners_px, empty)
    found = list(_misread(journal, number, states, plan, empty.shape[1::-1]))
    if not found:
        return 0
    _write_table(table, plan, folder)
    lines = []
    for count, (picture, truth) in enumerate(found):
        truth["file"] = f"frames/misread-{count:04d}.jpg"
        (folder / truth["file"]).write_bytes(jpeg_of(picture, QUALITY))
        lines.append(json.dumps(truth) + "\n")
    (folder / "truth.jsonl").write_text("".join(lines), encoding="utf-8")
    return len(found)


def _misread(
    journal: Journal,
    number: GameId,
    states: Mapping[int, Mapping[str, Any]],
    plan: Plan,
    size: tuple[int, ...],
) -> Iterator[tuple[Image, Truth]]:
    """Give the pictures in which a location was misread or left open, and what truly lay there."""
    for event, evidence in _shown(journal, number, max(states)):
        state = states[event]
        wrong = misread_in(evidence, state)
        picture = _laid(evidence, plan, size) if wrong else None
        if picture is None:
            continue
        reading = evidence.reading or {}
        kept = {key: state[key] for key in reading if key in state}
        hidden = reading.get("occluded")
        yield picture, {"file": "", **kept, "hand": False, "occluded": hidden, "misread": wrong}


def _shown(journal: Journal, number: GameId, last: int) -> Iterator[tuple[int, Evidence]]:
    """Give what was seen, each with the event up to which it shows what happened.

    Of events that one look showed, only the first has something from before, the last from after.
    """
    before: Sequence[Evidence] = ()
    here = journal.evidence(number, 1)
    for event in range(1, last + 1):
        after = journal.evidence(number, event + 1)
        for evidence in here:
            is_after = evidence.moment == "after"
            frame = _frame_after(here)
            if frame is None or _frame_after(after if is_after else before) != frame:
                yield event if is_after else event - 1, evidence
        before, here = here, after


def _frame_after(seen: Sequence[Evidence]) -> str | None:
    found = (one.reading.get("frame") for one in seen if one.moment == "after" and one.reading)
    frame = next(found, None)
    return frame if isinstance(frame, str) else None


def misread_in(evidence: Evidence, state: Mapping[str, Any]) -> list[str]:
    """List the locations that were claimed to be what they are not, or left open without a hand."""
    reading = evidence.reading
    if not reading or not reading.get("registered") or reading.get("hand"):
        return []
    claimed, unsure = reading.get("board"), reading.get("unsure")
    hidden = reading.get("occluded")
    if not (isinstance(claimed, Mapping) and isinstance(unsure, list) and isinstance(hidden, list)):
        return []
    there = state["board"]
    wrong = {at for at in {*claimed, *there} if claimed.get(at) != there.get(at)}
    return sorted((wrong | {*unsure}) - {*hidden})


def _laid(evidence: Evidence, plan: Plan, size: tuple[int, ...]) -> Image | None:
    """Lay the picture of the board as it lies in the pictures of teaching; None without one."""
    cropped = picture_of(evidence.cropped)
    places = np.array((evidence.reading or {}).get("places") or [], np.float64)
    if cropped is None or len(places) != len(plan.centres_mm) or len(places) < FEWEST:
        return None
    here = places * cropped.shape[1::-1]
    matrix, _ = cv2.findHomography(here, plan.pixels(plan.centres_mm).astype(np.float64))
    if matrix is None:
        return None
    grey = (GREY, GREY, GREY)
    laid = cv2.warpPerspective(cropped, matrix, size, borderValue=grey, flags=cv2.INTER_AREA)
    return np.asarray(laid, np.uint8)


def _write_table(table: Table, plan: Plan, folder: Path) -> None:
    """Write board, table file and the pictures of teaching, the board alone."""
    (folder / "frames").mkdir(parents=True, exist_ok=True)
    around = np.vstack([plan.corners, *plan.tiles()]).astype(np.float32)
    outline = cv2.convexHull(around)[:, 0]
    text = table.path.read_text(encoding="utf-8")
    for count, path in enumerate(sorted(table.frames)):
        name = f"frames/taught-{count}.jpg"
        (folder / name).write_bytes(jpeg_of(board_alone(load_picture(path), outline), QUALITY))
        for written in (path.relative_to(table.path.parent).as_posix(), path.as_posix()):
            text = text.replace(f'"{written}"', f'"{name}"')
    shutil.copyfile(table.board_path, folder / "board.toml")
    board = table.board_path.relative_to(table.path.parent).as_posix()
    (folder / "table.toml").write_text(text.replace(f'"{board}"', '"board.toml"'), encoding="utf-8")
