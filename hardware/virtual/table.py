"""A whole virtual table: people, pieces, and the truth about them for later comparison."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from engine.history import History
from engine.record import Undo
from engine.sumeria import Effect, Event, State
from hardware.virtual.conditions import Air, Look
from hardware.virtual.mishaps import Mishaps
from hardware.virtual.people import Moment, People
from hardware.virtual.pose import CameraPose, Points, overhead
from hardware.virtual.renderer import Renderer
from hardware.virtual.scene import Scene
from hardware.virtual.seats import laid_out_mm
from hardware.virtual.solids import PAINTS
from hardware.virtual.teaching import teach
from hardware.virtual.texture import Picture
from hardware.virtual.unruly import UnrulyPeople
from hardware.virtual.weather import Weather

OCCLUDED: Final = 0.25
SOLID: Final = 127
EDGE_STEPS: Final = 8
"""Into how many pieces an edge of the board is cut to follow it through a lens that bends it."""
BEFORE: Final = -1
"""The tick at which the table is taught."""


class VirtualTable:
    """A game that plays itself under a camera, moment by moment.

    Players are named by the paint of their merchants, clockwise; ``first`` opens the game.
    ``settled`` is how many ticks at least the table lies still after each deed. ``look`` is how
    everything looks, ``weather`` what light and camera go through, and ``mishaps`` what goes
    wrong: without them it is a friendly table, a calm evening and careful people. The same
    arguments give the same game and the same pictures.
    """

    def __init__(  # noqa: PLR0913 - a table is laid with that much
        self,
        board: Board,
        players: Sequence[str],
        first: str,
        seed: int,
        settled: int = 3,
        *,
        look: Look | None = None,
        weather: Weather | None = None,
        mishaps: Mishaps | None = None,
    ) -> None:
        """Lay the table; raises ValueError for a board or players that it cannot show."""
        if not (board.ranking_slots and board.influence_spaces):
            raise ValueError("the virtual table needs a board with [ranking] and [influence]")
        for player in players:
            if player not in PAINTS:
                raise ValueError(f"there is no paint {player!a}; expected {', '.join(PAINTS)}")
        self.board = board
        self.players = tuple(players)
        self.look = look or Look()
        self.weather = weather or Weather()
        self.pose = overhead(laid_out_mm(board), seed, look)
        self._seed = seed
        if mishaps is None:
            self._people = People(board, players, first, seed, settled, look=look)
        else:
            self._people = UnrulyPeople(
                board,
                players,
                first,
                seed,
                settled,
                look=self.look,
                mishaps=mishaps,
                eye_mm=self.pose.eye_mm,
            )
        self._moments = self._people.play()
        self._tick = -1
        self._moment: Moment | None = None

    @property
    def record(self) -> Sequence[Event | Undo]:
        """The events that have fully happened so far, the setup included."""
        return tuple(self.history.events)

    @property
    def state(self) -> State:
        """Where the game stands after ``record``."""
        return self._people.state

    @property
    def history(self) -> History[State, Event, Effect]:
        """How the game came to stand there; not to be written to."""
        return self._people.history

    @property
    def scene(self) -> Scene:
        """What lies on the table at present, and what is over it."""
        return self._present().scene

    @property
    def under_way(self) -> Event | None:
        """The event that has begun, whose consequences are still being carried out."""
        return self._people.under_way

    @property
    def amiss(self) -> tuple[str, ...]:
        """What is not as the rules or good manners want it at present."""
        return self._present().amiss

    @property
    def still(self) -> bool:
        """Whether no hand does anything at present; others may rest on the table."""
        return self._present().scene.hand is None

    @cached_property
    def renderer(self) -> Renderer:
        """What takes the pictures."""
        return Renderer(self.board, self.pose, self._seed, self.look)

    @property
    def tick(self) -> int:
        """How many moments have passed before the present one; -1 before the first."""
        return self._tick

    def teach(self, directory: Path) -> Path:
        """Write what calibration would: board file, pictures and table file, whose path it gives.

        The pictures are taken from where the game's are taken. Raises OSError.
        """
        air = self.weather.air(BEFORE)
        return teach(self.players, self.renderer, directory, self._seed, air)

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
        return self.renderer.render(self._present().scene, self._tick, self._air())

    def truth(self) -> dict[str, object]:
        """Tell what really lies on the table now, by the keys of a line of ``truth.jsonl``.

        ``hand`` is whether something that is no part of the game covers part of the printed
        board, as `dubsar read` has it. ``amiss`` is there where something is; ``locations_px`` in
        the first line and where the camera has moved.
        """
        moment = self._present()
        scene, air = moment.scene, self._air()
        pose = self.renderer.pose_under(air)
        hidden = self.renderer.hidden(scene, air)
        width, height = self.board.size_mm
        corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
        outline = np.linspace(corners, np.roll(corners, -1, axis=0), EDGE_STEPS, endpoint=False)
        at = np.array([(*one.at_mm, 0.0) for one in self.board.locations])
        bumped = self._tick > 0 and air.nudge != self.weather.air(self._tick - 1).nudge
        ranking, influence = self.board.ranking_slots, self.board.influence_spaces
        tiles = (scene.ranking.get(slot) for slot in range(len(ranking)))
        tokens = (scene.influence.get(space) for space in range(len(influence)))
        return {
            "board": {ident: merchant.paint for ident, merchant in scene.merchants.items()},
            "hand": _share(hidden, pose, outline.swapaxes(0, 1).reshape(-1, 3)) > 0.0,
            "occluded": self._occluded(hidden, pose),
            "ranking": [tile.city_state if tile else None for tile in tiles],
            "influence": [token.kind if token else None for token in tokens],
            "event": moment.events,
            "what": moment.what,
            "lying": [ident for ident, merchant in scene.merchants.items() if merchant.lying],
            "offset_mm": {
                ident: [round(there - x, 2) for there, x in zip(merchant.at_mm, spot, strict=True)]
                for ident, merchant in scene.merchants.items()
                for spot in [self.board.locations[self.board.index[ident]].at_mm]
            },
            "bumped": bumped,
            "corners_px": _listed(pose.project(corners)),
            **({"amiss": list(moment.amiss)} if moment.amiss else {}),
            **({"locations_px": _listed(pose.project(at))} if bumped or self._tick <= 0 else {}),
        }

    def _occluded(self, hidden: Picture, pose: CameraPose) -> list[str]:
        """Name the locations of which a quarter or more is hidden."""
        around = np.linspace(0.0, 2 * np.pi, 24, endpoint=False)
        circle = np.stack([np.cos(around), np.sin(around), 0.0 * around], axis=1)
        return [
            one.id
            for one in self.board.locations
            if _share(hidden, pose, circle * one.radius_mm + (*one.at_mm, 0.0)) >= OCCLUDED
        ]

    def _air(self) -> Air:
        return self.weather.air(self._tick)

    def _present(self) -> Moment:
        if self._moment is None:
            raise ValueError("nothing has happened yet: advance first")
        return self._moment


def _share(hidden: Picture, pose: CameraPose, outline: Points) -> float:
    """Tell how much of a part of the board (its outline n x 3, mm) is hidden, 0 to 1."""
    pixels = np.rint(pose.project(outline)).astype(np.int32)
    left, top = np.maximum(pixels.min(axis=0), 0)
    right, bottom = pixels.max(axis=0) + 1
    patch = hidden[top:bottom, left:right]
    inside = np.zeros_like(patch)
    cv2.fillPoly(inside, [pixels - (left, top)], (1,))
    return float((patch[inside > 0] > SOLID).mean())


def _listed(pixels: Points) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in pixels]
