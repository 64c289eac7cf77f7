"""The page of a game that goes on: what it shows by itself, and what its buttons do."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.boards.known import name_of
from companion.games.sumeria.dynasty_page import EarlyPage
from companion.games.sumeria.play import MOVING, STEPS, Ladder, SumeriaPlayPage
from companion.pages.history import MomentPage, ReasonsPage, WhyPage
from companion.pages.kinds import ConfirmPage
from companion.pages.play import READING, REMINDING, PlayPage
from companion.pages.start import StartPage
from companion.pages.wrong import WrongPage
from companion.session.look import Look
from companion.tracking.config import AGREE
from companion.ui.play import Play
from companion.words.happened import orders_unseen
from engine.record import Header
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Event, Move, Place, Remove
from hardware.panel import Button, Light
from tests.companion.games.sumeria.dynasties import PLAYED, Sitting, sitting_at
from tests.companion.pages.stage import Stage, stage
from tests.companion.tracking.watching import (
    ADD,
    LOCATIONS,
    PLAYERS,
    reading_of,
    setting_out,
    with_change,
)
from vision.reading import Trouble

RED_ADDS = Add("red", "umma.village-1")
ROUND = (RED_ADDS, Add("blue", "adab.village-1"), Add("yellow", "eridu.village-2"))
LOOKS_A_SECOND = 4


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path / "journal.sqlite") as made:
        yield made


def play(table: Stage) -> Play:
    body = table.session.screen.body
    assert isinstance(body, Play)
    return body


def ladder(table: Stage) -> Ladder:
    beside = play(table).beside
    assert isinstance(beside, Ladder)
    return beside


def wait(table: Stage, seconds: float) -> None:
    table.show(looks=round(seconds * LOOKS_A_SECOND))


def test_the_title_names_whoever_is_to_play_with_colour_and_shape(table: Stage) -> None:
    table.show()
    assert table.session.screen.title == "Red, then Blue"
    assert table.session.screen.player == "red"
    table.play(RED_ADDS)
    assert table.session.screen.title == "Blue, then Yellow"
    assert table.session.screen.player == "blue"


def test_the_last_event_is_told_and_its_spots_are_ringed(table: Stage) -> None:
    table.play(RED_ADDS)
    assert play(table).event == "Red adds a merchant on a village of Umma."
    assert play(table).touched == (RED_ADDS.at,)


def test_a_swap_is_shown_moving_for_a_second_and_then_stands_still(table: Stage) -> None:
    """At most 20 screens are drawn for it, however often the page is asked."""
    before = table.game.state["ranking"]
    table.game.write(RED_ADDS)
    rank = before.index("umma")
    assert ladder(table).swap == ("umma", before[rank - 1])
    start, shown = table.session.now, set()
    for moment in range(200):
        table.session.pass_time(start + moment * MOVING / 200)
        shown.add(ladder(table).moving)
    assert len(shown) == STEPS
    assert (min(shown), max(shown)) == (0, 1 - 1 / STEPS)
    table.session.pass_time(start + MOVING)
    still = ladder(table)
    table.session.pass_time(start + 2 * MOVING)
    assert still.moving == 1
    assert ladder(table) == still


def test_what_stood_there_when_the_page_was_opened_does_not_move(table: Stage) -> None:
    table.game.write(RED_ADDS)
    page = SumeriaPlayPage(table.session)
    body = page.body()
    assert isinstance(body.beside, Ladder)
    assert body.beside.moving == 1


def test_it_shows_who_would_take_what_now(table: Stage) -> None:
    assert ladder(table).stakes == tuple(SUMERIA.outlook(table.game.history.state))
    assert ladder(table).stakes


def test_the_turn_marker_is_called_to_mind_once_the_event_was_read(table: Stage) -> None:
    table.play(*ROUND)
    assert play(table).reminder == ""
    wait(table, READING)
    assert play(table).reminder == "Turn 2 begins: the turn marker moves on to space 2."
    wait(table, REMINDING)
    assert play(table).reminder == ""


def test_no_marker_is_called_to_mind_at_a_virtual_table_which_has_none(table: Stage) -> None:
    table.session.hands = Mock(occupied=None)
    table.play(*ROUND)
    wait(table, READING)
    assert play(table).reminder == ""


def test_a_tile_of_the_ranking_that_was_not_swapped_is_named_until_it_was(table: Stage) -> None:
    state = table.game.history.state
    left = SUMERIA.expected(state).singles("ranking")
    table.play(RED_ADDS)
    view = SUMERIA.expected(table.game.history.state)
    table.show_view(view.having("ranking", left))
    assert play(table).reminder == "On the table, swap Adab and Umma."
    table.show_view(view)
    assert play(table).reminder == ""


@pytest.mark.parametrize(("hands", "told"), [(None, False), (Mock(occupied=None), True)])
def test_who_has_still_to_swap_tiles_is_named_and_a_virtual_table_shows_which_at_once(
    table: Stage, hands: Mock | None, told: object
) -> None:
    row = SUMERIA.expected(table.game.history.state).singles("ranking")
    after = SUMERIA.expected(SUMERIA.apply(table.game.history.state, RED_ADDS).state)
    table.session.hands = hands
    table.show_view(after.having("ranking", row), looks=AGREE)
    assert table.game.history.events[-1] == RED_ADDS
    assert table.session.screen.title == "Red swaps, then Blue"
    assert table.session.screen.player == play(table).cells.to_play == "red"
    swap = "On the table, swap Adab and Umma."
    marks = [("ranking", f"slot-{row.index(one) + 1}") for one in ("adab", "umma")]
    assert (play(table).reminder == swap) is told
    assert (table.session.marks == marks) is told
    table.show_view(after.having("ranking", row))
    assert (play(table).reminder, table.session.marks) == (swap, marks)
    table.show_view(after)
    assert table.session.screen.title == "Blue, then Yellow"
    assert table.session.screen.player == play(table).cells.to_play == "blue"
    assert (play(table).reminder, table.session.marks) == ("", ())


def test_a_piece_placed_before_others_is_said_to_be_seen(
    table: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(table.game.tracker), "early", {"ur.city": "blue"})
    assert play(table).reminder == "Blue is early: the city of Ur will count in turn."


def test_a_piece_that_went_back_from_an_occupied_location_is_explained(table: Stage) -> None:
    table.session.hands = Mock(occupied="adab.village-1")
    assert play(table).reminder == "A village of Adab is occupied, so the piece went back."
    table.session.hands = Mock(occupied=None)
    assert play(table).reminder == ""


def test_a_break_stops_everybody_s_time_and_writes_nothing_down(table: Stage) -> None:
    table.show()
    assert isinstance(table.press(Button.OK), PlayPage)
    assert table.session.screen.labels.ok == "Continue"
    thought = dict(table.game.thinking)
    table.show({RED_ADDS.at: "red"})
    assert table.game.thinking == thought
    assert table.game.history.state.phase == "action"
    assert "Paused" in play(table).reminder
    assert table.light() == Light.BLUE
    table.press(Button.OK)
    table.show({RED_ADDS.at: "red"})
    assert table.game.history.events[-1] == RED_ADDS


def test_it_is_left_only_when_that_was_meant_and_the_game_is_kept(table: Stage) -> None:
    assert isinstance(table.press(Button.BACK), ConfirmPage)
    assert table.session.screen.title == "Leave this game?"
    assert isinstance(table.press(Button.OK), PlayPage)
    table.press(Button.BACK)
    assert isinstance(table.choose("Leave"), StartPage)
    assert table.game.paused
    assert any("Continue" in row.text for row in StartPage(table.session).rows())


def test_a_game_that_was_left_while_it_asked_is_no_alarm_until_it_goes_on(table: Stage) -> None:
    wrong = {"adab.town-2": "blue"}
    assert isinstance(table.show(wrong), WrongPage)
    table.press(Button.BACK, Button.BACK)
    assert isinstance(table.choose("Leave"), StartPage)
    table.show(wrong, looks=1)
    assert table.light() is Light.GREEN
    assert table.session.screen.status == "following"
    table.choose("Continue")
    assert isinstance(table.show(wrong, looks=1), WrongPage)
    assert table.light() is Light.RED


def test_score_and_why_open_their_pages(table: Stage) -> None:
    assert isinstance(table.press(Button.SCORE), EarlyPage)
    assert isinstance(table.press(Button.BACK), PlayPage)
    assert isinstance(table.press(Button.WHY), WhyPage)


def test_the_light_waits_for_score_when_all_have_played(table: Stage) -> None:
    table.show()
    assert table.light() == Light.GREEN
    for _ in range(9):
        table.game.write(SUMERIA.legal_events(table.game.history.state)[0])
    table.show()
    assert table.light() == Light.BLUE
    assert "press SCORE" in play(table).reminder


def test_nothing_is_scored_before_the_board_is_right(tmp_path: Path) -> None:
    with sitting_at(tmp_path / "journal.sqlite", PLAYED) as table:
        spot = next(
            one.id for one in table.game.board.locations if one.id not in table.game.standing
        )
        assert isinstance(table.show({spot: "red"}), WrongPage)
        assert isinstance(table.press(Button.BACK), PlayPage)
        assert isinstance(table.press(Button.SCORE), WrongPage)
        assert table.phase == "score"
        assert not table.session.corrections()  # the eye is not told that it sees nothing there
        assert isinstance(table.show(), PlayPage)
        table.press(Button.SCORE)
        assert table.phase == "claim"


def test_what_keeps_the_eye_from_seeing_is_told_with_what_helps(table: Stage) -> None:
    dark = reading_of(SUMERIA.expected(table.game.history.state), registered=False)
    table.session.take_look(Look(replace(dark, troubles=(Trouble("dark"),)), "dark"))
    assert play(table).reminder.startswith("Too dark to see the board: switch on a lamp")
    assert table.session.screen.status == "too dark to see the board"
    table.show()
    assert play(table).reminder == ""


def placed_at_once(path: Path) -> AbstractContextManager[Sitting]:
    """Sit at a game of which only the setup has been played."""
    return sitting_at(path, setting_out().events)


def test_the_opening_says_which_merchant_of_how_many_is_placed(tmp_path: Path) -> None:
    with placed_at_once(tmp_path / "journal.sqlite") as one:
        told = []
        for at in ("adab.city", "kish.city", "ur.city"):
            told.append(one.body)
            one.game.write(Place(str(one.game.active_player), at))
        progress = [body.progress for body in (*told, one.body) if isinstance(body, Play)]
        assert progress == 3 * [("Opening 1 of 8",)] + [("Opening 2 of 8",)]


AT_ONCE: tuple[Event, ...] = (
    *(ADD, Remove("blue", "umma.town-1"), Remove("yellow", "lagash.town-1")),
    *(Add("red", "umma.town-2"), Add("blue", "kish.town-1")),
)
"""Of these nobody can know which of red's came first, and it comes to the same."""


