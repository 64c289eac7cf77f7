"""What is true of the frames of a folder: its truth.jsonl (see the tables' README), checked.

Truth names what lies on a place as its game does: by colour, with numbers by class, in lists, in
parts that have names. All of it together is what lies there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.board import LOCATIONS, Board
from engine.errors import InputError
from engine.fields import Fields, parse_object
from engine.layout import Contents, Lying, Place, SlotGroup

FILE: Final = "truth.jsonl"
"""The truth's name in its folder."""
BOARD: Final = "board"
"""The key that tells the colour on each location that has a piece."""


@dataclass(frozen=True, slots=True)
class FrameTruth:
    """What is true of one frame; None where truth does not tell.

    ``file`` is its path within the folder, ``occluded`` the places of which a quarter or more is
    hidden. ``doubtful`` places are hidden in part: whoever says nothing of them is right.
    ``lying`` tells what lies on the places of each slot group that truth speaks of, in their order.
    """

    file: str
    hand: bool | None = None
    occluded: frozenset[str] | None = None
    doubtful: frozenset[str] = frozenset()
    lying: Mapping[str, Contents] = field(default_factory=dict)


def load_truth(folder: Path, board: Board) -> list[FrameTruth]:
    """Read the folder's truth.jsonl, one line a frame; keys that are not judged are skipped.

    Raises InputError when it is missing, tells of no frame, or a line is not as it should be.
    """
    path = folder / FILE
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise InputError(str(path), "", f"cannot be read ({error.strerror})") from None
    truths = [
        _frame(str(path), f"line {number}", raw, board)
        for number, raw in enumerate(lines, 1)
        if raw.strip()
    ]
    if not truths:
        raise InputError(str(path), "", "expected at least one frame")
    return truths


def _frame(path: str, place: str, raw: bytes, board: Board) -> FrameTruth:
    line = parse_object(raw, path, place)
    fields = Fields(path, place, line)
    file = fields.text("file")
    hand, occluded = line.get("hand"), line.get("occluded")
    if hand is not None and not isinstance(hand, bool):
        raise fields.error("hand", "expected true or false")
    if occluded is not None:
        if not isinstance(occluded, list) or not all(isinstance(one, str) for one in occluded):
            raise fields.error("occluded", "expected a list of locations")
        _check_known(fields, "occluded", occluded, board)
    if not board.areas:
        _check_singles(fields, line, board)
    hidden = None if occluded is None else frozenset(occluded)
    return FrameTruth(file, hand, hidden, lying=contents(board, line))


def _check_singles(fields: Fields, line: Mapping[str, object], board: Board) -> None:
    """Check what truth tells of places that hold one thing each; raises InputError."""
    there = line.get(BOARD)
    if there is not None:
        if not isinstance(there, dict) or not all(isinstance(one, str) for one in there.values()):
            raise fields.error(BOARD, "expected a colour for each location with a piece")
        _check_known(fields, BOARD, there, board)
    for group in board.layout:
        told, count = line.get(group.id), len(group.places)
        if told is not None and count and (not isinstance(told, list) or len(told) != count):
            raise fields.error(group.id, f"expected a list of {count}")


def _check_known(fields: Fields, key: str, named: Iterable[str], board: Board) -> None:
    places = ((group, place) for group in board.layout for place in group.places)
    known = {name for group, place in places for name in names_of(group, place)}
    for at in named:
        if at not in known:
            raise fields.error(key, f"the board has no location {at}")


def names_of(group: SlotGroup, place: Place) -> frozenset[str]:
    """Give the names by which truth may speak of a place."""
    return frozenset({place.id, f"{group.id}-{place.id}"})


def contents(board: Board, line: Mapping[str, object]) -> dict[str, Contents]:
    """Tell what lies on the places of each slot group of which a line of truth speaks.

    A key speaks of the group of its name, ``BOARD`` of the locations. Another, with a list of as
    many entries in parts as they have places, speaks of groups that have places in common: to each
    belong its own classes.
    """
    told = {
        group.id: found
        for group in board.layout
        if (found := _of_group(group, line.get(BOARD if group.id == LOCATIONS else group.id)))
    }
    for entries in line.values():
        if isinstance(entries, list) and entries and all(isinstance(one, dict) for one in entries):
            for group in board.layout:
                if len(group.places) == len(entries) and group.id not in told:
                    told[group.id] = tuple(_own(board, group, _parts(one)) for one in entries)
    return told


def _of_group(group: SlotGroup, value: object) -> Contents | None:
    if isinstance(value, dict):
        # Where one thing has room, as many as truth counts look alike.
        return tuple(_parts(value.get(one.id), one.id)[: group.capacity] for one in group.places)
    if not isinstance(value, list) or len(value) != len(group.places):
        return None
    named = all(one is None or isinstance(one, str) for one in value)
    return tuple(_parts(one) for one in value) if named else None


def _own(board: Board, group: SlotGroup, lying: Lying) -> Lying:
    """Leave what may lie in a group; players' pieces are what no other group has as a class."""
    if not group.players:
        return tuple(one for one in lying if one in group.classes)
    others = {name for other in board.layout if other is not group for name in other.classes}
    return tuple(one for one in lying if one in group.classes or one not in others)


def _parts(value: object, name: str = "") -> Lying:
    """List the classes in a value: named, in a list, counted by name, or there or not."""
    match value:
        case int():
            return (name,) * value
        case str():
            return (value,)
        case list():
            return tuple(sorted(part for one in value for part in _parts(one)))
        case dict():
            return tuple(sorted(part for key, one in value.items() for part in _parts(one, key)))
    return ()
