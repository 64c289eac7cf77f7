"""Landmarks: patches at corners of a board's art, chosen and learnt from one picture of it.

Patches are compared by normalised correlation. It is also known how a patch changes when it moves a
little, so that one comparison tells how far it is off.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Lens, Matrix, Points, Pose, PoseCache, Surroundings
from vision.config import RegistrationConfig
from vision.illumination import medians
from vision.reading import Floats, Image, Mask, Reals

Part = slice

CONFIG: Final = RegistrationConfig()
LEAST_FOUND: Final = CONFIG.least_patches
_ALL: Final = slice(None)
_FEW: Final = slice(None, None, CONFIG.few)
_LEVEL: Final = np.diag([0.0, 1.0, 1.0])
"""Damps the slopes of the plane of movements where there are too few patches to fit them."""


@dataclass(frozen=True)
class Setting:
    """The board in the empty frame: its ``outline`` (4 x 2, pixels) and the frame's ``size``.

    Pictures that are compared are shrunk by ``factor``; ``lens`` took them.
    """

    outline: Points
    size: tuple[int, int]
    factor: int
    lens: Lens

    def to_working(self, points: npt.NDArray[np.floating]) -> Points:
        return np.asarray((points + 0.5) / self.factor - 0.5, np.float32)

    def to_full(self, points: npt.NDArray[np.floating]) -> Points:
        return np.asarray((points + 0.5) * self.factor - 0.5, np.float32)

    def straight(self, points: npt.NDArray[np.floating]) -> Points:
        return np.asarray(self.lens.straighten(points), np.float32)

    def bent(self, points: npt.NDArray[np.floating]) -> Points:
        return np.asarray(self.lens.distort(points), np.float32)

    def plane(self, points: Points) -> Reals:
        """Give the terms of a plane over the board at points (N x 2, pixels): N x 3."""
        centre = self.outline.mean(axis=0)
        reach = np.abs(self.outline - centre).max()
        return np.column_stack([np.ones(len(points)), (points - centre) / reach])

    @cached_property
    def corners(self) -> Reals:
        """The terms of a plane at the board's corners (4 x 3)."""
        return self.plane(self.outline)

    def apart(self, pose: Pose, other: Pose) -> float:
        """Give by how many pixels two poses differ at the corner where they differ most."""
        return float(np.abs(pose.apply(self.outline) - other.apply(self.outline)).max())

    def plausible(self, pose: Pose) -> bool:
        """Tell whether a camera above a table can have such a pose, which is no mirror image."""
        before = self.straight(self.outline).astype(np.float64)
        corners = cv2.perspectiveTransform(before[:, None], pose.matrix)[:, 0]
        edges = np.roll(corners, -1, 0) - corners
        ratio = np.linalg.norm(edges, axis=1) / np.linalg.norm(
            np.roll(before, -1, 0) - before, axis=1
        )
        following = np.roll(edges, -1, 0)
        turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
        least, most = float(ratio.min()), float(ratio.max())
        return bool(
            (turns > 0).all() and least > 1 / CONFIG.most_stretch and most < CONFIG.most_stretch
        )


