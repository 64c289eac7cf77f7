"""A board that lies another way up before the camera than it is to be shown."""

from dataclasses import replace

from companion.calibration.draft import Draft, Place, Point

Row = tuple[float, ...]


def turned_point(at_mm: Point, height_mm: float) -> Point:
    """Find where a place of a board of that height is after a quarter turn clockwise."""
    x, y = at_mm
    return height_mm - y, x


def turned_place(place: Place, height_mm: float) -> Place:
    """Find where a printed spot is after a quarter turn clockwise."""
    return replace(place, at_mm=turned_point(place.at_mm, height_mm))


def turned(draft: Draft) -> Draft:
    """Call what was the left side of the board its upper side, wherever something was told."""
    if draft.size_mm is None or draft.corners_px is None:
        return draft
    width, height = draft.size_mm
    one, two, three, four = draft.corners_px

    def space(row: Row) -> Row:
        return (*turned_point((row[0], row[1]), height), *row[2:])

    def slot(row: Row) -> Row:
        x, y, wide, high = row
        return height - y - high, x, high, wide

    return replace(
        draft,
        size_mm=(height, width),
        corners_px=(four, one, two, three),
        places=tuple(one and turned_place(one, height) for one in draft.places),
        slots_mm=tuple(map(slot, draft.slots_mm)),
        influence_mm=tuple(map(space, draft.influence_mm)),
        turns_mm=tuple(map(space, draft.turns_mm)),
        tapped=tuple(turned_point(at, height) for at in draft.tapped),
    )
