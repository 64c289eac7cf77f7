"""What one reading of a board with areas says for and against views of the table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final

import numpy as np

from companion.tracking.config import AREA_DIFFERS, AREA_IN_DOUBT, AREA_MOST
from engine.layout import Contents, Lying, Shape, SlotGroup, View, alone
from vision.reading import Areas, Reading, Slots

Spot = tuple[str, int]
"""A slot group's id and the number of one of its places."""
Loose = Mapping[Spot, frozenset[Lying]]
"""What may lie on places instead while people still carry out what follows from an event."""
NOTHING_LOOSE: Final[Loose] = {}
Misread = Mapping[Spot, tuple[Lying, Lying]]
"""How places looked that were misread, and what people said really lies there."""
PAIRS: Final = 4096
"""How many results of ``_apart`` are cached."""
_Known = Mapping[Lying, float] | None
"""Log likelihoods of what may lie on a place, the greatest being 0; None: it was not observed."""


class AreaEvidence:
    """One reading of the groups that are followed.

    ``seen`` is the view that the table looks like most. Where a place is not observed all contents
    are equally likely; what is near a resting hand counts for ``AREA_IN_DOUBT`` nats at most.
    """

    def __init__(
        self, reading: Reading, layout: Sequence[SlotGroup], followed: frozenset[str]
    ) -> None:
        self._hand: Final = reading.hand
        self._known: dict[str, list[_Known]] = {}
        self._near: dict[str, Sequence[bool]] = {}
        seen: list[tuple[str, Contents]] = []
        for group in layout:
            areas, slots = reading.areas.get(group.id), reading.groups.get(group.id)
            if areas is not None:
                seen.append((group.id, tuple(lying for lying, _ in areas.likeliest())))
            elif slots is not None:
                seen.append((group.id, alone(slots.likeliest())))
            if group.id not in followed:
                continue
            if areas is not None and group.capacity > 1:
                self._known[group.id] = _of_areas(areas)
                self._near[group.id] = areas.near.tolist()
            elif slots is not None and group.shape is Shape.SPOTS and not group.ordered:
                self._known[group.id] = _of_slots(slots)
        self._unordered: Final = self._known.keys() - self._near.keys()
        # Most views of a search have the same in most groups.
        self._penalties: Final[dict[tuple[str, Contents], dict[Spot, float]]] = {}
        self._come_or_gone: Final[dict[tuple[str, Contents], int]] = {}
        self.seen = View(tuple(seen))

    @property
    def said(self) -> tuple[object, ...]:
        """All that the reading says now: of two that say the same nothing else can follow."""
        known = {ident: (*places,) for ident, places in self._known.items()}
        return (self._hand, self.seen, known, self._near)

    def correct(self, misread: Misread, expected: View) -> Misread:
        """Treat places that still look as they were ``misread`` as holding what they really do.

        Gives the places of which that is so. A place that looks otherwise now, or as ``expected``,
        is believed again; one that is not observed now may still look as it did.
        """
        wrong, held = self.penalties(expected), {}
        for (ident, i), (look, lying) in misread.items():
            known = self._known[ident][i] if ident in self._known else None
            if known is not None:
                differs = (ident, 0 if ident in self._unordered else i) in wrong
                if not differs or _penalty(known, look) >= AREA_DIFFERS:
                    continue
                self._known[ident][i] = {lying: 0.0}
                self._forget()
                contents = self.seen[ident]
                self.seen = self.seen.holding(ident, (*contents[:i], lying, *contents[i + 1 :]))
            held[ident, i] = look, lying
        return held

    def hide(self, spots: Sequence[Spot]) -> None:
        """Treat some places as not observed."""
        for ident, i in spots:
            known = self._known[ident]
            for one in range(len(known)) if ident in self._unordered else (i,):
                known[one] = None
        self._forget()

    def _forget(self) -> None:
        """Forget what was said of views: what places show has changed."""
        self._penalties.clear()
        self._come_or_gone.clear()

    def shows(self, spot: Spot, lying: Lying) -> bool:
        """Tell whether a place looks most as if that lay there; what is never read always does."""
        ident, i = spot
        places = self._known.get(ident, ())
        if i >= len(places):
            return True
        known = places[i]
        return known is not None and known.get(lying) == 0.0

    def penalties(self, view: View, loose: Loose = NOTHING_LOOSE) -> dict[Spot, float]:
        """Give by how many nats a view is less likely than what places show, by place.

        Places without a penalty are left out. An unordered group counts as one place, its first.
        """
        found: dict[Spot, float] = {}
        for ident in self._known:
            key = ident, view[ident]
            if ident in self._near and _concerns(loose, ident):
                found |= self._penalties_in(*key, loose)
                continue
            if key not in self._penalties:
                self._penalties[key] = self._penalties_in(*key, NOTHING_LOOSE)
            found |= self._penalties[key]
        return found

    def _penalties_in(self, ident: str, contents: Contents, loose: Loose) -> dict[Spot, float]:
        places = self._known[ident]
        if ident in self._unordered:
            least = _least_penalty(places, contents)
            return {(ident, 0): least} if least > 0 else {}
        found: dict[Spot, float] = {}
        for i, (known, lying) in enumerate(zip(places, contents, strict=True)):
            if known is None or known.get(lying) == 0.0:
                continue
            spot = (ident, i)
            least = min(_penalty(known, one) for one in (lying, *loose.get(spot, ())))
            if least > 0:
                found[spot] = min(least, AREA_IN_DOUBT) if self._near[ident][i] else least
        return found

    def apart(self, view: View, loose: Loose = NOTHING_LOOSE) -> int:
        """Count the things that would have to come or go in areas for the view to look as seen."""
        count = 0
        for ident in self._near:
            key = ident, view[ident]
            if _concerns(loose, ident):
                count += self._apart_in(*key, loose)
                continue
            if key not in self._come_or_gone:
                self._come_or_gone[key] = self._apart_in(*key, NOTHING_LOOSE)
            count += self._come_or_gone[key]
        return count

    def _apart_in(self, ident: str, contents: Contents, loose: Loose) -> int:
        count = 0
        both = zip(self._known[ident], self.seen[ident], contents, strict=True)
        for i, (known, seen, lying) in enumerate(both):
            if known is not None and seen != lying:
                count += min(_apart(seen, one) for one in (lying, *loose.get((ident, i), ())))
        return count

    def shows_all(self, before: View, after: View) -> bool:
        """Tell whether all that differs between two views is in plain sight, no hand being near."""
        for ident, places in self._known.items():
            both = enumerate(zip(before[ident], after[ident], strict=True))
            changed = [i for i, (one, other) in both if one != other]
            if ident in self._unordered:
                if changed and None in places:
                    return False
            elif any(places[i] is None or self._near[ident][i] for i in changed):
                return False
        return True

    def hides(self, before: View, after: View) -> bool:
        """Tell whether a hand hides all that differs between two views."""
        if not self._hand:
            return False
        changed = [ident for ident in self._known if before[ident] != after[ident]]
        return bool(changed) and all(
            known is None
            for ident in changed
            for known, one, other in zip(
                self._known[ident], before[ident], after[ident], strict=True
            )
            if one != other
        )

    def differing(self, view: View, loose: Loose = NOTHING_LOOSE) -> list[Spot]:
        """List the places that look otherwise than in a view, by more than they may be misread."""
        return [spot for spot, nats in self.penalties(view, loose).items() if nats >= AREA_DIFFERS]


