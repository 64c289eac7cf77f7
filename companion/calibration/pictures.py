"""Pages of steps that show a picture: buttons go through what to choose, fingers point there."""

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from companion.calibration.draft import Draft, Place, Point
from companion.calibration.step import Lesson, Part, StepPage
from companion.calibration.teaching import middle_of, places_of_pieces
from companion.pages.kinds import Stop, StopsPage
from companion.ui.guided_photo import PICTURE, GuidedPhoto, Line, Mark, MarkLook, Stroke, magnified
from companion.ui.menu import ROW_TARGET, Row
from companion.ui.screen import DOWN, UP, Body, Drag, Labels
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
LARGER: Final = 1.8
"""How much larger than a spot the mark of a piece is: it must be seen from afar."""
MARK_MM: Final = 9.0
"""How large a piece in an area is marked."""
BOUNCED_MM: Final = 3.0
"""A touch so near to the last one is that touch again."""


@dataclass(frozen=True, slots=True)
class PlaceStop(Stop):
    """A stop in a picture itself, with the mark that is drawn there while OK is about it."""

    mark: Mark = field(kw_only=True)


class PicturePage(StepPage, StopsPage):
    """Shows a picture, and rows beside it.

    ``image`` is the picture (BGR), ``name`` its name: two of one name are equal. It is that of the
    empty board, unless another is given. Subclasses give the ``parts``, and say what a finger does.
    Where it is known how the board lies in the picture, ``to_px`` and ``to_mm`` tell where its
    places are.
    """

    px_per_mm = 1.0

    def __init__(self, lesson: Lesson, name: str = "", image: Image | None = None) -> None:
        """Show it; raises InputError where the picture of the empty board is gone."""
        super().__init__(lesson)
        self.name = name or lesson.draft.empty or ""
        self.image = lesson.desk.picture() if image is None else image

    @abstractmethod
    def parts(self) -> Iterable[Part]:
        """Give what is asked, the stops in their order, and what is drawn in the picture."""

    def drawn_for(self, stop: Stop) -> Iterable[Mark | Stroke]:
        """Give what is drawn for the stop that a press of OK is about."""
        if isinstance(stop, PlaceStop):
            yield stop.mark

    def magnified_at(self) -> Point | None:
        """Give the pixel of the picture that is seen enlarged; None where none is."""
        return None

    def to_px(self, at_mm: Point) -> Point:
        return at_mm

    def to_mm(self, at_px: Point) -> Point:
        return at_px

    def point(self, what: str, at_px: Point) -> None:
        """Take a finger in the picture: where it comes down, goes and is lifted."""
        if what == DOWN:
            self.touch(self.to_mm(at_px))

    def touch(self, at_mm: Point) -> None:
        """Take a place that a finger has touched."""
        del at_mm

    def stops(self) -> Sequence[Stop]:
        return [part for part in self.parts() if isinstance(part, Stop)]

    def body(self) -> GuidedPhoto:
        parts = [*self.parts()]
        (asked,) = (part for part in parts if isinstance(part, str))
        stops = [part for part in parts if isinstance(part, Stop)]
        here = next((one for one in stops if one.target == self.at), stops[self.beginning])
        parts += self.drawn_for(here)
        rows = [one for one in stops if one.row is not None]
        return GuidedPhoto(
            self.name,
            self.image,
            asked,
            tuple(part for part in parts if isinstance(part, Mark)),
            tuple(part for part in parts if isinstance(part, Stroke)),
            tuple(one.row for one in rows if one.row is not None),
            rows.index(here) if here in rows else None,
            self.magnified_at(),
        )

    def tap(self, target: str) -> None:
        rows = (stop for stop in self.stops() if stop.row is not None)
        for number, stop in enumerate(rows):
            if target == ROW_TARGET.format(number):
                stop.do()
                return

    def drag(self, drag: Drag) -> None:
        if drag.pad == PICTURE:
            height, width = self.image.shape[:2]
            self.point(drag.what, (drag.at[0] * width, drag.at[1] * height))

    def undo(self) -> None:
        """Take back what was changed last."""
        self.desk.undo()

    # Parts that pages have in common; lengths are in mm of the board.

    def row(self, name: str, text: str, do: Callable[[], None], value: str = "") -> Stop:
        return Stop(name, do, Row(text, value))

    def go_on(self) -> Stop:
        return self.row("go-on", self.say("Continue"), self.finish)

    def undo_row(self, *, can_undo: bool = False) -> Iterable[Stop]:
        if can_undo or self.desk.can_undo:
            yield self.row("undo", self.say("Undo"), self.undo)

    def spot_stops(self, numbers: Iterable[int], do: Callable[[int], None]) -> Iterable[Stop]:
        for number, mark in zip(numbers, self.rings(numbers, "chosen"), strict=True):
            yield PlaceStop(f"spot-{number}", partial(do, number), mark=mark)

    def mark(self, place: Place, look: MarkLook, kind: str = "", tint: int = 0) -> Mark:
        return Mark(self.to_px(place.at_mm), look, place.radius_mm * self.px_per_mm, kind, tint)

    def spot_marks(self, numbers: Iterable[int] | None = None) -> Iterable[Mark]:
        """Mark spots, all that are known unless some are given, as what they are."""
        spots, known = self.desk.game.spots, self.draft.spots
        for i in known if numbers is None else numbers:
            yield self.mark(known[i], "known", spots.kind(i), spots.region(i))

    def rings(self, numbers: Iterable[int | None], look: MarkLook) -> Sequence[Mark]:
        """Mark spots otherwise; None is none of them."""
        known = self.draft.spots
        return [self.mark(known[i], look) for i in numbers if i is not None]

    def around(self, corners: Sequence[Point], look: Line = "known") -> Iterable[Stroke]:
        """Draw an outline through places."""
        at_px = [*map(self.to_px, corners)]
        for start, end in zip(at_px, [*at_px[1:], *at_px[:1]], strict=True):
            yield Stroke(start, end, look)

    def aim(self, start: Point | None, text: str, take: Callable[[Point], None]) -> None:
        """Have a place aimed at by buttons, from another one on or from the picture's middle."""
        height, width = self.image.shape[:2]
        begin = (width / 2, height / 2) if start is None else self.to_px(start)
        page = AimPage(self.lesson, self.image, begin, text, lambda at_px: take(self.to_mm(at_px)))
        self.session.open(page)


