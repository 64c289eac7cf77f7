"""`dubsar demo`: a virtual table, and the companion following it."""

import argparse
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.commands import add_language, given, whole_number
from companion.live.display import VIRTUAL, first_picture, has_display
from companion.messages import complain
from companion.settings import Settings, load_settings
from engine.errors import InputError
from engine.games import GAMES

SLOWEST: Final = 0.01
"""The least that ``--speed`` may be: nobody waits longer, and no clock can wait for ever."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "A virtual table plays a game by itself in front of a virtual camera, and the "
        "companion follows it as it would a real one: nothing but pictures passes between "
        "them. A window shows the end of the game, in about two minutes; without one the "
        "whole game is followed."
    )
    parser.add_argument(
        "--headless", action="store_true", help="no window, even if there is a display"
    )
    parser.add_argument("--whole", action="store_true", help="the whole game in a window, too")
    parser.add_argument(
        "--seed", type=whole_number(0), default=1, metavar="N", help="another game (1)"
    )
    counts = (f"{name.capitalize()}: {_counts(name)}" for name in GAMES)
    parser.add_argument(
        "--players",
        type=whole_number(1),
        default=3,
        metavar="N",
        help=f"how many play ({'; '.join(counts)}; default: 3)",
    )
    parser.add_argument("--game", choices=GAMES, default=next(iter(GAMES)), help="which game")
    parser.add_argument(
        "--speed",
        type=_factor,
        metavar="X",
        help="speed relative to people (default: 1 in a window, otherwise as fast as possible)",
    )
    parser.add_argument(
        "--screenshots", type=Path, metavar="DIR", help="save a picture of each screen there"
    )
    add_language(parser, of="screens", default=None)


def run(arguments: argparse.Namespace) -> int:
    """Play the demo; 1 when the companion did not follow every event."""
    if arguments.players not in GAMES[arguments.game].player_counts:
        complain(
            f"--players: {arguments.game.capitalize()} is played by {_counts(arguments.game)}, "
            f"found {arguments.players}"
        )
        return 2
    try:
        settings = load_settings(given({"language": arguments.language})).settings
    except InputError as error:  # no reason not to show it
        complain(str(error))
        settings = Settings()
        if arguments.language:
            settings = replace(settings, language=arguments.language)
    headless = arguments.headless or not has_display()
    if not headless:
        first_picture(replace(settings, camera=VIRTUAL), windowed=True)
    from companion.demo import Demo  # noqa: PLC0415 - imports all there is

    demo = Demo(
        seed=arguments.seed,
        players=arguments.players,
        game=arguments.game,
        headless=headless,
        whole=headless or arguments.whole,
        speed=arguments.speed,
        screenshots=arguments.screenshots,
        settings=settings,
    )
    return 0 if demo.play() else 1


def _counts(game: str) -> str:
    *others, most = map(str, GAMES[game].player_counts)
    return f"{', '.join(others)} or {most}" if others else most


def _factor(text: str) -> float:
    with suppress(ValueError):
        if (factor := float(text)) >= SLOWEST:
            return factor
    raise argparse.ArgumentTypeError(f"expected a number from {SLOWEST}, found {text!a}")
