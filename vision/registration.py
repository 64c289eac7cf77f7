"""Finding the printed board in a frame: where it was, near there, or anywhere.

Where it was is looked at first, at next to no cost, and as long as nothing moved the very same
pose is kept. Otherwise patches of art are looked for around their place, and only when too few
are found there, features everywhere.
"""

from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.fitting import LEAST, fit, homography, plausible
from vision.patches import FarPatches, Patches, Scores, repeat, spread
from vision.pose import Kept, Points, Pose
from vision.reading import Image
from vision.search import Search

LEAST_FOUND: Final = LEAST
"""Patches that must be found; with fewer in the empty frame the board never is."""
GOOD_MATCH: Final = 0.6
"""Correlation from which a patch counts as found."""
LEAST_SHARE: Final = 0.25
"""Share of the patches in view that must be found; hands and cups may hide the others."""
SURE_SHARE: Final = 0.5
"""Share from which there is no doubt: with fewer a printed grid may be off by a cell."""
STILL: Final = 0.3
"""Movement of a corner, in pixels, under which the pose is kept, with all that depends on it."""
FEW: Final = 2
"""Every so many patches are enough to see that the board clearly did not move at all."""
SETTLED: Final = 0.05
"""Movement in pixels under which refining has nothing left to do."""
STRAY: Final = 1.5
"""How far off, in pixels, a patch may seem once the pose is found, and still be believed."""
NUDGE: Final = 6.0
"""Movement in pixels beyond which what repeats itself may have been taken for the next."""
AGREED: Final = 0.3
"""Share of the features found that must agree where the board repeats itself, as grids do."""
MOST_STEPS: Final = 8
FAR_STEPS: Final = 3
FAR_AGREE: Final = 4.0
"""How far, in pixels, patches found from afar may lie from where they agree that they are."""

Side = Literal["top", "right", "bottom", "left"]

Planes = npt.NDArray[np.float64]

_LEVEL: Final = np.diag([0.0, 1.0, 1.0])
"""Keeps the plane level where too few patches tell of a slope."""


