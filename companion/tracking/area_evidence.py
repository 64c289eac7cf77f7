"""What a reading of areas says of a view of the table: how much less likely it is than another."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Final

import numpy as np

from companion.tracking.config import AREA_DIFFERS, AREA_IN_DOUBT, AREA_MOST
from engine.layout import Lying, Shape, SlotGroup, View
from vision.reading import Areas, Reading, Slots

Spot = tuple[str, int]
"""A slot group's id and the number of one of its places."""
Loose = Mapping[Spot, frozenset[Lying]]
"""What else may lie on places while consequences are still being carried out."""
NOTHING_LOOSE: Final[Loose] = {}


class AreaEvidence:
    """One reading of the groups that are followed.

    ``seen`` is the view that it looks like most. Of places that are not observed nothing is known:
    all is equally likely there. What is near a hand that rests is in doubt at most.
    """

    def __init__(
        self, reading: Reading, layout: Sequence[SlotGroup], followed: frozenset[str]
    ) -> None:
        """Take what is read of the groups that are followed."""
        self._places: dict[str, list[Mapping[Lying, float] | None]] = {}
        self._bags: dict[str, list[Mapping[str | None, float] | None]] = {}
        self._near: dict[str, Sequence[bool]] = {}
        seen = []
        for group in layout:
            areas, slots = reading.areas.get(group.id), reading.groups.get(group.id)
            if areas is not None:
                likely = areas.likeliest()
                seen.append((group.id, tuple(lying for lying, _ in likely)))
            elif slots is not None:
                named = slots.likeliest()
                seen.append((group.id, tuple(() if one is None else (one,) for one in named)))
            if group.id not in followed:
                continue
            if areas is not None and group.capacity > 1:
                self._places[group.id] = _of_areas(areas)
                self._near[group.id] = areas.near.tolist()
            elif slots is not None and group.shape is Shape.SPOTS and not group.ordered:
                self._bags[group.id] = _of_slots(slots)
        self.seen: Final = View(tuple(seen))

    @property
    def groups(self) -> frozenset[str]:
        """The ids of the groups of which something is known."""
        return frozenset((*self._places, *self._bags))

    def penalties(self, view: View, loose: Loose = NOTHING_LOOSE) -> dict[Spot, float]:
        """Tell by how many nats each place is less likely so than as it looks; none where by none.

        A group whose order tells nothing counts as one place.
        """
        found: dict[Spot, float] = {}
        for ident, places in self._places.items():
            for i, (known, lying) in enumerate(zip(places, view[ident], strict=True)):
                if known is None or known.get(lying) == 0.0:
                    continue
                spot = (ident, i)
                others = (lying, *loose.get(spot, ()))
                least = min(-known.get(one, -AREA_MOST) for one in others)
                if least > 0:
                    found[spot] = min(least, AREA_IN_DOUBT if self._near[ident][i] else AREA_MOST)
        for ident, slots in self._bags.items():
            least = _bag_penalty(slots, view[ident])
            if least > 0 and (ident, 0) not in loose:
                found[ident, 0] = least
        return found

    def shows_all(self, before: View, after: View) -> bool:
        """Tell whether no hand is near anything that differs between two views."""
        for ident, places in self._places.items():
            both = zip(before[ident], after[ident], strict=True)
            changed = [i for i, (one, other) in enumerate(both) if one != other]
            if any(places[i] is None or self._near[ident][i] for i in changed):
                return False
        bags = self._bags.items()
        return all(None not in slots or before[one] == after[one] for one, slots in bags)

    def differing(self, view: View, loose: Loose = NOTHING_LOOSE) -> list[Spot]:
        """List the places that look otherwise than in a view."""
        return [spot for spot, nats in self.penalties(view, loose).items() if nats >= AREA_DIFFERS]


def _of_areas(areas: Areas) -> list[Mapping[Lying, float] | None]:
    """Take the log likelihoods of each area, the greatest nought; None where nothing is known."""
    found: list[Mapping[Lying, float] | None] = []
    for each, there in zip(areas.log_likelihood, areas.observed.tolist(), strict=True):
        best = max(each.values())
        found.append({lying: value - best for lying, value in each.items()} if there else None)
    return found


def _of_slots(slots: Slots) -> list[Mapping[str | None, float] | None]:
    """Take those of each slot likewise; None where it cannot be read."""
    found: list[Mapping[str | None, float] | None] = []
    known = slots.observed & ~slots.near
    for row, there in zip(slots.log_likelihood, known.tolist(), strict=True):
        known = there and np.ptp(row) > 0
        both = zip(slots.classes, (row - row.max()).tolist(), strict=True)
        found.append(dict(both) if known else None)
    return found


def _bag_penalty(
    slots: Sequence[Mapping[str | None, float] | None], contents: Sequence[Lying]
) -> float:
    """Tell by how many nats these things, in the likeliest order, are less likely than seen."""
    singles = [lying[0] if lying else None for lying in contents]
    ways = set(permutations(singles))
    return min(
        sum(
            min(-known.get(one, -AREA_MOST), AREA_MOST)
            for known, one in zip(slots, way, strict=True)
            if known is not None
        )
        for way in ways
    )
