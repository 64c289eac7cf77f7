"""Draws every screen in every language and at every size: ``python -m tools.screenshots DIR``.

The pictures are called after the screen, the language and the size. ``--only WORD`` draws those
alone whose name contains the word, ``--longest`` with the longest names that there may be.
"""

import argparse
import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from companion.language import LANGUAGES
from companion.ui.sheet import draw_screen
from tests.examples.examples import EXAMPLES, MORE_SIZES, SIZES
from tests.examples.sitting import sitting


def main() -> None:
    """Draw what the command line asks for."""
    parser = argparse.ArgumentParser(description="Draw every screen.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--only", default="", metavar="WORD", help="only names that contain it")
    parser.add_argument("--longest", action="store_true", help="with the longest names")
    parser.add_argument("--players", type=int, choices=(3, 4), default=4)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    drawn = 0
    for language in LANGUAGES:
        game = sitting(language, longest=arguments.longest, players=arguments.players)
        for name, example in EXAMPLES.items():
            for width, height in (*SIZES, *MORE_SIZES):
                file = f"{name}-{language}-{width}x{height}.png"
                if arguments.only not in file:
                    continue
                surface = pygame.Surface((width, height), depth=32)
                draw_screen(surface, example(game))
                pygame.image.save(surface, str(arguments.folder / file))
                drawn += 1
    print(f"{drawn} pictures in {arguments.folder}")


if __name__ == "__main__":
    main()
