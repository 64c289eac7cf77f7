"""Scoring what round places show: how well pieces, a stranger and the bare board fit each.

Each point of a place's square says how much likelier it is under a colour than under the bare
board; a disc of a piece's size is slid over the square, as pieces stand off their spot, and the
best place under it is the score.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.crowding import Crowd
from vision.evenness import Evenness
from vision.evidence import Palette, Scales
from vision.light import ALL_CLIPPED, Floats, Marks
from vision.sampling import Indices
from vision.squares import Squares

SIDE: Final = 16
"""Sample points along a side of the squares that are read."""
CORE: Final = 0.7
"""Share of a piece's radius within which it is judged: its rim shows its neighbours too."""
LEAST_LEFT: Final = 0.3
"""Share of a piece that must be seen to be judged in full, where others are in front of it."""
CLIP: Final = 4.0
"""The most that one point may say (log likelihood ratio), as neighbours see the same thing."""
ASIDE: Final = 0.8
"""What it costs a score that a piece appears as far from its spot as it may, not upon it."""
LEAST_ART: Final = 0.12
"""Standard deviation of a spot's own art, as log of lightness, by which it can be recognised."""
SHADE_ALIKE: Final = 0.15
"""How much less art shows in a shadow: the dark side of a piece may chance to be like it."""
LIGHTEST: Final = 0.1
"""Share of a piece that is held to be its lit part, at least."""
STRAYED_MM: Final = 11.0
"""How far a piece may have been nudged off its spot and still not be held to be gone."""

Rows = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scores:
    """What some places show (N): scores are mean log likelihood ratios to the bare board.

    ``middles`` numbers, on each square, the point where the middle of a piece is best; ``named``
    (N x names) are the scores of the pieces that are known, each there,
    ``unknown`` that of an object of no known colour, ``astray`` that of a piece that strayed
    farther from its place than a piece that stands on it. ``shows`` is how well the board's own
    art is seen there. Of what share of the piece a channel is ``clipped``, of what share it
    ``gleams``, clipped as the bare board would not be, and what share is ``visible`` at all.
    ``lightest`` is the lightness that the lightest tenth of the piece reaches; ``uneven`` is as
    ``Evenness.told`` has it.
    """

    middles: Indices
    named: Rows
    unknown: Rows
    astray: Rows
    shows: Rows
    clipped: Rows
    gleams: Rows
    visible: Rows
    lightest: Rows
    uneven: Rows


def half_mm(squares: Squares, radius_mm: float) -> float:
    """Tell how far around a place its square must reach for pieces of a radius."""
    return float(_strayed_mm(squares, radius_mm).max()) + CORE * radius_mm


def _strayed_mm(squares: Squares, radius_mm: float) -> Rows:
    """Tell how far from each place (N) a piece may lie that strayed from it, and from no other.

    A piece on the next place may stand off that and reaches over it by its own radius.
    """
    places = squares.places
    room = places.spacing_mm - places.reach_mm - (1 + CORE) * radius_mm
    return np.clip(room, places.reach_mm, np.maximum(places.reach_mm, STRAYED_MM))