def test_it_says_that_the_order_of_what_happened_at_once_was_not_seen(table: Stage) -> None:
    table.show()
    begun, state = table.game.history.event, table.game.history.state
    *most, final = AT_ONCE
    for event in most:
        state = SUMERIA.apply(state, event).state
    table.show_view(SUMERIA.expected(state), looks=6)
    assert table.game.history.event == begun
    table.show_view(SUMERIA.expected(SUMERIA.apply(state, final).state), looks=6)
    first, last = begun + 1, table.game.history.event
    assert last == begun + len(AT_ONCE)
    told = f"The camera did not see in which order events {first} to {last} happened."
    assert play(table).reminder == told
    why = table.press(Button.WHY)
    assert isinstance(why, WhyPage)
    rows = [row.text for row in why.rows()]
    assert [row.split(".")[0] for row in rows[:5]] == [f"{last - i}" for i in range(5)]
    assert rows[5] == told
    moment = table.press(Button.OK)
    assert isinstance(moment, MomentPage)
    assert told in moment.text()
    reasons = table.press(Button.OK)
    assert isinstance(reasons, ReasonsPage)
    shown = [one.text for one in reasons.paragraphs()]
    assert shown[1:3] == [told, "They are recorded in an order that the rules allow."]
    table.press(Button.BACK, Button.BACK, Button.BACK)
    table.play(Add("yellow", "eridu.town-1"))
    assert play(table).reminder == ""
    assert told not in MomentPage(table.session, last + 1).text()


