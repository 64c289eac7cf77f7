"""The kinds of page that others are made of: lists, questions, notices, texts, stops, steps."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final, TypeVar

from companion.session.look import Look
from companion.session.session import Page, Session
from companion.ui.menu import ROW_TARGET, Menu, Row
from companion.ui.pen import Drawable
from companion.ui.photos import BesidePhoto
from companion.ui.screen import Body, Labels
from companion.ui.texts import Message, Paragraph, ReadingText, Scrolled
from hardware.panel import Button

Option = tuple[Row, Callable[[], None]]
"""A row, and what is done when it is chosen."""
Chosen = TypeVar("Chosen")
AROUND: Final = 20
"""Rows on each side of the chosen one that may be shown: no screen is higher."""


class MenuPage(Page):
    """A page of rows; subclasses give ``options``, or rows and what choosing one does."""

    scrolls: ClassVar[bool] = True

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.chosen = 0

    def options(self) -> Sequence[Option]:
        """List what can be chosen, and what is done then."""
        return ()

    def rows(self) -> Sequence[Row]:
        return [row for row, _ in self.options()]

    def choose(self, number: int) -> None:
        """Do what the row of that number is for."""
        self.options()[number][1]()

    def text(self) -> str:
        """Say what stands above the rows."""
        return ""

    def menu(self) -> Menu:
        """Give the rows, one that can be chosen marked."""
        rows = tuple(self.rows())
        self.chosen = max(0, min(self.chosen, len(rows) - 1))
        self._skip(rows, 1)
        first = self._first_shown
        return Menu(rows[first : self.chosen + AROUND], self.chosen - first, self.text())

    def body(self) -> Body:
        return self.menu()

    @property
    def explain(self) -> Callable[[], None] | None:
        """What WHY? does where it tells more; SCORE goes down then, and nothing goes up."""
        return None

    @property
    def shortcut(self) -> tuple[str, Callable[[], None]] | None:
        """What SCORE does as long as the first row is marked, where that is not going up: its name.

        It is what is wanted so often that it shall not take going through the rows.
        """
        return None

    @property
    def _by_score(self) -> tuple[str, Callable[[], None]] | None:
        return self.shortcut if self.chosen == 0 else None

    def labels(self) -> Labels:
        if not any(row.choosable for row in self.rows()):
            return Labels(back=self.say("Back"))
        score, why = ("▼", self.say("Why?")) if self.explain else ("▲", "▼")
        if by_score := self._by_score:
            score = by_score[0]
        return Labels(score, self.say("Choose"), self.say("Back"), why)

    def press(self, button: Button) -> None:
        """Go up or down, around the ends, choose, or leave."""
        rows, explain = self.rows(), self.explain
        match button:
            case Button.SCORE if by_score := self._by_score:
                by_score[1]()
            case Button.WHY if explain:
                explain()
            case Button.SCORE | Button.WHY:
                step = 1 if explain or button is Button.WHY else -1
                self.chosen = (self.chosen + step) % max(1, len(rows))
                self._skip(rows, step)
            case Button.OK:
                self._skip(rows, 1)
                if rows and rows[self.chosen].choosable:
                    self.choose(self.chosen)
            case Button.BACK:
                self.leave()

    def repeat(self, button: Button) -> None:
        """Go on up or down, but not around the ends: whoever holds a button wants to get there."""
        rows, at = self.rows(), self.chosen
        if button is Button.WHY and self.explain:
            return
        down = button is Button.WHY or self.explain is not None
        if any(row.choosable for row in (rows[at + 1 :] if down else rows[:at])):
            self.press(button)

    def tap(self, target: str) -> None:
        for number, row in enumerate(self.rows()):
            if target == ROW_TARGET.format(number - self._first_shown) and row.choosable:
                self.chosen = number
                self.choose(number)
                return

    @property
    def _first_shown(self) -> int:
        return max(0, self.chosen - AROUND)

    def _skip(self, rows: Sequence[Row], step: int) -> None:
        """Go on to a row that can be chosen, if there is one."""
        for _ in rows:
            if rows[self.chosen].choosable:
                return
            self.chosen = (self.chosen + step) % len(rows)


class CurrentStatePage(Page):
    """A page about the game as it stands; it closes once something has happened."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.live: Final = session.live
        self._event: Final = self.live.history.event

    def player(self) -> str | None:
        return self.live.active_player

    def on_look(self, look: Look) -> None:
        del look
        if self.live.history.event != self._event:
            self.close()


