"""Where the things printed on a board lie in its empty frame."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from engine.board import Board
from engine.layout import Box, Spot
from vision.camera import Lens, Matrix, Pose
from vision.config import EvidenceConfig

OUTLINE: Final = 16
"""Corners of the polygon that stands for a circle."""
ROOM: Final = 2.0
"""How far from a spot's middle a piece may be seen, in radii of the spot."""
TILE_RIM: Final = 0.25
"""How far beyond its place, as a share of its size, a tile may lie."""
NUDGE: Final = 0.06
"""How far a board without spots may be nudged between frames of teaching, in its shorter side:
33 mm of 560, about what boards with spots are allowed."""

Floats = npt.NDArray[np.float32]

_ANGLES: Final = np.linspace(0, 2 * np.pi, OUTLINE, endpoint=False)
_UNIT: Final = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])

ToPixels = Callable[[npt.NDArray[np.float64]], Floats]
"""From points of the board (N x 2, mm) to pixels of the empty frame (N x 2)."""


def nearest_mm(centres_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Measure how far each place (N x 2, mm) is from the one nearest to it; inf for a lone one."""
    apart = np.linalg.norm(centres_mm[:, None] - centres_mm[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return np.asarray(apart.min(axis=1))


class Plan:
    """A board as seen from one place: board millimetres to pixels of the empty frame.

    ``corners`` are the printed board's in pixels (4 x 2), ``to_px`` the homography (3 x 3) to
    where a perfect lens would show them, ``lens`` the one that there is, ``centres_mm`` and
    ``radii_mm`` those of the locations in board order.
    """

    def __init__(
        self, board: Board, corners_px: Sequence[Sequence[float]], lens: Lens | None = None
    ) -> None:
        """Take the corners as the table file has them: from top-left clockwise.

        Without a ``lens`` straight lines appear straight.
        """
        self.lens = lens
        self.size_mm = board.size_mm
        width, height = board.size_mm
        corners_mm = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        self.corners = np.array(corners_px, np.float32)
        straight = self.corners if lens is None else lens.straighten(self.corners)
        self.to_px: Matrix = cv2.getPerspectiveTransform(corners_mm, straight.astype(np.float32))
        self.centres_mm = np.array([location.at_mm for location in board.locations]).reshape(-1, 2)
        self.radii_mm = np.array([location.radius_mm for location in board.locations])
        self._board = board
        middle = np.array([[width / 2, height / 2], [width / 2 + 1, height / 2 + 1]])
        one, other = self.pixels(middle)
        self.px_per_mm = float(np.linalg.norm(one - other)) / np.sqrt(2)

    @cached_property
    def spacing_mm(self) -> float:
        """The usual distance between neighbours among the locations; without any, a nudge."""
        if not len(self.centres_mm):
            return NUDGE * min(self.size_mm)
        apart = nearest_mm(self.centres_mm)
        return float(np.median(np.minimum(apart, EvidenceConfig().farthest_radii * self.radii_mm)))

    def pixels(self, points_mm: npt.NDArray[np.float64], pose: Pose | None = None) -> Floats:
        """Find board points (N x 2, mm) in the empty frame or, under ``pose``, in another."""
        straight = self.straight(points_mm)
        if pose is not None:
            return pose.show(straight)
        found = straight if self.lens is None else self.lens.distort(straight)
        return np.asarray(found, np.float32)

    def straight(self, points_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Find where a lens without distortion would show board points (N x 2, mm) there."""
        at = points_mm[:, None].astype(np.float64)
        return np.asarray(cv2.perspectiveTransform(at, self.to_px)[:, 0])

    def millimetres(self, points_px: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        """Find pixels of the empty frame (N x 2) on the board (N x 2, mm)."""
        straight = points_px if self.lens is None else self.lens.straighten(points_px)
        at = np.asarray(straight, np.float64)[:, None]
        return np.asarray(cv2.perspectiveTransform(at, np.linalg.inv(self.to_px))[:, 0])

    def spots(self, radii: float = 1.0) -> list[Floats]:
        """Outline the locations, ``radii`` times as large as they are printed."""
        return self._circles(self.centres_mm, self.radii_mm * radii)

    def tiles(self) -> list[Floats]:
        """Outline where tiles and the turn marker may lie, in pixels of the empty frame."""
        return [self.pixels(outline) for outline in self.tiles_mm()]

    def tiles_mm(self, rim_share: float = TILE_RIM) -> list[npt.NDArray[np.float64]]:
        """Outline where tiles and the turn marker may lie, in mm.

        ``rim_share`` is how far beyond its place a tile may lie, as a share of its size.
        """
        outlines = []
        for x, y, width, height in _boxes(self._board):
            rim = rim_share * min(width, height)
            left, top, right, low = x - rim, y - rim, x + width + rim, y + height + rim
            outlines.append(np.array([[left, top], [right, top], [right, low], [left, low]]))
        for spaces in (self._board.tile_circles, self._board.marker_circles, _rounds(self._board)):
            for x, y, radius in spaces:
                circle = (1 + 2 * rim_share) * radius * _UNIT
                outlines.append(np.array([x, y]) + circle)
        return outlines

    def _circles(
        self, centres: npt.NDArray[np.float64], radii: npt.NDArray[np.float64]
    ) -> list[Floats]:
        return [self.pixels(c + r * _UNIT) for c, r in zip(centres, radii, strict=True)]


def _boxes(board: Board) -> tuple[tuple[float, ...], ...]:
    """List the boxes in which tiles or heaps may lie, each once (x, y, width, height, mm)."""
    if not board.areas:
        return board.row_boxes
    boxes = (place for group in board.layout for place in group.places if isinstance(place, Box))
    return tuple(dict.fromkeys(box.box_mm for box in boxes))


def _rounds(board: Board) -> tuple[tuple[float, ...], ...]:
    """List the round places of a board with areas (x, y, radius, mm)."""
    if not board.areas:
        return ()
    spots = (place for group in board.layout for place in group.places if isinstance(place, Spot))
    return tuple((*spot.at_mm, spot.radius_mm) for spot in spots)
