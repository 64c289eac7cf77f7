"""An owner with all of the box on a virtual table."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.calibration.pieces import PiecesPage
from companion.calibration.proof import ProofPage
from companion.games.sumeria.virtual_table import SumeriaTable
from companion.ui.guided_photo import GuidedPhoto
from engine.board import Board
from engine.sumeria.board_file import INFLUENCE, INFLUENCE_KINDS, RANKING
from hardware.virtual.scene import Scene
from tests.companion.calibration.host import COLOURS, Host
from tests.companion.calibration.owner import Shown
from vision.reading import Image


class Player(Host):
    """A host whose table is a virtual one."""

    def __init__(self, folder: Path, board: Board, seed: int, share: float = 1.0) -> None:
        """Sit down at a table with an empty board; pictures have a ``share`` of the usual size."""
        self.table = SumeriaTable(board, COLOURS, seed)
        self.tick = 0
        self._share = share
        width, height = board.size_mm
        corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
        at_px = [(float(x), float(y)) for x, y in self._project(corners)]
        super().__init__(folder, Shown(board, self.seen(Scene()), at_px))
        self.top = self.table.top
        for group in (RANKING, INFLUENCE):
            self.top.clear(self.top.groups[group])

    def seen(self, scene: Scene) -> Image:
        self.tick += 1
        conditions = self.table.changes.conditions(0)
        picture = self.table.renderer.render(scene, self.tick, conditions)
        size = {"fx": self._share, "fy": self._share}
        small = cv2.resize(picture, None, **size, interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.uint8)

    def _project(self, points_mm: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Give where points (x, y, z in mm) are in such a picture."""
        at = self.table.pose.project(np.asarray(points_mm, np.float64))
        return np.asarray((at + 0.5) * self._share - 0.5)

    def look(self) -> None:
        """Let the camera see the table as it is, until it is believed."""
        self.picture = self.seen(self.top.scene())
        self.wait(3)

    def touch_point(self, at_mm: Sequence[float]) -> None:
        """Touch a point of the board, or beside it, in the camera's picture."""
        ((x, y),) = self._project([(at_mm[0], at_mm[1], 0.0)]).tolist()
        self.drag((x, y))

    def stand(self) -> None:
        """Put merchants where the screen shows them."""
        assert isinstance(self.session.page, PiecesPage)
        self.wait(2)
        body = self.session.screen.body
        assert isinstance(body, GuidedPhoto)
        centres = self._project([(*one.at_mm, 0.0) for one in self.truth.locations])
        for mark in body.marks:
            near = int(np.linalg.norm(centres - np.array(mark.at), axis=1).argmin())
            self.top.fetch(mark.kind)
            self.top.stand(self.truth.locations[near].id, mark.kind)
        self.look()

    def lay_row(self) -> None:
        """Lay the city-state tiles in the order that the screen lists."""
        names = {state.name: state.id for state in self.truth.regions}
        self.top.put_all(RANKING, [names[name] for name in self.listed()])
        self.look()

    def lay_kinds(self) -> None:
        """Lay influence tiles as the screen lists them."""
        kinds = [next(kind for kind in INFLUENCE_KINDS if kind in one) for one in self.listed()]
        self.top.put_all(INFLUENCE, kinds)
        self.look()

    def prove(self) -> None:
        """Move merchants about, ten times."""
        assert isinstance(self.session.page, ProofPage)
        self.look()
        standing = self.standing()
        free = iter(one.id for one in self.truth.locations if one.id not in standing)
        for _ in range(2):
            for at, paint in sorted(self.standing().items())[:5]:
                self.top.lift(at)
                self.top.stand(next(free), paint)
                self.look()

    def standing(self) -> Mapping[str, str]:
        return {at: one.paint for at, one in self.top.scene().pieces.items()}
