"""The steps that show pieces: their colours, those of players, tiles in a known order."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import eq, ne
from pathlib import Path
from typing import Final

import numpy as np

from companion.calibration.desk import Desk
from companion.calibration.draft import PIECES, Draft, Point, Sample, Shown
from companion.calibration.pictures import PlaceStop, PlanPage
from companion.calibration.step import (
    EMPTY_BOARD,
    Failure,
    Lesson,
    ListPage,
    Part,
    WaitPage,
    attempt,
)
from companion.calibration.teaching import Arrangement, middle_of
from companion.language import Saying, said
from companion.pages.kinds import ChoicePage
from companion.session.session import Page
from companion.ui.diagram import Diagram
from companion.ui.guided_photo import Mark
from companion.ui.menu import Menu, Row
from companion.ui.pen import Drawable
from companion.ui.photos import BesidePhoto, NumberedPhoto
from companion.ui.screen import DOWN, Body
from companion.words.eye import refusal_sentences, warning_sentences
from companion.words.happened import MORE_SEEN
from companion.words.names import capitalised, names_of
from engine.layout import Place, corners_mm
from vision.area_eye import AnyEye
from vision.plan import Plan, aim
from vision.reading import Reading
from vision.table import UnteachableError

MARGIN: Final = 0.03
"""What is seen around the board, as a share of it, where its places are numbered."""
MEASURING: Final = said("Finding the locations in the picture…")
MOST: Final = 2
"""Warnings that are given: who heeds them looks again."""
LEARNING: Final = said("Learning how they look…")
FINE: Final = said("All of them can be told apart.")
ELSE: Final = said(
    "Something is on {places}, or was there when the board should have been empty. Clear it; then "
    "repeat “{pieces}” or “{empty}”."
)
SAME: Final = said(
    "The picture of the empty board looks the same there. Is everything where it is shown?"
)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a picture may not show what it is said to, and the ``places`` that tell."""

    text: Saying
    places: tuple[str, ...] = ()


class PiecesPage(PlanPage):
    """Shows where pieces are to stand, and takes a picture of them.

    One that is touched is shown elsewhere, where another spot is easier.
    """

    def __init__(self, lesson: Lesson, plan: Plan) -> None:
        """Choose the spots; raises InputError where the picture is gone or there is no board."""
        super().__init__(lesson, plan)
        draft, colours = lesson.draft, lesson.draft.colours
        chosen = spread(self.at_mm, lesson.desk.game.pieces.each * len(colours))
        # A colour's second piece is far from its first, and in other light.
        self.where = {colour: tuple(chosen[i :: len(colours)]) for i, colour in enumerate(colours)}
        taken = {sample.colour: sample.at for sample in draft.samples}
        for before in (draft.stand, taken):
            fits = all(spot < len(self.at_px) for at in before.values() for spot in at)
            if before.keys() == self.where.keys() and fits:
                self.where = {colour: before[colour] for colour in colours}
                break
        self._moving: int | None = None

    def leave(self) -> None:
        """Let go of the piece that is held; without one leave."""
        if self._moving is None:
            super().leave()
        self._moving = None

    def parts(self) -> Iterable[Part]:
        lit = [number for numbers in self.where.values() for number in numbers]
        size, held = self.piece_px, self._moving
        for colour, numbers in self.where.items():
            yield from (Mark(self.at_px[i], "piece", size, colour) for i in numbers)
        if held is None:
            yield self.say(self.desk.game.pieces.put)
            yield self.row("take", self.say("They are in place"), self._take)
        else:
            yield self.say("Touch the location where this one is.")
            yield Mark(self.at_px[held], "chosen", size)
            free = (i for i in range(len(self.at_px)) if i not in lit)
            near = sorted(free, key=lambda i: math.dist(self.at_px[i], self.at_px[held]))
            lit = [*near, held]
        for i in lit:
            mark = Mark(self.at_px[i], "chosen", size)
            yield PlaceStop(f"spot-{i}", partial(self._touch, i), mark=mark)

    def point(self, what: str, at_px: Point) -> None:
        """Take hold of the piece that was touched, or show it where a finger comes down."""
        near = min(range(len(self.at_px)), key=lambda i: math.dist(self.at_px[i], at_px))
        if what == DOWN and math.dist(self.at_px[near], at_px) <= self.piece_px:
            self._touch(near)

    def _touch(self, number: int) -> None:
        """Take hold of the piece there; where there is none, the one that is held goes there."""
        self.at = None
        held = self._moving
        if any(number in numbers for numbers in self.where.values()):
            self._moving = None if number == held else number
        elif held is not None:
            self._moving = None
            self.where = {
                colour: tuple(number if one == held else one for one in numbers)
                for colour, numbers in self.where.items()
            }
            self.desk.change(replace(self.draft, stand=self.where))

    def _take(self) -> None:
        frame = self.photograph(PIECES)
        if frame is not None:
            samples = tuple(Sample(frame, colour, at) for colour, at in self.where.items())
            draft = replace(self.draft, samples=samples)
            self.session.open(learning_page(self.lesson, draft))


