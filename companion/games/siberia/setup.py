"""Before a game of Siberia: two pages of what lies there, one of cubes alone, and what is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from companion.games.siberia.board_map import REGION_TARGET, RegionMap
from companion.games.siberia.setup_reading import PAIRS, TOLD, SetupReading
from companion.games.siberia.whole_board import ExchangeRow
from companion.pages.kinds import ChoicePage, MenuPage, Option
from companion.pages.setting_up import SettingUpPage
from companion.session.look import Look
from companion.session.session import Session
from companion.ui.layout import bottom_and_rest, paragraph_above
from companion.ui.menu import ROW_GAP, Row, draw_row, row_height
from companion.ui.pen import Box, Pen
from companion.ui.style import TEXT
from companion.words.names import Names, capitalised
from engine.siberia import SIBERIA
from engine.siberia.board import Exchange, as_siberia
from engine.siberia.material import ACTIONS, RESOURCES
from hardware.panel import Light

READY_TARGET: Final = "ready"
REST_TARGET: Final = "rest"
GAP: Final = 6
NAMED: Final = 26
"""How high an exchange is of which only the name is shown."""


@dataclass(frozen=True, slots=True)
class CubesSheet:
    """The regions with their cubes, a text above and rows below, the one chosen marked.

    Once all is known, the exchanges are between, and the first row tells the other markers.
    """

    text: str
    regions: RegionMap
    exchanges: ExchangeRow | None
    rows: tuple[tuple[str, Row], ...]
    """With what they are touched as."""
    chosen: str
    written: str = ""
    """The exchanges in words, for phones, which are not shown them."""

    def draw(self, pen: Pen, box: Box) -> None:
        rest = paragraph_above(pen, self.text, box, size=TEXT)
        for target, row in self.rows[::-1]:
            below, rest = bottom_and_rest(rest, row_height(pen, row, box[2]) - ROW_GAP, gap=GAP)
            draw_row(pen, below, row, chosen=target == self.chosen)
            if row.choosable:
                pen.target(target, below)
        if self.exchanges is not None:
            below, rest = bottom_and_rest(rest, NAMED, gap=GAP)
            self.exchanges.draw(pen, below)
        self.regions.draw(pen, rest)


class SetupPage(SettingUpPage):
    """Shows the cubes of each region, which OK changes, and what can be done behind them.

    It gives way to the other of its two kinds once more is known, or less.
    """

    shows_all: ClassVar[bool]
    """Whether it is the page on which all is known."""

    def __init__(self, session: Session, reading: SetupReading, *, is_new: bool) -> None:
        self._board: Final = as_siberia(session.live.board)
        self.reading: Final = reading
        super().__init__(session, reading.add, is_new=is_new)

    @property
    def names(self) -> Names:
        return self.live.names

    def title(self) -> str:
        return self.names.tell("screen", "starts", {"player": self.first_player})

    @property
    def missing(self) -> int | None:
        missing = self.reading.missing
        return self.reading.regions.index(missing[0]) if missing else None

    def map(self) -> RegionMap:
        """Show what lies in each region, the one that was gone to marked."""
        reading = self.reading
        chosen = reading.regions[self.here] if self.here < len(reading.regions) else None
        return RegionMap(
            self._board, reading.cubes, reading.pawns, (), reading.missing, chosen, touchable=True
        )

    def targets(self) -> Sequence[str]:
        return [*(REGION_TARGET.format(one) for one in self.reading.regions), READY_TARGET]

    def choose(self, number: int) -> None:
        """Ask which cubes lie in a region."""
        region, names = self.reading.regions[number], self.names
        rows = [(pair, Row(capitalised(names.value("resources", pair)))) for pair in PAIRS]
        do = partial(self.reading.enter_cubes, region)
        now = tuple(sorted(self.reading.cubes.get(region, ()), key=RESOURCES.index))
        page = ChoicePage(self.session, names.place(region), rows, do, at=now)
        self.session.open(page)

    def show_rest(self) -> None:
        self.session.go("setup-rest", reading=self.reading, begin=self.begin)

    def begin(self) -> None:
        live, reading = self.live, self.reading
        event = reading.setup(self.first_player)
        look = self.clear if reading.by_camera else None
        ruling = SIBERIA.check(live.history.state, event)
        if not ruling.holds:
            refused = next(one for one in ruling.findings if not one.holds)
            self.message(self.names.finding(refused))
            return
        live.write(event, "camera" if look else "button", look)
        self.play()

    def on_look(self, look: Look) -> None:
        super().on_look(look)
        self._give_way()

    def pass_time(self, now: float) -> None:
        del now
        self._give_way()

    def _give_way(self) -> None:
        """Let the other kind come up where it is due: a press meant for this one is not its."""
        session = self.session
        if session.pages[-1:] == (self,) and self.reading.complete is not self.shows_all:
            page = setup_page(session, is_new=self.is_new, reading=self.reading)
            page.name, page.clear = self.name, self.clear
            session.close(self)
            session.open(page)


class CubesPage(SetupPage):
    """Reads the cubes of each region while not all is known; behind them the rest is told."""

    shows_all: ClassVar[bool] = False

    def body(self) -> CubesSheet:
        text = self.names.tell("screen", "cubes", {"regions": len(self.reading.missing)})
        ready = Row(self.names.tell("screen", "cubes_right"), choosable=self.missing is None)
        chosen = self.targets()[self.here]
        return CubesSheet(text, self.map(), None, ((READY_TARGET, ready),), chosen)

    def words_of_ready(self) -> str:
        return self.names.tell("button", "go_on")

    def choose(self, number: int) -> None:
        if number == self.ready:
            self.show_rest()
        else:
            super().choose(number)


class WholePage(SetupPage):
    """Shows all that lies on the table, the exchanges and investment markers too, and begins."""

    shows_all: ClassVar[bool] = True

    def light(self) -> Light:
        return Light.BLUE

    def body(self) -> CubesSheet:
        reading, tell = self.reading, self.names.tell
        opened = tuple(one for one in reading.open if one)
        rows = (
            (REST_TARGET, Row(tell("screen", "face_up", {"open": opened}))),
            (READY_TARGET, Row(tell("screen", "begin"))),
        )
        sides = tuple(one for one in reading.sides if one)
        exchanges = ExchangeRow(self._board, sides, {})
        chosen, text = self.targets()[self.here], tell("screen", "rest_right")
        written = tell("screen", "exchanges", {"exchanges": sides})
        return CubesSheet(text, self.map(), exchanges, rows, chosen, written)

    def words_of_ready(self) -> str:
        return self.say("Start")

    def targets(self) -> Sequence[str]:
        *regions, ready = super().targets()
        return [*regions, REST_TARGET, ready]

    def choose(self, number: int) -> None:
        if number == self.ready:
            self.begin()
        elif number == self.ready - 1:
            self.show_rest()
        else:
            super().choose(number)


def setup_page(
    session: Session, *, is_new: bool = False, reading: SetupReading | None = None
) -> SetupPage:
    """Make the page of what is known of the table: of all, or of the cubes alone."""
    known = reading or SetupReading(as_siberia(session.live.board), session.live)
    kind = WholePage if known.complete else CubesPage
    return kind(session, known, is_new=is_new)


class RestPage(MenuPage):
    """Which side each exchange shows, the open investment markers, whether markers are told."""

    def __init__(self, session: Session, reading: SetupReading, begin: Callable[[], None]) -> None:
        """Mark the first that is missing, or what begins the game, which ``begin`` does."""
        super().__init__(session)
        self._live: Final = session.live
        self._board: Final = as_siberia(session.live.board)
        self._reading: Final = reading
        self._begin: Final = begin
        self._mark()

    def title(self) -> str:
        return self._live.names.tell("screen", "rest_title")

    def light(self) -> Light | None:
        return Light.BLUE if self._reading.complete else None

    def text(self) -> str:
        if self._reading.complete:
            return self._live.names.tell("screen", "rest_right")
        return self._live.names.tell("screen", "rest_missing")

    def options(self) -> Sequence[Option]:
        names, reading = self._live.names, self._reading
        sides = [(one.id, Row(one.name, self._prices(one))) for one in self._board.exchanges]
        kinds = [(one, Row(capitalised(names.place(one)))) for one in ACTIONS]
        groups = (
            ("exchange", sides, reading.sides, reading.enter_side),
            ("investment", kinds, reading.open, reading.enter_open),
        )
        options: list[Option] = []
        for name, choices, known, enter in groups:
            for i, at in enumerate(known):
                title = names.tell("screen", name, {"number": i + 1})
                choose = partial(self._choose, title, choices, partial(enter, i), at)
                options.append((Row(title, self._named(at)), choose))
        if self._board.markers:
            title, at = names.tell("screen", "markers"), reading.markers
            choices = [(one, Row(names.tell("markers", one))) for one in TOLD]
            choose = partial(self._choose, title, choices, reading.enter_markers, at)
            why = names.tell("screen", "markers_why")
            options.append((Row(title, names.tell("markers", at)), partial(choose, text=why)))
        begin = Row(names.tell("screen", "begin"), choosable=reading.complete), self._begin
        # What is to be confirmed follows the answer, so that it is in view.
        return [begin, *options] if reading.complete else [*options, begin]

    def _named(self, one: str | None) -> str:
        return "?" if one is None else capitalised(self._live.names.place(one))

    def _mark(self) -> None:
        known = (*self._reading.sides, *self._reading.open)
        self.chosen = known.index(None) if None in known else 0

    def _prices(self, exchange: Exchange) -> str:
        names, words = self._live.names, self._live.names.language
        bought = [
            f"{names.place(resource)}\N{NO-BREAK SPACE}{words.grouped(price)}"
            for resource, price in zip(RESOURCES, exchange.prices, strict=True)
            if price
        ]
        return "\N{NO-BREAK SPACE}· ".join(bought)

    def _choose(
        self,
        title: str,
        choices: Sequence[tuple[str, Row]],
        enter: Callable[[str], None],
        at: str | None,
        text: str = "",
    ) -> None:
        def do(chosen: str) -> None:
            enter(chosen)
            self._mark()

        self.session.open(ChoicePage(self.session, title, choices, do, at=at, text=text))
