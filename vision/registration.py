"""Finding the printed board in a frame: where it was, near there, or anywhere.

The board is followed by landmarks of its art, always compared with the empty frame, so that errors
do not add up. A lost board is found by SIFT features, as is which of several boards lies there. Art
that repeats, such as a printed grid, looks much the same one cell further: a pose is accepted only
if it clearly beats its own shifts by the pitch of the art.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.camera import STRAIGHT, Lens, Matrix, Points, Pose, PoseCache
from vision.config import RecognitionConfig, RegistrationConfig
from vision.landmarks import LEAST_FOUND, Landmarks, Setting, is_still, refine, search
from vision.picture import shrunk
from vision.reading import Floats, Image, Indices, Reals, Side

CONFIG: Final = RegistrationConfig()
RECOGNITION: Final = RecognitionConfig()


@dataclass(frozen=True, slots=True)
class Matches:
    """Features of a picture (N x 2, pixels) and where they are in another (N x 2).

    They agree on one homography; ``share`` is that of all matches that do.
    """

    here: Points
    there: Points
    share: float


class Art:
    """SIFT features of a picture (Lowe 2004), computed once for each size asked for."""

    def __init__(self, picture: Image, mask: Image | None = None) -> None:
        """Take a picture (BGR); its features are those where the mask is not zero.

        The mask may be smaller than the picture.
        """
        self._picture, self._mask = picture, mask
        self._described: dict[int, tuple[Points, Floats]] = {}

    def features(self, factor: int) -> tuple[Points, Floats]:
        if factor not in self._described:
            self._described[factor] = self._describe(factor)
        return self._described[factor]

    def _describe(self, factor: int) -> tuple[Points, Floats]:
        grey = cv2.cvtColor(shrunk(self._picture, factor), cv2.COLOR_BGR2GRAY)
        mask = self._mask
        if mask is not None and mask.shape != grey.shape:
            mask = cv2.resize(mask, grey.shape[::-1], interpolation=cv2.INTER_NEAREST)
        sift = cv2.SIFT.create(
            CONFIG.features,
            contrastThreshold=CONFIG.feature_contrast,
        )
        keys, described = sift.detectAndCompute(grey, mask)
        places = np.asarray(cv2.KeyPoint.convert(keys), np.float32).reshape(-1, 2)
        return np.asarray((places + 0.5) * factor - 0.5, np.float32), described


def find_art(art: Art, seen: Art, factors: Sequence[int]) -> Iterator[Matches]:
    """Find a board's art in a picture at any position, rotation and size.

    Gives a set of matches for each of the ``factors`` by which both are shrunk, in that order.
    """
    for factor in factors:
        theirs_at, theirs = seen.features(factor)
        if len(theirs_at) < LEAST_FOUND:
            continue
        ours_at, ours = art.features(factor)
        if len(ours_at) < LEAST_FOUND:
            continue
        found, which = _matched(ours, theirs)
        if len(found) < LEAST_FOUND:
            continue
        here, there = ours_at[found], theirs_at[which]
        reach = CONFIG.feature_px * factor
        _, agree = cv2.findHomography(
            here, there, cv2.USAC_MAGSAC, reach, maxIters=2000, confidence=0.999
        )
        if agree is not None and agree.sum() >= LEAST_FOUND * 2 // 3:
            kept = agree.ravel() > 0
            yield Matches(here[kept], there[kept], float(kept.mean()))


def _matched(ours: Floats, theirs: Floats) -> tuple[Indices, Indices]:
    """Pair features that are clearly nearer to each other than to any other; give both numbers."""
    # Squared distances, without the own squares, which do not change the order of theirs.
    apart = np.square(theirs).sum(axis=1) - 2 * (ours @ theirs.T)
    each = np.arange(len(ours))
    nearest = apart.argmin(axis=1)
    own = np.square(ours).sum(axis=1)
    first = apart[each, nearest] + own
    apart[each, nearest] = np.inf
    second = apart.min(axis=1) + own
    clear = np.flatnonzero(first < CONFIG.feature_ratio**2 * second)
    return clear, nearest[clear]


@dataclass(frozen=True, slots=True)
class Recognised:
    """A recognised board: its name, and its corners (4 x 2, pixels, clockwise from top-left).

    ``alike`` is its correlation with its reference picture.
    """

    name: str
    corners: Reals
    alike: float


def recognise(picture: Image, references: Mapping[str, Image]) -> Recognised | None:
    """Find which of the boards lies in a picture (BGR); None where it is none of them for sure.

    ``references`` are pictures of the printed boards (BGR) from straight above, nothing around.
    """
    seen = Art(picture)
    found = [
        one
        for name, reference in references.items()
        if (one := _found(picture, seen, name, reference))
    ]
    return max(found, key=lambda one: one.alike, default=None)


def _found(picture: Image, seen: Art, name: str, reference: Image) -> Recognised | None:
    height, width = reference.shape[:2]
    outline = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    factor = max(1, round(max(height, width) / CONFIG.search_px))
    matches = find_art(Art(reference), seen, (factor, 1))
    agreed = (one for one in matches if one.share >= RECOGNITION.agreed)
    fitted = (cv2.findHomography(one.here, one.there, 0)[0] for one in agreed)
    for matrix in fitted:
        if matrix is None:
            continue
        corners = cv2.perspectiveTransform(outline[:, None].astype(np.float64), matrix)[:, 0]
        if _is_seen(corners, picture.shape[:2]):
            return _compared(picture, name, reference, matrix, corners)
    return None


def _compared(
    picture: Image, name: str, reference: Image, matrix: Matrix, corners: Reals
) -> Recognised | None:
    """Compare what lies within ``corners`` with the reference, mapped by a homography."""
    height, width = reference.shape[:2]
    grey = cv2.cvtColor(reference, cv2.COLOR_BGR2GRAY)
    scale = RECOGNITION.side_px / max(height, width)
    size = (round(width * scale), round(height * scale))
    shrink = np.diag([scale, scale, 1.0])
    seen = cv2.warpPerspective(
        cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY),
        shrink @ np.linalg.inv(matrix),
        size,
        flags=cv2.INTER_AREA,
    )
    alike = _alike(seen, cv2.resize(grey, size, interpolation=cv2.INTER_AREA))
    return Recognised(name, corners, alike) if alike >= RECOGNITION.alike else None


def _is_seen(corners: Reals, size: tuple[int, ...]) -> bool:
    edges = np.roll(corners, -1, 0) - corners
    following = np.roll(edges, -1, 0)
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    longest, shortest = np.linalg.norm(edges, axis=1).max(), np.linalg.norm(edges, axis=1).min()
    high, wide = size[:2]
    far = np.array([wide, high])
    inside = ((corners >= -0.1 * far) & (corners <= 1.1 * far)).all()
    return bool((turns > 0).all() and shortest > longest / 4 and longest > wide / 4 and inside)


def _alike(one: Image, other: Image) -> float:
    """Correlate the shades of two pictures, without light that differs from place to place."""
    flat = []
    for grey in (one, other):
        fine = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), RECOGNITION.blur_px)
        flat.append(fine - cv2.GaussianBlur(fine, (0, 0), 8 * RECOGNITION.blur_px))
    return float(np.corrcoef(flat[0].ravel(), flat[1].ravel())[0, 1])


class Registrar:
    """Follows one board through the frames of one camera.

    ``pose`` is where the board was last found; it is kept while the board is lost. ``landmarks`` is
    how many patches of art there are to find it by. ``cut`` names the sides of the frame beyond
    which parts of the board lie, in the last frame; also where the board was not found, if enough
    of it was seen to tell. ``working`` is the last frame (BGR), shrunk by ``factor``.
    """

    def __init__(self, empty: Image, outline: Points, pieces: Image, lens: Lens = STRAIGHT) -> None:
        """Learn the art of the empty frame (BGR).

        ``outline`` is the board's four corners in it (4 x 2, pixels); ``pieces`` is not zero where
        pieces may lie, whose places are avoided as far as there is other art.
        """
        height, width = empty.shape[:2]
        self.factor: int = max(1, round(max(width, height) / CONFIG.working_px))
        outline = np.asarray(outline, np.float32)
        self._setting = setting = Setting(outline, (width, height), self.factor, lens)
        self.pose = self._taught = Pose(lens=lens)
        self.cut: tuple[Side, ...] = ()
        self._beyond = PoseCache(self._cut_off)
        sharp = self._working(empty)
        board = np.zeros(empty.shape[:2], np.uint8)
        cv2.fillConvexPoly(board, np.round(outline).astype(np.int32), 255)
        free = cv2.bitwise_and(board, cv2.bitwise_not(pieces))
        board, free = (shrunk(each, self.factor) for each in (board, free))
        self._shifts = _repeats(_means(sharp), setting)

        def chosen(grey: Image) -> Landmarks:
            found = Landmarks(grey, free, setting, self._shifts)
            if found.count >= 3 * LEAST_FOUND:
                return found
            anywhere = Landmarks(grey, board, setting, self._shifts)
            return max(found, anywhere, key=lambda one: one.count)

        # Means correlate in dim and noisy pictures too; in clear ones single pixels are more exact.
        self._smooth, self._sharp = chosen(_means(sharp)), chosen(sharp)
        self.landmarks = self._smooth.count
        self._art = Art(empty, board)
        self._factors = max(1, round(max(width, height) / CONFIG.search_px)), self.factor

    def go_back(self) -> None:
        self.pose = self._taught

    def holds(self, frame: Image) -> bool:
        """Tell whether a few patches of art show that the board still lies under ``pose``."""
        return self._sharp.hold(frame, self.pose)

    def locate(self, frame: Image, *, leap: bool = True) -> bool:
        """Find the board in a frame (BGR) and update ``pose``; tell whether it was found.

        With ``leap`` false it is only searched for near ``pose``.
        """
        if self.landmarks < LEAST_FOUND:
            return False
        sharp = self._working(frame)
        grey, setting = _means(sharp), self._setting
        both = [(self._smooth, grey), (self._sharp, sharp)]
        both = [(known, seen) for known, seen in both if known.count]
        if is_still(both, setting, self.pose):
            self.cut = self._beyond.get(self.pose)
            return True
        self.cut = ()
        pose, share = search(both[:1], setting, self.pose)
        if leap and share < CONFIG.sure_share:
            for matches in find_art(self._art, Art(frame), self._factors):
                start = self._fitted(matches)
                if not setting.plausible(start):
                    continue
                self.cut = self._beyond.get(start)
                other, more = search(both[:1], setting, start)
                if more > share:
                    pose, share = other, more
                if share >= CONFIG.sure_share:
                    break
        pose = None if pose is None else self._beyond_rivals(grey, pose)
        if pose is None:
            return False
        self.pose = refine(both, setting, pose)[0] or pose
        self.cut = self._beyond.get(self.pose)
        return True

    def _beyond_rivals(self, grey: Image, pose: Pose) -> Pose | None:
        """Give a pose, or its shift by the pitch of the art if that clearly fits better.

        Each patch votes by how much better it correlates under the one than under the other. None
        where neither clearly wins.
        """
        known, setting = self._smooth, self._setting
        for _ in range(3):
            inside, (_, own) = known.in_view(pose), known.compare(grey, pose)
            least, rival = np.inf, pose
            for shift in self._shifts:
                moved = Pose(pose.matrix @ shift, setting.lens)
                if known.compare(grey, moved)[1].mean() < CONFIG.hopeless * own.mean():
                    continue
                other = refine([(known, grey)], setting, moved)[0] or moved
                if setting.apart(other, pose) < 2 * self.factor:
                    continue
                both = inside & known.in_view(other)
                ahead = (own - known.compare(grey, other)[1])[both]
                votes = float(np.clip(ahead, -CONFIG.most_vote, CONFIG.most_vote).sum())
                if votes < least:
                    least, rival = votes, other
            if least > CONFIG.rival_margin:
                return pose
            if least > -CONFIG.rival_margin:
                return None
            pose = rival
        return None

    def _cut_off(self, pose: Pose) -> tuple[Side, ...]:
        width, height = self._setting.size
        x, y = pose.apply(self._setting.outline).T
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

    def _fitted(self, matches: Matches) -> Pose:
        art, there = self._setting.straight(matches.here), self._setting.straight(matches.there)
        matrix, _ = cv2.findHomography(art, there, 0)
        matrix = np.eye(3) if matrix is None else np.asarray(matrix, np.float64)
        return Pose(matrix, self._setting.lens)


def _repeats(grey: Image, setting: Setting) -> Reals:
    """List the homographies (N x 3 x 3, pixels without lens) that shift the art onto itself.

    They are peaks of the autocorrelation of the board's art, sampled flat. If there are any, as
    with a printed grid, turns of the board onto itself are rivals as well.
    """
    straight = setting.straight(setting.outline)
    sides = np.linalg.norm(np.roll(straight, -1, 0) - straight, axis=1)
    across, down = sides[[0, 2]].mean(), sides[[1, 3]].mean()
    step = max(across, down) / CONFIG.art_cells
    columns, rows = max(8, int(across / step)), max(8, int(down / step))
    flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    to_px = cv2.getPerspectiveTransform(flat, straight)
    x, y = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    centres = np.stack([x, y], axis=-1).reshape(-1, 1, 2)
    at = setting.to_working(setting.bent(cv2.perspectiveTransform(centres, to_px)[:, 0]))
    soft = cv2.GaussianBlur(grey, (0, 0), max(0.5, step / setting.factor / 2))
    art = cv2.remap(soft, at.reshape(rows, columns, 2), None, cv2.INTER_LINEAR)
    levels = art.astype(np.float32)
    levels -= cv2.GaussianBlur(levels, (0, 0), 6)
    levels /= np.sqrt(cv2.GaussianBlur(levels * levels, (0, 0), 6)) + CONFIG.least_contrast
    alike = _autocorrelation(levels) / np.maximum(_autocorrelation(np.ones_like(levels)), 1)
    alike = np.fft.fftshift(alike / max(alike[0, 0], 1e-6)).astype(np.float32)
    near = np.zeros(alike.shape, bool)  # half the board must overlap for a shift to say much
    near[rows - rows // 2 : rows + rows // 2, columns - columns // 2 : columns + columns // 2] = 1
    alike[~near] = 0
    peaks = (alike >= cv2.dilate(alike, np.ones((5, 5)))) & (alike > CONFIG.repeat)
    down_by, across_by = np.nonzero(peaks)
    by = np.stack([across_by - columns, down_by - rows], axis=1)
    far = np.linalg.norm(by, axis=1) > CONFIG.least_shift
    order = np.argsort(-alike[down_by, across_by][far])[: CONFIG.rivals]
    shifts = []
    for dx, dy in by[far][order]:
        shift = np.array([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]])
        shifts.append(to_px @ shift @ np.linalg.inv(to_px))
    if not shifts:
        return np.zeros((0, 3, 3))
    quarter = (1, 2, 3) if max(across, down) < CONFIG.square * min(across, down) else (2,)
    turns = [
        cv2.getPerspectiveTransform(straight, np.roll(straight, -quarters, axis=0))
        for quarters in quarter
    ]
    return np.array([*shifts, *turns])


def _autocorrelation(levels: Floats) -> Reals:
    """Correlate a picture with itself at every shift, without wrapping around."""
    rows, columns = levels.shape
    spectrum = np.fft.rfft2(levels, (2 * rows, 2 * columns))
    return np.asarray(np.fft.irfft2(np.abs(spectrum) ** 2, (2 * rows, 2 * columns)))


def _means(grey: Image) -> Image:
    return np.asarray(cv2.blur(grey, (CONFIG.smooth_px, CONFIG.smooth_px)), np.uint8)
