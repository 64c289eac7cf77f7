"""Pages of steps that show a picture: what buttons go through, and where fingers point."""

import math
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from companion.calibration.desk import Desk, flat_of
from companion.calibration.draft import Place, Point, Stretch, turned
from companion.calibration.step import Lesson, StepPage
from companion.calibration.teaching import Trial, middle_of, places_of_pieces
from companion.pages.kinds import Stop, StopsPage
from companion.ui.guided_photo import PICTURE, GuidedPhoto, Line, Mark, MarkLook, Stroke, magnified
from companion.ui.menu import ROW_TARGET, Row
from companion.ui.screen import DOWN, Body, Drag, Labels
from hardware.panel import Button
from vision.plan import Plan
from vision.proposing.flat import PX_PER_MM, Flat, turn
from vision.reading import Image

SIDE: Final = 480
"""Pixels of an enlarged picture, which is square."""
POWER: Final = 6.0
"""How much a picture is enlarged in which a point is aimed at."""
QUICK: Final = 0.4
"""Seconds between two steps of the cross up to which the next one is longer."""
FASTER: Final = 1.35
LONGEST: Final = 24.0

SHARE: Final = 0.4
"""How many of the spots hold an imaginary piece."""
BEND_PIECES: Final = 6
"""Straight pieces of which a bend is drawn."""
MARK_MM: Final = 9.0
"""How large a piece in an area is marked."""


class PicturePage(StepPage, StopsPage):
    """Shows a picture, and rows beside it.

    ``image`` is the picture (BGR), ``name`` its name: two of one name are equal. Subclasses say
    what they ask, what the picture shows, and what an answer changes.
    """

    def __init__(self, lesson: Lesson, name: str, image: Image) -> None:
        super().__init__(lesson)
        self.name = name
        self.image = image

    @abstractmethod
    def asks(self) -> str:
        """Say what is asked."""

    def marks(self) -> Iterable[Mark]:
        return ()

    def strokes(self) -> Iterable[Stroke]:
        return ()

    def magnified_at(self) -> Point | None:
        """Give the pixel of the picture that is seen enlarged; None where none is."""
        return None

    def point(self, what: str, at_px: Point) -> None:
        """Take a finger in the picture: where it comes down, goes and is lifted."""
        del what, at_px

    def aim(self, start: Point, take: Callable[[Point], None]) -> None:
        """Have a pixel of the picture aimed at by buttons, from another one on."""
        self.session.open(AimPage(self.lesson, self.image, start, self.asks(), take))

    @property
    def pointed(self) -> str:
        """The target of the stop that a press of OK is about."""
        return self.stops()[self.here].target

    @property
    def pointed_spot(self) -> int | None:
        """The number of the spot that a press of OK is about, if it is about one."""
        what, _, number = self.pointed.partition("-")
        return int(number) if what == "spot" else None

    @property
    def middle_px(self) -> Point:
        height, width = self.image.shape[:2]
        return width / 2, height / 2

    def body(self) -> Body:
        rows = {stop.target: stop.row for stop in self.stops() if stop.row is not None}
        pointed = self.pointed
        return GuidedPhoto(
            self.name,
            self.image,
            self.asks(),
            tuple(self.marks()),
            tuple(self.strokes()),
            tuple(rows.values()),
            [*rows].index(pointed) if pointed in rows else None,
            self.magnified_at(),
        )

    def tap(self, target: str) -> None:
        rows = [stop for stop in self.stops() if stop.row is not None]
        for number, stop in enumerate(rows):
            if target == ROW_TARGET.format(number):
                stop.do()
                return

    def drag(self, drag: Drag) -> None:
        if drag.pad == PICTURE:
            height, width = self.image.shape[:2]
            self.point(drag.what, (drag.at[0] * width, drag.at[1] * height))

    def row(self, name: str, text: str, do: Callable[[], None]) -> Stop:
        return Stop(name, do, Row(text))

    def spot_stops(self, numbers: Iterable[int], do: Callable[[int], None]) -> list[Stop]:
        return [Stop(f"spot-{i}", partial(do, i)) for i in numbers]


class JoiningPage(PicturePage):
    """Shows spots of which two are joined, or parted: one is touched after the other.

    ``origin`` is the number of the first of the two, once there is one.
    """

    origin: int | None = None

    @abstractmethod
    def join(self, one: int, other: int) -> None:
        """Join two spots, or part them where they are joined."""

    def touch_spot(self, place: int) -> None:
        """Begin with a spot, or end with another one."""
        self.at = None
        origin, self.origin = self.origin, None
        if origin is None:
            self.origin = place
        elif place != origin:
            self.join(origin, place)

    def rows_and_spots(self, rows: Sequence[Stop], numbers: Iterable[int]) -> Sequence[Stop]:
        """List rows and spots; what is wanted next comes first."""
        spots = self.spot_stops(numbers, self.touch_spot)
        return [*rows, *spots] if self.origin is None else [*spots, *rows]


