"""What players said of places that were misread: their look is not misread again.

A place that was said to be empty may look as it did then and be bare; one on which a piece was
said to lie may show that piece so. Each is believed of its own place alone, only so many a place
are kept, and each can be taken back: a wrong answer does no lasting harm.
"""

from dataclasses import dataclass

from vision.appearance import Appearance
from vision.config import EvidenceConfig
from vision.illumination import Floats

CONFIG = EvidenceConfig()


@dataclass(frozen=True, slots=True, eq=False)
class Correction:
    """What one place looked like (points x 3) when ``kind`` (a class, None: nothing) lay there."""

    place: int
    kind: int | None
    seen: Floats
    appearance: Appearance | None


class Corrections:
    """The corrections of one group."""

    def __init__(self) -> None:
        """Begin without any."""
        self._each: dict[int, list[Correction]] = {}

    def of(self, place: int) -> list[Correction]:
        """List those of a place, the oldest first."""
        return self._each.get(place, [])

    def add(self, correction: Correction) -> None:
        """Keep one; the oldest of its place goes where there are too many."""
        kept = self._each.setdefault(correction.place, [])
        kept.append(correction)
        del kept[: -CONFIG.most_corrections]

    def take_back(self, correction: Correction) -> None:
        """Forget one, if it is still known."""
        kept = self._each.get(correction.place, [])
        self._each[correction.place] = [one for one in kept if one is not correction]
