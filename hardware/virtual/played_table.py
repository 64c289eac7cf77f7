"""A virtual table at which nobody plays by himself: what happens there is asked for, deed by deed.

A script or a mouse plays it; the game that comes of it is in nobody's head.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Final

from hardware.virtual.changes import Changes
from hardware.virtual.conditions import Conditions
from hardware.virtual.gestures import Gestures, Tick
from hardware.virtual.look import Look
from hardware.virtual.painting import Picture
from hardware.virtual.renderer import NO_FACES
from hardware.virtual.scene import Hand, Scene
from hardware.virtual.table import LaidTable
from hardware.virtual.tabletop import Tabletop

PAUSE: Final = 3
"""Ticks for which the table lies still after each deed."""


class PlayedTable(LaidTable):
    """A table with its pieces, its people's hands, and a camera above it.

    ``over`` is a hand that somebody holds over it. The same deeds after the same arguments give
    the same pictures.
    """

    def __init__(
        self,
        top: Tabletop,
        seed: int,
        *,
        look: Look | None = None,
        changes: Changes | None = None,
        faces: Mapping[str, Picture] = NO_FACES,
    ) -> None:
        """Take a table that is laid."""
        super().__init__(top, seed, look=look, changes=changes, faces=faces)
        self.over: Hand | None = None
        self._rng: Final = top.rng
        self._hands: Final = Gestures(top, top.rng)
        self._deeds: Final[deque[Iterator[Tick]]] = deque()
        self._scene = top.scene()

    @property
    def scene(self) -> Scene:
        """What lies on the table at present, and what is over it."""
        return self._scene

    @property
    def conditions(self) -> Conditions:
        """The conditions at present, or at first."""
        return self.changes.conditions(max(self.tick, 0))

    @property
    def at_once(self) -> Mapping[str, Callable[[], None]]:
        """What is tedious with a mouse, and done at once by its name: of a game of its own."""
        return {}

    @property
    def busy(self) -> bool:
        """Whether something that was asked for is still to be done."""
        return bool(self._deeds)

    def advance(self) -> bool:
        """Go on by one moment; there is always one more."""
        self.tick += 1
        while self._deeds:
            tick = next(self._deeds[0], None)
            if tick is not None:
                self._scene = tick[1]
                return True
            self._deeds.popleft()
        self._scene = self.top.scene(self.over)
        return True

    def wait(self, ticks: int = PAUSE) -> None:
        """Let the table lie still."""
        self._deeds.append(self._hands.still(ticks))

    def put(self, player: str, location: str) -> None:
        """Bring a merchant from the supply to a location."""
        self.do(lambda: self._hands.put(player, location))

    def carry(self, player: str, origin: str, to: str) -> None:
        """Take a merchant from one location to another."""
        self.do(lambda: self._hands.carry(player, origin, to))

    def take(self, player: str, location: str) -> None:
        """Take a merchant back into the supply."""
        self.do(lambda: self._hands.take(player, location))

    def do(self, deed: Callable[[], Iterator[Tick]]) -> None:
        """Have something done, and the table lie still after it; begun when its turn comes."""

        def later() -> Iterator[Tick]:
            yield from deed()

        self._deeds.append(chain(later(), self._hands.still(PAUSE)))
