"""What may disturb a frame after teaching, by name, each from weak to strong."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from typing import Final

from tools.disturb import camera, light
from tools.disturb.settings import Evening, equalised, spotted, toned, vignetted
from vision.reading import Image

GOLDEN: Final = (sqrt(5) - 1) / 2
"""Multiples of it, less their whole part, never come near each other."""
SHADOW_RADIUS: Final = 0.2
"""Of the frame's width and height: a head, or an arm and shoulder, beside the lamp."""
SOFT_PX: Final = 30.0
"""The edge of a shadow that a wide lamp casts, as a standard deviation."""
HARD_PX: Final = 0.7
"""The edge that the sun gives, as sharp as a lens shows any."""
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
    """Disturb every frame alike."""
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


def _shadow(edge_px: float) -> Callable[[Image, float, int], Image]:
    """Cast a shadow in another place in each frame, spread evenly."""

    def change(frame: Image, depth: float, number: int) -> Image:
        step = number + 1
        at = (0.15 + 0.7 * (step * GOLDEN % 1), 0.15 + 0.7 * (step * GOLDEN**2 * 1.7 % 1))
        return light.shaded(frame, depth, at, SHADOW_RADIUS, edge_px)

    return change


def _middle(frame: Image) -> camera.Point:
    height, width = frame.shape[:2]
    return width / 2, height / 2


def _turned(frame: Image, degrees: float) -> camera.Matrix:
    return camera.turn(_middle(frame), degrees)


def _shifted(_: Image, by_px: float) -> camera.Matrix:
    aim = radians(SHIFT_DEGREES)
    return camera.shift((by_px * cos(aim), by_px * sin(aim)))


def _scaled(frame: Image, times: float) -> camera.Matrix:
    return camera.scale(_middle(frame), times)


def _cropped(frame: Image, share: float) -> camera.Matrix:
    """Cut a share off each side and enlarge the rest, as a webcam's digital zoom does."""
    return camera.scale(_middle(frame), 1 / (1 - 2 * share))


DISTURBANCES: Final = (
    _alike("darker: gain", (0.7, 0.5, 0.35), light.brightened),
    _alike("brighter: gain", (1.5, 2.0, 2.5), light.brightened),
    _alike("warmer: share a channel", (0.1, 0.25, 0.4), light.tinted),
    _alike(
        "colder: share a channel",
        (0.1, 0.25, 0.4),
        lambda frame, share: light.tinted(frame, -share),
    ),
    _alike("gamma: power", (0.8, 0.55), toned),
    _alike("gamma up: power", (1.3, 1.8), toned),
    _alike("CLAHE: limit", (1.5, 3.0, 4.0), equalised),
    _alike("vignette: corner", (0.8, 0.6, 0.4), vignetted),
    _alike("side light: darkest", (0.7, 0.5, 0.35), light.lit_from_side),
    Disturbance("soft shadow: depth", (0.7, 0.5, 0.35), _shadow(SOFT_PX)),
    Disturbance("hard shadow: depth", (0.7, 0.5, 0.35), _shadow(HARD_PX)),
    Disturbance(
        "evening: light",
        (0.7, 1 / 3, 0.2),
        lambda frame, share, number: Evening(light=share).of(frame, number),
    ),
    _alike("blur: px", (1.0, 1.5, 2.0, 3.0), camera.blurred),
    Disturbance("noise: grey levels", (5.0, 10.0, 15.0, 25.0), camera.noisy),
    Disturbance("colour noise: grey levels", (4.0, 8.0, 12.0), spotted),
    _alike("JPEG: quality", (60.0, 40.0, 20.0, 15.0), camera.compressed),
    _moving("rotation: degrees", (1.0, 5.0, 10.0, 180.0), _turned),
    _moving("shift: px", (5.0, 20.0, 40.0, 80.0), _shifted),
    _moving("farther: scale", (0.95, 0.9, 0.8), _scaled),
    _moving("crop: share of each side", (0.02, 0.05, 0.1), _cropped),
)