def _concerns(loose: Loose, ident: str) -> bool:
    return any(group == ident for group, _ in loose)


@lru_cache(maxsize=PAIRS)
def _apart(one: Lying, other: Lying) -> int:
    """Count the things that lie on one of two places and not on the other."""
    both = Counter(one), Counter(other)
    return sum(((both[0] - both[1]) + (both[1] - both[0])).values())


def _penalty(known: Mapping[Lying, float], lying: Lying) -> float:
    """Give by how many nats this is less likely to lie on a place than what it looks like."""
    return min(-known.get(lying, -AREA_MOST), AREA_MOST)


def _least_penalty(places: Sequence[_Known], contents: Contents) -> float:
    """Give the penalty of an unordered group: that of its contents in their likeliest order."""
    return min(
        sum(_penalty(known, one) for known, one in zip(places, way, strict=True) if known)
        for way in set(permutations(contents))
    )


def _of_areas(areas: Areas) -> list[_Known]:
    """Give the log likelihoods of each area; None where all contents are equally likely."""
    found: list[_Known] = []
    for each, there in zip(areas.log_likelihood, areas.observed.tolist(), strict=True):
        best = max(each.values())
        known = {lying: value - best for lying, value in each.items()}
        found.append(known if there and (len(each) == 1 or any(known.values())) else None)
    return found


def _of_slots(slots: Slots) -> list[_Known]:
    """Give the log likelihoods of each slot; None where it was not read, or a hand is near."""
    found: list[_Known] = []
    seen = slots.observed & ~slots.near
    lyings = alone(slots.classes)
    for row, there in zip(slots.log_likelihood, seen.tolist(), strict=True):
        both = zip(lyings, (row - row.max()).tolist(), strict=True)
        found.append(dict(both) if there and np.ptp(row) > 0 else None)
    return found
