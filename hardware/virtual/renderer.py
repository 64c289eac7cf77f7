"""From a scene to the picture that a camera takes of it."""

from typing import Final

import cv2
import numpy as np

from engine.board import Board
from hardware.virtual.backdrop import paint_backdrop
from hardware.virtual.conditions import Air, Look
from hardware.virtual.hand import draw_hand
from hardware.virtual.lens import SLACK_PX, sensor_noise, vignette
from hardware.virtual.light import Light
from hardware.virtual.pose import HEIGHT_PX, WIDTH_PX, CameraPose
from hardware.virtual.scene import Hand, Merchant, Piece, Scene, Tile
from hardware.virtual.solids import draw_merchant, draw_tile, draw_token
from hardware.virtual.sprite import Canvas, Sprite
from hardware.virtual.texture import Picture, clipped
from hardware.virtual.tile_faces import city_state_face

CALM: Final = Air()


class Renderer:
    """Takes pictures of scenes on one table with one board, under one lamp, from one pose.

    The table and the printed board are painted from ``seed`` once; each piece is drawn once and
    kept until it moves.
    """

    def __init__(self, board: Board, pose: CameraPose, seed: int, look: Look | None = None) -> None:
        """Paint everything that does not move."""
        self.board = board
        self.pose = pose
        self.look = look or Look()
        self.light = Light(self.look.lamp, self.look.room)
        self._faces = {
            state.id: city_state_face(i, state.name) for i, state in enumerate(board.city_states)
        }
        self._vignette = vignette()
        self._bare = clipped(
            paint_backdrop(board, pose, self.light, seed) * self._vignette[..., None]
        )
        self._noise = sensor_noise(seed)
        self._sprites: dict[Piece, Sprite | None] = {}
        self._still: tuple[tuple[Piece, ...], Picture] = ((), self._bare)

    def pose_under(self, air: Air) -> CameraPose:
        """Tell where the camera hangs after all that has happened to it."""
        return self.pose.nudged(air.nudge)

    def render(self, scene: Scene, tick: int, air: Air = CALM) -> Picture:  # noqa: ARG002
        """Take a picture: BGR, 960 x 1280 x 3, the same for the same scene, tick and air."""
        pieces = tuple(scene.pieces())
        if pieces != self._still[0]:
            self._still = (pieces, self._lay_out(pieces))
        picture = self._still[1].copy()
        for hand in scene.hands():
            if hand.holding is not None:
                self._lay(self._sprite(hand.holding), picture)
            self._lay(self._hand(hand), picture)
        brighter, darker = self._noise
        down, across = np.random.default_rng(tick).integers(SLACK_PX, size=2)
        window = np.s_[down : down + HEIGHT_PX, across : across + WIDTH_PX]
        cv2.add(picture, brighter[window], dst=picture)
        cv2.subtract(picture, darker[window], dst=picture)
        return picture

    def hidden(self, scene: Scene, air: Air = CALM) -> Picture:  # noqa: ARG002
        """Tell what hands and clutter cover of the picture: 960 x 1280, 0 to 255.

        Their shadows are left out, and so is the merchant in a hand.
        """
        cover = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
        for hand in scene.hands():
            sprite = self._hand(hand)
            if sprite is not None:
                np.maximum(sprite.of(cover), sprite.hides, out=sprite.of(cover))
        return cover

    def _lay_out(self, pieces: tuple[Piece, ...]) -> Picture:
        """Lay all pieces on the bare table: the flat ones first, then from afar to near."""
        self._sprites = {
            piece: self._sprites[piece] if piece in self._sprites else self._sprite(piece)
            for piece in pieces
        }
        picture = self._bare.copy()
        order = sorted(
            pieces,
            key=lambda piece: (isinstance(piece, Merchant), -self.pose.distance(*piece.at_mm)),
        )
        for piece in order:
            self._lay(self._sprites[piece], picture)
        return picture

    def _sprite(self, piece: Piece) -> Sprite | None:
        if isinstance(piece, Merchant):
            return self._finish(draw_merchant(piece, self.pose, self.light))
        if isinstance(piece, Tile):
            face = self._faces[piece.city_state]
            return self._finish(draw_tile(piece, face, self.pose, self.light))
        return self._finish(draw_token(piece, self.pose, self.light))

    def _hand(self, hand: Hand) -> Sprite | None:
        return self._finish(draw_hand(hand, self.pose, self.light))

    def _finish(self, canvas: Canvas) -> Sprite | None:
        if canvas.empty:
            return None
        (rows, columns), (left, top) = canvas.shape, canvas.origin.astype(int)
        return canvas.sprite(float(self._vignette[top + rows // 2, left + columns // 2]))

    @staticmethod
    def _lay(sprite: Sprite | None, picture: Picture) -> None:
        if sprite is not None:
            sprite.lay_on(picture)