class FlatPage(PicturePage):
    """Shows the printed board straight from above, and the spots that are known."""

    def __init__(self, lesson: Lesson, flat: Flat) -> None:
        super().__init__(lesson, "", flat.picture)
        self.show(flat)

    def show(self, flat: Flat) -> None:
        """Show the board, which may have been turned."""
        draft = self.desk.draft
        self.flat, self.image = flat, flat.picture
        self.name = f"flat of {draft.empty} {draft.corners_px, draft.size_mm}"

    def turn(self) -> None:
        """Let the picture be the way up in which the board is printed; four turns undo it."""
        self.desk.change(turned(self.desk.draft))
        self.desk.begin()
        self.show(turn(self.flat))

    @staticmethod
    def to_mm(at_px: Point) -> Point:
        return at_px[0] / PX_PER_MM, at_px[1] / PX_PER_MM

    @staticmethod
    def to_px(at_mm: Point) -> Point:
        return at_mm[0] * PX_PER_MM, at_mm[1] * PX_PER_MM

    def mark(self, place: Place, look: MarkLook, kind: str = "", tint: int = 0) -> Mark:
        return Mark(self.to_px(place.at_mm), look, place.radius_mm * PX_PER_MM, kind, tint)

    def spot_marks(self, numbers: Iterable[int] | None = None) -> list[Mark]:
        spots, known = self.desk.game.spots, self.desk.draft.spots
        return [
            self.mark(known[i], "known", spots.kind(i), spots.region(i))
            for i in (known if numbers is None else numbers)
        ]

    def outline_strokes(self, look: Line) -> Iterable[Stroke]:
        for outline in self.desk.draft.outlines:
            yield from around([*map(self.to_px, outline)], look)

    def rings(self, numbers: Iterable[int | None], look: MarkLook) -> list[Mark]:
        """Mark spots that are known otherwise; None is none of them."""
        known = self.desk.draft.spots
        return [self.mark(known[i], look) for i in numbers if i is not None]


class PlanPage(PicturePage):
    """Shows the camera's picture of a board; ``at_px`` are the places of its pieces in it."""

    def __init__(self, lesson: Lesson, plan: Plan) -> None:
        super().__init__(lesson, *empty_picture(lesson.desk))
        self.board: Final = lesson.desk.game.board(lesson.desk.draft)
        self.places: Final = places_of_pieces(self.board)
        self.at_mm: Final = [middle_of(place) for place in self.places]
        self.at_px = pairs(plan.pixels(np.array(self.at_mm)))
        radius_mm = float(np.median(plan.radii_mm)) if len(plan.radii_mm) else MARK_MM
        self.radius_px: Final = radius_mm * plan.px_per_mm


class TryPage(FlatPage):
    """Shows for one spot where a piece from there may stop; others stand in its way."""

    def __init__(self, lesson: Lesson, flat: Flat, trial: Trial) -> None:
        """Begin with some pieces; raises InputError where the draft makes no board."""
        super().__init__(lesson.titled(lesson.session.words.say("Try it")), flat)
        self._trial: Final = trial
        self._places: Final = lesson.desk.draft.spots
        self._numbers: Final = list(self._places)
        self._destinations: Final = trial.destinations(lesson.desk.game.board(lesson.desk.draft))
        self._chance: Final = Random(1)  # noqa: S311 - any will do
        self._standing: frozenset[int] = frozenset()
        self._scatter()
        self._origin: int | None = None

    def asks(self) -> str:
        return self.say(self._trial.text)

    def stops(self) -> Sequence[Stop]:
        return [
            *self.spot_stops(self._places, self._move),
            self.row("other", self.say(self._trial.others), self._scatter),
            self.row("back", self.say(self._trial.back), self.close),
        ]

    def marks(self) -> Iterable[Mark]:
        yield from self.spot_marks()
        yield from self.rings(sorted(self._standing), "stands")
        if self._origin is not None:
            yield from self.rings([self._origin], "moving")
            yield from self.rings(self._reached(self._origin), "fine")
        yield from self.rings([self.pointed_spot], "chosen")

    def strokes(self) -> Iterable[Stroke]:
        at_px = {i: self.to_px(one.at_mm) for i, one in self._places.items()}
        stretches = self.desk.draft.stretches or ()
        return [Stroke(at_px[one], at_px[other]) for one, other in stretches]

    def point(self, what: str, at_px: Point) -> None:
        if what == DOWN:
            at = self.to_mm(at_px)
            self._move(min(self._places, key=lambda i: math.dist(self._places[i].at_mm, at)))

    def _move(self, place: int) -> None:
        self._origin = place
        self.at = f"spot-{place}"

    def _reached(self, origin: int) -> list[int]:
        index = self._numbers.index
        occupied = {index(i) for i in {*self._standing, origin}}
        return [self._numbers[i] for i in self._destinations(index(origin), occupied)]

    def _scatter(self) -> None:
        number = round(SHARE * len(self._numbers))
        self._standing = frozenset(self._chance.sample(self._numbers, number))


