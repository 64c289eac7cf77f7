"""A photograph made to fit into a box."""

import cv2
import numpy as np
import pygame

from companion.picture import Image


def fitted(picture: Image, area: pygame.Rect) -> tuple[pygame.Surface, pygame.Rect, float]:
    """Fit a picture (BGR, 8 bits) into pixels of the screen, nothing cut off or distorted.

    Gives what to draw, where, and how many pixels of the screen one of the picture takes.
    """
    height, width = picture.shape[:2]
    scale = min(area.width / width, area.height / height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.cvtColor(cv2.resize(picture, size, interpolation=way), cv2.COLOR_BGR2RGB)
    image = pygame.image.frombuffer(np.ascontiguousarray(small).tobytes(), size, "RGB")
    return image, image.get_rect(center=area.center), scale
