"""The table file: one camera above one board, and what was taught there (formats, section 2).

It is checked here, too, whether the empty frame can show the board well enough.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Final, Literal

import numpy as np

from engine.board import Board, parse_toml, read_text
from engine.errors import InputError
from engine.fields import Fields
from engine.games import load_board
from engine.layout import SlotGroup
from vision.plan import Plan, nearest_mm
from vision.reading import Image

CORNERS: Final = 4
MORE: Final = "samples"
"""Where a section lists more pictures than its first: of tiles that were turned over."""
EMPTY_KEY: Final = "camera.empty"
"""Where the file names the picture of the empty board."""
LEAST_SCALE: Final = 0.05
MOST_SCALE: Final = 50.0
"""Pixels a millimetre with which a camera can show a whole board; beyond, a unit is wrong."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A frame in which pieces of one colour are known to stand at the named locations."""

    frame: Path
    colour: str
    at: tuple[str, ...]
    key: str = field(default="", compare=False)
    """Where the file names the frame."""


@dataclass(frozen=True, slots=True)
class TaughtGroup:
    """What lies in a frame on each place of a slot group: one class a place."""

    group: str
    frame: Path
    names: tuple[str, ...]
    key: str = field(default="", compare=False)
    """Where the file names the frame."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table file, checked; all paths are resolved against its folder.

    ``board_path`` is the board file that it names.
    ``corners_px`` are the board's corners in the empty frame, x and y from the top left of the
    picture: top-left, top-right, bottom-right, bottom-left of the board. ``row`` are the tiles of
    the row, ``tiles`` the single ones, if they are taught. A board with areas has neither, but
    ``groups``: what is taught of each of its slot groups.
    """

    path: Path
    board_path: Path
    board: Board
    empty: Path
    corners_px: tuple[tuple[float, ...], ...]
    samples: tuple[Sample, ...]
    row: TaughtGroup | None
    tiles: TaughtGroup | None
    groups: tuple[TaughtGroup, ...] = ()

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(sample.colour for sample in self.samples))

    @property
    def standing(self) -> dict[str, str]:
        """The pieces that stand in the empty frame itself, location to colour."""
        empty = self.empty.resolve()
        there = [sample for sample in self.samples if sample.frame.resolve() == empty]
        return {at: sample.colour for sample in there for at in sample.at}

    @property
    def frames(self) -> frozenset[Path]:
        taught = [part.frame for part in (self.row, self.tiles, *self.groups) if part]
        return frozenset({self.empty, *taught, *(sample.frame for sample in self.samples)})

    def key_of(self, frame: str) -> str | None:
        """Give where the file names a frame; None where it does not."""
        groups = (one for one in (self.row, self.tiles, *self.groups) if one)
        keys = [
            (self.empty, EMPTY_KEY),
            *((one.frame, one.key) for one in self.samples),
            *((one.frame, one.key) for one in groups),
        ]
        return next((key for path, key in keys if str(path) == frame), None)


def load_table(path: Path) -> Table:
    """Read and check a table file and the board file it names.

    Pictures are not opened. Raises InputError.
    """
    top = parse_toml(read_text(path), str(path))
    top.version("format", 1)
    board_path = path.parent / top.file_name("board")
    board = load_board(board_path)
    camera = top.table("camera")
    empty = path.parent / camera.file_name("empty")
    corners = camera.rows("corners_px", CORNERS, 2)
    _check_corners(camera, corners)
    _check_scale(camera, corners, board.size_mm)
    camera.finish()
    samples = _samples(top, board, path.parent)
    if board.areas:
        groups = _taught_groups(top, board, path.parent)
        top.finish()
        return Table(path, board_path, board, empty, corners, samples, None, None, groups)
    row, tiles = (_taught(top, group, path.parent) for group in (board.row, board.tiles))
    top.finish()
    return Table(path, board_path, board, empty, corners, samples, row, tiles)


def _check_corners(camera: Fields, corners: tuple[tuple[float, ...], ...]) -> None:
    """Refuse corners that do not run clockwise, as the picture's y axis points down."""
    for i in range(CORNERS):
        (x0, y0), (x1, y1), (x2, y2) = (corners[(i + k) % CORNERS] for k in range(3))
        if (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1) <= 0:
            raise camera.error(
                "corners_px",
                "expected the board's corners in the order top-left, top-right, bottom-right, "
                "bottom-left, as a four-sided outline",
            )


def _check_scale(
    camera: Fields, corners: tuple[tuple[float, ...], ...], size_mm: tuple[float, float]
) -> None:
    """Refuse corners and a size of the board that cannot both be right."""
    around = zip(corners, (*corners[1:], corners[0]), strict=True)
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in around) / 2
    scale = sqrt(area) / sqrt(size_mm[0]) / sqrt(size_mm[1])
    if not LEAST_SCALE <= scale <= MOST_SCALE:
        width, height = size_mm
        wrong = f"a board of {width:g} by {height:g} mm would be seen at {scale:.2g} pixels a mm"
        raise camera.error("corners_px", wrong)


def _samples(top: Fields, board: Board, folder: Path) -> tuple[Sample, ...]:
    samples = []
    areas = [group for group in board.areas if group.players]
    known = {place.id for group in areas for place in group.places} or set(board.index)
    taken: dict[tuple[Path, str], str] = {}
    for fields in top.tables("sample"):
        frame = folder / fields.file_name("frame")
        colour = fields.identifier("colour")
        at = fields.identifiers("at")
        fields.finish()
        if not at:
            raise fields.error("at", "expected at least one location")
        for ident in at:
            if ident not in known:
                kind = "area" if areas else "location"
                raise fields.error("at", f"the board has no {kind} {ident}")
            if (frame, ident) in taken:
                raise fields.error(
                    "at", f"{ident} is named twice ({taken[frame, ident]} and {colour})"
                )
            taken[frame, ident] = colour
        samples.append(Sample(frame, colour, at, f"{fields.place}.frame"))
    if not samples:
        raise top.error("sample", "expected at least one colour sample")
    return tuple(samples)


