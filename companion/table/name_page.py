"""The page on which a name is written, letter by letter, or a number."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

from companion.screens.keyboard import KEY_TARGET, Keyboard
from companion.screens.screen import Body, Labels
from companion.table.page import Page
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.table.session import Session

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZĂÂÎȘȚÉÈËÇ-"
"""Those of the three languages' names; a keyboard may bring others."""
LONGEST: Final = 12
"""Letters in a name: as many as every screen has room for."""
DIGITS: Final = "1234567890"


class NamePage(Page):
    """Writes a name: SCORE and WHY? go through the letters, OK takes one, BACK leaves it be.

    The keys are numbered: the letters, then space, which no number has, delete, done.
    """

    scrolls: ClassVar[bool] = True
    types: ClassVar[bool] = True

    def __init__(  # noqa: PLR0913 - what may be written, and whose it is
        self,
        session: "Session",
        name: str,
        called: Callable[[str], None],
        player: tuple[str, int] | None = None,
        *,
        title: str = "",
        letters: str = LETTERS,
    ) -> None:
        """Begin with the name so far; ``called`` is told the new one."""
        super().__init__(session)
        self._letters: Final = letters
        self._title: Final = title
        self._space: Final = None if letters == DIGITS else len(letters)
        self._last: Final = len(letters) + (1 if self._space is None else 2)
        self._delete: Final = self._last - 1
        self._written = name
        self._called = called
        self._player = player
        self._chosen = self._last if name else 0

    def title(self) -> str:
        """Name what is written."""
        return self._title or self.session.words.say("Name")

    def body(self) -> Body:
        """Show the name and the letters, small ones within a word."""
        say = self.session.words.say
        letters = tuple(map(self._in_case, self._letters))
        space = () if self._space is None else (say("Space"),)
        wide = (*space, say("Delete"), say("Done"))
        return Keyboard(self._written, letters, wide, self._chosen, self._player)

    def labels(self) -> Labels:
        """Name the four."""
        say = self.session.words.say
        return Labels(score="◀", ok=say("Choose"), back=say("Back"), why="▶")

    def press(self, button: Button) -> None:
        """Go through the keys, take one, or leave."""
        match button:
            case Button.SCORE:
                self._chosen = (self._chosen - 1) % (self._last + 1)
            case Button.WHY:
                self._chosen = (self._chosen + 1) % (self._last + 1)
            case Button.OK:
                self._take(self._chosen)
            case Button.BACK:
                self.session.close(self)

    def tap(self, target: str) -> None:
        """Take the key that was touched."""
        for number in range(self._last + 1):
            if target == KEY_TARGET.format(number):
                self._chosen = number
                self._take(number)
                return

    def type(self, text: str) -> None:
        """Take letters of a keyboard, of which Enter is OK: that is to end the name."""
        if text:
            self._append("".join(one for one in text if one.isprintable()))
        else:
            self._written = self._written[:-1]
        self._chosen = self._last

    def _take(self, number: int) -> None:
        match number:
            case _ if number == self._space:
                self._append(" ")
            case _ if number == self._delete:
                self._written = self._written[:-1]
            case _ if number == self._last:
                self.session.close(self)
                self._called(self._written)
            case _:
                self._append(self._in_case(self._letters[number]))

    def _append(self, text: str) -> None:
        self._written = (self._written + text).lstrip()[:LONGEST]
        if len(self._written) == LONGEST:
            self._chosen = self._last

    def _in_case(self, letter: str) -> str:
        return letter.lower() if self._written[-1:].isalpha() else letter
