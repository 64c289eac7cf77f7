"""Painting: smooth shapes and letters in millimetres, and surfaces with grain."""

import math
import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]
Rng = np.random.Generator
Colour = tuple[float, float, float]
Point = tuple[float, float]
Points = npt.NDArray[np.float64]
"""Many points, one a row."""
Surface = Callable[[Rng, int, int, float], Picture]
"""Paints a table top (BGR) of a height and a width in pixels, so many of these a mm."""

PLANK_MM: Final = 92.0
OAK: Final = (58.0, 92.0, 134.0)
SHIFT: Final = 4
FACE: Final = cv2.FONT_HERSHEY_COMPLEX
HAS_ACCENTS: Final = int(cv2.__version__.split(".")[0]) >= 5  # noqa: PLR2004 - since OpenCV 5
LIGATURES: Final = str.maketrans({"œ": "oe", "Œ": "OE", "’": "'"})
STROKE_MM: Final = 0.3
"""The thickness of a letter's strokes."""
AROUND: Final = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


class Brush:
    """Draws on one picture; lengths and places are mm from its top-left corner, colours BGR."""

    def __init__(self, picture: Picture, px_per_mm: float) -> None:
        self.picture = picture
        self.px_per_mm = px_per_mm

    def disc(self, at: Point, radius: float, colour: Colour) -> None:
        scale = self.px_per_mm * 2**SHIFT
        centre = (round(at[0] * scale), round(at[1] * scale))
        cv2.circle(self.picture, centre, round(radius * scale), colour, -1, cv2.LINE_AA, SHIFT)

    def box(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        x0, y0, x1, y1 = (
            max(0, round(value * self.px_per_mm)) for value in (left, top, right, bottom)
        )
        deep = self.picture.shape[2:]
        self.picture[y0:y1, x0:x1] = colour[: deep[0]] if deep else colour[0]

    def shape(self, outline: Iterable[Point], colour: Colour) -> None:
        cv2.fillPoly(self.picture, [self._fixed(outline)], colour, cv2.LINE_AA, SHIFT)

    def line(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """Draw through points with a pen of ``width`` mm."""
        thickness = max(1, round(width * self.px_per_mm))
        cv2.polylines(
            self.picture,
            [self._fixed(points)],
            isClosed=False,
            color=colour,
            thickness=thickness,
            lineType=cv2.LINE_AA,
            shift=SHIFT,
        )

    def star(self, at: Point, size: float, colour: Colour, points: int = 8) -> None:
        turn = np.arange(2 * points) * np.pi / points
        reach = np.where(np.arange(2 * points) % 2, size * 0.45, size)
        x, y = at[0] + reach * np.sin(turn), at[1] - reach * np.cos(turn)
        self.shape(zip(x.tolist(), y.tolist(), strict=True), colour)

    def text(  # noqa: PLR0913 - how a text is set
        self,
        text: str,
        centre: Point,
        height: float,
        colour: Colour,
        halo: Colour | None = None,
        *,
        most: float = math.inf,
    ) -> None:
        """Write letters of a height around a centre, where wanted with a halo, at ``most`` so wide.

        Where the face has no accents, of an accented letter the plain one is written.
        """
        text = text if HAS_ACCENTS else plain_letters(text)
        (long, tall), _ = cv2.getTextSize(text, FACE, 1.0, 1)
        if not tall:  # nothing to write
            return
        scale = min(height / tall, most / long) * self.px_per_mm
        (wide, tall), _ = cv2.getTextSize(text, FACE, scale, 1)
        x = round(centre[0] * self.px_per_mm - wide / 2)
        y = round(centre[1] * self.px_per_mm + tall / 2)
        thick = max(1, round(STROKE_MM * self.px_per_mm))
        for dx, dy in AROUND if halo else ():
            at = (x + 2 * thick * dx, y + 2 * thick * dy)
            cv2.putText(self.picture, text, at, FACE, scale, halo, thick, cv2.LINE_AA)
        for dx in (0, thick):
            at = (x + dx, y)
            cv2.putText(self.picture, text, at, FACE, scale, colour, thick, cv2.LINE_AA)

    def _fixed(self, points: Iterable[Point]) -> npt.NDArray[np.int32]:
        """Turn mm into OpenCV's fixed-point pixels."""
        fixed = np.rint(np.array(list(points)) * (self.px_per_mm * 2**SHIFT))
        return np.asarray(fixed, np.int32)


def plain_letters(text: str) -> str:
    """Write a text in the letters of ASCII."""
    text = unicodedata.normalize("NFKD", text.translate(LIGATURES))
    return text.encode("ascii", "ignore").decode()


def noise(rng: Rng, height: int, width: int, cell: tuple[float, float]) -> Field:
    """Make smooth noise of mean 0 and deviation about 1; ``cell`` is its grain (y, x) in pixels."""
    rows, columns = (int(n / c) + 3 for n, c in zip((height, width), cell, strict=True))
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    scaled = cv2.resize(coarse, None, fx=cell[1], fy=cell[0], interpolation=cv2.INTER_CUBIC)
    return np.asarray(scaled[:height, :width], dtype=np.float32)


def fractal(rng: Rng, height: int, width: int, cell: float, octaves: int = 4) -> Field:
    """Sum noise of halving grain and weight: clouds, ground, worn paper."""
    total = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        size = max(cell / 2**octave, 1.0)
        total += noise(rng, height, width, (size, size)) / 2**octave
    return total


def relief(height_map: Field) -> Field:
    """Light a height map from the upper left: a factor around 1 for each pixel."""
    slope = cv2.Sobel(height_map, cv2.CV_32F, 1, 1, ksize=3)
    return np.asarray(1.0 + 0.03 * np.clip(slope, -3.0, 3.0), dtype=np.float32)


def wood(
    rng: Rng, height: int, width: int, px_per_mm: float, colour: tuple[float, float, float]
) -> Picture:
    """Paint a table top of planks that run across the picture, BGR."""
    shade = np.ones((height, width), np.float32)
    plank = PLANK_MM * px_per_mm
    for top in np.arange(-plank * rng.random(), height, plank):
        rows = slice(max(0, int(top)), min(height, int(top + plank)))
        count = rows.stop - rows.start
        figure = noise(rng, count, width, (9.0 * px_per_mm, 160.0 * px_per_mm))
        grain = noise(rng, count, width, (max(1.0, 0.9 * px_per_mm), 45.0 * px_per_mm))
        shade[rows] = (
            1.0 + 0.10 * rng.standard_normal() + 0.10 * np.sin(4.0 * figure) + 0.07 * grain
        )
        shade[rows.start : rows.start + max(1, int(1.2 * px_per_mm))] *= 0.45
    shade += 0.02 * rng.standard_normal((height, width)).astype(np.float32)
    return multiplied(colour, shade)


def oak(rng: Rng, height: int, width: int, px_per_mm: float) -> Picture:
    """Paint an oak table."""
    return wood(rng, height, width, px_per_mm, OAK)


def multiplied(colour: tuple[float, float, float], shade: Field) -> Picture:
    """Make a picture of one BGR colour, brightened or darkened by ``shade``."""
    return clipped(shade[..., None] * np.asarray(colour, np.float32))


def clipped(values: npt.NDArray[np.floating]) -> Picture:
    """Round to 8 bits, keeping within black and white."""
    return np.asarray(np.clip(values + 0.5, 0.0, 255.0), np.uint8)