def pieces_page(lesson: Lesson) -> Page:
    """Look where the spots are in the picture, and show where pieces are to stand."""
    draft = lesson.draft
    board, picture = lesson.desk.game.board(draft), lesson.desk.picture()
    work = partial(aim, board, draft.corners_px or (), picture)
    return WaitPage(lesson, MEASURING, work, partial(PiecesPage, lesson))


def spread(at_mm: Sequence[Point], number: int) -> list[int]:
    """Choose so many spots (their numbers), each as far as can be from those before it.

    The first is the one nearest to the middle of all.
    """
    middle = tuple(sum(along) / len(at_mm) for along in zip(*at_mm, strict=True))
    chosen = [min(range(len(at_mm)), key=lambda i: math.dist(at_mm[i], middle))]
    while len(chosen) < min(number, len(at_mm)):
        left = [i for i in range(len(at_mm)) if i not in chosen]
        chosen.append(max(left, key=lambda i: min(math.dist(at_mm[i], at_mm[j]) for j in chosen)))
    return chosen


class ArrangementPage(ListPage):
    """Says or lists what is to lie on each area; in a list another can be chosen."""

    def __init__(self, lesson: Lesson, arrangement: Arrangement) -> None:
        """Propose one class after the other, or what lay there; raises InputError for no board."""
        super().__init__(lesson)
        self._arrangement: Final = arrangement
        board = lesson.desk.game.board(lesson.draft)
        names, classes = names_of(self.words, board), arrangement.group_on(board).classes
        self._classes: Final = [arrangement.called(names, one) for one in classes]
        self._areas: Final = arrangement.areas(self.words) if arrangement.areas else ()
        shown = lesson.draft.shown.get(arrangement.step)
        begin = arrangement.begin(board) if arrangement.begin else range(arrangement.number)
        in_turn = tuple(number % len(self._classes) for number in begin)
        meant = lesson.draft.meant.get(arrangement.step)
        self._lying = meant or (shown.lying if shown else in_turn)
        places = arrangement.group_on(board).places if arrangement.numbered else ()
        self._numbered: Final = numbered_places(lesson.desk, places) if places else None

    def menu(self) -> Menu:
        return replace(super().menu(), at_once=True)

    def body(self) -> Body:
        numbered = self._numbered
        return self.menu() if numbered is None else BesidePhoto(self.menu(), numbered)

    def parts(self) -> Iterable[Part]:
        say, lying = self.say, [self._classes[one] for one in self._lying]
        yield say(self._arrangement.text, order=", ".join(lying))
        yield Row(say("Ready: take the picture")), self._take
        for i, area in enumerate(self._areas):  # none has a name, or all
            yield Row(area, lying[i]), partial(self._choose_for, i)
        yield Row(say("Skip this")), self.done  # who lays them out reads all of the list first

    def _take(self) -> None:
        draft, one = self.draft, self._arrangement
        frame = self.photograph(one.key)
        if frame is not None:
            shown = {**draft.shown, one.step: Shown(frame, self._lying)}
            draft = replace(draft, shown=shown)
            doubted = partial(_doubt, self.desk, draft, one)
            self.session.open(learning_page(self.lesson, draft, doubted))

    def _choose_for(self, area: int) -> None:
        def take(number: int) -> None:
            lying = list(self._lying)
            if self._arrangement.once and number in lying:  # the two change places
                lying[lying.index(number)] = lying[area]
            lying[area] = number
            self._lying = tuple(lying)
            draft, step = self.draft, self._arrangement.step
            self.desk.change(replace(draft, meant={**draft.meant, step: self._lying}))

        choices = [*enumerate(map(Row, self._classes))]
        title, at = self._areas[area], self._lying[area]
        self.session.open(ChoicePage(self.session, title, choices, take, at=at))


def numbered_places(desk: Desk, places: Sequence[Place]) -> NumberedPhoto:
    """Give places numbers in the picture of the empty board; raises InputError if that is gone."""
    picture = desk.picture()
    plan = Plan(desk.game.board(desk.draft), desk.draft.corners_px or ())
    at_px = plan.pixels(np.array([middle_of(one) for one in places]))
    around = (plan.pixels(np.array(corners_mm(one))) for one in places)
    sizes = tuple((width, height) for width, height in (np.ptp(one, axis=0) for one in around))
    shown = np.concatenate([plan.corners, at_px])
    margin = MARGIN * np.ptp(shown, axis=0)
    left, top = np.maximum(shown.min(axis=0) - margin, 0).astype(int).tolist()
    right, low = (shown.max(axis=0) + margin).astype(int).tolist()
    points = tuple((x - left, y - top) for x, y in at_px.tolist())
    return NumberedPhoto(desk.draft.empty or "", picture[top:low, left:right], points, sizes)


