"""A page that tells something and waits until it has been read."""

from typing import TYPE_CHECKING

from companion.screens.message import Message
from companion.screens.screen import Body, Labels
from companion.table.page import Page
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.table.session import Session


class MessagePage(Page):
    """Tells something; OK and BACK both go back to where one was."""

    def __init__(self, session: "Session", text: str, title: str = "", path: str = "") -> None:
        """Tell ``text``, which is in the language of the screens, and name a place on the disk."""
        super().__init__(session)
        self._text = text
        self._title = title
        self._path = path

    def title(self) -> str:
        """Give the title of what the message belongs to."""
        return self._title

    def body(self) -> Body:
        """Show the message."""
        return Message(self._text, self._path)

    def labels(self) -> Labels:
        """Name the two that do something."""
        say = self.session.words.say
        return Labels(ok=say("Go on"), back=say("Back"))

    def press(self, button: Button) -> None:
        """Go back."""
        if button in (Button.OK, Button.BACK):
            self.session.close(self)
