"""The printed board: a painted map of any board file, with locations or with areas."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from engine.board import Board, Location
from engine.layout import Area, Box, Place, Spot
from hardware.virtual.painting import (
    Brush,
    Colour,
    Field,
    Picture,
    Point,
    Rng,
    clipped,
    fractal,
    relief,
)

EDITION: Final = 1
"""Copies of one edition of a board are printed alike, whatever table they lie on."""
PX_PER_MM: Final = 2.4
CLAY_MM: Final = 40.0 / PX_PER_MM
"""The grain of the clay tablet."""
BORDER_MM: Final = 7.0
NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
BUMPS_MM: Final = 9.1667
"""The grain of painted ground."""
STEPS: Final = 24
"""Points through which a road is drawn."""
RIVER_MM: Final = 11.0
WANDER_MM: Final = 5.0
RIPPLE_MM: Final = 12.5
BANK: Final = 0.35
BORDER: Final = 0.30
GROUND_MM: Final = 9.0
"""The grain of what lies around the regions."""
NAME_MM: Final = 4.4
HILLS: Final = 700
"""So many hills are tried; where another or a border is, none is drawn."""
APART_MM: Final = 11.0
TINTS: Final = (
    (150, 178, 150),
    (128, 186, 214),
    (166, 190, 206),
    (150, 160, 204),
    (196, 172, 184),
    (186, 190, 158),
    (130, 170, 184),
    (176, 196, 186),
)
"""Pale BGR tints; pieces come in none of them."""


@dataclass(frozen=True)
class Printer:
    """What one edition's printer decided, and how he draws; this one prints a pale board.

    Colours are BGR. ``verge`` runs on either side of a ``road``.
    """

    tints: tuple[Colour, ...] = TINTS
    water: Colour = (176.0, 142.0, 92.0)
    ink: Colour = (38, 52, 74)
    paper: Colour = (206, 226, 236)
    clay: Colour = (88, 122, 158)
    pale_clay: Colour = (142, 174, 200)
    frame: Colour = (112, 62, 34)
    gold: Colour = (96, 172, 206)
    road: Colour = (150, 188, 212)
    verge: Colour = (52, 78, 108)
    ornaments: bool = True

    def grain(self, rng: Rng, ground: Field, px_per_mm: float) -> None:
        """Give a coloured ground (h x w x 3, BGR) its grain, in place."""
        height, width = ground.shape[:2]
        bumps = fractal(rng, height, width, round(BUMPS_MM * px_per_mm, 2), 5)
        ground *= (relief(2.0 * bumps) + 0.035 * bumps)[..., None]

    def draw_stretch(self, brush: Brush, one: Point, other: Point, rng: Rng) -> None:
        """Draw a stretch of a trade route, slightly bowed."""
        start, end = np.array(one), np.array(other)
        across = np.array([one[1] - other[1], other[0] - one[0]])
        bow = (start + end) / 2 + across * rng.uniform(-0.06, 0.06)
        t = np.linspace(0.0, 1.0, STEPS)[:, None]
        track = ((1 - t) ** 2 * start + 2 * t * (1 - t) * bow + t**2 * end).tolist()
        self.draw_road(brush, track, float(np.hypot(*(end - start))))

    def draw_road(self, brush: Brush, track: list[Point], length_mm: float) -> None:
        del length_mm
        brush.line(track, self.verge, 2.1)
        brush.line(track, self.road, 0.9)

    def draw_spot(self, brush: Brush, location: Location, land: Colour, rng: Rng) -> None:
        """Draw the spot of a location on land of a colour: rings, and a sign in them."""
        del rng
        for number, inset in enumerate((0.0, 0.9, 1.8, 2.3)):
            colour = self.paper if number % 2 else scaled(land, 0.48)
            brush.disc(location.at_mm, location.radius_mm - inset, colour)
        self.draw_sign(brush, location, 0.42)

    def draw_sign(self, brush: Brush, location: Location, size: float) -> None:
        """Draw a terraced temple, a house, or a hut for any other kind."""
        x, y = location.at_mm
        ink, paper = self.ink, self.paper
        s = size * location.radius_mm
        if location.kind == "city":
            for step in range(3):
                half, low = s * (1.15 - 0.35 * step), y + s * (0.8 - 0.55 * step)
                brush.box(x - half, low - 0.45 * s, x + half, low, ink)
        elif location.kind == "town":
            brush.box(x - s, y - 0.4 * s, x + s, y + 0.7 * s, ink)
            brush.box(x - 0.55 * s, y - s, x + 0.45 * s, y - 0.3 * s, ink)
            brush.box(x - 0.2 * s, y, x + 0.25 * s, y + 0.7 * s, paper)
        else:
            brush.shape([(x - s, y + 0.1 * s), (x, y - s), (x + s, y + 0.1 * s)], ink)
            brush.box(x - 0.7 * s, y + 0.2 * s, x + 0.7 * s, y + 0.7 * s, ink)


PALE: Final = Printer()


def paint_board(
    board: Board,
    seed: int,
    printer: Printer = PALE,
    px_per_mm: float = PX_PER_MM,
    called: Callable[[str], str] = str,
) -> Picture:
    """Paint the empty printed board: BGR, ``size_mm`` times ``px_per_mm`` large.

    ``called`` tells what is printed on a place beside the regions, by its id.
    """
    rng = np.random.default_rng(seed)
    if board.areas:
        return _paint_areas(board, rng, printer, px_per_mm, called)
    return _paint_locations(board, rng, printer, px_per_mm)


def _paint_locations(board: Board, rng: Rng, printer: Printer, px_per_mm: float) -> Picture:
    land = _paint_land(board, rng, px_per_mm, printer)
    brush = Brush(land.picture, px_per_mm)
    if printer.ornaments:
        _ornaments(brush, board, land.water, rng)
    for one, other in sorted({(min(stretch), max(stretch)) for stretch in board.stretches()}):
        printer.draw_stretch(brush, _at(board, one), _at(board, other), rng)
    _tablet(brush, board, printer, rng)
    for location in board.locations:
        printer.draw_spot(brush, location, land.tints[location.region], rng)
    names = {state.id: state.name for state in board.regions}
    for location in board.locations:
        if location.kind == "city" and location.region is not None:
            x, y = location.at_mm
            name = names[location.region].upper()
            brush.text(name, (x, y + location.radius_mm + 5.0), 4.4, printer.ink, printer.paper)
    _draw_border(brush, board, printer)
    return brush.picture


def _at(board: Board, ident: str) -> Point:
    return board.locations[board.index[ident]].at_mm


def _tablet(brush: Brush, board: Board, printer: Printer, rng: Rng) -> None:
    """Lay a clay tablet under the row and the round tiles; mark every slot, space and turn."""
    width, height = board.size_mm
    inside = [slot[1] for slot in board.row_boxes if slot[1] + slot[3] <= height]
    if inside:
        top = min(inside + [space[1] - space[2] for space in board.tile_circles]) - 4.0
        rows = brush.picture[round(top * brush.px_per_mm) :]
        clay = fractal(rng, rows.shape[0], rows.shape[1], CLAY_MM * brush.px_per_mm, 5)
        shade = relief(2.0 * clay) + 0.05 * clay
        rows[:] = clipped(shade[..., None] * np.array(printer.clay, np.float32))
        brush.box(0.0, top - 0.6, width, top + 0.6, printer.ink)
    for number, (x, y, w, h) in zip(NUMERALS, board.row_boxes, strict=False):
        brush.box(x - 0.8, y - 0.8, x + w + 0.8, y + h + 0.8, printer.ink)
        brush.box(x, y, x + w, y + h, _mixed(printer.clay, printer.pale_clay, 0.75))
        brush.box(x + 2.0, y + 2.0, x + w - 2.0, y + h - 2.0, printer.pale_clay)
        brush.text(number, (x + w / 2, y + h / 2), 0.26 * h, printer.ink)
    for x, y, radius in board.tile_circles:
        brush.disc((x, y), radius, printer.ink)
        brush.disc((x, y), radius - 0.8, printer.pale_clay)
        brush.star((x, y), 0.5 * radius, _mixed(printer.clay, printer.pale_clay, 0.35))
    for number, (x, y, radius) in zip(NUMERALS, board.marker_circles, strict=False):
        brush.disc((x, y), radius, printer.ink)
        brush.disc((x, y), radius - 0.9, printer.paper)
        brush.text(number, (x, y), 0.7 * radius, printer.ink)


def _ornaments(brush: Brush, board: Board, water: Field, rng: Rng) -> None:
    """Scatter palms, hills and fields where nothing else is printed."""
    width, height = board.size_mm
    taken = Brush(np.where(water > 0.0, 255, 0).astype(np.uint8), brush.px_per_mm)
    mark = (255.0, 255.0, 255.0)
    for one, other in board.stretches():
        taken.line([_at(board, one), _at(board, other)], mark, 10.0)
    for location in board.locations:
        x, y = location.at_mm
        room = location.radius_mm + 4.0
        taken.box(x - room, y - room, x + room, y + room + 6.0, mark)
    for x, y, radius in board.marker_circles:
        taken.disc((x, y), 2.0 * radius, mark)
    signs: tuple[Callable[[Brush, Point, float], None], ...] = (_palm, _draw_hills, _field)
    for x, y in rng.uniform((12.0, 12.0), (width - 12.0, height - 12.0), (900, 2)).tolist():
        if not taken.picture[int(y * brush.px_per_mm), int(x * brush.px_per_mm)]:
            signs[rng.integers(len(signs))](brush, (x, y), float(rng.uniform(2.8, 4.2)))
            taken.box(x - 9.0, y - 7.0, x + 9.0, y + 7.0, mark)


def _palm(brush: Brush, at: Point, size: float) -> None:
    x, y = at
    crown = (x + 0.3, y - 0.4 * size)
    brush.line([(x, y + size), crown], (58, 86, 112), 0.8)
    for dx, dy in ((-1.0, 0.1), (-0.8, -0.6), (0.0, -1.0), (0.8, -0.6), (1.0, 0.1)):
        tip = (crown[0] + 0.8 * dx * size, crown[1] + 0.6 * dy * size)
        brush.line([crown, tip], (70, 112, 76), 0.8)


def _draw_hills(brush: Brush, at: Point, size: float) -> None:
    x, y = at[0], at[1] + 0.6 * size
    for dx, high in ((-0.8, 0.8), (0.7, 1.2)):
        foot, top = x + dx * size, (x + dx * size, y - high * size)
        brush.shape([(foot - 0.9 * size, y), top, (foot + 0.9 * size, y)], (118, 146, 164))
        brush.shape([top, (foot + 0.2 * size, y), (foot + 0.9 * size, y)], (82, 108, 130))


def _field(brush: Brush, at: Point, size: float) -> None:
    x, y = at
    for row in (-0.6, 0.0, 0.6):
        for column in (-0.9, -0.3, 0.3, 0.9):
            foot = (x + column * size, y + row * size)
            brush.line([foot, (foot[0] + 0.5, foot[1] - 0.45 * size)], (84, 138, 158), 0.8)


def _draw_border(brush: Brush, board: Board, printer: Printer) -> None:
    """Frame the board with rows of wedges, as pressed into clay."""
    width, height = board.size_mm
    for broad, colour in ((BORDER_MM, printer.frame), (1.0, printer.gold)):
        brush.box(0.0, 0.0, width, broad, colour)
        brush.box(0.0, height - broad, width, height, colour)
        brush.box(0.0, 0.0, broad, height, colour)
        brush.box(width - broad, 0.0, width, height, colour)
    middle = 0.57 * BORDER_MM
    for i in range(int((width - 20.0) / 6.0)):
        for y in (middle, height - middle):
            _wedge(brush, (13.0 + 6.0 * i, y), printer.gold, upright=i % 3 == 0)
    for i in range(int((height - 20.0) / 6.0)):
        for x in (middle, width - middle):
            _wedge(brush, (x, 13.0 + 6.0 * i), printer.gold, upright=i % 3 != 0)


def _wedge(brush: Brush, at: Point, colour: Colour, *, upright: bool) -> None:
    along_across = ((-2.2, -1.5), (2.4, 0.0), (-2.2, 1.5), (-1.2, 0.0))
    turned = ((b, a) if upright else (a, b) for a, b in along_across)
    brush.shape([(at[0] + x, at[1] + y) for x, y in turned], colour)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    blue, green, red = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return blue, green, red


def scaled(colour: Colour, factor: float) -> Colour:
    """Brighten or darken a colour, to white at most."""
    blue, green, red = (min(255.0, channel * factor) for channel in colour)
    return blue, green, red


@dataclass(frozen=True, slots=True)
class _Land:
    """The ground as a picture; where the river flows (0 to 1 a pixel); each region's tint."""

    picture: Picture
    water: Field
    tints: Mapping[str | None, Colour]