class PhasePage(Page):
    """A page about the phase in which it was opened; it closes once the game has left that."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.live: Final = session.live
        self.phase: Final = self.live.state["phase"]

    def on_look(self, look: Look) -> None:
        del look
        self.close_when_over()

    def close_when_over(self) -> None:
        if self.live.state["phase"] != self.phase:
            self.close()


class ChoicePage(MenuPage):
    """Chooses one of several values, and is closed by then."""

    def __init__(  # noqa: PLR0913 - all that there is to a choice
        self,
        session: Session,
        title: str,
        choices: Sequence[tuple[Chosen, Row]],
        do: Callable[[Chosen], None],
        *,
        at: Chosen | None = None,
        text: str = "",
    ) -> None:
        """Begin at the value ``at``; ``do`` takes the one chosen."""
        super().__init__(session)
        self._title, self._text = title, text
        self._options: Sequence[Option] = [(row, partial(do, value)) for value, row in choices]
        values = [value for value, _ in choices]
        self.chosen = values.index(at) if at in values else 0

    def title(self) -> str:
        return self._title

    def text(self) -> str:
        return self._text

    def options(self) -> Sequence[Option]:
        return self._options

    def choose(self, number: int) -> None:
        self.close()
        super().choose(number)


class ConfirmPage(ChoicePage):
    """Asks; the harmless answer comes first, and is what BACK says too."""

    def __init__(  # noqa: PLR0913 - all that there is to a question
        self,
        session: Session,
        question: str,
        yes: str,
        do: Callable[[], None],
        *,
        title: str = "",
        no: str = "",
        more: Sequence[tuple[Callable[[], None], Row]] = (),
    ) -> None:
        """Ask ``question``; ``yes`` is the answer upon which ``do`` is called, ``no`` the other.

        ``more`` are further answers. All words are in the language of the screens.
        """
        harmless = Row(no or session.words.say("No, keep it"))
        answers: list[tuple[Callable[[], None], Row]] = [
            (lambda: None, harmless),
            (do, Row(yes)),
            *more,
        ]
        super().__init__(session, title, answers, lambda chosen: chosen(), text=question)


class NoticePage(Page):
    """Shows something; OK and BACK both go on from there, WHY? ``looks_back`` at the game."""

    looks_back: ClassVar[bool] = True

    def labels(self) -> Labels:
        why = self.say("Why?") if self.looks_back else ""
        return Labels(ok=self.say("Continue"), why=why)

    def press(self, button: Button) -> None:
        match button:
            case Button.OK | Button.BACK:
                self.leave()
            case Button.WHY if self.looks_back:
                self.session.go("why")


class PlainPage(Page):
    """Shows something; BACK leaves, and nothing else can be done."""

    def labels(self) -> Labels:
        return Labels(back=self.say("Back"))

    def press(self, button: Button) -> None:
        if button is Button.BACK:
            self.close()


class MessagePage(NoticePage):
    """Tells something; OK and BACK both go back to where one was."""

    looks_back: ClassVar[bool] = False

    def __init__(self, session: Session, text: str, title: str = "", path: str = "") -> None:
        """Tell ``text``, which is in the language of the screens, and name a place on the disk."""
        super().__init__(session)
        self._text, self._title, self._path = text, title, path

    def title(self) -> str:
        return self._title

    def body(self) -> Body:
        return Message(self._text, self._path)


class TextPage(Page):
    """SCORE and WHY? scroll, BACK leaves; subclasses give the text, and what OK does.

    The ``picture`` stands beside the text, if there is one.
    """

    scrolls: ClassVar[bool] = True
    picture: Drawable | None = None

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._first = 0
        self._scrolled: Final = Scrolled()
        self._shown: tuple[object, tuple[Paragraph, ...]] = (None, ())

    @abstractmethod
    def paragraphs(self) -> Sequence[Paragraph]:
        """Give the text in the language of the screens."""

    def answer(self) -> tuple[str, Callable[[], None]] | None:
        """Name what OK does, and give it."""
        return None

    def depends_on(self) -> object:
        """Give what the text depends on: only where that has changed is it told anew."""
        game = self.session.game
        return self.session.words.code, game.history.event if game else None

    def reading(self) -> ReadingText:
        """Give the text."""
        state = self.depends_on()
        if self._shown[0] != state:
            self._shown = (state, tuple(self.paragraphs()))
        return ReadingText(self._shown[1], self._first, self._scrolled)

    def body(self) -> Body:
        return BesidePhoto(self.reading(), self.picture) if self.picture else self.reading()

    def labels(self) -> Labels:
        answer = self.answer()
        return Labels("▲", answer[0] if answer else "", self.say("Back"), "▼")

    def press(self, button: Button) -> None:
        match button:
            case Button.SCORE:
                self._scroll(-1)
            case Button.WHY:
                self._scroll(1)
            case Button.OK if answer := self.answer():
                answer[1]()
            case Button.BACK:
                self.leave()

    def _scroll(self, by: int) -> None:
        """Go up or down, no further than that the end is in view."""
        end = len(self.reading().paragraphs) - 1
        last = end if self._scrolled.last is None else min(end, self._scrolled.last)
        self._first = max(0, min(last, min(last, self._first) + by))


@dataclass(frozen=True, slots=True)
class Stop:
    """Something that buttons go to and a finger touches; ``do`` is what taking it does.

    With a ``row`` it stands beside a picture, without one it is drawn by the page.
    """

    target: str
    do: Callable[[], None]
    row: Row | None = None


class StopsPage(Page):
    """SCORE and WHY? go from stop to stop, OK takes one, BACK leaves; a touch takes one at once.

    ``at`` is the target of the stop that was gone to.
    """

    scrolls: ClassVar[bool] = True

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.at: str | None = None

    @abstractmethod
    def stops(self) -> Sequence[Stop]:
        """List what buttons go through; there is always something."""

    @property
    def beginning(self) -> int:
        """The number of the stop to begin with, and where the one gone to is no more."""
        return 0

    @property
    def here(self) -> int:
        """The number of the stop that OK takes."""
        targets = [one.target for one in self.stops()]
        return targets.index(self.at) if self.at in targets else self.beginning

    def labels(self) -> Labels:
        return Labels(score="◀", ok=self.say("Choose"), back=self.say("Back"), why="▶")

    def press(self, button: Button) -> None:
        stops, here = self.stops(), self.here
        match button:
            case Button.SCORE:
                self.at = stops[here - 1].target
            case Button.WHY:
                self.at = stops[(here + 1) % len(stops)].target
            case Button.OK:
                stops[here].do()
            case Button.BACK:
                self.leave()

    def repeat(self, button: Button) -> None:
        """Go on, but not around the ends."""
        if self.here != (0 if button is Button.SCORE else len(self.stops()) - 1):
            self.press(button)

    def tap(self, target: str) -> None:
        for one in self.stops():
            if one.target == target:
                self.at = target
                one.do()
                return


class StepsPage(Page):
    """Bodies one after the other: OK on, BACK back; WHY? looks back at the game.

    Subclasses give the ``steps``, and say what comes after the last and before the first.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.at = 0

    @abstractmethod
    def steps(self) -> Sequence[Body]:
        """Give what is shown."""

    @abstractmethod
    def go_on(self) -> None:
        """Do what OK does at the last step."""

    def body(self) -> Body:
        return self.steps()[self.at]

    def press(self, button: Button) -> None:
        match button:
            case Button.OK if self.at < len(self.steps()) - 1:
                self.at += 1
            case Button.OK:
                self.go_on()
            case Button.BACK if self.at:
                self.at -= 1
            case Button.BACK:
                self.leave()
            case Button.WHY:
                self.session.go("why")
