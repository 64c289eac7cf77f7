"""A step that may be skipped: what the city-states are called."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.calibration.called import UNNAMED
from companion.calibration.desk import Desk
from companion.calibration.draft import with_name
from companion.calibration.step import Done
from companion.pages.kinds import MenuPage, NamePage
from companion.ui.menu import Row
from companion.words.names import capitalised

if TYPE_CHECKING:
    from companion.session.session import Session


class NamesPage(MenuPage):
    """Lists the city-states by name or number; going on is at hand."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Begin at what leads on."""
        super().__init__(session)
        self._desk: Final = desk
        self._done: Final = done

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("City-states")

    def status(self) -> str:
        """Say nothing of a table that is not known yet."""
        return ""

    def text(self) -> str:
        """Say that numbers will do."""
        return self.session.words.say("Name the eight city-states, or let them be numbers.")

    def rows(self) -> Sequence[Row]:
        """List going on, and the city-states."""
        draft = self._desk.draft
        names = [Row(f"{number + 1}", name) for number, name in enumerate(draft.names)]
        return [Row(self.session.words.say("Go on")), *names]

    def choose(self, number: int) -> None:
        """Go on, or write a name."""
        if number == 0:
            self._done()
            return

        def told(name: str) -> None:
            self._desk.change(with_name(self._desk.draft, number - 1, name.strip()))

        title = capitalised(self.session.words.tell(UNNAMED, {"number": f"{number}"}))
        self.session.open(
            NamePage(self.session, self._desk.draft.names[number - 1], told, title=title)
        )
