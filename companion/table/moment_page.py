"""One moment of the game: its photographs, and from there the reasons, then and now, and back."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.language import Saying, said
from companion.screens.marked_photo import BesidePhoto
from companion.screens.menu import Menu, Row
from companion.screens.picture_in_box import Captioned
from companion.screens.screen import Body
from companion.table.game import LiveGame
from companion.table.menu_page import MenuPage
from companion.table.moment_pictures import moment_pictures
from companion.table.reasons_page import ReasonsPage
from companion.table.then_page import ThenPage
from companion.table.undo_page import UndoPage
from companion.tracking.notes import changes_between
from companion.words.brief_names import BriefNames
from companion.words.history import happened, order_sentence, orders_unseen, time_of

if TYPE_CHECKING:
    from companion.archive.evidence import Moment
    from companion.table.session import Session

FLICKER: Final = 0.7
"""Seconds for which each of the two photographs is shown: what changed is what moves."""
CAPTIONS: Final[dict["Moment", Saying]] = {"before": said("Before"), "after": said("After")}
ERASED: Final = said("Its photographs were erased.")
NEVER: Final = said("There are no photographs of it.")


class MomentPage(MenuPage):
    """Event ``number`` of a game, and what can be asked about it."""

    def __init__(self, session: "Session", live: LiveGame, number: int) -> None:
        """Take out what is kept of the event."""
        super().__init__(session)
        self._live = live
        self._number = number
        before, after = (live.state_at(one)["board"] for one in (number - 1, number))
        self._kept = moment_pictures(
            session.store.evidence(live.id, number),
            number,
            live.board,
            changes_between(before, after, live.board),
        )
        self._shown = 0
        self._since = session.now

    def title(self) -> str:
        """Tell when it happened."""
        lines = self.session.store.lines(self._live.id)
        return " · ".join(filter(None, (f"{self._number}", time_of(lines, self._number))))

    def text(self) -> str:
        """Tell what happened, and why there are no photographs where there are none."""
        live, words = self._live, self.session.words
        photos = bool(self._kept.photos)
        names = BriefNames(words, live.board, live.people) if photos else live.names
        told = happened(live.history.events[self._number - 1], names)
        among = orders_unseen(self.session.store.lines(live.id)).get(self._number)
        if among is not None:
            told = f"{told} {order_sentence(among, words)}"
        if photos:
            return told
        return f"{told} {words.tell(ERASED if self._kept.erased else NEVER, {})}"

    def rows(self) -> Sequence[Row]:
        """List what can be asked."""
        say = self.session.words.say
        rows = [Row(say("Why that is so")), Row(say("The board then and now"))]
        if self._live.history.at(self._number) != self._live.history.state:
            rows.append(Row(say("Go back to here")))
        return rows

    def choose(self, number: int) -> None:
        """Open the page for it."""
        kinds = (ReasonsPage, ThenPage, UndoPage)
        self.session.open(kinds[number](self.session, self._live, self._number))

    def body(self) -> Body:
        """Show one of the photographs, with the rows beside it."""
        rows = tuple(self.rows())
        self.chosen = min(self.chosen, len(rows) - 1)
        menu = Menu(rows, self.chosen, self.text())
        if not self._kept.photos:
            return menu
        moment, photo = self._kept.photos[self._shown % len(self._kept.photos)]
        caption = self.session.words.tell(CAPTIONS[moment], {})
        return BesidePhoto(menu, Captioned(photo, caption, marked=moment == "after"))

    def pass_time(self, now: float) -> None:
        """Show the other photograph when it is time."""
        if now - self._since >= FLICKER:
            self._since = now
            self._shown += 1
