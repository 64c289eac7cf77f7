"""Examples to train the eye's classifier with: what tables with truth show of each place.

Every frame is read as it is, with light and camera changed at random after teaching, on the table
taught in a random evening, and with the pieces' colours drawn towards the board's, in the pictures
of teaching as well.
"""

import companion  # noqa: F401  before numpy, whose threads it forbids as in the program itself

# isort: split
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.messages import complain
from engine.board import Board
from engine.errors import InputError
from tools.disturb.disturbances import changed_at_random
from tools.disturb.light import Evening
from vision.features import NAMES, Features
from vision.learning import View
from vision.looks import planes
from vision.picture import load_picture
from vision.plan import aim
from vision.sight import Sight
from vision.slots import SlotReader
from vision.table import Table, load_table
from vision.teaching import Course, learn_course, learn_views, pieces_course, tiles_course

MOST_ROWS: Final = 6000
"""Rows that one table gives, about at most: a grid of 225 cells is not worth ten boards. Beyond
it frames are left out evenly."""
HALF: Final = 0.5
"""Share of the frames with recoloured pieces in which light and camera change as well."""
WAYS: Final = ("plain", "changed", "camouflaged", "evening")
"""As a frame was taken; light and camera changed; pieces recoloured; taught and played dim."""
SHARE: Final = NAMES.index("share of the expected")
HOPELESS: Final = 0.35
"""Share of what it should show under which nobody would see a recoloured piece."""
LATER: Final = 100
"""Seeds of noise in the frames of a game, beyond those of the pictures of teaching."""
CROWDED: Final = 0.15
"""Share of places beside which a piece is laid, and how far off, in radii beyond the reach."""
BESIDE: Final = (1.2, 2.2)
CAMOUFLAGE: Final = (0.3, 0.9)
"""Share of the way from a piece's colour to the board's that is gone: the rest must tell it."""

MOST_CLASSES: Final = 8
"""Colours of a table, at most."""

Rows = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Examples:
    """What one table shows: ``values`` (N x features), ``piece`` (N), and of pieces the colours.

    ``colours`` are what they say (N x MOST_CLASSES x 4, padded with -inf), ``truth`` (N) the class.
    ``plain`` marks frames as they were taken, ``group`` (N) numbers the slot groups.
    """

    family: str
    name: str
    values: Rows
    piece: npt.NDArray[np.bool_]
    colours: Rows
    truth: npt.NDArray[np.int64]
    plain: npt.NDArray[np.bool_]
    group: npt.NDArray[np.int64]


def family_of(name: str, board: Board) -> str:
    """Name the family that a table belongs to, by the folder's name and its board.

    The last part of the name tells the style of renders, digits aside. Where it is a number alone,
    as of photographs, tables with boards of one size and as many places are a family.
    """
    width, height = board.size_mm
    alike = f"{width:g} x {height:g} mm, {len(board.locations)} places"
    return re.sub(r"\d", "", name.rsplit("-", maxsplit=1)[-1]) or alike


@dataclass(frozen=True, slots=True)
class Row:
    """One place in one frame: its features, what colours say, which class lies there (-1: none)."""

    values: Rows
    colours: Rows
    truth: int
    plain: bool
    group: int


@dataclass
class _Group:
    """A group that was learnt, where truth tells of it, by which names, and its course."""

    slots: SlotReader
    truth: str
    places: list[str]
    course: Course


def examples(job: tuple[Path, int]) -> Examples:
    """Read all frames of a folder that truth tells of, as they are and changed."""
    folder, seed = job
    cv2.setNumThreads(1)
    rows = [row for way in WAYS for row in read(folder, seed, way)]
    truth = np.array([row.truth for row in rows])
    board = load_table(folder / "table.toml").board
    return Examples(
        family_of(folder.name, board),
        folder.name,
        np.array([row.values for row in rows], np.float32),
        truth >= 0,
        np.array([row.colours for row in rows], np.float32),
        truth,
        np.array([row.plain for row in rows], bool),
        np.array([row.group for row in rows]),
    )


