"""What may have led to the board that the table has told, to choose from."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion.screens.menu import Row
from companion.table.alternative import Answer, alternative
from companion.table.correct_page import CorrectPage
from companion.table.game import LiveGame
from companion.table.menu_page import MenuPage
from companion.tracking.alternatives import accounts

if TYPE_CHECKING:
    from companion.table.session import Session

MOST: Final = 4
"""Accounts that are offered; the likeliest come first."""


class AccountPage(MenuPage):
    """Offers the events that explain what was told, or a correction."""

    def __init__(
        self,
        session: "Session",
        live: LiveGame,
        told: Mapping[str, str | None],
        done: Callable[[], None],
    ) -> None:
        """Look for what explains who stands where other than by the rules."""
        super().__init__(session)
        self._live = live
        self._told = told
        self._done = done
        names = [one.id for one in live.board.locations]
        self._accounts = accounts(live.history, names, told)[:MOST]

    def title(self) -> str:
        """Ask."""
        return self.session.words.say("What happened?")

    def text(self) -> str:
        """Say whether anything legal explains it."""
        say = self.session.words.say
        if self._accounts:
            return say("By the rules that would be:")
        return say("No legal event leads there. The table may agree on a correction.")

    def rows(self) -> Sequence[Row]:
        """List what may have happened, then the correction."""
        return [row for row, _ in self._answers()]

    def choose(self, number: int) -> None:
        """Write the one chosen, or go on to the correction."""
        self._answers()[number][1]()

    def _answers(self) -> list[Answer]:
        answers = [
            alternative(self.session, self._live, events, partial(self._write, events))
            for events in self._accounts
        ]
        return [*answers, (Row(self.session.words.say("A correction")), self._correct)]

    def _write(self, events: Sequence[Any]) -> None:
        self._live.answer(events, self.session.look)
        self._done()

    def _correct(self) -> None:
        self.session.open(CorrectPage(self.session, self._live, self._told, self._done))
