"""What each phone is sent: all at first, then what is new, in its language, told once for all."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from companion.language import Language, said
from companion.pages.play import PAUSED, PRESS_SCORE
from companion.sharing.game_view import GameRecord, GameView
from companion.web.bridge import Bridge
from companion.web.guard import InForce
from companion.web.snapshot import Notice, Snapshot
from companion.words.eye import trouble_sentences
from companion.words.names import Names, capitalised

TICK: Final = 10.0
"""Seconds after which a phone that was sent nothing is sent a sign of life."""
RETRY: Final = b"retry: 2000\n\n"
"""Milliseconds after which a browser asks again once it has lost the companion."""
ASKED: Final = said("The table is being asked what has happened.")


class Telling:
    """One game in one language, and what was said of it as it is sent."""

    def __init__(self, record: GameRecord, language: Language) -> None:
        self.view: Final = GameView(record, language)
        self.game: Final = message("game", self.view.setting())
        self.frames: Final[list[str]] = []
        self.take(record)

    def take(self, record: GameRecord) -> None:
        self.view.take(record)
        for frame in self.view.frames[len(self.frames) :]:
            self.frames.append(json.dumps(frame, ensure_ascii=False))

    def frames_from(self, number: int) -> bytes:
        frames = ",".join(self.frames[number:])
        return f'event: frames\ndata: {{"from":{number},"frames":[{frames}]}}\n\n'.encode()


class Listeners:
    """Those who are sent to, woken when there is something new."""

    def __init__(self) -> None:
        self._waiting: Final[set[asyncio.Event]] = set()

    def wake(self) -> None:
        for one in self._waiting:
            one.set()

    async def stream(
        self, in_force: InForce, news: Callable[[], bytes]
    ) -> AsyncGenerator[bytes, None]:
        """Send what is new whenever something is, while the secret is ``in_force``."""
        changed = asyncio.Event()
        self._waiting.add(changed)
        try:
            yield RETRY
            while in_force():
                changed.clear()
                if found := news():
                    yield found
                try:
                    await asyncio.wait_for(changed.wait(), TICK)
                except TimeoutError:
                    yield message("tick", {})
        finally:
            self._waiting.discard(changed)


class Feed:
    """Sends what the bridge shows; of the thread in which the phones are served."""

    def __init__(self, bridge: Bridge) -> None:
        self.listeners: Final = Listeners()
        self._bridge: Final = bridge
        self._tellings: Final[dict[str, Telling]] = {}

    def telling(self, language: str) -> Telling | None:
        """Tell the game that is played, or was last; None where there was none."""
        snapshot = self._bridge.snapshot
        if snapshot is None or snapshot.record is None:
            return None
        record, known = snapshot.record, self._tellings.get(language)
        if known is None or known.view.key != record.key:
            known = self._tellings[language] = Telling(record, Language(language))
        else:
            known.take(record)
        return known

    async def stream(
        self, language: str, in_force: InForce, *, helps: bool
    ) -> AsyncIterator[bytes]:
        """Send all that there is, then whatever is new, while the secret is ``in_force``.

        Whoever is slow gets the newest, not all that was in between.
        """
        if helps:
            self._bridge.help_begins()
        sent = Sent()
        news = partial(self._news, language, sent, helps=helps)
        try:
            async with aclosing(self.listeners.stream(in_force, news)) as stream:
                async for one in stream:
                    yield one
        finally:
            if helps:
                self._bridge.help_ends()

    def _news(self, language: str, sent: "Sent", *, helps: bool) -> bytes:
        snapshot = self._bridge.snapshot
        if snapshot is None:
            return b""
        found = [*self._of_game(snapshot, language, sent)]
        if helps and snapshot.screen is not None and snapshot.screen != sent.screen:
            sent.screen = snapshot.screen
            found.append(message("screen", snapshot.screen))
        return b"".join(found)

    def _of_game(self, snapshot: Snapshot, language: str, sent: "Sent") -> list[bytes]:
        telling = self.telling(language)
        if telling is None:
            news = [] if sent.nothing else [message("nothing", {})]
            sent.nothing = True
            return news
        found = []
        view = telling.view
        if sent.key != view.key:
            sent.key, sent.frames, sent.now = view.key, 0, None
            found.append(telling.game)
        now = view.now() | {"notice": notice_sentence(snapshot.notice, view.names)}
        if sent.frames < len(telling.frames):
            found.append(telling.frames_from(sent.frames))
            sent.frames = len(telling.frames)
        if now != sent.now:
            sent.now = now
            found.append(message("now", now))
        return found


@dataclass(slots=True)
class Sent:
    """What one phone has by now."""

    key: str = ""
    frames: int = 0
    now: Mapping[str, Any] | None = None
    screen: Mapping[str, Any] | None = None
    nothing: bool = False


def message(event: str, data: Mapping[str, Any]) -> bytes:
    """Write one message of a stream; JSON has no line breaks of its own."""
    return f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def notice_sentence(notice: Notice, names: Names) -> str:
    """Say what the companion says of the table, nothing while all is well."""
    words = names.language
    if notice.paused:
        return words.say(PAUSED)
    if notice.asked:
        return words.say(ASKED)
    if notice.troubles:
        return capitalised(trouble_sentences(notice.troubles, names)[0]) + "."
    return words.say(PRESS_SCORE) if notice.button else ""