class FlatPage(PicturePage):
    """Shows the printed board, or a part of it, straight from above."""

    def __init__(self, lesson: Lesson, flat: Flat) -> None:
        super().__init__(lesson, "", flat.picture)
        self.show(flat)

    def show(self, flat: Flat) -> None:
        """Show the board, which may have been turned."""
        draft = self.draft
        self.flat, self.image = flat, flat.picture
        self.name = f"flat of {draft.empty} {draft.corners_px, draft.size_mm}"
        self.px_per_mm, self._corner = PX_PER_MM, (0.0, 0.0)

    def show_around(self, middle: Point, reach_mm: float, name: str) -> None:
        """Show large what is at most so far from a place."""
        power = SIDE / (2 * reach_mm * PX_PER_MM)
        self.image = magnified(self.flat.picture, self.to_px(middle), SIDE, power)
        self.name = f"{name} {self.name}"
        self.px_per_mm = power * PX_PER_MM
        self._corner = middle[0] - reach_mm, middle[1] - reach_mm

    def turn(self) -> None:
        """Let the picture be the way up in which the board is printed; four turns undo it."""
        self.desk.change(self.draft.turned())
        self.desk.begin()
        self.show(turn(self.flat))

    def to_mm(self, at_px: Point) -> Point:
        x, y = self._corner
        return x + at_px[0] / self.px_per_mm, y + at_px[1] / self.px_per_mm

    def to_px(self, at_mm: Point) -> Point:
        x, y = self._corner
        return (at_mm[0] - x) * self.px_per_mm, (at_mm[1] - y) * self.px_per_mm


