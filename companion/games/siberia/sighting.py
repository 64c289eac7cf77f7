"""What `dubsar read` says of a frame of Siberia."""

from collections import Counter
from typing import Any

from companion.sighting import Claims
from engine.board import Board
from engine.layout import Lying, SlotGroup
from engine.siberia.board import BLOCKED, EXCHANGES, OPEN, REGIONS, SIDES, SUPPLY
from engine.siberia.material import RESOURCES
from vision.reading import Areas, Reading


def sighting(reading: Reading, board: Board, frame: str) -> dict[str, Any]:
    """Say what a reading shows, as the line that `dubsar read` prints (spec, Siberia)."""
    line: dict[str, Any] = {
        "frame": frame,
        "registered": reading.registered,
        "hand": None,
        "occluded": [],
        "regions": {},
        "slots": [],
        "unsure": [],
        "confidence": 0,
        "supply_empty": None,
        "open": None,
    }
    if not reading.registered:
        return line
    groups = {group.id: group for group in board.layout}
    claims = Claims()
    for group in (groups[REGIONS], groups[EXCHANGES]):
        if group.id in reading.areas:
            claims.add(group, reading.areas[group.id])
        else:  # it was not taught what lies there
            claims.unsure.extend(place.id for place in group.places)
    sides = reading.groups.get(SIDES)
    named = sides.likeliest() if sides is not None else (None,) * len(groups[SIDES].places)
    supplies, opened = reading.areas.get(SUPPLY), reading.groups.get(OPEN)
    return line | {
        "hand": reading.hand,
        "occluded": claims.occluded,
        "regions": {
            place.id: _lying(lying)
            for place in groups[REGIONS].places
            if (lying := claims.lying.get(place.id))
        },
        "slots": [
            {"exchange": side, "pawns": dict(Counter(claims.lying.get(place.id, ())))}
            for place, side in zip(groups[EXCHANGES].places, named, strict=True)
        ],
        "unsure": claims.unsure,
        "confidence": claims.confidence,
        "supply_empty": None if supplies is None else _empty(groups[SUPPLY], supplies),
        "open": None if opened is None else [*opened.likeliest()],
    }


def _lying(lying: Lying) -> dict[str, Any]:
    pawns = Counter(one for one in lying if one not in RESOURCES and one != BLOCKED)
    return {
        "cubes": [one for one in RESOURCES for _ in range(lying.count(one))],
        "pawns": dict(pawns),
        "blocked": BLOCKED in lying,
    }


def _empty(group: SlotGroup, supplies: Areas) -> list[str] | None:
    """Name the supplies that are empty; None where it is unclear of one of them."""
    claims = Claims()
    claims.add(group, supplies)
    if len(claims.lying) < len(group.places):
        return None
    each = zip(RESOURCES, claims.lying.values(), strict=True)
    return [resource for resource, lying in each if not lying]
