"""Why something is refused: the rule in full, where it is written, and what would be allowed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.brief_names import brief
from companion.event_words import possible_sentence
from companion.finding_words import judged_sentence
from companion.language import said
from companion.screens.marked_photo import BesidePhoto
from companion.screens.menu import Menu, Row
from companion.screens.screen import Body, Labels
from companion.table.game import LiveGame
from companion.table.look import Look
from companion.table.marking import marked
from companion.table.page import Page
from companion.table.refusal import Refusal, touched
from companion.verdict_tree import rule_line
from hardware.panel import Button
from seeds.sumeria.catalogue import rules

if TYPE_CHECKING:
    from companion.table.session import Session

ALLOWED: Final = said("Legal would be, for instance:")


class RulePage(Page):
    """Tells it, to be scrolled through; ``look`` has the photograph to be marked."""

    scrolls = True

    def __init__(
        self,
        session: "Session",
        live: LiveGame,
        why: Refusal,
        odd: Sequence[str],
        look: Look | None,
    ) -> None:
        """Begin at the top."""
        super().__init__(session)
        self._live = live
        self._why = why
        self._first = 0
        fine = dict.fromkeys(at for event in why.nearest for at in touched(live, event))
        self._photo = marked(look, live.board, odd, [at for at in fine if at not in odd])

    def title(self) -> str:
        """Ask what is answered."""
        return self.session.words.say("Why is that not allowed?")

    def body(self) -> Body:
        """Show the photograph with what would be allowed, and the text beside it."""
        rows = tuple(Row(text, choosable=False) for text in self._texts())
        return BesidePhoto(Menu(rows, self._first), self._photo)

    def labels(self) -> Labels:
        """Name the three that do something."""
        return Labels(score="▲", back=self.session.words.say("Back"), why="▼")

    def press(self, button: Button) -> None:
        """Go up or down, or leave."""
        match button:
            case Button.SCORE:
                self._first = max(0, self._first - 1)
            case Button.WHY:
                self._first = min(len(self._texts()) - 1, self._first + 1)
            case Button.BACK:
                self.session.close(self)

    def _texts(self) -> list[str]:
        live, words = self._live, self.session.words
        names = live.names
        if self._photo is not None:
            names = brief(live.names)
        told = []
        if self._why.finding is not None:
            told.append(judged_sentence(self._why.finding, names))
        if self._why.nearest:
            told.append(words.tell(ALLOWED, {}))
            told += [possible_sentence(event, names) for event in self._why.nearest]
        if self._why.finding is not None:
            rule = self._why.finding.rule
            told += [rules(words.code)[rule].text, rule_line(rule, words)]
        return told
