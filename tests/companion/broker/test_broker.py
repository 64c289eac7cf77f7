"""A table at a real broker: what it publishes, and that no event is lost or told in disorder."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.broker import topics as says
from companion.broker.outbox import Outbox
from companion.broker.publisher import Publisher
from companion.broker.topics import game_name
from companion.language import Language
from companion.pages.phases import end_early
from companion.settings import Mqtt
from engine.fields import Fields
from engine.games import parse_board
from engine.history import History
from engine.sumeria import SUMERIA
from tests.companion.broker.mosquitto import Mosquitto, Reader, guarded, mosquitto, reading
from tests.companion.pages.stage import Stage, stage


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a broker be tried again soon."""
    monkeypatch.setattr("companion.broker.sender.FIRST_PAUSE", 0.1)


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path_factory.mktemp("broker")) as made:
        yield made


@pytest.fixture
def reader(broker: Mosquitto) -> Iterator[Reader]:
    with reading(broker.port) as one:
        yield one


def settings(broker: Mosquitto, table: str) -> Mqtt:
    return Mqtt(broker="127.0.0.1", broker_port=broker.port, table_name=table)


@contextmanager
def published(one: Stage, given: Mqtt) -> Iterator[Publisher]:
    publisher = Publisher(given, one.session)
    try:
        publish(publisher, one)
        yield publisher
    finally:
        publisher.close()


def publish(publisher: Publisher, one: Stage) -> None:
    publisher.publish(one.session, one.session.screen)


def play(publisher: Publisher, one: Stage) -> None:
    game = one.game
    game.write(game.history.game.legal_events(game.history.state)[0])
    publish(publisher, one)


def deliver(publisher: Publisher, one: Stage) -> None:
    """Go on until the broker has acknowledged every event."""
    while publisher.outbox.waiting:
        publish(publisher, one)


def undo(publisher: Publisher, one: Stage) -> None:
    one.game.undo(one.game.history.event - 1)
    publish(publisher, one)


def test_a_game_can_be_replayed_from_what_is_published(
    broker: Mosquitto, reader: Reader, tmp_path: Path
) -> None:
    with stage(tmp_path / "journal.sqlite") as one, published(one, settings(broker, "a")) as table:
        play(table, one)
        begun = reader.next("dubsar/a/event")
        assert (begun["version"], begun["number"]) == (1, 0)
        board = parse_board(begun["board"], "published")
        header = begun["header"]
        start = SUMERIA.new_game(board, header["players"], header["rulings"])
        history = History(SUMERIA, start)
        for number in range(1, one.game.history.event + 1):
            told = reader.next("dubsar/a/event")
            assert (told["game"], told["number"]) == (begun["game"], number)
            history.append(SUMERIA.parse_event(Fields("published", "", told["line"])))
        assert history.state == one.game.history.state


def test_of_the_game_before_all_is_kept_for_those_who_missed_its_end(
    broker: Mosquitto, tmp_path: Path
) -> None:
    lines = [{"type": "pass", "player": one} for one in ("red", "blue")]
    with Outbox(settings(broker, "p"), tmp_path / "journal.sent", {}) as outbox:
        outbox.play("g1", {"version": 1, "game": "g1", "number": 0}, lines)
        outbox.play("g2", {"version": 1, "game": "g2", "number": 0}, [])
        while outbox.waiting:
            outbox.send("g2", {}, [])
        with reading(broker.port) as late:
            previous = late.next("dubsar/p/previous")
            assert (previous["game"], previous["lines"]) == ("g1", lines)
            assert late.next("dubsar/p/game")["game"] == "g2"
            assert late.next("dubsar/p/events") == {"version": 1, "game": "g2", "lines": []}


