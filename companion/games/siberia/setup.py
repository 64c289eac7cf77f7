"""Before a game of Siberia: cubes, exchanges and markers as the camera reads them, or as told."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Final

from companion.games.siberia.board_map import REGION_TARGET, RegionMap
from companion.games.siberia.whole_board import ExchangeRow
from companion.pages.kinds import ChoicePage, MenuPage, Option
from companion.pages.setting_up import SettingUpPage, entered_at, entered_of
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.session.session import Session
from companion.sighting import sighting
from companion.tracking.waiting import Agreement
from companion.ui.layout import bottom_and_rest, paragraph_above
from companion.ui.menu import ROW_GAP, Row, draw_row, row_height
from companion.ui.pen import Box, Pen
from companion.ui.screen import Body
from companion.ui.style import TEXT
from companion.words.names import Names, capitalised
from engine.siberia import SIBERIA
from engine.siberia.board import Exchange, SiberiaBoard, as_siberia
from engine.siberia.events import Setup
from engine.siberia.material import ACTIONS, COUNTS, RESOURCES
from hardware.panel import Light

TOLD: Final = ("untold", "told")
READY_TARGET: Final = "ready"
REST_TARGET: Final = "rest"
GAP: Final = 6
NAMED: Final = 26
"""How high an exchange is of which only the name is shown."""
Pair = tuple[str, ...]
PAIRS: Final[Sequence[Pair]] = [*combinations(RESOURCES, COUNTS.regions.cubes)]
"""What may lie in a region at the start."""


class SetupReading:
    """What lies on the table before a game; what people say counts before what is seen.

    ``cubes`` are those of each region, ``sides`` and ``open`` the exchanges and the investment
    markers by place, None where unknown.
    """

    def __init__(self, board: SiberiaBoard, live: LiveGame) -> None:
        """Begin with what people have entered before the power went, if they have."""
        self._board: Final = board
        self._live: Final = live
        self._seen_cubes: Mapping[str, Pair] = {}
        self._seen_sides: Sequence[str | None] = (None,) * COUNTS.exchanges
        self._seen_open: Sequence[str | None] = (None,) * COUNTS.open
        kept, sides = live.entered, [one.id for one in board.exchanges]
        cubes = entered_of(self.regions, kept.get("cubes"), [[*pair] for pair in PAIRS])
        self._told_cubes: Final[dict[str, Pair]] = {at: tuple(pair) for at, pair in cubes.items()}
        self._told_sides: Final = entered_at(COUNTS.exchanges, kept.get("sides"), sides)
        self._told_open: Final = entered_at(COUNTS.open, kept.get("open"), ACTIONS)
        self.pawns: Mapping[str, Mapping[str, int]] = {}
        self.markers = TOLD[kept.get("markers") == TOLD[1]]

    @property
    def regions(self) -> tuple[str, ...]:
        return tuple(one.id for one in self._board.regions if one.cubes)

    @property
    def cubes(self) -> dict[str, Pair]:
        return {**self._seen_cubes, **self._told_cubes}

    @property
    def sides(self) -> tuple[str | None, ...]:
        """The exchanges; a tile whose other side was told lies nowhere else."""
        tiles = {self._tile(one) for one in self._told_sides.values()}
        seen = (None if one and self._tile(one) in tiles else one for one in self._seen_sides)
        return tuple(self._told_sides.get(i, one) for i, one in enumerate(seen))

    @property
    def open(self) -> tuple[str | None, ...]:
        return tuple(self._told_open.get(i, one) for i, one in enumerate(self._seen_open))

    @property
    def missing(self) -> tuple[str, ...]:
        """The regions in which not two different cubes are known to lie."""
        return tuple(
            one for one in self.regions if len(set(self.cubes.get(one, ()))) != COUNTS.regions.cubes
        )

    @property
    def by_camera(self) -> bool:
        """Whether nobody had to enter anything but whether markers are told."""
        return not (self._told_cubes or self._told_sides or self._told_open)

    @property
    def complete(self) -> bool:
        return not self.missing and None not in self.sides and None not in self.open

    def add(self, look: Look, agreed: Agreement) -> None:
        """Take a look; what several looks in a row say counts."""
        reading = look.reading
        line = sighting(reading, self._board, look.name)
        lying = {at: tuple(one["cubes"]) for at, one in line["regions"].items()}
        cubes = {at: held for at, held in lying.items() if held}
        if agreed.on("cubes", cubes):
            self._seen_cubes = cubes
            self.pawns = {at: one["pawns"] for at, one in line["regions"].items()}
        sides = [one["exchange"] for one in line["slots"]]
        if len(sides) == COUNTS.exchanges and agreed.on("sides", sides):
            self._seen_sides = sides
        opened = line["open"]
        if opened is not None and agreed.on("open", opened):
            self._seen_open = opened

    def enter_cubes(self, at: str, pair: Pair) -> None:
        self._told_cubes[at] = pair
        self._keep()

    def enter_side(self, slot: int, side: str) -> None:
        """Say which side lies there; its tile lies nowhere else."""
        for other, told in [*self._told_sides.items()]:
            if self._tile(told) == self._tile(side):
                del self._told_sides[other]
        self._told_sides[slot] = side
        self._keep()

    def enter_open(self, slot: int, action: str) -> None:
        self._told_open[slot] = action
        self._keep()

    def enter_markers(self, markers: str) -> None:
        self.markers = markers
        self._keep()

    def setup(self, first: str) -> Setup:
        cubes = tuple((at, self.cubes[at]) for at in self.regions)
        sides = tuple(one for one in self.sides if one)
        return Setup(first, cubes, sides, tuple(one for one in self.open if one), self.markers)

    def _keep(self) -> None:
        told = {"cubes": self._told_cubes, "sides": self._told_sides, "open": self._told_open}
        self._live.keep_entered({**told, "markers": self.markers})

    def _tile(self, side: str) -> str:
        return next(one.tile for one in self._board.exchanges if one.id == side)


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
    """Reads the cubes of each region; OK changes one, or goes on where all are known.

    Where all else is known too, it is shown as well, and the game begins from here.
    """

    def __init__(self, session: Session, *, is_new: bool = False) -> None:
        self._board: Final = as_siberia(session.live.board)
        self.reading: Final = SetupReading(self._board, session.live)
        super().__init__(session, self.reading.add, is_new=is_new)

    @property
    def names(self) -> Names:
        return self.live.names

    def title(self) -> str:
        return self.names.tell("screen", "starts", {"player": self.first_player})

    def light(self) -> Light | None:
        return Light.BLUE if self.reading.complete else None

    @property
    def missing(self) -> int | None:
        missing = self.reading.missing
        return self.reading.regions.index(missing[0]) if missing else None

    def body(self) -> Body:
        reading, missing = self.reading, len(self.reading.missing)
        chosen, names = self.targets()[self.here], self.names
        regions = RegionMap(
            self._board,
            reading.cubes,
            reading.pawns,
            (),
            reading.missing,
            reading.regions[self.here] if self.here < len(reading.regions) else None,
            touchable=True,
        )
        if reading.complete:
            opened = tuple(one for one in reading.open if one)
            rows = (
                (REST_TARGET, Row(names.tell("screen", "face_up", {"open": opened}))),
                (READY_TARGET, Row(names.tell("screen", "begin"))),
            )
            sides = tuple(one for one in reading.sides if one)
            exchanges = ExchangeRow(self._board, sides, {})
            return CubesSheet(names.tell("screen", "rest_right"), regions, exchanges, rows, chosen)
        text = names.tell("screen", "cubes", {"regions": missing})
        ready = Row(names.tell("screen", "cubes_right"), choosable=self.missing is None)
        return CubesSheet(text, regions, None, ((READY_TARGET, ready),), chosen)

    def words_of_ready(self) -> str:
        return self.say("Start") if self.reading.complete else self.names.tell("button", "go_on")

    def targets(self) -> Sequence[str]:
        regions = (REGION_TARGET.format(one) for one in self.reading.regions)
        return [*regions, *[REST_TARGET] * self.reading.complete, READY_TARGET]

    def choose(self, number: int) -> None:
        if number == self.ready and self.reading.complete:
            self._begin()
            return
        if number >= len(self.reading.regions):
            self.session.go("setup-rest", reading=self.reading, begin=self._begin)
            return
        region = self.reading.regions[number]
        names = self.names
        rows = [(pair, Row(capitalised(names.value("resources", pair)))) for pair in PAIRS]
        do = partial(self.reading.enter_cubes, region)
        now = tuple(sorted(self.reading.cubes.get(region, ()), key=RESOURCES.index))
        page = ChoicePage(self.session, names.place(region), rows, do, at=now)
        self.session.open(page)

    def _begin(self) -> None:
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
