"""Looking at one board through one camera: where it is in a frame, and in what light."""

from typing import Final

import cv2
import numpy as np

from engine.errors import InputError
from vision.background import Background, EmptyFrame
from vision.hands import SLACK, STEP_MM, View
from vision.light import Floats, LightField, opponent
from vision.plan import ROOM, Plan
from vision.pose import Pose
from vision.reading import Image
from vision.registration import LEAST_FOUND, Registrar
from vision.sampling import Sampler
from vision.spots import Spots

LIGHT_POINTS: Final = 2000
"""Points over the board from which the light is judged."""


class Sight:
    """The frame last looked at, with its board found and its light known.

    ``empty`` is the statistic of the empty frame, ``view`` the coarse grid over it, ``noise``
    how many times noisier than usual the frame is.
    """

    def __init__(self, empty: Image, plan: Plan) -> None:
        """Learn the empty frame (BGR)."""
        self.plan = plan
        self.empty = EmptyFrame(empty)
        self.view = View(self.empty, STEP_MM * plan.px_per_mm, plan.corners)
        self.noise = 1.0
        pieces = np.zeros(empty.shape[:2], np.uint8)
        for outline in plan.spots(ROOM) + plan.tiles():
            cv2.fillConvexPoly(pieces, np.round(outline).astype(np.int32), 255)
        self._registrar = Registrar(empty, plan.corners, pieces)
        centre = plan.corners.mean(axis=0)
        self._light = LightField(centre, float(np.abs(plan.corners - centre).max()))
        board_points = np.flatnonzero(self.view.on_board.ravel())
        self._judges = board_points[:: max(1, len(board_points) // LIGHT_POINTS)]
        points = self.view.sampler.points[self._judges]
        self._plain = Background(self.empty, points, SLACK)
        self._basis = self._light.basis(points)
        self._bases: dict[int, Floats] = {}
        self._frame = empty

    @property
    def pose(self) -> Pose:
        """Where the board was last found: from the empty frame's pixels to the frame's."""
        return self._registrar.pose

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the frames in pixels."""
        height, width = self.empty.mean.shape[:2]
        return width, height

    @property
    def has_landmarks(self) -> bool:
        """Tell whether the empty frame shows enough to find the board by."""
        return self._registrar.landmarks >= LEAST_FOUND

    def look(self, frame: Image, name: str) -> bool:
        """Look at a frame; False when the board is not in it.

        Raises InputError, naming the frame, when it is not of the empty frame's size.
        """
        self._check_size(frame, name)
        if not self._registrar.locate(frame):
            return False
        self._judge_light(frame)
        return True

    def look_at_lesson(self, frame: Image, name: str) -> None:
        """Look at a frame of teaching, which may be nudged by up to a spot's spacing.

        Where the board is not found so near, it is held to lie as in the empty frame.
        """
        self._check_size(frame, name)
        self._registrar.go_back()
        if not self._registrar.locate(frame, leap=False) or self._moved() > self.plan.spacing_mm:
            self._registrar.go_back()
        self._judge_light(frame)

    def look_at_empty(self, frame: Image) -> None:
        """Look at the empty frame itself."""
        self._registrar.go_back()
        self._judge_light(frame)

    def seen(self, sampler: Sampler) -> Floats:
        """Take a sampler's points (N x 3, opponent space) with the light of the frame removed."""
        if id(sampler) not in self._bases:
            self._bases[id(sampler)] = self._light.basis(sampler.points)
        taken = opponent(sampler.take(self._frame, self.pose))
        return taken - self._light.at(self._bases[id(sampler)])

    def spots(self, places: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> Spots:
        """Prepare to read round places (N x 3: x, y and radius in board mm)."""
        return Spots(places[:, :2], places[:, 2], self.plan.pixels, self.empty)

    def _judge_light(self, frame: Image) -> None:
        self._frame = frame
        seen = opponent(self.view.sampler.take(frame, self.pose))[self._judges]
        self._light.fit(self._basis, seen - self._plain.mean)
        self.noise = self._plain.noise(seen - self._light.at(self._basis))

    def _check_size(self, frame: Image, name: str) -> None:
        (width, height), (tall, wide) = self.size, frame.shape[:2]
        if (wide, tall) != (width, height):
            expected = f"expected a frame of {width} x {height} pixels as the empty one"
            raise InputError(name, "", f"{expected}, found {wide} x {tall}")

    def _moved(self) -> float:
        """Tell by how many mm the pose moves the corner that it moves most."""
        corners = self.plan.corners
        moved = self.pose.apply(corners) - corners
        return float(np.linalg.norm(moved, axis=1).max() / self.plan.px_per_mm)