def test_the_state_the_health_and_whether_it_is_there_are_kept(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with stage(tmp_path / "journal.sqlite") as one, published(one, settings(broker, "b")) as table:
        one.show(looks=1)
        publish(table, one)
        with reading(broker.port) as late:
            assert late.next("dubsar/b/online") == "online"
            state = late.next("dubsar/b/state")
            while state["event"] < one.game.history.event:
                state = late.next("dubsar/b/state")
            assert state["turn"] == "Red to play"
            assert [player["colour"] for player in state["players"]] == ["red", "blue", "yellow"]
            health = late.next("dubsar/b/health")
            while health["camera"] != "sees":
                health = late.next("dubsar/b/health")
            assert not health["attention"]
    with reading(broker.port) as later:
        assert later.next("dubsar/b/online") == "offline"


def test_a_game_that_is_ended_early_waits_for_nobody(
    broker: Mosquitto, reader: Reader, tmp_path: Path
) -> None:
    with stage(tmp_path / "journal.sqlite") as one, published(one, settings(broker, "e")) as table:
        assert reader.next("dubsar/e/state")["turn"] == "Red to play"
        end_early(one.session)
        publish(table, one)
        state = reader.next("dubsar/e/state")
        while not state["over"]:  # each of the moments before may have been told
            state = reader.next("dubsar/e/state")
        assert (state["turn"], state["to_play"]) == ("Ended early", None)
        assert (state["over"], state["winners"]) == (True, [])
        assert [player["points"] for player in state["players"]] == [0, 0, 0]


def test_what_is_published_has_the_keys_that_are_documented(tmp_path: Path) -> None:
    text = (Path(__file__).parents[3] / "docs" / "mqtt.md").read_text(encoding="utf-8")
    with stage(tmp_path / "journal.sqlite") as one:
        told = {"state": says.state("g1", one.game), "health": says.health(one.session)}
    for what, payload in told.items():
        example = text.partition(f"### `{what}`\n\n")[2].partition("\n\n")[0]
        assert [*payload] == [*json.loads(example)]


KNOWN = {
    *("name", "unique_id", "state_topic", "value_template", "availability_topic", "device"),
    *("origin", "device_class"),
}
"""Keys of ours in the schema that Home Assistant documents for MQTT sensors and binary sensors."""
CLASSES: dict[str, tuple[str | None, ...]] = {
    "sensor": (None,),
    "binary_sensor": ("problem", "connectivity"),
}
"""Device classes of ours that it documents, by the kind of entity."""


def test_home_assistant_finds_the_table_in_the_language_of_the_screen(
    broker: Mosquitto, reader: Reader, tmp_path: Path
) -> None:
    entities = {"turn": "sensor", "points": "sensor", "attention": "binary_sensor"}
    entities |= {"camera": "binary_sensor"}
    with stage(tmp_path / "journal.sqlite") as one:
        one.session.change(replace(one.session.settings, language="fr"))
        with published(one, settings(broker, "c")):
            found = {
                key: reader.next(f"homeassistant/{kind}/dubsar_c/{key}/config")
                for key, kind in entities.items()
            }
            payloads = {
                topic: reader.next(topic) for topic in ("dubsar/c/state", "dubsar/c/health")
            }
            assert reader.next("dubsar/c/online") == "online"  # as payload_available by default
    assert len({one["unique_id"] for one in found.values()}) == 4
    assert {one["availability_topic"] for one in found.values()} == {"dubsar/c/online"}
    for key, told in found.items():
        assert set(told) <= KNOWN
        assert told["device"]["identifiers"] == ["dubsar_c"]
        assert told.get("device_class") in CLASSES[entities[key]]
        (used,) = re.findall(r"value_json\.(\w+)", told["value_template"])
        assert used in payloads[told["state_topic"]]
        # By default these two words are what a binary sensor understands.
        words = {*re.findall("'(ON|OFF)'", told["value_template"])}
        assert words == ({"ON", "OFF"} if entities[key] == "binary_sensor" else set())
    assert found["turn"]["name"] == Language("fr").say("Whose turn") != "Whose turn"


def test_what_the_broker_missed_arrives_later_once_and_in_order(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, stage(tmp_path / "journal.sqlite") as one:
        given = settings(broker, "d")
        with reading(broker.port) as reader, published(one, given) as table:
            before = one.game.history.event
            for number in range(before + 1):
                assert reader.next("dubsar/d/event")["number"] == number
            deliver(table, one)  # a reader may have what the broker did not acknowledge yet
            broker.kill()
            for _ in range(3):  # while nobody is there to take it
                play(table, one)
                undo(table, one)
        # The program ends too; another start finds in the journal what was not taken.
        broker.start()
        with reading(broker.port) as reader, published(one, given) as table:
            play(table, one)
            numbers = [reader.next("dubsar/d/event")["number"] for _ in range(7)]
            assert numbers == [*range(before + 1, before + 8)]
            broker.kill()
            play(table, one)  # the table sees the broker go and come again
            broker.start()
            deliver(table, one)
            name = game_name(one.session.store.journal.games()[0])
            assert table.outbox.last(name) == before + 8


def test_a_broker_that_wants_a_password_and_tls_gets_them(tmp_path: Path) -> None:
    with (
        guarded(tmp_path) as given,
        stage(tmp_path / "journal.sqlite") as one,
        published(one, given) as table,
    ):
        while table.outbox.waiting:
            publish(table, one)
