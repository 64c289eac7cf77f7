"""Painting: smooth shapes and letters in millimetres, and surfaces with grain."""

import math
from collections.abc import Callable, Iterable
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.face import face

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
MASTER: Final = 200
"""The size of the letters that are drawn, to be made as large as they shall be."""
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

        Where the face of OpenCV has no accents, that of the screens is taken.
        """
        if text and not HAS_ACCENTS:
            self._set(text, centre, height, colour, halo, most)
            return
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

    def _set(  # noqa: PLR0913, PLR0917 - how a text is set
        self,
        text: str,
        centre: Point,
        height: float,
        colour: Colour,
        halo: Colour | None,
        most: float,
    ) -> None:
        """Write like ``text``, in the face of the screens."""
        letters, baseline, tall = letters_of(text, height * self.px_per_mm, most * self.px_per_mm)
        x = round(centre[0] * self.px_per_mm - letters.shape[1] / 2)
        y = round(centre[1] * self.px_per_mm + tall / 2 - baseline)
        if halo is not None:
            around = 2 * max(1, round(STROKE_MM * self.px_per_mm))
            wide = cv2.copyMakeBorder(letters, *(around,) * 4, cv2.BORDER_CONSTANT, value=0)
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * around + 1,) * 2)
            self._blend(np.asarray(cv2.dilate(wide, kernel)), x - around, y - around, halo)
        self._blend(letters, x, y, colour)

    def _blend(self, mask: Field, x: int, y: int, colour: Colour) -> None:
        """Lay a colour on the picture where a mask from 0 to 1 is, its corner at a pixel."""
        high, wide = self.picture.shape[:2]
        left, top = max(0, -x), max(0, -y)
        right, low = min(mask.shape[1], wide - x), min(mask.shape[0], high - y)
        if left >= right or top >= low:
            return
        room = self.picture[y + top : y + low, x + left : x + right]
        share = mask[top:low, left:right].reshape(low - top, right - left, *(1,) * (room.ndim - 2))
        paint = np.array(colour[: room.shape[2]] if room.ndim > 2 else colour[0])  # noqa: PLR2004
        room[:] = np.rint(room + share * (paint - room)).astype(np.uint8)

    def _fixed(self, points: Iterable[Point]) -> npt.NDArray[np.int32]:
        """Turn mm into OpenCV's fixed-point pixels."""
        fixed = np.rint(np.array(list(points)) * (self.px_per_mm * 2**SHIFT))
        return np.asarray(fixed, np.int32)


def letters_of(text: str, height: float, most: float) -> tuple[Field, float, float]:
    """Draw capitals of a height, at ``most`` so wide, all in pixels.

    Gives how much of each pixel is letter, from 0 to 1, the row of the baseline, and how high
    capitals are there.
    """
    import pygame.font  # noqa: PLC0415 - only where OpenCV has no accents
    import pygame.surfarray  # noqa: PLC0415

    pygame.font.init()
    font = pygame.font.Font(str(face(bold=True)), MASTER)
    drawn = pygame.surfarray.array_alpha(font.render(text, True, "white")).T  # noqa: FBT003 - pygame's
    capital = font.metrics("H")[0][3]
    scale = min(height / capital, most / max(1, drawn.shape[1]))
    size = max(1, round(drawn.shape[1] * scale)), max(1, round(drawn.shape[0] * scale))
    smaller = cv2.resize(drawn.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    mask = np.asarray(smaller / 255, np.float32)
    return mask, font.get_ascent() * scale, capital * scale


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
    rounded = values + 0.5
    np.clip(rounded, 0.0, 255.0, out=rounded)
    return np.asarray(rounded, np.uint8)