def read(folder: Path, seed: int, way: str) -> Iterator[Row]:
    """Read the frames of a folder in one of the ``WAYS``, as rows of training.

    What is drawn depends on the seed, the folder's name and the way, on nothing else.
    """
    name = int.from_bytes(folder.name.encode()[-4:], "big")
    chance = np.random.default_rng([seed, name, WAYS.index(way)])
    table = load_table(folder / "table.toml")
    lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    taught = {path.resolve() for path in table.frames} - {table.empty.resolve()}
    truths = [
        one
        for one in map(json.loads, lines)
        if "board" in one
        and not one.get("hand")
        and _path(folder, str(one["file"])).resolve() not in taught
    ]
    if way != "evening":
        yield from _read(table, folder, truths, chance, way)
        return
    with TemporaryDirectory() as place:
        evening = Evening.random(chance)
        dim = _in_evening(folder, Path(place), table, evening)
        try:
            yield from _read(load_table(dim), folder, truths, chance, way, evening)
        except InputError as error:
            complain(f"{folder}: not taught in an evening: {error}")


def _in_evening(folder: Path, place: Path, table: Table, evening: Evening) -> Path:
    """Write a table's pictures as an evening shows them; give its table file."""
    text = (folder / "table.toml").read_text(encoding="utf-8")
    for number, path in enumerate(sorted(table.frames)):
        name = f"{number}.png"
        picture = evening.of(load_picture(path), number)
        cv2.imwrite(str(place / name), picture)
        text = text.replace(path.relative_to(folder).as_posix(), name)
    board = table.board_path.read_text(encoding="utf-8")
    (place / "board.toml").write_text(board, encoding="utf-8")
    text = re.sub(r"(?m)^board = .*$", 'board = "board.toml"', text)
    (place / "table.toml").write_text(text, encoding="utf-8")
    return place / "table.toml"


def _groups(sight: Sight, table: Table) -> list[_Group]:
    """Learn the table's groups of spots, without asking whether they can be told apart."""
    names = [one.id for one in table.board.locations]
    course = pieces_course(sight, table)
    groups = [_Group(learn_course(sight, course), "board", names, course)]
    course_of_tiles = tiles_course(table)
    if course_of_tiles is not None:
        spaces = [str(i) for i in range(len(course_of_tiles.names))]
        slots = learn_course(sight, course_of_tiles)
        groups.append(_Group(slots, "influence", spaces, course_of_tiles))
    return groups


@dataclass(frozen=True, slots=True)
class _Camouflage:
    """Draws a group's pieces towards the board: ``shifts`` (classes x 3) are added to each."""

    slots: SlotReader
    shifts: Rows

    @classmethod
    def random(cls, slots: SlotReader, chance: np.random.Generator) -> "_Camouflage":
        """Draw each class towards the look of some bare place, most of the way."""
        learnt = slots.learnt
        near = learnt.measure.patches.away_mm < learnt.radius_mm
        bare = np.median(learnt.measure.bare.looks[0][:, near], axis=1)
        shifts = []
        for name in slots.names:
            pieces = [one for one in learnt.pieces if one.lesson.name == name]
            seen = [learnt.views[p.lesson.frame].seen[p.lesson.place, near] for p in pieces]
            way = bare[chance.integers(len(bare))] - np.median(np.concatenate(seen), axis=0)
            shifts.append(way * chance.uniform(*CAMOUFLAGE))
        return cls(slots, np.array(shifts, np.float32))

    def of(self, view: View, lies: Mapping[int, int]) -> View:
        """Show a view with its pieces (place to class) recoloured, point by point."""
        measure = self.slots.learnt.measure
        seen, quality = view.seen.copy(), measure.bare.quality(view.seen)
        near = measure.patches.away_mm < self.slots.learnt.radius_mm + measure.reach_mm
        for place, k in lies.items():
            points = seen[place]
            own = measure.appearance.log_density(points)[:, k]
            off = planes(points[None] - measure.bare.looks[quality.level][place])
            bare = measure.bare.spread(np.array([place]), quality).log_density(off)[0]
            share = near / (1 + np.exp(np.clip(bare - own, -30, 30)))
            seen[place] += share[:, None] * self.shifts[k]
        return replace(view, seen=seen)


def _crowded(group: _Group, view: View, chance: np.random.Generator) -> View:
    """Let pieces of the lessons lie beside some places, so near that they touch what lies there."""
    learnt = group.slots.learnt
    patches, side = learnt.measure.patches, round(np.sqrt(len(learnt.measure.patches.away_mm)))
    seen = view.seen.copy()
    for place in np.flatnonzero(chance.uniform(size=len(seen)) < CROWDED):
        piece = learnt.pieces[chance.integers(len(learnt.pieces))]
        away = chance.uniform(*BESIDE) * learnt.radius_mm + learnt.measure.reach_mm
        angle = chance.uniform(0, 2 * np.pi)
        to_mm = away * np.array([np.cos(angle), np.sin(angle)])
        column, row = np.round((to_mm - piece.middle_mm) / patches.step_mm).astype(int).tolist()
        inside = np.linalg.norm(patches.offsets_mm - piece.middle_mm, axis=1) <= learnt.radius_mm
        y, x = np.divmod(np.flatnonzero(inside), side)
        there = (y + row >= 0) & (y + row < side) & (x + column >= 0) & (x + column < side)
        source = learnt.views[piece.lesson.frame].seen[piece.lesson.place, inside][there]
        seen[place, ((y + row) * side + x + column)[there]] = source
    return replace(view, seen=seen)


