"""The printed board of a game with areas: regions with borders, framed boxes, rings."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from engine.layout import Area, Box, Place, Spot
from hardware.virtual.painting import Brush, Picture, Point, Rng, clipped, fractal, relief
from hardware.virtual.printed_board import PALE, PX_PER_MM, Printer, draw_border, hills, scaled

GROUND_MM: Final = 9.0
"""The grain of what lies around the regions."""
NAME_MM: Final = 4.4
HILLS: Final = 700
"""So many hills are tried; where another or a border is, none is drawn."""
APART_MM: Final = 11.0


def paint_areas(
    board: Board, seed: int, printer: Printer = PALE, px_per_mm: float = PX_PER_MM
) -> Picture:
    """Paint the empty printed board: BGR, ``size_mm`` times ``px_per_mm`` large."""
    rng = np.random.default_rng(seed)
    width, height = (round(side * px_per_mm) for side in board.size_mm)
    land = np.empty((height, width, 3), np.float32)
    bumps = fractal(rng, height, width, GROUND_MM * px_per_mm, 5)
    land[:] = relief(2.0 * bumps)[..., None] * np.array(printer.water, np.float32)
    places = [place for group in board.layout for place in group.places]
    regions = [place for place in places if isinstance(place, Area)]
    ground = np.zeros((height, width, 3), np.uint8)
    brush = Brush(ground, px_per_mm)
    for number, region in enumerate(regions):
        brush.shape(region.outline_mm, printer.tints[number % len(printer.tints)])
    inside = ground.any(axis=2)
    grain = ground.astype(np.float32)
    printer.grain(rng, grain, px_per_mm)
    land[inside] = grain[inside]
    brush = Brush(clipped(land), px_per_mm)
    if printer.ornaments:
        _hills(brush, regions, rng)
    names = {region.id: region.name for region in board.regions}
    for region in regions:
        brush.line((*region.outline_mm, region.outline_mm[0]), printer.verge, 1.6)
        name = names.get(region.id, region.id).upper()
        brush.text(name, _name_at(region.outline_mm), NAME_MM, printer.ink, printer.paper)
    for place in places:
        _draw_place(brush, place, printer)
    draw_border(brush, board, printer)
    return brush.picture


def _draw_place(brush: Brush, place: Place, printer: Printer) -> None:
    """Frame a box, ring a round place."""
    if isinstance(place, Box):
        x, y, width, height = place.box_mm
        brush.box(x - 0.8, y - 0.8, x + width + 0.8, y + height + 0.8, printer.ink)
        brush.box(x, y, x + width, y + height, printer.pale_clay)
        brush.text(place.id, (x + width / 2, y + 0.85 * height), NAME_MM, printer.ink)
    elif isinstance(place, Spot):
        brush.disc(place.at_mm, place.radius_mm, printer.ink)
        brush.disc(place.at_mm, place.radius_mm - 0.8, printer.pale_clay)
        brush.star(place.at_mm, 0.5 * place.radius_mm, scaled(printer.clay, 0.9))


def _name_at(outline: Sequence[Point]) -> Point:
    """Find a place for a region's name: in its middle, near its lower border."""
    x, y = np.array(outline).T
    return float(x.mean()), float(y.max() - 0.12 * (y.max() - y.min()) - NAME_MM)


def _hills(brush: Brush, regions: Sequence[Area], rng: Rng) -> None:
    """Scatter hills over the regions, away from their borders and from each other."""
    free = np.zeros(brush.picture.shape[:2], np.uint8)
    painted = Brush(free, brush.px_per_mm)
    for region in regions:
        painted.shape(region.outline_mm, (255.0, 255.0, 255.0))
        painted.line((*region.outline_mm, region.outline_mm[0]), (0.0, 0.0, 0.0), APART_MM)
    for x, y in (rng.random((HILLS, 2)) * free.shape[::-1]).tolist():
        if free[int(y), int(x)]:
            at = (x / brush.px_per_mm, y / brush.px_per_mm)
            hills(brush, at, float(rng.uniform(2.4, 4.0)))
            cv2.circle(free, (int(x), int(y)), round(APART_MM * brush.px_per_mm), (0,), -1)
