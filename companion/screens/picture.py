"""What the camera sees, small, with what was read in it."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import pygame

from companion.scene import Image
from companion.screens.layout import CAMERA
from companion.screens.palette import FAINT, HIDDEN, LINE, merchant
from companion.screens.pen import Pen
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
    height, width = camera.shape[:2]
    scale = min(area.width / width, area.height / height)
    size = (round(width * scale), round(height * scale))
    small = cv2.cvtColor(cv2.resize(camera, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB)
    image = pygame.image.frombuffer(np.ascontiguousarray(small).tobytes(), size, "RGB")
    corner = image.get_rect(center=area.center)
    pen.surface.blit(image, corner)
    for x, y, colour in marks:
        ring = ring_image(merchant(colour) if colour else HIDDEN, round(MARK * pen.unit), 1)
        centre = (corner.x + round(x * scale), corner.y + round(y * scale))
        pen.surface.blit(ring, ring.get_rect(center=centre))
