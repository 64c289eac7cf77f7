"""An owner with all of the box on a virtual table: merchants and tiles are laid as asked for."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from companion.calibration.calibration import CalibrationPage
from companion.calibration.desk import Desk
from companion.calibration.learning_page import LearningPage
from companion.calibration.merchants_page import MerchantsPage
from companion.calibration.proof_page import ProofPage
from companion.calibration.untaught import untaught_session
from companion.scene import Image
from companion.screens.guided_photo import GuidedPhoto
from companion.settings import Settings
from engine.board import INFLUENCE_KINDS, Board
from hardware.panel import Button
from hardware.virtual.played_table import PlayedTable
from hardware.virtual.scene import Scene
from tests.companion.calibration.owner import Owner, Shown
from tests.companion.table.hands import press

COLOURS = ("red", "blue", "yellow")


class Player(Owner):
    """Somebody who goes on from the board to the whole table."""

    def __init__(self, folder: Path, board: Board, seed: int) -> None:
        """Sit down at a table with an empty board."""
        self.table = PlayedTable(board, COLOURS, seed)
        self.tick = 0
        self.by_buttons = False
        width, height = board.size_mm
        corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
        at_px = [(float(x), float(y)) for x, y in self.table.pose.project(corners)]
        super().__init__(folder, Shown(board, self.seen(Scene()), at_px))
        self.top = self.table.top
        self.top.pick_up(list(self.top.ranking))
        for space in list(self.top.influence):
            self.top.take_token(space, None)
        self.file = folder / "table" / "table.toml"
        self.begin(folder)

    def begin(self, folder: Path) -> None:
        """Begin the wizard with all of its steps, or go on with it after a power cut."""
        self.session = untaught_session(Settings(), self.store)
        self.desk = Desk(folder / "draft")
        self.page = CalibrationPage(self.session, self.desk, self.file)
        self.session.open(self.page)
        self.wait(2)

    def restart(self, folder: Path) -> None:
        """Lose the power, and go on with the step that is at hand."""
        self.begin(folder)
        press(self.session, Button.OK)
        self.wait(2)

    def take(self, text: str) -> None:
        """Take the row that begins so, by touch or by the four buttons."""
        if self.by_buttons:
            self.choose(text)
        else:
            self.touch_row(text)

    def seen(self, scene: Scene) -> Image:
        """Take a picture of a scene."""
        self.tick += 1
        air = self.table.weather.air(0)
        return np.asarray(self.table.renderer.render(scene, self.tick, air), np.uint8)

    def look(self) -> None:
        """Let the camera see the table as it is, until it is believed."""
        self.picture = self.seen(self.top.scene())
        self.wait(3)

    def touch_point(self, at_mm: Sequence[float]) -> None:
        """Touch a point of the board, or beside it, in the camera's picture."""
        ((x, y),) = self.table.pose.project(np.array([(at_mm[0], at_mm[1], 0.0)])).tolist()
        self.drag((x, y))

    def tell_furniture(self) -> None:
        """Show ranking row, influence spaces and turn track by touch."""
        slots = self.truth.ranking_slots
        (x, y, width, height), (last, end, *_) = slots[0], slots[-1]
        self.touch_point((x, y))
        self.touch_point((x + width, y + height))
        self.touch_point((last + width, end + height))
        self.take("Go on")
        for spaces in (self.truth.influence_spaces, self.truth.turn_spaces):
            self.wait(2)
            for space in spaces:
                self.touch_point(space)
            at_x, at_y, radius = spaces[-1]
            self.touch_point((at_x + radius, at_y))
            self.take("Go on")

    def tell_colours(self) -> None:
        """Say which colours there are."""
        for colour in COLOURS:
            self.take(colour.capitalize())
        self.take("Go on")

    def place_merchants(self) -> None:
        """Put merchants where the screen shows them, and say so."""
        self.stand()
        self.take("They stand there")
        self.learn()

    def stand(self) -> None:
        """Put merchants where the screen shows them."""
        assert isinstance(self.session.page, MerchantsPage)
        self.wait(2)
        body = self.session.screen.body
        assert isinstance(body, GuidedPhoto)
        centres = self.table.pose.project(
            np.array([(*one.at_mm, 0.0) for one in self.truth.locations])
        )
        for mark in body.marks:
            near = int(np.linalg.norm(centres - np.array(mark.at), axis=1).argmin())
            self.top.fetch(mark.kind)
            self.top.stand(self.truth.locations[near].id, mark.kind)
        self.look()

    def lay_tiles(self) -> None:
        """Lay the city-state tiles, and say so."""
        self.lay_row()
        self.take("They lie so")
        self.learn()

    def lay_row(self) -> None:
        """Lay the city-state tiles in the order that the screen lists."""
        names = {state.name: state.id for state in self.truth.city_states}
        for slot, name in enumerate(self.listed()):
            self.top.lay_tile(slot, names[name])
        self.look()

    def lay_influence(self) -> None:
        """Lay influence tiles, and say so."""
        self.lay_kinds()
        self.take("They lie so")
        self.learn()

    def lay_kinds(self) -> None:
        """Lay influence tiles as the screen lists them."""
        for space, text in enumerate(self.listed()):
            self.top.lay_token(space, next(kind for kind in INFLUENCE_KINDS if kind in text))
        self.look()

    def listed(self) -> list[str]:
        """Read what the screen lists, place by place."""
        rows = getattr(self.session.screen.body, "rows", ())
        return [row.value for row in rows if row.value]

    def learn(self) -> None:
        """Wait until the pieces were learnt, and agree."""
        assert isinstance(self.session.page, LearningPage)
        self.wait(2)
        self.take("Go on")
        self.wait(2)

    def prove(self) -> None:
        """Move merchants about, ten times."""
        assert isinstance(self.session.page, ProofPage)
        self.look()
        standing = self.standing()
        free = iter(one.id for one in self.truth.locations if one.id not in standing)
        for _ in range(2):
            for at in sorted(self.standing())[:5]:
                merchant = self.top.lift(at)
                self.top.stand(next(free), merchant.paint)
                self.look()

    def standing(self) -> Mapping[str, str]:
        """Tell who stands where."""
        return {at: one.paint for at, one in self.top.scene().merchants.items()}

    def end(self) -> None:
        """Read that all is kept, and leave."""
        self.take("Go on")
        press(self.session, Button.OK)
