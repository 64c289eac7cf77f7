"""What tables publish is kept once each, and nothing is believed that no table says."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.broker.topics import PARTS, begun, encoded, happened, so_far, whole
from companion.hall.games import Games
from companion.hall.tables import Tables
from companion.language import Language
from companion.sharing.game_view import GameView
from engine.record import Header, Undo
from engine.sumeria import SUMERIA
from seeds.boards import builtin_board_text
from tests.companion.tracking.watching import PLAYERS, THREE_PLAY

HEADER = Header("sumeria", "dubsar", PLAYERS, {})
TEXT = builtin_board_text("dubsar")
EVENTS = [
    SUMERIA.format_event(event) for event in THREE_PLAY().events if not isinstance(event, Undo)
]
MESSAGES = [
    encoded(begun("g1", HEADER, TEXT, {"red": "<b>Ana"})),
    *(encoded(happened("g1", number, line)) for number, line in enumerate(EVENTS, 1)),
]


class Hall:
    """A hall whose file is in a folder."""

    def __init__(self, folder: Path) -> None:
        self.refused: list[str] = []
        self.games = Games(str(folder / "hall.sqlite"))
        self.tables = Tables(self.games, Language(), self.refused.append)

    def take(self, *messages: bytes, what: str = "event", name: str = "a") -> None:
        for one in messages:
            self.tables.take(name, what, one)

    @property
    def events(self) -> int:
        playing = self.tables.tables["a"].playing
        return len(playing.lines) if playing else 0


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.games.close()


def test_a_game_is_shown_and_kept_each_event_once(hall: Hall, tmp_path: Path) -> None:
    hall.take(*MESSAGES[:5], *MESSAGES[3:5], *MESSAGES[:2], *MESSAGES[5:])
    assert hall.events == len(EVENTS)
    snapshot = hall.tables.tables["a"].bridge.snapshot
    assert snapshot is not None
    assert snapshot.record is not None
    assert len(snapshot.record.events) == len(EVENTS)
    hall.games.close()
    again = Hall(tmp_path)
    assert again.events == len(EVENTS)
    again.games.close()
    assert not hall.refused


def test_points_that_a_table_hides_are_not_shown_in_the_hall_either(hall: Hall) -> None:
    hall.take(*MESSAGES[:5])
    records = []
    for hidden in (False, True, False):
        hall.take(encoded({"version": 1, "hidden": hidden}), what="state")
        snapshot = hall.tables.tables["a"].bridge.snapshot
        assert snapshot is not None
        assert snapshot.record is not None
        records.append(snapshot.record)
    before, while_hidden, after = records
    assert [one.hidden for one in records] == [False, True, False]
    assert before.key == after.key != while_hidden.key
    hall.take(encoded({"version": 1, "hidden": True}), what="state")
    hall.take(MESSAGES[5])
    snapshot = hall.tables.tables["a"].bridge.snapshot
    assert snapshot is not None
    assert snapshot.record is not None
    assert (snapshot.record.hidden, len(snapshot.record.events)) == (True, 5)


def test_a_game_that_a_table_ended_early_is_said_to_be_so(hall: Hall) -> None:
    hall.take(*MESSAGES[:5])
    for over, said in ((False, ""), (True, "Ended early"), (False, "")):
        hall.take(encoded({"version": 1, "over": over}), what="state")
        snapshot = hall.tables.tables["a"].bridge.snapshot
        assert snapshot is not None
        assert snapshot.record is not None
        assert GameView(snapshot.record, Language()).now()["ended"] == said


@pytest.mark.parametrize("bad", ["red", ["red"], [7], ["#dfe8c4 "], ["#dfe8c4"] * 200])
def test_regions_have_the_tints_that_a_table_tells_and_else_the_usual_ones(
    hall: Hall, bad: object
) -> None:
    hall.take(*MESSAGES[:5])
    keys = set()
    for told, tints in ((["#dfe8c4"], ((223, 232, 196),)), (bad, ()), (None, ())):
        hall.take(encoded({"version": 1, "tints": told}), what="state")
        snapshot = hall.tables.tables["a"].bridge.snapshot
        assert snapshot is not None
        assert snapshot.record is not None
        assert snapshot.record.tints == tints
        keys.add(snapshot.record.key)
    assert len(keys) == 2, "the board is told anew"


def test_an_event_waits_for_the_one_before_it(hall: Hall) -> None:
    hall.take(MESSAGES[0], MESSAGES[2])
    assert hall.events == 0
    hall.take(MESSAGES[1], MESSAGES[2])
    assert hall.events == 2


@pytest.mark.parametrize("order", [("game", "events"), ("events", "game")])
def test_a_hall_that_comes_later_is_told_the_whole_game(hall: Hall, order: tuple[str, str]) -> None:
    kept = {"game": MESSAGES[0], "events": encoded(so_far("g1", EVENTS[:7]))}
    for what in order:
        hall.take(kept[what], what=what)
    assert hall.events == 7
    hall.take(*MESSAGES[5:])
    assert hall.events == len(EVENTS)
    assert not hall.refused


def test_what_was_missed_in_between_is_taken_from_all_so_far(hall: Hall) -> None:
    hall.take(*MESSAGES[:3], MESSAGES[5])
    assert hall.events == 2
    hall.take(encoded(so_far("g1", EVENTS[:5])), what="events")
    assert hall.events == 5
    hall.take(b'{"version":1,"game":"g1","lines":3}', what="events")
    hall.take(encoded(so_far("g1", [*EVENTS[:5], {"type": "x"}])), what="events")
    assert (hall.events, len(hall.refused)) == (5, 2)
    hall.take(MESSAGES[6])
    assert hall.events == 6


def test_the_end_of_a_game_that_was_missed_comes_with_the_next(hall: Hall) -> None:
    hall.take(*MESSAGES[:5])
    hall.take(MESSAGES[0].replace(b'"g1"', b'"g2"'))  # the rest of the first was lost
    assert hall.tables.overview()["results"] == []
    before = encoded(whole(json.loads(MESSAGES[0]), EVENTS))
    for _ in range(2):
        hall.take(before, what="previous")
    assert len(hall.games.events("a", "g1")) == len(MESSAGES)
    playing = hall.tables.tables["a"].playing
    assert playing is not None
    assert playing.game == "g2"
    hall.take(before, what="previous", name="b")  # which knew nothing of it
    assert len(hall.games.events("b", "g1")) == len(MESSAGES)
    assert not hall.refused


def test_two_tables_are_two_games(hall: Hall) -> None:
    hall.take(*MESSAGES[:4])
    hall.take(*MESSAGES[:2], name="b")
    assert hall.events == 3
    assert len(hall.games.events("b", "g1")) == 2


def changed(at: int, /, **keys: Any) -> bytes:  # noqa: ANN401 - anything hostile
    return json.dumps({**json.loads(MESSAGES[at]), **keys}).encode()


@pytest.mark.parametrize(
    "message",
    [
        b"", b"[]", b"{}", b"[" * 5000, b'{"version":2}', b"\xff\x00", b"x" * 300_000,
        changed(1, number=-1), changed(1, number=True), changed(1, number="1"), changed(1, game=7),
        changed(1, game="../x"), changed(1, line=None), changed(1, line=[]), changed(1, line={}),
        changed(1, line={"type": "undo", "to": 99}), changed(1, line={"type": "undo", "to": "x"}),
        changed(1, line=EVENTS[3]), changed(1, line=EVENTS[0] | {"more": 1}),
        changed(1, version=2), changed(1, padding="x" * 300_000),
        changed(0, game="g2", board="x"),
        changed(0, game="g2", header=3), changed(0, game="g2", names=[1]),
        changed(0, game="g2", names={"red": "\ud800"}),
        changed(1, line=EVENTS[0] | {"time": "noon"}),
        changed(1, line=EVENTS[0] | {"time": "9999-12-31T23:59:59-14:00"}),
    ],
)  # fmt: skip
def test_a_hostile_message_is_refused_and_changes_nothing(hall: Hall, message: bytes) -> None:
    hall.take(MESSAGES[0])
    hall.take(message)
    assert len(hall.refused) == 1
    assert hall.events == 0
    hall.take(*MESSAGES[1:])
    assert hall.events == len(EVENTS)


@pytest.mark.parametrize("name", ["", "../a", "a/b", "<b>", "x" * 41, "é"])
def test_no_other_name_is_a_table(hall: Hall, name: str) -> None:
    hall.take(b"online", what="online", name=name)
    assert not hall.tables.tables
    assert len(hall.refused) == 1


def test_no_more_tables_than_any_hall_holds_are_kept(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.hall.tables.MOST_TABLES", 2)
    for name in ("a", "b", "c", "a"):
        hall.take(b"online", what="online", name=name)
    assert [*hall.tables.tables] == ["a", "b"]
    assert len(hall.refused) == 1


def test_the_overview_tells_who_is_there_and_who_needs_somebody(hall: Hall) -> None:
    hall.take(b"online", what="online")
    hall.take(b'{"version":1,"attention":true}', what="health")
    state = {"version": 1, "turn": "Ana to play", "points": "Ana 3", "last": "x" * 999}
    hall.take(json.dumps(state).encode(), what="state")
    (table,) = hall.tables.overview()["tables"]
    assert (table["name"], table["online"], table["attention"]) == ("a", True, True)
    assert (table["turn"], len(table["last"])) == ("Ana to play", 300)
    hall.take(b"offline", what="online")
    assert not hall.tables.overview()["tables"][0]["online"]


def test_tables_are_listed_as_people_count(hall: Hall) -> None:
    for name in ("t10", "bar", "t9", "1", "t"):
        hall.take(b"online", what="online", name=name)
    names = [one["name"] for one in hall.tables.overview()["tables"]]
    assert names == ["1", "bar", "t", "t9", "t10"]


def test_every_topic_is_documented() -> None:
    text = (Path(__file__).parents[3] / "docs" / "mqtt.md").read_text(encoding="utf-8")
    assert [part for part in PARTS if f"`dubsar/TABLE/{part}`" not in text] == []
