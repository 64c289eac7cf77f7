"""A game before it begins: who sits where, under which names, and the house rules."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from companion.journal import StoredGame
from engine.games import GAMES, game_named
from engine.record import Header


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: the colour of its player's pieces, and his name if he gave one."""

    colour: str
    name: str = ""


@dataclass(slots=True)
class NewGame:
    """What has been agreed on so far.

    ``game`` is the name of the game, ``colours`` are those that the eye was taught, ``seats`` go
    clockwise around the table, ``rulings`` are the house rules that differ from the leaflets'.
    """

    game: str
    colours: tuple[str, ...]
    seats: list[Seat] = field(default_factory=list)
    rulings: dict[str, str | int] = field(default_factory=dict)

    @classmethod
    def like(
        cls, last: StoredGame | None, game: str, colours: tuple[str, ...], known: Collection[str]
    ) -> "NewGame":
        """Begin with the players of the last game, or else with as many colours as there can be.

        Only who is still ``known`` has a name: the others wished to be forgotten.
        """
        if last is not None and set(last.header.players) <= set(colours):
            names = {one: name for one, name in last.about.names.items() if name in known}
            seats = [Seat(one, names.get(one, "")) for one in last.header.players]
            return cls(game, colours, seats, dict(last.header.rulings))
        most = game_named(game).player_counts[-1]
        return cls(game, colours, [Seat(one) for one in colours[:most]])

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.colour for seat in self.seats)

    @property
    def names(self) -> dict[str, str]:
        return {seat.colour: seat.name for seat in self.seats if seat.name}

    @property
    def left(self) -> tuple[str, ...]:
        """The colours that nobody plays."""
        return tuple(one for one in self.colours if one not in self.players)

    @property
    def can_grow(self) -> bool:
        return bool(self.left) and len(self.seats) < game_named(self.game).player_counts[-1]

    @property
    def can_shrink(self) -> bool:
        return len(self.seats) > game_named(self.game).player_counts[0]

    def add(self) -> int:
        """Add a seat after the last; give its number."""
        self.seats.append(Seat(self.left[0]))
        return len(self.seats) - 1

    def rename(self, seat: int, name: str) -> None:
        """Give the player of a seat a name; an empty one takes it away."""
        self.seats[seat] = replace(self.seats[seat], name=" ".join(name.split()))

    def seat_person(self, seat: int, name: str, colour: str) -> None:
        """Seat a known person, with his usual colour unless somebody else has it."""
        self.rename(seat, name)
        taken = any(one.name and one.colour == colour for one in self.seats)
        if colour in self.colours and not taken:
            self.recolour(seat, colour)

    def recolour(self, seat: int, colour: str) -> None:
        """Give the player of a seat a colour; whoever had it gets his in exchange."""
        before = self.seats[seat].colour
        for number, one in enumerate(self.seats):
            if one.colour == colour:
                self.seats[number] = replace(one, colour=before)
        self.seats[seat] = replace(self.seats[seat], colour=colour)

    def change_places(self, seat: int, other: int) -> None:
        self.seats[seat], self.seats[other] = self.seats[other], self.seats[seat]

    def let_begin(self, player: str) -> None:
        """Count the seats from a player's on; nobody changes places."""
        first = self.players.index(player)
        self.seats = [*self.seats[first:], *self.seats[:first]]

    def header(self, board: str) -> Header:
        return Header(self.game, board, self.players, self.rulings)


def enough(colours: Sequence[str], game: str = "") -> bool:
    """Tell whether there are colours enough to play a game; to play any, if none is named."""
    games = [GAMES[game]] if game else GAMES.values()
    return all(len(colours) >= one.player_counts[0] for one in games)
