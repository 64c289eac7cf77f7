"""Telling which influence tiles somebody chose, where the camera could not."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.screens.menu import Row
from companion.table.game import LiveGame
from companion.table.look import Look
from companion.table.menu_page import MenuPage

if TYPE_CHECKING:
    from companion.table.session import Session


class ClaimPage(MenuPage):
    """Offers every choice that the rules allow; gone once one has been told or seen."""

    def __init__(self, session: "Session", live: LiveGame) -> None:
        """Ask about the choice that the game waits for."""
        super().__init__(session)
        self._live = live
        self._number = live.history.event
        self._events = live.history.game.legal_events(live.history.state)

    def title(self) -> str:
        """Say what this is about."""
        return self.session.words.say("Influence tiles")

    def text(self) -> str:
        """Ask who took what."""
        event = self._events[0]
        names = self._live.names
        return self.session.words.say(
            "Which tiles does {player} take in {city_state}?",
            player=names.player(event.player),
            city_state=names.city_state(event.city_state),
        )

    def rows(self) -> Sequence[Row]:
        """List the choices."""
        return [Row(self._live.names.tiles(event.tiles)) for event in self._events]

    def choose(self, number: int) -> None:
        """Write the choice."""
        self.session.close(self)
        if self._live.history.event == self._number:
            self._live.write(self._events[number], look=self.session.look)

    def see(self, look: Look) -> None:
        """Ask no longer what has been seen."""
        del look
        if self._live.history.event != self._number:
            self.session.close(self)
