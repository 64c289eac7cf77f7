"""Perception: what is to be believed of a reading, after all that was seen before."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from companion.tracking.explanation import Evidence
from companion.tracking.furniture import Furniture
from companion.tracking.looks import Looks
from companion.tracking.mistrust import Mistrust
from companion.tracking.steady import Steady
from vision.reading import Reading

Standing = Sequence[str | None]


class Perception:
    """Weighs readings of one table; ``live`` ones follow each other closely."""

    def __init__(self, *, recent: int, lasting: int, live: bool) -> None:
        """Know looks for ``recent`` readings, and what rests for ``lasting`` ones as no hand."""
        self._live: Final = live
        self._furniture: Final = Furniture(lasting)
        self._mistrust: Final = Mistrust()
        self._steady: Final = Steady(recent)
        self._looks: Final = Looks(recent)
        self._seen: Evidence | None = None

    def without_furniture(self, reading: Reading, standing: Standing) -> Reading:
        """Give a reading as it would be if what has long rested over the board were no hand."""
        return self._furniture.without(reading, standing) if self._live else reading

    def evidence(self, reading: Reading, standing: Standing, *, with_row: bool) -> Evidence:
        """Take what is to be believed of a reading; ``standing`` is who is expected where.

        Without ``with_row`` the ranking row says nothing.
        """
        # Of what a hand is near, or what is out of view, nothing is known.
        rows = np.where(reading.near_hand[:, None], 0.0, reading.log_likelihood)
        self._seen = Evidence(rows, reading.choices, _told(reading) if with_row else None)
        seen = self._mistrust.weigh(self._seen)
        if not self._live:
            return seen
        weighed = self._steady.weigh(seen, standing)
        turned = self._looks.turned(weighed, standing, reading.near_hand)
        if not weighed.differences(standing):
            self._steady.learn(seen, standing, turned)
        return replace(weighed, turned=turned)

    def contradict(self, standing: Standing, places: Collection[int]) -> Mapping[int, str | None]:
        """Take it from the table that all stand so, at these places, however they look.

        Gives the places that were misread, and who stands there.
        """
        return self._mistrust.contradict(self._seen, standing, places)


def _told(reading: Reading) -> tuple[str | None, ...] | None:
    """Give the ranking row as far as it is to be believed."""
    if reading.ranking is None:
        return None
    slots = enumerate(reading.ranking)
    return tuple(None if slot in reading.untold_slots else tile for slot, tile in slots)
