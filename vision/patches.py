"""Patches: a lattice of sample points around each place of a slot group, and discs on it."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Indices, Kept, Points, Pose
from vision.config import EvidenceConfig
from vision.illumination import Floats, Mask, field_terms
from vision.plan import Plan, nearest_mm
from vision.reading import Image

CONFIG: Final = EvidenceConfig()
CORE, EDGE, RING, MIDDLE = range(4)
HALVES: Final = slice(4, None)
"""The parts of a disc, in order."""
_WAYS: Final = np.array([(1, 0), (1, 1), (0, 1), (-1, 1)], np.float32)
"""Directions across the lines that halve a disc."""


class Patches:
    """Square patches of ``side`` x ``side`` points around round places of about one size.

    ``offsets_mm`` (side² x 2) are the points' places beside the middle, ``step_mm`` their
    distance, ``radius_mm`` the places' usual radius, ``spacing_mm`` how far apart they usually
    are, ``terms`` (places x side² x 13) those of the light's field.
    """

    def __init__(
        self,
        plan: Plan,
        centres_mm: npt.NDArray[np.float64],
        radii_mm: npt.NDArray[np.float64],
        factor: int,
        size: tuple[int, int],
    ) -> None:
        """Lay the points out; pictures of a ``size`` (width, height) were shrunk by ``factor``."""
        self.centres_mm = centres_mm
        self.count = len(centres_mm)
        self.radius_mm = float(np.median(radii_mm))
        usual = CONFIG.farthest_radii * self.radius_mm
        self.spacing_mm = float(np.median(np.minimum(nearest_mm(centres_mm), usual)))
        half = CONFIG.half_radii * self.radius_mm
        side = CONFIG.side
        span = ((np.arange(side) + 0.5) / side * 2 - 1) * half
        self.step_mm = float(span[1] - span[0])
        self.offsets_mm = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
        self.away_mm: Floats = np.linalg.norm(self.offsets_mm, axis=1).astype(np.float32)
        points = (centres_mm[:, None] + self.offsets_mm).reshape(-1, 2)
        terms = field_terms(points, plan.size_mm)
        self.terms: Floats = terms.reshape(self.count, side * side, -1)
        self._factor = factor
        self._last = np.array(size) // factor - 1
        self._straight = plan.straight(points)
        self._maps = Kept(self._project)

    def take(self, picture: Image, pose: Pose, places: Indices | None = None) -> tuple[Image, Mask]:
        """Sample a shrunk picture (BGR): places x side² x 3, and which points are in view.

        ``places`` are the numbers of those to take, when not all.
        """
        at, inside = self._maps.under(pose)
        if places is not None:
            at, inside = at[places], inside[places]
        taken = cv2.remap(picture, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(taken, np.uint8), inside

    def _project(self, pose: Pose) -> tuple[Points, Mask]:
        """Find the points in a shrunk picture under a pose, and mark those in view."""
        at = np.asarray((pose.show(self._straight) + 0.5) / self._factor - 0.5, np.float32)
        inside = (at >= 0).all(axis=1) & (at <= self._last).all(axis=1)
        return at.reshape(self.count, -1, 2), inside.reshape(self.count, -1)


@dataclass(frozen=True, slots=True)
class Discs:
    """Where a piece may lie on a patch, as weights of its points, each column adding up to one.

    ``shifts_mm`` (M x 2) are the middles that are tried, ``distance_mm`` (M) how far these are
    from the place's; ``core`` (points x M) is the piece, ``ring`` what is around it and its
    contact shadow, ``middle`` (points) the innermost part of a piece that lies right. ``parts``
    (M x 12 x points) are these by disc, the piece's rim, and eight halves of its core on either
    side of four lines: what lies on a place fills its disc, a neighbour comes in from a side.
    """

    shifts_mm: npt.NDArray[np.float64]
    distance_mm: Floats
    core: Floats
    ring: Floats
    middle: Floats
    parts: Floats

    @classmethod
    def of(cls, patches: Patches, radius_mm: float, reach_mm: float) -> "Discs":
        """Lay out discs of a piece's radius up to so far off the middle."""
        step = max(CONFIG.least_step_mm, reach_mm / CONFIG.steps)
        count = int(np.ceil(reach_mm / step))
        span = np.arange(-count, count + 1) * step
        shifts = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
        shifts = shifts[np.linalg.norm(shifts, axis=1) <= reach_mm + 1e-6]
        away = np.linalg.norm(patches.offsets_mm[:, None] - shifts[None], axis=2)

        def disc(radius: float, away: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
            return np.clip((radius - away) / patches.step_mm + 0.5, 0, 1)

        core = disc(CONFIG.core_radii * radius_mm, away)
        near, far = (disc(radii * radius_mm, away) for radii in CONFIG.ring_radii)
        edge, ring = np.clip(near - core, 0, 1), np.clip(far - near, 0, 1)
        middle = disc(CONFIG.middle_radii * radius_mm, patches.away_mm.astype(np.float64))
        whole = [_weights(one) for one in (core, edge, ring)]
        inner = _weights(middle)
        beside = patches.offsets_mm[None] - shifts[:, None]  # M x points x 2
        sides = (beside @ _WAYS.T > 0).transpose(0, 2, 1)
        halves = whole[0].T[:, None] * np.concatenate([sides, ~sides], axis=1)
        halves /= halves.sum(axis=2, keepdims=True)
        discs = np.stack([*(one.T for one in whole), np.broadcast_to(inner, core.T.shape)], axis=1)
        parts = np.concatenate([discs, halves], axis=1, dtype=np.float32)
        off = np.linalg.norm(shifts, axis=1).astype(np.float32)
        return cls(shifts, off, whole[CORE], whole[RING], inner, parts)


def _weights(part: npt.NDArray[np.float64]) -> Floats:
    """Make each column (points, or points x M) add up to one."""
    return np.asarray(part / part.sum(axis=0), np.float32)
