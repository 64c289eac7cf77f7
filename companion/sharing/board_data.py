"""A board as plain data that a page draws: outlines, lines and names, where the screen has them."""

from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
import pygame

from companion.games import has_part, part_of
from companion.ui.board_plan import CELL, BoardPlan, board_plan
from companion.ui.pen import Pen
from companion.ui.style import LAST_MOVE, Colour, ink_on, tint_of
from engine.board import Board

WIDTH: Final = 640
"""Of the board, in the design; a page makes it as large as it has room."""
MARGIN: Final = 6
"""Around what is drawn."""
SOFTNESS: Final = 0.7
"""Cells by which the outline of a region may be straightened."""

Json = dict[str, Any]


def looks_of(game: str) -> Json:
    """Give colours and shape of each class that a game draws otherwise than players' pieces."""
    if not has_part(game, "board_map"):
        return {}
    drawn = part_of(game, "board_map")
    return {
        one: {
            "fill": css(colour),
            "ink": css(ink_on(colour)),
            "shape": [list(point) for point in shape],
        }
        for one, (colour, shape) in drawn.LOOKS.items()
    }


def css(colour: Colour) -> str:
    """Write a colour as pages do."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


@lru_cache(maxsize=4)
def board_drawing(board: Board, tints: tuple[Colour, ...] = ()) -> Json:
    """Lay a board out: ``view`` is the box of the drawing, all lengths are of one unit.

    ``tints`` are the colours of the regions, in board order, the usual ones where there are none.
    ``fields`` are the regions' outlines, ``lines`` the stretches, ``spots`` the places on which
    something can stand, each with its middle, of a region that of its name, and how wide it is
    there, ``names`` the regions', ``changed`` the colour around what the last event changed.
    """
    size = (WIDTH, round(WIDTH * board.size_mm[1] / board.size_mm[0]))
    # In a design of its own size a pixel is one unit.
    pen = Pen(pygame.Surface(size, depth=32), size)
    plan = board_plan(pen, board, *size)
    kinds = {one.id: one.kind for one in board.locations}
    named = {ident: y + height / 2 for ident, (_, (_, y, _, height)) in plan.names.items()}
    wide = {ident: round(plan.apart, 1) for ident in plan.at} | _widths(board, plan)
    return {
        "view": _box(plan),
        "radius": round(plan.spot, 1),
        "fields": _fields(board, plan, tints),
        "lines": [
            [*_rounded(plan.at[one]), *_rounded(plan.at[other])] for one, other in board.stretches()
        ],
        "spots": [
            {
                "id": ident,
                "at": _rounded((x, named.get(ident, y))),
                "shape": _shape(kinds.get(ident)),
                "wide": wide[ident],
            }
            for ident, (x, y) in plan.at.items()
        ],
        "names": [
            {"text": name, "at": _rounded((x + width / 2, y + height / 2)), "wide": round(width, 1)}
            for name, (x, y, width, height) in plan.names.values()
        ],
        "letters": plan.name_size,
        "changed": css(LAST_MOVE),
    }


def _shape(kind: str | None) -> str:
    """Tell how a printed spot looks, as on the screen; an area is none."""
    return {None: "area", "city": "square", "town": "double"}.get(kind, "ring")


def _box(plan: BoardPlan) -> list[int]:
    """Give left, top, width and height of all that is drawn."""
    rows, columns = np.nonzero(plan.regions >= 0)
    around = plan.apart / 2
    xs = [*(columns * CELL), *(x + side for x, _ in plan.at.values() for side in (-around, around))]
    ys = [*(rows * CELL), *(y + side for _, y in plan.at.values() for side in (-around, around))]
    left, top = int(min(xs)) - MARGIN, int(min(ys)) - MARGIN
    return [left, top, int(max(xs)) + MARGIN - left, int(max(ys)) + MARGIN - top]


def _fields(board: Board, plan: BoardPlan, tints: tuple[Colour, ...]) -> list[Json]:
    found = []
    for number, one in enumerate(board.regions):
        mask = (plan.regions == number).astype(np.uint8)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        fill = css(tint_of(tints, number))
        for outline in outlines:
            corners = cv2.approxPolyDP(outline, SOFTNESS, closed=True)[:, 0] * CELL
            found.append({"id": one.id, "fill": fill, "corners": corners.tolist()})
    return found


def _widths(board: Board, plan: BoardPlan) -> dict[str, float]:
    found = {}
    for number, one in enumerate(board.regions):
        if one.id in plan.at:
            row = min(int(plan.at[one.id][1] / CELL), len(plan.regions) - 1)
            found[one.id] = float((plan.regions[row] == number).sum() * CELL)
    return found


def _rounded(at: tuple[float, float]) -> list[float]:
    return [round(float(at[0]), 1), round(float(at[1]), 1)]
