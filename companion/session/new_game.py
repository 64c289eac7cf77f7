"""A game before it begins: who sits where, under which names, and the house rules."""

import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from companion.files import write_whole
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
        cls,
        played: Sequence[StoredGame],
        game: str,
        colours: tuple[str, ...],
        known: Collection[str],
    ) -> "NewGame":
        """Begin with who has played last, or else with as many colours as there can be.

        ``played`` are the games so far, the newest first. Who played the last one under a name is
        asked again, whichever game it was; the house rules are those of the last of this kind. Only
        who is still ``known`` has a name: the others wished to be forgotten.
        """
        last = [one for one in played if one.header.game == game][:1]
        named = [one for one in played[:1] if {*one.about.names.values()} & {*known}]
        rulings = dict(last[0].header.rulings) if last else {}
        for one in (*named, *last):
            names = {who: name for who, name in one.about.names.items() if name in known}
            seats = [Seat(who, names.get(who, "")) for who in one.header.players]
            plan = cls(game, colours, seats, rulings)
            if plan.is_possible:
                return plan
        most = game_named(game).player_counts[-1]
        return cls(game, colours, [Seat(one) for one in colours[:most]], rulings)

    @property
    def is_possible(self) -> bool:
        """Whether so many can play, each with a colour that was taught, under rules that exist."""
        rules = game_named(self.game)
        answers = rules.rulings
        return (
            len(self.seats) in rules.player_counts
            and len({*self.players} & {*self.colours}) == len(self.seats)
            and all(answer in answers.get(key, ()) for key, answer in self.rulings.items())
        )

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


class KeptPlan:
    """What has been agreed on of a game that has not begun, whatever becomes of the power.

    It lies in the folder of the journal.
    """

    def __init__(self, folder: Path) -> None:
        self._path: Final = folder / "new-game.json"

    def plan(self, game: str, colours: tuple[str, ...]) -> NewGame | None:
        """Give what was kept of a game of that kind; None where that is nothing, or cannot be."""
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            seats = [Seat(str(colour), str(name)) for colour, name in kept["seats"]]
            plan = NewGame(game, colours, seats, dict(kept["rulings"]))
            return plan if kept["game"] == game and plan.is_possible else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, plan: NewGame) -> None:
        """Keep a plan in place of any other; where it cannot be written, nothing is kept."""
        seats = [(one.colour, one.name) for one in plan.seats]
        kept = {"game": plan.game, "seats": seats, "rulings": plan.rulings}
        with suppress(OSError):
            write_whole(self._path, json.dumps(kept, ensure_ascii=False).encode())

    def discard(self) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def enough(colours: Sequence[str], game: str = "") -> bool:
    """Tell whether there are colours enough to play a game; to play any, if none is named."""
    games = [GAMES[game]] if game else GAMES.values()
    return all(len(colours) >= one.player_counts[0] for one in games)
