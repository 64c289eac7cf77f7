"""Entering the influence tiles that were drawn, where the camera does not read them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.screens.deal import Deal
from companion.screens.menu import Menu, Row
from companion.screens.screen import Body
from companion.table.game import LiveGame
from companion.table.look import Look
from companion.table.menu_page import MenuPage
from companion.table.renewal import by_rank
from engine.sumeria import Draw
from hardware.panel import Button
from seeds.sumeria import counts

if TYPE_CHECKING:
    from companion.table.session import Session

SPACES = sum(counts().over_ranks)


class DrawPage(MenuPage):
    """Takes one tile after the other, left to right; BACK takes the last one back."""

    def __init__(self, session: "Session", live: LiveGame) -> None:
        """Begin with nothing entered."""
        super().__init__(session)
        self._live = live
        self._kinds: list[str] = []

    def title(self) -> str:
        """Say what this is about."""
        return self.session.words.say("New influence tiles")

    def text(self) -> str:
        """Ask for the next tile, or whether all is right."""
        say = self.session.words.say
        if len(self._kinds) < SPACES:
            return say("Which tile comes next? In the bag are:")
        return say("Are these the six tiles?")

    def rows(self) -> Sequence[Row]:
        """List what may still be in the bag, or the answers at the end."""
        say = self.session.words.say
        if len(self._kinds) == SPACES:
            return [Row(say("Yes")), Row(say("No, enter them again"))]
        names = self._live.names
        return [Row(names.tiles_of(kind, left)) for kind, left in self._bag().items()]

    def body(self) -> Body:
        """Show the tiles so far above the list."""
        menu = super().body()
        assert isinstance(menu, Menu)  # noqa: S101 - what the list is
        missing = (None,) * (SPACES - len(self._kinds))
        return Deal(by_rank((*self._kinds, *missing)), menu)

    def choose(self, number: int) -> None:
        """Take a tile; once all are there, write them or begin again."""
        if len(self._kinds) < SPACES:
            self._kinds.append([*self._bag()][number])
            if len(self._kinds) == SPACES:
                self.chosen = 0
            return
        kinds = tuple(self._kinds)
        self._kinds.clear()
        if number == 0 and self._is_awaited():
            self.session.close(self)
            self._live.write(Draw(kinds), look=self.session.look)

    def press(self, button: Button) -> None:
        """Take the last tile back with BACK, while there is one."""
        if button is Button.BACK and self._kinds:
            self._kinds.pop()
        else:
            super().press(button)

    def see(self, look: Look) -> None:
        """Ask no longer what has been seen."""
        del look
        if not self._is_awaited():
            self.session.close(self)

    def _is_awaited(self) -> bool:
        return self._live.state["phase"] == "draw"

    def _bag(self) -> dict[str, int]:
        """Count what may still be in the bag, by kind."""
        bag = self._live.state["bag"]
        left = {kind: many - self._kinds.count(kind) for kind, many in bag.items()}
        return {kind: many for kind, many in left.items() if many > 0}
