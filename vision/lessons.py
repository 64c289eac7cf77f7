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

    ``blank`` are the numbers of lessons on whose place nothing but the bare board was seen; when
    there are any, nothing was learnt.
    """

    names: tuple[str, ...]
    tables: tuple[Floats, ...]
    radius_mm: float
    blank: tuple[int, ...]


def learn_looks(squares: Squares, lessons: Sequence[Lesson], seen: Sequence[Floats]) -> Looks:
    """Learn the look of every name in the lessons.

    ``seen`` are the squares' points in each frame (opponent space, light and shade removed).
    """
    pieces = [_piece(squares, lesson.place, seen[lesson.frame]) for lesson in lessons]
    sizes = np.array([piece.sum() for piece in pieces])
    least = LEAST_SIZE * np.pi * (squares.places.radius_mm / squares.step_mm) ** 2
    blank = tuple(np.flatnonzero(sizes < least).tolist())
    if blank:
        return Looks((), (), 0.0, blank)
    usual = float(np.median(sizes[sizes >= np.median(sizes)]))
    radius_mm = min(float(np.sqrt(usual / np.pi)) * squares.step_mm, squares.places.largest_mm)
    pixels: dict[str, list[Floats]] = {}
    for lesson, piece, size in zip(lessons, pieces, sizes, strict=True):
        frame = seen[lesson.frame]
        if size >= usual / 2:
            whole = _middle(squares, piece, radius_mm)
        else:
            whole = _disc_on(squares, lesson.place, frame, radius_mm)
        pixels.setdefault(lesson.name, []).append(squares.of(frame, lesson.place)[whole])
    tables = learn([np.concatenate(parts) for parts in pixels.values()])
    return Looks(tuple(pixels), tuple(tables), radius_mm, ())


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


def _disc_on(squares: Squares, place: int, seen: Floats, radius_mm: float) -> Mask:
    """Take for a piece a disc of the usual size, where the place looks least like bare board.

    So is a piece found whole of which only parts differ from the board, as of a white one.
    Points that are merely darker say nothing here: they may be the piece's own shadow.
    """
    bare = squares.background
    off = squares.of(seen, place) - squares.of(bare.mean, place)
    off = off / squares.of(bare.spread, place)
    off[:, 0] = np.maximum(off[:, 0], 0)
    odd = np.minimum((off * off).sum(axis=1) / 2, ODD) * _near(squares, place)
    reach = max(1, round(radius_mm / squares.step_mm))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
    whole = cv2.filter2D(odd.reshape(squares.side, -1), -1, disc.astype(np.float32)).ravel()
    inner = np.where(squares.distance_mm <= squares.places.reach_mm[place], whole, -1)
    away = np.linalg.norm(squares.offsets_mm - squares.offsets_mm[int(inner.argmax())], axis=1)
    return np.asarray(away <= MIDDLE * radius_mm)


def _near(squares: Squares, place: int) -> Mask:
    """Mark the points around a place that a piece standing there may cover."""
    most = squares.places.reach_mm[place] + squares.places.largest_mm
    return np.asarray(squares.distance_mm <= most)
