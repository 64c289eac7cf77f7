"""Whole games by chance, as what tables publish of them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.broker.topics import begun, whole
from engine.games import game_named, parse_board
from engine.record import Header
from seeds.boards import builtin_board_text
from tests.engine.siberia.playing import playout as siberia_playout
from tests.engine.sumeria.playing import playout as sumeria_playout

PLAYERS: Final = ("red", "blue", "yellow")
Playout = Callable[[Any, int], Iterator[tuple[Any, Any, Any]]]
GAMES: Final[tuple[tuple[str, str, Playout], ...]] = (
    ("sumeria", "dubsar", sumeria_playout),
    ("siberia", "taiga", siberia_playout),
)
"""Each game with its built-in board, and what plays it."""


def random_games(count: int) -> list[Mapping[str, Any]]:
    """Play games of both kinds in turn, each as one message."""
    found = []
    for number in range(count):
        name, board, playout = GAMES[number % len(GAMES)]
        text, rules = builtin_board_text(board), game_named(name)
        start = rules.new_game(parse_board(text, board), PLAYERS, {})
        events = [rules.format_event(event) for _, event, _ in playout(start, number)]
        about = begun("", Header(name, board, PLAYERS, {}), text, {PLAYERS[0]: "Ana"})
        found.append(whole(about, events))
    return found
