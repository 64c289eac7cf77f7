"""The pages on which a game is agreed on: players in seat order, names, colours, who begins."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from companion.language import counted, said
from companion.pages.kinds import MenuPage, Option
from companion.session.live_game import LiveGame
from companion.session.new_game import NewGame
from companion.session.session import Session
from companion.ui.menu import Row
from companion.words.names import Names, names_of
from engine.errors import InputError
from engine.game import Waits
from engine.games import game_named

AGREED = counted("{number} chosen", "{number} chosen", "number")


class NewGamePage(MenuPage):
    """Lists the players, each to be changed; the row that goes on is marked from the start."""

    heading = said("New game")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        game, last = session.table.board.game, None
        with suppress(InputError):  # a new game needs no journal that can be read
            games = session.store.journal.games()
            last = next((one for one in games if one.header.game == game), None)
        self.plan = NewGame.like(last, game, session.table.colours)
        self.chosen = len(self.rows()) - 1

    def text(self) -> str:
        return self.session.words.say("Who plays, clockwise around the table?")

    def options(self) -> Sequence[Option]:
        words, plan = self.session.words, self.plan
        names = names_of(words, self.session.table.board, plan.names)
        options: list[Option] = [
            (
                Row(names.player(seat.colour), player=(seat.colour, number)),
                partial(self._open, number),
            )
            for number, seat in enumerate(plan.seats)
        ]
        if plan.can_grow:
            options.append((Row(words.say("One more player")), self._add))
        if game_named(plan.game).rulings:
            agreed = words.say("as printed")
            if plan.rulings:
                agreed = words.tell(AGREED, {"number": str(len(plan.rulings))})
            rules = partial(self.session.go, "house-rules", plan=plan)
            options.append((Row(words.say("House rules"), agreed), rules))
        begin = partial(self.session.go, "first-player", plan=plan)
        return [*options, (Row(words.say("Who begins?")), begin)]

    def _open(self, seat: int) -> None:
        self.session.go("seat", plan=self.plan, seat=seat)

    def _add(self) -> None:
        self.chosen = self.plan.add()
        self._open(self.chosen)


class SeatPage(MenuPage):
    """Changes who sits at one place; the page follows a player who changes places."""

    def __init__(self, session: Session, plan: NewGame, seat: int) -> None:
        """Show the seat of that number, from 0."""
        super().__init__(session)
        self._plan = plan
        self._seat = seat

    def title(self) -> str:
        return self._names.player(self._plan.seats[self._seat].colour)

    def player(self) -> tuple[str, int]:
        return self._plan.seats[self._seat].colour, self._seat

    def options(self) -> Sequence[Option]:
        say, plan, seat = self.session.words.say, self._plan, self._plan.seats[self._seat]
        neighbour = plan.seats[self._next].colour
        swap = say("Change places with {player}", player=self._names.player(neighbour))
        options: list[Option] = [
            (Row(say("Name"), seat.name or say("none yet")), self._name),
            (Row(say("Colour"), self._names.colour(seat.colour)), self._recolour),
            (Row(swap), self._change_places),
        ]
        if plan.can_shrink:
            options.append((Row(say("Does not play")), self._leave_table))
        return options

    @property
    def _next(self) -> int:
        return (self._seat + 1) % len(self._plan.seats)

    @property
    def _names(self) -> Names:
        return names_of(self.session.words, self.session.table.board, self._plan.names)

    def _name(self) -> None:
        seat = self._plan.seats[self._seat]

        def called(name: str) -> None:
            self._plan.rename(self._seat, name)

        player = (seat.colour, self._seat)
        self.session.go("name", name=seat.name, called=called, player=player)

    def _recolour(self) -> None:
        self.session.go("colour", plan=self._plan, seat=self._seat)

    def _change_places(self) -> None:
        self._plan.change_places(self._seat, self._next)
        self._seat = self._next

    def _leave_table(self) -> None:
        del self._plan.seats[self._seat]
        self.session.close(self)


class ColourPage(MenuPage):
    """Chooses the colour of one player among those taught."""

    heading = said("Colour")

    def __init__(self, session: Session, plan: NewGame, seat: int) -> None:
        super().__init__(session)
        self._plan = plan
        self._seat = seat
        self.chosen = plan.colours.index(plan.seats[seat].colour)

    def rows(self) -> Sequence[Row]:
        names = names_of(self.session.words, self.session.table.board)
        people = self._plan.names
        return [
            Row(names.colour(one), people.get(one, ""), (one, self._shape(one)))
            for one in self._plan.colours
        ]

    def choose(self, number: int) -> None:
        self._plan.recolour(self._seat, self._plan.colours[number])
        self.session.close(self)

    def _shape(self, colour: str) -> int:
        """Give the seat by which a colour's shape goes: its player's, or the one chosen for."""
        players = self._plan.players
        return players.index(colour) if colour in players else self._seat


class FirstPlayerPage(MenuPage):
    """Asks who begins (S-10): whoever the lot falls on, or one whom the table agrees on."""

    heading = said("Who begins?")

    def __init__(self, session: Session, plan: NewGame) -> None:
        super().__init__(session)
        self._plan = plan

    def rows(self) -> Sequence[Row]:
        players = self._plan.players
        people = [
            Row(self._names.player(one), player=(one, seat)) for seat, one in enumerate(players)
        ]
        return [Row(self.session.words.say("The lot decides")), *people]

    def choose(self, number: int) -> None:
        session, players = self.session, self._plan.players
        first = players[number - 1] if number else session.lot.choice(players)
        self._begin(first)
        if number:
            return
        player = self._names.player(first)
        text = self._names.remark("lot", {"player": first})
        text = text or session.words.say("The lot falls on {player}, who begins.", player=player)
        session.go("message", text=text, title=self.title())

    @property
    def _names(self) -> Names:
        return names_of(self.session.words, self.session.table.board, self._plan.names)

    def _begin(self, first: str) -> None:
        session, table, plan = self.session, self.session.table, self._plan
        session.close(self)
        rules = game_named(plan.game)
        start = rules.new_game(table.board, plan.players, plan.rulings)
        if rules.phase(start).waits is not Waits.SETUP:  # nothing else says who begins
            plan.let_begin(first)
        header = plan.header(table.board_id)
        game = session.store.begin(header, table.board_text, plan.names, first)
        stored = session.store.journal.game(game)
        session.game = LiveGame(
            session.store, stored, table.board, session.names, pace=session.pace
        )
        if session.live.phase.waits is Waits.SETUP:
            session.go("setup", is_new=True)
            return
        if (agreed := session.named("new-game")) is not None:
            session.close(agreed)
        session.go("play")
