"""The page on which a name or a number is written, letter by letter."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import ClassVar, Final

from companion.language import LETTERS, said
from companion.pages.kinds import Stop, StopsPage
from companion.session.session import Session
from companion.ui.keyboard import KEY_TARGET, Keyboard
from companion.ui.screen import Body

LONGEST: Final = 12
"""Letters in a name: as many as every screen has room for."""
DIGITS: Final = "1234567890"
TAKEN: Final = said("Somebody else is called that")
USED: Final = said("There is one of that name")


class NamePage(StopsPage):
    """Writes a name or, of digits, a number, letter by letter; BACK leaves it be."""

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
        taken: Collection[str] = (),
    ) -> None:
        """Begin with the name so far; ``called`` is told the new one, which is none ``taken``."""
        super().__init__(session)
        self._taken: Final = {one.casefold() for one in taken}
        self._letters: Final = letters
        self._title: Final = title
        self._written, self._called, self._player = name, called, player
        if name:
            self._go_to_done()

    def title(self) -> str:
        if self._is_taken:
            return self.say(USED if self._player is None else TAKEN)
        return self._title or self.say("Name")

    @property
    def _is_taken(self) -> bool:
        return self._written.strip().casefold() in self._taken

    def body(self) -> Body:
        labels, letters = tuple(label for label, _ in self._keys()), len(self._letters)
        return Keyboard(self._written, labels[:letters], labels[letters:], self.here, self._player)

    def stops(self) -> Sequence[Stop]:
        return [Stop(KEY_TARGET.format(i), do) for i, (_, do) in enumerate(self._keys())]

    def _keys(self) -> list[tuple[str, Callable[[], None]]]:
        """Label the keys: the letters, small ones within a word, space, delete, and done."""
        small = self._written[-1:].isalpha()
        letters = (one.lower() if small else one for one in self._letters)
        keys = [(one, partial(self._append, one)) for one in letters]
        if self._letters != DIGITS:
            keys.append((self.say("Space"), partial(self._append, " ")))
        return [*keys, (self.say("Delete"), self._delete), (self.say("Done"), self._finish)]

    def _go_to_done(self) -> None:
        self.at = self.stops()[-1].target

    def type(self, text: str) -> None:
        """Take letters of a keyboard, of which Enter is OK: that is to end the name.

        A name begins large; within it letters stay as they were typed.
        """
        if text:
            letters = "".join(one for one in text if one.isprintable())
            self._append(letters if self._written else letters[:1].upper() + letters[1:])
        else:
            self._delete()
        self._go_to_done()

    def _delete(self) -> None:
        self._written = self._written[:-1]

    def _finish(self) -> None:
        if self._is_taken:
            return
        self.close()
        self._called(self._written)

    def _append(self, text: str) -> None:
        self._written = (self._written + text).lstrip()[:LONGEST]
        if len(self._written) == LONGEST:
            self._go_to_done()
