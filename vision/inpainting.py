"""Inpainting: the empty board, though something lay there when it was taught during a game.

Pieces are removed from the picture: what they hide is guessed, or taken from another picture. A
guess continues the ground around the piece, with a spot printed on it like the bare ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.errors import InputError
from vision.camera import Pose
from vision.config import SURE, IlluminationConfig, PlanConfig
from vision.illumination import logs
from vision.plan import Plan, ToPixels, nearest_mm
from vision.reading import Floats, Image, Mask, Reading, Reals
from vision.table import Sample, Table

MOST_ROOM: Final = 0.65
"""Share of the way to the next spot that a piece and its shadow may take, at most."""
RIM: Final = 1.3
"""Outer radius of the ground that is used around such a hole, in radii of the hole."""
SIDE: Final = 48
"""Points along a side of the square by which spots are compared."""
SIMILAR: Final = 7
"""How many bare spots a guess is made from: those with the most similar ground."""
AGREED: Final = 0.08
"""How much ground may differ in two frames of the same light, as log of lightness."""
DARK: Final = IlluminationConfig().dark


class Inpainting:
    """A picture with holes where pieces stood on round places, and how these are filled.

    ``guessed`` are the numbers of the places whose look is only guessed.
    """

    def __init__(
        self,
        picture: Image,
        places: Reals,
        to_px: ToPixels,
        standing: Sequence[int],
        boxes: Sequence[Sequence[float]] = (),
    ) -> None:
        """Guess, in the picture (BGR), what is hidden on the places that ``standing`` numbers.

        ``places`` (N x 3) are x, y and radius in board mm; ``to_px`` maps board mm to pixels. In
        the ``boxes`` (x, y, width, height in mm) tiles may lie.
        """
        self.guessed = self._standing = tuple(standing)
        self._boxes_mm = np.array(boxes).reshape(-1, 4)
        self._picture, self._taken = picture, picture.copy()
        self._centres_mm = places[:, :2]
        self._to_px = to_px
        if not standing:
            return
        near_mm = nearest_mm(self._centres_mm)
        self._room_mm = np.minimum(PlanConfig().piece_room * places[:, 2], MOST_ROOM * near_mm)
        looks = np.array([self._look(place) for place in range(len(near_mm))])
        away = _away()
        ground = looks[:, (away > 1) & (away <= RIM)]
        self._grounds = np.median(ground, axis=1)
        self._printed = looks - self._grounds[:, None, None]
        known = [place for place in range(len(near_mm)) if place not in standing]
        for place in standing:
            self._print(place, self._guess(place, known))

    def fill(self, place: int, other: Image, pose: Pose) -> bool:
        """Fill a hole with the spot as another frame (BGR) shows it bare; tell whether it is done.

        ``pose`` is where the board is in that frame. Nothing is done where the ground around the
        spot does not look the same in both.
        """
        window, offset = self._window(place)
        rows, columns = np.mgrid[window]
        points = np.stack([columns, rows], axis=-1).reshape(-1, 2).astype(np.float32)
        at = pose.apply(points).reshape(*rows.shape, 2)
        seen = logs(cv2.remap(other, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        away = np.linalg.norm(offset, axis=-1)
        around = (away > 1) & (away <= RIM) & self._free(place, offset)
        change = (seen - logs(self._taken[window]))[around]
        if not len(change):
            return False
        light = np.median(change, axis=0)
        if np.median(np.abs(change - light)) > AGREED:
            return False
        self._picture[window][away <= 1] = _levels(seen - light)[away <= 1]
        self.guessed = tuple(one for one in self.guessed if one != place)
        return True

    def _free(self, place: int, offset: Floats) -> Mask:
        """Mark the pixels that nothing on other places hides; ``offset`` is as in `_window`."""
        others = [one for one in self._standing if one != place]
        at_mm = (self._centres_mm[place] + offset * self._room_mm[place])[..., None, :]
        far_mm = np.linalg.norm(at_mm - self._centres_mm[others], axis=-1)
        inward_mm = at_mm - self._boxes_mm[:, :2]
        boxed = ((inward_mm >= 0) & (inward_mm <= self._boxes_mm[:, 2:])).all(axis=-1)
        return np.asarray((far_mm > self._room_mm[others]).all(axis=-1) & ~boxed.any(axis=-1))

    def _look(self, place: int) -> Floats:
        span = _span() * self._room_mm[place]
        grid = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
        at = self._to_px(self._centres_mm[place] + grid).reshape(SIDE, SIDE, 2)
        return logs(
            cv2.remap(self._taken, at, None, cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        )

    def _guess(self, place: int, known: list[int]) -> Floats:
        """Guess the look of a place (SIDE x SIDE x 3) from the bare spots most similar to it."""
        apart = np.abs(self._grounds[known] - self._grounds[place]).sum(axis=1)
        similar = np.array(known, np.int64)[np.argsort(apart, kind="stable")]
        similar = similar[similar != place][:SIMILAR]
        printed = np.median(self._printed[similar], axis=0) if len(similar) else 0
        return np.asarray(printed + self._grounds[place] + np.zeros((SIDE, SIDE, 1)), np.float32)

    def _print(self, place: int, look: Floats) -> None:
        window, offset = self._window(place)
        at = ((offset / RIM + 1) * (SIDE / 2) - 0.5).astype(np.float32)
        seen = cv2.remap(look, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        hole = np.linalg.norm(offset, axis=-1) <= 1
        self._picture[window][hole] = _levels(seen)[hole]

    def _window(self, place: int) -> tuple[tuple[slice, slice], Floats]:
        """Give the rows and columns of pixels around a place, and how far from it each lies.

        That is a vector (rows x columns x 2) of length 1 at the edge of the hole.
        """
        centre, room = self._centres_mm[place], self._room_mm[place]
        steps = np.array([[0.0, 0.0], [room, 0.0], [0.0, room]])
        middle, across, down = self._to_px(centre + steps).astype(np.float64)
        # So near a spot, perspective and lens are nearly linear.
        slant = np.column_stack([across - middle, down - middle])
        reach = RIM * np.abs(slant).sum(axis=1)
        height, width = self._taken.shape[:2]
        low = np.clip(np.floor(middle - reach), 0, (width, height)).astype(int)
        high = np.clip(np.ceil(middle + reach) + 1, 0, (width, height)).astype(int)
        window = (slice(low[1], high[1]), slice(low[0], high[0]))
        rows, columns = np.mgrid[window]
        offset = np.stack([columns - middle[0], rows - middle[1]], axis=-1)
        return window, np.asarray(offset @ np.linalg.inv(slant).T, np.float32)


def _span() -> Reals:
    return ((np.arange(SIDE) + 0.5) / SIDE * 2 - 1) * RIM


def _away() -> Reals:
    """Give how far a square's points are from its middle (SIDE x SIDE), in radii of the hole."""
    return np.hypot(*np.meshgrid(_span(), _span()))


