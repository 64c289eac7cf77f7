"""Finding the printed board in a frame: where it was, near there, or anywhere.

Patches at corners of the art are compared by normalised correlation, always with the empty frame,
so that errors do not add up. A board that is lost is found by SIFT features. Art that repeats,
as a printed grid does, looks much the same a cell further: a pose is held only if it clearly
beats its own shifts by the pitch of the art.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.config import RegistrationConfig
from vision.lens import Lens
from vision.pose import Kept, Matrix, Points, Pose
from vision.reading import Image

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Side = Literal["top", "right", "bottom", "left"]
Part = slice

CONFIG: Final = RegistrationConfig()
LEAST_FOUND: Final = CONFIG.least_patches
_ALL: Final = slice(None)
_FEW: Final = slice(None, None, 3)
"""A third of the patches shows that the board clearly did not move."""
_NARROWING: Final = (3.0, 1.0, 0.5)
"""Pixels at which a patch counts a quarter, from one round of robust fitting to the next."""
_LEVEL: Final = np.diag([0.0, 1.0, 1.0])
"""Keeps the plane of movements level where too few patches tell of a slope."""
_STEPS: Final = 12
_SQUARE: Final = 1.1
"""Ratio of its sides under which a board is square, and may be turned by a quarter."""
_ITSELF: Final = 2.5
"""Samples within which the art is alike only because it is smooth."""
_ART_CELLS: Final = 160
"""Samples along the board's longer side in which repetitions of the art are looked for."""


