"""Photographs of the board with marks at some locations: that of now, and those kept of events."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.archive.evidence_pictures import picture_of
from companion.archive.game_zip import Evidence, Moment
from companion.session.look import Look
from companion.ui.photos import MarkedPhoto, Points
from engine.board import Board
from vision.reading import Image

RIM: Final = 0.03
"""How much of its size is shown beyond the outline on each side."""
SMALLEST: Final = 32
"""Pixels; of a board that is not wholly in view so little may be left that it tells nothing."""
NEAREST: Final = 0.5
"""How much of the board is shown at least: from less nobody knows where that is."""
AROUND: Final = 0.12
"""How much of the board is shown around what is marked."""

ANEW: Final = 2.0
"""Seconds after which a photograph of now is another one: nobody needs it to move."""

Corner = npt.NDArray[np.float64]


def marked(  # noqa: PLR0913 - all that may be marked
    look: Look | None,
    board: Board,
    differing: Iterable[str] = (),
    allowed: Iterable[str] = (),
    *,
    around: Collection[str] | None = None,
    arrow: tuple[str, str] | None = None,
    legend: str = "",
) -> MarkedPhoto | None:
    """Mark locations in a look's picture; None where it has none, or the board is not in it.

    An ``arrow`` leads from one location to another, where both can be marked: it is no piece of
    those that went elsewhere. ``legend`` says what is marked as allowed. With ``around`` no more
    of the board is shown than these locations need.
    """
    if look is None or look.picture is None or not len(look.outline) or not len(look.places):
        return None
    outline = np.asarray(look.outline, dtype=np.float64)
    if not np.isfinite(outline).all():
        return None
    places = [
        tuple(look.places[board.marks[name]] for name in names if name in board.marks)
        for names in (differing, allowed, around or (), arrow or ())
    ]
    ends = places[3] if arrow and len(places[3]) == len(arrow) else ()
    low, high = outline.min(axis=0), outline.max(axis=0)
    low, high = low - RIM * (high - low), high + RIM * (high - low)
    outer_left, outer_top, *outer_end = _pixels(look.picture, low, high)
    outer = look.picture[outer_top : outer_end[1], outer_left : outer_end[0]]
    if around is not None:
        low, high = _closer(low, high, places[2])
    left, top, right, bottom = _pixels(look.picture, low, high)
    if min(right - left, bottom - top) < SMALLEST:
        return None

    def shifted(points: Iterable[Sequence[float]]) -> Points:
        return tuple((float(x) - left, float(y) - top) for x, y in points)

    cut = look.picture[top:bottom, left:right]
    return MarkedPhoto(
        look.name,
        cut,
        shifted(places[0]),
        shifted(places[1]),
        arrow=shifted(ends),
        around=outer,
        corner=(left - outer_left, top - outer_top),
        legend=legend,
    )


def _pixels(picture: Image, low: Corner, high: Corner) -> tuple[int, int, int, int]:
    """Give where a box begins and ends in a picture: left, top, right and bottom."""
    height, width = picture.shape[:2]
    left, top = np.clip(low, 0, (width, height)).astype(int).tolist()
    right, bottom = np.clip(high, 0, (width, height)).astype(int).tolist()
    return left, top, right, bottom


def _closer(low: Corner, high: Corner, points: Sequence[Sequence[float]]) -> tuple[Corner, Corner]:
    """Cut a part of the same shape out of a box around some points, and inside it."""
    if not points:
        return low, high
    size, at = high - low, np.asarray(points, dtype=np.float64)
    least, most = at.min(axis=0), at.max(axis=0)
    share = min(1.0, max(NEAREST, float(((most - least) / size).max()) + 2 * AROUND))
    start = np.clip((least + most - share * size) / 2, low, high - share * size)
    return start, start + share * size


@dataclass(frozen=True, slots=True)
class MomentPictures:
    """The photographs of before and after an event; ``erased``: there were some."""

    photos: tuple[tuple[Moment, MarkedPhoto], ...] = ()
    erased: bool = False


def moment_pictures(
    evidence: Sequence[Evidence], number: int, board: Board, touched: Iterable[str]
) -> MomentPictures:
    """Read the photographs of event ``number`` and ring the locations that it touched."""
    photos: list[tuple[Moment, MarkedPhoto]] = []
    names = [*touched]
    for seen in evidence:
        image = picture_of(seen.cropped)
        if image is not None:
            height, width = image.shape[:2]
            rings = _points(seen, board, names, (width, height))
            name = f"{number} {seen.moment}"
            photos.append((seen.moment, MarkedPhoto(name, image, rings=rings)))
    erased = not photos and any(seen.reading and "places" in seen.reading for seen in evidence)
    return MomentPictures(tuple(photos), erased)


def _points(seen: Evidence, board: Board, names: Iterable[str], size: tuple[int, int]) -> Points:
    """Find locations in the picture, as far as it was kept where they lie."""
    places = seen.reading.get("places") if seen.reading else None
    if not isinstance(places, list) or len(places) != len(board.marks):
        return ()
    found = []
    for name in names:
        match places[board.marks[name]] if name in board.marks else None:
            case [int() | float() as x, int() | float() as y]:
                found.append((x * size[0], y * size[1]))
    return tuple(found)
