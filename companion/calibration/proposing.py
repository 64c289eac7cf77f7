"""What the picture suggests, in the terms of a draft."""

from collections.abc import Sequence

import numpy as np

from companion.calibration.draft import Corners, Place, Point, Stretch
from companion.picture import Image
from vision.proposing.flat import Flat
from vision.proposing.outline import find_outline
from vision.proposing.spots import spots_on
from vision.proposing.stretches import stretches_on


def proposed_places(flat: Flat) -> list[Place]:
    """Propose printed spots."""
    found = spots_on(flat)
    return [Place((float(one.at_mm[0]), float(one.at_mm[1])), one.radius_mm) for one in found]


def proposed_stretches(flat: Flat, at_mm: Sequence[Point]) -> list[Stretch]:
    """Propose stretches between spots; they go by their position in ``at_mm``."""
    found = stretches_on(flat, np.array(at_mm))
    return [(one.i, one.j) for one in found]


def found_outline(picture: Image) -> Corners | None:
    """Find the corners of the printed board, where that is plain."""
    found = find_outline(picture)
    if found is None:
        return None
    one, two, three, four = ((float(x), float(y)) for x, y in found)
    return one, two, three, four
