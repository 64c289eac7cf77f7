"""A hard table: everything about it is random, and little is friendly."""

from dataclasses import replace
from typing import Final

import numpy as np

from hardware.virtual.conditions import Look
from hardware.virtual.mishaps import ROUGH
from hardware.virtual.random_board import random_board
from hardware.virtual.solids import PAINTS
from hardware.virtual.table import VirtualTable
from hardware.virtual.weather import Weather

BOXES: Final = (("red", "blue", "yellow", "green"), ("black", "white", "red", "blue"))
"""The colours of merchants in boxes that are often met with."""


def hard_table(
    seed: int, *, players: int | None = None, settled: int = 3, agreements: bool = True
) -> VirtualTable:
    """Lay a table with a board, a look, an evening and people of its own for each seed.

    Three or four play, unless ``players`` says which. Without ``agreements`` whatever is illegal
    is put right by hand, so that pictures alone tell the whole game.
    """
    rng = np.random.default_rng([seed, 5])
    number = players or int(rng.integers(3, 5))
    box = (*BOXES, tuple(str(one) for one in rng.permutation(list(PAINTS))))[rng.integers(3)]
    chosen = [str(one) for one in rng.permutation(box[:4])[:number]]
    board, look = random_board(seed), Look.random(seed)
    return VirtualTable(
        board,
        chosen,
        chosen[rng.integers(number)],
        seed,
        settled,
        look=look,
        weather=Weather.random(board, look, seed),
        mishaps=ROUGH if agreements else replace(ROUGH, agree=0.0),
    )
