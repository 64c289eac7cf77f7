"""Drawing in millimetres: discs, boxes, shapes and letters with smooth edges."""

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.virtual.texture import Picture

Colour = tuple[float, float, float]
Point = tuple[float, float]
SHIFT: Final = 4
FACE: Final = cv2.FONT_HERSHEY_COMPLEX
STROKE_MM: Final = 0.3
"""The thickness of a letter's strokes."""
AROUND: Final = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


class Brush:
    """Draws on one picture; lengths and places are mm from its top-left corner, colours BGR."""

    def __init__(self, picture: Picture, px_per_mm: float) -> None:
        """Draw on ``picture``, whose scale is ``px_per_mm``."""
        self.picture = picture
        self.px_per_mm = px_per_mm

    def disc(self, at: Point, radius: float, colour: Colour) -> None:
        """Fill a circle."""
        scale = self.px_per_mm * 2**SHIFT
        centre = (round(at[0] * scale), round(at[1] * scale))
        cv2.circle(self.picture, centre, round(radius * scale), colour, -1, cv2.LINE_AA, SHIFT)

    def ring(self, at: Point, radius: float, colour: Colour, width: float) -> None:
        """Draw a circle with a pen of ``width`` mm."""
        scale = self.px_per_mm * 2**SHIFT
        centre = (round(at[0] * scale), round(at[1] * scale))
        thickness = max(1, round(width * self.px_per_mm))
        cv2.circle(
            self.picture, centre, round(radius * scale), colour, thickness, cv2.LINE_AA, SHIFT
        )

    def box(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        """Fill an upright rectangle."""
        x0, y0, x1, y1 = (
            max(0, round(value * self.px_per_mm)) for value in (left, top, right, bottom)
        )
        deep = self.picture.shape[2:]
        self.picture[y0:y1, x0:x1] = colour[: deep[0]] if deep else colour[0]

    def shape(self, outline: Iterable[Point], colour: Colour) -> None:
        """Fill a polygon."""
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
        """Fill a star of ``points`` rays."""
        turn = np.arange(2 * points) * np.pi / points
        reach = np.where(np.arange(2 * points) % 2, size * 0.45, size)
        x, y = at[0] + reach * np.sin(turn), at[1] - reach * np.cos(turn)
        self.shape(zip(x.tolist(), y.tolist(), strict=True), colour)

    def text(
        self, text: str, centre: Point, height: float, colour: Colour, halo: Colour | None = None
    ) -> None:
        """Write letters of a height around a centre, where wanted with a halo."""
        (_, tall), _ = cv2.getTextSize(text, FACE, 1.0, 1)
        if not tall:  # nothing to write
            return
        scale = height * self.px_per_mm / tall
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
