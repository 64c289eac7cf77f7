"""A page of a step that shows where the board's locations are in the camera's picture."""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from companion.calibration.desk import Desk
from companion.calibration.draft import Point
from companion.calibration.photo_page import PhotoPage
from companion.calibration.step import Done
from companion.calibration.writing import board_of
from companion.language import said
from companion.picture import Image
from companion.session.session import Task
from vision.aiming import aim
from vision.plan import Plan

if TYPE_CHECKING:
    from companion.session.session import Session

MEASURING: Final = said("Looking where the spots are in the picture…")


class BoardPhoto(PhotoPage):
    """Works on a draft that makes a board; ``at_px`` are its locations once it is prepared."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Take up board and picture; raises InputError where either is not there."""
        super().__init__(session, desk, done)
        self.board: Final = board_of(desk.draft)
        self.at_px: list[Point] = []
        self.radius_px = 0.0
        self._image: Final = desk.picture(desk.draft.empty or "")

    def waiting(self) -> str:
        """Say what takes a moment."""
        return self.session.words.tell(MEASURING, {})

    def task(self) -> Task[Any]:
        """Find the printed spots in the picture."""
        corners = self.desk.draft.corners_px or ()
        return Task(self, partial(aim, self.board, corners, self._image), self.lie)

    def lie(self, plan: Plan) -> None:
        """Take it that the board lies so."""
        self.at_px = [(float(x), float(y)) for x, y in plan.pixels(plan.centres_mm)]
        self.radius_px = float(np.median(plan.radii_mm)) * plan.px_per_mm
        self.prepared = True

    @property
    def image(self) -> Image:
        """The picture of the empty board."""
        return self._image
