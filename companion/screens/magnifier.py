"""A magnifier over a picture: what lies under a finger is seen beside it."""

from typing import Final

import cv2
import numpy as np
import pygame

from companion.picture import Image
from companion.screens.palette import GOLD, INK, WHITE
from companion.screens.pen import Pen

SIDE: Final = 150
"""How wide and high it is, in the design."""
POWER: Final = 4
"""How many pixels of the design one of the picture takes."""


def magnified(image: Image, at: tuple[float, float], side: int, power: float) -> Image:
    """Cut a square of ``side`` pixels around a point, each of the picture's ``power`` large."""
    half = side / 2
    turn = np.array([[power, 0, half - power * at[0]], [0, power, half - power * at[1]]])
    found = cv2.warpAffine(image, turn, (side, side), flags=cv2.INTER_LINEAR)
    return np.asarray(found, np.uint8)


def draw_magnifier(pen: Pen, image: Image, at: tuple[float, float], area: pygame.Rect) -> None:
    """Draw it in the upper corner of a picture's pixels that is away from where it looks."""
    side = round(SIDE * pen.unit)
    seen = cv2.cvtColor(magnified(image, at, side, POWER * pen.unit), cv2.COLOR_BGR2RGB)
    glass = pygame.image.frombuffer(seen.tobytes(), (side, side), "RGB")
    place = glass.get_rect(topleft=area.topleft)
    if at[0] < image.shape[1] / 2:
        place.right = area.right
    pen.surface.blit(glass, place)
    for thick, colour in ((3, WHITE), (1, INK)):
        width = max(1, round(thick * pen.unit))
        pygame.draw.line(pen.surface, colour, place.midleft, place.midright, width)
        pygame.draw.line(pen.surface, colour, place.midtop, place.midbottom, width)
    pygame.draw.rect(pen.surface, GOLD, place, max(1, round(3 * pen.unit)))
