"""A page with a text to be scrolled through; OK may do something about it."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from companion.screens.reading_text import Paragraph, ReadingText
from companion.screens.screen import Body, Labels
from companion.table.page import Page
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.table.session import Session


class TextPage(Page):
    """SCORE and WHY? scroll, BACK leaves; subclasses give the text, and what OK does."""

    scrolls: ClassVar[bool] = True

    def __init__(self, session: "Session") -> None:
        """Begin at the top."""
        super().__init__(session)
        self._first = 0
        self._shown: tuple[object, tuple[Paragraph, ...]] = (None, ())

    @abstractmethod
    def paragraphs(self) -> Sequence[Paragraph]:
        """Give the text in the language of the screens."""

    def ok_label(self) -> str:
        """Name what OK does; nothing unless a subclass says so."""
        return ""

    def accept(self) -> None:
        """Do what OK is for."""

    def body(self) -> Body:
        """Show the text."""
        return ReadingText(self._text(), self._first)

    def labels(self) -> Labels:
        """Name the four."""
        back = self.session.words.say("Back")
        return Labels(score="▲", ok=self.ok_label(), back=back, why="▼")

    def press(self, button: Button) -> None:
        """Scroll, accept, or leave."""
        match button:
            case Button.SCORE:
                self._first = max(0, self._first - 1)
            case Button.WHY:
                self._first = min(len(self._text()) - 1, self._first + 1)
            case Button.OK:
                self.accept()
            case Button.BACK:
                self.session.close(self)

    def _text(self) -> tuple[Paragraph, ...]:
        """Tell it anew only where the game or the language is another: telling takes its time."""
        game = self.session.game
        state = (self.session.words.code, game.history.event if game else None)
        if self._shown[0] != state:
            self._shown = (state, tuple(self.paragraphs()))
        return self._shown[1]