class Scorer:
    """Scores squares, whose side is ``SIDE`` points, for pieces of one radius and known looks.

    ``evenness`` is how evenly they differ from the bare board.
    """

    def __init__(self, squares: Squares, radius_mm: float, palette: Palette) -> None:
        """Lay out where on a square a piece may be."""
        self._squares = squares
        self._scales = Scales(palette, squares.background)
        self._make_disc(radius_mm)
        self.evenness: Final = Evenness(squares, radius_mm)
        far = squares.distance_mm[None] <= _strayed_mm(squares, radius_mm)[:, None]
        self._astray = np.where(far & (self._aside > ASIDE), ASIDE, 2 * CLIP).astype(np.float32)

    def score(
        self,
        seen: Floats,
        noise: float = 1.0,
        places: npt.NDArray[np.int64] | None = None,
        over: Marks | None = None,
        crowd: Crowd | None = None,
    ) -> Scores:
        """Score all places or some, ``places`` by number.

        ``seen`` are the pixels at their points (opponent space, light and shade removed),
        ``noise`` how many times noisier the frame is than usual, ``over`` marks their clipped
        channels; ``crowd`` tells of the places what surer pieces beside them leave.
        """
        points = None
        if places is None:
            places = np.arange(self._squares.count)
        else:
            points = (places[:, None] * SIDE * SIDE + np.arange(SIDE * SIDE)).ravel()
        said = self._scales.weigh(seen, noise, points, over)
        ratios = np.clip(np.stack([said.piece, said.strange]), -CLIP, CLIP)
        ratios = ratios.reshape(2, len(places), -1)
        piece, strange = self._slid(ratios) if crowd is None else self._slid_beside(ratios, crowd)
        astray = (piece - self._astray[places]).max(axis=1)
        aside = self._aside[places]
        piece -= aside
        where = piece.argmax(axis=1)
        best = piece[np.arange(len(places)), where]
        unknown = (strange - aside).max(axis=1)
        inside = self._placed[where].reshape(len(places), -1)
        each = said.each.reshape(len(said.each), len(places), -1)
        less = (each * inside).sum(axis=2).T
        clipped, gleams, visible = (np.full(len(places), each) for each in (0.0, 0.0, 1.0))
        lit = inside
        if over is not None:
            marks = over.reshape(inside.shape)
            clipped, gleams, visible = (
                np.einsum("pn,pn->p", each.reshape(inside.shape), inside)
                for each in (over > 0, said.gleams, said.shown)
            )
            lit = inside * (marks < ALL_CLIPPED)
        shows = self._shows(seen, lit, places)
        there = inside > 0
        lightness = np.where(there, seen[:, 0].reshape(inside.shape), np.inf)
        tenth = there.sum(axis=1) * (1 - LIGHTEST)
        lightest = np.sort(lightness, axis=1)[np.arange(len(places)), tenth.astype(int)]
        uneven = np.where(clipped > 0, 0, self.evenness.told(seen, noise, places))
        lights = clipped, gleams, visible, lightest
        told = (best[:, None] + less, unknown, astray, shows, *lights, uneven)
        return Scores(where, *(np.asarray(each, np.float64) for each in told))

    def _shows(self, seen: Floats, inside: Floats, places: npt.NDArray[np.int64]) -> Floats:
        """Tell how well the bare board's art is seen where pieces would be, in odd light.

        Correlations, lowered where it is darker than the bare board. ``inside`` (places x side²)
        weighs the points that a piece would cover and that show their lightness.
        """
        there = seen[:, 0].reshape(len(places), -1)
        inside = inside / np.maximum(inside.sum(axis=1, keepdims=True), 1e-6)
        bare = self._squares.background.mean[:, 0].reshape(self._squares.count, -1)[places]
        level, usual = ((inside * one).sum(axis=1, keepdims=True) for one in (there, bare))
        brighter = (level > usual).ravel()
        there, bare = there - level, bare - usual
        both, art, varies = (
            np.einsum("pn,pn,pn->p", inside, one, other)
            for one, other in ((there, bare), (bare, bare), (there, there))
        )
        alike = both / np.sqrt(np.maximum(art * varies, 1e-6))
        alike = np.where(brighter, alike, alike - SHADE_ALIKE)
        return np.where(art > LEAST_ART**2, alike, 0.0).astype(np.float32)

    def _slid(self, ratios: Floats) -> Floats:
        """Slide the disc over what the points say (kinds x places x side²): means, alike."""
        rows = ratios.reshape(-1, SIDE)
        slid = cv2.filter2D(rows, -1, self._disc, borderType=cv2.BORDER_REPLICATE)
        return np.asarray(slid, np.float32).reshape(ratios.shape)

    def _slid_beside(self, ratios: Floats, crowd: Crowd) -> Floats:
        """Slide a whole piece over them, but for what others show, where it may be."""
        own = (~crowd.theirs).astype(np.float32)
        slid = (ratios * own) @ self._whole.T / np.maximum(own @ self._whole.T, LEAST_LEFT)
        return np.asarray(slid - np.float32(2 * CLIP) * crowd.barred, np.float32)

    def _make_disc(self, radius_mm: float) -> None:
        """Draw the discs of a piece and of its core as weights, and mark where it may be."""
        cell = self._squares.step_mm
        reach_mm = np.maximum(self._squares.places.reach_mm, cell)[:, None]
        far = self._squares.distance_mm[None] / reach_mm
        self._aside = np.where(far <= 1, ASIDE * far**2, 2 * CLIP).astype(np.float32)
        self._disc = _disc(CORE * radius_mm / cell)
        self._placed = _placed(self._disc)
        self._whole = _placed(_disc(radius_mm / cell)).reshape(SIDE * SIDE, -1)


def _disc(radius: float) -> Floats:
    """Draw a disc of a radius in points as weights that add up to 1."""
    reach = max(1, int(np.ceil(radius)))
    fine = 8
    span = (np.arange((2 * reach + 1) * fine) + 0.5) / fine - (reach + 0.5)
    inside = (span[:, None] ** 2 + span[None] ** 2) <= radius**2
    disc = inside.reshape(2 * reach + 1, fine, 2 * reach + 1, fine).mean(axis=(1, 3))
    return np.asarray(disc / disc.sum(), np.float32)


def _placed(disc: Floats) -> Floats:
    """Place a disc upon each point of a square (side² x side x side)."""
    reach = len(disc) // 2
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(disc, SIDE), (SIDE, SIDE))
    upon = slice(reach + SIDE, reach, -1)
    return np.ascontiguousarray(windows[upon, upon].reshape(-1, SIDE, SIDE))
