"""The camera above a virtual table: a back end like any other."""

import queue
from collections.abc import Callable
from typing import Final

from hardware.camera import CameraError, Frame
from hardware.virtual.table import LaidTable

SECONDS_A_TICK: Final = 0.25


class VirtualCamera:
    """Takes one picture of each moment at a virtual table, and no more once the game is over.

    ``deeds`` are done between two moments, by the thread that takes the pictures: so another
    thread may have something done at the table.
    """

    def __init__(self, table: LaidTable, seconds_a_tick: float = SECONDS_A_TICK) -> None:
        self.deeds: Final[queue.SimpleQueue[Callable[[], None]]] = queue.SimpleQueue()
        self._table: Final = table
        self._pace: Final = seconds_a_tick
        self._open = False

    def open(self) -> None:
        self._open = True

    def latest(self) -> Frame | None:
        """Let a moment pass and take a picture; None when the game has ended.

        Raises CameraError when the camera is not open.
        """
        if not self._open:
            raise CameraError("the virtual camera is closed; open it first")
        while not self.deeds.empty():
            self.deeds.get()()
        if not self._table.advance():
            return None
        tick = self._table.tick
        return Frame(self._table.picture(), f"virtual-{tick:05d}", tick * self._pace)

    def lock(self) -> None:
        """Do nothing: its conditions alone decide how a virtual table looks."""

    def close(self) -> None:
        """Stop; harmless when called twice."""
        self._open = False
