"""Between the rounds of Siberia: who begins and why, what each has earned, phase 1 and its markers.

The action markers that players place are only entered where the table wants every rule checked.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from companion.games.siberia.board_map import draw_cube
from companion.games.siberia.virtual_table import AT_ONCE
from companion.pages.kinds import ChoicePage, MenuPage, Option, PhasePage, Stop, StopsPage
from companion.session.helpers import PRESS
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.session.session import Session
from companion.ui.layout import (
    FITTING,
    SLACK,
    across,
    bottom_and_rest,
    down,
    draw_card,
    inset,
    largest,
    paragraph_above,
    top_and_rest,
    write_fitting,
)
from companion.ui.menu import Choice, Row
from companion.ui.pen import Box, Pen
from companion.ui.pieces import Person, draw_piece
from companion.ui.screen import Body, Labels
from companion.ui.style import COMPACT, INK, LARGE, LINE, TEXT, TIMES
from companion.words.names import Names, capitalised
from engine.record import Undo
from engine.siberia import SIBERIA
from engine.siberia.board import as_siberia
from engine.siberia.events import Discard, Event, Place, Ready, Refill
from engine.siberia.material import ACTIONS, MARKERS, PERSONS, RESOURCES
from engine.siberia.scoring import in_stack
from engine.siberia.state import State
from hardware.panel import Button, Light

PIECE: Final = 30
GAP: Final = 10
EARNED: Final = 46
SMALL_PIECE: Final = 14


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """Who begins a round, what is to be done, and what everybody has earned in the last one."""

    first: Person
    headline: str
    lines: tuple[str, ...]
    heading: str = ""
    earned: tuple[tuple[Person, str], ...] = ()

    def draw(self, pen: Pen, box: Box) -> None:
        band, rest = top_and_rest(box, 2 * PIECE, gap=GAP)
        draw_piece(pen, self.first, band[0] + PIECE + 4, band[1] + PIECE, PIECE)
        aside = 2 * PIECE + 16
        words = (band[0] + aside, band[1], band[2] - aside, band[3])
        pen.text(self.headline, words, LARGE, bold=True)
        if self.earned:
            rest = self._draw_earned(pen, rest)
        size = largest(pen, self.lines, rest)
        for line in self.lines:
            rest = paragraph_above(pen, line, rest, size=size)

    def _draw_earned(self, pen: Pen, box: Box) -> Box:
        """Draw what everybody has earned along the bottom, side by side where that has room."""
        many = len(self.earned)
        aside = 2 * SMALL_PIECE + 6
        widest = max(pen.width(amount, TEXT) for _, amount in self.earned) + SLACK
        columns = many if aside + widest + 4 <= (box[2] + GAP) / many - GAP else 2
        lines = math.ceil(many / columns)
        below, rest = bottom_and_rest(box, lines * (EARNED + 4) - 4, gap=4)
        named, rest = bottom_and_rest(rest, pen.height(1, COMPACT))
        pen.text(self.heading, named, COMPACT)
        rows = down(below, (1,) * lines, 4)
        cells = [cell for row in rows for cell in across(row, (1,) * columns, 4)]
        for (person, amount), cell in zip(self.earned, cells, strict=False):
            draw_card(pen, cell)
            left, top, width, height = cell
            draw_piece(pen, person, left + SMALL_PIECE + 4, top + height / 2, SMALL_PIECE)
            written = (left + aside, top, width - aside - 4, height)
            pen.text(amount, written, TEXT, align=1)
        return rest


def person_of(live: LiveGame, player: str) -> Person:
    """Give a player as he is drawn."""
    return Person(live.names.player(player), player)


def earned_in(live: LiveGame, number: int) -> dict[str, int]:
    """Tell what each player has earned in the round of that number."""
    history = live.history
    states = [history.at(0), *(history.at(one) for one in history.counting)]
    before = [one.money for one in states if one.round < number]
    last = [one.money for one in states if one.round <= number]
    start = before[-1] if before else (0,) * len(live.players)
    return {
        player: now - then for player, now, then in zip(live.players, last[-1], start, strict=True)
    }


def placed_last(live: LiveGame) -> dict[int, Place]:
    """List the markers of this round's phase 1 by the numbers of their events, in order."""
    found: dict[int, Place] = {}
    for number, event in reversed(live.history.counting.items()):
        if not isinstance(event, Place):
            break
        found[number] = event
    return dict(reversed(found.items()))


def marker_rows(names: Names, placed: Mapping[int, Place]) -> list[tuple[int, Row]]:
    """Name markers and where they lie, the one placed last first, each by its event's number."""
    return [
        (number, _lying(names, one.marker, one.to, one.player)) for number, one in placed.items()
    ][::-1]


def _lying(names: Names, marker: str, at: str, player: str | None = None) -> Row:
    named = capitalised(names.name("marker", marker))
    return Row(named, names.tell("screen", "lies_on", {"at": at}), player)


