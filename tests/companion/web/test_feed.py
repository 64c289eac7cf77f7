"""What phones are sent: all at first, then what is new; whoever is slow gets the newest."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.web.bridge import Bridge
from companion.web.feed import Feed
from hardware.panel import Button
from tests.companion.web.served import Served, served


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as made:
        yield made


def always() -> bool:
    """Tell that the secret is in force: it is still evening."""
    return True


def messages(raw: bytes) -> list[tuple[str, Any]]:
    parts = (one.split("\n") for one in raw.decode().split("\n\n") if one.startswith("event"))
    return [(head.removeprefix("event: "), json.loads(data[6:])) for head, data in parts]


async def news(stream: AsyncIterator[bytes]) -> dict[str, Any]:
    return dict(messages(await anext(stream)))


def play_on(table: Served) -> None:
    game = table.stage.game
    game.write(game.history.game.legal_events(game.history.state)[0])
    table.publish()
    table.site.feed.listeners.wake()


def test_an_event_is_sent_alone_once_the_game_is_there(table: Served) -> None:
    async def watch() -> None:
        stream = table.site.feed.stream("fr", always, helps=False)
        assert (await anext(stream)).startswith(b"retry")
        all_of_it = await news(stream)
        event = table.stage.game.history.event
        assert all_of_it["game"]["language"] == "fr"
        assert [one["n"] for one in all_of_it["frames"]["frames"]] == [*range(event + 1)]
        play_on(table)
        found = await news(stream)
        assert set(found) == {"frames"}
        assert found["frames"]["from"] == event + 1
        (frame,) = found["frames"]["frames"]
        assert frame["on"] == {at: [player] for at, player in table.stage.game.standing.items()}

    asyncio.run(watch())


def test_each_is_sent_his_language_and_a_slow_one_all_that_he_missed(table: Served) -> None:
    async def watch() -> None:
        streams = [table.site.feed.stream(code, always, helps=False) for code in ("en", "ro")]
        for one in streams:
            await anext(one)
            await anext(one)
        for _ in range(3):
            play_on(table)
        texts = []
        for one in streams:
            frames = (await news(one))["frames"]["frames"]
            assert len(frames) == 3
            texts.append(frames[0]["text"])
        assert texts[0] != texts[1]

    asyncio.run(watch())


def test_what_is_taken_back_no_longer_counts(table: Served) -> None:
    async def watch() -> None:
        stream = table.site.feed.stream("en", always, helps=False)
        await anext(stream)
        await anext(stream)
        last = table.stage.game.history.event
        table.stage.game.undo(last - 1)
        table.publish()
        table.site.feed.listeners.wake()
        found = await news(stream)
        assert found["now"]["gone"] == [last]

    asyncio.run(watch())


def test_only_those_who_help_are_sent_the_screen(table: Served) -> None:
    async def watch() -> None:
        looks_on = table.site.feed.stream("en", always, helps=False)
        helps = table.site.feed.stream("en", always, helps=True)
        for one in (looks_on, helps):
            await anext(one)
        assert "screen" not in await news(looks_on)
        assert (await news(helps))["screen"]["labels"][0]["label"] == "SCORE"
        table.stage.press(Button.WHY)
        table.publish()
        table.site.feed.listeners.wake()
        screen = (await news(helps))["screen"]
        assert screen["title"] == table.stage.session.page.title()
        assert screen["parts"][0]["chosen"]

    asyncio.run(watch())


def test_a_pause_and_a_question_are_told(table: Served) -> None:
    async def watch() -> None:
        stream = table.site.feed.stream("en", always, helps=False)
        await anext(stream)
        assert (await news(stream))["now"]["notice"] == ""
        table.stage.press(Button.OK)
        table.publish()
        table.site.feed.listeners.wake()
        assert "Paused" in (await news(stream))["now"]["notice"]
        table.stage.press(Button.OK)
        table.stage.show({"ur.city": "blue", "kish.city": None, "adab.city": "blue"})
        table.publish()
        table.site.feed.listeners.wake()
        assert "asked" in (await news(stream))["now"]["notice"]

    asyncio.run(watch())


def test_before_any_game_there_is_nothing_but_that(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        table.stage.session.game = None
        bridge = Bridge()
        bridge.publish(table.stage.session, table.stage.session.screen)

        async def watch() -> None:
            stream = Feed(bridge).stream("en", always, helps=False)
            await anext(stream)
            assert await news(stream) == {"nothing": {}}

        asyncio.run(watch())


def test_a_quiet_line_shows_signs_of_life(table: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.feed.TICK", 0.0)

    async def watch() -> None:
        stream = table.site.feed.stream("en", always, helps=False)
        await anext(stream)
        await anext(stream)
        assert await news(stream) == {"tick": {}}

    asyncio.run(watch())


def test_nothing_is_made_anew_while_nothing_changes(table: Served) -> None:
    first = table.bridge.snapshot
    for _ in range(3):
        table.publish()
    assert table.bridge.snapshot is first
