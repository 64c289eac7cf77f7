"""Light: a colour space in which a change of light is one added vector, and its estimate.

A pixel becomes (lightness, red-green, yellow-blue) of the logarithms of its channels. A brighter
lamp or a cast multiplies the channels and so adds the same vector to every pixel; a shadow
changes lightness alone.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.majority import mode, weights
from vision.overexposed import Judges
from vision.reading import Image

Floats = npt.NDArray[np.float32]
Marks = npt.NDArray[np.uint8]

DARK: Final = 8.0
"""Added to a channel before its logarithm, to tame the noise of dark pixels."""
_LOG: Final = np.log(np.arange(256) + DARK).astype(np.float32)
OPPONENT: Final = np.array(
    [[1 / 3, 1 / 3, 1 / 3], [0, -1, 1], [-1, 0.5, 0.5]], np.float32
)  # columns: blue, green, red as OpenCV orders them
"""From logarithms of channels to the opponent space."""
_CHANNELS: Final = np.linalg.inv(OPPONENT).T.astype(np.float32)
CLIPPED: Final = 250
"""Level from which a channel may be as bright as the camera can tell, coding allowed for."""
ALL_CLIPPED: Final = 7
"""What marks a point of which every channel is."""
_CHANNEL: Final = np.array([1, 2, 4], np.uint8)
"""What marks each channel alone."""
JUDGES: Final = 400
"""Cells from which the light over the whole board is judged."""
MANY: Final = 0.1
"""Share of the judges with a clipped channel from which leaving them out misleads."""
ROUNDS: Final = 2
SAME_LIGHT: Final = 0.005
"""A change of the plane's terms below which what it leaves need not be weighed once more."""
TELLS_NOTHING: Final = 9.0
"""A difference that no light makes, for cells that are to have no say in what the light is."""
_HOLD: Final = np.diag([1e-3, 1.0, 1.0])
"""How firmly the plane is kept level; its height is free."""
LOST: Final = 0.35
"""Share of the judges that must lie within that of the light last seen, or it is sought anew."""
SHADE_LOW: Final = (-1.0, -0.15, -0.15)
SHADE_HIGH: Final = (0.4, 0.15, 0.15)
"""Between these a cell may be bare board in a shadow, a gleam or the light of a second lamp."""
SHADE_NEAR: Final = (0.2, 0.07, 0.07)
"""How near the shade of its surroundings a cell must be to have a say in it."""
THIN: Final = 2
"""Every second cell along each axis tells of the surroundings."""
AROUND_MM: Final = (70.0, 45.0)
"""Width of the surroundings, first and then once more: much larger than a merchant."""
UNSHADED: Final = 0.08
"""Share of the surroundings that is held to be in no shade at all, whatever is seen."""


def opponent(pixels: Image) -> Floats:
    """Turn BGR pixels (… x 3, 8 bits) into lightness, red-green and yellow-blue (… x 3)."""
    logs = cv2.LUT(np.ascontiguousarray(pixels).reshape(1, -1, 3), _LOG)
    return np.asarray(cv2.transform(logs, OPPONENT), np.float32).reshape(pixels.shape)


def levels(seen: Floats) -> Floats:
    """Turn pixels (N x 3, opponent space) back into levels of blue, green and red (N x 3)."""
    return np.asarray(np.exp(seen @ _CHANNELS) - DARK, np.float32)


def clipped(pixels: Image) -> Marks | None:
    """Mark the channels of BGR pixels (N x 3, 8 bits) that end at what the camera can tell.

    A sum for each pixel (N): 1 for blue, 2 for green, 4 for red; None where there are none. Such a
    channel is at least as bright as it seems.
    """
    if pixels.max(initial=0) < CLIPPED:
        return None
    bright = (pixels >= CLIPPED).astype(np.uint8)
    return np.asarray((bright * _CHANNEL).sum(axis=1), np.uint8)


def beyond_range(off: Floats, over: Marks) -> Floats:
    """Tell how far pixels are off what is expected, where that may be beyond the camera's range.

    ``off`` (N x 3, opponent space) is how far they seem to be; a channel that ``over`` (N) marks
    as clipped is not darker than expected, as the expected would look the same.
    """
    marked = np.flatnonzero(over)
    if not len(marked):
        return off
    channels = off[marked] @ _CHANNELS
    channels[((over[marked, None] & _CHANNEL) > 0) & (channels < 0)] = 0.0
    able = off.copy()
    able[marked] = channels @ OPPONENT.T
    return able


def within_range(off: Floats, over: Marks) -> Floats:
    """Tell in the same way how far off pixels are by the channels that are not clipped.

    The others changed at least as much as they seem to, and else as much as those.
    """
    marked = np.flatnonzero(over)
    if not len(marked):
        return off
    channels = off[marked] @ _CHANNELS
    ends = (over[marked, None] & _CHANNEL) > 0
    free = np.count_nonzero(~ends, axis=1)
    usual = np.where(ends, 0, channels).sum(axis=1) / np.maximum(free, 1)
    channels = np.where(ends, np.maximum(channels, usual[:, None]), channels)
    able = off.copy()
    able[marked] = channels @ OPPONENT.T
    return able


