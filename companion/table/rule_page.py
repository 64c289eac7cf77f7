"""Why something is refused: the rule in full, where it is written, and what would be allowed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.language import said
from companion.screens.marked_photo import BesidePhoto
from companion.screens.reading_text import Paragraph, ReadingText
from companion.screens.screen import Body
from companion.table.game import LiveGame
from companion.table.look import Look
from companion.table.marking import marked
from companion.table.refusal import Refusal, touched
from companion.table.text_page import TextPage
from companion.words.brief_names import brief
from companion.words.events import possible_sentence
from companion.words.findings import judged_sentence
from companion.words.verdict_tree import rule_line
from seeds.sumeria.catalogue import rules

if TYPE_CHECKING:
    from companion.table.session import Session

ALLOWED: Final = said("Legal would be, for instance:")


class RulePage(TextPage):
    """Tells it beside a photograph, in which what would be allowed is marked too."""

    def __init__(
        self,
        session: "Session",
        live: LiveGame,
        why: Refusal,
        odd: Sequence[str],
        look: Look | None,
    ) -> None:
        """Tell of a refusal; ``odd`` locations look otherwise in ``look`` than they should."""
        super().__init__(session)
        self._live = live
        self._why = why
        fine = dict.fromkeys(at for event in why.nearest for at in touched(live, [event]))
        fine_only = [at for at in fine if at not in odd]
        self._photo = marked(look, live.board, odd, fine_only, around=[*odd, *fine])

    def title(self) -> str:
        """Ask what is answered."""
        return self.session.words.say("Why is that not allowed?")

    def body(self) -> Body:
        """Show the photograph and the text beside it."""
        text = super().body()
        assert isinstance(text, ReadingText)  # noqa: S101 - a page with a text shows one
        return BesidePhoto(text, self._photo)

    def paragraphs(self) -> Sequence[Paragraph]:
        """Tell the reason, the nearest legal events, and the rule."""
        words, finding = self.session.words, self._why.finding
        names = self._live.names if self._photo is None else brief(self._live.names)
        told = []
        if finding is not None:
            told.append(Paragraph(judged_sentence(finding, names)))
        if self._why.nearest:
            told.append(Paragraph(words.tell(ALLOWED, {}), heading=True))
            told += [Paragraph(possible_sentence(one, names)) for one in self._why.nearest]
        if finding is not None:
            told.append(Paragraph(rule_line(finding.rule, words), heading=True))
            told.append(Paragraph(rules(words.code)[finding.rule].text))
        return told
