"""What `dubsar read` says of a frame of Siberia."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.sighting import SURE
from engine.board import Board
from engine.layout import Lying, SlotGroup
from engine.siberia.board import BLOCKED, EXCHANGES, OPEN, REGIONS, SIDES, SUPPLY
from engine.siberia.material import RESOURCES
from vision.reading import Areas, Reading, Slots


def sighting(reading: Reading, board: Board, frame: str) -> dict[str, Any]:
    """Say what a reading shows, as the line that `dubsar read` prints (spec, Siberia)."""
    groups = {group.id: group for group in board.layout}
    found = _Found(reading)
    if not reading.registered:
        return {
            "frame": frame,
            "registered": False,
            "hand": None,
            "occluded": [],
            "regions": {},
            "slots": [],
            "unsure": [],
            "confidence": 0,
            "supply_empty": None,
            "open": None,
        }
    regions = found.claimed(groups[REGIONS])
    exchanges = found.claimed(groups[EXCHANGES])
    sides = reading.groups.get(SIDES)
    named = sides.likeliest() if sides is not None else (None,) * len(groups[SIDES].places)
    supplies = reading.areas.get(SUPPLY)
    return {
        "frame": frame,
        "registered": True,
        "hand": reading.hand,
        "occluded": found.occluded,
        "regions": {place: _lying(lying) for place, lying in regions.items() if lying},
        "slots": [
            {"exchange": side, "pawns": dict(Counter(exchanges.get(place.id, ())))}
            for place, side in zip(groups[EXCHANGES].places, named, strict=True)
        ],
        "unsure": found.unsure,
        "confidence": round(min(found.sureness), 4) if found.sureness else 0,
        "supply_empty": None if supplies is None else _empty(supplies),
        "open": _open(reading.groups.get(OPEN)),
    }


class _Found:
    """What is claimed of areas, and of which nothing is."""

    def __init__(self, reading: Reading) -> None:
        self._areas = reading.areas
        self.occluded: list[str] = []
        self.unsure: list[str] = []
        self.sureness: list[float] = []

    def claimed(self, group: SlotGroup) -> Mapping[str, Lying]:
        """Give what surely lies on each place of a group, where that can be said."""
        areas = self._areas.get(group.id)
        if areas is None:
            return {}
        claims = {}
        likeliest = areas.likeliest()
        for place, (lying, share), seen in zip(
            group.places, likeliest, areas.observed.tolist(), strict=True
        ):
            if not seen:
                self.occluded.append(place.id)
            elif share < SURE:
                self.unsure.append(place.id)
            else:
                self.sureness.append(share)
                claims[place.id] = lying
        return claims


def _lying(lying: Lying) -> dict[str, Any]:
    pawns = Counter(one for one in lying if one not in RESOURCES and one != BLOCKED)
    return {
        "cubes": [one for one in RESOURCES for _ in range(lying.count(one))],
        "pawns": dict(pawns),
        "blocked": BLOCKED in lying,
    }


def _empty(supplies: Areas) -> list[str] | None:
    """Name the supplies that are empty; None where one of them cannot be told."""
    found = []
    both = zip(RESOURCES, supplies.likeliest(), supplies.observed.tolist(), strict=True)
    for resource, (lying, share), seen in both:
        if not seen or share < SURE:
            return None
        if not lying:
            found.append(resource)
    return found


def _open(slots: Slots | None) -> Sequence[str | None] | None:
    """Name the open investment markers, in the order of actions; None for a free or unread slot."""
    if slots is None:
        return None
    likeliest = slots.likeliest()
    return [*likeliest]
