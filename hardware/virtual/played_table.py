"""A virtual table at which nobody plays by himself: what happens there is asked for, deed by deed.

A script or a mouse plays it; the game that comes of it is in nobody's head.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Final

import numpy as np

from engine.board import Board
from hardware.virtual.conditions import Look
from hardware.virtual.gestures import Gestures, Tick
from hardware.virtual.pose import CameraPose, overhead
from hardware.virtual.renderer import Renderer
from hardware.virtual.scene import Hand, Scene
from hardware.virtual.seats import laid_out_mm, seats
from hardware.virtual.tabletop import Tabletop
from hardware.virtual.teaching import teach
from hardware.virtual.texture import Picture
from hardware.virtual.weather import Weather
from seeds.sumeria import counts

BEFORE: Final = -1
"""The tick at which the table is taught."""
PAUSE: Final = 3
"""Ticks for which the table lies still after each deed."""


class PlayedTable:
    """A table with its pieces, its people's hands, and a camera above it.

    Players are named by the paint of their merchants, clockwise. ``top`` is what lies where. The
    same deeds after the same arguments give the same pictures.
    """

    def __init__(
        self,
        board: Board,
        players: Sequence[str],
        seed: int,
        *,
        look: Look | None = None,
        weather: Weather | None = None,
    ) -> None:
        """Lay the table and deal; raises ValueError for a board that has no room for tiles."""
        if not (board.ranking_slots and board.influence_spaces):
            raise ValueError("the virtual table needs a board with [ranking] and [influence]")
        self.board = board
        self.players = tuple(players)
        self.look: Final = look or Look()
        self.weather = weather or Weather()
        self.pose: Final[CameraPose] = overhead(laid_out_mm(board), seed, self.look)
        self.tick = BEFORE
        self.over: Hand | None = None
        self._seed: Final = seed
        self._rng: Final = np.random.default_rng([seed, 11])
        around = dict(zip(players, seats(laid_out_mm(board), len(players)), strict=True))
        # The box holds enough for every number of players.
        merchants = max(share.merchants for share in counts().shares.values())
        self.top: Final = Tabletop(board, around, merchants, self._rng, self.look)
        self._hands: Final = Gestures(self.top, self._rng)
        self._deeds: Final[deque[Iterator[Tick]]] = deque()
        self._scene = self.top.scene()
        self._bag = [kind for kind in counts().kinds for _ in range(counts().of_each)]
        row = self._rng.permutation([state.id for state in board.city_states]).tolist()
        for slot, city_state in enumerate(row):
            self.top.lay_tile(slot, str(city_state))
        self.deal()

    @cached_property
    def renderer(self) -> Renderer:
        """What takes the pictures."""
        return Renderer(self.board, self.pose, self._seed, self.look)

    @property
    def scene(self) -> Scene:
        """What lies on the table at present, and what is over it."""
        return self._scene

    @property
    def busy(self) -> bool:
        """Whether something that was asked for is still to be done."""
        return bool(self._deeds)

    def teach(self, directory: Path) -> Path:
        """Write what calibration would, pictures and all; give the table file's path."""
        air = self.weather.air(BEFORE)
        return teach(self.players, self.renderer, directory, self._seed, air)

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

    def picture(self) -> Picture:
        """Take a picture of the present moment: BGR, 960 x 1280 x 3."""
        return self.renderer.render(self._scene, self.tick, self.weather.air(max(self.tick, 0)))

    def wait(self, ticks: int = PAUSE) -> None:
        """Let the table lie still."""
        self._deeds.append(self._hands.still(ticks))

    def put(self, player: str, location: str) -> None:
        """Bring a merchant from the supply to a location."""
        self._do(lambda: self._hands.put(player, location))

    def carry(self, player: str, origin: str, to: str) -> None:
        """Take a merchant from one location to another."""
        self._do(lambda: self._hands.carry(player, origin, to))

    def take(self, player: str, location: str) -> None:
        """Take a merchant back into the supply."""
        self._do(lambda: self._hands.take(player, location))

    def lay_row(self, player: str, row: Sequence[str]) -> None:
        """Lay the city-state tiles as they are to lie; those that do stay untouched."""
        there = {slot: tile.city_state for slot, tile in self.top.ranking.items()}
        wrong = [slot for slot, city_state in enumerate(row) if there.get(slot) != city_state]
        if not wrong:
            return

        def lay() -> None:
            self.top.pick_up(wrong)
            for slot in wrong:
                self.top.lay_tile(slot, row[slot])

        middle = self.top.slot(wrong[len(wrong) // 2])
        self._do(lambda: self._hands.work(player, [(middle, lay)]))

    def take_tiles(self, winner: str | None, spaces: Sequence[int]) -> None:
        """Let a player take influence tiles, or somebody put them back into the box."""
        stages = [
            (self.top.space(space), lambda one=space: self.top.take_token(one, winner))
            for space in spaces
        ]
        self._do(lambda: self._hands.work(winner or self.players[0], stages))

    def lay_tiles(self, kinds: Sequence[str]) -> None:
        """Lay influence tiles onto all spaces, in one go."""

        def lay() -> None:
            for space, kind in enumerate(kinds):
                self.top.lay_token(space, kind)

        middle = self.top.space(len(kinds) // 2)
        self._do(lambda: self._hands.work(self.players[0], [(middle, lay)]))

    def deal(self) -> None:
        """Lay tiles from the bag, blindly, onto the spaces that are empty; at once."""
        for space in range(len(self.board.influence_spaces)):
            if space not in self.top.influence and self._bag:
                kind = self._bag.pop(int(self._rng.integers(len(self._bag))))
                self.top.lay_token(space, kind)

    def shift(self) -> None:
        """Put the first three tiles of the row to its end, as after scoring; at once."""
        row = [tile.city_state for _, tile in sorted(self.top.ranking.items())]
        scored = len(counts().over_ranks)
        self.top.pick_up(list(self.top.ranking))
        for slot, city_state in enumerate(row[scored:] + row[:scored]):
            self.top.lay_tile(slot, city_state)

    def _do(self, deed: Callable[[], Iterator[Tick]]) -> None:
        """Have something done, and the table lie still after it; begun when its turn comes."""

        def later() -> Iterator[Tick]:
            yield from deed()

        self._deeds.append(chain(later(), self._hands.still(PAUSE)))
