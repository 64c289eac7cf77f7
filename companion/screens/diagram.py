"""The board as a diagram: regions, routes, spots by kind, and the merchants on them."""

import math
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame

from companion.scene import Scene
from companion.screens import regions
from companion.screens.layout import BOARD
from companion.screens.palette import CARD, FAINT, GOLD, INK, region
from companion.screens.pen import Box, Pen
from companion.screens.pieces import merchant_image, ring_image, spot_image
from engine.board import Board

SPOT: Final = 12.5  # radii in the design
MERCHANT: Final = 9.5
MARGIN: Final = 18
ROUTE: Final = 2.5
NAME: Final = 16
CELL: Final = 1  # regions are found on a grid this coarse, in the design, and softened
FINER: Final = 2  # the ground is drawn so many times larger and shrunk, for smooth lines


class Diagram:
    """One board laid out in its box; what never changes is drawn once for each size."""

    def __init__(self, board: Board) -> None:
        """Fit the locations into the box, not the printed board: the tiles are drawn apart."""
        self._board = board
        self._at = _positions(board)
        order = {state.id: i for i, state in enumerate(board.city_states)}
        owners = np.array([order.get(one.city_state or "", -1) for one in board.locations] + [-1])
        shape = (int(BOARD[3]) // CELL, int(BOARD[2]) // CELL)
        points = [(x / CELL, y / CELL) for x, y in self._at.values()]
        self._regions = owners[regions.nearest(points, shape, _reach(points))]
        self._names: list[tuple[str, Box]] | None = None
        self._ground: pygame.Surface | None = None

    def draw(self, pen: Pen, scene: Scene) -> None:
        """Draw the board and who stands where; a ring marks what the last event touched."""
        area = pen.pixels(BOARD)
        if self._ground is None or self._ground.get_size() != area.size:
            self._ground = self._draw_ground(area.size)
        if self._names is None:
            self._names = self._place_names(pen)
        pen.surface.blit(self._ground, area)
        for name, box in self._names:
            pen.text(name, box, NAME, bold=True, align=0.5)
        seats = list(scene.state["supply"])
        radius = round(MERCHANT * pen.unit)
        for ident, colour in scene.state["board"].items():
            image = merchant_image(colour, seats.index(colour), radius)
            pen.stamp(image, *self._on_screen(ident))
        ring = ring_image(GOLD, round((SPOT + 4) * pen.unit), round(3 * pen.unit))
        for ident in scene.touched:
            pen.stamp(ring, *self._on_screen(ident))

    def _on_screen(self, ident: str) -> tuple[float, float]:
        x, y = self._at[ident]
        return BOARD[0] + x, BOARD[1] + y

    def _draw_ground(self, size: tuple[int, int]) -> pygame.Surface:
        large = (size[0] * FINER, size[1] * FINER)
        scale = large[0] / BOARD[2]
        ground = pygame.transform.smoothscale(self._tints(), large)
        for one, other in self._board.stretches():
            start, end = ((x * scale, y * scale) for x, y in (self._at[one], self._at[other]))
            pygame.draw.line(ground, FAINT, start, end, round(ROUTE * scale))
        ground = pygame.transform.smoothscale(ground, size)
        scale /= FINER
        for location in self._board.locations:
            image = spot_image(location.kind, INK, round(SPOT * scale))
            x, y = self._at[location.id]
            ground.blit(image, image.get_rect(center=(round(x * scale), round(y * scale))))
        return ground

    def _tints(self) -> pygame.Surface:
        colours = [region(i) for i in range(len(self._board.city_states))]
        pixels = np.array([*colours, CARD], np.uint8)[self._regions]
        height, width = self._regions.shape
        return pygame.image.frombuffer(pixels.tobytes(), (width, height), "RGB")

    def _place_names(self, pen: Pen) -> list[tuple[str, Box]]:
        height = NAME * 1.3
        boxes = [
            (pen.width(state.name, NAME, bold=True) + 4, height)
            for state in self._board.city_states
        ]
        cells = [(math.ceil(w / CELL), math.ceil(h / CELL)) for w, h in boxes]
        places = regions.place_names(self._regions, self._clutter(), cells)
        return [
            (state.name, (BOARD[0] + x * CELL, BOARD[1] + y * CELL, w * CELL, h * CELL))
            for state, (x, y), (w, h) in zip(self._board.city_states, places, cells, strict=True)
        ]

    def _clutter(self) -> npt.NDArray[np.float64]:
        rows, columns = np.mgrid[: self._regions.shape[0], : self._regions.shape[1]] * CELL
        clutter = np.zeros(self._regions.shape)
        for x, y in self._at.values():
            clutter[np.hypot(columns - x, rows - y) < SPOT + 2] = regions.SPOT
        for one, other in self._board.stretches():
            (x, y), (to_x, to_y) = self._at[one], self._at[other]
            steps = round(math.hypot(to_x - x, to_y - y))
            across = np.linspace(x, to_x, steps).astype(int) // CELL
            down = np.linspace(y, to_y, steps).astype(int) // CELL
            for aside in (-1, 0, 1):  # a route is some cells thick
                here = (down + aside, across)
                clutter[here] = np.maximum(clutter[here], regions.ROUTE)
        return clutter


def _positions(board: Board) -> dict[str, tuple[float, float]]:
    """Place each location in the box, in the design, from its top-left corner."""
    xs = [location.at_mm[0] for location in board.locations]
    ys = [location.at_mm[1] for location in board.locations]
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    width, height = BOARD[2] - 2 * MARGIN, BOARD[3] - 2 * MARGIN
    scale = min(width / max(across, 1), height / max(down, 1))
    left = (BOARD[2] - across * scale) / 2
    top = (BOARD[3] - down * scale) / 2
    return {
        location.id: (
            left + (location.at_mm[0] - min(xs)) * scale,
            top + (location.at_mm[1] - min(ys)) * scale,
        )
        for location in board.locations
    }


def _reach(points: list[tuple[float, float]]) -> float:
    """How far a region goes beyond its locations: as far as neighbours stand apart."""
    spots = np.array(points)
    apart = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return float(np.median(apart.min(axis=1)))
