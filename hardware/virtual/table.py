"""A table under a camera: what lies there, how it is taught, and the pictures taken of it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from engine.board import Board
from engine.history import History
from hardware.virtual.camera_pose import CameraPose, overhead
from hardware.virtual.conditions import Changes, Conditions
from hardware.virtual.lessons import teach
from hardware.virtual.look import Look
from hardware.virtual.painting import Picture
from hardware.virtual.people import Moment, People
from hardware.virtual.pieces import PAINTS
from hardware.virtual.renderer import NO_FACES, Renderer
from hardware.virtual.scene import Scene
from hardware.virtual.tabletop import Tabletop, laid_out_mm

BEFORE: Final = -1
"""The tick before the first moment, at which the table is taught."""


class LaidTable(ABC):
    """A table with its pieces and a camera above it.

    Players are named by the paint of their pieces, clockwise. ``top`` is what lies where;
    ``look`` is how everything looks, ``changes`` what light and camera go through,
    ``faces`` what its tiles show.
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
        """Hang a camera over a table; raises ValueError for players without a paint."""
        self.top = top
        self.board: Board = top.board
        self.players: tuple[str, ...] = tuple(top.seats)
        for player in self.players:
            if player not in PAINTS:
                raise ValueError(f"there is no paint {player!a}; expected {', '.join(PAINTS)}")
        self.look = look or Look()
        self.changes = changes or Changes()
        self.pose: CameraPose = overhead(laid_out_mm(self.board), seed, look)
        self.tick = BEFORE
        """How many moments have passed before the present one; -1 before the first."""
        self._seed = seed
        self._faces = faces

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """What lies on the table at present, and what is over it."""

    @abstractmethod
    def advance(self) -> bool:
        """Go on by one moment; False when there is none."""

    @cached_property
    def renderer(self) -> Renderer:
        return Renderer(self.board, self.pose, self._seed, self.look, self._faces)

    @property
    def conditions(self) -> Conditions:
        return self.changes.conditions(self.tick)

    def teach(self, directory: Path) -> Path:
        """Write what calibration would: board file, pictures and table file, whose path it gives.

        The pictures are taken from where the game's are taken. Raises OSError.
        """
        conditions = self.changes.conditions(BEFORE)
        return teach(self.top, self.renderer, directory, self._seed, conditions)

    def picture(self) -> Picture:
        """Take a picture of the present moment: BGR, 960 x 1280 x 3."""
        return self.renderer.render(self.scene, self.tick, self.conditions)


class VirtualTable(LaidTable):
    """A game that its ``people`` play by themselves under a camera, moment by moment.

    The same people and arguments give the same game and the same pictures.
    """

    def __init__(
        self,
        people: People,
        seed: int,
        *,
        look: Look | None = None,
        changes: Changes | None = None,
        faces: Mapping[str, Picture] = NO_FACES,
    ) -> None:
        """Watch people; without ``changes`` the evening is calm."""
        super().__init__(people.top, seed, look=look, changes=changes, faces=faces)
        self._people = people
        self._moments = people.play()
        self._moment: Moment | None = None

    @property
    def record(self) -> Sequence[Any]:
        """The events that have fully happened so far, the setup included."""
        return tuple(self.history.events)

    @property
    def state(self) -> Any:  # noqa: ANN401 - of the game
        """Where the game stands after ``record``."""
        return self._people.state

    @property
    def history(self) -> History[Any, Any, Any]:
        """How the game came to stand there; not to be written to."""
        return self._people.history

    @property
    def moment(self) -> Moment:
        """The present moment; raises ValueError before the first."""
        if self._moment is None:
            raise ValueError("nothing has happened yet: advance first")
        return self._moment

    @property
    def scene(self) -> Scene:
        """What lies on the table at present, and what is over it."""
        return self.moment.scene

    @property
    def under_way(self) -> Any:  # noqa: ANN401 - an event of the game, or None
        """The event that has begun, whose consequences are still being carried out."""
        return self._people.under_way

    @property
    def turn(self) -> tuple[Any, ...]:
        """What has happened in the turn that is being played, or was last."""
        return tuple(self._people.turn)

    @property
    def still(self) -> bool:
        """Whether no hand does anything at present; others may rest on the table."""
        return self.scene.hand is None

    def advance(self) -> bool:
        """Go on by one moment; False when the game has ended."""
        moment = next(self._moments, None)
        if moment is None:
            return False
        self._moment = moment
        self.tick += 1
        return True