def test_of_an_opening_nobody_asks_in_which_order_that_was(tmp_path: Path) -> None:
    with placed_at_once(tmp_path / "journal.sqlite") as table:
        table.see()
        places = [Place(PLAYERS[i % 3], at) for i, at in enumerate(LOCATIONS[:16:4])]
        view = SUMERIA.expected(table.game.history.state)
        table.show_view(with_change(view, {one.at: one.player for one in places}), looks=4)
        assert table.game.history.event == 5
        assert table.body.reminder == ""
        table.press(Button.WHY)
        rows = [row.text for row in table.body.rows]
        assert [row[:2] for row in rows] == ["5.", "4.", "3.", "2.", "1."]
        table.press(Button.OK)
        assert isinstance(table.session.page, MomentPage)
        assert "order" not in table.session.page.text()
        table.press(Button.OK)
        assert "in which order" not in " ".join(one.text for one in table.body.body.paragraphs)


def test_that_is_known_too_after_a_power_cut_and_of_what_was_written_alone(tmp_path: Path) -> None:
    note = {"note": "order-unseen", "frame": "7", "events": 3}
    events = [{"type": "place", "frame": frame} for frame in ("6", "7", "7", "9", "7")]
    assert orders_unseen([events[0], note, *events[1:]]) == dict.fromkeys((2, 3), range(2, 4))
    assert orders_unseen([events[0], note, *events[2:]]) == {}
    assert orders_unseen([{"note": "order-unseen"}, *events]) == {}
    with placed_at_once(tmp_path / "journal.sqlite") as table:
        table.see()
        places = [Place(PLAYERS[i % 3], at) for i, at in enumerate(LOCATIONS[:16:4])]
        view = SUMERIA.expected(table.game.history.state)
        table.show_view(with_change(view, {one.at: one.player for one in places}), looks=4)
        kept = table.session.store.journal.lines(table.game.id)
        lines = [json.loads(line) for line in kept][1:]
        assert orders_unseen(lines) == dict.fromkeys(range(2, 6), range(2, 6))


