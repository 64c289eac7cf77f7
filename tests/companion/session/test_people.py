"""People are known by the games they played, with their last colour, until they are forgotten."""

from datetime import timedelta
from pathlib import Path
from zipfile import ZipFile

from companion.archive.exporting import write_backup
from companion.archive.game_zip import About
from companion.journal import Journal, StoredGame
from companion.journal.rows import PlayedGame
from companion.journal.store import Store
from companion.session.new_game import NewGame, Seat
from companion.session.people import Forgotten, known_people
from companion.settings import load_settings
from tests.companion.journal.journals import BOARD_TEXT, HEADER, NOON


def played(journal: Journal, day: int, **names: str) -> None:
    about = About(NOON + timedelta(days=day), None, names, None)
    journal.save([PlayedGame(None, HEADER, BOARD_TEXT, about, [])])


def games() -> tuple[StoredGame, ...]:
    with Store.in_memory() as store:
        played(store.journal, 0, red="Ana", blue="Mihai")
        played(store.journal, 1, green="Ana")
        return store.journal.games()


def test_whoever_played_last_comes_first_with_the_colour_of_that_time() -> None:
    known = known_people(games(), {})
    assert [(one.name, one.colour, len(one.games)) for one in known] == [
        ("Ana", "green", 2),
        ("Mihai", "blue", 1),
    ]
    assert [known[0].colour_in(game) for game in known[0].games] == ["green", "red"]


def test_whoever_is_forgotten_is_somebody_new_in_a_later_game(tmp_path: Path) -> None:
    Forgotten(tmp_path).forget("Ana", NOON + timedelta(hours=1))
    Forgotten(tmp_path).forget("Mihai", NOON + timedelta(hours=1))
    (known,) = known_people(games(), Forgotten(tmp_path).times())
    assert (known.name, len(known.games)) == ("Ana", 1)


def test_a_backup_holds_who_is_to_be_forgotten(tmp_path: Path) -> None:
    environment = {"DUBSAR_HOME": str(tmp_path)}
    effective = load_settings(environment=environment, system=tmp_path / "none.toml")
    Forgotten(tmp_path).forget("Ana", NOON)
    with Journal.open(effective.settings.journal) as journal:
        write_backup(tmp_path / "backup.zip", journal, effective)
    with ZipFile(tmp_path / "backup.zip") as archive:
        assert "Ana" in archive.read("people.json").decode()


def test_a_file_that_cannot_be_read_forgets_nobody(tmp_path: Path) -> None:
    (tmp_path / "people.json").write_text('{"forgotten": ["Ana"]}')
    assert Forgotten(tmp_path).times() == {}


def test_somebody_known_sits_down_with_the_colour_of_last_time_unless_it_is_taken() -> None:
    plan = NewGame("sumeria", ("red", "blue", "green"), [Seat("red"), Seat("blue"), Seat("green")])
    plan.seat_person(0, "Ana", "green")
    assert plan.names == {"green": "Ana"}
    assert plan.players == ("green", "blue", "red")
    plan.seat_person(1, "Mihai", "green")
    assert plan.names == {"green": "Ana", "blue": "Mihai"}
