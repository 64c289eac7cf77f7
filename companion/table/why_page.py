"""*Why?*: everything that happened, the newest first; choose a moment to look at it again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.screens.menu import ROW_TARGET, Menu, Row
from companion.screens.screen import Body
from companion.table.game import LiveGame
from companion.table.menu_page import MenuPage
from companion.table.moment_page import MomentPage
from companion.words.history import Entry, history_entries

if TYPE_CHECKING:
    from companion.table.session import Session

AROUND: Final = 20
"""Rows on each side of the chosen one that may be shown: no screen is higher."""


class WhyPage(MenuPage):
    """The history of the game; events that were taken back are struck out."""

    def __init__(self, session: "Session", live: LiveGame) -> None:
        """Begin at what happened last."""
        super().__init__(session)
        self._live = live
        self._told: tuple[object, list[Entry]] = (None, [])

    def title(self) -> str:
        """Ask what is answered."""
        return self.session.words.say("What has happened")

    def text(self) -> str:
        """Say that there is nothing yet."""
        return "" if self._entries() else self.session.words.say("Nothing has happened yet.")

    def rows(self) -> Sequence[Row]:
        """List events with their numbers, and notes between them."""
        return [
            Row(one.text, choosable=False)
            if one.number is None
            else Row(f"{one.number}. {one.text}", struck=not one.counts)
            for one in self._entries()
        ]

    def body(self) -> Body:
        """Show the rows around the chosen one."""
        rows = self.rows()
        self.chosen = max(0, min(self.chosen, len(rows) - 1))
        self._skip(rows, 1)
        first = self._offset()
        around = tuple(rows[first : self.chosen + AROUND])
        return Menu(around, self.chosen - first, self.text())

    def tap(self, target: str) -> None:
        """Choose the row that was touched."""
        first = self._offset()
        for number, entry in enumerate(self._entries()):
            if target == ROW_TARGET.format(number - first) and entry.number is not None:
                self.chosen = number
                self.choose(number)
                return

    def choose(self, number: int) -> None:
        """Look at that moment again."""
        event = self._entries()[number].number
        if event is not None:
            self.session.open(MomentPage(self.session, self._live, event))

    def _offset(self) -> int:
        return max(0, self.chosen - AROUND)

    def _entries(self) -> list[Entry]:
        """Tell the history anew only where it or the language has changed."""
        lines = self.session.store.lines(self._live.id)
        state = (len(lines), self.session.words)
        if self._told[0] != state:
            entries = history_entries(lines, self._live.history, self._live.names)
            if self.chosen:  # what somebody looks at stays where it is
                self.chosen += len(entries) - len(self._told[1])
            self._told = (state, entries)
        return self._told[1]


def open_why(session: "Session") -> None:
    """Look back at the game that is being played; nothing happens where there is none."""
    if session.game is not None and not isinstance(session.page, WhyPage):
        session.open(WhyPage(session, session.game))
