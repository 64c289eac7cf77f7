"""The first page and the pages of past games."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.archive.game_zip import Evidence
from companion.journal import Journal
from companion.pages.journal import GamesPage, StandingPage
from companion.pages.play import PlayPage
from companion.pages.start import StartPage
from companion.session.presses import Kind, Press
from companion.session.session import Session
from companion.session.wishes import Other, Wish
from companion.ui.photos import BesidePhoto
from companion.ui.texts import Message
from engine.games import GAMES
from engine.record import Header
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.companion.journal.journals import LINES, append, begin_game, begun, finish, opened
from tests.companion.pages.evening import PLAYERS, evening
from tests.companion.pages.hands import (
    Choose,
    choose_by_buttons,
    choose_by_touch,
    menu,
    press,
    rows,
)
from tests.examples.start_examples import photographs
from tests.sampled import few

WAYS = pytest.mark.parametrize("choose", few(1, [choose_by_touch, choose_by_buttons]))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Keep two games: the older one played to its end, the newer one going on."""
    place = tmp_path / "journal.sqlite"
    with opened(place) as journal:
        finish(journal, begun(journal, len(LINES)))
        begun(journal, 3, pictures=True)
    return place


def message(session: Session) -> str:
    """Give the message on the screen."""
    body = session.screen.body
    assert isinstance(body, Message), body
    return f"{body.text} {body.path}".strip()


def kept(session: Session) -> list[int]:
    """Give the numbers of the games in the journal."""
    return [game.id for game in session.store.journal.games()]


def test_beside_a_game_to_go_on_with_a_new_one_takes_three_presses(path: Path) -> None:
    with evening(path) as one:
        session = one.session
        assert rows(session)[0] == "Continue the last game"
        assert session.screen.labels.score == "New game"
        press(session, Button.SCORE, Button.OK)
        assert session.page.name == "setup"
        while session.screen.labels.ok != "Start":  # until the camera has read the tiles
            one.look()
        press(session, Button.OK)
        assert isinstance(session.page, PlayPage)


def test_below_the_game_to_go_on_with_the_list_goes_up_again(path: Path) -> None:
    with evening(path) as one:
        session = one.session
        press(session, Button.WHY)
        assert session.screen.labels.score == "▲"
        press(session, Button.SCORE)
        assert menu(session).chosen == 0
        for _ in rows(session):
            session.press(Press(Button.SCORE, Kind.REPEAT, session.now))
        assert isinstance(session.page, StartPage), "holding it begins nothing"


@pytest.mark.parametrize("going_on", [True, False])
def test_what_most_people_come_for_is_the_one_large_row(
    path: Path, tmp_path: Path, *, going_on: bool
) -> None:
    """A new game stood larger than the game to go on with, which is marked."""
    with evening(path if going_on else tmp_path / "none.sqlite") as one:
        shown = menu(one.session)
        assert shown.chosen == 0
        assert [row.large for row in shown.rows] == [True] + [False] * (len(shown.rows) - 1)


