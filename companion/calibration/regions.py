"""The step in which the owner outlines regions: taps along a border, and the print between them."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from companion.boards.outlines import crossings
from companion.calibration.draft import Draft, Point, unfinished, with_outline
from companion.calibration.draft import without_outline as without
from companion.calibration.picture_page import FlatPage, around, flattening
from companion.calibration.step import Lesson, WaitPage
from companion.calibration.teaching import Outlines
from companion.language import counted, said
from companion.pages.kinds import Stop
from companion.session.session import Page
from companion.ui.guided_photo import Mark, Stroke
from companion.ui.screen import UP
from vision.proposing.borders import SNAP_MM, Borders, Outline, outline_along, roomiest
from vision.proposing.flat import Flat

STEP: Final = "regions"
CLOSING_MM: Final = 10.0
"""A touch so near to the first point closes the outline."""
BOUNCED_MM: Final = 3.0
"""A touch so near to the last point is that touch again."""
FEWEST_POINTS: Final = 3
LOOKING: Final = said("Finding the printed borders…")
BEGIN: Final = said("Touch the border of a region, point after point around it.")
AROUND: Final = said("Continue around it. Touch the first point again to close it.")
CHOSEN: Final = said("Is the outline of {region} right?")
REGIONS: Final = counted(
    "{number} region outlined, {least} to {most} needed",
    "{number} regions outlined, {least} to {most} needed",
    "number",
)
TOO_FEW: Final = said("{least} to {most} regions are to be outlined.")
SLIP: Final = 0.15
"""Share of a region that its outline may be off: more is no tremble of a hand."""
NO_ROOM: Final = said(
    "There is no room for pieces inside these points. Touch more of them, all around the region."
)
CROSSED: Final = said(
    "This outline crosses itself. Undo the last points, and touch the border in order."
)
SHARED: Final = said(
    "This outline covers part of {region}. Undo the last points, and touch the border between them."
)


class RegionsPage(FlatPage):
    """Shows the outlines that are known, and the one that is being made.

    A touch inside a known region chooses it, any other is a point of the next one's border.
    """

    def __init__(self, lesson: Lesson, outlines: Outlines, flat: Flat, borders: Borders) -> None:
        super().__init__(lesson, flat)
        self._outlines: Final = outlines
        # They may say something of a region.
        self._sheets: Final = [sheet.step for sheet in lesson.desk.game.sheets]
        self._borders = borders
        self._chosen: int | None = None
        self._finger: Point | None = None

    def leave(self) -> None:
        """Choose no region any more; where none is chosen leave."""
        if self._chosen is None:
            super().leave()
        self._choose(None)

    def status(self) -> str:
        least, most = self._outlines.fewest, self._outlines.most
        return self.say(REGIONS, number=len(self.desk.draft.outlines), least=least, most=most)

    def asks(self) -> str:
        if self._chosen is not None:
            return self.say(CHOSEN, region=self.called(self._chosen))
        return self.say(AROUND if self._points else BEGIN)

    def stops(self) -> Sequence[Stop]:
        say, draft = self.say, self.desk.draft
        if self._chosen is not None:
            return [
                self.row("leave", say("Yes, continue"), partial(self._choose, None)),
                self.row("name", say("Name it"), partial(self._name, self._chosen)),
                self.row("away", say("Remove it"), partial(self._take_away, self._chosen)),
            ]
        rows = [self.row("aim", say("Aim with the buttons"), self._aim)]
        if len(self._points) >= FEWEST_POINTS:
            rows.insert(0, self.row("close", say("Close it"), self._close))
        if self.desk.can_undo or self._points:
            rows.append(self.row("undo", say("Undo"), self._undo))
        if self._points:
            return rows
        if len(draft.outlines) >= self._outlines.fewest:
            rows.insert(0, self.row("go-on", say("Continue"), self._go_on))
        if not draft.outlines:
            rows.append(self.row("turn", say("Turn the picture"), self._turn))
        return [*rows, *self.spot_stops(range(len(draft.outlines)), self._choose)]

    def marks(self) -> Iterable[Mark]:
        for number, at in enumerate(self._points):
            yield Mark(self.to_px(at), "aim") if number else Mark(self.to_px(at), "fine", 8)
        yield from self.rings([self.pointed_spot], "chosen")

    def strokes(self) -> Iterable[Stroke]:
        yield from self.outline_strokes("known")
        if self._chosen is not None:
            outline = self.desk.draft.outlines[self._chosen]
            yield from around([*map(self.to_px, outline)], "chosen")
        for start, end in pairwise(self._points):
            way = [*map(self.to_px, self._borders.way(start, end))]
            yield from (Stroke(one, other, "chosen") for one, other in pairwise(way))

    def magnified_at(self) -> Point | None:
        return self._finger

    def point(self, what: str, at_px: Point) -> None:
        """Take a point of the border, close it, or choose a region, where the finger is lifted."""
        self._finger = None if what == UP else at_px
        if what != UP:
            return
        at, points = self.to_mm(at_px), self._points
        if not points and (region := region_inside(self.desk.draft, at)) is not None:
            self._choose(region)
        elif self._chosen is not None:
            self._choose(None)
        else:
            self._take(at)

    @property
    def _points(self) -> tuple[Point, ...]:
        return self.desk.draft.tapped_for(STEP)

    def _take(self, at: Point) -> None:
        points = self._points
        if len(points) >= FEWEST_POINTS and math.dist(at, points[0]) <= CLOSING_MM:
            self._close()
            return
        snapped = self._borders.snap(at)
        if not points or math.dist(snapped, points[-1]) > BOUNCED_MM:
            self._keep((*points, snapped))

    def _keep(self, points: tuple[Point, ...]) -> None:
        self.at = None
        self.desk.change(replace(self.desk.draft, tapped=points, tapped_in=STEP))

    def _close(self) -> None:
        points = self._points
        ways = [self._borders.way(*ends) for ends in pairwise((*points, points[0]))]
        outline = outline_along(ways)
        refused = self._refused(outline)
        if refused is not None:
            self.message(refused)
            return
        self._borders.learn(outline)
        self.at = None
        self.desk.change(with_outline(replace(self.desk.draft, tapped=(), tapped_in=""), outline))
        self._name(len(self.desk.draft.outlines) - 1)

    def _refused(self, outline: Outline) -> str | None:
        """Say why an outline cannot be a region's, if so; its points stay, to be put right."""
        known = self.desk.draft.outlines
        if roomiest(outline)[1] <= SNAP_MM:
            return self.say(NO_ROOM)
        for one, other in crossings((*known, outline), self.flat.size_mm, SLIP):
            if one == len(known):
                return self.say(CROSSED)
            if other == len(known):
                return self.say(SHARED, region=self.called(one))
        return None

    def _name(self, region: int) -> None:
        self.ask_name(region, self._outlines.unnamed, *self._sheets)

    def _choose(self, region: int | None) -> None:
        self._chosen = region
        self.at = None

    def _take_away(self, region: int) -> None:
        self._choose(None)
        self.desk.change(unfinished(without(self.desk.draft, region), *self._sheets))
        self._look_again()

    def _undo(self) -> None:
        self.at = None
        self.desk.undo_tap()
        self._look_again()

    def _turn(self) -> None:
        self.turn()
        self._look_again()

    def _look_again(self) -> None:
        self._borders = Borders(self.flat, self.desk.draft.outlines)

    def _aim(self) -> None:
        start = self.to_px(self._points[-1]) if self._points else self.middle_px
        self.aim(start, lambda at_px: self._take(self.to_mm(at_px)))

    def _go_on(self) -> None:
        least, most = self._outlines.fewest, self._outlines.most
        if len(self.desk.draft.outlines) <= most:
            self.done()
        else:
            self.message(self.say(TOO_FEW, least=least, most=most))


def regions_page(lesson: Lesson, outlines: Outlines) -> Page:
    """Look for borders on the board seen from above, and have regions outlined."""
    flattened, known = flattening(lesson.desk), lesson.desk.draft.outlines

    def work() -> tuple[Flat, Borders]:
        flat = flattened()
        return flat, Borders(flat, known)

    return WaitPage(lesson, LOOKING, work, lambda found: RegionsPage(lesson, outlines, *found))


def region_inside(draft: Draft, at_mm: Point) -> int | None:
    """Find the outlined region that a touch lies inside, well away from its border."""
    for number, outline in enumerate(draft.outlines):
        corners = np.array(outline, np.float32)[:, None]
        if cv2.pointPolygonTest(corners, at_mm, measureDist=True) > SNAP_MM:
            return number
    return None
