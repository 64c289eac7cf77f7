"""Entering the action markers that a player places, where the table wants every rule checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from companion.games.siberia.things import draw_cube
from companion.pages.kinds import ChoicePage, Stop, StopsPage
from companion.session.look import Look
from companion.session.session import Session
from companion.ui.layout import across, down, draw_card
from companion.ui.menu import Choice, Row
from companion.ui.pen import Box, Pen
from companion.ui.screen import Body
from companion.ui.style import FAINT, INK, LINE
from companion.words.names import capitalised
from engine.siberia import SIBERIA, Place
from engine.siberia.material import MANAGER, MARKERS, PERSONS

MARKER_TARGET: Final = "marker-{}"
"""Under which name a kind of marker can be touched."""
CUBE: Final = 26
WORD: Final = 27
GAP: Final = 4


@dataclass(frozen=True, slots=True)
class Chip:
    """One kind of marker: what it is called, how many may still come out of the bag."""

    marker: str
    called: str
    person: str
    left: int


@dataclass(frozen=True, slots=True)
class MarkerGrid:
    """All kinds of action markers, a row a resource; ``chosen`` numbers them in that order."""

    chips: tuple[Chip, ...]
    chosen: int

    @property
    def choices(self) -> Sequence[Choice]:
        """What can be touched, in words: for phones, which draw no markers."""
        return [
            Choice(MARKER_TARGET.format(n), one.called, str(one.left), chosen=n == self.chosen)
            for n, one in enumerate(self.chips)
            if one.left
        ]

    def draw(self, pen: Pen, box: Box) -> None:
        columns = len(PERSONS) if box[2] > box[3] else len(PERSONS) // 2
        rows = down(box, (1,) * (len(self.chips) // columns + 1), GAP)
        places = [place for row in rows[:-1] for place in across(row, (1,) * columns, GAP)]
        places.append(rows[-1])
        for number, (chip, place) in enumerate(zip(self.chips, places, strict=True)):
            draw_card(pen, place, marked=number == self.chosen)
            left, top, width, height = place
            colour = INK if chip.left else LINE
            x = left + 6
            if chip.marker != MANAGER:
                resource = chip.marker.split(".")[0]
                draw_cube(pen, resource, x + CUBE / 2, top + height / 2, CUBE, gone=not chip.left)
                x += CUBE + 6
            room = left + width - x - 30
            pen.text(chip.person, (x, top, room, height), WORD, colour=colour)
            at = (left + width - 30, top, 24, height)
            pen.text(str(chip.left), at, WORD, colour=FAINT if chip.left else LINE, align=1)
            if chip.left:
                pen.target(MARKER_TARGET.format(number), place)


class MarkersPage(StopsPage):
    """Takes one marker after the other of a player: which it is, then where it lies."""

    def __init__(self, session: Session, player: str) -> None:
        super().__init__(session)
        self._live: Final = session.live
        self._player: Final = player

    def title(self) -> str:
        left = self._live.state["waiting"].get(self._player, 0)
        return self._live.names.tell("screen", "placing", {"player": self._player, "markers": left})

    def player(self) -> tuple[str, int]:
        return self._live.piece(self._player)

    def body(self) -> Body:
        names, bag = self._live.names, self._live.state["bag"]
        chips = []
        for marker in MARKERS:
            person = marker.split(".")[-1]
            called = capitalised(names.name("marker", marker))
            chips.append(Chip(marker, called, capitalised(names.place(person)), bag[marker]))
        return MarkerGrid(tuple(chips), self.here)

    def stops(self) -> Sequence[Stop]:
        numbers = range(len(MARKERS))
        return [Stop(MARKER_TARGET.format(one), partial(self._take, one)) for one in numbers]

    def on_look(self, look: Look) -> None:
        del look
        self._close_when_done()

    def _take(self, number: int) -> None:
        """Ask where the marker lies, or put it where alone it can."""
        live, names = self._live, self._live.names
        marker = MARKERS[number]
        places = [
            one
            for one in SIBERIA.legal_events(live.history.state)
            if isinstance(one, Place) and one.player == self._player and one.marker == marker
        ]
        if len(places) == 1:
            self._place(places[0])
        elif places:
            rows = [(one, Row(capitalised(names.place(one.to)))) for one in places]
            title = capitalised(names.name("marker", marker))
            text = names.tell("ask", "to")
            page = ChoicePage(self.session, title, rows, self._place, text=text)
            self.session.open(page)

    def _place(self, event: Place) -> None:
        self._live.write(event, look=self.session.look)
        self._close_when_done()

    def _close_when_done(self) -> None:
        """Go back to the list once all that the player drew is placed, or to the game."""
        if self._live.state["phase"] != "place":
            self.session.show("play")
        elif not self._live.state["waiting"].get(self._player):
            self.close()