class TapsPage(PicturePage):
    """Takes place after place, each where a finger is lifted: it is aimed under a magnifier.

    The draft keeps them as those of the step ``taps_of``, until something is made of them.
    """

    taps_of: str
    _finger: Point | None = None

    @abstractmethod
    def take(self, at_mm: Point) -> None:
        """Take one more place, or say why it cannot be the next."""

    def touch(self, at_mm: Point) -> None:
        self.take(at_mm)

    def magnified_at(self) -> Point | None:
        return self._finger

    def point(self, what: str, at_px: Point) -> None:
        self._finger = None if what == UP else at_px
        if what == UP:
            self.touch(self.to_mm(at_px))

    @property
    def taps(self) -> tuple[Point, ...]:
        draft = self.draft
        return draft.tapped if draft.tapped_in == self.taps_of else ()

    def bounced(self, at_mm: Point) -> bool:
        """Tell whether a place is so near to the last one that it is the same touch again."""
        return bool(self.taps) and math.dist(at_mm, self.taps[-1]) <= BOUNCED_MM

    def keep(self, draft: Draft, *taps: Point) -> None:
        """Keep a draft, with places of which nothing was made yet."""
        self.at = None
        step = self.taps_of if taps else ""
        self.desk.change(replace(draft, tapped=taps, tapped_in=step))

    def undo(self) -> None:
        """Take back the last change, or the last place of before the step was begun."""
        self.at = None
        if self.desk.can_undo:
            self.desk.undo()
        else:
            self.keep(self.draft, *self.taps[:-1])
            self.desk.begin()

    def aim_and_undo(self, text: str) -> Iterable[Stop]:
        """Offer to aim at the next place that ``text`` asks for, and to take back the last."""
        start = self.taps[-1] if self.taps else None
        aim = partial(self.aim, start, text, self.take)
        yield self.row("aim", self.say("Aim with the buttons"), aim)
        yield from self.undo_row(can_undo=bool(self.taps))


class PlanPage(PicturePage):
    """Shows the camera's picture of a board; ``at_px`` are the places of its pieces in it."""

    def __init__(self, lesson: Lesson, plan: Plan) -> None:
        super().__init__(lesson)
        self.board: Final = lesson.desk.game.board(lesson.draft)
        self.places: Final = places_of_pieces(self.board)
        self.at_mm: Final = [middle_of(place) for place in self.places]
        self.at_px = pairs(plan.pixels(np.array(self.at_mm)))
        radius_mm = float(np.median(plan.radii_mm)) if len(plan.radii_mm) else MARK_MM
        self.radius_px: Final = radius_mm * plan.px_per_mm
        self.piece_px: Final = LARGER * self.radius_px


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
        self._image, self._text, self._taken = image, text, take
        self._at = at
        self._upright = False
        self._step, self._moved = 1.0, -math.inf

    def body(self) -> Body:
        view = magnified(self._image, self._at, SIDE, POWER)
        cross = Mark((SIDE / 2, SIDE / 2), "aim")
        rows = (Row(self.say("Confirm")),)
        return GuidedPhoto(f"{self._at}", view, self._text, (cross,), rows=rows, chosen=0)

    def labels(self) -> Labels:
        less, more = ("▲", "▼") if self._upright else ("◀", "▶")
        ok = self.say("Confirm") if self._upright else "▲ ▼"
        return Labels(score=less, ok=ok, back=self.say("Back"), why=more)

    def press(self, button: Button) -> None:
        match button:
            case Button.SCORE | Button.WHY:
                quick = self.session.now - self._moved <= QUICK
                self._step = min(LONGEST, self._step * FASTER) if quick else 1.0
                self._moved = self.session.now
                by = round(self._step) * (1 if button is Button.WHY else -1)
                self._move(*((0, by) if self._upright else (by, 0)))
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
            across, down = ((share - 0.5) * SIDE / POWER for share in drag.at)
            self._move(across, down)

    def _move(self, across: float, down: float) -> None:
        height, width = self._image.shape[:2]
        x, y = self._at[0] + across, self._at[1] + down
        self._at = min(width - 1.0, max(0.0, x)), min(height - 1.0, max(0.0, y))

    def _take(self) -> None:
        self.close()
        self._taken(self._at)


def pairs(points: npt.NDArray[np.floating]) -> list[Point]:
    """Give the points of an array (N x 2)."""
    return [(float(x), float(y)) for x, y in points]
