"""What the companion draws, says and asks for each game: a folder a game, named as the game is.

``engine.games`` names the games; nothing else imports one of these folders.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from engine.games import GAMES, game_named

FOLDERS: Final = {game: f"{__name__}.{game}" for game in GAMES}
"""The package of each game, by the game's name."""


def part_of(game: str, part: str) -> ModuleType:
    """Give a module of a game's folder, such as "words"; raises ValueError for an unknown game."""
    return import_module(f"{FOLDERS[game_named(game).name]}.{part}")


def has_part(game: str, part: str) -> bool:
    """Tell whether a game brings a module of that name; False too where there is no such game."""
    return game in FOLDERS and find_spec(f"{FOLDERS[game]}.{part}") is not None
