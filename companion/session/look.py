"""The taught table, one look at it, and what people say that the eye misread."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.ui.style import Colour
from engine.board import Board
from vision.reading import Image, Reading


@dataclass(frozen=True, slots=True)
class TaughtTable:
    """The table that the camera looks at: its board, and what the eye was taught of it.

    ``board_id`` is the board's name in records, ``board_text`` its whole file, ``colours`` those of
    the pieces that were taught. ``tiles``: single tiles can be read. ``tints`` are the colours of
    the board's regions, empty where they are not known.
    """

    board: Board
    board_id: str
    board_text: str
    colours: tuple[str, ...]
    tiles: bool = True
    tints: tuple[Colour, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """One reading of the table, with the picture it was made of.

    ``name`` is the frame's. ``picture`` is the frame (BGR, 8 bits, height x width x 3), None where
    nothing takes pictures. ``places`` are the pixels (x, y) of the locations in it, in board order,
    ``outline`` those of the corners of board and tiles.
    """

    reading: Reading
    name: str
    picture: Image | None = field(default=None, compare=False)
    places: Sequence[Sequence[float]] = ()
    outline: Sequence[Sequence[float]] = ()

    @property
    def clear(self) -> bool:
        """Whether the board was found and no hand is over it."""
        return self.reading.registered and not self.reading.hand


@dataclass(frozen=True, slots=True)
class Misread:
    """People say that a piece of colour ``who`` stands at a location, or none, as the eye did not.

    The game stood at ``event`` when they said so.
    """

    event: int
    at: str
    who: str | None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game went back to ``event``: corrections made since then hold no more."""

    event: int


Correction = Misread | TakenBack
