"""The pages that tell what is wrong at the table, and why something is refused."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.language import said
from companion.pages.answers import Refusal, alternative, corrections, refusal, touched
from companion.pages.board_photos import marked
from companion.pages.kinds import MenuPage, Option, TextPage
from companion.session.look import Look
from companion.session.session import Session
from companion.ui.menu import Row
from companion.ui.photos import BesidePhoto, MarkedPhoto
from companion.ui.screen import Body, Labels
from companion.ui.texts import Paragraph
from companion.words.happened import Differences, seen_sentences
from companion.words.names import Names
from companion.words.verdicts import finding_sentence, rule_line
from hardware.panel import Signal

ILLEGAL: Final = said("Please put it back")
QUESTION: Final = said("What happened?")
LOOKS: Final = said("It looks like this: {event}")
UNKNOWN: Final = said("No single move explains this.")
WHICH: Final = said("Which of these happened?")
ANEW: Final = 2.0
"""Seconds after which the photograph is another one: nobody needs it to move."""


class WrongPage(MenuPage):
    """Tells what is wrong, or asks which of several things happened, and takes the answer."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._live = session.live
        self._photographed_at = session.now
        self._ask()

    def title(self) -> str:
        return self.session.words.tell(QUESTION if self._alternatives else ILLEGAL, {})

    def text(self) -> str:
        words, names = self.session.words, self._names()
        seen, why = seen_sentences(self._differences, names), self._why
        if self._alternatives:
            return " ".join([*seen, words.tell(WHICH, {})])
        if why.attempt is None or why.finding is None:
            return " ".join([*seen, words.tell(UNKNOWN, {})])
        looks = words.tell(LOOKS, {"event": names.event(why.attempt)})
        return f"{looks} {finding_sentence(why.finding, names)} ({why.finding.rule})"

    def body(self) -> Body:
        return BesidePhoto(self.menu(), self._photo())

    def labels(self) -> Labels:
        return replace(super().labels(), back=self.say("Later"))

    def on_look(self, look: Look) -> None:
        """Close when the board is as it should be; ask anew when it is wrong in another way."""
        if self._live.wrong is None:
            self.close()
        elif self._live.wrong is not self._note:
            self._ask()
        elif self._is_time_for_a_photograph(look):
            self._photograph(look)

    def _ask(self) -> None:
        """Take up what is wrong now; the first answer is marked, whichever was."""
        note = self._live.wrong or {"differences": {}, "nearest": None}
        self._note = self._live.wrong
        self._differences: Differences = note["differences"]
        self._alternatives = self._live.tracker.alternatives
        self._touched = [touched(self._live, events) for events in self._alternatives]
        self._why = refusal(self._live, note)
        self.chosen = 0
        self._photograph(self.session.look)
        self.session.signal(Signal.ASKS if self._alternatives else Signal.WRONG)
        self.session.speak(self._spoken())

    def _spoken(self) -> str:
        """Say it without the screen: what is asked, and the rule that was broken."""
        finding = None if self._alternatives else self._why.finding
        rule = [] if finding is None else [finding_sentence(finding, self._names())]
        return " ".join([self.title() + ("" if self._alternatives else "."), *rule])

    def _is_time_for_a_photograph(self, look: Look) -> bool:
        clear = look.reading.registered and not look.reading.hand
        return clear and self.session.now - self._photographed_at >= ANEW

    def _photograph(self, look: Look | None) -> None:
        self._photographed_at = self.session.now
        self._look = look

    def _photo(self) -> MarkedPhoto | None:
        """Mark what differs, and what the chosen answer says of other locations."""
        differing = tuple(self._differences)
        shown = self._touched[self.chosen] if self.chosen < len(self._touched) else ()
        allowed = [at for at in shown if at not in differing]
        around = {*differing, *(at for locations in self._touched for at in locations)}
        return marked(self._look, self._live.board, differing, allowed, around=around)

    def _names(self) -> Names:
        return self._live.names.brief()

    def options(self) -> Sequence[Option]:
        say = self.say
        if self._alternatives:
            answers = [
                alternative(self.session, self._live, events, partial(self._answer, events))
                for events in self._alternatives
            ]
        else:
            near = [self._names().possible(one) for one in self._why.nearest[:1]]
            answers = [(Row(text, choosable=False), self._explain) for text in near]
            if near or self._why.finding is not None:
                answers.append((Row(say("Why is that not allowed?")), self._explain))
        return [
            *answers,
            (Row(say("Enter what really happened")), self._tell_board),
            *self._correction(),
            (Row(say("The camera is mistaken")), partial(self._answer, ())),
        ]

    def _correction(self) -> Sequence[Option]:
        if not corrections(self._live, self._seen()):  # the game knows none
            return ()
        return ((Row(self.say("Accept it as it is now")), self._correct),)

    def _answer(self, events: Sequence[Any]) -> None:
        """Write what happened, or that nothing did, and close; stay where that is refused."""
        with suppress(ValueError):  # the game has gone on meanwhile: what is asked changes too
            self._live.answer(events, self.session.look)
            self.close()

    def _explain(self) -> None:
        differing, look = tuple(self._differences), self.session.look
        self.session.go("rule", why=self._why, differing=differing, look=look)

    def _tell_board(self) -> None:
        self.session.go("tell", seen=self._seen(), done=self.close)

    def _correct(self) -> None:
        self.session.go("correction", changes=self._seen(), done=self.close)

    def _seen(self) -> dict[str, str | None]:
        return {at: seen for at, (_, seen) in self._differences.items()}


ALLOWED: Final = said("Legal would be, for instance:")


class RulePage(TextPage):
    """Tells it beside a photograph, in which what would be allowed is marked too."""

    heading = said("Why is that not allowed?")

    def __init__(
        self,
        session: Session,
        why: Refusal,
        differing: Sequence[str],
        look: Look | None,
    ) -> None:
        """Tell of a refusal; the ``differing`` locations look otherwise than they should."""
        super().__init__(session)
        self._live = live = session.live
        self._why = why
        allowed = dict.fromkeys(at for event in why.nearest for at in touched(live, [event]))
        allowed_only = [at for at in allowed if at not in differing]
        self._photo = marked(
            look, live.board, differing, allowed_only, around=[*differing, *allowed]
        )

    def body(self) -> Body:
        return BesidePhoto(self.reading(), self._photo)

    def paragraphs(self) -> Sequence[Paragraph]:
        words, finding = self.session.words, self._why.finding
        names = self._live.names if self._photo is None else self._live.names.brief()
        lines = []
        if finding is not None:
            lines.append(Paragraph(finding_sentence(finding, names)))
        if self._why.nearest:
            lines.append(Paragraph(words.tell(ALLOWED, {}), heading=True))
            lines += [Paragraph(names.possible(one)) for one in self._why.nearest]
        if finding is not None:
            lines.append(Paragraph(rule_line(finding.rule, names), heading=True))
            lines.append(Paragraph(names.rule(finding.rule).text))
        return lines