def test_without_a_game_there_is_none_to_go_on_with(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        expected = ["New game", "Past games", "People", "Settings", "Close the program"]
        assert rows(one.session) == expected
        one.session.can_calibrate = one.session.can_shut_down = True
        assert rows(one.session)[4:] == [
            "Set up board and camera",
            "Close the program",
            "Shut down",
        ]
        press(one.session, Button.BACK)
        assert isinstance(one.session.page, StartPage)


def test_guided_games_are_offered_of_every_game_that_can_be_laid(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        session.games = tuple(GAMES)
        session.hands = Mock()
        choose_by_buttons(session, "Learn by playing: a guided game")
        assert rows(session) == ["Sumeria", "Siberia"]
        choose_by_buttons(session, "Siberia")
        assert session.other == Other("siberia", guided=True)
        assert session.wishes.pop() is Wish.OTHER_GAME
        choose_by_buttons(session, "Learn by playing: a guided game")
        choose_by_buttons(session, "Sumeria")
        assert [one.name for one in session.pages] == ["start", "play", *["lesson"] * 3]
        assert session.guide is not None


@WAYS
def test_where_tables_can_be_laid_a_new_game_asks_which(tmp_path: Path, choose: Choose) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        session.games = tuple(GAMES)
        choose(session, "New game")
        assert rows(session) == ["Sumeria", "Siberia"]
        choose(session, "Sumeria")
        assert session.page.name == "new-game"
        assert not session.wishes
        press(session, Button.BACK)
        choose(session, "New game")
        choose(session, "Siberia")
        assert session.wishes.popleft() is Wish.OTHER_GAME
        assert session.other == Other("siberia")
        assert isinstance(session.page, StartPage)


@WAYS
def test_whoever_has_played_begins_any_game_without_being_asked_which(
    path: Path, choose: Choose
) -> None:
    """With it a new game with the same people takes three presses at a virtual table, too."""
    with evening(path) as one:
        session = one.session
        session.games = tuple(GAMES)
        assert rows(session)[1:3] == ["New game of Sumeria", "New game of Siberia"]
        choose(session, "New game of Siberia")
        assert session.wishes.popleft() is Wish.OTHER_GAME
        assert session.other == Other("siberia")
        choose(session, "New game of Sumeria")
        assert session.page.name == "new-game"
        started = "Start Sumeria: draw lots"
        assert rows(session)[session.page.chosen] == started  # type: ignore[attr-defined]


def test_a_game_of_another_kind_is_gone_on_with_at_its_own_table(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        header = Header("siberia", "taiga", PLAYERS, {})
        stored = session.store.begin(header, builtin_board_text("taiga"), {}, None)
        session.games = tuple(GAMES)
        choose_by_touch(session, "Continue the last game")
        assert session.wishes.popleft() is Wish.OTHER_GAME
        assert session.other == Other("siberia", session.store.number(stored))
        session.other = None
        choose_by_buttons(session, "Past games")
        assert rows(session)[0].startswith("Siberia · ")
        press(session, Button.OK)
        assert session.screen.title.startswith("Siberia · ")
        choose_by_buttons(session, "Continue this game")
        assert session.wishes.popleft() is Wish.OTHER_GAME
        assert session.other == Other("siberia", session.store.number(stored))


@WAYS
def test_what_the_session_cannot_do_itself_it_wishes_for(tmp_path: Path, choose: Choose) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        session.can_calibrate = session.can_shut_down = True
        choose(session, "Set up board and camera")
        assert session.wishes.popleft() is Wish.CALIBRATE
        for text, wish in (("Close the program", Wish.QUIT), ("Shut down", Wish.SHUTDOWN)):
            choose(session, text)
            choose(session, "Keep it running")
            assert not session.wishes
            choose(session, text)
            press(session, Button.BACK)
            choose(session, text)
            choose(session, text)
            assert session.wishes.popleft() is wish
            assert isinstance(session.page, StartPage)


@WAYS
def test_the_last_game_is_shown_and_gone_on_with(path: Path, choose: Choose) -> None:
    with evening(path) as one:
        session = one.session
        assert rows(session)[0] == "Continue the last game"
        told = menu(session).text
        assert told.startswith("Opening placement in progress.")
        assert "Ioana: 0 points" in told
        choose(session, "Continue the last game")
        assert session.live.history.event == 3
        assert any(isinstance(page, PlayPage) for page in session.pages)


def test_its_photograph_stands_beside(path: Path, tmp_path: Path) -> None:
    with evening(path) as one:
        assert not isinstance(one.session.screen.body, BesidePhoto)  # what is kept is no JPEG
    with opened(tmp_path / "again.sqlite") as journal:
        game = begun(journal)
        cropped, whole = photographs(("red", "blue", "yellow"))
        append(journal, game, LINES[0], [Evidence("after", cropped, whole)])
    with evening(tmp_path / "again.sqlite") as one:
        body = one.session.screen.body
        assert isinstance(body, BesidePhoto)
        assert body.photo is not None


@WAYS
def test_a_past_game_shows_how_it_ended(path: Path, choose: Choose) -> None:
    with evening(path) as one:
        session = one.session
        choose(session, "Past games")
        listed = rows(session)[:2]
        assert ["in progress" in row for row in listed] == [True, False]
        assert all(row.startswith("Sumeria · ") for row in listed)
        assert all(row.endswith("Ioana, Blue, Yellow") for row in listed)
        press(session, Button.WHY, Button.OK)
        assert "Continue this game" not in rows(session)
        choose(session, "The result")
        assert isinstance(session.page, StandingPage)
        assert "points" in rows(session)[0]
        press(session, Button.BACK, Button.BACK)
        assert isinstance(session.page, GamesPage)


@WAYS
def test_a_game_is_deleted_only_when_that_is_meant(path: Path, choose: Choose) -> None:
    with evening(path) as one:
        session = one.session
        choose(session, "Past games")
        press(session, Button.OK)
        choose(session, "Delete this game")
        choose(session, "No, keep it")
        assert kept(session) == [2, 1]
        choose(session, "Delete this game")
        choose(session, "Yes, delete it")
        assert kept(session) == [1]
        assert isinstance(session.page, GamesPage)
        press(session, Button.BACK)
        assert rows(session)[0] == "New game"  # nothing is left to go on with


def test_the_game_that_is_played_cannot_be_deleted_but_gone_back_to(path: Path) -> None:
    with evening(path) as one:
        session = one.session
        choose_by_buttons(session, "Continue the last game")
        session.close(session.pages[1])
        choose_by_buttons(session, "Past games")
        press(session, Button.OK)
        assert "Delete this game" not in rows(session)
        number = session.store.number(session.live.id)
        choose_by_buttons(session, "Continue this game")
        assert session.named("play") is not None
        assert session.store.number(session.live.id) == number


@WAYS
def test_photographs_are_erased_of_one_game_or_of_all(path: Path, choose: Choose) -> None:
    with evening(path) as one:
        session = one.session
        choose(session, "Past games")
        press(session, Button.OK)
        choose(session, "Delete its photos")
        choose(session, "Yes, delete them")
        assert "deleted" in message(session)
        press(session, Button.OK)
        assert "Delete all photos" not in rows(session)
        assert [game.pictures for game in session.store.journal.games()] == [0, 0]
        assert [game.events for game in session.store.journal.games()] == [3, len(LINES)]


def test_all_photographs_are_erased_by_one_entry(path: Path) -> None:
    with evening(path) as one:
        choose_by_buttons(one.session, "Past games")
        choose_by_buttons(one.session, "Delete all photos")
        choose_by_buttons(one.session, "Yes, delete them")
        assert all(not game.pictures for game in one.session.store.journal.games())


def test_an_export_tells_where_it_is(path: Path) -> None:
    with evening(path) as one:
        session = one.session
        choose_by_buttons(session, "Past games")
        press(session, Button.OK)
        choose_by_buttons(session, "Export")
        file = Path(message(session).rpartition(": ")[2])
        assert file.parent == path.parent / "exports"
        with Journal.open(path.parent / "other.sqlite") as other:
            other.import_(file)
            assert other.games()[0].events == 3
        press(session, Button.OK)
        file.parent.rename(path.parent / "moved")
        file.parent.write_text("in the way")
        choose_by_buttons(session, "Export")
        assert message(session).startswith("It can’t be saved")


def test_a_past_game_shows_what_was_agreed_on(tmp_path: Path) -> None:
    with opened(tmp_path / "journal.sqlite") as journal:
        header = Header("sumeria", "dubsar", ("red", "blue", "yellow"), {"one_tile_points": 2})
        begin_game(journal, header, builtin_board_text("dubsar"))
    with evening(tmp_path / "journal.sqlite") as one:
        choose_by_buttons(one.session, "Past games")
        press(one.session, Button.OK)
        choose_by_buttons(one.session, "The position")
        assert menu(one.session).text == "It has not started yet."
        choose_by_buttons(one.session, "House rules")
        assert rows(one.session) == ["What is a single tile of a kind worth? Two points"]


def test_a_game_that_cannot_be_read_is_not_offered_but_can_be_exported(tmp_path: Path) -> None:
    with opened(tmp_path / "journal.sqlite") as journal:
        game = begun(journal, 2)
        append(journal, game, {**LINES[2], "at": "nowhere"})
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        assert rows(session)[0] == "New game"
        choose_by_buttons(session, "Past games")
        press(session, Button.OK)
        for text in ("The position", "Continue this game"):
            choose_by_buttons(session, text)
            assert message(session).startswith("This game can’t be read")
            press(session, Button.OK)
        assert session.game is None
        assert isinstance(session.page, StartPage)
        choose_by_buttons(session, "Past games")
        press(session, Button.OK)
        choose_by_buttons(session, "Export")
        assert message(session).endswith(".zip")
        assert session.screen.title == "Exported"


def test_a_journal_without_games_says_so(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        choose_by_buttons(one.session, "Past games")
        assert menu(one.session).text == "No game has been played yet."
        press(one.session, Button.OK, Button.WHY, Button.BACK)
        assert isinstance(one.session.page, StartPage)
