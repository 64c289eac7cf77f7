"""An owner whose camera shows photographs of a table, one after the other."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from companion.calibration.pieces import PiecesPage
from companion.calibration.proof import WANTED, ProofPage
from companion.ui.guided_photo import GuidedPhoto
from engine.sumeria.board_file import INFLUENCE_KINDS
from tests.companion.calibration.host import Host
from tests.companion.calibration.owner import photographed
from vision.picture import load_picture
from vision.plan import aim
from vision.table import load_table

BEFORE: Final = 1
"""Rows above the first area: taking the picture."""
MERCHANTS: Final = 1
TILES: Final = 2
GAME: Final = 3
"""Which photographs show merchants, tiles, and from where on a game; the first shows the board."""


class Photographs(Host):
    """A host who has no pieces: what stands and lies in the photographs is told to the screen."""

    def __init__(self, folder: Path, table: Path) -> None:
        """Sit down before the photograph of the empty board, one of the table's folder."""
        self.known = load_table(table / "table.toml")
        self.frames = sorted((table / "frames").iterdir())
        with (table / "truth.jsonl").open(encoding="utf-8") as lines:
            self.hands = [json.loads(line)["hand"] for line in lines]
        shown = photographed(table)
        self.plan = aim(shown.board, shown.corners_px, shown.picture)
        super().__init__(folder, shown)

    def show(self, number: int) -> None:
        """Let the camera see a photograph, until it is believed."""
        self.picture = load_picture(self.frames[number])
        self.wait(3)

    def touch_point(self, at_mm: Sequence[float]) -> None:
        """Touch a point of the board, or beside it."""
        ((x, y),) = self.plan.pixels(np.array([at_mm[:2]])).tolist()
        self.drag((x, y))

    def stand(self) -> None:
        """Show merchants on the spots where they stand in the photograph."""
        self.show(MERCHANTS)
        page = self.session.page
        assert isinstance(page, PiecesPage)
        spots = [
            (sample.colour, self.truth.locations[self.truth.index[at]].at_mm)
            for sample in self.known.samples
            for at in sample.at
        ]
        for number, (colour, at_mm) in enumerate(spots):
            body = self.session.screen.body
            assert isinstance(body, GuidedPhoto)
            lit = [mark for mark in body.marks if mark.kind == colour]
            self.drag(lit[number % len(lit)].at)
            self.touch_point(at_mm)

    def lay_row(self) -> None:
        """Tell the order in which the tiles lie in the photograph."""
        self.show(TILES)
        assert self.known.row is not None
        names = {state.id: state.name for state in self.truth.regions}
        for rank, ident in enumerate(self.known.row.names):
            if self.listed()[rank] != names[ident]:
                self.touch_number(BEFORE + rank)
                self.touch_row(names[ident])

    def lay_kinds(self) -> None:
        """Tell which kinds lie there."""
        self.show(TILES)
        assert self.known.tiles is not None
        for space, kind in enumerate(self.known.tiles.names):
            if kind not in self.listed()[space]:
                self.touch_number(BEFORE + space)
                self.touch_number(INFLUENCE_KINDS.index(kind))

    def prove(self) -> None:
        """Let the screen see a game until ten moves were seen right."""
        page = self.session.page
        assert isinstance(page, ProofPage)
        for number in range(GAME, len(self.frames)):
            if not self.hands[number]:
                self.show(number)
            if page.moves.count >= WANTED:
                return
        raise AssertionError(f"{page.moves.count} moves were seen")
