"""What may disturb a frame after teaching: by name, each from weak to strong, or at random."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from typing import Final

import numpy as np

from tools.disturb import camera, light
from vision.reading import Image

GOLDEN: Final = (sqrt(5) - 1) / 2
"""Multiples of it, less their whole part, never come near each other."""
SHADOW_RADIUS: Final = 0.2
"""Of the frame's width and height: a head, or an arm and shoulder, beside the lamp."""
SOFT: Final = light.Shadow(light.WHITE, 30.0)
"""The shadow that a wide lamp casts."""
HARD: Final = light.Shadow(light.WHITE, 0.7)
"""That of a small one, as sharp as a lens shows any."""
SUNNY: Final = light.Shadow(light.SUN, 4.0)
"""That of the sun through a window: half a degree wide, and some metres away."""
SHIFT_DEGREES: Final = 25.0
"""Where a bump pushes the picture, below the horizontal, so that both axes take part."""


@dataclass(frozen=True, slots=True)
class Disturbance:
    """One way to disturb frames; ``strengths`` go from weak to strong.

    ``change`` takes a frame, a strength and the frame's number, by which noise and shadows differ
    from frame to frame. ``move`` tells how pixels move, where it is the camera that does.
    """

    name: str
    strengths: tuple[float, ...]
    change: Callable[[Image, float, int], Image]
    move: Callable[[Image, float], camera.Matrix] | None = None


def _alike(
    name: str, strengths: tuple[float, ...], change: Callable[[Image, float], Image]
) -> Disturbance:
    return Disturbance(name, strengths, lambda frame, strength, _: change(frame, strength))


def _moving(
    name: str, strengths: tuple[float, ...], move: Callable[[Image, float], camera.Matrix]
) -> Disturbance:
    return Disturbance(
        name,
        strengths,
        lambda frame, strength, _: camera.moved(frame, move(frame, strength)),
        move,
    )


def _shadow(shadow: light.Shadow) -> Callable[[Image, float, int], Image]:
    """Cast a shadow in another place in each frame, spread evenly."""

    def change(frame: Image, depth: float, number: int) -> Image:
        step = number + 1
        at = (0.15 + 0.7 * (step * GOLDEN % 1), 0.15 + 0.7 * (step * GOLDEN**2 * 1.7 % 1))
        return light.shaded(frame, depth, at, SHADOW_RADIUS, shadow)

    return change


def _shifted(_: Image, by_px: float) -> camera.Matrix:
    aim = radians(SHIFT_DEGREES)
    return camera.shift((by_px * cos(aim), by_px * sin(aim)))


def _cropped(frame: Image, share: float) -> camera.Matrix:
    """Cut a share off each side and enlarge the rest, as a webcam's digital zoom does."""
    return camera.scale(frame, 1 / (1 - 2 * share))


DISTURBANCES: Final = (
    _alike("darker: gain", (0.7, 0.5, 0.35), light.brightened),
    _alike("brighter: gain", (1.5, 2.0, 2.5), light.brightened),
    _alike("warmer: share a channel", (0.1, 0.25, 0.4), light.tinted),
    _alike(
        "colder: share a channel",
        (0.1, 0.25, 0.4),
        lambda frame, share: light.tinted(frame, -share),
    ),
    _alike("gamma: power", (0.8, 0.55), camera.toned),
    _alike("gamma up: power", (1.3, 1.8), camera.toned),
    _alike("CLAHE: limit", (1.5, 3.0, 4.0), camera.equalised),
    _alike("stray light: share", (0.03, 0.08, 0.17), light.hazy),
    _alike("vignette: corner", (0.8, 0.6, 0.4), camera.vignetted),
    _alike("side light: darkest", (0.7, 0.5, 0.35), light.lit_from_side),
    Disturbance("soft shadow: depth", (0.7, 0.5, 0.35), _shadow(SOFT)),
    Disturbance("hard shadow: depth", (0.7, 0.5, 0.35), _shadow(HARD)),
    Disturbance("sun shadow: depth", (0.7, 0.5, 0.35), _shadow(SUNNY)),
    Disturbance(
        "evening: light",
        (0.7, 1 / 3, 0.2),
        lambda frame, share, number: light.Evening(light=share).of(frame, number),
    ),
    _alike("blur: px", (1.0, 1.5, 2.0, 3.0), camera.blurred),
    Disturbance("noise: grey levels", (5.0, 10.0, 15.0, 25.0), camera.noisy),
    Disturbance("colour noise: grey levels", (4.0, 8.0, 12.0), camera.spotted),
    _alike("JPEG: quality", (60.0, 40.0, 20.0, 15.0), camera.compressed),
    _moving("rotation: degrees", (1.0, 5.0, 10.0, 180.0), camera.turn),
    _moving("shift: px", (5.0, 20.0, 40.0, 80.0), _shifted),
    _moving("farther: scale", (0.95, 0.9, 0.8), camera.scale),
    _moving("crop: share of each side", (0.02, 0.05, 0.1), _cropped),
)


def changed_at_random(frame: Image, chance: np.random.Generator) -> Image:
    """Change light and camera at random: each way with a chance of its own, most of them not."""
    for share, change in WAYS:
        if chance.uniform() < share:
            frame = change(frame, chance)
    return frame


def _cast_shadow(frame: Image, chance: np.random.Generator) -> Image:
    shadow = light.Shadow(light.WHITE, float(chance.choice([0.7, 4, 30])))
    middle = (float(chance.uniform(0.1, 0.9)), float(chance.uniform(0.1, 0.9)))
    depth, radius = float(chance.uniform(0.35, 0.8)), float(chance.uniform(0.1, 0.4))
    return light.shaded(frame, depth, middle, radius, shadow)


def _drawn(
    change: Callable[[Image, float], Image], low: float, high: float
) -> Callable[[Image, np.random.Generator], Image]:
    return lambda frame, chance: change(frame, float(chance.uniform(low, high)))


def _seeded(
    change: Callable[[Image, float, int], Image], low: float, high: float
) -> Callable[[Image, np.random.Generator], Image]:
    return lambda frame, chance: change(
        frame, float(chance.uniform(low, high)), int(chance.integers(1 << 30))
    )


WAYS: Final = (
    (0.3, _drawn(light.brightened, 0.35, 1.5)),
    (0.3, _drawn(light.tinted, -0.2, 0.3)),
    (0.2, _drawn(light.lit_from_side, 0.4, 0.9)),
    (0.2, _cast_shadow),
    (0.2, _drawn(camera.toned, 0.52, 1.9)),
    (0.15, _drawn(camera.equalised, 1.0, 4.0)),
    (0.2, _drawn(camera.coloured, 0.7, 1.3)),
    (0.25, _drawn(camera.blurred, 0.5, 3.2)),
    (0.15, _drawn(camera.sharpened, 0.3, 1.2)),
    (0.2, _drawn(camera.vignetted, 0.4, 0.9)),
    (0.25, _seeded(camera.noisy, 2.0, 14.0)),
    (0.15, _seeded(camera.spotted, 2.0, 10.0)),
    (0.3, _drawn(camera.compressed, 15.0, 90.0)),
)
"""How likely each change is, and what it draws: all chosen, as rooms and webcams do them."""
