"""Learning how pieces look from places where they are known to lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.background import UNKNOWN, Mask
from vision.colour import learn
from vision.light import Floats
from vision.masks import without_specks
from vision.squares import Squares

SIDE: Final = 32
"""Sample points along a side of the squares that are learnt from."""
ODD: Final = 5.5
"""How much less likely than just as usual a point is before it is taken for part of a piece."""
LEAST_SIZE: Final = 0.06
"""Share of a spot that a piece must show to be learnt from."""
OUTSTANDS: Final = 1.3
"""How much more of a bare place's oddness a lesson must show than any other to be one after all."""
ENOUGH: Final = 8
"""Other places from which that is judged, at least."""
MIDDLE: Final = 0.85
"""Share of a piece's radius that is learnt from: its rim shows its neighbours and the board."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One piece known to lie on a place: which place, its name (a colour, a kind), its frame.

    ``frame`` is the number of the frame, among those of the lessons.
    """

    place: int
    name: str
    frame: int


@dataclass(frozen=True, slots=True)
class Looks:
    """What was learnt: names, a table of log densities each, and a piece's usual radius.

    ``own`` marks the cells of the tables that are those of one of the pieces.
    ``blank`` are the numbers of lessons on whose place nothing but the bare board was seen; when
    there are any, nothing was learnt.
    """

    names: tuple[str, ...]
    tables: tuple[Floats, ...]
    own: Mask
    radius_mm: float
    blank: tuple[int, ...]


def learn_looks(squares: Squares, lessons: Sequence[Lesson], seen: Sequence[Floats]) -> Looks:
    """Learn the look of every name in the lessons.

    ``seen`` are the squares' points in each frame (opponent space, light and shade removed).
    """
    pieces = [_piece(squares, lesson.place, seen[lesson.frame]) for lesson in lessons]
    sizes = np.array([piece.sum() for piece in pieces])
    least = LEAST_SIZE * np.pi * (squares.places.radius_mm / squares.step_mm) ** 2
    usual = float(np.median(sizes[sizes >= np.median(sizes)]))
    radius_mm = min(float(np.sqrt(usual / np.pi)) * squares.step_mm, squares.places.largest_mm)
    small = np.flatnonzero(sizes < least).tolist()
    if small and (blank := _unseen(squares, lessons, seen, small, radius_mm)):
        return Looks((), (), np.zeros(0, bool), 0.0, blank)
    pixels: dict[str, list[Floats]] = {}
    for lesson, piece, size in zip(lessons, pieces, sizes, strict=True):
        frame = seen[lesson.frame]
        if size >= usual / 2:
            whole = _middle(squares, piece, radius_mm)
        else:
            whole = _disc_on(squares, lesson.place, frame, radius_mm)
        pixels.setdefault(lesson.name, []).append(squares.of(frame, lesson.place)[whole])
    tables, own = learn([np.concatenate(parts) for parts in pixels.values()])
    return Looks(tuple(pixels), tuple(tables), own, radius_mm, ())


def _piece(squares: Squares, place: int, seen: Floats) -> Mask:
    """Outline what lies on a place: the largest patch there that is not bare board."""
    bare = squares.of(squares.background.log_density(seen), place)
    usual = squares.of(squares.background.peak, place)
    odd = (bare < np.maximum(usual - ODD, UNKNOWN)) & _near(squares, place)
    odd = without_specks(odd.reshape(squares.side, squares.side).astype(np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(odd)
    if count < 2:  # noqa: PLR2004 - label 0 is the bare board
        return np.zeros(squares.side**2, bool)
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return np.asarray(labels.ravel() == largest)


def _middle(squares: Squares, piece: Mask, radius_mm: float) -> Mask:
    """Leave the rim of a piece out."""
    away = np.linalg.norm(squares.offsets_mm - squares.offsets_mm[piece].mean(axis=0), axis=1)
    return np.asarray(piece & (away <= MIDDLE * radius_mm))


def _unseen(
    squares: Squares,
    lessons: Sequence[Lesson],
    seen: Sequence[Floats],
    small: Sequence[int],
    radius_mm: float,
) -> tuple[int, ...]:
    """Tell which of some lessons, of which little is seen, do not stand out from bare places."""
    if radius_mm < squares.step_mm:
        return tuple(small)
    taken = {(lesson.place, lesson.frame) for lesson in lessons}

    def oddness(place: int, frame: int) -> float:
        return float(_oddness(squares, place, seen[frame], radius_mm).max())

    unseen = []
    for number in small:
        lesson = lessons[number]
        bare = [i for i in range(squares.count) if (i, lesson.frame) not in taken]
        others = [oddness(place, lesson.frame) for place in bare]
        odd = oddness(lesson.place, lesson.frame)
        if len(others) < ENOUGH or odd < OUTSTANDS * max(others):
            unseen.append(number)
    return tuple(unseen)


def _disc_on(squares: Squares, place: int, seen: Floats, radius_mm: float) -> Mask:
    """Take for a piece a disc of the usual size, where the place looks least like bare board.

    So is a piece found whole of which only parts differ from the board, as of a white one.
    """
    middle = int(_oddness(squares, place, seen, radius_mm).argmax())
    away = np.linalg.norm(squares.offsets_mm - squares.offsets_mm[middle], axis=1)
    return np.asarray(away <= MIDDLE * radius_mm)


def _oddness(squares: Squares, place: int, seen: Floats, radius_mm: float) -> Floats:
    """Tell how unlike the bare board a disc about each point of a place is.

    Points that are merely darker say nothing here: they may be the piece's own shadow. Where no
    piece's middle may be it is -1.
    """
    bare = squares.background
    off = squares.of(seen, place) - squares.of(bare.mean, place)
    off = off / squares.of(bare.spread, place)
    off[:, 0] = np.maximum(off[:, 0], 0)
    odd = np.minimum((off * off).sum(axis=1) / 2, ODD) * _near(squares, place)
    reach = max(1, round(radius_mm / squares.step_mm))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2).astype(np.float32)
    whole = cv2.filter2D(odd.reshape(squares.side, -1), -1, disc / disc.sum()).ravel()
    inner = squares.distance_mm <= squares.places.reach_mm[place]
    return np.asarray(np.where(inner, whole, -1), np.float32)


def _near(squares: Squares, place: int) -> Mask:
    """Mark the points around a place that a piece standing there may cover."""
    most = squares.places.reach_mm[place] + squares.places.largest_mm
    return np.asarray(squares.distance_mm <= most)
