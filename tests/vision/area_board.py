"""A small drawn board with areas, its table, and frames of it with pieces anywhere."""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from engine.board import Board
from engine.layout import Area, Box, Shape, SlotGroup, corners_mm
from tests.vision.drawn import save
from vision.reading import Image
from vision.table import Sample, Table, TaughtGroup

PX: Final = 2.5
"""Pixels a millimetre; the board is seen from straight above."""
SIZE_MM: Final = (360.0, 260.0)
RIM_PX: Final = 40
FIELDS: Final = ("west", "east")
KINDS: Final = ("ruby", "coal")
COLOURS: Final[Mapping[str, tuple[int, int, int]]] = {
    "ruby": (40, 30, 200),
    "coal": (35, 35, 35),
    "blue": (190, 90, 30),
    "green": (70, 150, 40),
}
"""Blue, green and red of each class."""
TALL: Final = ("blue", "green")
Piece = tuple[str, float, float]
"""A class and where it stands, in mm."""


class FieldBoard(Board):
    """Two fields side by side that share a border, and a heap of each kind above them."""

    @cached_property
    def layout(self) -> tuple[SlotGroup, ...]:
        """The fields, and the heaps, which say how the kinds look."""
        fields = (
            Area("west", ((20.0, 80.0), (180.0, 80.0), (180.0, 240.0), (20.0, 240.0))),
            Area("east", ((180.0, 80.0), (340.0, 80.0), (340.0, 240.0), (180.0, 240.0))),
        )
        heaps = (Box("ruby", (20.0, 10.0, 140.0, 50.0)), Box("coal", (200.0, 10.0, 140.0, 50.0)))
        return (
            SlotGroup("fields", Shape.AREAS, fields, KINDS, players=True, capacity=12),
            SlotGroup("heaps", Shape.AREAS, heaps, KINDS, taught=("heaps", "")),
        )


BOARD: Final = FieldBoard("fields", "none", SIZE_MM)
HEAPS: Final[tuple[Piece, ...]] = tuple(
    ("ruby", 40.0 + 17 * k, 25.0 + 14 * (k % 2)) for k in range(6)
) + tuple(("coal", 220.0 + 17 * k, 25.0 + 14 * (k % 2)) for k in range(6))
TAUGHT: Final = (("blue", 60.0, 120.0), ("blue", 120.0, 200.0), ("green", 240.0, 130.0))


@cache
def _art() -> npt.NDArray[np.float32]:
    """Draw the bare board on its table: mottled paper, printed borders and many small marks."""
    chance = np.random.default_rng(7)
    width, height = (round(side * PX) + 2 * RIM_PX for side in SIZE_MM)
    paper = np.full((height, width, 3), (150, 185, 190), np.float32)
    for scale in (4, 16, 60):
        spots = chance.normal(0, 1, (height // scale + 2, width // scale + 2, 3))
        large = cv2.resize(spots.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        paper += 5 * large
    for _ in range(160):
        at = (int(chance.integers(RIM_PX, width - RIM_PX)), int(chance.integers(RIM_PX, height)))
        length = int(chance.integers(4, 11))
        cv2.line(paper, at, (at[0] + length, at[1] + length // 2), (90, 120, 130), 2, cv2.LINE_AA)
    for group in BOARD.layout:
        for place in group.places:
            outline = np.round(px(corners_mm(place))).astype(np.int32)
            cv2.polylines(paper, [outline], isClosed=True, color=(60, 70, 120), thickness=3)
    board = np.zeros((height, width, 1), np.float32)
    board[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = 1
    return np.asarray(paper * board + 70 * (1 - board), np.float32)


def px(points_mm: Sequence[Sequence[float]]) -> npt.NDArray[np.float64]:
    """Find points of the board (mm) in the frame."""
    return np.array(points_mm, np.float64) * PX + RIM_PX


def picture(
    pieces: Sequence[Piece] = (), *, seed: int = 0, light: float = 1.0, hand: bool = False
) -> Image:
    """Draw a frame: pieces with a shaded side, light, noise, and a hand that reaches in."""
    drawn = _art().copy()
    for name, x, y in pieces:
        (at,) = px([(x, y)])
        colour = np.array(COLOURS[name], np.float64)
        if name in TALL:
            centre = tuple(np.round(at * 16).astype(int).tolist())
            cv2.circle(
                drawn, centre, round(6 * PX * 16), (0.8 * colour).tolist(), -1, cv2.LINE_AA, 4
            )
            cv2.circle(drawn, centre, round(4 * PX * 16), colour.tolist(), -1, cv2.LINE_AA, 4)
        else:
            half = 4 * PX
            low, high = np.round(at - half).astype(int), np.round(at + half).astype(int)
            cv2.rectangle(drawn, low.tolist(), high.tolist(), colour.tolist(), -1)
            edge = (int(low[0]), int(high[1]) - 3)
            cv2.rectangle(drawn, edge, high.tolist(), (0.7 * colour).tolist(), -1)
    if hand:
        arm = np.round(px([(90, 300), (150, 300), (140, 150), (120, 110), (90, 150)]))
        cv2.fillPoly(drawn, [arm.astype(np.int32)], (120, 150, 215))
    noise = np.random.default_rng(seed).normal(0, 2.5, drawn.shape)
    soft = cv2.GaussianBlur(drawn, (0, 0), 0.8)
    return np.asarray(np.clip(light * soft + noise, 0, 255), np.uint8)


def teach(folder: Path) -> Table:
    """Write the frames of teaching and give the table that names them."""
    frames = {"empty": (), "heaps": HEAPS, "pieces": TAUGHT}
    for seed, (name, pieces) in enumerate(frames.items(), 100):
        save(folder / f"{name}.png", picture(pieces, seed=seed))
    width, height = SIZE_MM
    corners = px([(0, 0), (width, 0), (width, height), (0, height)])
    return Table(
        folder / "table.toml",
        folder / "board.toml",
        BOARD,
        folder / "empty.png",
        tuple(tuple(corner) for corner in corners.tolist()),
        (
            Sample(folder / "pieces.png", "blue", ("west",)),
            Sample(folder / "pieces.png", "green", ("east",)),
        ),
        None,
        None,
        (TaughtGroup("heaps", folder / "heaps.png", KINDS),),
    )