class LearntPage(ListPage):
    """Says what was found in a picture; only a ``good`` one can be taken into the draft."""

    def __init__(  # noqa: PLR0913 - what was found, and what can be done with it
        self,
        lesson: Lesson,
        draft: Draft,
        result: str,
        *,
        good: bool,
        doubtful: bool = False,
        drawn: Drawable | None = None,
    ) -> None:
        """Offer ``draft``, which has the new picture, last where that is ``doubtful``.

        ``drawn`` shows the spots that the result speaks of.
        """
        super().__init__(lesson)
        self._offered, self._result, self._drawn = draft, result, drawn
        self._good, self._doubtful = good, doubtful

    def body(self) -> Body:
        return BesidePhoto(self.menu(), self._drawn)

    def parts(self) -> Iterable[Part]:
        yield self._result
        if self._good and not self._doubtful:
            yield Row(self.say("Continue")), self._agree
        yield Row(self.say("Another picture")), self.close
        if self._doubtful:
            yield Row(self.say("Use it anyway")), self._agree

    def _agree(self) -> None:
        self.desk.change(self._offered)
        self.done()


def _doubt_alone(eye: AnyEye) -> Doubt | None:
    """Say where the pictures of pieces and of the empty board differ besides."""
    told: dict[Path, set[str]] = {}
    for sample in eye.table.samples:
        told.setdefault(sample.frame, set()).update(sample.at)
    places = tuple(at for path, known in told.items() for at in eye.unlike_empty(path, known))
    return Doubt(ELSE, places) if places else None


def learning_page(
    lesson: Lesson, draft: Draft, doubted: Callable[[AnyEye], Doubt | None] = _doubt_alone
) -> Page:
    """Learn from a draft with a new picture, and say why it is ``doubted``, if it is."""

    def work() -> AnyEye | Failure | Doubt:
        found = attempt(partial(lesson.desk.learnt, draft))
        return found if isinstance(found, Failure) else doubted(found) or found

    return WaitPage(lesson, LEARNING, work, partial(learnt_page, lesson, draft))


def _doubt(desk: Desk, draft: Draft, arrangement: Arrangement, eye: AnyEye) -> Doubt | None:
    """Say why a picture may not show what lies where, by an eye that has learnt from it."""
    shown = draft.shown[arrangement.step]
    seen = eye.read(desk.picture(shown.frame))
    if not seen.registered:
        return Doubt(said("The board is not recognised in this picture."))
    if seen.hand:
        return Doubt(said("A hand is over the board in this picture."))
    bare = eye.read(desk.picture(draft.empty))
    classes = arrangement.group_on(eye.table.board).classes
    lying = [classes[number] for number in shown.lying]
    now, before = (_looks(one, arrangement.group) for one in (seen, bare))
    # Others may have lain there before: what looks the same as now is not there, or never moved.
    if 2 * max(sum(map(ne, now, lying)), sum(map(eq, before, lying))) >= len(lying):
        return Doubt(SAME)
    # What it teaches may also lie among players' pieces, where it was not known before.
    groups = eye.table.board.layout
    among = any(one.players and not {*classes}.isdisjoint(one.classes) for one in groups)
    return _doubt_alone(eye) if among else None


def _looks(reading: Reading, group: str) -> tuple[str | None, ...]:
    """Tell what the places of a group look like; nothing where it is not read place by place."""
    slots = reading.groups.get(group)
    return () if slots is None else slots.likeliest()


def learnt_page(lesson: Lesson, draft: Draft, found: AnyEye | Failure | Doubt) -> LearntPage:
    """Say what was found in a picture, or why it cannot be taken, or is doubted.

    Of many places of which it speaks only the first are named, but all are drawn.
    """
    words, board = lesson.words, lesson.desk.game.board(draft)
    places: Sequence[str | None] = ()
    if isinstance(found, Doubt):
        places = found.places
    elif isinstance(found, UnteachableError):
        places = (found.at, *found.what)
    elif not isinstance(found, Failure):
        worst = found.warnings[:MOST]
        places = (*(one.location for one in worst), *found.unlearnt, *found.saturated)
    spots = [one for one in dict.fromkeys(places) if one is not None and one in board.index]
    names = names_of(words, board).lettered(spots)
    letters = tuple(names.letters.items())
    drawn = Diagram(board, {}, spots, letters=letters) if spots else None
    if isinstance(found, Doubt):
        pieces, empty = words.say(lesson.desk.game.pieces.title), words.say(EMPTY_BOARD)
        first, left = names.all_of(map(names.place, found.places[:MOST])), len(places[MOST:])
        told = words.say(found.text, places=first, pieces=pieces, empty=empty)
        told += f" {words.say(MORE_SEEN, number=left)}" if left else ""
        return LearntPage(lesson, draft, told, good=True, doubtful=True, drawn=drawn)
    if isinstance(found, Failure):
        return LearntPage(lesson, draft, refusal_sentences(found, names), good=False, drawn=drawn)
    warnings = warning_sentences(worst, found.unlearnt, names, found.saturated)
    told = " ".join(f"{capitalised(one)}." for one in warnings) or words.say(FINE)
    return LearntPage(lesson, draft, told, good=True, drawn=drawn)
