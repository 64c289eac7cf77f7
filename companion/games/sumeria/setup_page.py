"""The page before a game: what lies on the table as the camera reads it, and what it cannot."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, Final

from companion.games.sumeria.setup_screen import READY_TARGET, SLOT_TARGET, SPACE_TARGET, Setup
from companion.journal.errors import JournalError
from companion.language import said
from companion.pages.kinds import MenuPage
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.session.session import Page, Session
from companion.sighting import certain, sighting
from companion.tracking.waiting import Agreement
from companion.ui.menu import Row
from companion.ui.screen import Body, Labels
from companion.words.names import names_of
from engine.board import INFLUENCE, RANKING, Board
from engine.sumeria.board_file import RANKS
from hardware.panel import Button, Light
from seeds.sumeria import counts

AGREE: Final = 3
"""Looks in a row that must say the same."""


class SetupReading:
    """The ranking row and the influence tiles, place by place; None is unknown.

    ``merchants`` are those that stand on the board, by location, though none should.
    """

    def __init__(self, board: Board) -> None:
        """Begin with nothing known."""
        self.merchants: dict[str, str] = {}
        self._board: Final = board
        self._agreed: Final = Agreement(AGREE)
        self._seen_row: Sequence[str | None] = (None,) * RANKS
        self._seen_tiles: Sequence[str | None] = (None,) * sum(counts().over_ranks)
        self._told_row: Final[dict[int, str]] = {}
        self._told_tiles: Final[dict[int, str]] = {}

    @property
    def row(self) -> tuple[str | None, ...]:
        """The city-states by rank: what people say, then what was seen."""
        said = set(self._told_row.values())
        seen = (None if one in said else one for one in self._seen_row)
        return tuple(self._told_row.get(i, one) for i, one in enumerate(seen))

    @property
    def tiles(self) -> tuple[str | None, ...]:
        """The kinds of influence tile by space."""
        return tuple(self._told_tiles.get(i, one) for i, one in enumerate(self._seen_tiles))

    @property
    def complete(self) -> bool:
        """Whether nothing is unknown."""
        return None not in self.row and None not in self.tiles

    @property
    def by_camera(self) -> bool:
        """Whether nobody had to enter anything."""
        return not self._told_row and not self._told_tiles

    def add(self, look: Look) -> None:
        """Take a look; what several looks in a row say counts."""
        reading = look.reading
        if not reading.registered or reading.hand:
            self._agreed.forget()
            return
        merchants = sighting(reading, self._board, look.name)["board"]
        if self._agreed.on("merchants", merchants):
            self.merchants = merchants
        row = certain(reading.groups.get(RANKING), RANKS)
        if self._agreed.on("row", row):
            self._seen_row = _once(row)
        tiles = certain(reading.groups.get(INFLUENCE), len(self._seen_tiles))
        if self._agreed.on("tiles", tiles):
            self._seen_tiles = tiles

    def enter_city_state(self, rank: int, city_state: str) -> None:
        """Say which city-state lies there, from 0; the one that did takes the other's place."""
        row = self.row
        if city_state in row:
            there = row.index(city_state)
            self._told_row.pop(there, None)
            if (before := row[rank]) is not None and there != rank:
                self._told_row[there] = before
        self._told_row[rank] = city_state

    def enter_tile(self, space: int, kind: str) -> None:
        """Say which influence tile lies there."""
        self._told_tiles[space] = kind


def _once(row: Sequence[str | None]) -> tuple[str | None, ...]:
    """Believe no city-state that was read twice."""
    times = Counter(row)
    return tuple(one if times[one] == 1 else None for one in row)


LAY = said("Lay the eight city-state tiles in a row, and draw six influence tiles.")
MISSING = said("Choose what the camera cannot read.")
RIGHT = said("Is this what lies on the table?")
CLEAR = said("Take the merchants off the board: {places}.")
FEW = 2
"""Merchants that are named; where more stand, nobody needs to be told where."""


