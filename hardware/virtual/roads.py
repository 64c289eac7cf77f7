"""Printed trade routes, a stretch at a time."""

import numpy as np

from hardware.virtual.brush import Brush, Point
from hardware.virtual.manners import Manner
from hardware.virtual.texture import Rng

STEPS = 24
DASH_MM = 5.0
DOT_MM = 4.0


def draw_road(brush: Brush, one: Point, other: Point, manner: Manner, rng: Rng) -> None:
    """Draw one stretch, slightly bowed, in the edition's manner."""
    start, end = np.array(one), np.array(other)
    across = np.array([one[1] - other[1], other[0] - one[0]])
    bow = (start + end) / 2 + across * rng.uniform(-0.06, 0.06)
    t = np.linspace(0.0, 1.0, STEPS)[:, None]
    track = ((1 - t) ** 2 * start + 2 * t * (1 - t) * bow + t**2 * end).tolist()
    length = float(np.hypot(*(end - start)))
    match manner.roads:
        case "bowed":
            brush.line(track, (52, 78, 108) if manner.style == "pale" else manner.ink, 2.1)
            brush.line(track, manner.road, 0.9)
        case "wide":
            brush.line(track, manner.ink, 4.6)
            brush.line(track, manner.road, 3.4)
        case "thin":
            brush.line(track, manner.road, 0.8)
        case "dashed":
            for at in np.arange(0.0, length, 2 * DASH_MM):
                part = np.linspace(at, min(at + DASH_MM, length), 3) / length
                brush.line(_along(track, part), manner.road, 1.6)
        case "dotted":
            for x, y in _along(track, np.arange(DOT_MM, length, DOT_MM) / length):
                brush.disc((x, y), 0.9, manner.ink)
                brush.disc((x, y), 0.6, manner.road)


def _along(
    track: list[list[float]], parts: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> list[Point]:
    """Find points at parts (0 to 1) of a track."""
    at = np.linspace(0.0, 1.0, len(track))
    x, y = (np.interp(parts, at, [point[axis] for point in track]) for axis in (0, 1))
    return list(zip(x.tolist(), y.tolist(), strict=True))
