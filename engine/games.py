"""The games that the engine can play, by name."""

from typing import Any

from engine.game import Game
from engine.sumeria import SUMERIA

GAMES: dict[str, Game[Any, Any, Any]] = {game.name: game for game in (SUMERIA,)}


def game_named(name: str) -> Game[Any, Any, Any]:
    """Find a game; raises ValueError naming those there are."""
    if name not in GAMES:
        raise ValueError(f"expected one of {', '.join(GAMES)}, found {name!a}")
    return GAMES[name]
