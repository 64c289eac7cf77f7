"""The pictures that are kept of an event: they hold the board, not the people around it."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture import decode_picture
from vision.reading import Image

RIM: Final = 0.08
"""How far the picture reaches beyond the outline, as a share of the way from its middle."""
GREY: Final = 128
"""What stands for all that lies farther off: grey draws no eye and costs no bytes."""
FARTHEST: Final = 10
"""How many frames away a corner may lie: no board of which something is seen reaches so far."""
CROPPED_SIDE: Final = 1280
"""Longest side of the cropped picture, in pixels: a piece is still some 40 across."""
WHOLE_SIDE: Final = 480
"""Longest side of the whole picture, in pixels: enough to tell where the board lay in view."""
PAGE_SIDE: Final = 800
"""Longest side of a picture on a page that holds all of a game: a third of the bytes."""
CROPPED_QUALITY: Final = 85
"""JPEG quality at which the colours of pieces stay as the camera gave them."""
WHOLE_QUALITY: Final = 70
"""JPEG quality for what is only glanced at."""


def evidence_pictures(frame: Image, outline_px: npt.ArrayLike) -> tuple[bytes, bytes]:
    """Make the cropped and the whole reduced picture of a frame, as JPEG files.

    ``frame`` is BGR, 8 bits, height x width x 3. ``outline_px`` are three or more corners (x, y)
    of a convex outline in the frame: the printed board, with the tiles where they lie beside it.
    What lies beyond the outline and a rim around it is grey in both pictures. Raises ValueError
    when the outline is none or lies outside the frame.
    """
    _, (left, top, across, down) = _kept(frame, outline_px)
    board = board_alone(frame, outline_px)
    cropped = board[top : top + down, left : left + across]
    return (
        jpeg_of(_reduced(cropped, CROPPED_SIDE), CROPPED_QUALITY),
        jpeg_of(_reduced(board, WHOLE_SIDE), WHOLE_QUALITY),
    )


def smaller(picture: bytes) -> bytes:
    """Make a kept picture one for a page of a whole game; as it is where it is damaged."""
    read = picture_of(picture)
    return picture if read is None else jpeg_of(_reduced(read, PAGE_SIDE), WHOLE_QUALITY)


def board_alone(frame: Image, outline_px: npt.ArrayLike) -> Image:
    """Make a frame grey beyond the outline and a rim around it; raises ValueError likewise."""
    mask, _ = _kept(frame, outline_px)
    return np.asarray(cv2.copyTo(frame, mask, np.full_like(frame, GREY)), np.uint8)


def places_in_cropped(
    frame: Image, outline_px: npt.ArrayLike, places_px: npt.ArrayLike
) -> list[list[float]]:
    """Tell where points of a frame lie in its cropped picture, as shares of width and height.

    Raises ValueError as ``evidence_pictures`` does.
    """
    _, (left, top, across, down) = _kept(frame, outline_px)
    places = np.asarray(places_px, dtype=np.float64).reshape(-1, 2)
    shares: list[list[float]] = ((places - (left, top)) / (across, down)).round(4).tolist()
    return shares


def picture_of(jpeg: bytes | None) -> Image | None:
    """Read a JPEG file (BGR, 8 bits); None where there is none, or it is damaged."""
    return decode_picture(jpeg or b"")


def _kept(
    frame: Image, outline_px: npt.ArrayLike
) -> tuple[npt.NDArray[np.uint8], tuple[int, int, int, int]]:
    """Mark what is kept of a frame, and find the box (left, top, width, height) around it."""
    outline = np.asarray(outline_px, dtype=np.float64)
    if outline.ndim != 2 or outline.shape[0] < 3 or outline.shape[1] != 2:  # noqa: PLR2004
        raise ValueError(f"expected corners (x, y), found an array of shape {outline.shape}")
    if not np.isfinite(outline).all() or cv2.contourArea(outline.astype(np.float32)) < 1:
        raise ValueError("expected an outline with an area")
    height, width = frame.shape[:2]
    middle = outline.mean(axis=0)
    rim = middle + (1 + RIM) * (outline - middle)
    if np.abs(rim).max() > FARTHEST * max(height, width):
        raise ValueError("expected an outline that is in view")
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, rim.round().astype(np.int32), 1)
    left, top, across, down = cv2.boundingRect(mask)
    if not across or not down:
        raise ValueError("expected an outline that is in view")
    return mask, (left, top, across, down)


def _reduced(picture: Image, longest: int) -> Image:
    height, width = picture.shape[:2]
    scale = longest / max(height, width)
    if scale >= 1:
        return picture
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def jpeg_of(picture: Image, quality: int) -> bytes:
    """Code a picture (BGR, 8 bits) as a JPEG file of a quality from 0 to 100."""
    done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("expected a picture that JPEG can hold")
    return bytes(encoded)
