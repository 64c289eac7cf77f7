"""What a table must be like to be learnt, and why nothing can be learnt where it is not."""

from typing import Final, Literal

import numpy as np

from engine.errors import InputError
from vision.plan import Plan, nearest_mm
from vision.reading import Image
from vision.table import Table

Kind = Literal["unseen", "misread", "alike", "heaped", "outside", "small", "plain", "size"]
ABOUT_PIECES: Final[frozenset[Kind]] = frozenset({"unseen", "misread", "alike"})
"""What other pieces, or the same ones elsewhere, may mend; the rest is about board and camera."""


class UnteachableError(InputError):
    """A table's pictures do not show what the eye is to be taught.

    ``what`` are the ids that it is about: pieces where it is "unseen" on the bare board, "misread"
    as another, or "alike"; locations where these are "heaped" on each other, "outside" the picture
    or too "small" in it. ``at`` is where a piece lies: a location's id, or "space" and the number
    of a single tile's space. A board is "plain" that has too little on it to be found by; "size" is
    about a picture that is larger or smaller than that of the empty board.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the line that is read, and its facts
        self,
        file: str,
        place: str,
        expected: str,
        kind: Kind,
        what: tuple[str, ...] = (),
        at: str = "",
    ) -> None:
        """Keep the facts beside the line that a user sees."""
        super().__init__(file, place, expected)
        self.kind: Final = kind
        self.what: Final = what
        self.at: Final = at

    def __reduce__(self) -> tuple[type["UnteachableError"], tuple[object, ...]]:  # type: ignore[override]  # more parts
        """Pickle by all parts."""
        return type(self), (self.file, self.place, self.expected, self.kind, self.what, self.at)


LEAST_PX: Final = 2.0
"""The smallest radius of a printed spot in the empty frame at which colours can be told."""
CORNERS: Final = "camera.corners_px"
LEAST_APART: Final = 0.25
"""In radii of a spot, the distance under which another lies at the same place."""


def check_view(table: Table, plan: Plan, empty: Image) -> None:
    """Refuse a table whose locations the empty frame cannot show apart; raises InputError."""
    file = str(table.path)
    height, width = empty.shape[:2]
    most = min(table.board.size_mm) / 2
    places = plan.pixels(plan.centres_mm)
    steps = np.array([[1.0, 0.0], [0.0, 1.0]])
    for location, (x, y) in zip(table.board.locations, places.tolist(), strict=True):
        if location.radius_mm > most:
            raise InputError(file, "board", f"location {location.id} is larger than the board")
        if not (0 <= x < width and 0 <= y < height):
            wrong = f"location {location.id} would lie outside the frame, at [{x:.0f}, {y:.0f}]"
            raise UnteachableError(file, CORNERS, wrong, "outside", (location.id,))
        rim = plan.pixels(np.array(location.at_mm) + location.radius_mm * steps)
        radius_px = float(np.linalg.norm(rim - (x, y), axis=1).min())
        if radius_px < LEAST_PX:
            wrong = f"location {location.id} would be {2 * radius_px:.1f} pixels wide"
            told = f"{wrong}, too small to see colours"
            raise UnteachableError(file, CORNERS, told, "small", (location.id,))
    _check_apart(table, plan)


def _check_apart(table: Table, plan: Plan) -> None:
    """Refuse locations that lie on each other."""
    locations = table.board.locations
    too_near = np.flatnonzero(nearest_mm(plan.centres_mm) < LEAST_APART * plan.radii_mm)
    if len(too_near):
        one = int(too_near[0])
        apart = np.linalg.norm(plan.centres_mm - plan.centres_mm[one], axis=1)
        apart[one] = np.inf
        both = locations[one].id, locations[int(apart.argmin())].id
        wrong = f"locations {' and '.join(both)} lie at the same place"
        raise UnteachableError(str(table.path), "board", wrong, "heaped", both)
