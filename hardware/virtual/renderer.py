"""From a scene to the picture that a camera takes of it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from engine.board import Board
from hardware.virtual.camera_pose import HEIGHT_PX, WIDTH_PX, CameraPose, nodes, spread
from hardware.virtual.conditions import SLACK_PX, Conditions, expose, sensor_noise, vignette
from hardware.virtual.look import TableLight, TableLook
from hardware.virtual.painting import Field, Picture, Points, Surface, clipped
from hardware.virtual.pieces import draw_block, draw_hand, draw_piece, draw_tile, draw_token
from hardware.virtual.printed_board import PX_PER_MM, Printer, paint_board
from hardware.virtual.scene import Block, Hand, Item, Piece, Prop, Scene, Tile, Token
from hardware.virtual.sprite import Canvas, Sprite

TABLE_PX_PER_MM: Final = 1.3
MARGIN_MM: Final = 420.0
"""How much of the table around the board is painted."""
THICKNESS_MM: Final = 3.0
SHADOW: Final = 0.55
SOFT_PX: Final = 4.0
SIDE: Final = np.array((70.0, 92.0, 110.0), np.float32)
EDGE: Final = np.linspace(0.0, 1.0, 24, endpoint=False)[:, None]
CALM: Final = Conditions()
NO_FACES: Final[Mapping[str, Picture]] = {}
VIEWS: Final = 3
"""How many poses and lights are remembered: a bump is often undone, a lamp switched off again."""
REMEMBERED: Final = 160
"""Sprites of pieces and props that are kept; a table never holds so many at once."""
HOVERING: Final = 6
"""Sprites of hands and heads that are kept: they are large, and most move at once."""
Thing = Item | Prop | Hand


class Backdrop:
    """The table top and the printed board, painted once and seen from any pose in any light."""

    def __init__(self, board: Board, look: TableLook, seed: int) -> None:
        """Paint both; ``seed`` chooses the table, the look's edition the board."""
        self._size = board.size_mm
        width, height = board.size_mm
        rows, columns = (
            round((side + 2 * MARGIN_MM) * TABLE_PX_PER_MM) for side in (height, width)
        )
        self._table = _surface(look.table, seed, rows, columns)
        self._printed = _print(board, look.edition, look.printer)

    def seen(self, pose: CameraPose, light: TableLight, shading: Field) -> Picture:
        """See it: BGR, 960 x 1280 x 3, each pixel ``shading`` (960 x 1280) times as bright."""
        width, height = self._size
        corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
        outline = np.concatenate(
            [a + (b - a) * EDGE for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
        )
        below = np.array([0.0, 0.0, THICKNESS_MM])
        pixels = nodes()
        on_board = pose.on_board(pixels)
        on_table = pose.on_table(pixels, -THICKNESS_MM)
        face = _filled(pose.project(outline))
        edge = _filled(pose.project(outline - below)) * (1.0 - face)
        table = 1.0 - face - edge
        for lamp in range(len(light.lamps)):
            shadow = _filled(pose.project(light.cast(outline + below, lamp) - below))
            soft = cv2.GaussianBlur(shadow, (0, 0), SOFT_PX * light.softness)
            table *= 1.0 - light.depth(SHADOW, lamp) * soft
        face *= shading
        normals = _normals(pose, on_board)
        lit = face * spread(light.brightness(normals))
        picture = _times(
            _looked_up(self._table, (on_table + MARGIN_MM) * TABLE_PX_PER_MM), table * shading
        )
        picture += _times(_looked_up(self._printed, on_board * PX_PER_MM), lit)
        edge *= shading
        mirrored = pose.sheet.mirrored(pose.eye_mm, light, on_board, normals)
        picture += edge[..., None] * SIDE
        if mirrored is not None:
            picture += (spread(mirrored) * face)[..., None]
        return clipped(picture)


@lru_cache(maxsize=4)
def _surface(table: Surface, seed: int, rows: int, columns: int) -> Picture:
    """Paint a table top; which boards of wood it has, ``seed`` says."""
    return table(np.random.default_rng(seed), rows, columns, TABLE_PX_PER_MM)


@lru_cache(maxsize=4)
def _print(board: Board, edition: int, printer: Printer) -> Picture:
    printed = cv2.GaussianBlur(paint_board(board, edition, printer), (0, 0), 0.3 * PX_PER_MM)
    return np.asarray(printed, np.uint8)


def _normals(pose: CameraPose, at_mm: Points) -> Points:
    """Stand upright on the bent board at places (n x 2, mm): n x 3 unit vectors."""
    steps = np.array([(1.0, 0.0), (0.0, 1.0)])
    slopes = [(pose.sheet.lift(at_mm + s) - pose.sheet.lift(at_mm - s)) / 2.0 for s in steps]
    normals = np.column_stack([-slopes[0], -slopes[1], np.ones(len(at_mm))])
    return np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True))


def _looked_up(picture: Picture, places: Points) -> Picture:
    """Look pixels up in a flat picture at ``places`` of the coarse grid (n x 2, its pixels)."""
    # At its edge the board goes on a little, lest black shine through the soft outline.
    seen = cv2.remap(
        picture, spread(places), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.uint8)


def _times(picture: Picture, share: Field) -> Field:
    return np.asarray(cv2.multiply(picture, cv2.merge([share] * 3), dtype=cv2.CV_32F), np.float32)


def _filled(outline: Points) -> Field:
    """Fill an outline in pixels: 1 inside, 0 outside, in between along the edge."""
    mask = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    fixed = np.rint(outline * 16).astype(np.int32)
    cv2.fillPoly(mask, [fixed], (255,), cv2.LINE_AA, 4)
    return mask.astype(np.float32) / np.float32(255.0)


