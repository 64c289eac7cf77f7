"""Whether a screen would be seen."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pygame

from companion.checks.verdict import Grade, Surroundings, Verdict
from companion.live.display import BLIND_DRIVERS, GRAPHICS_DEVICES, has_display

DRIVER: Final = "SDL_VIDEODRIVER"
"""The environment variable that tells SDL how to show."""


def display(around: Surroundings) -> Iterator[Verdict]:
    """Begin to use the display, and let go of it."""
    if has_display():
        sizes = pygame.display.get_desktop_sizes()
        told = around.words.say(
            "display: {sizes} pixels ({driver})",
            sizes=", ".join(f"{width} x {height}" for width, height in sizes),
            driver=pygame.display.get_driver(),
        )
        yield Verdict(Grade.OK, told)
    else:
        yield Verdict(Grade.WRONG, why_none(around))
    pygame.display.quit()


def why_none(around: Surroundings) -> str:
    """Tell why there is no display, by what is named and what devices there are."""
    say, named = around.words.say, around.environment.get(DRIVER, "")
    devices = around.root / GRAPHICS_DEVICES.relative_to("/")
    if named in BLIND_DRIVERS:
        return say("display: {name} hides it; type: unset {name}", name=f"{DRIVER}={named}")
    cards = sorted(devices.glob("card*"))
    if not cards:
        return say(
            "display: there is none; connect one before switching on, or play where there is a "
            "desktop"
        )
    if not any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        return say(
            "display: this user may not use it; type: sudo usermod -aG video,render,input {user}, "
            "then log out and in again",
            user=around.user,
        )
    return say(
        "display: pygame {version} ({folder}) cannot open it: another program has it (stop it: "
        "sudo systemctl stop dubsar), or this pygame needs a desktop (sudo apt install "
        "python3-pygame, then install the program again)",
        version=pygame.version.ver,
        folder=str(Path(sys.modules["pygame"].__file__ or "").parent),
    )
