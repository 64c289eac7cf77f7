"""The panel: its parts, what is written on them, their pins, and the seam behind which they stand.

Any part of it may be missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol


class Button(StrEnum):
    """The buttons, in the order of their labels; keys and touch speak of the same ones."""

    SCORE = "score"
    OK = "ok"
    BACK = "back"
    WHY = "why"


LABELS: Final[Mapping[Button, str]] = {
    Button.SCORE: "SCORE",
    Button.OK: "OK",
    Button.BACK: "BACK",
    Button.WHY: "WHY?",
}
"""What is written on the buttons, in every language."""


# The 40-pin header of a Raspberry Pi as it lies there, pins 1 and 2 first: GPIOs by BCM number.
# GPIO 0 and 1 (id) are not ours: a Pi that boots asks there what board is plugged on.
ROWS: Final = """
    3v3 5v
    2   5v
    3   ground
    4   14
    ground 15
    17  18
    27  ground
    22  23
    3v3 24
    10  ground
    9   25
    11  8
    ground 7
    id  id
    5   ground
    6   12
    13  ground
    19  16
    26  20
    ground 21
"""
HEADER: Final[Mapping[int, int]] = {
    int(name): pin for pin, name in enumerate(ROWS.split(), 1) if name.isdecimal()
}
"""The header's pin at which each GPIO comes out."""


@dataclass(frozen=True, slots=True)
class Pins:
    """The GPIO (BCM number) of each part; None: the part is not built in.

    The defaults are near a ground pin and have no second function (I2C, UART, SPI). A Pi
    that boots pulls light and buzzer down, so that they stay dark and silent until the program
    starts; the buttons are pulled up by the program and switch to ground.
    """

    score: int | None = 24
    ok: int | None = 25
    back: int | None = 5
    why: int | None = 6
    red: int | None = 17
    green: int | None = 27
    blue: int | None = 22
    buzzer: int | None = 23

    def button(self, button: Button) -> int | None:
        """Give the pin of a button: the field has the button's name."""
        pin: int | None = getattr(self, button.value)
        return pin


LEGS: Final = ("red", "green", "blue")
"""The parts that are one light."""


class Light(StrEnum):
    """What the light may say; amber is red with a little green."""

    OFF = "off"
    GREEN = "green"  # follows the game
    BLUE = "blue"  # waits for SCORE
    AMBER = "amber"  # cannot see: a hand, the light, the board is lost
    RED = "red"  # something is wrong


class Signal(StrEnum):
    """What the buzzer may say."""

    NOTED = "noted"  # what was seen or pressed is written down
    ASKS = "asks"  # the table is asked something
    WRONG = "wrong"  # something is wrong
    DONE = "done"  # a round is scored, or the game is over


class Cause(StrEnum):
    """Why a part of the panel is not there."""

    NO_PINS = "no-pins"  # this computer has none
    NO_LIBRARY = "no-library"  # detail: the Python package
    NOT_PERMITTED = "not-permitted"  # detail: the group whose members may use the pins
    BUSY = "busy"  # another program holds the pin; detail: what the library says
    BROKEN = "broken"  # detail: what the library says


@dataclass(frozen=True, slots=True)
class Missing:
    """A part that is done without: a button's name, ``light``, ``buzzer``, or ``panel`` (all)."""

    part: str
    cause: Cause
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact closed (``down``) or opened, as it came, bounces and all.

    ``seconds`` are those of one monotonic clock.
    """

    button: Button
    down: bool
    seconds: float


class Panel(Protocol):
    """Buttons, light and buzzer; what is missing does nothing and harms nothing."""

    @property
    def missing(self) -> tuple[Missing, ...]:
        """Name each part that is done without, once."""

    def open(self) -> None:
        """Make ready what is there; never raises for what is not."""

    def edges(self) -> list[Edge]:
        """Take what the contacts did since the last call, in order; some may have been lost."""

    def held(self) -> frozenset[Button]:
        """Tell which contacts are closed at this moment."""

    def light(self, colour: Light) -> None:
        """Show a colour until the next one."""

    def beep(self, signal: Signal) -> None:
        """Begin to sound a signal, at once, in place of one that sounds; does not wait."""

    def close(self) -> None:
        """Go dark and silent and give the pins back; harmless when called twice."""
