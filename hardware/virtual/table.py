"""A table under a camera: what lies there, how it is taught, and the pictures taken of it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from engine.board import Board
from engine.games import format_board
from engine.history import History
from engine.layout import SlotGroup
from hardware.virtual.camera_pose import CameraPose, overhead
from hardware.virtual.conditions import Changes, Conditions
from hardware.virtual.look import Look
from hardware.virtual.painting import Picture
from hardware.virtual.people import Moment, People
from hardware.virtual.pieces import PAINTS
from hardware.virtual.renderer import NO_FACES, Renderer
from hardware.virtual.scene import Scene
from hardware.virtual.tabletop import Tabletop, laid_out_mm

TAP_ERROR_PX: Final = 2.0
SAMPLES: Final = 2
BEFORE: Final = -1
"""The tick before the first moment, at which the table is taught."""


class LaidTable(ABC):
    """A table with its pieces and a camera above it.

    Players are named by the paint of their pieces, clockwise. ``top`` is what lies where;
    ``look`` is how everything looks, ``changes`` what light and camera go through,
    ``faces`` what its tiles show.
    """

    def __init__(
        self,
        top: Tabletop,
        seed: int,
        *,
        look: Look | None = None,
        changes: Changes | None = None,
        faces: Mapping[str, Picture] = NO_FACES,
    ) -> None:
        """Hang a camera over a table; raises ValueError for players without a paint."""
        self.top = top
        self.board: Board = top.board
        self.players: tuple[str, ...] = tuple(top.seats)
        for player in self.players:
            if player not in PAINTS:
                raise ValueError(f"there is no paint {player!a}; expected {', '.join(PAINTS)}")
        self.look = look or Look()
        self.changes = changes or Changes()
        self.pose: CameraPose = overhead(laid_out_mm(self.board), seed, look)
        self.tick = BEFORE
        """How many moments have passed before the present one; -1 before the first."""
        self._seed = seed
        self._faces = faces

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """What lies on the table at present, and what is over it."""

    @abstractmethod
    def advance(self) -> bool:
        """Go on by one moment; False when there is none."""

    @cached_property
    def renderer(self) -> Renderer:
        return Renderer(self.board, self.pose, self._seed, self.look, self._faces)

    @property
    def conditions(self) -> Conditions:
        return self.changes.conditions(self.tick)

    def teach(self, directory: Path) -> Path:
        """Write what calibration would: board file, pictures and table file, whose path it gives.

        The pictures are taken from where the game's are taken. Raises OSError.
        """
        conditions = self.changes.conditions(BEFORE)
        return teach(self.top, self.renderer, directory, self._seed, conditions)

    def picture(self) -> Picture:
        """Take a picture of the present moment: BGR, 960 x 1280 x 3."""
        return self.renderer.render(self.scene, self.tick, self.conditions)


class VirtualTable(LaidTable):
    """A game that its ``people`` play by themselves under a camera, moment by moment.

    The same people and arguments give the same game and the same pictures.
    """

    def __init__(
        self,
        people: People,
        seed: int,
        *,
        look: Look | None = None,
        changes: Changes | None = None,
        faces: Mapping[str, Picture] = NO_FACES,
    ) -> None:
        """Watch people; without ``changes`` the evening is calm."""
        super().__init__(people.top, seed, look=look, changes=changes, faces=faces)
        self._people = people
        self._moments = people.play()
        self._moment: Moment | None = None

    @property
    def record(self) -> Sequence[Any]:
        """The events that have fully happened so far, the setup included."""
        return tuple(self.history.events)

    @property
    def state(self) -> Any:  # noqa: ANN401 - of the game
        """Where the game stands after ``record``."""
        return self._people.state

    @property
    def history(self) -> History[Any, Any, Any]:
        """How the game came to stand there; not to be written to."""
        return self._people.history

    @property
    def moment(self) -> Moment:
        """The present moment; raises ValueError before the first."""
        if self._moment is None:
            raise ValueError("nothing has happened yet: advance first")
        return self._moment

    @property
    def scene(self) -> Scene:
        """What lies on the table at present, and what is over it."""
        return self.moment.scene

    @property
    def under_way(self) -> Any:  # noqa: ANN401 - an event of the game, or None
        """The event that has begun, whose consequences are still being carried out."""
        return self._people.under_way

    @property
    def turn(self) -> tuple[Any, ...]:
        """What has happened in the turn that is being played, or was last."""
        return tuple(self._people.turn)

    @property
    def still(self) -> bool:
        """Whether no hand does anything at present; others may rest on the table."""
        return self.scene.hand is None

    def advance(self) -> bool:
        """Go on by one moment; False when the game has ended."""
        moment = next(self._moments, None)
        if moment is None:
            return False
        self._moment = moment
        self.tick += 1
        return True


def teach(
    table: Tabletop, renderer: Renderer, directory: Path, seed: int, conditions: Conditions
) -> Path:
    """Write ``board.toml``, ``table.toml`` and three pictures into a directory; give the second.

    The pictures show the empty board, two pieces of each player, and tiles of all kinds where the
    board has places for them. The corners are as people tap them: up to two pixels
    off. Raises OSError.
    """
    board = renderer.board
    rng = np.random.default_rng([seed, 2])
    players = tuple(table.seats)
    top = Tabletop(board, table.seats, table.taught_with, rng, renderer.look)
    scenes = [top.scene()]
    spots = rng.choice([one.id for one in board.locations], SAMPLES * len(players), replace=False)
    samples = {
        player: [str(spot) for spot in spots[SAMPLES * i : SAMPLES * (i + 1)]]
        for i, player in enumerate(players)
    }
    for player, at in samples.items():
        for location in at:
            top.fetch(player)
            top.stand(location, player)
    scenes.append(top.scene())
    for at in samples.values():
        for location in at:
            top.lift(location)
    row = _all_of(board.row, rng)
    kinds = _all_of(board.tiles, rng)
    for slot, ident in enumerate(row):
        top.lay_tile(slot, ident)
    for space, kind in enumerate(kinds):
        top.lay_token(space, kind)
    if row or kinds:
        scenes.append(top.scene())
    names = take(scenes, renderer, directory, conditions)
    corners = tapped(board, renderer.pose_under(conditions), rng)
    (directory / "board.toml").write_text(format_board(board), encoding="utf-8")
    path = directory / "table.toml"
    taught = {board.row: row, board.tiles: kinds}
    path.write_text(_table_text(names, corners, samples, taught), encoding="utf-8")
    return path


def _all_of(group: SlotGroup | None, rng: np.random.Generator) -> list[str]:
    """Lay each class of tile at least once on the places of a slot group, if there are any."""
    if group is None or not group.places:
        return []
    spare = rng.choice(group.classes, len(group.places) - len(group.classes))
    return [str(one) for one in rng.permutation([*group.classes, *spare])]


def take(
    scenes: Sequence[Scene], renderer: Renderer, directory: Path, conditions: Conditions
) -> list[str]:
    """Save a picture of each scene; name them relative to the directory."""
    (directory / "frames").mkdir(parents=True, exist_ok=True)
    names = []
    for number, scene in enumerate(scenes):
        names.append(f"frames/{number:04d}.png")
        # Noise of its own: no frame of the game has a number like that.
        _, coded = cv2.imencode(".png", renderer.render(scene, 10**9 + number, conditions))
        (directory / names[-1]).write_bytes(coded.tobytes())
    return names


def tapped(board: Board, pose: CameraPose, rng: np.random.Generator) -> list[list[float]]:
    """Tell where somebody taps the corners of the board in a picture (4 x 2, pixels)."""
    width, height = board.size_mm
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    error = rng.uniform(-1.0, 1.0, (len(corners), 2)) * (TAP_ERROR_PX / np.sqrt(2.0))
    pixels = pose.project(corners) + error
    return [[round(float(x), 1), round(float(y), 1)] for x, y in pixels]


def _table_text(
    frames: Sequence[str],
    corners: list[list[float]],
    samples: Mapping[str, list[str]],
    taught: Mapping[SlotGroup | None, list[str]],
) -> str:
    empty, coloured, *tiled = (f'"{name}"' for name in frames)
    lines = ["format = 1", 'board = "board.toml"', "", "[camera]", f"empty = {empty}"]
    lines.append(f"corners_px = {corners}")
    for colour, at in samples.items():
        lines += ["", "[[sample]]", f"frame = {coloured}", f'colour = "{colour}"']
        lines.append(f"at = {listed(at)}")
    for group, lying in taught.items():
        if group is not None and group.taught is not None and lying:
            section, key = group.taught
            lines += ["", f"[{section}]", f"frame = {tiled[0]}", f"{key} = {listed(lying)}"]
    return "\n".join(lines) + "\n"


def listed(idents: Sequence[str]) -> str:
    """Write ids as a table file lists them."""
    return "[" + ", ".join(f'"{ident}"' for ident in idents) + "]"
