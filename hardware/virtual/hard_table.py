"""A hard table: everything about it is random, and little is friendly."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from hardware.virtual.conditions import Look
from hardware.virtual.mishaps import ROUGH
from hardware.virtual.random_board import random_board
from hardware.virtual.scene import Scene
from hardware.virtual.solids import PAINTS
from hardware.virtual.table import VirtualTable
from hardware.virtual.weather import EVENING, Weather

BOXES: Final = (("red", "blue", "yellow", "green"), ("black", "white", "red", "blue"))
"""The colours of merchants in boxes that are often met with."""
WHITE: Final = 250
BLOWN: Final = 0.02
"""What share of the board a camera lets become white."""
STOP: Final = 0.8
STOPS: Final = 3
"""By how much, and how often, it exposes less: a mirrored lamp stays white."""


def hard_table(  # noqa: PLR0913 - all of it is random unless a test wants it otherwise
    seed: int,
    *,
    players: int | None = None,
    settled: int = 3,
    agreements: bool = True,
    metered: bool = True,
    lazy: float = 0.0,
) -> VirtualTable:
    """Lay a table with a board, a look, an evening and people of its own for each seed.

    Three or four play, unless ``players`` says which. Without ``agreements`` whatever is illegal
    is put right by hand, so that pictures alone tell the whole game. Where no pictures are to be
    taken it need not be ``metered``. ``lazy`` is how often tiles are left lying (``Mishaps``).
    """
    rng = np.random.default_rng([seed, 5])
    number = players or int(rng.integers(3, 5))
    box = (*BOXES, tuple(str(one) for one in rng.permutation(list(PAINTS))))[rng.integers(3)]
    chosen = [str(one) for one in rng.permutation(box[:4])[:number]]
    board, look = random_board(seed), Look.random(seed)
    table = VirtualTable(
        board,
        chosen,
        chosen[rng.integers(number)],
        seed,
        settled,
        look=look,
        weather=Weather.random(board, look, seed),
        mishaps=replace(ROUGH, agree=ROUGH.agree if agreements else 0.0, lazy=lazy),
    )
    if metered:
        _meter(table)
    return table


def _meter(table: VirtualTable) -> None:
    """Expose so that hardly any of the empty board is ever white, as cameras do by themselves."""
    at = table.pose.project(np.array([(*one.at_mm, 0.0) for one in table.board.locations]))
    x, y, width, height = cv2.boundingRect(at.astype(np.float32))
    for _ in range(STOPS):
        weather = table.weather
        brightest = max(weather.air(tick).gain for tick in range(0, EVENING, 50))
        air = replace(weather.air(0).calm(), gain=brightest)
        seen = table.renderer.render(Scene(), 0, air)[y : y + height, x : x + width]
        if (seen.min(axis=2) >= WHITE).mean() <= BLOWN:
            break
        table.weather = replace(weather, gain=STOP * weather.gain)
