"""The page that tells in full what is to be written, where that is too long for a line."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.screens.menu import Row
from companion.table.menu_page import MenuPage

if TYPE_CHECKING:
    from companion.table.session import Session


class HappeningPage(MenuPage):
    """Tells events in order, and asks whether that is what happened."""

    def __init__(self, session: "Session", told: Sequence[str], do: Callable[[], None]) -> None:
        """Tell sentences in the language of the screens; ``do`` is called upon yes."""
        super().__init__(session)
        self._told = tuple(told)
        self._do = do

    def title(self) -> str:
        """Ask."""
        return self.session.words.say("Is that what happened?")

    def rows(self) -> Sequence[Row]:
        """List the events, and the answer; BACK is the other one."""
        told = (Row(text, choosable=False) for text in self._told)
        return [*told, Row(self.session.words.say("Yes, that is what happened"))]

    def choose(self, number: int) -> None:
        """Do it."""
        if number == len(self._told):
            self._do()
