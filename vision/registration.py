"""Finding the printed board in a frame: where it was, near there, or anywhere.

The board is followed by landmarks of its art, always compared with the empty frame, so that errors
do not add up. One that is lost is found by SIFT features. Art that repeats, as a printed grid does,
looks much the same a cell further: a pose is held only if it clearly beats its own shifts by the
pitch of the art.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.art_search import Art, ArtSearch, Matches
from vision.camera import Kept, Lens, Points, Pose
from vision.config import RegistrationConfig
from vision.landmarks import LEAST_FOUND, Landmarks, Setting, is_still, refine, search
from vision.picture import shrunk
from vision.reading import Image, Side

Shifts = npt.NDArray[np.float64]

CONFIG: Final = RegistrationConfig()
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
        self.factor: int = max(1, round(max(width, height) / CONFIG.working_px))
        outline = np.asarray(outline, np.float32)
        self._setting = setting = Setting(outline, (width, height), self.factor, lens)
        self.pose = self._taught = Pose(lens=lens)
        self.cut: tuple[Side, ...] = ()
        self._beyond = Kept(self._cut_off)
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

        # In a dim and noisy picture only means correlate; in a clear one they are less exact.
        self._smooth, self._sharp = chosen(_means(sharp)), chosen(sharp)
        self.landmarks = self._smooth.count
        coarse = max(1, round(max(width, height) / CONFIG.search_px))
        self._search = ArtSearch(Art(empty, board), (coarse, self.factor))

    def go_back(self) -> None:
        """Hold the board to lie as in the empty frame."""
        self.pose = self._taught

    def holds(self, frame: Image) -> bool:
        """Tell whether a few patches of art show that the board still lies under ``pose``."""
        return self._sharp.hold(frame, self.pose)

    def locate(self, frame: Image, *, leap: bool = True) -> bool:
        """Look for the board in a frame (BGR) and update ``pose``; tell whether it was found.

        With ``leap`` false the board is not searched for beyond the neighbourhood of ``pose``.
        """
        if self.landmarks < LEAST_FOUND:
            return False
        sharp = self._working(frame)
        grey, setting = _means(sharp), self._setting
        both = [(self._smooth, grey), (self._sharp, sharp)]
        both = [(known, seen) for known, seen in both if known.count]
        if is_still(both, setting, self.pose):
            self.cut = self._beyond.under(self.pose)
            return True
        self.cut = ()
        pose, share = search(both[:1], setting, self.pose)
        if leap and share < CONFIG.sure_share:
            for matches in self._search.find(Art(frame)):
                start = self._fitted(matches)
                if not setting.plausible(start):
                    continue
                self.cut = self._beyond.under(start)
                other, more = search(both[:1], setting, start)
                if more > share:
                    pose, share = other, more
                if share >= CONFIG.sure_share:
                    break
        pose = None if pose is None else self._beyond_rivals(grey, pose)
        if pose is None:
            return False
        self.pose = refine(both, setting, pose)[0] or pose
        self.cut = self._beyond.under(self.pose)
        return True

    def _beyond_rivals(self, grey: Image, pose: Pose) -> Pose | None:
        """Hold a pose against its shifts by the pitch of the art.

        Each patch votes by how much better it correlates under the one than under the other. A
        rival that clearly wins takes the pose's place; where neither does there is no pose.
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
                ahead = CONFIG.vote * (own - known.compare(grey, other)[1])[both]
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
        """Name the sides of the frame beyond which the board reaches."""
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
        """Fit a pose to features found elsewhere."""
        art, there = self._setting.straight(matches.here), self._setting.straight(matches.there)
        matrix, _ = cv2.findHomography(art, there, 0)
        matrix = np.eye(3) if matrix is None else np.asarray(matrix, np.float64)
        return Pose(matrix, self._setting.lens)


def _repeats(grey: Image, setting: Setting) -> Shifts:
    """List the homographies (N x 3 x 3, pixels without lens) that shift the art onto itself.

    They are peaks of the autocorrelation of the board's art, seen flat. Where there are any,
    a printed grid for example, turns of the board onto itself are rivals as well.
    """
    straight = setting.straight(setting.outline)
    sides = np.linalg.norm(np.roll(straight, -1, 0) - straight, axis=1)
    across, down = sides[[0, 2]].mean(), sides[[1, 3]].mean()
    step = max(across, down) / _ART_CELLS
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
    far = np.linalg.norm(by, axis=1) > _ITSELF
    order = np.argsort(-alike[down_by, across_by][far])[: CONFIG.rivals]
    shifts = []
    for dx, dy in by[far][order]:
        shift = np.array([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]])
        shifts.append(to_px @ shift @ np.linalg.inv(to_px))
    if not shifts:
        return np.zeros((0, 3, 3))
    quarter = (1, 2, 3) if max(across, down) < _SQUARE * min(across, down) else (2,)
    turns = [
        cv2.getPerspectiveTransform(straight, np.roll(straight, -quarters, axis=0))
        for quarters in quarter
    ]
    return np.array([*shifts, *turns])


def _autocorrelation(levels: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Correlate a picture with itself at every shift, without wrapping round."""
    rows, columns = levels.shape
    spectrum = np.fft.rfft2(levels, (2 * rows, 2 * columns))
    return np.asarray(np.fft.irfft2(np.abs(spectrum) ** 2, (2 * rows, 2 * columns)))


def _means(grey: Image) -> Image:
    """Give the means of the squares around all pixels."""
    return np.asarray(cv2.blur(grey, (CONFIG.smooth_px, CONFIG.smooth_px)), np.uint8)
