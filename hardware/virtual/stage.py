"""What lies and stands still on the table, as one camera pose and one set of lamps show it."""

from typing import Final

import numpy as np

from hardware.virtual.backdrop import Backdrop
from hardware.virtual.clutter import draw_cup, draw_die, draw_head
from hardware.virtual.conditions import Look
from hardware.virtual.grid import nodes, spread
from hardware.virtual.hand import draw_hand
from hardware.virtual.lens import vignette
from hardware.virtual.light import Light
from hardware.virtual.pose import CameraPose
from hardware.virtual.scene import Cup, Die, Hand, Head, Merchant, Piece, Scene, Tile
from hardware.virtual.solids import draw_merchant, draw_tile, draw_token
from hardware.virtual.sprite import Canvas, Sprite
from hardware.virtual.texture import Field, Picture

Thing = Piece | Cup | Die | Hand | Head
REMEMBERED: Final = 160
"""Sprites of pieces and clutter that are kept; a table never holds so many at once."""
HOVERING: Final = 6
"""Sprites of hands and heads that are kept: they are large, and most move at once."""


class Stage:
    """Everything seen from one pose in one light; each thing is drawn once until it moves."""

    def __init__(
        self,
        backdrop: Backdrop,
        faces: dict[str, Picture],
        pose: CameraPose,
        light: Light,
        look: Look,
    ) -> None:
        """Look at the bare table; ``faces`` are those of the city-state tiles."""
        self.pose = pose
        self.light = light
        self._look = look
        self._faces = faces
        gradient = light.gradient(pose.on_board(nodes()), pose.sheet.size_mm)
        self._shading: Field = vignette() * spread(gradient)
        self._bare = backdrop.seen(pose, light, self._shading)
        self._sprites: dict[Thing, Sprite | None] = {}
        self._hovering: dict[Thing, Sprite | None] = {}
        self._still: tuple[tuple[Thing, ...], Picture] = ((), self._bare)

    def show(self, scene: Scene) -> Picture:
        """Give a picture of the scene that may be changed: BGR, before the air."""
        still, over = self._order(scene)
        if still != self._still[0]:
            picture = self._bare.copy()
            self._lay(still, picture)
            self._still = (still, picture)
        picture = self._still[1].copy()
        self._lay(over, picture)
        return picture

    def bare(self, scene: Scene) -> Picture:
        """Tell how much of the bare board's light passes all that lies there: 0 to 255."""
        passing = np.full(self._bare.shape[:2], 255, np.uint8)
        still, over = self._order(scene)
        for thing in still + over:
            sprite = self.sprite(thing)
            if sprite is not None:
                under = sprite.of(passing)
                under[:] = (under * sprite.keep[..., 0]) >> 8
        return passing

    def sprite(self, thing: Thing) -> Sprite | None:
        """Give a thing's cut-out; None where it is out of view."""
        hovers = isinstance(thing, Hand | Head)
        sprites = self._hovering if hovers else self._sprites
        if thing in sprites:
            return sprites[thing]
        if len(sprites) >= (HOVERING if hovers else REMEMBERED):
            del sprites[next(iter(sprites))]
        canvas = self._draw(thing)
        sprite = None
        if not canvas.empty:
            (rows, columns), (left, top) = canvas.shape, canvas.origin.astype(int)
            sprite = canvas.sprite(float(self._shading[top + rows // 2, left + columns // 2]))
        sprites[thing] = sprite
        return sprite

    def _order(self, scene: Scene) -> tuple[tuple[Thing, ...], tuple[Thing, ...]]:
        """Sort what lies still, the flat things first, then from afar to near; and what hovers."""

        def key(thing: Piece | Cup | Die) -> tuple[bool, float]:
            return isinstance(thing, Merchant | Cup | Die), -self.pose.distance(*thing.at_mm)

        still = sorted((*scene.pieces(), *scene.clutter), key=key)
        over: list[Thing] = []
        for hand in scene.hands():
            over += [hand.holding, hand] if hand.holding is not None else [hand]
        return tuple(still), (*over, *scene.heads)

    def _lay(self, things: tuple[Thing, ...], picture: Picture) -> None:
        for thing in things:
            sprite = self.sprite(thing)
            if sprite is not None:
                sprite.lay_on(picture)

    def _draw(self, thing: Thing) -> Canvas:  # noqa: PLR0911 - a line for each kind of thing
        pose, light = self.pose, self.light
        match thing:
            case Merchant():
                return draw_merchant(thing, pose, light, self._look)
            case Tile():
                return draw_tile(thing, self._faces[thing.city_state], pose, light)
            case Hand():
                return draw_hand(thing, pose, light)
            case Cup():
                return draw_cup(thing, pose, light)
            case Die():
                return draw_die(thing, pose, light)
            case Head():
                return draw_head(thing, pose, light)
            case _:
                return draw_token(thing, pose, light)