def _levels(looks: Floats) -> Image:
    return np.clip(np.round(np.exp(looks) - DARK), 0, 255).astype(np.uint8)


def with_pieces(table: Table, standing: Mapping[str, str]) -> Table:
    """Add pieces that stand in the empty frame (location to colour) to a table's samples.

    Raises InputError where the board has no such location.
    """
    for at in standing:
        if at not in table.board.index:
            raise InputError(str(table.path), "standing", f"the board has no location {at}")
    more = [
        Sample(table.empty, colour, (at,))
        for at, colour in standing.items()
        if at not in table.standing
    ]
    return replace(table, samples=(*table.samples, *more))


class BareBoard:
    """The empty frame as if nothing stood on the board: ``picture`` (BGR)."""

    def __init__(self, table: Table, plan: Plan, empty: Image) -> None:
        """Remove from the frame what the table says stands there, and single tiles.

        As a game was on, any space of single tiles may have held one.
        """
        self._board = board = table.board
        standing = [board.index[at] for at in table.standing]
        self._names = [location.id for location in board.locations]
        self.picture = empty.copy()
        places = np.array([[*location.at_mm, location.radius_mm] for location in board.locations])
        boxes = board.row_boxes
        self._locations = Inpainting(self.picture, places, plan.pixels, standing, boxes)
        spaces = np.array(board.tile_circles).reshape(-1, 3)
        self._tiled = table.tiles and table.tiles.frame
        tiles = range(len(spaces)) if table.tiles else ()
        self._spaces = Inpainting(self.picture, spaces, plan.pixels, tiles, boxes)

    @property
    def unlearnt(self) -> tuple[str, ...]:
        return tuple(self._names[place] for place in self._locations.guessed)

    def fill(self, path: Path, frame: Image, reading: Reading, pose: Pose) -> bool:
        """Fill in what another frame of teaching shows bare; tell whether anything was filled.

        ``reading`` is what was read from that frame, ``pose`` where the board is in it.
        """
        if not reading.registered:
            return False
        spots = reading.groups[self._board.pieces.id]
        others = spots.log_likelihood[:, 1:].max(axis=1)
        bare = (spots.log_likelihood[:, 0] - others >= SURE) & ~spots.near
        filled = [self._locations.fill(i, frame, pose) for i in self._locations.guessed if bare[i]]
        row, tiles = (
            reading.groups[group.id].likeliest() if group and group.id in reading.groups else ()
            for group in (self._board.row, self._board.tiles)
        )
        if tiles and self._tiled != path:
            # Where all tiles were taken from the row, none are left on the spaces.
            cleared = bool(row) and not any(row)
            filled += [
                self._spaces.fill(i, frame, pose)
                for i in self._spaces.guessed
                if cleared or tiles[i] is None
            ]
        return any(filled)
