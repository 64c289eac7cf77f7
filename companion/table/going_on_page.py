"""Before a game is gone on with: the table is compared with it, and differences are named."""

from typing import TYPE_CHECKING, Final

from companion.language import said
from companion.screens.diagram import Diagram
from companion.screens.picture_in_box import Captioned, Picture, SideBySide
from companion.screens.screen import Body, Labels
from companion.table.game import AGREE, LiveGame
from companion.table.look import Look
from companion.table.marking import marked
from companion.table.moment_pictures import moment_pictures
from companion.table.page import Page
from companion.table.why_page import open_why
from companion.tracking.notes import Differences, differing, row_differs
from companion.words.brief_names import BriefNames
from companion.words.wrong import seen_sentences
from engine.game import ROW_COUNTS
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.table.session import Session

LOOK: Final = said("The table is being compared with the game.")
ROW: Final = said("The ranking row lies otherwise.")


class GoingOnPage(Page):
    """Shows how the game stands beside the table; nothing is concluded while it is open.

    It closes by itself when the table fits, and by OK or BACK in any case.
    """

    def __init__(self, session: "Session", live: LiveGame) -> None:
        """Wait for the first looks."""
        super().__init__(session)
        self._live = live
        self._look: Look | None = None
        self._fitting = 0
        live.paused = True

    def title(self) -> str:
        """Say what goes on."""
        return self.session.words.say("Going on with the game")

    def body(self) -> Body:
        """Show then and now, and what differs."""
        live, say = self._live, self.session.words.say
        odd = self._differences()
        then = Captioned(self._then(odd), say("So it stands"))
        now = Captioned(marked(self._look, live.board, odd), say("Now"))
        return SideBySide(then, now, self._told(odd))

    def labels(self) -> Labels:
        """Name the three that do something."""
        say = self.session.words.say
        return Labels(ok=say("Go on"), back=say("Back"), why=say("Why?"))

    def press(self, button: Button) -> None:
        """Go on, or look back."""
        if button in (Button.OK, Button.BACK):
            self._go_on()
        elif button is Button.WHY:
            open_why(self.session)

    def see(self, look: Look) -> None:
        """Go on when the table fits."""
        reading = look.reading
        if not reading.registered or reading.hand:
            return
        self._look = look
        fits = not self._differences() and not self._row_differs()
        self._fitting = self._fitting + 1 if fits else 0
        if self._fitting >= AGREE and self.session.page is self:
            self._go_on()

    def _go_on(self) -> None:
        self._live.paused = False
        self.session.close(self)

    def _differences(self) -> Differences:
        if self._look is None:
            return {}
        return differing(self._look.reading, self._live.board, self._live.state["board"])

    def _row_differs(self) -> bool:
        state = self._live.state
        history = self._live.history
        if self._look is None or history.game.phase(history.state) not in ROW_COUNTS:
            return False
        return row_differs(self._look.reading, state["ranking"])

    def _then(self, odd: Differences) -> Picture:
        """Show the last photograph, or where there is none the diagram."""
        live = self._live
        number = live.history.event
        evidence = self.session.store.evidence(live.id, number)
        for moment, photo in moment_pictures(evidence, number, live.board, odd).photos:
            if moment == "after":
                return photo
        return Diagram(live.board, live.state["board"], live.players, tuple(odd))

    def _told(self, odd: Differences) -> str:
        words = self.session.words
        if self._look is None:
            return words.tell(LOOK, {})
        names = BriefNames(words, self._live.board, self._live.people)
        told = seen_sentences(odd, names, most=1)
        if self._row_differs():
            told.append(words.tell(ROW, {}))
        return " ".join(told) or words.tell(LOOK, {})