class LightField:
    """How the light over the board differs from that of the empty frame, cell by cell of a grid.

    A plane over the whole board follows lamps and casts; what is left is smoothed over
    surroundings larger than a merchant and follows shadows and window light. Both are judged
    from cells that may be bare board, and robustly, so that pieces and hands have no say.
    """

    def __init__(self, free: npt.NDArray[np.bool_], step_mm: float, bare: Floats) -> None:
        """Lay the field over a grid with cells ``step_mm`` apart.

        ``free`` (rows x columns) marks the cells on the board where no piece should stand;
        ``bare`` (rows · columns x 3, opponent space) is how the empty board looks.
        """
        rows, columns = free.shape
        across, down = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
        basis = np.stack([np.ones_like(across), across, down], axis=-1)
        self._basis = basis.astype(np.float32)
        self._thin_basis = np.ascontiguousarray(self._basis[::THIN, ::THIN])
        judges = np.flatnonzero(free)
        self.judges = judges[:: max(1, len(judges) // JUDGES)]
        self._judged = np.ascontiguousarray(self._basis.reshape(-1, 3)[self.judges])
        self._room = np.float32(np.log(CLIPPED + DARK)) - bare @ _CHANNELS
        self._free = free[::THIN, ::THIN].astype(np.uint8) * 255
        self._sides = [2 * max(1, round(width / step_mm / THIN / 2)) + 1 for width in AROUND_MM]
        self._unshaded = [
            UNSHADED * cv2.boxFilter(self._free, cv2.CV_32F, (side, side), normalize=False) + 0.25
            for side in self._sides
        ]
        self._terms = np.zeros((3, 3))
        self.cells = np.zeros((rows * columns, 3), np.float32)
        self.shade = np.zeros((rows * columns, 3), np.float32)

    def fit(self, difference: Floats, over: Marks | None = None) -> Floats:
        """Estimate the field from frame minus empty (rows x columns x 3) and return it.

        ``over`` (rows · columns) marks clipped channels, as ``clipped`` does. The field is kept
        in ``cells`` (rows · columns x 3) too, and in ``shade`` (the same) by how much the light on
        a cell differs from that over the whole board.
        """
        seen = np.take(difference.reshape(-1, 3), self.judges, axis=0)
        if over is not None and (marks := over[self.judges]).any():
            able = marks == 0
            if able.mean() < 1 - MANY:
                self._fit_overexposed(seen, marks)
            else:
                self._fit_plane(seen[able], self._judged[able])
        else:
            self._fit_plane(seen, self._judged)
        rows, columns = difference.shape[:2]
        terms = np.ascontiguousarray(self._terms.T, np.float32)
        plane, thin = (cv2.transform(each, terms) for each in (self._basis, self._thin_basis))
        field = np.asarray(plane, np.float32)
        left = difference[::THIN, ::THIN] - thin
        if over is not None:
            marks = over.reshape(rows, columns)[::THIN, ::THIN].ravel()
            white = np.flatnonzero(marks == ALL_CLIPPED)
            room = self._room.reshape(field.shape)[::THIN, ::THIN].reshape(-1, 3)[white]
            ends = thin.reshape(-1, 3)[white] @ _CHANNELS > room
            flat = within_range(left.reshape(-1, 3), marks)
            flat[white] = np.where(ends.all(axis=1), 0, TELLS_NOTHING)[:, None]
            left = flat.reshape(left.shape)
        shade = np.ascontiguousarray(self._shade(left)[:rows, :columns])
        field += shade
        self.cells = field.reshape(-1, 3)
        self.shade = shade.reshape(-1, 3)
        return field

    def _fit_plane(self, seen: Floats, judged: Floats) -> None:
        """Fit the plane's terms (3 terms x 3 channels), beginning from the light last seen.

        ``seen`` (N x 3) are the differences, ``judged`` (N x 3) the basis where they are.
        """
        shares = weights(seen - judged @ self._terms.astype(np.float32))
        if np.count_nonzero(shares) < LOST * len(shares):
            self._terms = np.zeros((3, 3))
            self._terms[0] = mode(seen)
            shares = weights(seen - judged @ self._terms.astype(np.float32))
        hold = _HOLD * max(1.0, 0.01 * len(seen))
        for round_ in range(ROUNDS):
            before = self._terms
            weighted = (judged * shares[:, None]).T
            wanted = weighted @ seen + np.diag(hold[:, 0]) @ before
            _, self._terms = cv2.solve(weighted @ judged + hold, wanted)
            if np.abs(self._terms - before).max() < SAME_LIGHT:
                break
            if round_ < ROUNDS - 1:
                shares = weights(seen - judged @ self._terms.astype(np.float32))

    def _fit_overexposed(self, seen: Floats, over: Marks) -> None:
        """Fit the plane's terms where ``over`` (N) marks many clipped channels."""
        clear = over == 0
        guesses = [self._terms]
        if clear.any():
            guesses.append(np.zeros((3, 3)))
            guesses[-1][0] = mode(seen[clear])
        judges = Judges(
            seen=seen @ _CHANNELS,
            ends=(over[:, None] & _CHANNEL) > 0,
            room=self._room[self.judges],
            basis=self._judged,
            weigh=lambda off: weights(off @ OPPONENT.T),
        )
        terms = judges.likeliest([guess @ _CHANNELS for guess in guesses])
        hold = _HOLD * max(1.0, 0.01 * len(seen))
        self._terms = judges.refined(terms, hold) @ OPPONENT.T

    def _shade(self, thin: Floats) -> Floats:
        """Smooth what the plane leaves, in a few cells, over the surroundings of each cell."""
        odd, low, high = thin, SHADE_LOW, SHADE_HIGH
        near = SHADE_NEAR
        for side, unshaded in zip(self._sides, self._unshaded, strict=True):
            told = cv2.inRange(odd, low, high) & self._free
            have = cv2.boxFilter(told, cv2.CV_32F, (side, side), normalize=False)
            summed = cv2.boxFilter(cv2.copyTo(thin, told), -1, (side, side), normalize=False)
            shade = summed * cv2.merge((255 / (have + unshaded),) * 3)
            odd, low, high = thin - shade, (-near[0], -near[1], -near[2]), near
        rows, columns = thin.shape[:2]
        return np.asarray(cv2.resize(shade, (columns * THIN, rows * THIN)), np.float32)
