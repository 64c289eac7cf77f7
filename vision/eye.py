"""The eye: taught once from a table file, then every frame becomes a reading."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from engine.errors import InputError
from vision.background import Background, EmptyFrame
from vision.hands import SLACK, STEP_MM, HandFinder, View
from vision.light import Floats, LightField, opponent
from vision.picture import load_picture
from vision.reading import Image, Reading
from vision.registration import Matrix, Registrar
from vision.sampling import Sampler
from vision.spots import Lesson, Spots
from vision.table import Table
from vision.tiles import RankingRow

LIGHT_POINTS: Final = 2000
"""Points over the board from which the light is judged."""
OUTLINE: Final = 16
"""Corners of the polygon that stands for a circle."""
REACH_OF_PIECE: Final = 1.0
"""How far beyond its spot, as a share of the spot's radius, a piece may be seen."""
TILE_RIM: Final = 0.25
"""How far beyond its place, as a share of its size, a tile may lie."""


class Eye:
    """Reads frames of one table. Frames come in order, as from one camera."""

    def __init__(self, table: Table) -> None:
        """Learn the table from the pictures that its file names.

        Raises InputError when a picture is missing or of another size, when a sample shows
        nothing, or when colours cannot be told apart.
        """
        self.table = table
        board = table.board
        empty = load_picture(table.empty)
        self._size = empty.shape
        width, height = board.size_mm
        corners_mm = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        self._corners = np.array(table.corners_px, np.float32)
        self._to_px: Matrix = cv2.getPerspectiveTransform(corners_mm, self._corners)
        self._statistic = EmptyFrame(empty)

        centres = np.array([location.at_mm for location in board.locations])
        radii = np.array([location.radius_mm for location in board.locations])
        self.spots = Spots(centres, radii, self._to_px, self._statistic)
        pieces = self._circles(centres, radii + REACH_OF_PIECE * radii)
        tiles = self._tile_outlines()
        mask = np.zeros(empty.shape[:2], np.uint8)
        for outline in pieces + tiles:
            cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 255)
        self._registrar = Registrar(empty, self._corners, mask)

        middle = np.array([[[width / 2, height / 2]], [[width / 2 + 1, height / 2 + 1]]])
        across = cv2.perspectiveTransform(middle, self._to_px)[:, 0]
        px_per_mm = float(np.linalg.norm(across[1] - across[0])) / np.sqrt(2)
        self._view = View(self._statistic, STEP_MM * px_per_mm, self._corners)
        self._hands = HandFinder(
            self._view,
            self._circles(centres, radii),
            self._view.mask(pieces),
            self._view.mask(tiles) if tiles else np.zeros(self._view.shape, bool),
        )
        centre = self._corners.mean(axis=0)
        self._light = LightField(centre, float(np.abs(self._corners - centre).max()))
        board_points = np.flatnonzero(self._view.on_board.ravel())
        self._judges = board_points[:: max(1, len(board_points) // LIGHT_POINTS)]
        self._plain = Background(self._statistic, self._view.sampler.points[self._judges], SLACK)
        self._noise = 1.0
        self._bases: dict[int, Floats] = {}

        self.influence: Spots | None = None
        self.ranking: RankingRow | None = None
        self._teach(empty)

    @property
    def pose(self) -> Matrix:
        """Where the board was last found: homography from the empty frame's pixels, 3 x 3."""
        return self._registrar.pose

    def places(self) -> npt.NDArray[np.float64]:
        """Tell where the locations are in the last frame (N x 2, pixels, board order)."""
        centres = np.array([location.at_mm for location in self.table.board.locations])
        whole = self.pose @ self._to_px
        return np.asarray(cv2.perspectiveTransform(centres[:, None], whole)[:, 0], np.float64)

    def read(self, frame: Image, name: str = "frame") -> Reading:
        """Read one frame (BGR, 8 bits); raises InputError, naming it, when its size is another."""
        self._check_size(frame, name)
        choices = (None, *self.spots.names)
        if not self._registrar.locate(frame):
            return _lost(choices)
        self._judge_light(frame)
        spots = self.spots.unshaded(self._seen(self.spots.sampler, frame))
        scores = self.spots.scores(spots, self._noise)
        seen = self._seen(self._view.sampler, frame)
        cover = self._hands.find(
            self._view.background.log_density(seen, self._noise),
            self.spots.likeliest(seen),
            float(np.median(self.spots.spacing_mm)),
        )
        hidden = self._out_of_view()
        return Reading(
            registered=True,
            hand=cover.hand,
            choices=choices,
            log_likelihood=self.spots.log_likelihood(scores),
            covered=cover.covered | hidden,
            near_hand=cover.near | hidden,
            ranking=self._read_ranking(frame),
            influence=self._read_influence(frame),
        )

    def _out_of_view(self) -> npt.NDArray[np.bool_]:
        """Mark the locations that lie beyond the edge of the frame."""
        height, width = self._size[:2]
        places = self.places()
        return np.asarray(((places < 0) | (places >= (width, height))).any(axis=1))

    def _read_ranking(self, frame: Image) -> tuple[str | None, ...] | None:
        if self.ranking is None:
            return None
        return self.ranking.read(self._seen(self.ranking.sampler, frame))

    def _read_influence(self, frame: Image) -> tuple[str | None, ...] | None:
        if self.influence is None:
            return None
        scores = self.influence.scores(self._seen(self.influence.sampler, frame), self._noise)
        best = self.influence.log_likelihood(scores).argmax(axis=1)
        return tuple((None, *self.influence.names)[i] for i in best)

    def _judge_light(self, frame: Image) -> None:
        view = self._view
        seen = opponent(view.sampler.take(frame, self.pose))[self._judges]
        points = view.sampler.points[self._judges]
        basis = self._light.basis(points)
        self._light.fit(basis, seen - self._plain.mean)
        self._noise = self._plain.noise(seen - basis @ self._light.terms)

    def _seen(self, sampler: Sampler, frame: Image) -> Floats:
        """Take a sampler's points with the light of this frame removed."""
        if id(sampler) not in self._bases:
            self._bases[id(sampler)] = self._light.basis(sampler.points)
        taken = opponent(sampler.take(frame, self.pose))
        return taken - self._bases[id(sampler)] @ self._light.terms

    def _teach(self, empty: Image) -> None:
        """Learn colours and tiles from the taught frames."""
        table = self.table
        self._judge_light(empty)
        bare = self.spots.unshaded(self._seen(self.spots.sampler, empty))
        lessons = []
        for sample in table.samples:
            seen = self.spots.unshaded(self._teaching_frame(sample.frame, self.spots.sampler))
            lessons += [Lesson(table.board.index[at], sample.colour, seen) for at in sample.at]
        names = [location.id for location in table.board.locations]
        _learn(self.spots, lessons, bare, names, (str(table.path), "sample"))
        if table.influence is not None:
            spaces = np.array(table.board.influence_spaces)
            self.influence = Spots(spaces[:, :2], spaces[:, 2], self._to_px, self._statistic)
            sampler = self.influence.sampler
            seen = self._teaching_frame(table.influence.frame, sampler)
            lessons = [Lesson(i, kind, seen) for i, kind in enumerate(table.influence.names)]
            self._registrar.pose = np.eye(3)
            self._judge_light(empty)
            names = [f"space {i + 1}" for i in range(len(spaces))]
            bare = self._seen(sampler, empty)
            _learn(self.influence, lessons, bare, names, (str(table.path), "influence"))
        if table.ranking is not None:
            self.ranking = RankingRow(table.board.ranking_slots, self._to_px)
            seen = self._teaching_frame(table.ranking.frame, self.ranking.sampler)
            self._registrar.pose = np.eye(3)
            self._judge_light(empty)
            bare = self._seen(self.ranking.sampler, empty)
            self.ranking.learn(seen, table.ranking.names, bare)
        self._registrar.pose = np.eye(3)

    def _teaching_frame(self, path: Path, sampler: Sampler) -> Floats:
        """Take a sampler's points from a taught frame, which may be nudged but not elsewhere."""
        frame = load_picture(path)
        self._check_size(frame, str(path))
        self._registrar.pose = np.eye(3)
        if not self._registrar.locate(frame, leap=False) or self._leapt():
            self._registrar.pose = np.eye(3)
        self._judge_light(frame)
        return self._seen(sampler, frame)

    def _check_size(self, frame: Image, name: str) -> None:
        if frame.shape != self._size:
            (height, width), (tall, wide) = self._size[:2], frame.shape[:2]
            expected = f"expected a frame of {width} x {height} pixels as the empty one"
            raise InputError(name, "", f"{expected}, found {wide} x {tall}")

    def _leapt(self) -> bool:
        """Tell whether the pose moved a corner by more than the spots' spacing."""
        moved = cv2.perspectiveTransform(self._corners[:, None], self.pose)[:, 0] - self._corners
        spacing_px = float(np.median(self.spots.spacing_mm)) / STEP_MM * self._view.step_px
        return bool(np.linalg.norm(moved, axis=1).max() > spacing_px)

    def _circles(
        self, centres: npt.NDArray[np.float64], radii: npt.NDArray[np.float64]
    ) -> list[Floats]:
        """Outline circles given in board mm, as polygons in pixels of the empty frame."""
        angles = np.linspace(0, 2 * np.pi, OUTLINE, endpoint=False)
        unit = np.column_stack([np.cos(angles), np.sin(angles)])
        return [self._outline(c + r * unit) for c, r in zip(centres, radii, strict=True)]

    def _tile_outlines(self) -> list[Floats]:
        board = self.table.board
        outlines = []
        for x, y, width, height in board.ranking_slots:
            rim = TILE_RIM * min(width, height)
            left, top, right, low = x - rim, y - rim, x + width + rim, y + height + rim
            outlines.append(np.array([[left, top], [right, top], [right, low], [left, low]]))
        tiles = [self._outline(outline) for outline in outlines]
        for spaces in (board.influence_spaces, board.turn_spaces):
            if spaces:
                round_ones = np.array(spaces)
                tiles += self._circles(round_ones[:, :2], round_ones[:, 2] * (1 + 2 * TILE_RIM))
        return tiles

    def _outline(self, corners_mm: npt.NDArray[np.float64]) -> Floats:
        corners = cv2.perspectiveTransform(corners_mm[:, None].astype(np.float64), self._to_px)
        return np.asarray(corners[:, 0], np.float32)


def _learn(
    spots: Spots,
    lessons: list[Lesson],
    bare: Floats,
    places: list[str],
    where: tuple[str, str],
) -> None:
    """Teach and check that the lessons are read back as what they were said to be.

    ``places`` names the spots, ``where`` the file and its section, for messages.
    """
    for blank in spots.learn(lessons, bare):
        lesson = lessons[blank]
        wrong = f"{lesson.name} at {places[lesson.place]} looks like the empty board"
        raise InputError(*where, wrong)
    choices = (None, *spots.names)
    for lesson in lessons:
        likelihood = spots.log_likelihood(spots.scores(lesson.seen))[lesson.place]
        found = choices[int(likelihood.argmax())]
        if found != lesson.name:
            at = f"{lesson.name} at {places[lesson.place]}"
            wrong = f"{at} cannot be told from {found or 'the empty board'}"
            raise InputError(*where, wrong)
    if alike := spots.alike(lessons):
        raise InputError(*where, f"{alike[0]} and {alike[1]} cannot be told from each other")


def _lost(choices: tuple[str | None, ...]) -> Reading:
    none = np.zeros(0, bool)
    return Reading(
        registered=False,
        hand=False,
        choices=choices,
        log_likelihood=np.zeros((0, len(choices))),
        covered=none,
        near_hand=none,
        ranking=None,
        influence=None,
    )
