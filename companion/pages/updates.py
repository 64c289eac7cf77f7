"""*Updates*: whether there is a newer version, what is new in it, and having it installed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.language import Saying, said
from companion.pages.kinds import MenuPage, Option
from companion.session.session import Session
from companion.session.updates import State, Updates
from companion.ui.menu import Row
from companion.words.machine import failure_sentences

TOLD: Final[Mapping[State, Saying]] = {
    State.UNKNOWN: said("Look whether there is a newer version. Games and tables are kept."),
    State.CHECKING: said("Looking for a newer version…"),
    State.UNREACHABLE: said("No newer version could be looked for: is there a network?"),
    State.CURRENT: said("This is the newest version."),
    State.AVAILABLE: said("There is a newer version. What is new:"),
    State.INSTALLING: said("It is being installed; the program restarts by itself."),
    State.RETURNING: said("The new version did not come up: the old one is put back."),
    State.DONE: said("The newest version is installed."),
    State.FAILED: said("The new version did not come up. The old one is back, nothing was lost."),
}
BUSY: Final = (State.CHECKING, State.INSTALLING, State.RETURNING)


class UpdatesPage(MenuPage):
    """Says how it stands, and offers what can be done."""

    heading = said("Updates")

    def __init__(self, session: Session, updates: Updates) -> None:
        super().__init__(session)
        self._updates: Final = updates

    def text(self) -> str:
        return self.say(TOLD[self._updates.state])

    def options(self) -> Sequence[Option]:
        state, say = self._updates.state, self.say
        if state in BUSY:
            return ()
        if state is not State.AVAILABLE:
            return [(Row(say("Look for a newer version")), self._wish(self._updates.check))]
        news = self._updates.news(self.session.words.code)
        told: list[Option] = [(Row(one, choosable=False), self.close) for one in news]
        return [*told, (Row(say("Install it")), self._ask)]

    def _ask(self) -> None:
        question = self.say("Install it now? The program restarts; games and tables are kept.")
        self.confirm(question, self.say("Yes, install"), self._wish(self._updates.install))

    def _wish(self, wish: Callable[[], None]) -> Callable[[], None]:
        def wished() -> None:
            try:
                wish()
            except OSError as error:
                failed = self.say("It can’t be saved.")
                self.message(failure_sentences(failed, error, self.session.words))

        return wished
