"""A page of a step that shows the printed board straight from above."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from companion.calibration.desk import Desk
from companion.calibration.draft import Corners, Place, Point
from companion.calibration.photo_page import PhotoPage
from companion.calibration.step import Done
from companion.picture import Image
from companion.session.session import Task
from companion.ui.guided_photo import GuidedPhoto, Look, Mark, Stroke
from companion.ui.menu import Row
from vision.proposing.flat import PX_PER_MM, Flat, flatten

if TYPE_CHECKING:
    from companion.session.session import Session


class FlatPage(PhotoPage):
    """Works on a draft whose board has a picture, corners and a size.

    ``picture`` is the camera's; ``image`` is what is shown, known once the page is prepared.
    """

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Take up the picture; raises InputError where it is gone."""
        super().__init__(session, desk, done)
        self.picture: Final[Image] = desk.picture(desk.draft.empty or "")
        self._flat: Flat | None = None

    def task(self) -> Task[Any]:
        """Look at the board from above."""
        return Task(self, self.flattened(), self.look_at)

    def flattened(self) -> Callable[[], Flat]:
        """Give what looks at the board from above, wherever there is time."""
        corners, size_mm = self.outline
        return partial(flatten, self.picture, np.array(corners), size_mm)

    def look_at(self, flat: Flat) -> None:
        """Take a board that was seen straight from above already."""
        self._flat, self.prepared = flat, True

    @property
    def flat(self) -> Flat:
        """The board straight from above, once the page is prepared."""
        assert self._flat is not None  # noqa: S101 - nothing is asked for earlier
        return self._flat

    @property
    def image(self) -> Image:
        """The board seen straight from above."""
        return self.flat.picture

    @property
    def outline(self) -> tuple[Corners, Point]:
        """The board's corners in the camera's picture, and its size in mm."""
        draft = self.desk.draft
        assert draft.corners_px is not None  # noqa: S101 - the step needs them
        assert draft.size_mm is not None  # noqa: S101 - the step needs it
        return draft.corners_px, draft.size_mm

    @staticmethod
    def to_mm(at_px: Point) -> Point:
        """Find where on the board a pixel of the image is."""
        return at_px[0] / PX_PER_MM, at_px[1] / PX_PER_MM

    @staticmethod
    def to_px(at_mm: Point) -> Point:
        """Find the pixel of the image where a place of the board is."""
        return at_mm[0] * PX_PER_MM, at_mm[1] * PX_PER_MM

    def mark(self, place: Place, look: Look, kind: str = "", tint: int = 0) -> Mark:
        """Mark a place."""
        return Mark(self.to_px(place.at_mm), look, place.radius_mm * PX_PER_MM, kind, tint)

    def shown(
        self,
        text: str,
        marks: Sequence[Mark],
        strokes: Sequence[Stroke],
        rows: tuple[Row, ...],
        chosen: int | None,
    ) -> GuidedPhoto:
        """Show the board with something in it."""
        name = f"flat of {self.desk.draft.empty} {self.outline}"
        return GuidedPhoto(name, self.image, text, tuple(marks), tuple(strokes), rows, chosen)
