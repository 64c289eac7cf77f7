"""Teaching: the pictures that a table file names become what the eye knows."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from vision.lessons import SIDE as FINE
from vision.lessons import Lesson, learn_looks
from vision.light import Floats
from vision.picture import load_picture
from vision.reading import Image
from vision.scores import SIDE, half_mm
from vision.separation import Confusion, confusions
from vision.sight import Sight
from vision.spots import Spots
from vision.squares import Places, Squares
from vision.table import Sample, Table
from vision.tiles import RankingRow
from vision.unteachable import UnteachableError

MIDDLE_MM: Final = 6.0
"""How high the middle of a merchant is over the board: barrels and cubes of 10 to 14 mm."""

ENOUGH: Final = 1
"""Lessons of a colour that must be read right for another to be a bad place and no mistake."""


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

    def error(self, lesson: Lesson, found: str | None, *, blank: bool = False) -> UnteachableError:
        """Say that a lesson's piece is not to be seen, or looks like another or none."""
        at = self.names[lesson.place]
        like = f"cannot be told from {found or 'the empty board'}"
        told = f"{lesson.name} at {at} {'looks like the empty board' if blank else like}"
        if found is None:
            return UnteachableError(*self.where, told, "unseen", (lesson.name,), at)
        return UnteachableError(*self.where, told, "misread", (lesson.name, found), at)

    def checked(
        self,
        read: Sequence[tuple[Lesson, str | None]],
        blanks: Sequence[Lesson],
        foreseen: tuple[Confusion, ...],
    ) -> tuple[Confusion, ...]:
        """Check lessons with what each was ``read`` as; raises UnteachableError for a mistake.

        Nothing was seen of those in ``blanks``. Gives what is foreseen, with the lessons that are
        not read though they stand out, which is a bad place where others of their colour are.
        """
        right = Counter(lesson.name for lesson, found in read if found == lesson.name)
        for lesson, found in [*read, *((blank, None) for blank in blanks)]:
            if found == lesson.name or self.excused(lesson, found, foreseen):
                continue
            if found is not None or lesson in blanks or right[lesson.name] < ENOUGH:
                raise self.error(lesson, found, blank=lesson in blanks)
            foreseen = (Confusion((lesson.name,), self.names[lesson.place], 0.0), *foreseen)
        return foreseen

    def excused(self, lesson: Lesson, found: str | None, foreseen: Iterable[Confusion]) -> bool:
        """Tell whether it was to be expected that a lesson is read as something else."""
        at = self.names[lesson.place]
        confused = {lesson.name} if found is None else {lesson.name, found}
        return (found is None and at in self.guessed) or any(
            one.location in (None, at) and set(one.colours) == confused for one in foreseen
        )


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
    return _learn(sight, course, empty)


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
    return _learn(sight, course, empty)[0]


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


def _learn(sight: Sight, course: Course, empty: Image) -> tuple[Spots, tuple[Confusion, ...]]:
    """Teach, and check that the lessons are read back as what they were said to be.

    A lesson that cannot be made out is done without where others show its colour and where, by
    them, it was not to be expected to be seen: that is foretold, and no mistake of the table. One
    that stands out but is not read is foretold too, where enough others of its colour are.
    """
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
    blanks: list[Lesson] = []
    looks = learn_looks(fine, lessons, points)
    if looks.blank:
        lessons = [lesson for i, lesson in enumerate(lessons) if i not in looks.blank]
        names = {lesson.name for lesson in lessons}
        for blank in looks.blank:
            if course.lessons[blank].name not in names:
                raise course.error(course.lessons[blank], None, blank=True)
        blanks = [course.lessons[blank] for blank in looks.blank]
        looks = learn_looks(fine, lessons, points)
    squares = sight.squares(places, half_mm(fine, looks.radius_mm), SIDE)
    aside = [squares.unshaded(sight.seen(squares.sampler)) for _ in sight.nudges(empty)]
    *taught, bare = seen(squares)
    spots = Spots(squares, looks)
    spots.measure(lessons, taught, bare)
    guessed = [i for i, name in enumerate(course.names) if name in course.guessed]
    spots.learn_evenness(bare, aside, guessed)
    rows = [spots.log_likelihood(spots.scores(one)) for one in taught]
    choices = (None, *spots.names)
    foreseen = confusions(spots, lessons, taught, bare, course.names)
    read = [(one, choices[int(rows[one.frame][one.place].argmax())]) for one in lessons]
    foreseen = course.checked(read, blanks, foreseen)
    if alike := spots.alike(lessons, taught):
        told = f"{alike[0]} and {alike[1]} cannot be told from each other"
        raise UnteachableError(*course.where, told, "alike", alike)
    return spots, foreseen
