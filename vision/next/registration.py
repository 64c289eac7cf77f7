"""Finding the printed board in a frame: from the last pose, or anywhere."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.next.geometry import Floats, Image, Mask, Pose, Reals, fit_homography

PATCH: Final = 11
FEW: Final = 3


@dataclass(frozen=True)
class RegistrationConfig:
    patch_px: int = 11
    cells: tuple[int, int] = (12, 9)
    least_contrast: float = 3.0
    match: float = 0.6
    least_share: float = 0.25
    sure_share: float = 0.5
    still_px: float = 0.15
    search_px: int = 12
    rival_margin: float = 8.0
    vote: float = 4.0
    least_patches: int = 12


class Registration:
    """Follows one board. Pictures are grey working pictures; poses are in their pixels.

    ``pose`` is where the board was last found.
    """

    def __init__(
        self,
        grey: Image,
        pose: Pose,
        size_mm: tuple[float, float],
        pieces: Mask,
        config: RegistrationConfig = RegistrationConfig(),
    ) -> None:
        self.config = config
        self.taught = self.pose = pose
        width, height = size_mm
        self.outline_mm = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        outline = pose.project(self.outline_mm)
        board = np.zeros(grey.shape, np.uint8)
        cv2.fillConvexPoly(board, np.round(outline).astype(np.int32), 255)
        free = board.copy()
        free[pieces] = 0
        points = self._spread(grey, free, outline)
        if len(points) < 3 * config.least_patches:
            points = max(points, self._spread(grey, board, outline), key=len)
        self.landmarks = len(points)
        if self.landmarks < config.least_patches:
            return
        self.at_mm = pose.locate(points)
        scale = np.array([pose.px_per_mm(at) for at in self.at_mm])
        reach = (config.patch_px - 1) / 2
        span = np.arange(config.patch_px) - reach
        self._unit = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
        self._step_mm = 1.0 / scale
        self._grids = self.at_mm[:, None] + self._unit * self._step_mm[:, None, None]
        self._learn(grey)
        self._sift = _SiftSearch(grey, board, pose)
        self.shifts_mm = self._repeats(grey)
        self._few = slice(None, None, FEW)

    # -- teaching
    def _spread(self, grey: Image, allowed: Image, outline: Floats) -> Floats:
        side = self.config.patch_px
        inner = cv2.erode(allowed, np.ones((side + 2, side + 2), np.uint8))
        found = cv2.goodFeaturesToTrack(grey, 3000, 0.001, 4, mask=inner)
        if found is None:
            return np.zeros((0, 2), np.float32)
        points = found[:, 0]
        levels = grey.astype(np.float32)
        mean = cv2.blur(levels, (side, side))
        deviation = np.sqrt(np.maximum(cv2.blur(levels * levels, (side, side)) - mean * mean, 0))
        x, y = np.round(points).astype(int).T
        points = points[deviation[y, x] >= self.config.least_contrast]
        if not len(points):
            return np.zeros((0, 2), np.float32)
        across, down = self.config.cells
        unit = np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float32)
        to_cell = cv2.getPerspectiveTransform(outline.astype(np.float32), unit)
        cells = np.floor(cv2.perspectiveTransform(points[:, None], to_cell)[:, 0]).astype(int)
        chosen: dict[tuple[int, int], int] = {}
        for i, (column, row) in enumerate(cells.tolist()):
            chosen.setdefault((column, row), i)
        return np.asarray(points[list(chosen.values())], np.float32)

    def _learn(self, grey: Image) -> None:
        self._template, contrast = _normalise(self._take(grey, self.taught, self._grids))
        self.contrast = contrast / self.config.patch_px
        slopes = []
        for axis in (0, 1):
            step = np.zeros(2)
            step[axis] = 0.5
            ahead, behind = (
                self._take(
                    grey, self.taught, self._grids + sign * step * self._step_mm[:, None, None]
                )
                for sign in (1, -1)
            )
            slope = (ahead - behind) / contrast[:, None]
            slope -= slope.mean(axis=1, keepdims=True)
            slope -= self._template * (slope * self._template).sum(axis=1, keepdims=True)
            slopes.append(slope)
        steep = np.stack(slopes, axis=1)
        square = steep @ steep.transpose(0, 2, 1)
        square += np.eye(2) * 0.02 * np.trace(square, axis1=1, axis2=2)[:, None, None]
        self._solve = np.linalg.solve(square + 1e-9 * np.eye(2), steep).astype(np.float32)

    def _repeats(self, grey: Image) -> Reals:
        """List the shifts (N x 2, mm) by which the art of the board looks like itself."""
        width, height = self.outline_mm[2]
        step = max(width, height) / 160
        columns, rows = int(width / step), int(height / step)
        x, y = np.meshgrid((np.arange(columns) + 0.5) * step, (np.arange(rows) + 0.5) * step)
        at = self.taught.project(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(rows, columns, 2)
        soft = cv2.GaussianBlur(
            grey, (0, 0), max(0.5, 0.5 * step * self.taught.px_per_mm((width / 2, height / 2)))
        )
        flat = cv2.remap(soft, at, None, cv2.INTER_LINEAR).astype(np.float32)
        flat -= cv2.GaussianBlur(flat, (0, 0), 6)
        spread = np.sqrt(cv2.GaussianBlur(flat * flat, (0, 0), 6)) + 2.0
        flat /= spread
        padded = np.zeros((2 * rows, 2 * columns), np.float32)
        padded[:rows, :columns] = flat
        ones = np.zeros_like(padded)
        ones[:rows, :columns] = 1

        def auto(a):
            f = np.fft.rfft2(a)
            return np.fft.irfft2(f * np.conj(f), a.shape)

        overlap = auto(ones)
        alike = auto(padded) / np.maximum(overlap, 1)
        alike = np.fft.fftshift(alike / alike[0, 0])
        overlap = np.fft.fftshift(overlap)
        most = cv2.dilate(alike.astype(np.float32), np.ones((5, 5)))
        peaks = (alike >= most - 1e-6) & (alike > 0.2) & (overlap > 0.4 * rows * columns)
        down, across = np.nonzero(peaks)
        shift = np.stack([across - columns, down - rows], axis=1) * step
        values = alike[down, across]
        far = np.linalg.norm(shift, axis=1) > 2.5 * step
        order = np.argsort(-values[far])[:12]
        return np.asarray(shift[far][order], np.float64)

    # -- looking
    def _take(self, grey: Image, pose: Pose, grids: Reals) -> Floats:
        count, points = grids.shape[:2]
        where = pose.project(grids.reshape(-1, 2)).reshape(count, points, 2)
        seen = cv2.remap(grey, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.float32)

    def _inside(self, pose: Pose, shape) -> Mask:
        at = pose.project(self.at_mm)
        reach = self.config.patch_px / 2
        height, width = shape[:2]
        return ((at >= reach) & (at <= np.array([width, height]) - 1 - reach)).all(axis=1)

    def compare(self, grey: Image, pose: Pose, which=slice(None)):
        """Compare patches: their steps in units of working pixels of teaching (N x 2), NCC (N)."""
        seen, _ = _normalise(self._take(grey, pose, self._grids[which]))
        template = self._template[which]
        scores = np.einsum("np,np->n", seen, template)
        steps = np.einsum("nkp,np->nk", self._solve[which], template - seen)
        return steps, scores

    def locate(self, grey: Image) -> bool:
        """Look for the board in a grey working picture; update ``pose``; tell whether found."""
        self.how = "kept"
        if self.landmarks < self.config.least_patches:
            return False
        for which in (self._few, slice(None)):
            if self._is_still(grey, which):
                return True
        self.how = "near"
        pose, share = self._from(grey, self.pose)
        if share < self.config.sure_share:
            self.how = "lost"
            for scale in (0.5, 1.0):
                start = self._sift.find(grey, scale)
                if start is not None:
                    other, more = self._from(grey, start)
                    if more > share:
                        pose, share = other, more
                    if share >= self.config.sure_share:
                        break
        if pose is None or share < self.config.least_share:
            return False
        pose = self._without_rival(grey, pose)
        if pose is None:
            return False
        self.pose = pose
        return True

    def _is_still(self, grey: Image, which) -> bool:
        steps, scores = self.compare(grey, self.pose, which)
        inside = self._inside(self.pose, grey.shape)[which]
        good = (scores >= self.config.match) & inside & (np.abs(steps).max(axis=1) < 1.0)
        if good.sum() < max(6, self.config.sure_share * inside.sum()):
            return False
        x = self.at_mm[which][good]
        centre = self.outline_mm.mean(axis=0)
        scaled = (x - centre) / np.abs(self.outline_mm - centre).max()
        design = np.column_stack([np.ones(len(scaled)), scaled])
        s = steps[good]
        off = s - np.median(s, axis=0)
        weights = 1 / (1 + (off**2).sum(axis=1) / 0.1)
        weighted = design.T * weights
        plane = np.linalg.solve(weighted @ design + np.diag([0.0, 1.0, 1.0]), weighted @ s)
        corners = np.column_stack([np.ones(4), np.sign(self.outline_mm - centre)])
        return float(np.linalg.norm(corners @ plane, axis=1).max()) <= self.config.still_px

    def _from(self, grey: Image, pose: Pose):
        refined, share = self._refine(grey, pose)
        if share >= self.config.sure_share:
            return refined, share
        start = pose
        for _ in range(3):
            found = self._search(grey, start)
            if found is None:
                break
            start, moved = found
            if moved < 1.0:
                break
        else:
            pass
        again = self._refine(grey, start)
        return max((refined, share), again, key=lambda one: one[1])

    def _search(self, grey: Image, pose: Pose):
        """Look for each patch within some pixels of where the pose puts it."""
        reach, side = self.config.search_px, self.config.patch_px
        wide = side + 2 * reach
        span = np.arange(wide) - wide // 2
        grid = np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2)
        where = pose.project(
            (self.at_mm[:, None] + grid * self._step_mm[:, None, None]).reshape(-1, 2)
        )
        seen = cv2.remap(
            grey,
            where.reshape(-1, wide * wide, 2)[:, :, :],
            None,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ).astype(np.float32)
        seen = seen.reshape(-1, wide, wide)
        offsets = np.zeros((len(seen), 2))
        scores = np.zeros(len(seen))
        for i, window in enumerate(seen):
            ncc = cv2.matchTemplate(
                window,
                np.ascontiguousarray(self._template[i].reshape(side, side)),
                cv2.TM_CCOEFF_NORMED,
            )
            _, scores[i], _, (x, y) = cv2.minMaxLoc(ncc)
            offsets[i] = x - reach, y - reach
        good = (scores >= self.config.match) & self._inside(pose, grey.shape)
        if good.sum() < self.config.least_patches:
            return None
        there = self.at_mm + offsets * self._step_mm[:, None]
        target = pose.undistort(pose.project(there))
        matrix, inliers = cv2.findHomography(
            self.at_mm[good].astype(np.float32),
            target[good].astype(np.float32),
            cv2.USAC_MAGSAC,
            2.0,
            maxIters=500,
            confidence=0.999,
        )
        if matrix is None or inliers.sum() < self.config.least_patches:
            return None
        found = pose.moved(matrix)
        if not self._plausible(found):
            return None
        return found, float(np.median(np.linalg.norm(offsets[good], axis=1)))

    def _refine(self, grey: Image, pose: Pose):
        for step in range(8):
            steps, scores = self.compare(grey, pose)
            good = (
                (scores >= (0.3 if step < 2 else self.config.match))
                & self._inside(pose, grey.shape)
                & (np.abs(steps).max(axis=1) < 4)
            )
            if good.sum() < self.config.least_patches:
                return None, 0.0
            there = (self.at_mm + steps * self._step_mm[:, None])[good]
            target = pose.project(there)
            weights = np.ones(len(there))
            matrix = None
            for width in (3.0, 1.0, 0.5):
                matrix = fit_homography(self.at_mm[good], target, pose, weights)
                off = np.linalg.norm(pose.moved(matrix).project(self.at_mm[good]) - target, axis=1)
                weights = np.clip(scores[good], 0.1, 1) / (1 + (off / width) ** 2) ** 2
            found = pose.moved(matrix)
            if not self._plausible(found):
                return None, 0.0
            moved = np.abs(found.project(self.outline_mm) - pose.project(self.outline_mm)).max()
            pose = found
            if moved < 0.03:
                break
        share = self._share(grey, pose)
        return (pose, share) if share >= self.config.least_share else (None, 0.0)

    def _share(self, grey: Image, pose: Pose) -> float:
        steps, scores = self.compare(grey, pose)
        inside = self._inside(pose, grey.shape)
        good = (scores >= self.config.match) & (np.abs(steps).max(axis=1) < 1.0) & inside
        return good.sum() / max(1, inside.sum()) if good.sum() >= self.config.least_patches else 0.0

    def _score(self, grey: Image, pose: Pose) -> float:
        _, scores = self.compare(grey, pose)
        inside = self._inside(pose, grey.shape)
        return float(np.clip(scores[inside], 0, 1).mean()) if inside.sum() >= 6 else 0.0

    def _without_rival(self, grey: Image, pose: Pose) -> Pose | None:
        """Compare the pose with those shifted by the pitch of the art; None where two fit alike."""
        if not len(self.shifts_mm):
            return pose
        for _ in range(4):
            inside = self._inside(pose, grey.shape)
            own = self.compare(grey, pose)[1]
            worst, rival = np.inf, None
            for shift in self.shifts_mm:
                moved = pose.moved(
                    pose.matrix @ np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]])
                )
                refined, _ = self._refine(grey, moved)
                other = refined or moved
                if np.abs(other.project(self.outline_mm) - pose.project(self.outline_mm)).max() < 2:
                    continue
                both = inside & self._inside(other, grey.shape)
                theirs = self.compare(grey, other)[1]
                votes = np.clip((own - theirs)[both] * self.config.vote, -2, 2).sum()
                if votes < worst:
                    worst, rival = votes, other
            self.last_rival = worst
            if worst > self.config.rival_margin:
                return pose
            if worst > -self.config.rival_margin:
                return None
            pose = rival
        return None

    def _plausible(self, pose: Pose) -> bool:
        corners = pose.project(self.outline_mm).astype(np.float64)
        before = self.taught.project(self.outline_mm).astype(np.float64)
        edges = np.roll(corners, -1, 0) - corners
        ratio = np.linalg.norm(edges, axis=1) / np.linalg.norm(
            np.roll(before, -1, 0) - before, axis=1
        )
        following = np.roll(edges, -1, 0)
        turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
        return bool((turns > 0).all() and ratio.min() > 0.4 and ratio.max() < 2.5)


class _SiftSearch:
    """Features of the board's art (SIFT, Lowe 2004), on a picture with local contrast evened."""

    def __init__(self, grey: Image, board: Image, pose: Pose) -> None:
        self._pose = pose
        self._sift = cv2.SIFT_create(2000, contrastThreshold=0.02)
        self._clahe = cv2.createCLAHE(3.0, (8, 8))
        self._known = {}
        for scale in (0.5, 1.0):
            self._known[scale] = self._describe(grey, scale, board)

    def _describe(self, grey: Image, scale: float, mask=None):
        small = (
            grey
            if scale == 1
            else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        )
        if mask is not None and scale != 1:
            mask = cv2.resize(mask, small.shape[::-1], interpolation=cv2.INTER_NEAREST)
        keys, described = self._sift.detectAndCompute(self._clahe.apply(small), mask)
        places = np.array([key.pt for key in keys], np.float32).reshape(-1, 2)
        return (places + 0.5) / scale - 0.5, described

    def find(self, grey: Image, scale: float) -> Pose | None:
        art, ours = self._known[scale]
        places, theirs = self._describe(grey, scale)
        if len(art) < 12 or len(places) < 12:
            return None
        pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(ours, theirs, 2)
        close = [a for a, b in pairs if a.distance < 0.8 * b.distance]
        if len(close) < 10:
            return None
        mm = self._pose.locate(art[[m.queryIdx for m in close]])
        there = self._pose.undistort(places[[m.trainIdx for m in close]]).astype(np.float32)
        matrix, inliers = cv2.findHomography(
            mm, there, cv2.USAC_MAGSAC, 3.0, maxIters=2000, confidence=0.999
        )
        if matrix is None or inliers.sum() < 8:
            return None
        return self._pose.moved(np.asarray(matrix, np.float64))


def _normalise(seen: Floats):
    off = seen - seen.mean(axis=1, keepdims=True)
    contrast = np.sqrt(np.einsum("np,np->n", off, off)) + np.float32(1e-3)
    return off / contrast[:, None], contrast