def _paint_land(board: Board, rng: Rng, px_per_mm: float, printer: Printer) -> _Land:
    """Tint all ground as the nearest location's region; borders and banks wander a little."""
    width, height = (round(side * px_per_mm) for side in board.size_mm)
    states = list(dict.fromkeys(location.region for location in board.locations))
    tints = {state: printer.tints[i % len(printer.tints)] for i, state in enumerate(states)}
    distance = _distances(board, states, rng)
    share = np.exp((distance.min(axis=0) - distance) / 0.8)
    share /= share.sum(axis=0)
    land = np.tensordot(share, np.array(list(tints.values()), np.float32), axes=(0, 0))
    border = 1.0 - BORDER * np.clip(2.0 * (1.0 - share.max(axis=0)), 0.0, 1.0)
    flow = _river(board, states, distance)
    bank = 1.0 - BANK * np.exp(-(((flow - 0.12) / 0.10) ** 2))
    colour, shade, water = (
        cv2.resize(part.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
        for part in (land, border * bank, np.clip(3.0 * flow, 0.0, 1.0))
    )
    printer.grain(rng, colour, px_per_mm)
    ripple = 1.0 + 0.05 * np.sin(9.0 * fractal(rng, height, width, RIPPLE_MM * px_per_mm))
    colour += (np.array(printer.water, np.float32) * ripple[..., None] - colour) * water[..., None]
    return _Land(clipped(colour * shade[..., None]), np.asarray(water, np.float32), tints)


def _distances(board: Board, states: Sequence[str | None], rng: Rng) -> npt.NDArray[np.float32]:
    """Measure, a pixel a mm, how far each region's nearest location is."""
    rows, columns = (round(side) for side in board.size_mm[::-1])
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    x += WANDER_MM * fractal(rng, rows, columns, 40.0)
    y += WANDER_MM * fractal(rng, rows, columns, 40.0)
    distance = np.full((len(states), rows, columns), np.inf, np.float32)
    for location in board.locations:
        at = states.index(location.region)
        away = np.hypot(x - location.at_mm[0], y - location.at_mm[1])
        distance[at] = np.minimum(distance[at], away)
    return distance


def _river(board: Board, states: Sequence[str | None], distance: Field) -> Field:
    """Part the northern half of the regions from the southern half: 1 in mid-stream."""
    middle = [
        float(np.mean([one.at_mm[1] for one in board.locations if one.region == state]))
        for state in states
    ]
    order = np.argsort(middle, kind="stable")
    north, south = order[: len(order) // 2], order[len(order) // 2 :]
    if not len(north):
        return np.zeros(distance.shape[1:], np.float32)
    gap = np.abs(distance[north].min(axis=0) - distance[south].min(axis=0))
    return np.asarray(np.clip(1.0 - gap / RIVER_MM, 0.0, 1.0), np.float32)


def _paint_areas(
    board: Board, rng: Rng, printer: Printer, px_per_mm: float, called: Callable[[str], str]
) -> Picture:
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
    inside = (ground[..., :1] | ground[..., 1:2] | ground[..., 2:]) > 0
    grain = ground.astype(np.float32)
    printer.grain(rng, grain, px_per_mm)
    np.copyto(land, grain, where=inside)
    brush = Brush(clipped(land), px_per_mm)
    if printer.ornaments:
        _hills(brush, regions, rng)
    names = {region.id: region.name for region in board.regions}
    for region in regions:
        brush.line((*region.outline_mm, region.outline_mm[0]), printer.verge, 1.6)
        name = names.get(region.id, region.id).upper()
        brush.text(name, _name_at(region.outline_mm), NAME_MM, printer.ink, printer.paper)
    for place in places:
        _draw_place(brush, place, printer, called)
    _draw_border(brush, board, printer)
    return brush.picture


def _draw_place(brush: Brush, place: Place, printer: Printer, called: Callable[[str], str]) -> None:
    """Frame a box, ring a round place."""
    if isinstance(place, Box):
        x, y, width, height = place.box_mm
        brush.box(x - 0.8, y - 0.8, x + width + 0.8, y + height + 0.8, printer.ink)
        brush.box(x, y, x + width, y + height, printer.pale_clay)
        middle, most = (x + width / 2, y + 0.85 * height), width - 2.0
        brush.text(called(place.id), middle, NAME_MM, printer.ink, most=most)
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
            _draw_hills(brush, at, float(rng.uniform(2.4, 4.0)))
            cv2.circle(free, (int(x), int(y)), round(APART_MM * brush.px_per_mm), (0,), -1)
