"""A page that asks before something is done that cannot be taken back."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.screens.menu import Row
from companion.table.menu_page import MenuPage

if TYPE_CHECKING:
    from companion.table.session import Session


class ConfirmPage(MenuPage):
    """Asks; the harmless answer comes first, and is what BACK says too."""

    def __init__(
        self, session: "Session", question: str, yes: str, do: Callable[[], None], title: str = ""
    ) -> None:
        """Ask ``question``; ``yes`` is the answer upon which ``do`` is called.

        All words are in the language of the screens. The page is closed by then.
        """
        super().__init__(session)
        self._question = question
        self._yes = yes
        self._do = do
        self._title = title

    def title(self) -> str:
        """Give the title of what is asked about."""
        return self._title

    def text(self) -> str:
        """Ask."""
        return self._question

    def rows(self) -> Sequence[Row]:
        """Offer both answers."""
        return [Row(self.session.words.say("No, leave it")), Row(self._yes)]

    def choose(self, number: int) -> None:
        """Go back, and do it if that was the answer."""
        self.session.close(self)
        if number:
            self._do()
