"""A real game, from which the examples of the screens take what they show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from companion.language import Language
from companion.words.names import Names, names_of
from engine.board import Board
from engine.game import StateObject
from engine.games import parse_board
from engine.history import History
from seeds.boards import builtin_board_text
from tests.hard_tables.hard_table import mild_table

PLAYERS: Final = ("red", "blue", "yellow", "green")
SEED: Final = 1
PEOPLE: Final[Mapping[str, str]] = {"red": "Ana", "yellow": "Mihai"}
LONGEST_PEOPLE: Final[Mapping[str, str]] = {
    "red": "Anaximandros",
    "blue": "Wilhelmina M",
    "yellow": "Constantinos",
    "green": "Montgomerina",
}
LONGEST_CITY_STATES: Final = (
    "Nabuchodonos",
    "Mesopotamien",
    "Shuruppakkum",
    "Borsippammum",
    "Ommm-Umma-Wu",
    "Gilgameshuma",
    "Dur-Kurigalz",
    "Ashurbanipal",
)


@dataclass(frozen=True)
class Sitting:
    """A whole game, and the words in which it is shown.

    ``history`` goes from before the setup to the end of the game, so that every moment of it can
    be shown; ``colours`` are all merchants' colours in seat order.
    """

    names: Names
    history: History[Any, Any, Any]
    colours: tuple[str, ...] = PLAYERS

    @property
    def words(self) -> Language:
        return self.names.language

    @property
    def board(self) -> Board:
        """The board, with the names of its city-states."""
        return self.names.board

    def state(self, event: int) -> StateObject:
        """Give where the game stood after that event; -1 is the last one."""
        number = event % len(self.history.states)
        return self.history.game.to_json(self.history.states[number])

    def when(self, phase: str, dynasty: int = 1, skip: int = 0) -> int:
        """Find an event after which the game was in that phase, the first but ``skip`` of them."""
        found = [
            number
            for number, state in enumerate(self.history.states)
            if (state.phase, state.dynasty) == (phase, dynasty)
        ]
        return found[skip]


def sitting(language: str, *, longest: bool = False, players: int = 4) -> Sitting:
    """Give the game in a language, with the longest names that there may be or with usual ones."""
    board = _board()
    people = LONGEST_PEOPLE if longest else PEOPLE
    if longest:
        renamed = zip(board.regions, LONGEST_CITY_STATES, strict=True)
        board = replace(board, regions=tuple(replace(one, name=to) for one, to in renamed))
    colours = PLAYERS[:players]
    return Sitting(names_of(Language(language), board, people), _game(colours), colours)


@cache
def _board() -> Board:
    return parse_board(builtin_board_text("dubsar"), "dubsar.toml")


@cache
def _game(players: Sequence[str]) -> History[Any, Any, Any]:
    table = mild_table(_board(), players, players[0], SEED)
    while table.advance():
        pass
    return table.history
