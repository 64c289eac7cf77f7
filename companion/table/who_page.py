"""The question who stands on a location."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.screens.menu import Row
from companion.table.game import LiveGame
from companion.table.menu_page import MenuPage
from companion.words.names import sentence

if TYPE_CHECKING:
    from companion.table.session import Session


class WhoPage(MenuPage):
    """A list of nobody and the players."""

    def __init__(
        self,
        session: "Session",
        live: LiveGame,
        at: str,
        likely: str | None,
        do: Callable[[str | None], None],
    ) -> None:
        """Ask who stands at a location, ``likely`` perhaps; ``do`` takes the answer.

        None is nobody.
        """
        super().__init__(session)
        self.chosen = live.players.index(likely) + 1 if likely in live.players else 0
        self._live = live
        self._at = at
        self._do = do

    def title(self) -> str:
        """Ask."""
        return self.session.words.say("Who stands there?")

    def text(self) -> str:
        """Name the location."""
        return sentence(self._live.names.location(self._at))

    def rows(self) -> Sequence[Row]:
        """List them."""
        players = self._live.players
        nobody = Row(sentence(self.session.words.say("nobody")))
        rows = (Row(self._live.called(one), player=(one, i)) for i, one in enumerate(players))
        return [nobody, *rows]

    def choose(self, number: int) -> None:
        """Give the answer and go back."""
        self.session.close(self)
        self._do(self._live.players[number - 1] if number else None)
