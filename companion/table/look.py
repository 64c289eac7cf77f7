"""What the camera side hands over: one reading, with the picture it was taken from."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.picture import Image
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the table.

    ``name`` is the frame's. ``picture`` is the frame (BGR, 8 bits, height x width x 3), None where
    nothing takes pictures. ``places`` are the locations' x and y in it, in board order, and
    ``outline`` the corners of the board with the tiles beside it.
    """

    reading: Reading
    name: str
    picture: Image | None = field(default=None, compare=False)
    places: Sequence[Sequence[float]] = ()
    outline: Sequence[Sequence[float]] = ()
