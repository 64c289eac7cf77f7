"""A whole virtual table: people, pieces, and the truth about them for later comparison."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from engine.record import Undo
from engine.sumeria import Event, State
from hardware.virtual.people import Moment, People
from hardware.virtual.pose import Points, overhead
from hardware.virtual.renderer import Renderer
from hardware.virtual.solids import PAINTS
from hardware.virtual.teaching import teach
from hardware.virtual.texture import Picture

OCCLUDED: Final = 0.25
SOLID: Final = 127


class VirtualTable:
    """A game that plays itself under a camera, moment by moment.

    Players are named by the paint of their merchants, clockwise; ``first`` opens the game.
    ``settled`` is how many ticks at least the table lies still after each deed. The same
    arguments give the same game and the same pictures.
    """

    def __init__(
        self, board: Board, players: Sequence[str], first: str, seed: int, settled: int = 3
    ) -> None:
        """Lay the table; raises ValueError for a board or players that it cannot show."""
        if not (board.ranking_slots and board.influence_spaces):
            raise ValueError("the virtual table needs a board with [ranking] and [influence]")
        for player in players:
            if player not in PAINTS:
                raise ValueError(f"there is no paint {player!a}; expected {', '.join(PAINTS)}")
        self.board = board
        self.players = tuple(players)
        self.pose = overhead(board.size_mm, seed)
        self._seed = seed
        self._people = People(board, players, first, seed, settled)
        self._moments = self._people.play()
        self._tick = -1
        self._moment: Moment | None = None

    @property
    def record(self) -> Sequence[Event | Undo]:
        """The events that have fully happened so far, the setup included."""
        return tuple(self._people.history.events)

    @property
    def state(self) -> State:
        """Where the game stands after ``record``."""
        return self._people.state

    @cached_property
    def renderer(self) -> Renderer:
        """What takes the pictures."""
        return Renderer(self.board, self.pose, self._seed)

    @property
    def tick(self) -> int:
        """How many moments have passed before the present one; -1 before the first."""
        return self._tick

    def teach(self, directory: Path) -> Path:
        """Write what calibration would: board file, pictures and table file, whose path it gives.

        The pictures are taken from where the game's are taken. Raises OSError.
        """
        return teach(self.board, self.players, self.renderer, directory, self._seed)

    def advance(self) -> bool:
        """Go on by one moment; False when the game has ended."""
        moment = next(self._moments, None)
        if moment is None:
            return False
        self._moment = moment
        self._tick += 1
        return True

    def picture(self) -> Picture:
        """Take a picture of the present moment: BGR, 960 x 1280 x 3."""
        return self.renderer.render(self._present().scene, self._tick)

    def truth(self) -> dict[str, object]:
        """Tell what really lies on the table now, by the keys of a line of ``truth.jsonl``.

        ``hand`` is whether a hand covers part of the printed board, as `dubsar read` has it.
        """
        moment = self._present()
        scene = moment.scene
        hidden = self.renderer.hidden(scene)
        width, height = self.board.size_mm
        corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
        ranking, influence = self.board.ranking_slots, self.board.influence_spaces
        tiles = (scene.ranking.get(slot) for slot in range(len(ranking)))
        tokens = (scene.influence.get(space) for space in range(len(influence)))
        return {
            "board": {at: merchant.paint for at, merchant in scene.merchants.items()},
            "hand": self._share(hidden, corners) > 0.0,
            "occluded": self._occluded(hidden),
            "ranking": [tile.city_state if tile else None for tile in tiles],
            "influence": [token.kind if token else None for token in tokens],
            "event": moment.events,
            "what": moment.what,
        }

    def _occluded(self, hidden: Picture) -> list[str]:
        """Name the locations of which a quarter or more is hidden."""
        around = np.linspace(0.0, 2 * np.pi, 24, endpoint=False)
        circle = np.stack([np.cos(around), np.sin(around), 0.0 * around], axis=1)
        return [
            location.id
            for location in self.board.locations
            if self._share(hidden, circle * location.radius_mm + (*location.at_mm, 0.0)) >= OCCLUDED
        ]

    def _share(self, hidden: Picture, outline: Points) -> float:
        """Tell how much of a convex part of the board (n x 3, mm) is hidden, 0 to 1."""
        pixels = np.rint(self.pose.project(outline)).astype(np.int32)
        left, top = np.maximum(pixels.min(axis=0), 0)
        right, bottom = pixels.max(axis=0) + 1
        patch = hidden[top:bottom, left:right]
        inside = np.zeros_like(patch)
        cv2.fillConvexPoly(inside, pixels - (left, top), (1,))
        return float((patch[inside > 0] > SOLID).mean())

    def _present(self) -> Moment:
        if self._moment is None:
            raise ValueError("nothing has happened yet: advance first")
        return self._moment
