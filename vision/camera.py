"""Where the camera hangs, from how the board's plane appears.

From nearly overhead a plane hardly tells a long lens far away from a short one nearby, so the
field of view is held to be an ordinary one as far as the picture does not say otherwise.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.pose import Matrix

FIELD: Final = np.radians(62.0)
"""Usual field of view along the longer side: that of the camera modules of a Raspberry Pi."""
UNUSUAL: Final = 0.12
"""Standard deviation of the logarithm of focal lengths: webcams see 55 to 75 degrees."""
PRECISION: Final = 0.002
"""Share by which squares seen in a picture may fail to be squares, for want of precision."""
FOCALS: Final = np.exp(np.linspace(-0.5, 0.5, 101))

Place = npt.NDArray[np.float64]


def camera_place(to_px: Matrix, width: int, height: int) -> Place:
    """Tell where the camera is: x, y and its height above the board, in mm.

    ``to_px`` maps board mm to the pixels of a perfect lens (3 x 3) in a picture of that width
    and height; the lens points at its middle.
    """
    usual = max(width, height) / 2 / np.tan(FIELD / 2)
    middle = np.array([[1, 0, (width - 1) / 2], [0, 1, (height - 1) / 2], [0, 0, 1]])
    seen = np.linalg.solve(middle, to_px)
    axes = [np.diag([1 / (usual * f), 1 / (usual * f), 1.0]) @ seen for f in FOCALS]
    doubts = [
        _skew(each) + (np.log(f) / UNUSUAL) ** 2 for each, f in zip(axes, FOCALS, strict=True)
    ]
    best = axes[int(np.argmin(doubts))]
    best = best / (np.linalg.norm(best[:, :2], axis=0).mean() * np.sign(best[2, 2]))
    turned = np.column_stack([best[:, 0], best[:, 1], np.cross(best[:, 0], best[:, 1])])
    left, _, right = np.linalg.svd(turned)
    x, y, depth = -(left @ right).T @ best[:, 2]
    return np.array([x, y, -depth])


def _skew(axes: Matrix) -> float:
    """Tell how far, in standard deviations squared, the board's axes are from square and alike."""
    one, other = axes[:, 0], axes[:, 1]
    lengths = np.linalg.norm(one), np.linalg.norm(other)
    off = np.array([one @ other / (lengths[0] * lengths[1]), np.log(lengths[0] / lengths[1])])
    return float((off**2).sum() / PRECISION**2)
