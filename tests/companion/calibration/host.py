"""Somebody who goes on from the board to the whole table: pieces are laid as asked for."""

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path

from companion.calibration.board import untaught_session
from companion.calibration.desk import Desk
from companion.calibration.pieces import LearntPage
from companion.calibration.wizard import CalibrationPage
from companion.games.sumeria.teaching import TEACHING
from companion.settings import Settings
from hardware.panel import Button
from tests.companion.calibration.owner import Owner, Shown
from tests.companion.pages.hands import press

COLOURS = ("red", "blue", "yellow")


class Host(Owner):
    """An owner with all of the box before the wizard with all of its steps."""

    def __init__(self, folder: Path, shown: Shown) -> None:
        """Sit down at a table with an empty board; ``file`` is to be written by the wizard."""
        self.by_buttons = False
        super().__init__(folder, shown)
        self.file = folder / "table" / "table.toml"
        self.begin(folder)

    def begin(self, folder: Path) -> None:
        """Begin the wizard with all of its steps, or go on with it after a power cut."""
        self.session = untaught_session(Settings(), self.store)
        self.desk = Desk(folder / "draft", TEACHING)
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

    @abstractmethod
    def touch_point(self, at_mm: Sequence[float]) -> None:
        """Touch a point of the board, or beside it, in the camera's picture."""

    @abstractmethod
    def stand(self) -> None:
        """Put merchants where the screen shows them."""

    @abstractmethod
    def lay_row(self) -> None:
        """Lay the city-state tiles in the order that the screen lists."""

    @abstractmethod
    def lay_kinds(self) -> None:
        """Lay influence tiles as the screen lists them."""

    @abstractmethod
    def prove(self) -> None:
        """Move merchants about, ten times."""

    def show_pieces(self) -> None:
        """Go from a board that is known to the end."""
        self.tell_colours()
        self.place_merchants()
        self.lay_tiles()
        self.lay_influence()
        self.prove()
        self.end()

    def tell_furniture(self) -> None:
        """Show ranking row, influence spaces and turn track by touch."""
        slots = self.truth.row_boxes
        (x, y, width, height), (last, end, *_) = slots[0], slots[-1]
        self.touch_point((x, y))
        self.touch_point((x + width, y + height))
        self.touch_point((last + width, end + height))
        self.take("Continue")
        for spaces in (self.truth.tile_circles, self.truth.marker_circles):
            self.wait(2)
            for space in spaces:
                self.touch_point(space)
            at_x, at_y, radius = spaces[-1]
            self.touch_point((at_x + radius, at_y))
            self.take("Continue")

    def tell_colours(self) -> None:
        """Say which colours there are."""
        for colour in COLOURS:
            self.take(colour.capitalize())
        self.take("Continue")

    def place_merchants(self) -> None:
        """Put merchants where the screen shows them, and say so."""
        self.stand()
        self.take("They are in place")
        self.learn()

    def lay_tiles(self) -> None:
        """Lay the city-state tiles, and say so."""
        self.lay_row()
        self.take("Ready")
        self.learn()

    def lay_influence(self) -> None:
        """Lay influence tiles, and say so."""
        self.lay_kinds()
        self.take("Ready")
        self.learn()

    def listed(self) -> list[str]:
        """Read what the screen lists, place by place."""
        rows = getattr(self.session.screen.body, "rows", ())
        return [row.value for row in rows if row.value]

    def learn(self) -> None:
        """Wait until the pieces were learnt, and agree."""
        assert isinstance(self.session.page, LearntPage)
        self.wait(2)
        self.take("Continue")
        self.wait(2)

    def end(self) -> None:
        """Read that all is kept, and leave."""
        self.take("Continue")
        press(self.session, Button.OK)
