"""The end of a dynasty: SCORE, the three city-states and claims, seen or entered."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.games.sumeria.dynasty_page import LONG, TRAVEL, DynastyPage, EarlyPage, ScoringPage
from companion.games.sumeria.screens import RankedCityState, Renewal, Rotation
from companion.games.sumeria.summary import Summary
from companion.games.sumeria.tile_pages import ClaimPage
from companion.pages.history import WhyPage
from companion.pages.play import PlayPage
from companion.pages.wrong import WrongPage
from companion.settings.values import Sound
from companion.tracking.config import DEAL_LASTS
from companion.ui.menu import Menu
from companion.ui.numbers_compared import Tally
from companion.ui.texts import Headline
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Claim, Score
from engine.sumeria.state import State
from hardware.panel import Button, Light
from tests.companion.games.sumeria.dynasties import ENOUGH, PLAYED, Sitting, sitting_at
from tests.companion.pages.stage import LONG as ASKED_AFTER
from tests.companion.tracking.test_tiles import (
    FIRST,
    LAST,
    NEXT,
    SECOND,
    lies,
)

OK, BACK, SCORE = Button.OK, Button.BACK, Button.SCORE


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sitting]:
    with sitting_at(tmp_path / "journal.sqlite", PLAYED) as sitting:
        yield sitting


@pytest.fixture
def early(tmp_path: Path) -> Iterator[Sitting]:
    with sitting_at(tmp_path / "early.sqlite", PLAYED[:-1]) as sitting:
        yield sitting


def told(body: object) -> list[tuple[str, str]]:
    assert isinstance(body, Menu)
    return [(row.text, row.value) for row in body.rows]


def test_score_too_early_tells_who_still_has_to_play(early: Sitting) -> None:
    assert isinstance(early.press(SCORE), EarlyPage)
    assert told(early.body) == [("Yellow", "1 turn")]
    assert early.game.history.event == len(PLAYED) - 1
    assert isinstance(early.press(OK), PlayPage)
    assert isinstance(early.press(SCORE, BACK), PlayPage)


def test_the_end_of_a_dynasty_is_spoken_where_a_voice_is_wanted(early: Sitting) -> None:
    early.session.change(replace(early.session.settings, sound=Sound.VOICE))
    early.see_played(LAST)
    assert early.session.speeches[-1] == "The dynasty is over"


def lying_wrong(sitting: Sitting, looks: int = ENOUGH) -> list[str]:
    """Show two tiles of the row that have still to be swapped; give the row as it should lie."""
    should = [*sitting.game.state["ranking"]]
    view = SUMERIA.expected(sitting.game.history.state)
    one, other, *rest = should
    sitting.show_view(view.having("ranking", (other, one, *rest)), looks)
    return should


def test_a_row_that_lies_other_than_the_game_has_it_is_put_right_before_it_is_scored(
    table: Sitting,
) -> None:
    event = table.game.history.event
    assert table.light() is Light.BLUE
    should = lying_wrong(table)
    assert table.light() is not Light.BLUE
    table.press(SCORE)
    assert table.game.history.event == event
    assert table.session.screen.title == "First put the row right"
    names = [table.game.names.place(one) for one in should[:2]]
    text = f"On the table, swap {names[1]} and {names[0]}. Then press SCORE again."
    assert table.body.text == text
    assert table.session.marks == [("ranking", "slot-1"), ("ranking", "slot-2")]
    assert isinstance(table.press(OK), PlayPage)
    table.press(SCORE)
    table.see()
    assert isinstance(table.session.page, PlayPage)
    assert table.game.history.event == event
    assert table.light() is Light.BLUE
    assert isinstance(table.press(SCORE), DynastyPage)
    assert table.game.history.events[-1] == Score()


def test_where_the_camera_is_mistaken_about_the_row_it_is_scored_as_the_game_has_it(
    table: Sitting,
) -> None:
    lying_wrong(table)
    table.press(SCORE)
    assert isinstance(table.choose("The camera is mistaken"), DynastyPage)
    assert table.game.history.events[-1] == Score()


def test_a_row_that_is_not_seen_now_is_put_right_first_if_it_lay_wrong_before(
    table: Sitting,
) -> None:
    lying_wrong(table, ASKED_AFTER)
    table.session.look = None
    table.press(SCORE)
    assert table.session.screen.title == "First put the row right"


def test_what_came_too_early_is_gone_once_all_have_played(early: Sitting) -> None:
    early.press(SCORE)
    assert isinstance(early.see_played(LAST), PlayPage)
    assert early.phase == "score"


def test_in_the_opening_it_tells_how_many_merchants_are_still_to_be_placed(tmp_path: Path) -> None:
    with sitting_at(tmp_path / "journal.sqlite", PLAYED[:2]) as sitting:
        sitting.press(SCORE)
        assert told(sitting.body)[0][1] in ("7 merchants", "8 merchants")
        assert len(told(sitting.body)) == 3


def test_before_the_setup_it_says_what_the_game_is_at(tmp_path: Path) -> None:
    with sitting_at(tmp_path / "journal.sqlite", ()) as sitting:
        assert isinstance(sitting.press(SCORE), EarlyPage)
        assert sitting.body.text.endswith("the game is now at the setup.")
        assert sitting.body.rows == ()


def test_why_opens_the_history_from_every_page(table: Sitting, early: Sitting) -> None:
    early.press(SCORE, Button.WHY)
    table.press(SCORE, Button.WHY, Button.WHY)
    for sitting in (table, early):
        assert isinstance(sitting.session.page, WhyPage)
        assert not isinstance(sitting.press(BACK), WhyPage)


def test_the_light_waits_for_score_when_all_have_played(table: Sitting) -> None:
    table.see()
    assert table.session.light is Light.BLUE
    assert table.session.screen.status == "waiting for you"
    table.press(SCORE)
    assert table.game.history.events[-1] == Score()
    assert table.session.light is not Light.BLUE


def test_it_tells_of_all_three_city_states_side_by_side(table: Sitting) -> None:
    table.press(SCORE)
    body = table.body
    assert isinstance(body, Summary)
    assert [(one.place.rank, one.place.name) for one in body.held] == [
        (1, "Kish"),
        (2, "Nippur"),
        (3, "Umma"),
    ]
    first = body.held[0]
    assert [(one.colour, many) for one, many in first.merchants] == [
        ("red", 2),
        ("blue", 1),
        ("yellow", 0),
    ]
    assert first.ties == ()


def test_it_waits_where_somebody_has_to_choose(table: Sitting) -> None:
    page = table.press(SCORE)
    choosers = [one.chooser and one.chooser.colour for one in table.body.held]
    assert choosers == ["red", None, None]
    assert table.body.text.startswith("Red chooses 2 tiles in Kish")
    assert page.title() == "Red chooses tiles"
    assert page.player() == "red"


def test_the_reasons_of_a_choice_begin_with_its_city_state(table: Sitting) -> None:
    table.press(SCORE)
    table.see(lies(0, 2))
    table.press(Button.WHY)
    body = table.body
    assert isinstance(body, Tally)
    assert isinstance(body.subject, RankedCityState)
    assert body.subject.name == "Nippur"
    for event, name in ((Score(), "Kish"), (FIRST, "Kish"), (None, "Nippur")):
        events = [*table.game.history.events]
        number = events.index(event) + 1 if event else None
        shown = ScoringPage(table.session, number).body()
        assert isinstance(shown, Tally)
        assert isinstance(shown.subject, RankedCityState)
        assert shown.subject.name == name
    table.see(lies(0, 1, 2, 3))
    number = [*table.game.history.events].index(SECOND) + 1
    shown = ScoringPage(table.session, number).body()
    assert isinstance(shown, Tally)
    assert isinstance(shown.subject, RankedCityState)
    assert shown.subject.name == "Nippur"


def test_a_claim_that_is_seen_is_shown_and_written_without_a_press(table: Sitting) -> None:
    table.press(SCORE)
    table.see(lies(0, 2))
    assert table.game.history.events[-1] == FIRST
    first, second, _ = table.body.held
    assert [(share.person and share.person.colour, share.tiles) for share in first.shares] == [
        ("red", FIRST.tiles),
        ("blue", ("military",)),
    ]
    assert second.chooser is not None
    assert {*second.place.tiles} == {"religion"}  # so that there is nothing to choose
    assert table.session.page.title() == "Blue takes tiles"
    assert table.body.text.startswith("Blue takes 1 of 2 religion tiles in Nippur")


def test_a_whole_dynasty_is_followed_after_one_press(table: Sitting) -> None:
    table.press(SCORE)
    table.see(lies(0, 2))
    table.see(lies(0, 1, 2, 3))
    table.see(NEXT.influence, looks=DEAL_LASTS * ENOUGH)
    assert list(table.game.history.events[-4:]) == [Score(), FIRST, SECOND, NEXT]
    assert table.game.state["dynasty"] == 2


def test_what_came_of_a_dynasty_stays_until_somebody_has_gone_through_it(table: Sitting) -> None:
    table.press(SCORE)
    for taken in ((0, 2), (0, 1, 2, 3), range(6)):
        table.see(lies(*taken))
    before = table.body
    assert isinstance(table.see(NEXT.influence), DynastyPage)
    assert table.body == before
    assert isinstance(table.see_played(Add("red", "ur.city")), DynastyPage)
    assert table.body == before
    assert table.session.page.title() == "Scoring of dynasty 1"
    table.press(OK)
    assert table.session.page.title() == "Dynasty 2 begins"
    renewed = table.body
    assert isinstance(renewed, Renewal)
    assert tuple(kind for place in renewed.places for kind in place.tiles) == NEXT.influence
    assert renewed.reminders[2] == "Dynasty 2 begins with these tiles."
    assert isinstance(table.see(), DynastyPage)
    assert isinstance(table.press(OK), PlayPage)
    assert isinstance(table.see(), PlayPage)


def test_what_nobody_has_gone_through_stays_after_a_power_cut_too(tmp_path: Path) -> None:
    with sitting_at(tmp_path / "journal.sqlite", (*PLAYED, Score(), FIRST, SECOND)) as table:
        table.see(lies(*range(6)))
        assert isinstance(table.see(NEXT.influence), DynastyPage)
        assert table.game.history.events[-1] == NEXT
        assert isinstance(table.press(OK), PlayPage)


def test_score_leads_on_from_what_came_of_the_dynasty_before(table: Sitting) -> None:
    table.press(SCORE)
    assert table.session.page.labels().score == "The points"
    for taken in ((0, 2), (0, 1, 2, 3), range(6)):
        table.see(lies(*taken))
    table.see(NEXT.influence)
    assert table.session.page.labels().score == "SCORE"
    assert isinstance(table.press(SCORE), EarlyPage)
    assert isinstance(table.press(BACK), PlayPage)


def test_a_choice_that_is_taken_back_is_not_written_again_by_itself(table: Sitting) -> None:
    table.press(SCORE)
    table.see(lies(0, 2))
    first = table.game.history.event
    table.game.undo(first - 1)
    table.see(lies(0, 2), looks=40)
    assert table.game.history.event == first + 1
    table.see(lies(), looks=40)  # put back, and then others are taken
    table.see(lies(0, 1))
    assert table.game.history.event == first + 2
    again = table.game.history.events[-1]
    assert isinstance(again, Claim)
    assert again.tiles == ("economy", "military")


def test_where_a_choice_was_taken_back_another_can_be_entered(table: Sitting) -> None:
    table.press(SCORE)
    table.see(lies(0, 2))
    first = table.game.history.event
    table.game.undo(first - 1)
    assert isinstance(table.see(lies(0, 2)), DynastyPage)
    assert table.session.screen.labels.ok == "Choose"
    assert isinstance(table.press(OK), ClaimPage)
    assert isinstance(table.press(OK), DynastyPage)
    entered = table.game.history.events[-1]
    assert entered != table.game.history.events[first - 1]
    for taken in ((0, 1, 2, 3), range(6)):
        table.see(lies(*taken))
    table.see(NEXT.influence)
    assert table.game.history.events[-1] == NEXT


def test_a_choice_that_is_entered_says_nothing_of_a_merchant_that_fell(table: Sitting) -> None:
    table.press(SCORE)
    fallen = next(iter(table.game.standing))
    assert isinstance(table.show({fallen: None}, looks=200), WrongPage)
    assert isinstance(table.press(BACK, OK), ClaimPage)
    claims = table.game.history.event
    assert isinstance(table.press(OK), DynastyPage)
    assert table.game.history.event == claims + 1
    assert table.session.light is Light.RED
    assert not table.session.corrections()  # the eye is not told that it is mistaken
    table.show({fallen: None}, looks=200)
    assert table.session.light is Light.RED
    assert isinstance(table.show(), DynastyPage)
    assert table.session.light is not Light.RED


def test_a_tie_depends_on_what_broke_it_and_step_by_step_on_why(table: Sitting) -> None:
    table.press(SCORE)
    table.see(lies(0, 2))
    table.see(lies(0, 1, 2, 3))
    tie = table.body.held[2].ties[0]
    assert (tie.person.colour, tie.step) == ("yellow", "city")
    assert isinstance(table.press(Button.WHY), ScoringPage)
    while not (isinstance(table.body, Tally) and table.body.text.startswith("Several")):
        table.press(OK)
    tally = table.body
    assert isinstance(tally.subject, RankedCityState)
    assert tally.subject.name == "Umma"
    table.press(OK)
    assert table.body.deciding == 0
    assert [one.person.colour for one in table.body.counts if one.ahead] == ["yellow"]
    table.press(BACK)
    assert table.body == tally


def test_each_page_about_a_scoring_says_what_it_shows(table: Sitting) -> None:
    table.press(SCORE)
    table.see(lies(0, 2))
    table.see(lies(0, 1, 2, 3))
    table.press(Button.WHY)
    titles = {}
    page = table.session.page
    assert isinstance(page, ScoringPage)
    for _ in page.steps():
        titles[type(table.body)] = page.title()
        table.press(OK)
    assert titles[Summary] == "Who takes what, and why"
    assert titles[Headline] == "Who starts, and why"
    assert titles[Rotation] == "The new ranking"


def test_the_ranking_is_shown_moving(table: Sitting) -> None:
    table.press(SCORE)
    table.see(lies(0, 2))
    table.see(lies(0, 1, 2, 3))
    table.press(OK)
    assert table.body.moved == 0
    names = [name for name, _ in table.body.old]
    assert [name for name, _ in table.body.new] == [*names[3:], *names[2::-1]]
    table.wait(TRAVEL / 2)
    assert 0 < table.body.moved < 1
    table.wait(TRAVEL)
    assert table.body.moved == 1


def test_a_dynasty_takes_three_presses_where_the_camera_sees_the_rest(table: Sitting) -> None:
    table.press(SCORE)
    for taken in ((0, 2), (0, 1, 2, 3), range(6)):
        table.see(lies(*taken))
    table.see(NEXT.influence)
    assert isinstance(table.press(OK, OK), PlayPage)
    assert table.game.state["dynasty"] == 2


def test_where_it_was_not_seen_which_tiles_were_chosen_it_asks(table: Sitting) -> None:
    table.press(SCORE)
    assert isinstance(table.see(lies(0, 1, 2)), ClaimPage)
    assert table.phase == "claim"
    assert ("1 economy tile and 1 politics tile", "+2 points") in told(table.body)
    while told(table.body)[table.body.chosen][0] != "1 economy tile and 1 politics tile":
        table.press(Button.WHY)
    assert isinstance(table.press(OK), DynastyPage)
    assert table.game.history.events[-1] == FIRST


def test_it_is_told_what_each_choice_brings_with_what_one_has(table: Sitting) -> None:
    table.press(SCORE)
    live = table.game
    assert isinstance(live.history.state, State)
    tiles = tuple((0, 3, 0, 1) for _ in live.history.state.tiles)
    has = replace(live.history.state, tiles=tiles)
    with (
        patch.object(type(live.history), "state", has),
        patch.object(type(live), "state", SUMERIA.to_json(has)),
    ):
        page = ClaimPage(table.session)
    body = page.body()
    assert told(body) == [
        ("1 economy tile and 1 military tile", "+5 points"),
        ("1 economy tile and 1 politics tile", "+2 points"),
        ("1 military tile and 1 politics tile", "+5 points"),
    ]
    assert isinstance(body, Menu)
    assert body.text == "Which tiles does Red take in Kish? So far: 3 military tiles."


def test_a_choice_can_be_touched_too(table: Sitting) -> None:
    table.press(SCORE, OK)
    assert isinstance(table.session.page, ClaimPage)
    table.touch("row-0")
    assert table.game.history.event == len(PLAYED) + 2


def test_it_asks_where_hands_hide_the_tiles_for_long(table: Sitting) -> None:
    table.press(SCORE)
    table.see()
    assert isinstance(table.see(hand=True, looks=round(LONG * 4) - 1), DynastyPage)
    assert isinstance(table.see(hand=True, looks=3), ClaimPage)
    assert isinstance(table.press(BACK), DynastyPage)
    assert isinstance(table.see(hand=True), DynastyPage)  # asked once


def test_what_is_asked_is_taken_back_when_it_is_seen_after_all(table: Sitting) -> None:
    table.press(SCORE, OK)
    assert isinstance(table.session.page, ClaimPage)
    assert isinstance(table.see(lies(0, 2)), DynastyPage)
    assert table.game.history.events[-1] == FIRST


@pytest.mark.parametrize("done", range(4))
def test_after_a_power_cut_it_goes_on_where_the_game_waits(tmp_path: Path, done: int) -> None:
    events = (*PLAYED, *(Score(), FIRST, SECOND, NEXT)[: done + 1])
    with sitting_at(tmp_path / "journal.sqlite", events) as sitting:
        page = sitting.see()
        body = sitting.body
        if done == 3:
            assert isinstance(page, PlayPage)
            return
        assert isinstance(page, DynastyPage)
        if done == 2:
            assert isinstance(body, Renewal)
            return
        assert isinstance(body, Summary)
        assert body.held[done].chooser is not None


def test_one_can_look_at_the_board_and_come_back(table: Sitting) -> None:
    table.press(SCORE)
    assert isinstance(table.press(BACK), PlayPage)
    assert isinstance(table.see(), PlayPage)
    assert isinstance(table.press(SCORE), DynastyPage)
    assert isinstance(table.body, Summary)


def test_a_score_that_is_taken_back_is_gone(table: Sitting) -> None:
    table.press(SCORE)
    table.game.undo(len(PLAYED))
    assert isinstance(table.see(), PlayPage)
    assert table.phase == "score"


def test_its_words_change_with_the_language(table: Sitting) -> None:
    table.press(SCORE)
    table.session.change(replace(table.session.settings, language="ro"))
    assert table.session.page.title() != "Red chooses tiles"
    assert "Kish" in table.body.text