class Renderer:
    """Takes pictures of scenes on one table with one board, from one pose or near it.

    The table (from ``seed``) and the printed board (from ``look``) are painted once; each piece
    is drawn once and kept until it, the camera or a lamp moves.
    """

    def __init__(
        self,
        board: Board,
        pose: CameraPose,
        seed: int,
        look: TableLook | None = None,
        faces: Mapping[str, Picture] = NO_FACES,
    ) -> None:
        """Paint everything that does not move; ``faces`` are those of tiles, by what they are."""
        self.board = board
        self.pose = pose
        self.look = look or TableLook()
        self._noise = sensor_noise(seed, self.look.noise)
        backdrop, own = Backdrop(board, self.look, seed), self.look
        self._view = lru_cache(VIEWS)(
            lambda nudge, lamp: _View(
                backdrop, faces, pose.nudged(nudge), own.light.beside(lamp), own
            )
        )

    def pose_under(self, conditions: Conditions) -> CameraPose:
        """Tell where the camera hangs after all that has happened to it."""
        return self.pose.nudged(conditions.nudge)

    def render(self, scene: Scene, tick: int, conditions: Conditions = CALM) -> Picture:
        """Take a picture: BGR, 960 x 1280 x 3, the same for the same scene, tick and conditions."""
        view = self._view(conditions.nudge, conditions.lamp)
        picture = expose(view.show(scene), conditions, view.light.level, view.pose)
        conditions.develop(picture, view.pose, lambda: view.bare(scene))
        blur = float(np.hypot(self.look.blur_px, conditions.defocus_px))
        if blur:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
        brighter, darker = self._noise
        down, across = np.random.default_rng(tick).integers(SLACK_PX, size=2)
        window = np.s_[down : down + HEIGHT_PX, across : across + WIDTH_PX]
        cv2.add(picture, brighter[window], dst=picture)
        cv2.subtract(picture, darker[window], dst=picture)
        return picture

    def hidden(self, scene: Scene, conditions: Conditions = CALM) -> Picture:
        """Tell what hands and props cover of the picture: 960 x 1280, 0 to 255.

        Their shadows are left out, and so is the piece in a hand.
        """
        view = self._view(conditions.nudge, conditions.lamp)
        cover = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
        things: tuple[Thing, ...] = (*scene.hands(), *scene.props)
        for thing in things:
            sprite = view.sprite(thing)
            if sprite is not None:
                np.maximum(sprite.of(cover), sprite.hides, out=sprite.of(cover))
        return cover


class _View:
    """Everything seen from one pose in one light; each thing is drawn once until it moves."""

    def __init__(
        self,
        backdrop: Backdrop,
        faces: Mapping[str, Picture],
        pose: CameraPose,
        light: TableLight,
        look: TableLook,
    ) -> None:
        self.pose = pose
        self.light = light
        self._look = look
        self._faces = faces
        gradient = light.gradient(pose.on_board(nodes()), pose.sheet.size_mm)
        self._shading: Field = vignette() * spread(gradient)
        self._bare = backdrop.seen(pose, light, self._shading)
        self._lying: dict[Thing, Sprite | None] = {}
        self._hovering: dict[Thing, Sprite | None] = {}
        self._still: tuple[tuple[Thing, ...], Picture] = ((), self._bare)

    def show(self, scene: Scene) -> Picture:
        """Give a picture of the scene that may be changed: BGR, before it is exposed."""
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
        hovers = isinstance(thing, Hand) or (not isinstance(thing, Item) and thing.hovers)
        sprites, most = (self._hovering, HOVERING) if hovers else (self._lying, REMEMBERED)
        if thing not in sprites:
            if len(sprites) >= most:
                del sprites[next(iter(sprites))]
            sprites[thing] = self._cut_out(thing)
        return sprites[thing]

    def _cut_out(self, thing: Thing) -> Sprite | None:
        canvas = self._draw(thing)
        if canvas.empty:
            return None
        (rows, columns), (left, top) = canvas.shape, canvas.origin.astype(int)
        return canvas.sprite(float(self._shading[top + rows // 2, left + columns // 2]))

    def _order(self, scene: Scene) -> tuple[tuple[Thing, ...], tuple[Thing, ...]]:
        """Sort what lies still, the flat things first, then from afar to near; and what hovers."""

        def key(thing: Item | Prop) -> tuple[bool, float]:
            stands = not isinstance(thing, Tile | Token)
            return stands, -self.pose.distance(*thing.at_mm)

        props = [one for one in scene.props if not one.hovers]
        still = sorted((*scene.items(), *props), key=key)
        over: list[Thing] = []
        for hand in scene.hands():
            over += [hand.holding, hand] if hand.holding is not None else [hand]
        return tuple(still), (*over, *(one for one in scene.props if one.hovers))

    def _lay(self, things: tuple[Thing, ...], picture: Picture) -> None:
        for thing in things:
            sprite = self.sprite(thing)
            if sprite is not None:
                sprite.lay_on(picture)

    def _draw(self, thing: Thing) -> Canvas:
        pose, light = self.pose, self.light
        match thing:
            case Piece():
                return draw_piece(thing, pose, light, self._look)
            case Block():
                return draw_block(thing, pose, light)
            case Tile():
                return draw_tile(thing, self._faces[thing.face], pose, light)
            case Token():
                return draw_token(thing, self._faces[thing.face], pose, light)
            case Hand():
                return draw_hand(thing, pose, light)
            case _:
                return thing.draw(pose, light)