def taking_back(session: Session, live: LiveGame) -> Option:
    """Offer to take one of those markers back; the others lie where they lay.

    Then phase 1 goes on, on its own page.
    """
    names = live.names
    placed = placed_last(live)

    def take_back(number: int) -> None:
        later = [one for at, one in placed.items() if at > number]
        live.answer([Undo(number), *later], session.look)
        if session.named("opening") is None:
            session.return_to("play")
            session.go("opening")

    def ask_which() -> None:
        rows = marker_rows(names, placed)
        session.open(ChoicePage(session, names.tell("screen", "take_which"), rows, take_back))

    return Row(names.tell("screen", "take_back")), ask_which


class _BetweenPage(PhasePage, MenuPage):
    """A page that lies open until people have done what it is about."""

    def light(self) -> Light | None:
        return Light.BLUE if self.live.wrong is None else None


class PhaseOnePage(_BetweenPage):
    """Tells who begins the round and why; one press says that all have placed their markers.

    Where markers are told it lists who still has some to place, and takes back what was mistyped.
    """

    def title(self) -> str:
        live = self.live
        facts = {"round": live.state["round"], "virtual": self._is_virtual}
        return live.names.tell("screen", "begins", facts)

    @property
    def _is_virtual(self) -> bool:
        """Whether the table is a virtual one, which has no action markers, and none are told."""
        return self.session.hands is not None and not self._told

    @property
    def _told(self) -> bool:
        return self.live.state["spaces"] is not None

    def text(self) -> str:
        return self._lines()[-1]

    def body(self) -> Body:
        if self._told:
            return self.menu()
        live, names = self.live, self.live.names
        number = live.state["round"]
        first = person_of(live, live.state["order"][0])
        earned = earned_in(live, number - 1) if number > 1 and self.session.settings.money else {}
        return RoundSheet(
            first,
            names.tell("screen", "starts", {"player": first.colour}),
            self._lines(),
            names.tell("screen", "earned"),
            tuple(
                (person_of(live, player), f"+{names.language.grouped(amount)}")
                for player, amount in earned.items()
            ),
        )

    def _lines(self) -> tuple[str, ...]:
        live, names = self.live, self.live.names
        state = live.state
        order, later = state["order"], state["round"] > 1
        facts = {"player": order[0], "before": order[-1], "virtual": self._is_virtual}
        draw = "draw" if self._told or not later else "keep"
        markers = names.tell("screen", "no_markers" if self._is_virtual else draw)
        if later:
            return names.tell("screen", "passed_on", facts), markers
        board = as_siberia(live.board)
        start = {"at": board.start_region, "to": board.start_exchange}
        return names.tell("screen", "pawns", start), markers

    def options(self) -> Sequence[Option]:
        live, names = self.live, self.live.names
        listed: list[Option] = [
            (
                Row(
                    live.names.player(player),
                    names.tell("screen", "to_place", {"markers": number}),
                    player,
                    choosable=number > 0,
                ),
                partial(self.session.go, "markers", player=player),
            )
            for player in live.state["order"]
            for number in (live.state["waiting"].get(player, 0),)
        ]
        if placed_last(live):
            listed.append(taking_back(self.session, live))
        return listed

    def labels(self) -> Labels:
        names = self.live.names
        if self._told:
            return super().labels()
        ready = names.tell("button", "ready")
        return Labels(ready, "", names.tell("button", "map"), self.say("Why?"))

    def press(self, button: Button) -> None:
        if self._told:
            super().press(button)
        elif button is Button.SCORE:
            self.live.write(Ready(), look=self.session.look)
            self.close_when_over()
        elif button is Button.WHY:  # what ended the last round tells who begins this one
            self.session.go("reasons", event=max(self.live.history.counting))
        elif button is Button.BACK:
            self.close()


class AwaitedPage(_BetweenPage):
    """Asks which investment marker was turned over, or which action markers go into the bag."""

    def __init__(self, session: Session, *, from_start: bool = False) -> None:
        del from_start
        super().__init__(session)

    def title(self) -> str:
        return self.live.names.waits_for(self.live.state)

    @property
    def _returning(self) -> str | None:
        """Whoever gives markers back next."""
        return next(iter(self.live.state["waiting"]), None)

    def player(self) -> str | None:
        return self._returning

    def text(self) -> str:
        tell, waiting = self.live.names.tell, self.live.state["waiting"]
        if self._returning is None:
            opened, left = tell("screen", "which_opened"), tell("screen", "in_stack")
            if self.session.hands is not None:
                opened = self.say(PRESS, button=self.say(AT_ONCE["deal"]))
            return f"{opened} {left}"
        facts = {"player": self._returning, "markers": waiting[self._returning]}
        return tell("screen", "return", facts)

    def options(self) -> Sequence[Option]:
        found = self._turned_over() if self._returning is None else self._returned()
        return [(row, partial(self._write, event)) for row, event in found]

    def _turned_over(self) -> Iterator[tuple[Row, Event]]:
        names, state = self.live.names, self.live.history.state
        for number, kind in enumerate(ACTIONS):
            if left := in_stack(state, number):
                yield Row(capitalised(names.place(kind)), f"{TIMES} {left}"), Refill(kind)

    def _returned(self) -> Iterator[tuple[Row, Event]]:
        for one in SIBERIA.legal_events(self.live.history.state):
            if isinstance(one, Discard) and one.player == self._returning:
                yield _lying(self.live.names, one.marker, one.origin), one

    def _write(self, event: Event) -> None:
        self.live.write(event, look=self.session.look)
        self.close_when_over()


