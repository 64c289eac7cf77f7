"""SCORE came too early: who still has to play."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.language import counted
from companion.screens.menu import Menu, Row
from companion.screens.screen import Body, Labels
from companion.table.game import LiveGame
from companion.table.look import Look
from companion.table.looking_back import look_back
from companion.table.page import Page
from companion.words.findings import judged_sentence
from engine.sumeria import Score, turns_left
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.table.session import Session

TURNS = counted("{number} turn", "{number} turns", "number")
MERCHANTS = counted("{number} merchant", "{number} merchants", "number")


class EarlyPage(Page):
    """Tells why a dynasty cannot be scored yet; gone when all have played."""

    def __init__(self, session: "Session", live: LiveGame) -> None:
        """Tell about this phase of the game."""
        super().__init__(session)
        self._live = live
        self._phase = live.state["phase"]

    def title(self) -> str:
        """Say what this is about."""
        return self.session.words.say("It is too early to score")

    def body(self) -> Body:
        """Show the reason, and who has how much left to do."""
        return Menu(tuple(self._rows()), -1, self._reason())

    def labels(self) -> Labels:
        """Name the way back."""
        say = self.session.words.say
        return Labels(ok=say("Go on"), back=say("Back"), why=say("Why?"))

    def press(self, button: Button) -> None:
        """Go back to the game."""
        if button in (Button.OK, Button.BACK):
            self.session.close(self)
        elif button is Button.WHY:
            look_back(self.session)

    def see(self, look: Look) -> None:
        """Be gone when the game has come further."""
        del look
        if self._live.state["phase"] != self._phase:
            self.session.close(self)

    def _reason(self) -> str:
        say = self.session.words.say
        match self._phase:
            case "action":
                return say("A dynasty is scored once all turns have been played. Still to come:")
            case "placement":
                return say("The opening placement comes first. Still to be placed:")
        history = self._live.history
        refused = (one for one in history.game.check(history.state, Score()).findings)
        return judged_sentence(next(one for one in refused if not one.holds), self._live.names)

    def _rows(self) -> Sequence[Row]:
        live = self._live
        left = MERCHANTS if self._phase == "placement" else TURNS
        tell = self.session.words.tell
        return [
            Row(
                live.names.player(player),
                tell(left, {"number": str(number)}),
                (player, live.players.index(player)),
                choosable=False,
            )
            for player, number in turns_left(live.history.state)
            if number
        ]
