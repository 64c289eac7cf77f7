"""The end of the game: the result, what it is made of, and a copy to keep."""

from datetime import timedelta
from typing import TYPE_CHECKING

from companion.archive.exporting import export_game
from companion.journal.errors import JournalError
from companion.screens.menu import Menu, Row
from companion.screens.screen import Body, Labels
from companion.table.cast import Cast
from companion.table.final_views import final_views
from companion.table.game import LiveGame
from companion.table.look import Look
from companion.table.looking_back import look_back
from companion.table.message_page import MessagePage
from companion.table.page import Page
from companion.table.settling import settling
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.table.session import Session


class FinalPage(Page):
    """Shows one view after the other: OK on, BACK back and out, SCORE writes the game as a zip."""

    def __init__(self, session: "Session", live: LiveGame) -> None:
        """Begin with who has won."""
        super().__init__(session)
        self._live = live
        self._at = 0
        self._told: tuple[object, ...] = ()
        self._bodies: tuple[Body, ...] = ()

    def title(self) -> str:
        """Say what this is."""
        return self.session.words.say("The end of the game")

    def body(self) -> Body:
        """Show the view."""
        self._tell()
        return self._bodies[self._at]

    def labels(self) -> Labels:
        """Name what goes on and back, and the copy."""
        say = self.session.words.say
        back = say("Back") if self._at else say("Close")
        return Labels(score=say("Export"), ok=say("Next"), back=back, why=say("Why?"))

    def press(self, button: Button) -> None:
        """Go on, around the end; back, and from the first view out; or write a copy."""
        match button:
            case Button.OK:
                self._tell()
                self._at = (self._at + 1) % len(self._bodies)
            case Button.BACK if self._at:
                self._at -= 1
            case Button.BACK:
                self._leave()
            case Button.SCORE:
                self._export()
            case Button.WHY:
                look_back(self.session)

    def see(self, look: Look) -> None:
        """Be gone when the game goes on after all."""
        del look
        if self.session.page is self and self._live.state["phase"] != "over":
            self.session.close(self)

    def _leave(self) -> None:
        """Put the game away and go back to the first page."""
        session = self.session
        session.game = None
        session.close(session.pages[1])

    def _export(self) -> None:
        say = self.session.words.say
        journal = self.session.store.journal
        try:
            path = export_game(journal, journal.game(self._live.id))
        except (OSError, JournalError) as error:
            text = say("The copy could not be written: {why}", why=str(error))
        else:
            text = say("The game with its pictures is now also here: {path}", path=str(path))
        self.session.open(MessagePage(self.session, text, self.title()))

    def _tell(self) -> None:
        live = self._live
        told = (live.history.event, live.names.language.code)
        found = settling(live.history) if told != self._told else None
        if found is None or found.result is None:
            return
        cast = Cast(live.names, live.board, live.players)
        self._bodies = (*final_views(live.history, found.result, cast), self._thinking())
        self._told = told

    def _thinking(self) -> Menu:
        live = self._live
        rows = (
            Row(
                live.names.player(player),
                str(timedelta(seconds=round(live.thinking.get(player, 0.0)))),
                (player, live.players.index(player)),
                choosable=False,
            )
            for player in live.players
        )
        return Menu(tuple(rows), -1, self.session.words.say("So long has everybody been thinking:"))
