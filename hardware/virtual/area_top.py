"""A table with a board of areas: blocks and pieces anywhere in them, cards and markers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from engine.layout import Area, Box, Place, Shape, SlotGroup, Spot
from hardware.virtual.camera_pose import CameraPose
from hardware.virtual.look import TableLight, TableLook
from hardware.virtual.painting import Colour, Point
from hardware.virtual.pieces import draw_piece
from hardware.virtual.scene import Hand, Piece, Scene, Tile, Token
from hardware.virtual.sprite import Canvas
from hardware.virtual.tabletop import At, Loose, Seat, Tabletop, jitter

SIDE_MM: Final = 8.0
"""A block's edge."""
TALL: Final = TableLook(radius_mm=5.5, height_mm=20.0, height=0.8)
"""How a table looks whose players have slim and tall pieces."""
APART_MM: Final = 15.0
"""From the middle of one thing to that of another: so near people put them, rarely nearer."""
RIM_MM: Final = 9.0
"""From the middle of a thing to the border of its area."""
TRIES: Final = 80
FILLED: Final = 0.92
"""How much of its box a card fills."""
HEAP: Final = 8
"""Of a heap so many blocks are drawn at most: nobody can count them from above."""


@dataclass(frozen=True, slots=True)
class Block:
    """A wooden block: its colour (BGR), where it lies and how it is turned (radians)."""

    colour: Colour
    at_mm: Point
    turn: float = 0.0

    @property
    def hovers(self) -> bool:
        """Whether it is over the table."""
        return False

    def draw(self, pose: CameraPose, light: TableLight) -> Canvas:
        """Draw it as a camera sees it."""
        return draw_piece(Piece("", self.at_mm, self.turn), pose, light, BLOCK, self.colour)


BLOCK: Final = TableLook(shape="cube", radius_mm=SIDE_MM / 2, height_mm=SIDE_MM)
Thing = Piece | Block | Tile | Token


