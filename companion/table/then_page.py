"""The board as it stood at a moment of the game, beside what the camera sees now."""

from typing import TYPE_CHECKING, Final

from companion.language import said
from companion.screens.diagram import Diagram
from companion.screens.picture_in_box import Captioned, SideBySide
from companion.screens.screen import Body, Labels
from companion.table.game import LiveGame
from companion.table.look import Look
from companion.table.marking import marked
from companion.table.page import Page
from companion.tracking.notes import Differences, differing
from companion.words.brief_names import BriefNames
from companion.words.wrong import seen_sentences
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.table.session import Session

ANEW: Final = 2.0
"""Seconds after which the photograph is another one: nobody needs it to move."""
SAME: Final = said("On the table all stand as they did then.")
UNSEEN: Final = said("The board cannot be seen at present.")


class ThenPage(Page):
    """The position after event ``number``; where now differs is ringed in both pictures."""

    def __init__(self, session: "Session", live: LiveGame, number: int) -> None:
        """Compare with what is seen at present."""
        super().__init__(session)
        self._live = live
        self._number = number
        self._look = session.look
        self._taken = session.now

    def title(self) -> str:
        """Name the page."""
        return self.session.words.say("The board then and now")

    def body(self) -> Body:
        """Show both, and say what differs."""
        live, words = self._live, self.session.words
        state = live.state_at(self._number)
        odd = self._differences()
        board = Diagram(live.board, state["board"], live.players, tuple(odd or ()))
        then = words.say("After event {number}", number=str(self._number))
        now = Captioned(marked(self._look, live.board, odd or ()), words.say("Now"))
        return SideBySide(Captioned(board, then), now, self._told(odd))

    def labels(self) -> Labels:
        """Name the one that does something."""
        return Labels(back=self.session.words.say("Back"))

    def press(self, button: Button) -> None:
        """Go back to the moment."""
        if button is Button.BACK:
            self.session.close(self)

    def see(self, look: Look) -> None:
        """Take another picture now and then."""
        if self.session.now - self._taken >= ANEW:
            self._look = look
            self._taken = self.session.now

    def _differences(self) -> Differences | None:
        """Tell where now differs; None where nothing can be seen."""
        live, look = self._live, self._look
        if look is None or not look.reading.registered:
            return None
        return differing(look.reading, live.board, live.state_at(self._number)["board"])

    def _told(self, odd: Differences | None) -> str:
        words = self.session.words
        if odd is None:
            return words.tell(UNSEEN, {})
        if not odd:
            return words.tell(SAME, {})
        names = BriefNames(words, self._live.board, self._live.people)
        return " ".join(seen_sentences(odd, names, most=1))
