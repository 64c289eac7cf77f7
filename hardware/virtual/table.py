"""A table under a camera: what lies there, how it is taught, and the pictures taken of it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from engine.board import Board, format_toml
from engine.games import format_board
from engine.history import History
from engine.layout import Shape, SlotGroup
from hardware.virtual.camera_pose import CameraPose, overhead
from hardware.virtual.conditions import Changes, Conditions
from hardware.virtual.look import TableLook
from hardware.virtual.painting import Picture
from hardware.virtual.people import Moment, People
from hardware.virtual.pieces import PAINTS
from hardware.virtual.renderer import NO_FACES, Renderer
from hardware.virtual.scene import Scene
from hardware.virtual.seats import laid_out_mm
from hardware.virtual.tabletop import Tabletop

BEFORE: Final = -1
"""The tick before the first moment, at which the table is taught."""


class LaidTable(ABC):
    """A table with its pieces and a camera above it.

    Players are named by the paint of their pieces, clockwise. ``top`` is what lies where, and how
    everything looks; ``changes`` is what light and camera go through, ``faces`` what its tiles
    show.
    """

    def __init__(
        self,
        top: Tabletop,
        seed: int,
        *,
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
        self.look: TableLook = top.look
        self.changes = changes or Changes()
        self.pose: CameraPose = overhead(laid_out_mm(self.board), seed, self.look)
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

    def __init__(self, people: People, seed: int, *, changes: Changes | None = None) -> None:
        """Watch people; without ``changes`` the evening is calm."""
        super().__init__(people.top, seed, changes=changes, faces=people.faces)
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


def table_of(  # noqa: PLR0913, PLR0917 - a table is laid with that much
    kind: Callable[[Board, Sequence[str], str, int, int], People],
    board: Board,
    players: Sequence[str],
    first: str,
    seed: int,
    settled: int = 3,
    *,
    changes: Changes | None = None,
) -> VirtualTable:
    """Lay a table of careful people of a ``kind``; ``first`` opens the game.

    Raises ValueError for a board or players that it cannot show.
    """
    return VirtualTable(kind(board, players, first, seed, settled), seed, changes=changes)


TAP_ERROR_PX: Final = 2.0
EACH: Final = 2
"""Pieces of each player that stand on places of a group, where it has enough of these; else one."""
NOISE: Final = 10**9
"""The noise of the first picture: no frame of a game has a number like that."""


def teach(
    table: Tabletop, renderer: Renderer, directory: Path, seed: int, conditions: Conditions
) -> Path:
    """Write ``board.toml``, ``table.toml`` and pictures into a directory; give the second.

    The pictures show the empty board, pieces of each player, and everything else that lies on a
    board. The corners are as people tap them. Raises OSError.
    """
    board, rng = renderer.board, np.random.default_rng([seed, 2])
    lessons = _Lessons(table, rng)
    frames = [f"frames/{number:04d}.png" for number in range(len(lessons.scenes))]
    (directory / "frames").mkdir(parents=True, exist_ok=True)
    for number, (name, scene) in enumerate(zip(frames, lessons.scenes, strict=True), NOISE):
        _, coded = cv2.imencode(".png", renderer.render(scene, number, conditions))
        (directory / name).write_bytes(coded.tobytes())
    corners = _tapped(board, renderer.pose_under(conditions), rng)
    (directory / "board.toml").write_text(format_board(board), encoding="utf-8")
    path = directory / "table.toml"
    path.write_text(format_toml(lessons.table_file(frames, corners)), encoding="utf-8")
    return path


class _Lessons:
    """What a table shows while it is taught: a scene for each picture."""

    def __init__(self, table: Tabletop, rng: np.random.Generator) -> None:
        self._board = table.board
        self._top = table.bare(rng)
        self._rng = rng
        self.scenes: list[Scene] = [self._top.scene()]
        self._samples = self._stand_pieces()
        self.scenes.append(self._top.scene())
        for group in self._board.layout:
            self._top.clear(group)
        self._groups = [one for one in self._board.layout if one.taught and one.places]
        self._kinds = {one.id: self._chosen(one, table) for one in self._groups}
        for group in self._groups:
            self._lay(group, self._kinds[group.id][0])
        if self._groups:
            self.scenes.append(self._top.scene())
        for group in self._groups:
            for kinds in self._kinds[group.id][1:]:
                self._top.clear(group)
                self._lay(group, kinds)
                self.scenes.append(self._top.scene())

    def _stand_pieces(self) -> dict[str, list[str]]:
        """Stand pieces of each player on places of their own; tells on which."""
        players = list(self._top.seats)
        samples: dict[str, list[str]] = {player: [] for player in players}
        for group in self._board.layout:
            if not group.players or not group.places:
                continue
            number = EACH if len(group.places) >= EACH * len(players) else 1
            places = [place.id for place in group.places]
            chosen = self._rng.choice(places, number * len(players), replace=False).tolist()
            for i, player in enumerate(players):
                for place in chosen[number * i : number * (i + 1)]:
                    self._top.fetch(player)
                    self._top.lay((group.id, place), player)
                    samples[player].append(place)
        return samples

    def _chosen(self, group: SlotGroup, table: Tabletop) -> list[list[str]]:
        """Choose what lies on each place of a group, in one picture or as many as all classes need.

        Of tiles that have more sides than there are places, those that are played with come first.
        """
        number, classes = len(group.places), list(group.classes)
        if group.shape is Shape.AREAS:
            return [[place.id for place in group.places]]
        if len(classes) <= number:
            spare = self._rng.choice(classes, number - len(classes))
            return [[str(one) for one in self._rng.permutation([*classes, *spare])]]
        if group.once:
            first = table.contents(group)
            others = [one for one in classes if one not in first]
            return [first, (others + first)[:number]]
        return [(classes[i:] + classes)[:number] for i in range(0, len(classes), number)]

    def _lay(self, group: SlotGroup, kinds: Sequence[str]) -> None:
        for place, kind in zip(group.places, kinds, strict=True):
            self._top.lay((group.id, place.id), kind)

    def table_file(
        self, frames: Sequence[str], corners: Sequence[Sequence[float]]
    ) -> dict[str, object]:
        """Give what the table file says; ``frames`` are the names of the pictures."""
        empty, standing, *laid = frames
        samples = [
            {"frame": standing, "colour": player, "at": at} for player, at in self._samples.items()
        ]
        sections: dict[str, dict[str, object]] = {}
        further = iter(laid[1:])
        for group in self._groups:
            table, key = group.taught or ("", "")
            section, _, several = table.partition(".")
            kinds = self._kinds[group.id]
            shown = [laid[0], *(next(further) for _ in kinds[1:])]
            each = [
                {"frame": frame, key: one} if key else {"frame": frame}
                for frame, one in zip(shown, kinds, strict=True)
            ]
            if several:
                sections[section] = {several: tuple(each)}
                continue
            first, *more = each
            sections.setdefault(section, {}).update(first)
            if more:
                sections[section]["samples"] = tuple(more)
        camera = {"empty": empty, "corners_px": corners}
        head = {"format": 1, "board": "board.toml", "camera": camera, "sample": samples}
        return {**head, **sections}


def _tapped(board: Board, pose: CameraPose, rng: np.random.Generator) -> list[list[float]]:
    """Tell where somebody taps the corners of the board in a picture (4 x 2, pixels)."""
    width, height = board.size_mm
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    error = rng.uniform(-1.0, 1.0, (len(corners), 2)) * (TAP_ERROR_PX / np.sqrt(2.0))
    pixels = pose.project(corners) + error
    return [[round(float(x), 1), round(float(y), 1)] for x, y in pixels]