class Landmarks:
    """Patches of a board's art, ``count`` of them, at ``points`` (N x 2, pixels).

    ``planes`` (N x 3) are the terms of a plane there.
    """

    def __init__(self, grey: Image, free: Image, setting: Setting, shifts: Reals) -> None:
        """Choose patches of a shrunk picture of the empty board where ``free`` is not zero.

        ``shifts`` are homographies (N x 3 x 3, pixels without lens) that shift the art onto
        itself.
        """
        self._setting = setting
        reach = (CONFIG.patch_px - 1) / 2
        self._grid = _square(np.arange(CONFIG.patch_px) - reach) * setting.factor
        self._inside = PoseCache(self._in_view)
        self._few, self._few_maps = PoseCache(self._find_few), PoseCache(self._map_few)
        self._taught = Pose(lens=setting.lens)
        self.points = setting.to_full(self._choose(grey, free, shifts))
        self.count, self.planes = len(self.points), setting.plane(self.points)
        wide = np.arange(CONFIG.patch_px + 2 * CONFIG.near_px)
        nearby = _square(wide - len(wide) // 2) * setting.factor
        self._patches, self._nearby = (
            Surroundings(self.points, grid, setting.lens) for grid in (self._grid, nearby)
        )
        if self.count:
            self._art, self._solve = self._learn(grey)

    def compare(self, grey: Image, pose: Pose, part: Part = _ALL) -> tuple[Floats, Floats]:
        """Give how far each patch is off (N x 2, working pixels), and its correlation (N)."""
        at = self._few.get(pose) if part is _FEW else self._patches.find(pose, part)
        return self._against(self._take(grey, at), part)

    def hold(self, frame: Image, pose: Pose) -> bool:
        """Tell whether a pose still holds, by a few patches sampled from the full frame (BGR)."""
        if not self.count:
            return False
        seen = cv2.remap(frame, *self._few_maps.get(pose), cv2.INTER_LINEAR)
        grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(np.float32)
        steps, scores = self._against(grey, _FEW)
        now = _Compared.of([(self, steps, scores)], pose, _FEW)
        return now.still(self.planes[_FEW], self._setting, CONFIG.still_px / 2)

    def _against(self, taken: Floats, part: Part) -> tuple[Floats, Floats]:
        seen, _ = _normalised(taken)
        art = self._art[part]
        scores = np.einsum("np,np->n", seen, art)
        return np.einsum("nkp,np->nk", self._solve[part], art - seen), scores

    def in_view(self, pose: Pose) -> Mask:
        return self._inside.get(pose)

    def _choose(self, grey: Image, free: Image, shifts: Reals) -> Points:
        """Choose one corner of the art in each cell of a grid over the board (N x 2, working px).

        Of the best corners in a cell it is the one least like the art at its shifts.
        """
        side = CONFIG.patch_px
        inner = cv2.erode(free, np.ones((side + 2, side + 2), np.uint8))
        found = cv2.goodFeaturesToTrack(grey, 3000, 0.001, 4, mask=inner)
        if found is None:
            return np.zeros((0, 2), np.float32)
        points = found[:, 0]
        levels = grey.astype(np.float32)
        mean = cv2.blur(levels, (side, side))
        variance = np.maximum(cv2.blur(levels * levels, (side, side)) - mean * mean, 0)
        column, row = np.round(points).astype(int).T
        points = points[np.sqrt(variance[row, column]) >= CONFIG.least_contrast]
        if not len(points):
            return np.zeros((0, 2), np.float32)
        across, down = CONFIG.cells
        unit = np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float32)
        outline = self._setting.to_working(self._setting.outline)
        to_cell = cv2.getPerspectiveTransform(outline, unit)
        cells = np.floor(cv2.perspectiveTransform(points[:, None], to_cell)[:, 0]).astype(int)
        grouped: dict[tuple[int, ...], list[int]] = {}
        for i, cell in enumerate(cells.tolist()):
            group = grouped.setdefault(tuple(cell), [])
            if len(group) < CONFIG.corners_per_cell:
                group.append(i)
        tried = [i for group in grouped.values() for i in group]
        alike = dict(zip(tried, self._likeness(grey, points[tried], shifts), strict=True))
        chosen = [min(group, key=lambda i: alike[i]) for group in grouped.values()]
        return np.asarray(points[chosen], np.float32)

    def _likeness(self, grey: Image, points: Points, shifts: Reals) -> Floats:
        if not len(shifts):
            return np.zeros(len(points), np.float32)
        setting = self._setting
        grid = self._grid / np.float32(setting.factor)
        most = np.zeros(len(points), np.float32)
        here = setting.to_full(points)

        def taken(at: Points) -> Floats:
            where = (setting.to_working(at)[:, None] + grid).astype(np.float32)
            seen = cv2.remap(grey, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            return _normalised(np.asarray(seen, np.float32))[0]

        art = taken(here)
        for shift in shifts:
            moved = Pose(shift, setting.lens).apply(here)
            most = np.maximum(most, np.einsum("np,np->n", art, taken(moved)))
        return most

    def _learn(self, grey: Image) -> tuple[Floats, Floats]:
        art, contrast = _normalised(self._take(grey, self._patches.find(self._taught, _ALL)))
        slopes = []
        for axis in (0, 1):
            half = np.eye(3)
            half[axis, 2] = self._setting.factor / 2
            ahead, behind = (
                self._take(grey, self._patches.find(Pose(step, self._setting.lens), _ALL))
                for step in (half, np.asarray(np.linalg.inv(half), np.float64))
            )
            slope = (ahead - behind) / contrast[:, None]
            slope -= slope.mean(axis=1, keepdims=True)
            slope -= art * (slope * art).sum(axis=1, keepdims=True)
            slopes.append(slope)
        steep = np.stack(slopes, axis=1)
        square = steep @ steep.transpose(0, 2, 1)
        more = CONFIG.damping * np.trace(square, axis1=1, axis2=2)[:, None, None]
        solve = np.linalg.solve(square + (more + 1e-9) * np.eye(2), steep)
        return np.asarray(art, np.float32), solve.astype(np.float32)

    def _take(self, grey: Image, at: Points) -> Floats:
        """Sample points (2 x N x points, pixels) of a shrunk picture (N x points, grey levels)."""
        x, y = self._setting.to_working(at)
        seen = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.float32)

    def nearby(self, grey: Image, pose: Pose) -> tuple[Pose, float] | None:
        """Search each patch around its place; give a pose, and by how many pixels most were off."""
        setting = self._setting
        reach, side = CONFIG.near_px, CONFIG.patch_px
        wide = side + 2 * reach
        seen = self._take(grey, self._nearby.find(pose, _ALL)).reshape(-1, wide, wide)
        offsets, scores = np.zeros((len(seen), 2), np.float32), np.zeros(len(seen))
        for i, window in enumerate(seen):
            art = np.ascontiguousarray(self._art[i].reshape(side, side))
            found = cv2.matchTemplate(window, art, cv2.TM_CCOEFF_NORMED)
            _, scores[i], _, (x, y) = cv2.minMaxLoc(found)
            offsets[i] = x - reach, y - reach
        good = scores >= CONFIG.match
        if good.sum() < LEAST_FOUND:
            return None
        there = setting.straight(pose.apply(self.points + offsets * setting.factor))[good]
        art = setting.straight(self.points[good])
        matrix, agree = cv2.findHomography(
            art, there, cv2.USAC_MAGSAC, 2.0 * setting.factor, maxIters=500, confidence=0.999
        )
        if matrix is None or agree.sum() < LEAST_FOUND:
            return None
        moved = Pose(np.asarray(matrix, np.float64), setting.lens)
        far = float(medians(np.linalg.norm(offsets[good], axis=1)))
        return (moved, far) if setting.plausible(moved) else None

    def _find_few(self, pose: Pose) -> Points:
        return self._patches.find(pose, _FEW)

    def _map_few(self, pose: Pose) -> tuple[Image, Image]:
        x, y = self._few.get(pose)
        first, second = cv2.convertMaps(x, y, cv2.CV_16SC2)
        return np.asarray(first), np.asarray(second)

    def _in_view(self, pose: Pose) -> Mask:
        at = pose.apply(self.points)
        reach = self._setting.factor * CONFIG.patch_px / 2
        last = np.array(self._setting.size) - 1
        return np.asarray(((at >= reach) & (at <= last - reach)).all(axis=1))


