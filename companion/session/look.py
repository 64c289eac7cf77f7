"""The table that the camera looks at, a look at it, and what the table says was misread."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.ui.style import Colour
from engine.board import Board
from vision.reading import Image, Reading


@dataclass(frozen=True, slots=True)
class TaughtTable:
    """The table that the camera looks at: its board, and what the eye was taught of it.

    ``board_id`` is how records name the board, ``board_text`` its whole file, ``colours`` the
    pieces taught; ``tiles`` tells whether single tiles can be read, ``tints`` are the colours of
    the board's regions, none where they are not known.
    """

    board: Board
    board_id: str
    board_text: str
    colours: tuple[str, ...]
    tiles: bool = True
    tints: tuple[Colour, ...] = ()


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

    @property
    def clear(self) -> bool:
        """Whether the board is seen, without a hand over it."""
        return self.reading.registered and not self.reading.hand


@dataclass(frozen=True, slots=True)
class Misread:
    """At a location stands a piece of the colour ``who``, or nobody, whatever the eye said.

    It was said when the game stood at ``event``.
    """

    event: int
    at: str
    who: str | None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game went back to ``event``: what was said since holds no more."""

    event: int


Correction = Misread | TakenBack
