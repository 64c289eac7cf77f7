"""Teaching: learning a table's pieces and tiles from its pictures, and what will be hard to read.

The pieces of the lessons are laid on every place, in other shades than they were seen in, and read
as a frame would be. Where that fails, players are warned.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from vision.config import SURE, LearningConfig
from vision.flat_board import Patches
from vision.learning import Learnt, Lesson, View, learn
from vision.picture import load_picture
from vision.reading import Reals
from vision.sight import Sight
from vision.slots import CLASSIFIER, SlotReader
from vision.table import Sample, Table, UnteachableError
from vision.tiles import TileRow

CONFIG: Final = LearningConfig()


@dataclass(frozen=True, slots=True)
class Confusion:
    """What will be hard to read: a colour on the bare board, or two colours.

    ``location`` is None where that holds for the whole board. ``margin`` is by how many nats the
    truth is expected to lead, negative if it does not.
    """

    colours: tuple[str, ...]
    location: str | None
    margin: float


def confusions(slots: SlotReader, leads: Reals, places: Sequence[str]) -> tuple[Confusion, ...]:
    """Predict what will be confused, the worst first; ``places`` names the places.

    Where a lesson's piece is hardly seen, others of its colour will not be seen either.
    """
    # `SlotReader` believes no more than this share of what a piece shows.
    leads = np.concatenate([CLASSIFIER.as_shown * leads[..., :1], leads[..., 1:]], axis=2)
    usual = np.median(leads, axis=1)
    apart = np.minimum(usual[:, 1:], usual[:, 1:].T)
    found = [
        Confusion((one, other), None, float(apart[k, m]))
        for (k, one), (m, other) in combinations(enumerate(slots.names), 2)
        if apart[k, m] < SURE
    ]
    for k, name in enumerate(slots.names):
        if usual[k, 0] < SURE:
            found.append(Confusion((name,), None, float(usual[k, 0])))
            continue
        found += [
            Confusion((name,), place, margin)
            for place, margin in zip(places, leads[k, :, 0].tolist(), strict=True)
            if margin < SURE
        ]
    foretold = {(one.colours, one.location) for one in found}
    faint = [piece.lesson for piece in slots.learnt.pieces if piece.contrast < CONFIG.least_change]
    found += [
        Confusion((one.name,), places[one.place], 0.0)
        for one in faint
        if foretold.isdisjoint({((one.name,), places[one.place]), ((one.name,), None)})
    ]
    return tuple(sorted(found, key=lambda one: one.margin))


def alike(slots: SlotReader, leads: Reals) -> tuple[str, str] | None:
    """Give two classes that cannot be distinguished; None if there are none."""
    usual = np.median(leads, axis=1)[:, 1:]
    for (k, one), (m, other) in combinations(enumerate(slots.names), 2):
        if min(usual[k, m], usual[m, k]) < CONFIG.alike:
            return one, other
    return None


@dataclass(frozen=True, slots=True)
class Course:
    """What is to be taught: the lessons on places, called ``names``, in the ``frames``.

    ``where`` is the file and the section that say so, for messages. On places in ``guessed`` the
    bare board is only guessed, so that a piece need not differ from it. Classes that are ``given``,
    such as a game's tiles, cannot be exchanged for others: they are learnt as well as they can be
    seen.
    """

    centres_mm: Reals
    radii_mm: Reals
    names: list[str]
    lessons: list[Lesson]
    frames: list[Path]
    where: tuple[str, str]
    guessed: Collection[str] = ()
    given: bool = False

    def error(self, lesson: Lesson, found: str | None, *, blank: bool = False) -> UnteachableError:
        at = self.names[lesson.place]
        like = f"cannot be distinguished from {found or 'the empty board'}"
        reason = f"{lesson.name} at {at} {'looks like the empty board' if blank else like}"
        if found is None:
            return UnteachableError(*self.where, reason, "unseen", (lesson.name,), at)
        return UnteachableError(*self.where, reason, "misread", (lesson.name, found), at)

    def checked(
        self, read: Mapping[Lesson, str | None], foreseen: tuple[Confusion, ...]
    ) -> tuple[Confusion, ...]:
        """Check lessons with what each was ``read`` as; raises UnteachableError for a mistake.

        Lessons of which nothing was seen are not in ``read``. Gives what is foreseen, and the
        lessons that stand out but are misread, where others of their colour are read: their places
        are bad.
        """
        right = Counter(lesson.name for lesson, found in read.items() if found == lesson.name)
        for lesson in sorted(self.lessons, key=lambda one: one not in read):
            found, blank = read.get(lesson), lesson not in read
            if found == lesson.name or self.excused(lesson, found, foreseen):
                continue
            if found is not None or blank or not right[lesson.name]:
                raise self.error(lesson, found, blank=blank)
            foreseen = (Confusion((lesson.name,), self.names[lesson.place], 0.0), *foreseen)
        return foreseen

    def excused(self, lesson: Lesson, found: str | None, foreseen: Iterable[Confusion]) -> bool:
        """Tell whether a lesson was expected to be read as something else."""
        at = self.names[lesson.place]
        confused = {lesson.name} if found is None else {lesson.name, found}
        return (found is None and at in self.guessed) or any(
            one.location in (None, at) and set(one.colours) == confused for one in foreseen
        )

    def known_on(self, frame: int) -> frozenset[int]:
        return frozenset(one.place for one in self.lessons if one.frame == frame)


def teach_pieces(
    sight: Sight, table: Table, guessed: Collection[str] = ()
) -> tuple[SlotReader, tuple[Confusion, ...]]:
    """Learn the pieces on the board's locations; give their reader, and what will be hard to read.

    ``guessed`` names locations whose empty look is only guessed. Raises InputError.
    """
    course = pieces_course(sight, table, guessed)
    return _checked(course, learn_course(sight, course))


def teach_tiles(sight: Sight, table: Table) -> SlotReader | None:
    """Learn the tiles on single spaces; None if they are not taught. Raises InputError."""
    course = tiles_course(table)
    return None if course is None else learn_course(sight, course)


def pieces_course(sight: Sight, table: Table, guessed: Collection[str] = ()) -> Course:
    """Give what a table file teaches about pieces on locations."""
    samples = _best_samples(table)
    frames = list(dict.fromkeys(sample.frame for sample in samples))
    lessons = [
        Lesson(table.board.index[at], sample.colour, frames.index(sample.frame))
        for sample in samples
        for at in sample.at
    ]
    names = [location.id for location in table.board.locations]
    plan, where = sight.plan, (str(table.path), "sample")
    return Course(plan.centres_mm, plan.radii_mm, names, lessons, frames, where, guessed)


def tiles_course(table: Table) -> Course | None:
    """Give what a table file teaches about tiles on single spaces; None for nothing."""
    taught, group = table.tiles, table.board.tiles
    if taught is None or group is None:
        return None
    spaces = np.array(table.board.tile_circles, np.float64)
    lessons = [Lesson(place, name, 0) for place, name in enumerate(taught.names)]
    names = [f"space {1 + place}" for place in range(len(spaces))]
    where = (str(table.path), group.id)
    frames = [taught.frame]
    return Course(spaces[:, :2], spaces[:, 2], names, lessons, frames, where, given=True)


def _best_samples(table: Table) -> list[Sample]:
    empty = table.empty.resolve()
    clear = {sample.colour for sample in table.samples if sample.frame.resolve() != empty}
    return [
        sample
        for sample in table.samples
        if sample.colour not in clear or sample.frame.resolve() != empty
    ]


def teach_row(sight: Sight, table: Table) -> TileRow | None:
    """Learn the tiles in the row; None if they are not taught. Raises InputError."""
    if table.row is None:
        return None
    row = TileRow(table.board.row_boxes, sight.plan.pixels)
    path = table.row.frame
    sight.look_at_lesson(load_picture(path), str(path))
    seen = sight.seen(row.sampler)
    sight.look_at_empty()
    row.learn([(seen, table.row.names)], sight.seen(row.sampler))
    return row


def learn_course(sight: Sight, course: Course) -> SlotReader:
    """Learn a group; raises InputError where nothing is seen of a class.

    A lesson of which nothing is seen is left out if others show its class.
    """
    patches = Patches(sight.plan, course.centres_mm, course.radii_mm, sight.factor, sight.size)
    return learn_views(sight, course, patches, lesson_views(sight, course, patches))


def lesson_views(sight: Sight, course: Course, patches: Patches) -> list[View]:
    """Give a group's patches in each frame of a course."""
    views = []
    for path in course.frames:
        sight.look_at_lesson(load_picture(path), str(path))
        views.append(sight.view(patches))
    sight.look_at_empty()
    return views


