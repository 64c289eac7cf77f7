"""A game that its players will not go on with is ended early: nobody wins, and nothing is lost."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.errors import JournalError
from companion.pages.history import ReplayPage
from companion.pages.journal import GamePage, StandingPage
from companion.pages.people import PersonPage
from companion.pages.play import PlayPage
from companion.pages.stored_game import latest_unfinished
from companion.session.session import Session
from companion.sharing.game_view import GameView
from companion.sharing.page import stored_record
from companion.ui.person_sheet import PersonSheet
from companion.ui.photos import Replayed
from companion.ui.texts import Message
from companion.web.snapshot import Snapshots
from engine.siberia import SIBERIA
from hardware.panel import Button
from tests.companion.pages.hands import choose_by_buttons, choose_by_touch, press, rows
from tests.companion.pages.tasks import run_tasks
from tests.examples.game_session import game_session
from tests.examples.siberia_table import played, siberia_session, when
from tests.examples.sitting import Sitting, sitting

PEOPLE = ("Ana", "Mihai")
END = "End the game early"


def sumeria(one: Sitting) -> Session:
    session, number = game_session(one)
    for at, event in enumerate(one.history.events[: one.when("action", dynasty=3)], 1):
        session.store.append(number, at, one.history.game.format_event(event), "camera", ())
    session.go("start")
    session.take_up(session.store.journal.game(number))
    session.go("play")
    return session


def siberia(one: Sitting) -> Session:
    return siberia_session(one, when(one, "action", 40), stored=True)


@pytest.fixture(params=[sumeria, siberia])
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    """Sit in the middle of a game of either kind, the only one in the journal."""
    begin: Callable[[Sitting], Session] = request.param
    session = begin(sitting("en"))
    yield session
    session.store.close()


def end(session: Session) -> None:
    press(session, Button.BACK)
    choose_by_buttons(session, END)
    choose_by_buttons(session, "End it")


def listed(session: Session) -> str:
    """Give the first row of the past games, once it is known how each ended."""
    session.go_home()
    choose_by_buttons(session, "Past games")
    rows(session)
    run_tasks(session)
    return rows(session)[0]


def points(session: Session) -> list[str]:
    """Give what everybody has, as it is written."""
    names, scores = session.live.names, session.live.history.game.scores
    sheet = scores(session.live.history.state)
    return [names.points(names.player(one.player), one.total) for one in sheet.ranked()]


def test_its_scores_are_shown_as_they_stood_and_nobody_has_won(session: Session) -> None:
    stood = points(session)
    end(session)
    assert isinstance(session.page, StandingPage)
    assert session.screen.title == "Ended early"
    assert session.page.text().startswith("It was ended early, so nobody has won.")
    assert rows(session) == stood
    press(session, Button.BACK)
    assert session.page.name == "start"
    assert session.game is None


def test_phones_are_told_so_until_it_is_taken_up_again(session: Session) -> None:
    snapshots = Snapshots()

    def told() -> tuple[str, bool]:
        found = snapshots.take(session, session.screen, helped=False) or snapshots.last
        assert found is not None
        assert found.record is not None
        view = GameView(found.record, session.words)
        return view.now()["ended"], found.record.hidden

    session.change(replace(session.settings, money=False))
    hidden = session.live.names.points_are_money
    assert told() == ("", hidden)
    end(session)
    assert told() == ("Ended early", False)
    listed(session)
    press(session, Button.OK)
    choose_by_buttons(session, "Continue this game")
    assert told() == ("", hidden)
    session.go_home()
    assert told() == ("", hidden), "one that was only left goes on some day"


def test_a_page_saved_of_it_says_so(session: Session) -> None:
    number = session.store.number(session.live.id)
    for said in ("", "Ended early"):
        view = GameView(stored_record(session.store.journal, number), session.words)
        assert view.now()["ended"] == said
        if not said:
            end(session)


def test_it_is_no_longer_offered_to_be_continued(session: Session) -> None:
    assert latest_unfinished(session) is not None
    end(session)
    session.go_home()
    assert latest_unfinished(session) is None
    assert "Continue the last game" not in rows(session)


def test_it_stands_among_past_games_as_ended_early(session: Session) -> None:
    game = session.live.header.game.capitalize()
    end(session)
    row = listed(session)
    assert row.startswith(f"{game} · ")
    assert "ended early" in row
    assert "won" not in row
    press(session, Button.OK)
    assert isinstance(session.page, GamePage)
    assert session.page.text().endswith("It was ended early, so nobody has won.")
    assert "The result" not in rows(session)


def test_it_can_be_taken_up_again(session: Session) -> None:
    stood, number = session.live.state, session.store.number(session.live.id)
    end(session)
    listed(session)
    press(session, Button.OK)
    choose_by_buttons(session, "Continue this game")
    assert session.store.number(session.live.id) == number
    assert session.live.state == stood
    assert session.named("play") is not None
    (unfinished,) = session.store.journal.unfinished()
    assert unfinished.id == number, "it would be found again after a power cut"
    session.go_home()
    assert "Continue the last game" in rows(session)


@pytest.mark.parametrize("choose", [choose_by_buttons, choose_by_touch])
def test_who_did_not_mean_it_goes_on_playing(
    session: Session, choose: Callable[[Session, str], None]
) -> None:
    for answer in ("Keep playing", None):
        press(session, Button.BACK)
        choose(session, END)
        assert session.screen.title == END
        if answer is None:
            press(session, Button.BACK)
        else:
            choose(session, answer)
        assert isinstance(session.page, PlayPage)
        assert len(session.store.journal.unfinished()) == 1


def test_it_counts_in_nobodys_numbers(session: Session) -> None:
    kind = session.live.header.game
    end(session)
    session.go("person", person=session.people()[0])
    run_tasks(session)
    body = session.screen.body
    assert isinstance(body, Message)
    assert body.text == (
        "No game has been played to its end yet. Not counted: 1 game that was ended early."
    )
    over(session, kind)
    session.go("person", person=session.people()[0])
    run_tasks(session)
    assert isinstance(session.page, PersonPage)
    sheet = session.screen.body
    assert isinstance(sheet, PersonSheet)
    assert sheet.cards[0].number == "1"
    assert sheet.note == "Not counted: 1 game that was ended early."


def over(session: Session, kind: str) -> None:
    """Add a whole game of that kind to the journal, with the same people."""
    (early,) = session.store.journal.games()
    one = sitting("en")
    counting = one.history.in_effect(one.history.event)
    lines = (
        map(SIBERIA.format_event, played(one.colours, "untold")[0])
        if kind == "siberia"
        else (one.history.game.format_event(one.history.events[at - 1]) for at in counting)
    )
    number = session.store.begin(early.header, early.board_text, early.about.names, None)
    for at, line in enumerate(lines, 1):
        session.store.append(number, at, line, "camera", ())
    session.store.finish(number)


def test_who_won_the_others_stands_among_past_games(session: Session) -> None:
    kind = session.live.header.game
    over(session, kind)
    row = listed(session)
    stored = session.store.journal.games()[0]
    _, history = session.store.journal.replayed(stored)
    sheet = history.game.scores(history.state)
    best = session.words.grouped(sheet.ranked()[0].total)
    called = {**dict.fromkeys(stored.header.players, ""), **stored.about.names}
    winners = [called[one] or one.capitalize() for one in sheet.winners]
    others = [
        called[one.player] or one.player.capitalize()
        for one in sheet.ranked()
        if one.player not in sheet.winners
    ]
    assert row.endswith(f"{winners[0]} won ({best}) · {', '.join(others)}")


def test_a_list_whose_games_cannot_be_read_is_shown_all_the_same(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    end(session)

    def damaged(*_: object) -> None:
        raise JournalError(Path("journal"), "damaged")

    monkeypatch.setattr(type(session.store.journal), "lines", damaged)
    row = listed(session)
    assert row.startswith(("Sumeria · ", "Siberia · "))
    assert "ended early" not in row


def test_money_that_was_hidden_is_shown_once_it_is_ended() -> None:
    session = siberia(sitting("en"))
    session.change(replace(session.settings, money=False))
    stood = points(session)
    end(session)
    assert rows(session) == stood
    listed(session)
    press(session, Button.OK)
    choose_by_buttons(session, "Play it back")
    assert isinstance(session.page, ReplayPage)
    body = session.screen.body
    assert isinstance(body, Replayed)
    assert body.curve is not None
    session.store.close()
