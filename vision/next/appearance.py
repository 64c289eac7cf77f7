"""From pixels to log opponent colours, and densities of piece colours."""

from typing import Final

import cv2
import numpy as np

from vision.next.geometry import Floats, Image

OFFSET: Final = 8.0
"""Grey levels added before the logarithm: read noise and quantisation of a dark picture."""
_LOG: Final = np.log(np.arange(256) + OFFSET).astype(np.float32)
_TO_OPPONENT: Final = np.array([[1 / 3, 1 / 3, 1 / 3], [0, -1, 1], [-1, 0.5, 0.5]], np.float32)
"""Rows: lightness, red minus green, yellow minus blue; columns: log B, G, R."""


def log_opponent(pixels: Image) -> Floats:
    """Turn pixels (... x 3, BGR, 8 bits) into lightness and two chromas (... x 3)."""
    return np.asarray(_LOG[pixels] @ _TO_OPPONENT.T, np.float32)


def logs(pixels: Image) -> Floats:
    return np.asarray(_LOG[pixels], np.float32)


def opponent_of_logs(values: Floats) -> Floats:
    return np.asarray(values @ _TO_OPPONENT.T, np.float32)


class ColourModel:
    """Kernel densities of piece colours over a lattice of log opponent colours."""

    LOW: Final = np.array([1.8, -1.4, -1.4], np.float32)
    HIGH: Final = np.array([5.8, 1.8, 2.2], np.float32)
    CELLS: Final = np.array([40, 48, 54])

    def __init__(self, pixels: list[Floats], spread=(0.16, 0.05, 0.06)) -> None:
        """Learn from the pixels (N x 3) of each class."""
        self.step = (self.HIGH - self.LOW) / self.CELLS
        self.tables = []
        volume = float(np.prod(self.step))
        for seen in pixels:
            table = np.zeros(tuple(self.CELLS), np.float32)
            index = self._index(seen)
            np.add.at(table.reshape(-1), index, 1.0)
            table = self._smooth(table, spread)
            wide = self._smooth(table, (0.35, 0.15, 0.15))
            table = (0.85 * table + 0.15 * wide) / max(len(seen), 1) / volume
            self.tables.append(np.log(table + 1e-4))
        self.tables = np.stack(self.tables).reshape(len(pixels), -1)

    def _smooth(self, table, spread):
        l, c, d = table.shape
        for axis in range(3):
            sigma = float(spread[axis] / self.step[axis])
            flat = np.ascontiguousarray(np.moveaxis(table, axis, 0)).reshape(table.shape[axis], -1)
            flat = cv2.GaussianBlur(
                flat,
                (1, 2 * int(np.ceil(3 * sigma)) + 1),
                1e-9,
                sigmaY=sigma,
                borderType=cv2.BORDER_CONSTANT,
            )
            rest = [n for i, n in enumerate(table.shape) if i != axis]
            table = np.moveaxis(flat.reshape(table.shape[axis], *rest), 0, axis)
        return np.ascontiguousarray(table, np.float32)

    def _index(self, seen: Floats):
        cell = ((seen - self.LOW) / self.step).astype(np.int32)
        cell = np.clip(cell, 0, self.CELLS - 1)
        return (cell[..., 0] * self.CELLS[1] + cell[..., 1]) * self.CELLS[2] + cell[..., 2]

    def log_density(self, seen: Floats) -> Floats:
        """Give log densities (classes x ...) of colours (... x 3)."""
        return self.tables[:, self._index(seen)]
