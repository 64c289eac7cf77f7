"""The photographs that are kept of an event, and what of the board is ringed in them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.archive.evidence import Evidence, Moment
from companion.archive.evidence_pictures import picture_of
from companion.screens.marked_photo import MarkedPhoto, Points
from engine.board import Board


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
    if not isinstance(places, list) or len(places) != len(board.locations):
        return ()
    found = []
    for name in names:
        match places[board.index[name]]:
            case [int() | float() as x, int() | float() as y]:
                found.append((x * size[0], y * size[1]))
    return tuple(found)