class AimPage(StepPage):
    """A cross over a picture that is moved under it: sideways first, then up and down.

    SCORE and WHY? move, faster while they are held; OK goes on to the other direction, and then
    takes the point. A touch moves the point touched under the cross.
    """

    scrolls: ClassVar[bool] = True

    def __init__(
        self, lesson: Lesson, image: Image, at: Point, text: str, take: Callable[[Point], None]
    ) -> None:
        """Begin at a pixel of the picture; ``take`` is given the one that was aimed at."""
        super().__init__(lesson)
        self._image: Final = image
        self._at = at
        self._text: Final = text
        self._taken: Final = take
        self._upright = False
        self._step = 1.0
        self._moved = float("-inf")

    def body(self) -> Body:
        view = magnified(self._image, self._at, SIDE, POWER)
        cross = Mark((SIDE / 2, SIDE / 2), "aim")
        rows = (Row(self.say("Confirm")),)
        return GuidedPhoto(f"{self._at}", view, self._text, (cross,), rows=rows, chosen=0)

    def labels(self) -> Labels:
        say = self.say
        less, more = ("▲", "▼") if self._upright else ("◀", "▶")
        ok = say("Confirm") if self._upright else "▲ ▼"
        return Labels(score=less, ok=ok, back=say("Back"), why=more)

    def press(self, button: Button) -> None:
        match button:
            case Button.SCORE:
                self._move(-1)
            case Button.WHY:
                self._move(1)
            case Button.OK if self._upright:
                self._take()
            case Button.OK:
                self._upright = True
            case Button.BACK:
                self.close()

    def tap(self, target: str) -> None:
        if target == ROW_TARGET.format(0):
            self._take()

    def drag(self, drag: Drag) -> None:
        if drag.pad == PICTURE and drag.what == DOWN:
            by = [(share - 0.5) * SIDE / POWER for share in drag.at]
            self._go(by[0], by[1])

    def _move(self, way: int) -> None:
        now = self.session.now
        quick = now - self._moved <= QUICK
        self._step = min(LONGEST, self._step * FASTER) if quick else 1.0
        self._moved = now
        by = way * round(self._step)
        self._go(*((0, by) if self._upright else (by, 0)))

    def _go(self, x: float, y: float) -> None:
        height, width = self._image.shape[:2]
        self._at = (
            min(width - 1.0, max(0.0, self._at[0] + x)),
            min(height - 1.0, max(0.0, self._at[1] + y)),
        )

    def _take(self) -> None:
        self.close()
        self._taken(self._at)


def pairs(points: npt.NDArray[np.floating]) -> list[Point]:
    """Give the points of an array (N x 2)."""
    return [(float(x), float(y)) for x, y in points]


def empty_picture(desk: Desk) -> tuple[str, Image]:
    """Give the picture of the empty board, and its name; raises InputError where it is gone."""
    name = desk.draft.empty or ""
    return name, desk.picture(name)


def flattening(desk: Desk) -> Callable[[], Flat]:
    """Give what looks at the board from above, wherever there is time for it.

    Raises InputError where the picture is gone.
    """
    _, picture = empty_picture(desk)
    draft = desk.draft
    key = draft.empty, draft.corners_px, draft.size_mm

    def work() -> Flat:
        """Look at it, unless that was done in a step before."""
        if desk.flat is None or desk.flat[0] != key:
            desk.flat = key, flat_of(draft, picture)
        return desk.flat[1]

    return work


def around(corners: Sequence[Point], look: Line = "known") -> tuple[Stroke, ...]:
    """Draw an outline through corners."""
    ends = (*corners[1:], *corners[:1])
    return tuple(Stroke(start, end, look) for start, end in zip(corners, ends, strict=True))


def ways_drawn(
    at_px: Mapping[int, Point],
    stretches: Sequence[Stretch],
    ways: Mapping[int, Collection[Stretch]],
) -> list[Stroke]:
    """Draw stretches up to half way before spots that ``ways`` knows, and bend the ways past.

    A line that goes on nowhere so ends before it gets there.
    """
    strokes = []
    for one, other in stretches:
        start, end = at_px[one], at_px[other]
        middle = _halfway(start, end)
        strokes.append(Stroke(middle if one in ways else start, middle if other in ways else end))
    for via, passing in ways.items():
        for one, other in passing:
            start, end = (_halfway(at_px[via], at_px[place]) for place in (one, other))
            bend = _bend(start, at_px[via], end)
            strokes += [Stroke(*piece, "chosen") for piece in pairwise(bend)]
    return strokes


def _halfway(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _bend(start: Point, past: Point, end: Point) -> list[Point]:
    """Go from start to end, drawn towards a point (a quadratic Bézier curve)."""
    share = np.linspace(0, 1, BEND_PIECES + 1)[:, None]
    ends = np.multiply((1 - share) ** 2, start) + np.multiply(share**2, end)
    return pairs(ends + np.multiply(2 * share * (1 - share), past))