Seen = Sequence[tuple[Landmarks, Image]]
"""Kinds of landmarks, each with the shrunk picture in which it is looked for."""


def is_still(seen: Seen, setting: Setting, pose: Pose) -> bool:
    """Tell whether no corner of the board has moved away from a pose."""
    for part in (_FEW, _ALL):
        planes = np.concatenate([known.planes[part] for known, _ in seen])
        if _compared(seen, pose, part).still(planes, setting):
            return True
    return False


def search(seen: Seen, setting: Setting, pose: Pose) -> tuple[Pose | None, float]:
    """Search each patch near a pose, then ``refine``; gives what that gives.

    Only landmarks of the first kind are searched for.
    """
    known, grey = seen[0]
    for _ in range(3):
        found = known.nearby(grey, pose)
        if found is None:
            break
        pose, moved = found
        if moved < 1:
            break
    return refine(seen, setting, pose)


def refine(seen: Seen, setting: Setting, pose: Pose) -> tuple[Pose | None, float]:
    """Refine a pose that is nearly right until nothing moves any more.

    Gives the pose, None if it cannot be found, and the share of patches that are found there, of
    the kind with the greatest share: a noisy picture shows nothing fine.
    """
    points = np.concatenate([known.points for known, _ in seen])
    art = setting.straight(points)
    for step in range(CONFIG.steps):
        now = _compared(seen, pose, _ALL)
        steps, scores = now.steps, now.scores
        least = CONFIG.match / 2 if step < 2 else CONFIG.match  # noqa: PLR2004 - still coarse
        good = (scores >= least) & now.inside & (np.abs(steps).max(axis=1) < 4 * CONFIG.stray_px)
        if good.sum() < LEAST_FOUND:
            return None, 0.0
        there = setting.straight(pose.apply(points + steps * np.float32(setting.factor)))
        matrix = _fit(art[good], there[good], scores[good], setting.factor)
        found = Pose(matrix, setting.lens)
        if not setting.plausible(found):
            return None, 0.0
        moved, pose = setting.apart(found, pose), found
        if moved < CONFIG.still_px / 3 * setting.factor:
            break
    share = _compared(seen, pose, _ALL).share
    return (pose, share) if share >= CONFIG.sure_share / 2 else (None, 0.0)