def learn_views(
    sight: Sight, course: Course, patches: Patches, views: Sequence[View]
) -> SlotReader:
    """Learn a group from the views of its course's frames; raises InputError."""
    bare, again = sight.bare(patches)
    listed = [course.known_on(frame) for frame in range(len(views))]
    guessed = [i for i, name in enumerate(course.names) if name in course.guessed]
    for place in guessed:
        bare.unknown[place, patches.away_mm <= patches.radius_mm] = True
    for view, there in zip(views, listed, strict=True):
        known = view.inside & ~view.washed_out
        known[[*there, *guessed]] = False
        bare.fill(view.seen, known)

    def learnt(lessons: Sequence[Lesson]) -> Learnt:
        return learn(patches, bare, again, views, lessons, listed)

    first = learnt(course.lessons)
    blanks = [piece.lesson for piece in first.pieces if piece.contrast <= CONFIG.nothing]
    if not blanks or course.given:
        return SlotReader(first, sight.flat_board)
    lessons = [lesson for lesson in course.lessons if lesson not in blanks]
    names = {lesson.name for lesson in lessons}
    for blank in blanks:
        if blank.name not in names:
            raise course.error(blank, None, blank=True)
    return SlotReader(learnt(lessons), sight.flat_board)


def _checked(course: Course, slots: SlotReader) -> tuple[SlotReader, tuple[Confusion, ...]]:
    """Check that the lessons are read back as what they were said to be.

    A lesson in doubt is no mistake of the table. Nor is one that cannot be seen where that was to
    be expected, nor one that shows but is misread while enough others of its colour are read: these
    two are added to what is foreseen.
    """
    rows = [slots.weigh(view) for view in slots.learnt.views]
    choices = (None, *slots.names)
    leads = slots.leads
    foreseen = confusions(slots, leads, course.names)
    known = [piece.lesson for piece in slots.learnt.pieces]
    read: dict[Lesson, str | None] = {}
    for one in course.lessons:
        row = rows[one.frame][one.place]
        best, own = int(row.argmax()), 1 + slots.names.index(one.name)
        if row[best] - row[own] < SURE:
            read[one] = one.name
        elif one in known:
            read[one] = choices[best]
    foreseen = course.checked(read, foreseen)
    if pair := alike(slots, leads):
        reason = f"{pair[0]} and {pair[1]} cannot be distinguished from each other"
        raise UnteachableError(*course.where, reason, "alike", pair)
    return slots, foreseen
