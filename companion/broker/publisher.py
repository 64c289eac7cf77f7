"""A table at a broker: what the main loop does for it, once a round."""

from typing import Final

from companion.broker import topics as says
from companion.broker.outbox import Lines, Outbox
from companion.broker.topics import game_name
from companion.files import Closing
from companion.journal import GameId, StoredGame
from companion.journal.errors import JournalError
from companion.journal.store import Store
from companion.session.live_game import LiveGame
from companion.session.money import hides_money
from companion.session.session import Session
from companion.settings import Mqtt
from companion.ui.screen import Screen
from companion.ui.style import Colour
from engine.errors import InputError
from engine.fields import parse_object

SUFFIX: Final = ".sent"
"""Of the file beside the journal that says how far it has been sent."""


class Publisher(Closing):
    """Publishes one session's games; what cannot be sent waits in the journal."""

    def __init__(self, settings: Mqtt, session: Session) -> None:
        """Begin with what waits of earlier games; raises OSError or ValueError as ``Outbox``."""
        self._settings: Final = settings
        store = session.store
        games = _games(store)
        path = store.journal.path.with_suffix(SUFFIX)
        over = {game_name(one): one.events for one in games if one.about.finished}
        self.outbox: Final = Outbox(settings, path, over)
        self._stored: Final[dict[GameId, StoredGame]] = {}
        self._known: tuple[GameId, int, bool, tuple[Colour, ...], bool] | None = None
        self._words: object = None
        self._live: LiveGame | None = None
        for stored in reversed(games):
            self._send_stored(store, stored)
        # The newest is the one that is gone on with, unless it is over.
        over_or_left = games[:1] if games and games[0].about.finished else games[1:2]
        for stored in over_or_left:
            if self.outbox.was_sent(game_name(stored)):
                self.outbox.keep_previous(_about(stored), _events(store, stored))

    def serve(self, session: Session) -> bool:
        """Nothing is asked for from there: whatever a broker says, nobody listens."""
        del session
        return False

    def publish(self, session: Session, screen: Screen) -> None:
        """Send what is new since the last time."""
        del screen
        outbox = self.outbox
        if session.words.code != self._words and self._settings.discovery:
            self._words = session.words.code
            found = says.discovery(outbox.topics, self._settings.discovery, session.words)
            for topic, payload in found.items():
                outbox.keep(topic, payload)
        outbox.keep(outbox.topics.of("health"), says.health(session))
        live = self._live = session.game or self._live
        if live is None or not session.store.journal.lasting:
            return  # a game in memory is sent once it is on the disk
        ended = session.store.has_ended(live.id)
        if session.game is None and not ended:
            return  # it was left, and goes on some day
        hidden = hides_money(session.settings, live.names, live.history, has_ended=ended)
        number = session.store.number(live.id)
        tints = session.tints_of(live.board)
        known = number, live.history.event, hidden, tints, ended
        if known == self._known:
            return
        if number not in self._stored:
            try:
                self._stored[number] = session.store.journal.game(number)
            except JournalError:  # the store mends that; then it is sent
                return
        self._known = known
        name = game_name(self._stored[number])
        events = [line for line in session.store.lines(live.id) if "type" in line]
        outbox.play(name, _about(self._stored[number]), events)
        is_virtual = session.hands is not None
        stands = says.state(name, live, hidden=hidden, virtual=is_virtual, tints=tints, ended=ended)
        outbox.keep(outbox.topics.of("state"), stands)

    def close(self) -> None:
        self.outbox.close()

    def _send_stored(self, store: Store, stored: StoredGame) -> None:
        name = game_name(stored)
        if self.outbox.last(name) < stored.events and (lines := _events(store, stored)):
            self.outbox.send(name, _about(stored), lines)


def _events(store: Store, stored: StoredGame) -> Lines:
    """Read the events of a game; none where it is damaged and cannot be read."""
    try:
        lines = store.journal.lines(stored.id)[1:]
        parsed = [parse_object(one, game_name(stored), "") for one in lines]
    except (JournalError, InputError):
        return ()
    return [line for line in parsed if "type" in line]


def _about(stored: StoredGame) -> says.Payload:
    names = stored.about.names
    return says.begun(game_name(stored), stored.header, stored.board_text, names)


def _games(store: Store) -> tuple[StoredGame, ...]:
    try:
        return store.journal.games() if store.journal.lasting else ()
    except JournalError:
        return ()
