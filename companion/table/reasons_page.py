"""Why an event stands: every rule that was consulted, what follows, and where that is written."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.screens.reading_text import Paragraph
from companion.table.game import LiveGame
from companion.table.text_page import TextPage
from companion.words.history import AS_ALLOWED, happened, order_sentence, orders_unseen
from companion.words.verdict_tree import INDENT, rule_lines, verdict_lines
from companion.words.wrong import change_sentences
from engine.account import explain_line
from engine.sumeria import Correct

if TYPE_CHECKING:
    from companion.table.session import Session


class ReasonsPage(TextPage):
    """The explanation of event ``number``."""

    def __init__(self, session: "Session", live: LiveGame, number: int) -> None:
        """Ask the rules once."""
        super().__init__(session)
        self._live = live
        self._number = number
        self._ruling = explain_line(live.history, number)

    def title(self) -> str:
        """Ask what is answered."""
        return self.session.words.say("Why that is so")

    def paragraphs(self) -> Sequence[Paragraph]:
        """Tell the event, then the tree of what was found, then the rules."""
        live = self._live
        event = live.history.events[self._number - 1]
        told = happened(event, live.names)
        changes = dict(event.board) if isinstance(event, Correct) else {}
        lines = [
            *verdict_lines(self._ruling, live.names),
            *rule_lines(self._ruling, self.session.words),
        ]
        among = orders_unseen(self.session.store.lines(live.id)).get(self._number)
        words = self.session.words
        unseen = [order_sentence(among, words), words.tell(AS_ALLOWED, {})] if among else []
        return [
            Paragraph(told, heading=True),
            *(Paragraph(text, 1) for text in unseen),
            *(Paragraph(text, 1) for text in change_sentences(changes, live.names)),
            *map(_paragraph, lines),
        ]


def _paragraph(line: str) -> Paragraph:
    """Read the depth of a line off its indentation; one without any is a heading."""
    text = line.lstrip()
    depth = (len(line) - len(text)) // len(INDENT)
    return Paragraph(" ".join(text.split()), max(0, depth - 1), heading=not depth)