def test_the_table_is_asked_where_two_orders_lead_to_different_rankings(table: Stage) -> None:
    more: list[Event] = [
        Add("red", "adab.town-2"),
        Remove("blue", "umma.town-1"),
        Remove("yellow", "lagash.town-1"),
        Add("red", "uruk.town-2"),
        Add("blue", "kish.town-1"),
    ]
    table.show()
    before, state = table.game.history.event, table.game.history.state
    for event in more:
        state = SUMERIA.apply(state, event).state
    page = table.show_view(SUMERIA.expected(state), 60, tiles=False)
    assert isinstance(page, WrongPage)
    assert table.game.history.event == before
    assert table.game.wrong is not None


def test_the_board_that_comes_with_the_program_is_called_fictional(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as made:
        session = made.session
        assert play(made).note == "Fictional board, not the boxed game’s"
        for board, note in ((name_of(session.table.board), play(made).note), ("our-board", "")):
            session.begin(
                Header("sumeria", board, PLAYERS, {}), {}, PLAYERS[0], setting_out().events
            )
            session.go("play")
            assert play(made).note == note


@pytest.mark.parametrize("virtual", [True, False])
def test_a_virtual_table_tells_in_the_first_turn_what_may_be_done(
    tmp_path: Path, *, virtual: bool
) -> None:
    placed = next(i for i, one in enumerate(PLAYED) if isinstance(one, Add | Move | Remove))
    for events, is_first in ((placed, True), (placed + 3, False)):
        with sitting_at(tmp_path / f"{events}.sqlite", PLAYED[:events]) as table:
            table.session.hands = Mock(occupied=None) if virtual else None
            table.see()
            table.wait(READING)
            assert table.game.state["phase"] == "action"
            player = table.game.names.player(table.game.state["to_play"])
            told = f"{player}: add, move or take back a merchant by dragging it."
            assert (table.body.event == told) is (virtual and is_first)


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (None, "Blue puts a merchant on any empty location."),
        (Mock(occupied=None), "Blue: drag a merchant from beside the board to any empty location."),
    ],
)
def test_in_the_opening_it_is_said_what_whoever_is_to_play_has_to_do(
    tmp_path: Path, hands: Mock | None, told: str
) -> None:
    with sitting_at(tmp_path / "journal.sqlite", PLAYED[:2]) as table:
        table.session.hands = hands
        table.see()
        assert table.game.state["to_play"] == "blue"
        assert table.body.event == told
        table.game.write(SUMERIA.legal_events(table.game.history.state)[0])
        table.wait(0.25)
        assert table.body.event.startswith("Blue places a merchant on")
        table.wait(READING)
        assert table.body.event.startswith("Yellow")
