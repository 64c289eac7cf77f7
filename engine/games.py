"""The games that there are: the one file that names them, and what is looked up by that name.

Nothing else imports a game, apart from the folders of that game and its tests.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from engine.board import (
    NO_GAME,
    Board,
    format_toml,
    parse_plain_board,
    parse_toml,
    read_text,
    spot_keys,
)
from engine.game import Game

RULES: Final = {"sumeria": "engine.sumeria", "siberia": "engine.siberia"}
"""The package of each game's rules, which holds the game under its name in capitals."""


class _Games(Mapping[str, Game[Any, Any, Any]]):
    """The games by name, each loaded when it is first asked for: whoever plays one pays for one."""

    def __getitem__(self, name: str) -> Game[Any, Any, Any]:
        game: Game[Any, Any, Any] = getattr(import_module(RULES[name]), name.upper())
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(RULES)

    def __len__(self) -> int:
        return len(RULES)


GAMES: Final = _Games()


def game_named(name: str) -> Game[Any, Any, Any]:
    """Find a game; raises ValueError naming those there are."""
    if name not in GAMES:
        raise ValueError(f"expected one of {', '.join(GAMES)}, found {name!a}")
    return GAMES[name]


def load_board(path: Path) -> Board:
    """Read and check a board file; raises InputError with the one line that says what is wrong."""
    return parse_board(read_text(path), str(path))


@lru_cache(maxsize=16)  # the games of a journal, or of a club, are played on few boards
def parse_board(text: str, file: str) -> Board:
    """Parse the text of a board file; ``file`` names it in errors. Raises InputError."""
    top = parse_toml(text, file)
    top.version("format", 1)
    game = top.choice("game", (*GAMES, NO_GAME))
    name = top.text("name")
    width, height = top.numbers("size_mm", 2)
    if min(width, height) <= 0:
        raise top.error("size_mm", "expected two numbers above 0")
    parse = parse_plain_board if game == NO_GAME else GAMES[game].parse_board
    return parse(top, name, (width, height))


def format_board(board: Board) -> str:
    """Write the text of a board file that parses to an equal board."""
    head = {"format": 1, "game": board.game, "name": board.name, "size_mm": board.size_mm}
    if board.game == NO_GAME:
        return format_toml({**head, **spot_keys(board)})
    return format_toml({**head, **GAMES[board.game].board_keys(board)})