@dataclass(frozen=True, slots=True)
class _Compared:
    """Patches of all kinds compared with a picture.

    ``steps`` (N x 2) is how far each is off, in working pixels, ``scores`` (N) its correlation;
    ``inside`` marks those in view, ``found`` those that are found. ``share`` is that of those found
    in view, of the kind with the greatest.
    """

    steps: Floats
    scores: Floats
    inside: Mask
    found: Mask
    share: float

    @classmethod
    def of(
        cls, looks: Sequence[tuple[Landmarks, Floats, Floats]], pose: Pose, part: Part
    ) -> "_Compared":
        """Join the steps and scores of several kinds, or of a part of each."""
        each, shares = [], []
        for known, steps, scores in looks:
            inside = known.in_view(pose)[part]
            found = inside & (scores >= CONFIG.match)
            found &= np.abs(steps).max(axis=1) < CONFIG.stray_px
            enough = found.sum() >= LEAST_FOUND * len(found) / known.count
            shares.append(float(found.sum() / max(1, inside.sum())) if enough else 0.0)
            each.append((steps, scores, inside, found))
        steps, scores, inside, found = (np.concatenate(parts) for parts in zip(*each, strict=True))
        return cls(steps, scores, inside, found, max(shares))

    def still(self, planes: Reals, setting: Setting, most: float = CONFIG.still_px) -> bool:
        """Tell whether no corner of the board has moved, by a plane fitted to some steps.

        ``planes`` (N x 3) are the terms of a plane at the patches.
        """
        if self.share < CONFIG.sure_share:
            return False
        planes, steps = planes[self.found], self.steps[self.found]
        off = steps - medians(steps.T)
        weighted = planes.T / (1 + np.square(off / CONFIG.still_px).sum(axis=1))
        plane = np.linalg.solve(weighted @ planes + _LEVEL, weighted @ steps)
        return bool(np.square(setting.corners @ plane).sum(axis=1).max() <= most * most)


def _compared(seen: Seen, pose: Pose, part: Part) -> _Compared:
    """Compare the patches of all kinds, or a part of each, with shrunk pictures."""
    return _Compared.of(
        [(known, *known.compare(grey, pose, part)) for known, grey in seen], pose, part
    )


def _fit(art: Points, there: Points, scores: Floats, scale: float) -> Matrix:
    """Fit a homography to points (N x 2) found elsewhere (N x 2): robust least squares.

    Coordinates are normalised as Hartley (1997) recommends; outliers get little weight.
    """
    to_unit, source = _conditioned(art)
    to_other, target = _conditioned(there)
    (x, y), (u, v) = source.T, target.T
    one, none = np.ones_like(x), np.zeros_like(x)
    design = np.concatenate(
        [
            np.stack([x, y, one, none, none, none, -u * x, -u * y], axis=1),
            np.stack([none, none, none, x, y, one, -v * x, -v * y], axis=1),
        ]
    )
    wanted = np.concatenate([u, v])
    weights = np.clip(scores, 0.1, 1)
    matrix = np.eye(3)
    for width in CONFIG.narrowing_px:
        twice = np.tile(weights, 2)[:, None]
        terms = np.linalg.solve(
            design.T @ (design * twice) + 1e-9 * np.eye(8), design.T @ (wanted * twice[:, 0])
        )
        matrix = np.linalg.inv(to_other) @ np.append(terms, 1.0).reshape(3, 3) @ to_unit
        seen = cv2.perspectiveTransform(art[:, None].astype(np.float64), matrix)[:, 0]
        off = np.linalg.norm(seen - there, axis=1)
        usual = max(width * scale, float(medians(off)))  # a sheet that does not lie flat
        weights = np.clip(scores, 0.1, 1) / (1 + (off / usual) ** 2) ** 2
    return np.asarray(matrix / matrix[2, 2])


def _conditioned(points: Points) -> tuple[Matrix, Matrix]:
    centre = points.mean(axis=0).astype(np.float64)
    spread = float(np.sqrt(((points - centre) ** 2).sum(axis=1).mean()))
    zoom = np.sqrt(2) / max(spread, 1e-9)
    scaled = np.array([[zoom, 0, -zoom * centre[0]], [0, zoom, -zoom * centre[1]], [0, 0, 1]])
    return scaled, (points - centre) * zoom


def _normalised(seen: Floats) -> tuple[Floats, Floats]:
    """Remove mean and contrast from each patch (N x points); give the contrasts too (N)."""
    off = seen - seen.mean(axis=1, keepdims=True)
    contrast = np.sqrt(np.einsum("np,np->n", off, off)) + np.float32(1e-3)
    return off / contrast[:, None], contrast


def _square(span: npt.NDArray[np.number]) -> Points:
    return np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2).astype(np.float32)
