"""What `dubsar read` says of a frame of Siberia."""

from collections import Counter
from typing import Any

from companion.sighting import SURE
from engine.board import Board
from engine.layout import Lying
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
    claimed: dict[str, dict[str, Lying]] = {REGIONS: {}, EXCHANGES: {}}
    sureness: list[float] = []
    for ident, claims in claimed.items():
        areas = reading.areas.get(ident)
        if areas is None:  # it was not taught what lies there
            line["unsure"] += [place.id for place in groups[ident].places]
            continue
        both = zip(groups[ident].places, areas.likeliest(), areas.observed.tolist(), strict=True)
        for place, (lying, share), seen in both:
            if not seen:
                line["occluded"].append(place.id)
            elif share < SURE:
                line["unsure"].append(place.id)
            else:
                sureness.append(share)
                claims[place.id] = lying
    sides = reading.groups.get(SIDES)
    named = sides.likeliest() if sides is not None else (None,) * len(groups[SIDES].places)
    supplies, opened = reading.areas.get(SUPPLY), reading.groups.get(OPEN)
    return line | {
        "hand": reading.hand,
        "regions": {place: _lying(lying) for place, lying in claimed[REGIONS].items() if lying},
        "slots": [
            {"exchange": side, "pawns": dict(Counter(claimed[EXCHANGES].get(place.id, ())))}
            for place, side in zip(groups[EXCHANGES].places, named, strict=True)
        ],
        "confidence": round(min(sureness), 4) if sureness else 0,
        "supply_empty": None if supplies is None else _empty(supplies),
        "open": None if opened is None else [*opened.likeliest()],
    }


def _lying(lying: Lying) -> dict[str, Any]:
    pawns = Counter(one for one in lying if one not in RESOURCES and one != BLOCKED)
    return {
        "cubes": [one for one in RESOURCES for _ in range(lying.count(one))],
        "pawns": dict(pawns),
        "blocked": BLOCKED in lying,
    }


def _empty(supplies: Areas) -> list[str] | None:
    """Name the supplies that are empty; None where it is unclear of one of them."""
    found = []
    both = zip(RESOURCES, supplies.likeliest(), supplies.observed.tolist(), strict=True)
    for resource, (lying, share), seen in both:
        if not seen or share < SURE:
            return None
        if not lying:
            found.append(resource)
    return found
