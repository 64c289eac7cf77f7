"""Teaching: the pictures that a table file names become what the eye knows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from engine.errors import InputError
from vision.lessons import SIDE as FINE
from vision.lessons import Lesson, learn_looks
from vision.light import Floats
from vision.picture import load_picture
from vision.reading import Image
from vision.separation import Confusion, confusions
from vision.sight import Sight
from vision.spots import SIDE, Spots, half_mm
from vision.squares import Places, Squares
from vision.table import Sample, Table
from vision.tiles import RankingRow

MIDDLE_MM: Final = 6.0
"""How high the middle of a merchant is over the board: barrels and cubes of 10 to 14 mm."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is to be taught: the lessons on ``places``, called ``names``, in the ``frames``.

    ``where`` is the file and the section that say so, for messages. On the places in ``guessed``
    the bare board is only guessed, so that a piece need not be told from it.
    """

    places: Places
    names: list[str]
    lessons: list[Lesson]
    frames: list[Path]
    where: tuple[str, str]
    guessed: Collection[str] = ()


def teach_merchants(
    sight: Sight, table: Table, empty: Image, guessed: Collection[str] = ()
) -> tuple[Spots, tuple[Confusion, ...]]:
    """Learn the merchants' colours on the board's locations, and what will be hard to read.

    ``guessed`` names locations whose look when empty is only guessed. Raises InputError.
    """
    locations = table.board.locations
    centres = sight.plan.centres_mm
    lean = sight.plan.lean(centres, MIDDLE_MM) - centres
    places = Places(centres, sight.plan.radii_mm, lean)
    samples = _best_samples(table)
    frames = list(dict.fromkeys(sample.frame for sample in samples))
    lessons = [
        Lesson(table.board.index[at], sample.colour, frames.index(sample.frame))
        for sample in samples
        for at in sample.at
    ]
    names = [location.id for location in locations]
    course = Course(places, names, lessons, frames, (str(table.path), "sample"), guessed)
    learnt = _learn(sight, course, empty)
    foreseen = confusions(learnt.spots, learnt.lessons, learnt.taught, learnt.bare, names)
    return learnt.spots, foreseen


def _best_samples(table: Table) -> list[Sample]:
    """Leave out samples in the empty frame, of colours that other frames show on a known board."""
    empty = table.empty.resolve()
    clear = {sample.colour for sample in table.samples if sample.frame.resolve() != empty}
    return [
        sample
        for sample in table.samples
        if sample.colour not in clear or sample.frame.resolve() != empty
    ]


def teach_influence(sight: Sight, table: Table, empty: Image) -> Spots | None:
    """Learn the kinds of influence tile on their spaces, if taught; raises InputError."""
    if table.influence is None:
        return None
    spaces = np.array(table.board.influence_spaces)
    places = Places(spaces[:, :2], spaces[:, 2])
    lessons = [Lesson(i, kind, 0) for i, kind in enumerate(table.influence.names)]
    names = [f"space {i + 1}" for i in range(len(lessons))]
    frames = [table.influence.frame]
    course = Course(places, names, lessons, frames, (str(table.path), "influence"))
    return _learn(sight, course, empty).spots


def teach_ranking(sight: Sight, table: Table, empty: Image) -> RankingRow | None:
    """Learn the look of the city-state tiles, if taught; raises InputError."""
    if table.ranking is None:
        return None
    row = RankingRow(table.board.ranking_slots, sight.plan.pixels)
    path = table.ranking.frame
    sight.look_at_lesson(load_picture(path), str(path))
    seen = sight.seen(row.sampler)
    sight.look_at_empty(empty)
    row.learn(seen, table.ranking.names, sight.seen(row.sampler))
    return row


class _Learnt(NamedTuple):
    """What was learnt, and the points of its squares in each frame and on the empty board."""

    spots: Spots
    lessons: Sequence[Lesson]
    taught: Sequence[Floats]
    bare: Floats


def _learn(sight: Sight, course: Course, empty: Image) -> _Learnt:
    """Teach and check that the lessons are read back as what they were said to be."""
    places, lessons, frames = course.places, course.lessons, course.frames
    pictures = [load_picture(path) for path in frames]

    def seen(squares: Squares) -> list[Floats]:
        each = []
        for path, picture in zip(frames, pictures, strict=True):
            sight.look_at_lesson(picture, str(path))
            each.append(squares.unshaded(sight.seen(squares.sampler)))
        sight.look_at_empty(empty)
        return [*each, squares.unshaded(sight.seen(squares.sampler))]

    fine = sight.squares(places, float(places.reach_mm.max()) + places.largest_mm, FINE)
    points = seen(fine)
    looks = learn_looks(fine, lessons, points)
    if looks.blank:
        lessons = _without(course, looks.blank)
        looks = learn_looks(fine, lessons, points)
    squares = sight.squares(places, half_mm(fine, looks), SIDE)
    *taught, bare = seen(squares)
    spots = Spots(squares, looks)
    spots.measure(lessons, taught, bare)
    rows = [spots.log_likelihood(spots.scores(one)) for one in taught]
    choices = (None, *spots.names)
    for lesson in lessons:
        found = choices[int(rows[lesson.frame][lesson.place].argmax())]
        unsure = found is None and course.names[lesson.place] in course.guessed
        if found != lesson.name and not unsure:
            at = f"{lesson.name} at {course.names[lesson.place]}"
            wrong = f"{at} cannot be told from {found or 'the empty board'}"
            raise InputError(*course.where, wrong)
    if alike := spots.alike(lessons, taught):
        raise InputError(*course.where, f"{alike[0]} and {alike[1]} cannot be told from each other")
    return _Learnt(spots, lessons, taught, bare)


def _without(course: Course, blank: Collection[int]) -> list[Lesson]:
    """Leave lessons out whose piece cannot be made out, where that may be for want of a guess.

    Raises InputError where there it cannot, or where a name would be left without a lesson.
    """
    left = [lesson for number, lesson in enumerate(course.lessons) if number not in blank]
    for number in blank:
        lesson = course.lessons[number]
        at = course.names[lesson.place]
        if at not in course.guessed or lesson.name not in {other.name for other in left}:
            wrong = f"{lesson.name} at {at} looks like the empty board"
            raise InputError(*course.where, wrong)
    return left
