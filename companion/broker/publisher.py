"""A table at a broker: what the main loop does for it, once a round."""

from typing import Final

from companion.broker import topics as says
from companion.broker.cursor import BEGUN, Cursor
from companion.broker.sender import Event, Sender
from companion.broker.topics import Topics, encoded, game_name
from companion.files import Closing
from companion.journal import GameId, StoredGame
from companion.journal.errors import JournalError
from companion.journal.store import Store
from companion.session.session import Session
from companion.settings import Mqtt
from companion.ui.screen import Screen
from engine.errors import InputError
from engine.fields import parse_object

SUFFIX: Final = ".sent"
"""Of the file beside the journal that says how far it has been sent."""


class Publisher(Closing):
    """Publishes one session's games; what cannot be sent waits in the journal."""

    def __init__(self, settings: Mqtt, session: Session) -> None:
        """Begin with what waits of earlier games; raises OSError or ValueError as ``Sender``."""
        self._settings: Final = settings
        self._topics: Final = Topics(settings.prefix, settings.table_name)
        store = session.store
        games = _games(store)
        path = store.journal.path.with_suffix(SUFFIX)
        self._cursor: Final = Cursor(
            path, {game_name(one): one.events for one in games if one.about.finished}
        )
        self._sender: Final = Sender(settings, self._topics, self._taken)
        self._names: Final[dict[GameId, str]] = {}
        self._about: Final[dict[GameId, bytes]] = {}
        self._known: tuple[GameId, int] | None = None
        self._words: object = None
        self._queued: Final[dict[str, int]] = {}
        for stored in reversed(games):
            self._send_stored(store, stored)

    def serve(self, session: Session) -> bool:
        """Nothing is asked for from there: whatever a broker says, nobody listens."""
        del session
        return False

    def publish(self, session: Session, screen: Screen) -> None:
        """Send what is new since the last time."""
        del screen
        if session.words.code != self._words and self._settings.discovery:
            self._words = session.words.code
            found = says.discovery(self._topics, self._settings.discovery, session.words)
            for topic, payload in found.items():
                self._sender.keep(topic, encoded(payload))
        self._sender.keep(self._topics.health, encoded(says.health(session)))
        live = session.game
        if live is None or not session.store.journal.lasting:
            return  # a game in memory is sent once it is on the disk
        known = session.store.number(live.id), live.history.event
        if known == self._known:
            return
        number, last = known
        if number not in self._names:
            try:
                stored = session.store.journal.game(number)
            except JournalError:  # the store mends that; then it is sent
                return
            name = self._names[number] = game_name(stored)
            self._begin(name, stored)
            about = says.begun(name, stored.header, stored.board_text, stored.about.names)
            self._about[number] = encoded(about)
        self._known = known
        name = self._names[number]
        events = [line for line in session.store.lines(live.id) if "type" in line]
        for event in range(self._queued[name] + 1, last + 1):
            self._send(name, event, says.happened(name, event, events[event - 1]))
        self._sender.keep(self._topics.game, self._about[number])
        self._sender.keep(self._topics.events, encoded(says.so_far(name, events)))
        self._sender.keep(self._topics.state, encoded(says.state(name, live)))

    def close(self) -> None:
        self._sender.close()
        self._cursor.close()

    def _send_stored(self, store: Store, stored: StoredGame) -> None:
        """Send what waits of a game of the journal."""
        name = game_name(stored)
        if self._cursor.last(name) >= stored.events:
            return
        try:
            parsed = [parse_object(one, name, "") for one in store.journal.lines(stored.id)[1:]]
        except (JournalError, InputError):  # damaged: it can be told by nobody
            return
        self._begin(name, stored)
        events = [line for line in parsed if "type" in line]
        for number in range(self._queued[name] + 1, len(events) + 1):
            self._send(name, number, says.happened(name, number, events[number - 1]))

    def _begin(self, name: str, stored: StoredGame) -> None:
        """Say that a game has begun, unless that was said."""
        if name in self._queued:
            return
        self._queued[name] = self._cursor.last(name)
        if self._queued[name] == BEGUN:
            about = says.begun(name, stored.header, stored.board_text, stored.about.names)
            self._send(name, 0, about)

    def _send(self, name: str, number: int, payload: says.Payload) -> None:
        self._queued[name] = number
        self._sender.send(Event(name, number, encoded(payload)))

    def _taken(self, event: Event) -> None:
        self._cursor.move(event.game, event.number)


def _games(store: Store) -> tuple[StoredGame, ...]:
    try:
        return store.journal.games() if store.journal.lasting else ()
    except JournalError:
        return ()