class Registrar:
    """Follows one board through the frames of one camera.

    ``landmarks`` is how many patches of art there are to find it by.

    ``pose`` is where the board was last found; it survives frames in which the board is lost.
    ``cut`` names the sides of the frame beyond which parts of the board lie, in the frame last
    looked at: also when it was not found, if enough of it was seen to tell.
    """

    def __init__(self, empty: Image, outline: Points, pieces: Image) -> None:
        """Learn the art of the empty frame.

        ``outline`` is the board's four corners in it (4 x 2, pixels); ``pieces`` is not zero
        where pieces may come to lie, which is avoided as far as the art allows.
        """
        self._taught = Pose()
        self.pose = self._taught
        self.cut: tuple[Side, ...] = ()
        self._outline = outline
        self._size = empty.shape[1::-1]
        self._beyond = Kept(self._cut_off)
        grey = cv2.cvtColor(empty, cv2.COLOR_BGR2GRAY)
        half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        board = np.zeros(grey.shape, np.uint8)
        cv2.fillConvexPoly(board, np.round(outline).astype(np.int32), 255)
        free = cv2.bitwise_and(board, cv2.bitwise_not(pieces))
        points = spread(grey, free, outline)
        if len(points) < LEAST_FOUND * 3:
            points = max(points, spread(grey, board, outline), key=len)
        self.landmarks = len(points)
        if self.landmarks < LEAST_FOUND:
            return
        self._near = Patches(grey, points)
        self._far = FarPatches(half, points)
        self._search = Search(grey, outline)
        self._repeats = repeat(grey, points, outline)
        self._corners = self._plane(outline)
        self._glances = [
            (patches, self._plane(patches.points), share, still)
            for patches, share, still in (
                (Patches(grey, points[::FEW]), SURE_SHARE, STILL / 2),
                (self._near, LEAST_SHARE, STILL),
            )
        ]

    def go_back(self) -> None:
        """Hold the board to lie as in the empty frame."""
        self.pose = self._taught

    def locate(self, frame: Image, *, leap: bool = True) -> bool:
        """Look for the board and update ``pose``; tell whether it was found.

        With ``leap`` false the board is not searched for beyond the neighbourhood of ``pose``,
        unless it repeats itself so much that what is found nearby needs to be confirmed.
        """
        if self.landmarks < LEAST_FOUND:
            return False
        for patches, planes, share, still in self._glances:
            if self._movement(frame, patches, planes, share) <= still:
                self.cut = self._beyond.under(self.pose)
                return True
        self.cut = ()
        pose, share = self._settle(frame, self.pose)
        if self._repeats and pose is not None and self._apart(pose, self.pose) > NUDGE:
            pose, share = None, 0.0
        if share < SURE_SHARE and (leap or self._repeats):
            there = self._search.find(frame, AGREED if self._repeats else 0.0)
            if there is not None and plausible(there, self._outline):
                self.cut = self._beyond.under(Pose(there))
                other, more = self._settle(frame, Pose(there))
                pose, share = max((pose, share), (other, more), key=lambda each: each[1])
        if pose is None:
            return False
        self.pose = pose
        self.cut = self._beyond.under(pose)
        return True

    def _settle(self, frame: Image, pose: Pose) -> tuple[Pose | None, float]:
        """Refine from ``pose``, nearby if that is enough, otherwise from afar first.

        Gives the pose, None if it cannot be found, and the share of patches that are found there.
        """
        nearby, share = self._refine(frame, pose)
        if share >= SURE_SHARE:
            return nearby, share
        for _ in range(FAR_STEPS):
            offsets, scores = self._far.compare(frame, pose)
            good = scores >= GOOD_MATCH
            matrix = homography(
                self._far.points[good], pose.apply((self._far.points + offsets)[good]), FAR_AGREE
            )
            if matrix is None or not plausible(matrix, self._outline):
                return nearby, share
            pose = Pose(matrix)
            if np.median(np.abs(offsets[good])) < 1 / self._far.scale:
                break
        again = self._refine(frame, pose)
        return max((nearby, share), again, key=lambda each: each[1])

    def _refine(self, frame: Image, pose: Pose) -> tuple[Pose | None, float]:
        """Refine a pose that is nearly right, until nothing moves any more; as ``_settle``."""
        points = self._near.points
        for _ in range(MOST_STEPS):
            steps, scores = self._near.compare(frame, pose)
            good = scores >= GOOD_MATCH
            found = fit(points[good], pose.apply(points + steps)[good], self._outline)
            if found is None:
                return None, 0.0
            pose, before = found, pose
            if self._apart(pose, before) < SETTLED:
                break
        share = _share(self._near, _believed(*self._near.compare(frame, pose)))
        return (pose, share) if share >= LEAST_SHARE else (None, 0.0)

    def _apart(self, pose: Pose, other: Pose) -> float:
        """Tell how far apart, in pixels, two poses put the corner on which they differ most."""
        return float(np.abs(pose.apply(self._outline) - other.apply(self._outline)).max())

    def _movement(self, frame: Image, patches: Patches, planes: Planes, least: float) -> float:
        """Tell how far, in pixels, the corner moved that moved most, by the steps of patches.

        A plane is fitted to them, mistrusting those that stand alone; ``planes`` are its terms at
        each. Infinity when less than a share of the patches is found.
        """
        steps, scores = patches.compare(frame, self.pose)
        good = _believed(steps, scores)
        if _share(patches, good) < least:
            return float("inf")
        steps = steps[good]
        off = steps - np.sort(steps, axis=0)[len(steps) // 2]
        planes = planes[good]
        weighted = planes.T / (1 + np.square(off / STILL).sum(axis=1))
        _, plane = cv2.solve(weighted @ planes + _LEVEL, weighted @ steps)
        return float(np.sqrt(np.square(self._corners @ plane).sum(axis=1).max()))

    def _cut_off(self, pose: Pose) -> tuple[Side, ...]:
        """Name the sides of the frame beyond which the board reaches."""
        width, height = self._size
        x, y = pose.apply(self._outline).T
        beyond: dict[Side, bool] = {
            "top": bool((y < 0).any()),
            "right": bool((x > width - 1).any()),
            "bottom": bool((y > height - 1).any()),
            "left": bool((x < 0).any()),
        }
        return tuple(side for side, cut in beyond.items() if cut)

    def _plane(self, points: Points) -> Planes:
        """Evaluate a plane's terms at points (N x 2, pixels of the empty frame): N x 3."""
        centre = self._outline.mean(axis=0)
        scaled = (points - centre) / np.abs(self._outline - centre).max()
        return np.column_stack([np.ones(len(points)), scaled])


def _believed(steps: Points, scores: Scores) -> npt.NDArray[np.bool_]:
    """Mark the patches that are found, and near enough to where they are looked for."""
    return np.asarray((scores >= GOOD_MATCH) & (np.abs(steps).max(axis=1) < STRAY))


def _share(patches: Patches, good: npt.NDArray[np.bool_]) -> float:
    """Tell which share of the patches last compared and in view is good; 0 for too few."""
    count = int(good.sum())
    return count / max(1, int(patches.inside.sum())) if count >= LEAST_FOUND else 0.0
