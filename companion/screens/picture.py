"""What the camera sees, small, with what was read in it."""

from collections.abc import Sequence
from typing import Final

import pygame

from companion.scene import Image
from companion.screens.layout import CAMERA
from companion.screens.palette import FAINT, HIDDEN, LINE, merchant
from companion.screens.pen import Pen
from companion.screens.photograph import fitted
from companion.screens.pieces import ring_image

MARK: Final = 4

Marks = Sequence[tuple[float, float, str | None]]


def draw_picture(pen: Pen, camera: Image | None, marks: Marks) -> None:
    """Fit the frame (BGR) into its corner, nothing cut off; a ring for each mark."""
    area = pen.pixels(CAMERA)
    pygame.draw.rect(pen.surface, LINE, area, border_radius=round(6 * pen.unit))
    if camera is None:
        pen.text("no picture", CAMERA, 18, colour=FAINT, align=0.5)
        return
    image, corner, scale = fitted(camera, area)
    pen.surface.blit(image, corner)
    for x, y, colour in marks:
        ring = ring_image(merchant(colour) if colour else HIDDEN, round(MARK * pen.unit), 1)
        centre = (corner.x + round(x * scale), corner.y + round(y * scale))
        pen.surface.blit(ring, ring.get_rect(center=centre))