class Registrar:
    """Follows one board through the frames of one camera.

    ``pose`` is where the board was last found; it survives frames in which the board is lost.
    ``landmarks`` is how many patches of art there are to find it by. ``cut`` names the sides of
    the frame beyond which parts of the board lie, in the frame last looked at: also when it was
    not found, if enough of it was seen to tell. ``working`` is the frame last looked at (BGR),
    shrunk by ``factor``.
    """

    def __init__(
        self, empty: Image, outline: Points, pieces: Image, lens: Lens | None = None
    ) -> None:
        """Learn the art of the empty frame (BGR).

        ``outline`` is the board's four corners in it (4 x 2, pixels); ``pieces`` is not zero
        where pieces may come to lie, which is avoided as far as the art allows.
        """
        height, width = empty.shape[:2]
        self._lens = lens
        self._size = (width, height)
        self.factor: int = max(1, round(max(width, height) / CONFIG.working_px))
        self.pose = self._taught = Pose(lens=lens)
        self.cut: tuple[Side, ...] = ()
        self._outline = np.asarray(outline, np.float32)
        self._beyond = Kept(self._cut_off)
        sharp = self._working(empty)
        grey = _smooth(sharp)
        board = np.zeros(empty.shape[:2], np.uint8)
        cv2.fillConvexPoly(board, np.round(self._outline).astype(np.int32), 255)
        free = cv2.bitwise_and(board, cv2.bitwise_not(pieces))
        board, free = (shrunk(each, self.factor) for each in (board, free))
        self._shifts = self._repeats(grey)
        points = self._spread(grey, free)
        if len(points) < 3 * LEAST_FOUND:
            points = max(points, self._spread(grey, board), key=len)
        self.landmarks = len(points)
        if self.landmarks < LEAST_FOUND:
            return
        self._points = self._to_full(points)
        reach = (CONFIG.patch_px - 1) / 2
        self._grid = _square(np.arange(CONFIG.patch_px) - reach) * self.factor
        self._inside = Kept(self._in_view)
        self._known = {True: self._learn(sharp), False: self._learn(grey)}
        self._sharp = True
        self._use(sharp=True)
        coarse = max(1, round(max(width, height) / CONFIG.search_px))
        self._search = ArtSearch(empty, board, (coarse, self.factor))

    def go_back(self) -> None:
        """Hold the board to lie as in the empty frame."""
        self.pose = self._taught

    def locate(self, frame: Image, *, leap: bool = True) -> bool:
        """Look for the board in a frame (BGR) and update ``pose``; tell whether it was found.

        With ``leap`` false the board is not searched for beyond the neighbourhood of ``pose``.
        """
        if self.landmarks < LEAST_FOUND:
            return False
        sharp = self._working(frame)
        self._use(sharp=self._sharp)
        grey = sharp if self._sharp else _smooth(sharp)
        if self._is_still(grey, _FEW) or self._is_still(grey, _ALL):
            self.cut = self._beyond.under(self.pose)
            return True
        # In a dim and noisy picture only means correlate; in a clear one they are less exact.
        self._use(sharp=False)
        grey = _smooth(sharp)
        self.cut = ()
        pose, share = self._from(grey, self.pose)
        if leap and share < CONFIG.sure_share:
            for matches in self._search.find(frame):
                start = Pose(self._ideal(matches), self._lens)
                if not self._plausible(start):
                    continue
                self.cut = self._beyond.under(start)
                other, more = self._from(grey, start)
                if more > share:
                    pose, share = other, more
                if share >= CONFIG.sure_share:
                    break
        pose = None if pose is None else self._beyond_rivals(grey, pose)
        if pose is None:
            return False
        self._use(sharp=True)
        exact, share = self._refine(sharp, pose)
        self._sharp = exact is not None and share >= CONFIG.sure_share
        self.pose = exact if exact is not None and self._sharp else pose
        pose = self.pose
        self.cut = self._beyond.under(pose)
        return True

    def _spread(self, grey: Image, allowed: Image) -> Points:
        """Choose a corner of the art in each cell of a grid over the board (N x 2, working px).

        Of the best corners in a cell it is the one that is least like the art a repeat away.
        """
        side = CONFIG.patch_px
        inner = cv2.erode(allowed, np.ones((side + 2, side + 2), np.uint8))
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
        to_cell = cv2.getPerspectiveTransform(self._to_working(self._outline), unit)
        cells = np.floor(cv2.perspectiveTransform(points[:, None], to_cell)[:, 0]).astype(int)
        grouped: dict[tuple[int, ...], list[int]] = {}
        for i, cell in enumerate(cells.tolist()):
            group = grouped.setdefault(tuple(cell), [])
            if len(group) < CONFIG.choice:
                group.append(i)
        alike = self._likeness(grey, points)
        chosen = [min(group, key=lambda i: alike[i]) for group in grouped.values()]
        return np.asarray(points[chosen], np.float32)

    def _likeness(self, grey: Image, points: Points) -> Floats:
        """Tell how much each patch (N x 2, working pixels) is like another a repeat away (N)."""
        reach = (CONFIG.patch_px - 1) / 2
        grid = _square(np.arange(CONFIG.patch_px) - reach)
        most = np.zeros(len(points), np.float32)
        here = self._to_full(points)

        def taken(at: Points) -> Floats:
            where = (self._to_working(at)[:, None] + grid).astype(np.float32)
            seen = cv2.remap(grey, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            return _normalised(np.asarray(seen, np.float32))[0]

        art = taken(here)
        for shift in self._shifts:
            moved = Pose(shift, self._lens).apply(here)
            most = np.maximum(most, np.einsum("np,np->n", art, taken(moved)))
        return most

    def _use(self, *, sharp: bool) -> None:
        """Compare with the art as it is, or with means of it."""
        self._art, self._solve = self._known[sharp]

    def _learn(self, grey: Image) -> tuple[Floats, Floats]:
        """Learn how each patch looks, and how that changes when it moves."""
        art, contrast = _normalised(self._take(grey, self._taught, _ALL))
        slopes = []
        for axis in (0, 1):
            half = np.zeros(2)
            half[axis] = self.factor / 2
            ahead, behind = (
                self._take(grey, Pose(_shift(half * sign) @ np.eye(3), self._lens), _ALL)
                for sign in (1, -1)
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

    def _repeats(self, grey: Image) -> npt.NDArray[np.float64]:
        """List the homographies (N x 3 x 3, pixels without lens) that shift the art onto itself.

        They are peaks of the autocorrelation of the board's art, seen flat. Where there are any,
        a printed grid for example, turns of the board onto itself are rivals as well.
        """
        straight = self._straight(self._outline).astype(np.float32)
        sides = np.linalg.norm(np.roll(straight, -1, 0) - straight, axis=1)
        across, down = sides[[0, 2]].mean(), sides[[1, 3]].mean()
        step = max(across, down) / _ART_CELLS
        columns, rows = max(8, int(across / step)), max(8, int(down / step))
        flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
        to_px = cv2.getPerspectiveTransform(flat, straight)
        x, y = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
        centres = np.stack([x, y], axis=-1).reshape(-1, 1, 2)
        at = self._to_working(self._bent(cv2.perspectiveTransform(centres, to_px)[:, 0]))
        soft = cv2.GaussianBlur(grey, (0, 0), max(0.5, step / self.factor / 2))
        art = cv2.remap(soft, at.reshape(rows, columns, 2), None, cv2.INTER_LINEAR)
        levels = art.astype(np.float32)
        levels -= cv2.GaussianBlur(levels, (0, 0), 6)
        levels /= np.sqrt(cv2.GaussianBlur(levels * levels, (0, 0), 6)) + CONFIG.least_contrast
        alike = _autocorrelation(levels) / np.maximum(_autocorrelation(np.ones_like(levels)), 1)
        alike = np.fft.fftshift(alike / max(alike[0, 0], 1e-6)).astype(np.float32)
        near = np.zeros(alike.shape, bool)  # half the board must overlap for a shift to say much
        near[
            rows - rows // 2 : rows + rows // 2, columns - columns // 2 : columns + columns // 2
        ] = 1
        alike[~near] = 0
        peaks = (alike >= cv2.dilate(alike, np.ones((5, 5)))) & (alike > CONFIG.repeat)
        down_by, across_by = np.nonzero(peaks)
        by = np.stack([across_by - columns, down_by - rows], axis=1)
        far = np.linalg.norm(by, axis=1) > _ITSELF
        order = np.argsort(-alike[down_by, across_by][far])[: CONFIG.rivals]
        back = np.linalg.inv(to_px)
        shifts = [to_px @ _shift(one) @ back for one in by[far][order]]
        if not shifts:
            return np.zeros((0, 3, 3))
        quarter = (1, 2, 3) if max(across, down) < _SQUARE * min(across, down) else (2,)
        turns = [
            cv2.getPerspectiveTransform(straight, np.roll(straight, -quarters, axis=0))
            for quarters in quarter
        ]
        return np.array([*shifts, *turns])

    def _compare(self, grey: Image, pose: Pose, part: Part = _ALL) -> tuple[Floats, Floats]:
        """Compare patches: how far off each is (N x 2, working pixels), its correlation (N)."""
        seen, _ = _normalised(self._take(grey, pose, part))
        art = self._art[part]
        scores = np.einsum("np,np->n", seen, art)
        return np.einsum("nkp,np->nk", self._solve[part], art - seen), scores

    def _take(self, grey: Image, pose: Pose, part: Part, grid: Points | None = None) -> Floats:
        """Take the patches' points (N x points, grey levels), or those of another grid."""
        grid = self._grid if grid is None else grid
        where = self._to_working(pose.around(self._points[part], grid))
        seen = cv2.remap(grey, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.float32)

    def _is_still(self, grey: Image, part: Part) -> bool:
        """Tell whether no corner of the board moved, by a plane through the patches' steps."""
        steps, scores = self._compare(grey, self.pose, part)
        inside = self._inside.under(self.pose)[part]
        good = inside & (scores >= CONFIG.match) & (np.abs(steps).max(axis=1) < CONFIG.stray_px)
        if good.sum() < max(LEAST_FOUND / 2, CONFIG.sure_share * inside.sum()):
            return False
        centre = self._outline.mean(axis=0)
        reach = np.abs(self._outline - centre).max()
        planes = np.column_stack(
            [np.ones(int(good.sum())), (self._points[part][good] - centre) / reach]
        )
        steps = steps[good]
        off = steps - np.median(steps, axis=0)
        weighted = planes.T / (1 + np.square(off / CONFIG.still_px).sum(axis=1))
        plane = np.linalg.solve(weighted @ planes + _LEVEL, weighted @ steps)
        corners = np.column_stack([np.ones(4), (self._outline - centre) / reach])
        return bool(np.linalg.norm(corners @ plane, axis=1).max() <= CONFIG.still_px)

    def _from(self, grey: Image, pose: Pose) -> tuple[Pose | None, float]:
        """Search each patch near ``pose``, then refine.

        Gives the pose, None if it cannot be found, and the share of patches that are found there.
        """
        for _ in range(3):
            found = self._nearby(grey, pose)
            if found is None:
                break
            pose, moved = found
            if moved < 1:
                break
        return self._refine(grey, pose)

    def _nearby(self, grey: Image, pose: Pose) -> tuple[Pose, float] | None:
        """Search each patch around its place: a pose, and by how many pixels most were off."""
        reach, side = CONFIG.near_px, CONFIG.patch_px
        wide = side + 2 * reach
        grid = _square(np.arange(wide) - wide // 2) * self.factor
        seen = self._take(grey, pose, _ALL, grid).reshape(-1, wide, wide)
        offsets, scores = np.zeros((len(seen), 2), np.float32), np.zeros(len(seen))
        for i, window in enumerate(seen):
            art = np.ascontiguousarray(self._art[i].reshape(side, side))
            found = cv2.matchTemplate(window, art, cv2.TM_CCOEFF_NORMED)
            _, scores[i], _, (x, y) = cv2.minMaxLoc(found)
            offsets[i] = x - reach, y - reach
        good = scores >= CONFIG.match
        if good.sum() < LEAST_FOUND:
            return None
        there = self._straight(pose.apply(self._points + offsets * self.factor))[good]
        art = self._straight(self._points[good])
        matrix, agree = cv2.findHomography(
            art, there, cv2.USAC_MAGSAC, 2.0 * self.factor, maxIters=500, confidence=0.999
        )
        if matrix is None or agree.sum() < LEAST_FOUND:
            return None
        moved = Pose(np.asarray(matrix, np.float64), self._lens)
        far = float(np.median(np.linalg.norm(offsets[good], axis=1)))
        return (moved, far) if self._plausible(moved) else None

    def _refine(self, grey: Image, pose: Pose) -> tuple[Pose | None, float]:
        """Refine a pose that is nearly right, until nothing moves any more; as ``_from``."""
        for step in range(_STEPS):
            steps, scores = self._compare(grey, pose)
            least = CONFIG.match / 2 if step < 2 else CONFIG.match  # noqa: PLR2004 - still coarse
            good = (scores >= least) & self._inside.under(pose)
            good &= np.abs(steps).max(axis=1) < 4 * CONFIG.stray_px
            if good.sum() < LEAST_FOUND:
                return None, 0.0
            there = self._straight(pose.apply(self._points + steps * np.float32(self.factor)))
            matrix = _fit(
                self._straight(self._points)[good], there[good], scores[good], self.factor
            )
            found = Pose(matrix, self._lens)
            if not self._plausible(found):
                return None, 0.0
            moved, pose = self._apart(found, pose), found
            if moved < CONFIG.still_px / 3 * self.factor:
                break
        steps, scores = self._compare(grey, pose)
        inside = self._inside.under(pose)
        good = inside & (scores >= CONFIG.match) & (np.abs(steps).max(axis=1) < CONFIG.stray_px)
        share = float(good.sum() / max(1, inside.sum())) if good.sum() >= LEAST_FOUND else 0.0
        return (pose, share) if share >= CONFIG.least_share else (None, 0.0)

    def _beyond_rivals(self, grey: Image, pose: Pose) -> Pose | None:
        """Hold a pose against its shifts by the pitch of the art.

        Each patch votes by how much better it correlates under the one than under the other. A
        rival that clearly wins takes the pose's place; where neither does there is no pose.
        """
        for _ in range(3):
            inside, (_, own) = self._inside.under(pose), self._compare(grey, pose)
            least, rival = np.inf, pose
            for shift in self._shifts:
                moved = Pose(pose.matrix @ shift, self._lens)
                if self._compare(grey, moved)[1].mean() < CONFIG.hopeless * own.mean():
                    continue
                other = self._refine(grey, moved)[0] or moved
                if self._apart(other, pose) < 2 * self.factor:
                    continue
                both = inside & self._inside.under(other)
                ahead = CONFIG.vote * (own - self._compare(grey, other)[1])[both]
                votes = float(np.clip(ahead, -CONFIG.most_vote, CONFIG.most_vote).sum())
                if votes < least:
                    least, rival = votes, other
            if least > CONFIG.rival_margin:
                return pose
            if least > -CONFIG.rival_margin:
                return None
            pose = rival
        return None

    def _apart(self, pose: Pose, other: Pose) -> float:
        """Tell how far apart, in pixels, two poses put the corner on which they differ most."""
        return float(np.abs(pose.apply(self._outline) - other.apply(self._outline)).max())

    def _plausible(self, pose: Pose) -> bool:
        """Refuse homographies that no camera above a table could have, nor any mirror."""
        before = self._straight(self._outline).astype(np.float64)
        corners = cv2.perspectiveTransform(before[:, None], pose.matrix)[:, 0]
        edges = np.roll(corners, -1, 0) - corners
        ratio = np.linalg.norm(edges, axis=1) / np.linalg.norm(
            np.roll(before, -1, 0) - before, axis=1
        )
        following = np.roll(edges, -1, 0)
        turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
        least, most = float(ratio.min()), float(ratio.max())
        return bool((turns > 0).all() and least > 1 / CONFIG.shear and most < CONFIG.shear)

    def _in_view(self, pose: Pose) -> Mask:
        at = pose.apply(self._points)
        reach = self.factor * CONFIG.patch_px / 2
        return np.asarray(((at >= reach) & (at <= np.array(self._size) - 1 - reach)).all(axis=1))

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

    def _working(self, frame: Image) -> Image:
        self.seen, self.working = frame, shrunk(frame, self.factor)
        return np.asarray(cv2.cvtColor(self.working, cv2.COLOR_BGR2GRAY), np.uint8)

    def _to_working(self, points: npt.NDArray[np.floating]) -> Points:
        return np.asarray((points + 0.5) / self.factor - 0.5, np.float32)

    def _to_full(self, points: npt.NDArray[np.floating]) -> Points:
        return np.asarray((points + 0.5) * self.factor - 0.5, np.float32)

    def _straight(self, points: npt.NDArray[np.floating]) -> Points:
        """Find where a lens without distortion would show pixels (N x 2)."""
        straight = points if self._lens is None else self._lens.straighten(points)
        return np.asarray(straight, np.float32)

    def _bent(self, points: npt.NDArray[np.floating]) -> Points:
        bent = points if self._lens is None else self._lens.distort(points)
        return np.asarray(bent, np.float32)

    def _ideal(self, matches: "Matches") -> Matrix:
        """Fit a homography without lens to features found elsewhere."""
        art, there = self._straight(matches.here), self._straight(matches.there)
        matrix, _ = cv2.findHomography(art, there, 0)
        return np.eye(3) if matrix is None else np.asarray(matrix, np.float64)


@dataclass(frozen=True, slots=True)
class Matches:
    """Features of a picture (N x 2, pixels) and where they are in another (N x 2).

    They agree on one homography; ``share`` is how many of all that seemed to match do.
    """

    here: Points
    there: Points
    share: float


class ArtSearch:
    """SIFT features of the board's art (Lowe 2004), to be found at any place, turn and size."""

    def __init__(self, empty: Image, board: Image, factors: Sequence[int]) -> None:
        """Learn the features of a picture (BGR) where ``board`` is not zero.

        ``board`` may be smaller than the picture; ``factors`` are by which the picture is shrunk
        for each look, the coarsest first.
        """
        self._factors = factors
        self._sift = cv2.SIFT.create(CONFIG.features, contrastThreshold=CONFIG.feature_contrast)
        self._clahe = cv2.createCLAHE(CONFIG.clahe, (8, 8))
        self._known = [self._described(empty, factor, board) for factor in factors]

    def find(self, frame: Image) -> Iterator[Matches]:
        """Find the board in a frame (BGR): a set of matches at each size, the coarser first."""
        for (art, ours), factor in zip(self._known, self._factors, strict=True):
            places, theirs = self._described(frame, factor)
            if min(len(art), len(places)) < LEAST_FOUND:
                continue
            pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(ours, theirs, 2)
            ratio = CONFIG.feature_ratio
            alike = [one for one, other in pairs if one.distance < ratio * other.distance]
            if len(alike) < LEAST_FOUND:
                continue
            here = art[[one.queryIdx for one in alike]]
            there = places[[one.trainIdx for one in alike]]
            reach = CONFIG.feature_px * factor
            _, agree = cv2.findHomography(
                here, there, cv2.USAC_MAGSAC, reach, maxIters=2000, confidence=0.999
            )
            if agree is not None and agree.sum() >= LEAST_FOUND * 2 // 3:
                kept = agree.ravel() > 0
                yield Matches(here[kept], there[kept], float(kept.mean()))

    def _described(
        self, picture: Image, factor: int, board: Image | None = None
    ) -> tuple[Points, npt.NDArray[np.float32]]:
        grey = cv2.cvtColor(shrunk(picture, factor), cv2.COLOR_BGR2GRAY)
        if board is not None and board.shape != grey.shape:
            board = cv2.resize(board, grey.shape[::-1], interpolation=cv2.INTER_NEAREST)
        keys, described = self._sift.detectAndCompute(self._clahe.apply(grey), board)
        places = np.array([key.pt for key in keys], np.float32).reshape(-1, 2)
        return np.asarray((places + 0.5) * factor - 0.5, np.float32), described


def shrunk(picture: Image, factor: int) -> Image:
    """Shrink a picture by a whole factor, each pixel the mean of those it replaces."""
    height, width = picture.shape[:2]
    if factor == 1:
        return picture
    size = (width // factor, height // factor)
    part = picture[: size[1] * factor, : size[0] * factor]
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)


def _fit(art: Points, there: Points, scores: Floats, scale: float) -> Matrix:
    """Fit a homography to points (N x 2) found elsewhere (N x 2): robust least squares.

    Coordinates are normalised as Hartley (1997) recommends; whoever stands alone counts little.
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
    for width in _NARROWING:
        twice = np.tile(weights, 2)[:, None]
        terms = np.linalg.solve(
            design.T @ (design * twice) + 1e-9 * np.eye(8), design.T @ (wanted * twice[:, 0])
        )
        matrix = np.linalg.inv(to_other) @ np.append(terms, 1.0).reshape(3, 3) @ to_unit
        seen = cv2.perspectiveTransform(art[:, None].astype(np.float64), matrix)[:, 0]
        off = np.linalg.norm(seen - there, axis=1) / (width * scale)
        weights = np.clip(scores, 0.1, 1) / (1 + off**2) ** 2
    return np.asarray(matrix / matrix[2, 2])


def _conditioned(points: Points) -> tuple[Matrix, Matrix]:
    centre = points.mean(axis=0).astype(np.float64)
    spread = float(np.sqrt(((points - centre) ** 2).sum(axis=1).mean()))
    zoom = np.sqrt(2) / max(spread, 1e-9)
    scaled = np.array([[zoom, 0, -zoom * centre[0]], [0, zoom, -zoom * centre[1]], [0, 0, 1]])
    return scaled, (points - centre) * zoom


def _normalised(seen: Floats) -> tuple[Floats, Floats]:
    """Take mean and contrast off each patch (N x points); tell the contrasts (N)."""
    off = seen - seen.mean(axis=1, keepdims=True)
    contrast = np.sqrt(np.einsum("np,np->n", off, off)) + np.float32(1e-3)
    return off / contrast[:, None], contrast


def _autocorrelation(levels: Floats) -> npt.NDArray[np.float64]:
    """Correlate a picture with itself at every shift, without wrapping round."""
    rows, columns = levels.shape
    spectrum = np.fft.rfft2(levels, (2 * rows, 2 * columns))
    return np.asarray(np.fft.irfft2(np.abs(spectrum) ** 2, (2 * rows, 2 * columns)))


def _smooth(grey: Image) -> Image:
    """Give the means of the squares around all pixels."""
    return np.asarray(cv2.blur(grey, (CONFIG.smooth_px, CONFIG.smooth_px)), np.uint8)


def _square(span: npt.NDArray[np.number]) -> Points:
    return np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2).astype(np.float32)


def _shift(by: npt.NDArray[np.floating]) -> Matrix:
    return np.array([[1.0, 0.0, by[0]], [0.0, 1.0, by[1]], [0.0, 0.0, 1.0]])
