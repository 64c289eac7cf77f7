"""What the companion draws, says and asks for each game: a folder a game, named as the game is.

``engine.games`` names the games; nothing else imports one of these folders.
"""

from importlib import import_module
from types import ModuleType

from engine.games import game_named


def part_of(game: str, part: str) -> ModuleType:
    """Give a module of a game's folder, such as "pages"; raises ValueError for an unknown game."""
    return import_module(f"{__name__}.{game_named(game).name}.{part}")
