"""The hall as it runs: messages come from the broker, pages show what became of them."""

import time
from collections.abc import Callable
from typing import Final

from companion.files import Closing
from companion.hall.games import Games
from companion.hall.listener import Listener
from companion.hall.site import HallSite
from companion.hall.tables import Tables
from companion.language import Language
from companion.messages import complain
from companion.session.phones import Addresses
from companion.settings import Mqtt
from companion.web.guard import Gate, Refusals
from companion.web.secret import Evenings
from companion.web.server import WebThread

PAUSE: Final = 0.3
"""Seconds from one overview to the next at least: of many tables one changes all the time."""

BATCH: Final = 100
"""Messages that are written to the disk at once."""


class Hall(Closing):
    """One hall; whoever runs it calls ``work`` again and again."""

    def __init__(  # noqa: PLR0913 - all that it is made of
        self,
        broker: Mqtt,
        games: Games,
        language: Language,
        *,
        port: int,
        evenings: Evenings,
        host: str = "",
    ) -> None:
        self._games: Final = games
        self._complained: Final[set[str]] = set()
        self.tables: Final = Tables(self._games, language, self._refuse)
        self._site: Final = HallSite(self._games, language)
        gate = Gate(self._site.app, evenings, Refusals())
        self._web: Final = WebThread(gate, port, evenings, self._site.connect, host)
        self._listener: Final = Listener(broker, games.hall_name())
        self._changed = True
        self._shown_at = float("-inf")

    @property
    def addresses(self) -> Addresses:
        return self._web.addresses

    def work(self, seconds: float) -> None:
        """Take what comes for so long, and show it."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if messages := self._listener.take(min(left, PAUSE), BATCH):
                with self._games.batch():
                    for message in messages:
                        name, what = self._listener.parts(message)
                        self.tables.take(name, what, bytes(message.payload))
                for message in messages:
                    self._listener.done(message)
                self._changed = True
            if self._changed and time.monotonic() - self._shown_at >= PAUSE:
                self._show()

    def close(self) -> None:
        self._listener.close()
        self._web.close()

    def _show(self) -> None:
        self._changed, self._shown_at = False, time.monotonic()
        bridges = {name: table.bridge for name, table in self.tables.tables.items()}
        self._site.show(self.tables.overview(), bridges)

    def _refuse(self, what: str) -> None:
        """Say once of each table that something was refused."""
        table = what.partition(":")[0]
        if table not in self._complained and len(self._complained) < 100:  # noqa: PLR2004 - lines
            self._complained.add(table)
            complain(f"hall: refused from {what}; more of these are not told")


Stop = Callable[[], bool]


def run_hall(hall: Hall, stop: Stop) -> None:
    """Run until somebody asks for the end."""
    while not stop():
        hall.work(PAUSE)