class AreaTop(Tabletop):
    """What lies where on a board with areas.

    ``blocks`` tells the colour of each class of blocks; players' pieces are tall, all others lie
    flat. ``lying`` is what lies on each place.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - as of any table, and the blocks
        self,
        board: Board,
        seats: dict[str, Seat],
        pieces: int,
        rng: np.random.Generator,
        look: TableLook,
        blocks: Mapping[str, Colour],
    ) -> None:
        super().__init__(board, seats, pieces, rng, look)
        self.blocks: Final = blocks
        self.groups: Final[Mapping[str, SlotGroup]] = {one.id: one for one in board.layout}
        self._places: Final[Mapping[At, Place]] = {
            (group.id, place.id): place for group in board.layout for place in group.places
        }
        self._areas: Final = {one.id for one in board.areas}
        self._marker_mm = max((place.radius_mm for place in self._spots()), default=0.0)
        self._heaps: Final[dict[At, int]] = {}
        self.lying: Final[dict[At, list[Loose]]] = {at: [] for at in self._places}

    def scene(self, hand: Hand | None = None) -> Scene:
        bare = super().scene(hand)
        things = [one.thing for lain in self.lying.values() for one in lain]
        pieces = {str(i): one for i, one in enumerate(things) if isinstance(one, Piece)}
        flat = (one for one in things if isinstance(one, Tile | Token))
        blocks = tuple(one for one in things if isinstance(one, Block))
        return replace(bare, pieces=pieces, aside=(*bare.aside, *flat), props=blocks)

    def middle(self, at: At) -> Point:
        """Tell where the middle of a place is, in mm."""
        x, y = _outline(self._places[at]).mean(axis=0).tolist()
        return x, y

    def bare(self, rng: np.random.Generator) -> "AreaTop":
        return AreaTop(self.board, self.seats, self.taught_with, rng, self.look, self.blocks)

    def lay(self, at: At, name: str) -> None:
        group = self.groups[at[0]]
        if group.shape is Shape.AREAS and not group.players:
            self.heap(at, name, HEAP)
        else:
            self.put(at, name)

    def clear(self, group: SlotGroup) -> None:
        for place in group.places:
            self.lying[group.id, place.id].clear()

    def contents(self, group: SlotGroup) -> list[str]:
        lain = (self.lying[group.id, place.id] for place in group.places)
        return [one.name for each in lain for one in each]

    def loose(self) -> Iterator[Loose]:
        """Yield all that a hand can take: tiles of which there is one each stay."""
        for at, lain in self.lying.items():
            if not self.groups[at[0]].once:
                yield from lain
        for player, supply in self._supply.items():
            yield from (Loose(player, one, None) for one in supply.values())

    def pick(self, one: Loose) -> None:
        """Take a thing into a hand; of a heap there may be more than lie there."""
        if one.at is None:
            self.fetch(one.name)
        elif one.at in self._heaps:
            self.heap(one.at, one.name, self._heaps[one.at] - 1)
        else:
            self.lying[one.at].remove(one)

    def put_down(self, one: Loose, point: Point) -> None:
        """Put down what a hand holds, where it may lie.

        Beside the board things are out of the game, but players' own pieces go home, and so do
        markers that lie on places of their own.
        """
        at = self._at_point(point, one)
        if at is None and isinstance(one.thing, Token) and one.at and one.at[0] not in self._areas:
            at = one.at
        if at in self._heaps:
            self.heap(at, one.name, self._heaps[at] + 1)
        elif at is not None:
            self.put(at, one.name, point)
        elif one.name in self.seats:
            self.keep(one.name)

    def _at_point(self, point: Point, one: Loose) -> At | None:
        """Find the place at a point (mm) on which a thing may lie."""
        for at, place in self._places.items():
            if cv2.pointPolygonTest(_outline(place), point, measureDist=False) < 0:
                continue
            group = self.groups[at[0]]
            areas = group.shape is Shape.AREAS
            heaped = areas and group.capacity == 1
            may = one.name == place.id if heaped else one.name in group.classes
            for_tiles = isinstance(place, Box) and not areas
            if for_tiles is not isinstance(one.thing, Tile):
                continue
            if (may or (group.players and one.name in self.seats)) and (
                areas or not self.lying[at]
            ):
                return at
        return None

    def point_of(self, at: At, name: str) -> Point:
        """Tell where a thing of a class lies on a place, or where one may be put (mm)."""
        lain = [one for one in self.lying[at] if one.name == name]
        return lain[-1].thing.at_mm if lain else self.middle(at)

    def put(self, at: At, name: str, near: Point | None = None) -> None:
        """Put a thing onto a place; ``near`` is where somebody wants it."""
        group, place = self.groups[at[0]], self._places[at]
        turn = float(self.rng.uniform(0.0, 2 * np.pi))
        thing: Thing
        if isinstance(place, Box) and group.shape is not Shape.AREAS:
            _, _, width, height = place.box_mm
            at_mm = jitter(self.rng, self.middle(at), 0.6, 1.4)
            size = (FILLED * width, FILLED * height)
            thing = Tile(name, at_mm, size, float(self.rng.normal(0.0, 0.02)))
        elif isinstance(place, Spot):
            thing = Token(name, jitter(self.rng, place.at_mm, 0.4, 1.0), self._marker_mm, turn)
        elif name in self.seats:
            thing = Piece(name, self.free_point(at, near), turn)
        elif name in self.blocks:
            thing = Block(self.blocks[name], self.free_point(at, near), turn)
        else:
            thing = Token(name, self.free_point(at, near), self._marker_mm, turn)
        self.lying[at].append(Loose(name, thing, at))

    def remove(self, at: At, name: str) -> None:
        """Take a thing of a class off a place."""
        lain = self.lying[at]
        lain.remove([one for one in lain if one.name == name][-1])

    def heap(self, at: At, name: str, number: int) -> None:
        """Heap so many blocks of a class onto a place, of which only some are drawn."""
        self._heaps[at] = number
        there = sum(one.name == name for one in self.lying[at])
        for _ in range(min(number, HEAP) - there):
            self.put(at, name)
        for _ in range(there - min(number, HEAP)):
            self.remove(at, name)

    def _spots(self) -> Iterator[Spot]:
        return (place for place in self._places.values() if isinstance(place, Spot))

    def free_point(self, at: At, near: Point | None = None) -> Point:
        """Find a free point on a place: where somebody wants it, or anywhere inside an area."""
        if self.groups[at[0]].shape is not Shape.AREAS:
            return self.middle(at)
        outline = _outline(self._places[at])
        low, high = outline.min(axis=0), outline.max(axis=0)
        things = np.array([one.thing.at_mm for one in self.lying[at]]).reshape(-1, 2)
        tried = [near] if near else []
        tried += [(float(x), float(y)) for x, y in self.rng.uniform(low, high, (TRIES, 2))]
        best, most = self.middle(at), -np.inf
        for point in tried:
            inside = cv2.pointPolygonTest(outline, point, measureDist=True) - RIM_MM
            apart = np.linalg.norm(things - point, axis=1).min(initial=np.inf) - APART_MM
            room = min(inside, apart)
            if room >= 0:
                return point
            if room > most:
                best, most = point, room
        return best


def _outline(place: Place) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Give the corners of a place (n x 2, mm)."""
    if isinstance(place, Area):
        return np.array(place.outline_mm, np.float32)
    if isinstance(place, Box):
        x, y, width, height = place.box_mm
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        return np.array(corners, np.float32)
    (x, y), radius = place.at_mm, place.radius_mm
    square = [(x - radius, y - radius), (x + radius, y - radius)]
    square += [(x + radius, y + radius), (x - radius, y + radius)]
    return np.array(square, np.float32)
