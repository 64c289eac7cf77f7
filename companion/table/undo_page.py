"""Going back to an earlier moment: what would no longer count, and what to do on the table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.screens.reading_text import Paragraph
from companion.table.game import LiveGame
from companion.table.text_page import TextPage
from companion.words.history import happened
from companion.words.put_back import put_back_sentences

if TYPE_CHECKING:
    from companion.table.session import Session


class UndoPage(TextPage):
    """Asks whether the game is to go back to where it stood after event ``number``."""

    def __init__(self, session: "Session", live: LiveGame, number: int) -> None:
        """Work out what follows; the game may go on while this is read."""
        super().__init__(session)
        self._live = live
        self._number = number

    def title(self) -> str:
        """Ask."""
        return self.session.words.say("Go back to here?")

    def paragraphs(self) -> Sequence[Paragraph]:
        """Say what would no longer count, what would count again, and what to do."""
        live, say = self._live, self.session.words.say
        history = live.history
        counting, then = (
            history.in_effect(one) for one in (history.event, min(self._number, history.event))
        )
        gone = [one for one in counting if one not in then]
        again = [one for one in then if one not in counting]
        todo = put_back_sentences(live.state, live.state_at(self._number), live.names)
        return [
            *self._listed(say("These would no longer count:"), gone),
            *self._listed(say("These would count again:"), again),
            *([Paragraph(say("Then, on the table:"), heading=True)] if todo else []),
            *(Paragraph(text, 1) for text in todo),
        ]

    def ok_label(self) -> str:
        """Name the answer."""
        return self.session.words.say("Yes")

    def accept(self) -> None:
        """Go back, and show the game as it stands then."""
        from companion.table.resume import show_game  # noqa: PLC0415 - its pages lead here

        self._live.undo(self._number)
        show_game(self.session)

    def _listed(self, heading: str, numbers: Sequence[int]) -> list[Paragraph]:
        live = self._live
        told = [
            Paragraph(f"{one}. {happened(live.history.events[one - 1], live.names)}", 1)
            for one in reversed(numbers)
        ]
        return [Paragraph(heading, heading=True), *told] if told else []
