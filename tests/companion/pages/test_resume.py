"""Going on after a power cut: the board is compared with the game, and nothing is guessed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.sumeria.dynasty_page import DynastyPage
from companion.games.sumeria.play import SumeriaPlayPage
from companion.games.sumeria.setup import SetupPage
from companion.journal import Journal, StoredGame
from companion.journal.store import Store
from companion.pages.comparing import GoingOnPage
from companion.pages.history import WhyPage
from companion.pages.phases import resume, resume_at_once
from companion.pages.registry import find_page
from companion.pages.start import StartPage
from companion.session.live_game import LiveGame
from companion.session.look import Look, TaughtTable
from companion.session.session import Page, Session
from companion.settings import Settings
from companion.ui.photos import Captioned, SideBySide
from engine.errors import InputError
from engine.layout import View
from hardware.panel import Button, Light
from tests.companion.journal.journals import begin_game
from tests.companion.pages.evening import BOARD, PLAYERS, TEXT, Evening, evening
from tests.companion.pages.playing_on import begun_game, picture_look, played_to, see
from tests.companion.tracking.watching import reading_of

TABLE = TaughtTable(BOARD, "dubsar", TEXT, PLAYERS)


@pytest.fixture
def sat(tmp_path: Path) -> Iterator[Evening]:
    """Sit at a game that is cut off when its turns have begun."""
    with evening(tmp_path / "journal.sqlite") as one:
        played_to(one, "action")
        game = one.session.live
        event = game.history.game.legal_events(game.history.state)[0]
        game.write(event, look=picture_look(one, "the last"))
        yield one


def again(one: Evening, *, table: TaughtTable = TABLE) -> Session:
    """Start the program anew, with the journal as it is."""
    session = Session(table, Settings(), Store(one.session.store.journal), find_page)
    session.go("start")
    return session


def kept(session: Session) -> StoredGame:
    (stored,) = session.store.journal.unfinished()
    return stored


def light(session: Session) -> Light:
    return session.light


def pages(session: Session) -> list[type[Page]]:
    return [type(page) for page in session.pages]


def view(session: Session, **otherwise: str | None) -> View:
    """Give the table as the game stands, but for what stands otherwise at some locations."""
    history = session.live.history
    now = history.game.expected(history.state)
    board = list(now.singles("locations"))
    for name, player in otherwise.items():
        board[BOARD.index[name]] = player
    return now.having("locations", board)


def look(session: Session, **otherwise: str | None) -> None:
    session.take_look(Look(reading_of(view(session, **otherwise)), "now"))


def text(session: Session) -> str:
    body = session.page.body()
    assert isinstance(body, SideBySide)
    return body.text


def test_the_game_stands_where_it_was_and_so_do_the_times(sat: Evening) -> None:
    session = again(sat)
    resume(session, kept(session))
    before, after = sat.session.live, session.live
    assert after.history.events == before.history.events
    assert after.state == before.state
    assert after.thinking == pytest.approx(dict(kept(session).about.thinking))


def test_a_table_that_fits_needs_no_press(sat: Evening) -> None:
    session = again(sat)
    resume(session, kept(session))
    assert pages(session) == [StartPage, SumeriaPlayPage, GoingOnPage]
    look(session)
    look(session)
    assert pages(session) == [StartPage, SumeriaPlayPage]
    assert not session.live.paused


def test_a_hand_over_the_board_is_waited_for(sat: Evening) -> None:
    session = again(sat)
    resume(session, kept(session))
    for _ in range(4):
        session.take_look(Look(reading_of(view(session), hand=True), "hand"))
    assert pages(session)[-1] is GoingOnPage
    assert text(session) == "Comparing the table with the game."
    assert session.screen.status == "a hand is over the board"


def test_a_merchant_that_fell_over_is_named_and_nothing_is_written(sat: Evening) -> None:
    session = again(sat)
    resume(session, kept(session))
    stands = next(iter(session.live.state["board"]))
    events = session.live.history.event
    for _ in range(8):
        look(session, **{stands: None})
    assert session.live.history.event == events
    assert text(session).startswith("The camera sees nobody on")
    assert light(session) is Light.BLUE
    assert session.screen.status == "waiting for you"
    look(session)
    assert light(session) is Light.GREEN
    look(session)
    assert pages(session)[-1] is SumeriaPlayPage


def test_a_row_that_lies_otherwise_is_named(sat: Evening) -> None:
    session = again(sat)
    resume(session, kept(session))
    now = view(session)
    row = (*now.singles("ranking")[1::-1], *now.singles("ranking")[2:])
    session.take_look(Look(reading_of(now, ranking=row), "row"))
    assert text(session) == "The ranking row is different."
    assert light(session) is Light.BLUE


def test_while_tiles_are_dealt_the_row_may_still_be_shifted(sat: Evening) -> None:
    game = sat.session.live
    while game.state["phase"] != "draw":
        game.write(_next(game))
    session = again(sat)
    resume(session, kept(session))
    now = view(session)
    for _ in range(2):
        session.take_look(Look(reading_of(now, ranking=now.singles("ranking")[::-1]), "row"))
    assert pages(session)[-1] is DynastyPage


def test_room_is_made_on_the_disk_at_each_dynasty(
    sat: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = sat.session.live
    made: list[int] = []
    monkeypatch.setattr(Store, "make_room", lambda _: made.append(game.state["dynasty"]))
    while game.state["dynasty"] < 3:
        game.write(_next(game))
    assert made == [2, 3]


def test_what_was_done_meanwhile_is_explained_once_the_players_say_go_on(sat: Evening) -> None:
    session = again(sat)
    resume(session, kept(session))
    game = session.live
    event = next(
        one
        for one in game.history.game.legal_events(game.history.state)
        if one.verb == "add" and one.at not in game.state["board"]
    )
    look(session, **{event.at: event.player})
    assert "The camera sees" in text(session)
    session.page.press(Button.OK)
    assert pages(session)[-1] is SumeriaPlayPage
    after = game.history.game.expected(game.history.game.apply(game.history.state, event).state)
    for _ in range(2):
        session.take_look(Look(reading_of(after), "after"))
    assert game.history.events[-1] == event


def test_the_last_photograph_stands_beside_now(sat: Evening) -> None:
    session = again(sat)
    resume(session, kept(session))
    look(session)
    body = session.page.body()
    assert isinstance(body, SideBySide)
    assert isinstance(body.one, Captioned)
    assert getattr(body.one.picture, "name", "") == f"{session.live.history.event} after"


def test_one_can_look_back_before_going_on(sat: Evening) -> None:
    session = again(sat)
    resume(session, kept(session))
    session.page.press(Button.WHY)
    assert pages(session)[-1] is WhyPage
    look(session)
    look(session)
    assert pages(session)[-1] is WhyPage
    session.page.press(Button.BACK)
    look(session)
    assert pages(session)[-1] is SumeriaPlayPage


def test_after_a_crash_the_very_screen_comes_back(sat: Evening) -> None:
    session = again(sat)
    resume_at_once(session, kept(session).id)
    assert pages(session) == [StartPage, SumeriaPlayPage]
    assert not session.live.paused


def test_a_crash_while_tiles_are_chosen_leads_back_there(sat: Evening) -> None:
    game = sat.session.live
    while game.state["phase"] != "score":
        game.write(game.history.game.legal_events(game.history.state)[0])
    game.write(game.phase.button)
    assert game.state["phase"] in ("claim", "draw")
    session = again(sat)
    resume_at_once(session, kept(session).id)
    assert pages(session) == [StartPage, SumeriaPlayPage, DynastyPage]


def test_a_game_without_a_setup_goes_on_with_it(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begun_game(one)
        one.session.live.undo(0)
        session = again(one)
        resume(session, kept(session))
        assert pages(session)[-1] is SetupPage


def test_where_none_was_being_played_none_is_brought_back(sat: Evening) -> None:
    session = again(sat)
    resume_at_once(session, None)
    assert session.game is None
    assert pages(session) == [StartPage]


def test_the_game_that_was_being_played_comes_back_not_the_latest(sat: Evening) -> None:
    stored = kept(again(sat))
    journal = sat.session.store.journal
    begin_game(journal, sat.session.live.header, TEXT)
    session = again(sat)
    resume_at_once(session, stored.id)
    assert session.playing == stored.id


def test_a_game_in_memory_alone_is_not_found_again_by_its_number(sat: Evening) -> None:
    session = sat.session
    assert session.playing == kept(session).id
    session.store.journal.lasting = False
    assert session.playing is None


def test_a_game_that_is_gone_is_not_brought_back(sat: Evening) -> None:
    session = again(sat)
    journal = sat.session.store.journal
    number = begin_game(journal, sat.session.live.header, TEXT)
    journal.delete(number)
    resume_at_once(session, number)
    assert session.game is None
    assert pages(session) == [StartPage]


def test_a_journal_that_cannot_be_read_stops_no_start(
    sat: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = again(sat)
    monkeypatch.setattr(Journal, "lines", lambda *_: (b"not a record\n",))
    resume_at_once(session, kept(session).id)
    assert session.game is None
    assert pages(session) == [StartPage]


def test_a_game_of_another_board_is_not_gone_on_with(sat: Evening) -> None:
    other = TEXT.replace("radius_mm = 8", "radius_mm = 7").replace("radius_mm = 9", "radius_mm = 7")
    assert other != TEXT
    journal = sat.session.store.journal
    number = begin_game(journal, sat.session.live.header, other)
    session = again(sat)
    with pytest.raises(InputError, match="another board"):
        resume(session, journal.game(number))
    assert session.game is None


def test_a_game_cut_off_after_its_last_event_is_finished(sat: Evening) -> None:
    session = again(sat)
    stored = kept(session)
    see(sat, "end")
    game = sat.session.live
    while game.state["phase"] != "over":
        game.write(_next(game))
    journal = sat.session.store.journal
    journal._connection.execute("UPDATE games SET finished = NULL")
    resume(session, journal.game(stored.id))
    assert journal.unfinished() == ()


def _next(game: LiveGame) -> object:
    """Choose what happens next; chance deals the tiles that are left in the bag."""
    history = game.history
    legal = history.game.legal_events(history.state)
    if legal:
        return legal[0]
    bag = history.game.to_json(history.state)["bag"]
    assert isinstance(bag, dict)
    tiles = [kind for kind, many in bag.items() for _ in range(many)][:6]
    now = history.game.expected(history.state)
    return history.game.chance(history.state, now, now.having("influence", tiles))
