"""Which part hangs on which pin: the one table from which code, settings and drawings are made."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hardware.panel import Button

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

    The defaults are in reach of a ground pin and without a second office (I2C, UART, SPI). A Pi
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
        """Give the pin of a button, which is called like it."""
        pin: int | None = getattr(self, button.value)
        return pin


LEGS: Final = ("red", "green", "blue")
"""The parts that are one light."""
