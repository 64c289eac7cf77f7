"""What keeps the games of a hall, in a file or in a PostgreSQL database: both do the same."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.hall.games import Games
from companion.hall.running import CLIENT
from companion.hall.tables import Tables
from companion.language import Language
from engine.errors import InputError
from tests.companion.hall.postgresql import postgresql
from tests.companion.hall.test_tables import EVENTS, MESSAGES


@pytest.fixture(scope="module", params=["file", "postgresql"])
def where(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    if request.param == "file":
        yield str(tmp_path_factory.mktemp("hall") / "new folder" / "hall.sqlite")
    else:
        with postgresql() as dsn:
            yield dsn


def test_each_event_is_kept_once_and_found_again(where: str) -> None:
    refused: list[str] = []
    with Games(where) as games:
        tables = Tables(games, Language(), refused.append)
        with games.batch():
            for message in (*MESSAGES[:5], *MESSAGES[3:], MESSAGES[2]):
                tables.take("a", "event", message)
        assert [one["number"] for one in games.events("a", "g1")] == [*range(len(MESSAGES))]
        assert games.last("a", "g1") == len(EVENTS)
        assert (games.events("a", "g2"), games.last("b", "g1")) == ([], -1)
    with Games(where) as games:
        playing = Tables(games, Language(), refused.append).tables["a"].playing
        assert playing is not None
        assert [*playing.lines] == EVENTS
    assert not refused


def test_a_hall_has_a_name_of_its_own_for_as_long_as_its_games(where: str, tmp_path: Path) -> None:
    with Games(where) as games, Games(str(tmp_path / "hall.sqlite")) as others:
        name = games.hall_name()
        assert games.hall_name() == name
        assert others.hall_name() != name
        assert len(CLIENT.format(name)) <= 23  # as long as MQTT lets every broker take it
    with Games(where) as games:
        assert games.hall_name() == name


def refuse(found: object) -> None:
    raise InputError("hall", "", f"refused after {found}")


def test_a_batch_is_kept_whole_or_not_at_all(where: str) -> None:
    with Games(where) as games:
        with pytest.raises(InputError), games.batch():
            refuse(games.add("b", "g1", 0, {"names": {"red": "Zoë"}}))
        assert games.events("b", "g1") == []
        assert games.add("b", "g1", 0, {"names": {"red": "Zoë"}})
        assert not games.add("b", "g1", 0, {"names": {}})
        assert games.events("b", "g1") == [{"names": {"red": "Zoë"}}]
        assert ("b", "g1") in games.latest()


def test_results_are_listed_and_taken_back(where: str) -> None:
    with Games(where) as games:
        for points in ("Ana 3", "Ana 4"):
            games.set_result("c", "g1", points)
        games.set_result("c", "g2", "Ben 1")
        assert {(one.game, one.points) for one in games.results(9)} == {
            ("g1", "Ana 4"),
            ("g2", "Ben 1"),
        }
        assert len(games.results(1)) == 1
        for game in ("g1", "g2"):
            games.set_result("c", game, None)
        assert games.results(9) == []


@pytest.mark.parametrize(
    "where", ["postgresql://hall@/x?host=/nowhere", "postgres://[", "/dev/null/x"]
)
def test_what_cannot_be_reached_is_said_in_one_line(
    where: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path))
    assert main(["hall", "--broker", "127.0.0.1", "--games", where]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "internal error" not in said


def test_without_its_driver_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(InputError, match="pip install"):
        Games("postgresql://hall@/x")