def _taught(top: Fields, group: SlotGroup | None, folder: Path) -> TaughtGroup | None:
    """Read which tiles lie on the places of a slot group in some frame, if the file says."""
    if group is None or group.taught is None or not top.has(group.taught[0]):
        return None
    section, key = group.taught
    fields = top.table(section)
    frame = folder / fields.file_name("frame")
    names = fields.identifiers(key)
    fields.finish()
    if not group.places:
        section = group.section or group.id
        raise fields.error("", f"the board file has no [{section}] places to find the tiles in")
    if group.once and sorted(names) != sorted(group.classes):
        raise fields.error(key, f"expected each once: {', '.join(group.classes)}")
    if len(names) != len(group.places) or not set(names) <= set(group.classes):
        kinds = ", ".join(group.classes)
        raise fields.error(key, f"expected {len(group.places)} of the kinds {kinds}")
    return TaughtGroup(group.id, frame, names, f"{section}.frame")


def _taught_groups(top: Fields, board: Board, folder: Path) -> tuple[TaughtGroup, ...]:
    """Read what lies on the places of slot groups in some frames.

    Several groups may share a section, and a section may list further pictures (``MORE``).
    """
    sections: dict[str, list[SlotGroup]] = {}
    for group in board.layout:
        if group.taught is not None:
            sections.setdefault(group.taught[0], []).append(group)
    found: list[TaughtGroup] = []
    for section, groups in sections.items():
        name, _, listed = section.partition(".")
        if not top.has(name):
            continue
        fields = top.table(name)
        more = fields.tables(listed or MORE) if listed or fields.has(MORE) else ()
        only = bool(listed or (more and not fields.has("frame")))
        for lesson in more if only else (fields, *more):
            found += _taught_in(lesson, groups, folder)
        fields.finish()
    return tuple(found)


def _taught_in(lesson: Fields, groups: Sequence[SlotGroup], folder: Path) -> list[TaughtGroup]:
    frame = folder / lesson.file_name("frame")
    if not groups[0].places:
        section = groups[0].section or groups[0].id
        raise lesson.error("", f"the board file has no [{section}] places to find these in")
    found = []
    for group in groups:
        key = group.taught[1] if group.taught else ""
        if key:
            names = lesson.identifiers(key)
            twice = group.once and len(set(names)) != len(names)
            if len(names) != len(group.places) or not set(names) <= set(group.classes) or twice:
                kinds = ", ".join(group.classes)
                each = ", each at most once" if group.once else ""
                raise lesson.error(key, f"expected {len(group.places)} of {kinds}{each}")
        else:
            own = [place.id for place in group.places]
            names = tuple(one if one in group.classes else group.classes[0] for one in own)
        found.append(TaughtGroup(group.id, frame, names, f"{lesson.place}.frame"))
    lesson.finish()
    return found


Kind = Literal["unseen", "misread", "alike", "heaped", "outside", "small", "plain", "size"]
ABOUT_PIECES: Final[frozenset[Kind]] = frozenset({"unseen", "misread", "alike"})
"""Kinds that other pieces, or other places for them, may mend; not so those of board and camera."""


class UnteachableError(InputError):
    """A table's pictures do not show what the eye is to be taught.

    ``kind`` and ``what``, the ids concerned: pieces that are "unseen" on the bare board, "misread"
    as another, or "alike"; locations that are "heaped" on each other, "outside" the picture or too
    "small" in it; a board that is too "plain" to be found; a picture whose "size" is not that of
    the empty board's. ``at`` is where a piece lies: a location's id, or "space" and the number of a
    single tile's space.
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
        super().__init__(file, place, expected)
        self.kind: Final = kind
        self.what: Final = what
        self.at: Final = at

    def __reduce__(self) -> tuple[type["UnteachableError"], tuple[object, ...]]:  # type: ignore[override]  # more parts
        return type(self), (self.file, self.place, self.expected, self.kind, self.what, self.at)


LEAST_PX: Final = 2.0
"""The smallest radius of a printed spot in the empty frame at which colours can be known."""
CORNERS_KEY: Final = "camera.corners_px"
LEAST_APART: Final = 0.25
"""Distance of two spots, in radii, below which they lie at the same place."""


def check_view(table: Table, plan: Plan, empty: Image) -> None:
    """Raise InputError if the empty frame cannot show a table's locations apart."""
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
            raise UnteachableError(file, CORNERS_KEY, wrong, "outside", (location.id,))
        rim = plan.pixels(np.array(location.at_mm) + location.radius_mm * steps)
        radius_px = float(np.linalg.norm(rim - (x, y), axis=1).min())
        if radius_px < LEAST_PX:
            wrong = f"location {location.id} would be {2 * radius_px:.1f} pixels wide"
            reason = f"{wrong}, too small to see colours"
            raise UnteachableError(file, CORNERS_KEY, reason, "small", (location.id,))
    _check_apart(table, plan)


def _check_apart(table: Table, plan: Plan) -> None:
    locations = table.board.locations
    too_near = np.flatnonzero(nearest_mm(plan.centres_mm) < LEAST_APART * plan.radii_mm)
    if len(too_near):
        one = int(too_near[0])
        apart = np.linalg.norm(plan.centres_mm - plan.centres_mm[one], axis=1)
        apart[one] = np.inf
        both = locations[one].id, locations[int(apart.argmin())].id
        wrong = f"locations {' and '.join(both)} lie at the same place"
        raise UnteachableError(str(table.path), "board", wrong, "heaped", both)
