"""The page on which a name or a number is written, letter by letter."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

from companion.language import LETTERS
from companion.pages.kinds import Stop, StopsPage
from companion.session.session import Session
from companion.ui.keyboard import KEY_TARGET, Keyboard
from companion.ui.screen import Body

LONGEST: Final = 12
"""Letters in a name: as many as every screen has room for."""
DIGITS: Final = "1234567890"


class NamePage(StopsPage):
    """Writes a name, letter by letter; BACK leaves it be.

    The keys are numbered: the letters, then space, which no number has, delete, done.
    """

    types: ClassVar[bool] = True

    def __init__(  # noqa: PLR0913 - what may be written, and whose it is
        self,
        session: Session,
        name: str,
        called: Callable[[str], None],
        player: str | None = None,
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
        self._written, self._called, self._player = name, called, player
        if name:
            self._go(self._last)

    def title(self) -> str:
        return self._title or self.say("Name")

    def body(self) -> Body:
        """Show the name and the letters, small ones within a word."""
        letters = tuple(map(self._in_case, self._letters))
        space = () if self._space is None else (self.say("Space"),)
        wide = (*space, self.say("Delete"), self.say("Done"))
        return Keyboard(self._written, letters, wide, self.here, self._player)

    def stops(self) -> Sequence[Stop]:
        keys = range(self._last + 1)
        return [Stop(KEY_TARGET.format(one), partial(self._take, one)) for one in keys]

    def _go(self, key: int) -> None:
        self.at = KEY_TARGET.format(key)

    def type(self, text: str) -> None:
        """Take letters of a keyboard, of which Enter is OK: that is to end the name.

        A name begins large; within it letters stay as they were typed.
        """
        if text:
            letters = "".join(one for one in text if one.isprintable())
            self._append(letters if self._written else letters[:1].upper() + letters[1:])
        else:
            self._written = self._written[:-1]
        self._go(self._last)

    def _take(self, number: int) -> None:
        match number:
            case _ if number == self._space:
                self._append(" ")
            case _ if number == self._delete:
                self._written = self._written[:-1]
            case _ if number == self._last:
                self.close()
                self._called(self._written)
            case _:
                self._append(self._in_case(self._letters[number]))

    def _append(self, text: str) -> None:
        self._written = (self._written + text).lstrip()[:LONGEST]
        if len(self._written) == LONGEST:
            self._go(self._last)

    def _in_case(self, letter: str) -> str:
        return letter.lower() if self._written[-1:].isalpha() else letter
