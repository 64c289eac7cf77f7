"""A page with a list: SCORE up, WHY? down, OK chooses, BACK leaves; a touch chooses too."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from companion.screens.menu import ROW_TARGET, Menu, Row
from companion.screens.screen import Body, Labels
from companion.table.page import Page
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.table.session import Session


class MenuPage(Page):
    """A page of rows; subclasses say which, and what choosing one does."""

    scrolls: ClassVar[bool] = True

    def __init__(self, session: "Session") -> None:
        """Begin at the first row."""
        super().__init__(session)
        self.chosen = 0

    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """List what can be chosen."""

    @abstractmethod
    def choose(self, number: int) -> None:
        """Do what the row of that number is for."""

    def text(self) -> str:
        """Say what stands above the rows."""
        return ""

    def leave(self) -> None:
        """Do what BACK does."""
        self.session.close(self)

    def body(self) -> Body:
        """Show the rows."""
        rows = tuple(self.rows())
        self.chosen = max(0, min(self.chosen, len(rows) - 1))
        self._skip(rows, 1)
        return Menu(rows, self.chosen, self.text())

    def labels(self) -> Labels:
        """Name the four."""
        say = self.session.words.say
        return Labels(score="▲", ok=say("Choose"), back=say("Back"), why="▼")

    def press(self, button: Button) -> None:
        """Go up or down, around the ends, choose, or leave."""
        rows = self.rows()
        match button:
            case Button.SCORE | Button.WHY:
                step = 1 if button is Button.WHY else -1
                self.chosen = (self.chosen + step) % max(1, len(rows))
                self._skip(rows, step)
            case Button.OK:
                self._skip(rows, 1)
                if rows and rows[self.chosen].choosable:
                    self.choose(self.chosen)
            case Button.BACK:
                self.leave()

    def tap(self, target: str) -> None:
        """Choose the row that was touched."""
        for number, row in enumerate(self.rows()):
            if target == ROW_TARGET.format(number) and row.choosable:
                self.chosen = number
                self.choose(number)
                return

    def _skip(self, rows: Sequence[Row], step: int) -> None:
        """Go on to a row that can be chosen, if there is one."""
        for _ in rows:
            if rows[self.chosen].choosable:
                return
            self.chosen = (self.chosen + step) % len(rows)
