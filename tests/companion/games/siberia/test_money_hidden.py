"""Where people keep their money to themselves, no screen tells it before the end."""

import json
from dataclasses import replace

import pygame
import pytest

from companion.broker.topics import state
from companion.language import LANGUAGES
from companion.pages.history import ReplayPage
from companion.pages.journal import StandingPage
from companion.pages.result import ScorePage
from companion.pages.start import StartPage
from companion.pages.stored_game import recorded
from companion.session.money import hides_money
from companion.session.session import Session
from companion.sharing.game_view import GameView
from companion.sharing.page import game_page
from companion.ui.photos import Replayed
from companion.ui.sheet import draw_screen
from companion.ui.style import TEXT
from companion.web.snapshot import Snapshots
from engine.siberia.events import Mine
from tests.companion.ui.legible import assert_legible
from tests.companion.ui.test_far import SEVEN_SIZES
from tests.examples.siberia_table import played, siberia_session, when
from tests.examples.sitting import Sitting, sitting
from tests.sampled import in_turn


@pytest.fixture
def evening() -> Sitting:
    return sitting("en", players=3)


def session_at(evening: Sitting, number: int, *, money: bool) -> Session:
    """Give a game after so many events, kept in the journal."""
    session = siberia_session(evening, number, stored=True)
    session.change(replace(session.settings, money=money))
    return session


def amounts(session: Session) -> set[str]:
    """List what players have, as screens write it."""
    held = session.live.state["money"].values()
    assert len({*held}) == len(held)
    return {session.words.grouped(amount) for amount in held}


def written(session: Session) -> str:
    pen = draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
    return " ".join(text for text, _ in pen.written)


def late(evening: Sitting) -> int:
    """Find a moment in which everybody has earned some money, right after no sale."""
    states = played(evening.colours, "untold")[1]
    return next(
        number
        for number, one in enumerate(states)
        if len({*one.money, 0}) > len(one.money) and one.money == states[number - 1].money
    )


@pytest.mark.parametrize("money", [True, False], ids=["shown", "hidden"])
@pytest.mark.parametrize("page", ["play", "score", "standing", "start"])
def test_no_page_of_a_game_that_goes_on_tells_it(
    evening: Sitting, page: str, *, money: bool
) -> None:
    session = session_at(evening, late(evening), money=money)
    held = amounts(session)
    if page == "standing":
        found = recorded(session.store.journal, session.store.journal.unfinished()[0])
        session.open(StandingPage(session, found))
    elif page == "start":
        session.open(StartPage(session))
    elif page == "score":
        session.open(ScorePage(session))
    text = written(session)
    assert {one for one in held if one in text} == (held if money else set())
    session.store.close()


@pytest.mark.parametrize(
    ("size", "language", "longest"), in_turn(SEVEN_SIZES, LANGUAGES, [False, True])
)
def test_the_money_of_four_players_is_seen_at_once_and_large(
    size: tuple[int, int], language: str, *, longest: bool
) -> None:
    """Three were seen where no button scrolls."""
    four = sitting(language, longest=longest)
    session = session_at(four, late(four), money=True)
    session.open(ScorePage(session))
    pen = draw_screen(pygame.Surface(size, depth=32), session.screen)
    assert_legible(pen)
    rows = session.screen.body.rows  # type: ignore[attr-defined]  # a list
    sizes = {text: drawn_at for text, _, drawn_at in pen.sizes}
    assert len(rows) == 4
    assert all(sizes[row.text] >= TEXT - 0.5 / pen.unit for row in rows)
    session.store.close()


@pytest.mark.parametrize("money", [True, False], ids=["shown", "hidden"])
def test_what_is_played_back_shows_its_growth_only_where_it_may_be_seen(
    evening: Sitting, *, money: bool
) -> None:
    session = session_at(evening, late(evening), money=money)
    session.open(ReplayPage(session, event=session.live.history.event))
    body = session.screen.body
    assert isinstance(body, Replayed)
    assert (body.curve is not None) is money
    events = enumerate(session.live.history.events, 1)
    sale = max(number for number, one in events if isinstance(one, Mine))
    session.open(ReplayPage(session, event=sale))
    assert ("+" in written(session)) is money
    session.store.close()


@pytest.mark.parametrize("money", [True, False], ids=["shown", "hidden"])
def test_what_a_sale_brought_is_told_only_where_money_may_be_seen(
    evening: Sitting, *, money: bool
) -> None:
    events, states = played(evening.colours, "untold")
    sale = next(
        number
        for number, event in enumerate(events, 1)
        if isinstance(event, Mine) and states[number].phase == "action"
    )
    session = session_at(evening, sale, money=money)
    text = written(session)
    assert session.live.names.at_a_glance(events[sale - 1]).rstrip(".") in text
    assert ("+" in text) is money
    session.store.close()


@pytest.mark.parametrize("money", [True, False], ids=["shown", "hidden"])
def test_phones_are_not_sent_it_before_the_end(evening: Sitting, *, money: bool) -> None:
    session = session_at(evening, late(evening), money=money)
    snapshots = Snapshots()
    snapshot = snapshots.take(session, session.screen, helped=True)
    assert snapshot is not None
    record = snapshot.record
    assert record is not None
    last = GameView(record, session.words).frames[-1]
    held = session.live.state["money"]
    assert last["points"] == (held if money else {})
    sent = json.dumps(snapshot.screen)
    kept = "".join(game_page(record, session.words))
    assert (json.dumps(held, separators=(",", ":")) in kept) is money
    for amount in held.values():
        assert session.words.grouped(amount) not in sent or money
    session.store.close()


@pytest.mark.parametrize("money", [True, False], ids=["shown", "hidden"])
def test_a_broker_is_not_told_it_before_the_end(evening: Sitting, *, money: bool) -> None:
    session = session_at(evening, late(evening), money=money)
    hidden = hides_money(session.settings, session.live.names, session.live.history)
    told = state("g1", session.live, hidden=hidden)
    assert hidden is told["hidden"] is not money
    held = session.live.state["money"]
    assert {one["colour"]: one["points"] for one in told["players"]} == (
        held if money else dict.fromkeys(held)
    )
    assert bool(told["points"]) is money
    session.store.close()


def test_at_the_end_all_of_it_is_told(evening: Sitting) -> None:
    over = when(evening, "over")
    session = session_at(evening, over - 1, money=False)
    snapshots = Snapshots()
    before = snapshots.take(session, session.screen, helped=False)
    assert before is not None
    assert before.record is not None
    session.live.write(played(evening.colours, "untold")[0][over - 1])
    after = snapshots.take(session, session.screen, helped=False)
    assert after is not None
    assert after.record is not None
    assert after.record.key != before.record.key  # so that all moments are sent anew
    frames = GameView(after.record, session.words).frames
    assert all(frame["points"] for frame in frames)
    session.open(ReplayPage(session))
    body = session.screen.body
    assert isinstance(body, Replayed)
    assert body.curve is not None
    session.store.close()
