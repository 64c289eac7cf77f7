"""The pages that show how a stored game stands or ended, and what was agreed on for it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.screens.menu import Row
from companion.screens.screen import Labels
from companion.table.last_state import LastState
from companion.table.menu_page import MenuPage
from companion.words.names import Names
from companion.words.rulings import RULES, answer
from companion.words.standing import by_points, points_words, stand_sentence
from seeds.sumeria import rule

if TYPE_CHECKING:
    from companion.table.session import Session


class StandingPage(MenuPage):
    """Shows the players, most points first, and opens the house rules where there were any."""

    def __init__(self, session: "Session", last: LastState) -> None:
        """Show a game."""
        super().__init__(session)
        self._last = last

    def title(self) -> str:
        """Name what is shown."""
        say = self.session.words.say
        over = self._last.stored.about.finished is not None
        return say("How it ended") if over else say("How it stands")

    def text(self) -> str:
        """Say who won, or how far it is."""
        return stand_sentence(self._last.state, self._names)

    def rows(self) -> Sequence[Row]:
        """List the points."""
        last = self._last
        seats = last.stored.header.players
        rows = [
            Row(
                points_words(one, self._names),
                player=(one.player, seats.index(one.player)),
                choosable=False,
            )
            for one in by_points(last.standing)
        ]
        if last.stored.header.rulings:
            rows.append(Row(self.session.words.say("House rules")))
        return rows

    def labels(self) -> Labels:
        """Name what leads on, if there is anything, and what leads back."""
        if self._last.stored.header.rulings:
            return super().labels()
        return Labels(back=self.session.words.say("Back"))

    def choose(self, number: int) -> None:
        """Open the house rules, the only row that can be chosen."""
        del number
        self.session.open(AgreedPage(self.session, self._last))

    @property
    def _names(self) -> Names:
        last = self._last
        return Names(self.session.words, last.board, last.stored.about.names)


class AgreedPage(MenuPage):
    """Shows by which house rules a stored game was played."""

    def __init__(self, session: "Session", last: LastState) -> None:
        """Show those of a game."""
        super().__init__(session)
        self._rulings = last.stored.header.rulings

    def title(self) -> str:
        """Name what is shown."""
        return self.session.words.say("House rules")

    def rows(self) -> Sequence[Row]:
        """List the questions with what was agreed on."""
        words = self.session.words
        return [
            Row(rule(RULES[key], words.code).title, answer(key, value, words), choosable=False)
            for key, value in self._rulings.items()
        ]

    def labels(self) -> Labels:
        """Name what leads back."""
        return Labels(back=self.session.words.say("Back"))

    def choose(self, number: int) -> None:
        """Do nothing: there is nothing to be chosen."""
