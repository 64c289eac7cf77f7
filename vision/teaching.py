"""Teaching: the pictures that a table file names become what the eye knows."""

from pathlib import Path

import numpy as np

from engine.errors import InputError
from vision.light import Floats
from vision.picture import load_picture
from vision.reading import Image
from vision.sight import Sight
from vision.spots import Lesson, Spots
from vision.table import Table
from vision.tiles import RankingRow


def teach_merchants(sight: Sight, table: Table, empty: Image) -> Spots:
    """Learn the merchants' colours on the board's locations; raises InputError."""
    locations = table.board.locations
    spots = sight.spots(np.array([[*one.at_mm, one.radius_mm] for one in locations]))
    seen: dict[Path, Floats] = {}
    for path in dict.fromkeys(sample.frame for sample in table.samples):
        sight.look_at_lesson(load_picture(path), str(path))
        seen[path] = spots.unshaded(sight.seen(spots.sampler))
    lessons = [
        Lesson(table.board.index[at], sample.colour, seen[sample.frame])
        for sample in table.samples
        for at in sample.at
    ]
    sight.look_at_empty(empty)
    bare = spots.unshaded(sight.seen(spots.sampler))
    _learn(spots, lessons, bare, [one.id for one in locations], (str(table.path), "sample"))
    return spots


def teach_influence(sight: Sight, table: Table, empty: Image) -> Spots | None:
    """Learn the kinds of influence tile on their spaces, if taught; raises InputError."""
    if table.influence is None:
        return None
    spots = sight.spots(np.array(table.board.influence_spaces))
    path = table.influence.frame
    sight.look_at_lesson(load_picture(path), str(path))
    seen = sight.seen(spots.sampler)
    lessons = [Lesson(i, kind, seen) for i, kind in enumerate(table.influence.names)]
    sight.look_at_empty(empty)
    places = [f"space {i + 1}" for i in range(len(lessons))]
    _learn(spots, lessons, sight.seen(spots.sampler), places, (str(table.path), "influence"))
    return spots


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
