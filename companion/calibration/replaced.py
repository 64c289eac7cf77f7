"""What was told of a board when its corners or its size turn out to be others."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.calibration.draft import Draft, Place, unfinished, with_place
from companion.picture import Image
from vision.proposing.flat import flatten

Numbers = Sequence[tuple[float, ...]]


def replaced(old: Draft, new: Draft, picture: Image) -> Draft:
    """Let all that was pointed at stay where it is in the picture; ``new`` has other corners.

    Where either draft does not say where the board is yet, nothing was pointed at. A location that
    is not on the board any more is to be told again.
    """
    told = [place for place in new.places if place is not None]
    marks = [*new.slots_mm, *new.influence_mm, *new.turns_mm]
    same = (old.corners_px, old.size_mm) == (new.corners_px, new.size_mm)
    if same or not (told or marks) or old.corners_px is None or old.size_mm is None:
        return new
    if new.corners_px is None or new.size_mm is None:
        return new
    before = flatten(picture, np.array(old.corners_px), old.size_mm)
    after = flatten(picture, np.array(new.corners_px), new.size_mm)

    def moved(at: tuple[float, ...]) -> tuple[float, float]:
        ((x, y),) = after.to_mm(before.to_px(np.array([at[:2]]))).tolist()
        return x, y

    def all_moved(rows: Numbers) -> tuple[tuple[float, ...], ...]:
        return tuple((*moved(row), *row[2:]) for row in rows)

    places = [one and Place(moved(one.at_mm), one.radius_mm) for one in new.places]
    width, height = new.size_mm
    for number, place in enumerate(places):
        if place and not (0 <= place.at_mm[0] <= width and 0 <= place.at_mm[1] <= height):
            new, places[number] = unfinished(with_place(new, number, None), "locations"), None
    return replace(
        new,
        places=tuple(places),
        slots_mm=all_moved(new.slots_mm),
        influence_mm=all_moved(new.influence_mm),
        turns_mm=all_moved(new.turns_mm),
    )
