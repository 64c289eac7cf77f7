"""`dubsar games backup`: one zip from which all is as it was."""

import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.cli import main
from companion.journal import Journal
from tests.companion.journal.journals import begun, opened

BOARD = Path(__file__).parents[3] / "seeds" / "boards" / "dubsar.toml"
TABLE = """
format = 1
board = "boards/mine.toml"
[camera]
empty = "{empty}"
corners_px = [[210, 130], [1080, 128], [1110, 820], [190, 822]]
[[sample]]
frame = "frames/red.jpg"
colour = "red"
at = ["{at}"]
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a household with two games, settings and a table."""
    home = tmp_path / "home"
    (home / "boards").mkdir(parents=True)
    (home / "frames").mkdir()
    monkeypatch.setenv("DUBSAR_HOME", str(home))
    monkeypatch.setattr("companion.settings.layers.SYSTEM", tmp_path / "system.toml")
    (tmp_path / "system.toml").write_text("sound = true")
    (home / "settings.toml").write_text('language = "ro"')
    shutil.copy(BOARD, home / "boards" / "mine.toml")
    for name in ("empty", "red"):
        (home / "frames" / f"{name}.jpg").write_text(name)
    taught(home)
    with opened(home / "journal.sqlite") as journal:
        begun(journal, 3)
        begun(journal, 1)
    return home


def taught(home: Path, empty: str = "frames/empty.jpg") -> None:
    at = next(
        line.split('"')[1]
        for line in BOARD.read_text(encoding="utf-8").split("[[location]]")[1].splitlines()
        if line.startswith("id")
    )
    (home / "table.toml").write_text(TABLE.format(empty=empty, at=at))


def backed_up(target: Path) -> set[str]:
    assert main(["games", "backup", str(target)]) == 0
    with ZipFile(target) as archive:
        return set(archive.namelist())


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith("journal")
    }


def test_unpacked_elsewhere_it_is_the_household(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backed_up(tmp_path / "all.zip")
    assert capsys.readouterr() == ("", "")
    with ZipFile(tmp_path / "all.zip") as archive:
        archive.extractall(tmp_path / "new")
    restored = contents(tmp_path / "new")
    assert restored.pop("etc-settings.toml") == b"sound = true"
    assert restored == contents(home)
    with opened(tmp_path / "new" / "journal.sqlite") as journal:
        assert [game.events for game in journal.games()] == [1, 3]


def test_it_is_made_while_a_game_goes_on(home: Path, tmp_path: Path) -> None:
    with opened(home / "journal.sqlite") as playing:
        game = begun(playing, 2)
        backed_up(tmp_path / "all.zip")
        assert playing.game(game).events == 2
    with ZipFile(tmp_path / "all.zip") as archive:
        archive.extract("journal.sqlite", tmp_path)
    with opened(tmp_path / "journal.sqlite") as journal:
        assert [one.events for one in journal.games()] == [2, 1, 3]


def test_a_household_without_a_table_has_its_games_and_settings(home: Path, tmp_path: Path) -> None:
    (home / "table.toml").unlink()
    names = backed_up(tmp_path / "all.zip")
    assert names == {"journal.sqlite", "settings.toml", "etc-settings.toml"}


def test_other_tables_and_known_boards_come_along(home: Path, tmp_path: Path) -> None:
    shutil.copytree(home / "frames", home / "attic" / "frames")
    shutil.copytree(home / "boards", home / "attic" / "boards")
    shutil.copy(home / "table.toml", home / "attic")
    (home / "boards" / "ours").mkdir()
    (home / "boards" / "ours" / "board.toml").write_text("name")
    (home / "letter.txt").write_text("Dear Ioana")
    names = backed_up(tmp_path / "all.zip")
    assert {"attic/table.toml", "attic/frames/red.jpg", "boards/ours/board.toml"} <= names
    assert "letter.txt" not in names


def test_a_table_at_work_is_kept_as_far_as_it_goes(home: Path, tmp_path: Path) -> None:
    (home / "table.toml").write_text("format = 1")
    assert "table.toml" in backed_up(tmp_path / "all.zip")


def test_what_lies_elsewhere_is_told(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "elsewhere.jpg"
    elsewhere.write_text("empty")
    taught(home, "../elsewhere.jpg")
    (home / "frames" / "red.jpg").unlink()
    names = backed_up(tmp_path / "all.zip")
    assert not any(name.endswith(".jpg") for name in names)
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert all(line.startswith("dubsar: not in the backup") for line in told)


def test_what_cannot_be_written_leaves_nothing_behind(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", str(home))

    monkeypatch.setattr(Journal, "backup", fail)
    before = sorted(tmp_path.iterdir())
    assert main(["games", "backup", str(tmp_path / "all.zip")]) == 1
    assert sorted(tmp_path.iterdir()) == before
