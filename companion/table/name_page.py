"""The page on which a player's name is written, letter by letter."""

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
SPACE, DELETE, DONE = range(len(LETTERS), len(LETTERS) + 3)


class NamePage(Page):
    """Writes a name: SCORE and WHY? go through the letters, OK takes one, BACK leaves it be."""

    scrolls: ClassVar[bool] = True
    types: ClassVar[bool] = True

    def __init__(
        self,
        session: "Session",
        name: str,
        called: Callable[[str], None],
        player: tuple[str, int],
    ) -> None:
        """Begin with the name so far; ``called`` is told the new one."""
        super().__init__(session)
        self._written = name
        self._called = called
        self._player = player
        self._chosen = DONE if name else 0

    def title(self) -> str:
        """Name what is written."""
        return self.session.words.say("Name")

    def body(self) -> Body:
        """Show the name and the letters, small ones within a word."""
        say = self.session.words.say
        letters = tuple(map(self._in_case, LETTERS))
        wide = (say("Space"), say("Delete"), say("Done"))
        return Keyboard(self._written, letters, wide, self._chosen, self._player)

    def labels(self) -> Labels:
        """Name the four."""
        say = self.session.words.say
        return Labels(score="◀", ok=say("Choose"), back=say("Back"), why="▶")

    def press(self, button: Button) -> None:
        """Go through the keys, take one, or leave."""
        match button:
            case Button.SCORE:
                self._chosen = (self._chosen - 1) % (DONE + 1)
            case Button.WHY:
                self._chosen = (self._chosen + 1) % (DONE + 1)
            case Button.OK:
                self._take(self._chosen)
            case Button.BACK:
                self.session.close(self)

    def tap(self, target: str) -> None:
        """Take the key that was touched."""
        for number in range(DONE + 1):
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
        self._chosen = DONE

    def _take(self, number: int) -> None:
        match number:
            case _ if number == SPACE:
                self._append(" ")
            case _ if number == DELETE:
                self._written = self._written[:-1]
            case _ if number == DONE:
                self.session.close(self)
                self._called(self._written)
            case _:
                self._append(self._in_case(LETTERS[number]))

    def _append(self, text: str) -> None:
        self._written = (self._written + text).lstrip()[:LONGEST]
        if len(self._written) == LONGEST:
            self._chosen = DONE

    def _in_case(self, letter: str) -> str:
        return letter.lower() if self._written[-1:].isalpha() else letter
