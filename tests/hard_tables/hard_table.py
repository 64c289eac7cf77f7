"""A hard table: everything about it is random, and little is friendly."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, get_args

import cv2
import numpy as np

from engine.board import Board
from hardware.virtual.camera_pose import overhead
from hardware.virtual.conditions import EVENING, Changes, Conditions
from hardware.virtual.look import Shape, TableLight, TableLook
from hardware.virtual.pieces import PAINTS
from hardware.virtual.scene import Scene
from hardware.virtual.seats import laid_out_mm
from hardware.virtual.table import VirtualTable
from tests.hard_tables.hard_light import random_changes
from tests.hard_tables.materials import CORNER_PX, TABLES, BentLens, BentSheet, WornFinish
from tests.hard_tables.mishaps import MILD, ROUGH, Mishaps
from tests.hard_tables.random_board import random_board
from tests.hard_tables.styles import Style, printer_of
from tests.hard_tables.unruly import UnrulyPeople

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
    board, look = random_board(seed), random_look(seed)
    table = table_with_mishaps(
        board,
        chosen,
        chosen[rng.integers(number)],
        seed,
        settled,
        look=look,
        changes=random_changes(board, look, seed),
        mishaps=replace(ROUGH, agree=ROUGH.agree if agreements else 0.0, lazy=lazy),
    )
    if metered:
        _meter(table)
    return table


def mild_table(board: Board, players: Sequence[str], first: str, seed: int) -> VirtualTable:
    """Lay a table where something of everything happens, and nothing much: a bump, a cup."""
    changes = Changes.mild(board, seed)
    return table_with_mishaps(board, players, first, seed, changes=changes, mishaps=MILD)


def table_with_mishaps(  # noqa: PLR0913 - a table is laid with that much
    board: Board,
    players: Sequence[str],
    first: str,
    seed: int,
    settled: int = 3,
    *,
    mishaps: Mishaps,
    look: TableLook | None = None,
    changes: Changes | None = None,
) -> VirtualTable:
    """Lay a table where now and then something goes wrong."""
    look = look or TableLook()
    eye_mm = overhead(laid_out_mm(board), seed, look).eye_mm
    people = UnrulyPeople(
        board, players, first, seed, settled, look=look, mishaps=mishaps, eye_mm=eye_mm
    )
    return VirtualTable(people, seed, changes=changes)


def random_look(seed: int) -> TableLook:
    """Choose a table as it might stand anywhere; the same for the same seed."""
    rng = np.random.default_rng([seed, 77])
    shape = get_args(Shape)[rng.integers(len(get_args(Shape)))]
    radius = {"barrel": (5.2, 6.8), "block": (4.0, 6.0), "disc": (6.0, 8.5)}[shape]
    height = {"barrel": (10.0, 15.0), "block": (1.0, 1.0), "disc": (3.0, 6.0)}[shape]
    radius_mm = float(rng.uniform(*radius))
    focal = float(rng.uniform(760.0, 1250.0))
    # As shares by which the picture's corner moves; the second keeps the lens one to one.
    barrel = rng.uniform(-0.16, 0.03)
    waves = rng.uniform(0.6, 1.5) * barrel**2
    up, around = np.radians(rng.uniform(28.0, 80.0)), rng.uniform(0.0, 2 * np.pi)
    table = TABLES[rng.integers(len(TABLES))]
    style = get_args(Style)[rng.integers(len(get_args(Style)))]
    edition = int(rng.integers(1_000_000))
    return TableLook(
        table=table,
        printer=printer_of(style, edition),
        edition=edition,
        sheet=BentSheet(
            gloss=float(max(0.0, rng.uniform(-0.6, 1.0))),
            fold_mm=float(max(0.0, rng.uniform(-3.0, 3.0))),
            curl_mm=float(max(0.0, rng.uniform(-3.0, 3.0))),
        ),
        shape=shape,
        radius_mm=radius_mm,
        height_mm=2 * radius_mm if shape == "block" else float(rng.uniform(*height)),
        finish=WornFinish(polish=float(rng.uniform(0.0, 1.0)), wear=float(rng.uniform(0.0, 1.0))),
        light=TableLight(
            towards=(
                float(np.cos(up) * np.cos(around)),
                float(np.cos(up) * np.sin(around)),
                float(np.sin(up)),
            ),
            room=float(rng.uniform(0.35, 0.75)),
            softness=float(np.exp(rng.uniform(np.log(0.3), np.log(2.5)))),
            falloff=float(rng.uniform(0.0, 0.25)),
        ),
        lens=BentLens(
            focal,
            k1=float(barrel / (CORNER_PX / focal) ** 2),
            k2=float(waves / (CORNER_PX / focal) ** 4),
        ),
        height=float(rng.uniform(0.93, 1.08)),
        lean=(float(rng.uniform(-0.12, 0.12)), float(rng.uniform(-0.05, 0.26))),
        roll=float(rng.normal(0.0, 0.05)),
        blur_px=float(rng.uniform(0.0, 0.9)),
        noise=float(rng.uniform(1.5, 5.5)),
    )


def _meter(table: VirtualTable) -> None:
    """Expose so that hardly any of the empty board is ever white, as cameras do by themselves."""
    at = table.pose.project(np.array([(*one.at_mm, 0.0) for one in table.board.locations]))
    x, y, width, height = cv2.boundingRect(at.astype(np.float32))
    for _ in range(STOPS):
        changes = table.changes
        brightest = max(changes.conditions(tick).gain for tick in range(0, EVENING, 50))
        first = changes.conditions(0)
        conditions = Conditions(brightest, first.cast, first.lamp, nudge=first.nudge)
        seen = table.renderer.render(Scene(), 0, conditions)[y : y + height, x : x + width]
        if (seen.min(axis=2) >= WHITE).mean() <= BLOWN:
            break
        table.changes = replace(changes, gain=STOP * changes.gain)
