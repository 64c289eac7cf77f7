"""The pages that compare the board with what the camera sees now."""

from collections.abc import Sequence
from typing import Final

from companion.language import said
from companion.pages.board_photos import ANEW, marked, moment_pictures
from companion.pages.game_drawn import board_drawn
from companion.pages.kinds import CurrentStatePage, MenuPage, NoticePage, Option, PlainPage
from companion.pages.phases import end_round
from companion.session.helpers import Mark, wrong_places
from companion.session.look import Look
from companion.session.session import Session
from companion.tracking.config import AGREE
from companion.tracking.notes import Differences, row_differs
from companion.ui.menu import Row
from companion.ui.pen import Drawable
from companion.ui.photos import Captioned, SideBySide
from companion.ui.screen import Body
from companion.words.happened import seen_sentences
from hardware.panel import Light

SAME: Final = said("The table already looks as it did then.")
UNSEEN: Final = said("The board can’t be seen right now.")


class ThenPage(PlainPage):
    """The position after event ``number``; where now differs is ringed in both pictures."""

    heading = said("The board then and now")

    def __init__(self, session: Session, event: int) -> None:
        super().__init__(session)
        self._live = session.live
        self._number = event
        self._look = session.look
        self._taken = session.now

    def body(self) -> Body:
        live, words = self._live, self.session.words
        differences = self._differences()
        board = board_drawn(live.history, live.board, self._number, tuple(differences or ()))
        then = words.say("After event {number}", number=self._number)
        now = Captioned(marked(self._look, live.board, differences or ()), words.say("Now"))
        return SideBySide(Captioned(board, then), now, self._sentences(differences))

    def on_look(self, look: Look) -> None:
        if self.session.now - self._taken >= ANEW:
            self._look = look
            self._taken = self.session.now

    def _differences(self) -> Differences | None:
        live, look = self._live, self._look
        if look is None or not look.reading.registered:
            return None
        return live.differing(look.reading, self._number)

    def _sentences(self, differences: Differences | None) -> str:
        words = self.session.words
        if differences is None:
            return words.say(UNSEEN)
        if not differences:
            return words.say(SAME)
        return " ".join(seen_sentences(differences, self._live.names, most=1, earlier=True))


LOOK: Final = said("Comparing the table with the game.")


class GoingOnPage(NoticePage):
    """Shows how the game stands beside the table; nothing is concluded while it is open.

    It closes by itself when the table fits, and by OK or BACK in any case.
    """

    heading = said("Continuing the game")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._live = live = session.live
        self._look: Look | None = None
        self._fitting = 0
        live.paused = True

    def light(self) -> Light | None:
        """Wait for OK while the table does not fit: until then nothing is followed."""
        return Light.BLUE if self._differs else None

    def body(self) -> Body:
        live, say = self._live, self.say
        differences = self._differences()
        then = Captioned(self._then(differences), say("As saved"))
        now = Captioned(marked(self._look, live.board, differences), say("Now"))
        return SideBySide(then, now, self._sentences(differences))

    def on_look(self, look: Look) -> None:
        if not look.clear:
            return
        self._look = look
        self._fitting = 0 if self._differs else self._fitting + 1
        if self._fitting >= AGREE and self.session.page is self:
            self.leave()

    def leave(self) -> None:
        self._live.paused = False
        self.close()

    @property
    def _differs(self) -> bool:
        return bool(self._differences()) or self._row_differs()

    def _differences(self) -> Differences:
        if self._look is None:
            return {}
        return self._live.differing(self._look.reading, self._live.history.event)

    def _row_differs(self) -> bool:
        live, history = self._live, self._live.history
        if self._look is None or live.tracker.game.row_id not in live.phase.followed:
            return False
        return row_differs(self._look.reading, live.board, live.tracker.game.row(history.state))

    def _then(self, differences: Differences) -> Drawable:
        live = self._live
        number = live.history.event
        evidence = self.session.store.evidence(live.id, number)
        for moment, photo in moment_pictures(evidence, number, live.board, differences).photos:
            if moment == "after":
                return photo
        return board_drawn(live.history, live.board, number, tuple(differences))

    def _sentences(self, differences: Differences) -> str:
        words = self.session.words
        if self._look is None:
            return words.say(LOOK)
        names = self._live.names
        lines = seen_sentences(differences, names, most=1)
        if self._row_differs():
            lines.append(names.remark("row"))
        return " ".join(lines) or words.say(LOOK)


AGAIN: Final = said("Then press SCORE again.")


class RowPage(CurrentStatePage, MenuPage):
    """Says which tiles of the row lie wrong when a round is to be ended; gone once they lie right.

    People may say that the camera is mistaken: then the round ends as the game has it.
    """

    heading = said("First put the row right")

    def text(self) -> str:
        live, note = self.live, self.live.row_amiss(self.session.look)
        told = [live.names.row_reminder(note)] if note is not None else []
        return " ".join([*told, self.say(AGAIN)])

    def marks(self) -> Sequence[Mark]:
        note = self.live.row_amiss(self.session.look)
        return () if note is None else wrong_places(self.live.board, note["expected"], note["seen"])

    def options(self) -> Sequence[Option]:
        return [
            (Row(self.say("Put it right")), self.close),
            (Row(self.say("The camera is mistaken")), self._end_round),
        ]

    def on_look(self, look: Look) -> None:
        super().on_look(look)
        if self.live.row_amiss(look) is None:
            self.close()

    def _end_round(self) -> None:
        self.close()
        end_round(self.session, self.live)
