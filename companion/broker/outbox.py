"""What is to reach the broker of a table's games: each event once and in order, and how they stand.

It knows no session: whoever has a game's lines has them sent.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.broker import topics as says
from companion.broker.cursor import BEGUN, Cursor
from companion.broker.sender import Event, Sender
from companion.broker.topics import Payload, Topics, encoded
from companion.files import Closing
from companion.settings import Mqtt

Lines = Sequence[Mapping[str, Any]]


class Outbox(Closing):
    """Sends what is new of each game; how far it has come is in a file."""

    def __init__(self, settings: Mqtt, path: Path, already: Mapping[str, int]) -> None:
        """Begin to connect; ``already`` counts as sent where the file is new.

        Raises OSError or ValueError as ``Sender``.
        """
        self.topics: Final = Topics(settings.prefix, settings.table_name)
        self._cursor: Final = Cursor(path, already)
        self._sender: Final = Sender(settings, self.topics, self._taken)
        self._queued: Final[dict[str, int]] = {}
        self._playing: Payload | None = None
        self._lines: Lines = ()

    @property
    def waiting(self) -> int:
        """How many events the broker has not taken yet."""
        return self._sender.waiting

    def last(self, game: str) -> int:
        """Give the number of the last event of a game that was taken or waits, BEGUN before any."""
        return self._queued.get(game, self._cursor.last(game))

    def was_sent(self, game: str) -> bool:
        """Tell whether the broker was ever sent anything of a game."""
        return self._cursor.was_sent(game)

    def keep(self, topic: str, payload: Payload) -> None:
        """Let the broker keep the newest payload of a topic."""
        self._sender.keep(topic, encoded(payload))

    def send(self, game: str, about: Payload, lines: Lines) -> None:
        """Send the events of a game that were not sent yet; ``about`` says that it has begun."""
        last = self.last(game)
        if last == BEGUN:
            self._send(game, 0, about)
        for number in range(max(last, 0) + 1, len(lines) + 1):
            self._send(game, number, says.happened(game, number, lines[number - 1]))

    def play(self, game: str, about: Payload, lines: Lines) -> None:
        """Send what is new of the game that is played, and let the broker keep all of it.

        Of the game before, too: whoever missed its end, as when the broker lost it, finds it there.
        """
        self.send(game, about, lines)
        if self._playing is not None and self._playing["game"] != game:
            self.keep_previous(self._playing, self._lines)
        self._playing, self._lines = about, lines
        self.keep(self.topics.game, about)
        self.keep(self.topics.events, says.so_far(game, lines))

    def keep_previous(self, about: Payload, lines: Lines) -> None:
        """Let the broker keep the game that was played before this one, whole."""
        self.keep(self.topics.previous, says.whole(about, lines))

    def close(self) -> None:
        self._sender.close()
        self._cursor.close()

    def _send(self, game: str, number: int, payload: Payload) -> None:
        self._queued[game] = number
        self._sender.send(Event(game, number, encoded(payload)))

    def _taken(self, event: Event) -> None:
        self._cursor.move(event.game, event.number)
