"""From a scene to the picture that a camera takes of it."""

from typing import Final

import cv2
import numpy as np

from engine.board import Board
from hardware.virtual.backdrop import Backdrop
from hardware.virtual.conditions import Air, Lamp, Look, Nudge
from hardware.virtual.exposure import expose, is_plain
from hardware.virtual.lens import SLACK_PX, sensor_noise
from hardware.virtual.light import Light
from hardware.virtual.pose import HEIGHT_PX, WIDTH_PX, CameraPose
from hardware.virtual.scene import Scene
from hardware.virtual.stage import Stage
from hardware.virtual.texture import Picture
from hardware.virtual.tile_faces import city_state_face

CALM: Final = Air()
STAGES: Final = 3
"""How many poses and lights are remembered: a bump is often undone, a lamp switched off again."""


class Renderer:
    """Takes pictures of scenes on one table with one board, from one pose or near it.

    The table (from ``seed``) and the printed board (from ``look``) are painted once; each piece
    is drawn once and kept until it, the camera or a lamp moves.
    """

    def __init__(self, board: Board, pose: CameraPose, seed: int, look: Look | None = None) -> None:
        """Paint everything that does not move."""
        self.board = board
        self.pose = pose
        self.look = look or Look()
        self._light = Light.of(self.look)
        self._faces = {
            state.id: city_state_face(i, state.name, self.look.edition)
            for i, state in enumerate(board.city_states)
        }
        self._backdrop = Backdrop(board, self.look, seed)
        self._noise = sensor_noise(seed, self.look.noise)
        self._stages: dict[tuple[Nudge, Lamp | None], Stage] = {}

    def pose_under(self, air: Air) -> CameraPose:
        """Tell where the camera hangs after all that has happened to it."""
        return self.pose.nudged(air.nudge)

    def render(self, scene: Scene, tick: int, air: Air = CALM) -> Picture:
        """Take a picture: BGR, 960 x 1280 x 3, the same for the same scene, tick and air."""
        stage = self._stage(air)
        picture = stage.show(scene)
        if not is_plain(air, stage.light.level):
            bare = stage.bare(scene) if air.glares else None
            picture = expose(picture, air, stage.light.level, stage.pose, bare)
        blur = float(np.hypot(self.look.blur_px, air.defocus_px))
        if blur:
            picture = cv2.GaussianBlur(picture, (0, 0), blur)
        brighter, darker = self._noise
        down, across = np.random.default_rng(tick).integers(SLACK_PX, size=2)
        window = np.s_[down : down + HEIGHT_PX, across : across + WIDTH_PX]
        cv2.add(picture, brighter[window], dst=picture)
        cv2.subtract(picture, darker[window], dst=picture)
        return picture

    def hidden(self, scene: Scene, air: Air = CALM) -> Picture:
        """Tell what hands, heads and clutter cover of the picture: 960 x 1280, 0 to 255.

        Their shadows are left out, and so is the merchant in a hand.
        """
        stage = self._stage(air)
        cover = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
        for thing in (*scene.hands(), *scene.clutter, *scene.heads):
            sprite = stage.sprite(thing)
            if sprite is not None:
                np.maximum(sprite.of(cover), sprite.hides, out=sprite.of(cover))
        return cover

    def _stage(self, air: Air) -> Stage:
        """Give the table as it is seen from where the camera is, under the lamps that are on."""
        key = (air.nudge, air.lamp)
        if key not in self._stages:
            if len(self._stages) >= STAGES:
                # Where the camera was hung first is come back to.
                del self._stages[list(self._stages)[1]]
            light = self._light.beside(air.lamp)
            pose = self.pose_under(air)
            self._stages[key] = Stage(self._backdrop, self._faces, pose, light, self.look)
        return self._stages[key]