MARKER_TARGET: Final = "marker-{}"
"""Under which name a kind of marker can be touched."""
CUBE: Final = 34
MARKER_GAP: Final = 4
HEADINGS: Final = FITTING[:3]
"""How large columns are named, all the same; in the least a longer word is smaller."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One kind of marker: what it is called, how many may still come out of the bag."""

    called: str
    person: str
    left: int


@dataclass(frozen=True, slots=True)
class MarkerGrid:
    """All kinds of action markers, row by row; ``chosen`` numbers them in that order."""

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
        """Draw a column a person under its name, a row a resource, and the manager's row below."""
        (left, top, width, height), below = down(box, (len(RESOURCES) + 1, 1), MARKER_GAP)
        named = pen.height(1, TEXT)
        cubes = (left, top + named, CUBE + 2 * MARKER_GAP, height - named)
        columns = (left + cubes[2], top, width - cubes[2], height)
        for resource, place in zip(
            RESOURCES, down(cubes, (1,) * len(RESOURCES), MARKER_GAP), strict=True
        ):
            draw_cube(pen, resource, place[0] + CUBE / 2, place[1] + place[3] / 2, CUBE)
        persons = [chip.person for chip in self.chips[: len(PERSONS)]]
        room = columns[2] / len(PERSONS) - MARKER_GAP - SLACK
        longest = {size: max(pen.width(one, size) for one in persons) for size in HEADINGS}
        most = next((size for size in HEADINGS if longest[size] <= room), HEADINGS[-1])
        sizes = [size for size in FITTING if size <= most]
        for number, column in enumerate(across(columns, (1,) * len(PERSONS), MARKER_GAP)):
            heading, cells = top_and_rest(column, named)
            write_fitting(pen, persons[number], heading, sizes, bold=False, align=0.5)
            for row, place in enumerate(down(cells, (1,) * len(RESOURCES), MARKER_GAP)):
                self._draw_chip(pen, number + row * len(PERSONS), place)
        manager = len(self.chips) - 1
        wide = (columns[2] + MARKER_GAP) / len(PERSONS)
        shares = (cubes[2] + wide - MARKER_GAP, (len(PERSONS) - 1) * wide - MARKER_GAP)
        name, cell = across(below, shares, MARKER_GAP)
        write_fitting(pen, self.chips[manager].person, name, bold=False, align=0.5)
        self._draw_chip(pen, manager, cell)

    def _draw_chip(self, pen: Pen, number: int, place: Box) -> None:
        left = self.chips[number].left
        draw_card(pen, place, marked=number == self.chosen)
        colour = INK if left else LINE
        words = inset(place, MARKER_GAP)
        pen.text(f"{TIMES} {left}", words, TEXT, colour=colour, align=0.5)
        if left:
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

    def player(self) -> str:
        return self._player

    def body(self) -> Body:
        names, left = self._live.names, self.left()
        chips = []
        for marker in MARKERS:
            person = marker.split(".")[-1]
            called = capitalised(names.name("marker", marker))
            chips.append(Chip(called, capitalised(names.place(person)), left[marker]))
        return MarkerGrid(tuple(chips), self.here)

    def left(self) -> Mapping[str, int]:
        """Tell how many of each kind may still be entered."""
        bag: Mapping[str, int] = self._live.state["bag"]
        return bag

    def stops(self) -> Sequence[Stop]:
        numbers = range(len(MARKERS))
        return [Stop(MARKER_TARGET.format(one), partial(self._take, one)) for one in numbers]

    def on_look(self, look: Look) -> None:
        del look
        self._close_when_done()

    def _take(self, number: int) -> None:
        """Ask where the marker lies, or put it where alone it can."""
        names, marker = self._live.names, MARKERS[number]
        places = self.places(marker)
        if len(places) == 1:
            self.place(places[0])
        elif places:
            rows = [(one, Row(capitalised(names.place(one.to)))) for one in places]
            title = capitalised(names.name("marker", marker))
            text = names.tell("ask", "to", {"type": Place.verb})
            page = ChoicePage(self.session, title, rows, self.place, text=text)
            self.session.open(page)

    def places(self, marker: str) -> Sequence[Place]:
        """List where a marker of that kind may lie."""
        return placements(self._live.history.state, self._player, marker)

    def place(self, event: Place) -> None:
        """Take where a marker lies."""
        self._live.write(event, look=self.session.look)
        self._close_when_done()

    def _close_when_done(self) -> None:
        """Go back to the list once all that the player drew is placed, or to the game."""
        if self._live.state["phase"] != "place":
            self.session.return_to("play")
        elif not self._live.state["waiting"].get(self._player):
            self.close()


def placements(state: State, player: str, marker: str) -> Sequence[Place]:
    """List where somebody may place a marker of a kind."""
    return [
        one
        for one in SIBERIA.legal_events(state)
        if isinstance(one, Place) and one.player == player and one.marker == marker
    ]