class SetupPage(Page):
    """Reads the ranking row and the influence tiles, and begins the game when the table agrees.

    SCORE and WHY? go through the places; OK changes one, or begins where all is known.
    """

    scrolls: ClassVar[bool] = True

    def __init__(self, session: Session, *, is_new: bool = False) -> None:
        """Set up the game of the session; a new one has been agreed on a moment ago."""
        super().__init__(session)
        self._is_new = is_new
        self._reading = SetupReading(self._game.board)
        self._marked: int | None = None
        self._clear: Look | None = None
        if session.look is not None:
            self.on_look(session.look)

    @property
    def first(self) -> str:
        """Who begins."""
        return self._game.first or self._game.players[0]

    def title(self) -> str:
        return self.session.words.say("{player} begins", player=self._game.called(self.first))

    def player(self) -> tuple[str, int]:
        return self.first, self._game.players.index(self.first)

    def light(self) -> Light | None:
        return Light.BLUE if self._reading.complete and not self._reading.merchants else None

    def body(self) -> Body:
        names, order = self._game.names, self._order
        row = tuple(
            None if one is None else (names.place(one), order.index(one))
            for one in self._reading.row
        )
        ready = self.session.words.say("Yes, begin the game")
        return Setup(self._text(), row, self._reading.tiles, ready, self._chosen)

    def labels(self) -> Labels:
        say = self.session.words.say
        ok = say("Begin") if self._chosen == self._ready else say("Change")
        return Labels(score="▲", ok=ok, back=say("Back"), why="▼")

    def on_look(self, look: Look) -> None:
        self._reading.add(look)
        if look.reading.registered and not look.reading.hand:
            self._clear = look

    def press(self, button: Button) -> None:
        match button:
            case Button.SCORE:
                self._marked = (self._chosen - 1) % (self._ready + 1)
            case Button.WHY:
                self._marked = (self._chosen + 1) % (self._ready + 1)
            case Button.OK:
                self._choose(self._chosen)
            case Button.BACK:
                self._leave()

    def tap(self, target: str) -> None:
        slots = [SLOT_TARGET.format(i) for i in range(len(self._reading.row))]
        spaces = [SPACE_TARGET.format(i) for i in range(len(self._reading.tiles))]
        targets = [*slots, *spaces, READY_TARGET]
        if target in targets:
            self._choose(targets.index(target))

    @property
    def _game(self) -> LiveGame:
        return self.session.live

    @property
    def _order(self) -> Sequence[str]:
        return [one.id for one in self.session.live.board.regions]

    @property
    def _known(self) -> Sequence[str | None]:
        return (*self._reading.row, *self._reading.tiles)

    @property
    def _ready(self) -> int:
        """Number what comes after all places."""
        return len(self._known)

    @property
    def _chosen(self) -> int:
        """Mark what was gone to; else the first that is missing, or what begins the game."""
        if self._marked is not None:
            return self._marked
        return self._known.index(None) if None in self._known else self._ready

    def _text(self) -> str:
        words, reading = self.session.words, self._reading
        lines = []
        if reading.merchants:
            lines.append(words.tell(CLEAR, {"places": self._places()}))
        if not any(self._known):
            lines.append(words.tell(LAY, {}))
        if not reading.complete:
            lines.append(words.tell(MISSING, {}))
        return " ".join(lines) or words.tell(RIGHT, {})

    def _places(self) -> str:
        """Name the merchants on the board, the first of many."""
        merchants = self._reading.merchants
        names = names_of(self.session.words, self._game.board, self._game.people).brief()
        say = self.session.words.say
        places = [
            say("{player} on {at}", player=names.player(who), at=names.place(at))
            for at, who in merchants.items()
        ]
        if len(places) <= FEW:
            return names.all_of(places)
        return names.all_of([*places[:FEW], say("others")])

    def _choose(self, number: int) -> None:
        """Change the place of that number, or begin where nothing is missing."""
        self._marked = None
        reading, session = self._reading, self.session
        if number < len(reading.row):
            session.go("slot", reading=reading, rank=number)
        elif number < self._ready:
            session.go("space", reading=reading, space=number - len(reading.row))
        elif reading.complete and reading.merchants:
            say = session.words.say
            session.go(
                "question",
                question=say("There are merchants on the board. Were they placed already?"),
                yes=say("Yes, begin the game"),
                do=self._begin,
                title=self.title(),
            )
        elif reading.complete:
            self._begin()

    def _begin(self) -> None:
        reading, session = self._reading, self.session
        row = tuple(one for one in reading.row if one)
        tiles = tuple(one for one in reading.tiles if one)
        look = self._clear if reading.by_camera else None
        try:
            (form,) = self._game.history.game.entry(self._game.history.state)
            self._game.enter(form, {"first": self.first, "ranking": row, "influence": tiles}, look)
        except ValueError:  # another board's tiles were read
            text = session.words.say("These tiles cannot lie so. Look at each of them again.")
            session.go("message", text=text, title=self.title())
            return
        session.close(self)
        if self._is_new and (agreed := session.named("new-game")) is not None:
            session.close(agreed)
        session.go("play")

    def _leave(self) -> None:
        """Go back; a game that was agreed on a moment ago has not begun yet."""
        session, game = self.session, self._game
        session.close(self)
        session.game = None
        if self._is_new:
            with suppress(JournalError):  # then it is offered to be gone on with
                session.store.delete(session.store.number(game.id))


class SlotPage(MenuPage):
    """Chooses the city-state of one place in the ranking row, first among those left."""

    def __init__(self, session: Session, reading: SetupReading, rank: int) -> None:
        """Choose for the place of that number, from 0."""
        super().__init__(session)
        self._names = session.live.names
        self._reading = reading
        self._rank = rank
        row = reading.row
        every = [one.id for one in session.live.board.regions]
        self._choices = sorted(every, key=lambda one: row.index(one) if one in row else -1)
        if (there := row[rank]) is not None:
            self.chosen = self._choices.index(there)

    def title(self) -> str:
        return self.session.words.say("Ranking, place {rank}", rank=str(self._rank + 1))

    def rows(self) -> Sequence[Row]:
        """List the city-states, each with its place where it has one."""
        row = self._reading.row
        return [
            Row(self._names.place(one), str(row.index(one) + 1) if one in row else "")
            for one in self._choices
        ]

    def choose(self, number: int) -> None:
        self._reading.enter_city_state(self._rank, self._choices[number])
        self.session.close(self)


class SpacePage(MenuPage):
    """Chooses the kind of influence tile on one space."""

    def __init__(self, session: Session, reading: SetupReading, space: int) -> None:
        """Choose for the space of that number, from 0."""
        super().__init__(session)
        self._names = session.live.names
        self._reading = reading
        self._space = space
        if (there := reading.tiles[space]) is not None:
            self.chosen = counts().kinds.index(there)

    def title(self) -> str:
        spaces = [rank for rank, many in enumerate(counts().over_ranks, 1) for _ in range(many)]
        return self.session.words.say("Tile above rank {rank}", rank=str(spaces[self._space]))

    def rows(self) -> Sequence[Row]:
        return [Row(self._names.count(kind, 1)) for kind in counts().kinds]

    def choose(self, number: int) -> None:
        self._reading.enter_tile(self._space, counts().kinds[number])
        self.session.close(self)
