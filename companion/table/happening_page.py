"""The page that tells in full what is to be written, where that is too long for a line."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.screens.reading_text import Paragraph
from companion.table.text_page import TextPage

if TYPE_CHECKING:
    from companion.table.session import Session


class HappeningPage(TextPage):
    """Tells events in order, and asks whether that is what happened."""

    def __init__(self, session: "Session", told: Sequence[str], do: Callable[[], None]) -> None:
        """Tell sentences in the language of the screens; ``do`` is called upon yes."""
        super().__init__(session)
        self._told = tuple(told)
        self._do = do

    def title(self) -> str:
        """Ask."""
        return self.session.words.say("Is that what happened?")

    def paragraphs(self) -> Sequence[Paragraph]:
        """List the events."""
        return [Paragraph(text) for text in self._told]

    def ok_label(self) -> str:
        """Offer the answer; BACK is the other one."""
        return self.session.words.say("Yes")

    def accept(self) -> None:
        """Do it."""
        self._do()