def _read(  # noqa: PLR0913, PLR0917 - a table, its truth, and how it is to be shown
    table: Table,
    folder: Path,
    truths: Sequence[dict[str, Any]],
    chance: np.random.Generator,
    way: str,
    evening: Evening | None = None,
) -> Iterator[Row]:
    plain, camouflaged = way == "plain", way == "camouflaged"
    empty = load_picture(table.empty)
    sight = Sight(empty, aim(table.board, table.corners_px, empty))
    groups = _groups(sight, table)
    disguises = [_Camouflage.random(one.slots, chance) for one in groups]
    if camouflaged:
        disguises = [_taught(sight, *each) for each in zip(groups, disguises, strict=True)]
    seen_share = HOPELESS if camouflaged else -np.inf
    every, found = step(len(truths) * len(groups[0].places)), 0
    for number, truth in enumerate(truths):
        frame = load_picture(_path(folder, str(truth["file"])))
        frame = frame if evening is None else evening.of(frame, number + LATER)
        if way == "changed" or (camouflaged and chance.uniform() < HALF):
            frame = changed_at_random(frame, chance)
        if not sight.find_board(frame):
            continue
        found += 1
        for index, (group, disguise) in enumerate(zip(groups, disguises, strict=True)):
            lies = _lies(group, truth)
            view = sight.view(group.slots.learnt.measure.patches)
            if camouflaged:
                view = disguise.of(view, {i: k for i, k in lies.items() if k >= 0})
            if not plain:
                view = _crowded(group, view, chance)
            if found % every == 0:
                measured = group.slots.measure(view)
                yield from _rows(measured, lies, index, plain=plain, least=seen_share)


def step(rows: int) -> int:
    """Tell of how many frames one is measured, where all in one way would give so many rows."""
    return max(1, round(rows * len(WAYS) / MOST_ROWS))


def _rows(
    measured: Features, lies: Mapping[int, int], group: int, *, plain: bool, least: float
) -> Iterator[Row]:
    """Give rows of training; none for pieces that show less than a share of what they should."""
    room = MOST_CLASSES - measured.colour.shape[1]
    colours = np.pad(measured.colour, ((0, 0), (0, room), (0, 0)), constant_values=-np.inf)
    for i, k in lies.items():
        if k < 0 or measured.values[i, SHARE] >= least:
            yield Row(measured.values[i], colours[i], k, plain, group)


def _taught(sight: Sight, group: _Group, disguise: _Camouflage) -> _Camouflage:
    """Learn a group anew from its lessons' views with the pieces recoloured; give the disguise.

    It is none where nothing of a class would be seen: the pieces would be called by wrong names.
    """
    learnt = group.slots.learnt
    lies: list[dict[int, int]] = [{} for _ in learnt.views]
    for one in group.course.lessons:
        if one.name in group.slots.names:
            lies[one.frame][one.place] = group.slots.names.index(one.name)
    views = [disguise.of(view, there) for view, there in zip(learnt.views, lies, strict=True)]
    try:
        group.slots = learn_views(sight, group.course, learnt.measure.patches, views)
    except InputError:
        return replace(disguise, shifts=np.zeros_like(disguise.shifts))
    return disguise


def _path(folder: Path, file: str) -> Path:
    return folder / file if (folder / file).exists() else folder / "frames" / file


def _lies(group: _Group, truth: dict[str, Any]) -> dict[int, int]:
    """Tell which class lies on each place that truth tells of, -1 for none."""
    there = truth.get(group.truth)
    if there is None:
        return {}
    if isinstance(there, list):
        there = {str(i): name for i, name in enumerate(there)}
    names, hidden = group.slots.names, truth.get("occluded") or []
    found = {i: there.get(place) for i, place in enumerate(group.places) if place not in hidden}
    known = {i: name for i, name in found.items() if name is None or name in names}
    return {i: -1 if name is None else names.index(name) for i, name in known.items()}
