"""A desk with a picture that many examples show."""

from typing import Final

import cv2

from companion.calibration.desk import FRAMES, Desk
from vision.reading import Image

_PACKED: Final[list[tuple[Image, bytes]]] = []


class ShownDesk(Desk):
    """A desk that keeps a picture as it was packed for the first example that shows it."""

    def keep_picture(self, name: str, picture: Image) -> str:
        found = f"{FRAMES}/{name}.png"
        self._pictures[found] = picture
        self._write(self.folder / found, _packed(picture))
        return found


def _packed(picture: Image) -> bytes:
    for known, coded in _PACKED:
        if known is picture:
            return coded
    coded = cv2.imencode(".png", picture)[1].tobytes()
    _PACKED.append((picture, coded))
    return coded
