"""Evidence at places: features of what is seen at each, beside its bare look and each colour."""

import cv2
import numpy as np

from vision.next.appearance import ColourModel, log_opponent, logs, opponent_of_logs
from vision.next.geometry import Pose

N = 24
BLURS = (0.0, 1.0, 1.8)


class Grid:
    """Sample points round places of one size class."""

    def __init__(self, centres_mm, radii_mm, reach=2.1):
        self.centres = np.asarray(centres_mm, float)
        self.radii = np.asarray(radii_mm, float)
        self.radius = float(np.median(self.radii))
        self.half = reach * self.radius
        span = ((np.arange(N) + 0.5) / N * 2 - 1) * self.half
        self.step = span[1] - span[0]
        self.offsets = np.stack(np.meshgrid(span, span), -1).reshape(-1, 2)
        self.points = (self.centres[:, None] + self.offsets).reshape(-1, 2)

    def take(self, image, pose: Pose):
        at = pose.project(self.points)
        h, w = image.shape[:2]
        inside = ((at >= 0) & (at <= (w - 1, h - 1))).all(1).reshape(len(self.centres), -1)
        seen = cv2.remap(
            image,
            at.reshape(len(self.centres), -1, 2),
            None,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return seen, inside


class Discs:
    def __init__(self, grid: Grid, radius_mm, reach_mm):
        step = max(1.2, reach_mm / 3.5)
        k = int(np.ceil(reach_mm / step))
        s = (
            np.stack(np.meshgrid(np.arange(-k, k + 1), np.arange(-k, k + 1)), -1).reshape(-1, 2)
            * step
        )
        self.shifts = s[np.linalg.norm(s, axis=1) <= reach_mm + 1e-6]
        away = np.linalg.norm(grid.offsets[:, None] - self.shifts[None], axis=2)
        soft = lambda r: np.clip((r - away) / grid.step + 0.5, 0, 1)
        core = soft(0.85 * radius_mm)
        ring = np.clip(soft(1.75 * radius_mm) - soft(1.3 * radius_mm), 0, 1)
        self.core = (core / core.sum(0)).astype(np.float32)
        self.ring = (ring / ring.sum(0)).astype(np.float32)
        self.distance = np.linalg.norm(self.shifts, axis=1)


def moments(x, y, w):
    mx, my = x @ w, y @ w
    vx = np.maximum((x * x) @ w - mx * mx, 0)
    vy = np.maximum((y * y) @ w - my * my, 0)
    cov = (x * y) @ w - mx * my
    return mx, my, vx, vy, cov
