"""The view of one board through one camera: where it is in a frame, and in what light."""

from typing import Final

import cv2
import numpy as np

from vision.camera import Pose, Sampler
from vision.config import EvidenceConfig, OcclusionConfig, PlanConfig
from vision.flat_board import Flat, FlatBoard, Patches
from vision.illumination import Light, clipped, field_terms, logs, opponent, washed_out
from vision.landmarks import LEAST_FOUND
from vision.learning import View
from vision.looks import BareLook, blurred
from vision.motion_gate import EVERYWHERE, Change
from vision.picture import shrink_again, shrunk
from vision.plan import Plan
from vision.reading import Floats, Image, Indices, Side
from vision.registration import Registrar
from vision.table import UnteachableError

CONFIG: Final = EvidenceConfig()
FLAT: Final = OcclusionConfig()
PLAN: Final = PlanConfig()


class Sight:
    """The last frame that was taken, with its board found and its light estimated.

    ``plan`` says where the board's things lie in the empty frame, ``flat_board`` is the lattice
    over it; ``flat`` and ``light`` are those of the last frame, ``picture`` is that frame shrunk by
    ``factor``.
    """

    def __init__(self, empty: Image, plan: Plan) -> None:
        self.plan = plan
        pieces = np.zeros(empty.shape[:2], np.uint8)
        for outline in plan.spots(PLAN.piece_room) + plan.tiles():
            cv2.fillConvexPoly(pieces, np.round(outline).astype(np.int32), 255)
        self.size = (empty.shape[1], empty.shape[0])
        self._registrar = Registrar(empty, plan.corners, pieces, plan.lens)
        self.factor = 1
        if len(plan.radii_mm):
            radius_px = plan.px_per_mm * float(np.median(plan.radii_mm))
            self.factor = max(1, round(radius_px / CONFIG.working_radius_px))
        self.flat_board = FlatBoard(plan, shrunk(empty, self.factor), self.factor)
        self._empty = empty
        self._follows = False
        self.flat: Flat
        self.light: Light
        self.look_at_empty()

    @property
    def pose(self) -> Pose:
        """Where the board was last found: it maps the empty frame's pixels to the frame's."""
        return self._registrar.pose

    @property
    def cut(self) -> tuple[Side, ...]:
        return self._registrar.cut

    @property
    def has_landmarks(self) -> bool:
        return self._registrar.landmarks >= LEAST_FOUND

    def find_board(self, frame: Image, change: Change = EVERYWHERE) -> bool:
        """Take a frame (BGR), and find the board and the light in it; False when it is not found.

        Where ``change`` says that little has changed since the last frame the pose is kept, and the
        light too unless all of it became brighter or darker.
        """
        little = self._follows and change.share <= FLAT.most_changed
        holds = little and self._registrar.holds(frame)
        if holds and change.light <= FLAT.same_light:
            self._update(frame, change)
            return True
        self._follows = holds or self._registrar.locate(frame)
        if self._follows:
            self._take(frame)
        return self._follows

    def look_at_lesson(self, frame: Image, name: str) -> None:
        """Take a frame of teaching, in which the board may lie up to a spot's spacing off.

        Where it is not found so near, it is taken to lie as in the empty frame.
        """
        self.check_size(frame, name)
        self._follows = False
        self._registrar.go_back()
        if not self._registrar.locate(frame, leap=False) or self._moved() > self.plan.spacing_mm:
            self._registrar.go_back()
        self._take(frame)

    def look_at_empty(self) -> None:
        self._follows = False
        self._registrar.go_back()
        self._take(self._empty)

    def view(self, patches: Patches, places: Indices | None = None) -> View:
        """Give a group's patches, or those of some places, as in the taught light."""
        pixels, inside = patches.sample(self.picture, self.pose, places)
        offset = self.light.offset_over(patches.grid, places).reshape(pixels.shape)
        lit = self.light.as_taught(pixels, offset)
        return View(lit, clipped(pixels), inside)

    def bare(self, patches: Patches) -> tuple[BareLook, list[Floats]]:
        """Give a group's bare look from the empty frame, and the same sampled slightly aside."""
        picture, pose = shrunk(self._empty, self.factor), Pose(lens=self.plan.lens)

        def taken(picture: Image, dx: float, dy: float) -> Floats:
            step = np.array([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]])
            step[:2, 2] *= self.factor
            moved = Pose(step, self.plan.lens) if dx or dy else pose
            return opponent(logs(patches.sample(picture, moved)[0]))

        pictures = [blurred(picture, sigma) for sigma in CONFIG.blurs_px]
        half = CONFIG.aside_px
        ways = ((half, 0.0), (-half, 0.0), (0.0, half), (0.0, -half))
        around = [taken(picture, *way) for way in ways]
        slope2 = sum(np.square((around[i] - around[i + 1]) / np.float32(2 * half)) for i in (0, 2))
        soft = blurred(picture, CONFIG.aside_blur_px)
        again = [*around[:3], taken(soft, *ways[3])]
        looks = [taken(each, 0.0, 0.0) for each in pictures]
        unknown = washed_out(patches.sample(picture, pose)[0])
        return BareLook(patches, looks, np.asarray(slope2, np.float32), unknown), again

    def seen(self, sampler: Sampler, points: Indices | None = None) -> Floats:
        """Give a sampler's points, or some, from the full frame as in taught light (N x 3)."""
        if sampler.terms is None:
            places_mm = self.plan.millimetres(sampler.points)
            sampler.terms = field_terms(places_mm, self.plan.size_mm)
        terms = sampler.terms if points is None else sampler.terms[points]
        taken = sampler.sample(self._frame, self.pose, points)
        return self.light.as_taught(taken, self.light.offset(terms))

    def check_size(self, frame: Image, name: str) -> None:
        """Raise InputError, naming the frame, when it is not of the empty frame's size."""
        (width, height), (tall, wide) = self.size, frame.shape[:2]
        if (wide, tall) != (width, height):
            expected = f"expected a frame of {width} x {height} pixels as the empty one"
            found = f"{expected}, found {wide} x {tall}"
            raise UnteachableError(name, "", found, "size")

    def _update(self, frame: Image, change: Change) -> None:
        self._frame = frame
        if self.factor == 1:
            self.picture = frame
        else:
            for left, top, right, low in change.boxes:
                ends = left, top, right + self.factor, low + self.factor
                box = tuple(end // self.factor for end in ends)
                shrink_again(self.picture, frame, self.factor, box)
        self.flat = self.flat_board.update(self.flat, self.picture, self.pose, change)

    def _take(self, frame: Image) -> None:
        self._frame = frame
        same = self._registrar.factor == self.factor and self._registrar.seen is frame
        self.picture = self._registrar.working if same else shrunk(frame, self.factor)
        self.flat = self.flat_board.sample(self.picture, self.pose)
        self.light = self.flat_board.light(self.flat)

    def _moved(self) -> float:
        corners = self.plan.corners
        moved = self.pose.apply(corners) - corners
        return float(np.linalg.norm(moved, axis=1).max() / self.plan.px_per_mm)
