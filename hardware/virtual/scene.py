"""What physically lies on the table at one moment; it knows no rule."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from engine.layout import SlotGroup
from hardware.virtual.camera_pose import CameraPose
from hardware.virtual.look import TableLight
from hardware.virtual.painting import Colour, Point
from hardware.virtual.sprite import Canvas

TILE_THICKNESS_MM: Final = 2.0


@dataclass(frozen=True, slots=True)
class Piece:
    """A player's wooden piece: its paint, where it stands, and how it is turned.

    ``turn`` is in radians; of one that lies on its side it is the direction of its axis.
    ``lift_mm`` is how far it is held above the board.
    """

    paint: str
    at_mm: tuple[float, float]
    turn: float = 0.0
    lying: bool = False
    lift_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Tile:
    """An oblong tile: what its face shows, centre, width and height in mm, and turn in radians."""

    face: str
    at_mm: tuple[float, float]
    size_mm: tuple[float, float]
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Token:
    """A round tile: what its face shows, centre, radius in mm, and turn in radians."""

    face: str
    at_mm: tuple[float, float]
    radius_mm: float
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Block:
    """A wooden block of the box: its colour (BGR), where it lies, and its turn in radians."""

    colour: Colour
    at_mm: Point
    turn: float = 0.0


Item = Piece | Block | Tile | Token
At = tuple[str, str]
"""A slot group and one of its places, by their ids."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A right hand that reaches in over the table.

    ``tip_mm`` is where its fingertips are, ``from_mm`` a point of its forearm beyond the edge of
    the picture; ``sleeve`` is the BGR colour of the cloth, ``skin`` a tone from 0 (pale) to 1.
    """

    tip_mm: tuple[float, float]
    from_mm: tuple[float, float]
    sleeve: tuple[int, int, int]
    skin: float
    holding: Piece | None = None


class Prop(Protocol):
    """Something that does not belong to the game and draws itself.

    One that ``hovers`` is over the table, and hides all that lies there.
    """

    @property
    def at_mm(self) -> Point:
        """Where it is, or what it is straight above."""

    @property
    def hovers(self) -> bool:
        """Whether it is over the table."""

    def draw(self, pose: CameraPose, light: TableLight) -> Canvas:
        """Draw it as a camera sees it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the table. Mappings are never changed once they are in a scene.

    ``lying`` is what lies on each place where anything does; ``aside`` lies around the board
    (supplies, tiles won); ``props`` are what does not belong to the game. ``hand`` does something;
    ``resting`` are other hands and arms over the table.
    """

    lying: Mapping[At, tuple[Item, ...]] = field(default_factory=dict)
    aside: tuple[Item, ...] = ()
    hand: Hand | None = None
    resting: tuple[Hand, ...] = ()
    props: tuple[Prop, ...] = ()

    def hands(self) -> Iterator[Hand]:
        """Yield all hands, the one that does something last."""
        yield from self.resting
        if self.hand is not None:
            yield self.hand

    def items(self) -> Iterator[Item]:
        """Yield all that lies or stands on the table."""
        for things in self.lying.values():
            yield from things
        yield from self.aside

    @property
    def pieces(self) -> dict[str, Piece]:
        """The pieces on places, by these; one for each place."""
        lying = self.lying.items()
        return {at: one for (_, at), things in lying for one in things if isinstance(one, Piece)}

    def faces(self, group: SlotGroup) -> list[str | None]:
        """Tell what the tiles on the places of a group show, in their order; None for no tile."""
        found: list[str | None] = []
        for place in group.places:
            things = self.lying.get((group.id, place.id), ())
            faces = (one.face for one in things if isinstance(one, Tile | Token))
            found.append(next(faces, None))
        return found
