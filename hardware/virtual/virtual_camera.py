"""The camera above a virtual table: a back end like any other."""

from typing import Final

from hardware.camera import CameraError, Frame
from hardware.virtual.table import VirtualTable

SECONDS_A_TICK: Final = 0.25


class VirtualCamera:
    """Takes one picture of each moment at a virtual table, and no more once the game is over."""

    def __init__(self, table: VirtualTable) -> None:
        """Look at a table."""
        self._table = table
        self._open = False

    def open(self) -> None:
        """Make ready."""
        self._open = True

    def latest(self) -> Frame | None:
        """Let a moment pass and take a picture; None when the game has ended.

        Raises CameraError when the camera is not open.
        """
        if not self._open:
            raise CameraError("the virtual camera is closed; open it first")
        if not self._table.advance():
            return None
        tick = self._table.tick
        return Frame(self._table.picture(), f"virtual-{tick:05d}", tick * SECONDS_A_TICK)

    def close(self) -> None:
        """Stop; harmless when called twice."""
        self._open = False
