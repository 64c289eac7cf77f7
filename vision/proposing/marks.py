"""What a place looks like that may be a spot: its circles, its colours and the lines it sends."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.proposing.circles import SCALE, Circles, Floats

APART_MM: Final = 4.0
"""Two marks nearer than this are one."""
LEAST: Final = 0.15
"""Share of a circle from which a place is looked at."""
MOST: Final = 650
OFF_PX: Final = 2
"""How far, in pixels of the circles, the roundest place may be off the middle of a mark."""
RINGS_MM: Final = np.arange(0.0, 12.1, 1.0)
OUTER: Final = 4
"""How many of the outermost rings tell what the ground around a mark is."""
ANGLES: Final = 48
SPOKE_MM: Final = np.linspace(9.0, 20.0, 14)
"""From where to where lines are looked for that leave a mark."""
ACROSS_MM: Final = np.array([-4.0, -3.0, -0.6, 0.0, 0.6, 3.0, 4.0])
"""Where a line is looked at: three times in it, twice on either side."""
APART: Final = 3
"""Directions within which two lines are one."""
SPOKES: Final = 3
CLEAR: Final = 12.0
"""Standard errors from which a line is as clear as need be."""
STEADY: Final = 0.5
"""Standard error, in levels of L*a*b*, that a line has at least."""
CIRCLE_WEIGHT: Final = 20.0
COLOUR_WEIGHT: Final = 0.5
"""What brings circles, colours and lines to about the same spread."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Places that may be spots: ``at_px`` (N x 2, x and y) in the picture of the circles.

    ``round`` (N) is how much of a circle each is, ``circles`` (N x radii) how much of each circle
    there is around it, ``radial`` (N) how clear the two clearest lines
    that leave it are, ``features`` (N x F) what it looks like.
    """

    at_px: Floats
    round: Floats
    circles: Floats
    radial: Floats
    features: Floats


def find_marks(circles: Circles) -> Marks:
    """Find the places that are rounder than what is around them, the roundest first."""
    ys, xs = np.nonzero(summits(circles) & (circles.best > LEAST))
    order = np.argsort(-circles.best[ys, xs], kind="stable")[:MOST]
    xs, ys = xs[order], ys[order]
    at_px = np.column_stack([xs, ys]).astype(np.float32).reshape(-1, 2)
    spokes = _spokes(circles.lab, at_px)
    around = circles.by_radius[:, ys, xs].T
    features = [
        CIRCLE_WEIGHT * around,
        COLOUR_WEIGHT * _colours(circles.lab, at_px),
        spokes,
    ]
    return Marks(
        at_px,
        circles.best[ys, xs],
        around,
        spokes[:, :2].sum(axis=1),
        np.concatenate(features, axis=1).astype(np.float32),
    )


def summits(circles: Circles) -> npt.NDArray[np.bool_]:
    """Mark the places that are the roundest around (rows x columns)."""
    reach = 2 * int(APART_MM * SCALE) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    return np.asarray(circles.best >= cv2.dilate(circles.best, disc))


def centred(circles: Circles, at_px: Floats, usual: Floats) -> Floats:
    """Move marks (N x 2, pixels) to where the circles around them are most as usual.

    ``usual`` (radii) tells how much of each circle a mark of their kind has: a sign within a spot
    may be rounder than the spot, and off its middle.
    """
    weights = np.maximum(usual, 0.0)
    like = np.pad(np.tensordot(weights, circles.by_radius, axes=1), OFF_PX, constant_values=-np.inf)
    x, y = np.meshgrid(np.arange(-OFF_PX, OFF_PX + 1), np.arange(-OFF_PX, OFF_PX + 1))
    around = at_px.astype(np.intp)[:, None] + np.column_stack([x.ravel(), y.ravel()])
    best = like[around[..., 1] + OFF_PX, around[..., 0] + OFF_PX].argmax(axis=1)
    return np.asarray(around[np.arange(len(around)), best], np.float32)


def _colours(lab: Floats, at_px: Floats) -> Floats:
    """Tell how rings around each place differ in colour from the ground (N x rings times 3)."""
    turns = np.linspace(0.0, 2 * np.pi, ANGLES // 2, endpoint=False)
    unit = np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    seen = _look(lab, at_px, SCALE * RINGS_MM[:, None, None] * unit).mean(axis=2)
    ground = np.median(seen[:, -OUTER:], axis=1, keepdims=True)
    return np.asarray((seen - ground).reshape(len(at_px), 3 * len(RINGS_MM)), np.float32)


def _spokes(lab: Floats, at_px: Floats) -> Floats:
    """Tell how clear the clearest lines are that leave each place (N x ``SPOKES``)."""
    turns = np.linspace(0.0, 2 * np.pi, ANGLES, endpoint=False)
    out = np.stack([np.cos(turns), np.sin(turns)], axis=-1)[:, None, None]
    across = np.stack([-np.sin(turns), np.cos(turns)], axis=-1)[:, None, None]
    offsets = SPOKE_MM[:, None, None] * out + ACROSS_MM[:, None] * across
    seen = _look(lab, at_px, SCALE * offsets)
    beside = (seen[..., :2, :].mean(axis=-2) + seen[..., 5:, :].mean(axis=-2)) / 2
    differs = seen[..., 2:5, :].mean(axis=-2) - beside
    error = differs.std(axis=2) / np.sqrt(len(SPOKE_MM)) + STEADY
    clear = np.sqrt(((differs.mean(axis=2) / error) ** 2).sum(axis=-1))
    around = [np.roll(clear, turn, axis=1) for turn in range(-APART, APART + 1)]
    clear = np.where(clear >= np.max(around, axis=0), np.minimum(clear, CLEAR), 0.0)
    return np.asarray(-np.sort(-clear, axis=1)[:, :SPOKES], np.float32)


def _look(lab: Floats, at_px: Floats, offsets: Floats) -> Floats:
    """Look at the same offsets (... x 2, pixels) around each place: N x ... x 3."""
    at = at_px[:, None] + offsets.reshape(1, -1, 2)
    if not at.size:
        return np.zeros((len(at_px), *offsets.shape[:-1], 3), np.float32)
    seen = cv2.remap(
        lab, at.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen.reshape(len(at_px), *offsets.shape[:-1], 3), np.float32)
