"""Something is wrong: the page opens by itself, tells why, takes an answer, closes by itself."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.pages.play import PlayPage
from companion.pages.telling import CorrectPage, HappeningPage
from companion.pages.wrong import PutBackPage, RulePage, WrongPage
from companion.session.look import Misread, TakenBack
from companion.ui.photos import AnswersToPhoto, BesidePhoto, MarkedPhoto, Points
from companion.ui.play import Play
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Correct, Event, Move, Remove
from hardware.panel import Button, Light, Signal
from seeds.catalogue import rules
from seeds.sumeria import FOLDER
from tests.companion.pages.stage import PLACES, Stage, stage
from tests.companion.tracking.watching import ADD, PLAYERS, with_change
from tests.examples.sitting import sitting
from tests.examples.wrong_table import deal_session

OUT_OF_TURN: dict[str, str | None] = {"adab.town-1": "blue"}
FREE = ("adab.city", "adab.town-1", "adab.town-2", "adab.town-3")
BLUE = Remove("blue", "umma.town-1")
SCORE, OK, BACK, WHY = Button.SCORE, Button.OK, Button.BACK, Button.WHY


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path / "journal.sqlite") as one:
        yield one


# It comes and goes by itself.


def test_an_illegal_move_is_shown_and_put_back_without_a_press(table: Stage) -> None:
    before = table.game.history.event
    assert isinstance(table.show(OUT_OF_TURN), WrongPage)
    assert table.light() == Light.RED
    assert list(table.session.signals) == [Signal.WRONG]
    table.show(OUT_OF_TURN)
    assert list(table.session.signals) == [Signal.WRONG]  # once
    assert isinstance(table.show(), PlayPage)
    assert table.light() == Light.GREEN
    assert table.game.history.event == before


def test_it_tells_what_is_seen_and_which_rule_that_breaks(table: Stage) -> None:
    page = table.show(OUT_OF_TURN)
    assert isinstance(page, WrongPage)
    assert page.title() == "Please put it back"
    seen = "The camera sees Blue on a town of Adab, which should be empty."
    assert page.text() == f"{seen} Red is to play, not Blue."
    assert [row.text for row in page.rows()] == [
        "Put it back",
        "The camera is mistaken",
        "We agree",
    ]


def test_of_what_no_action_explains_the_first_change_is_told(table: Stage) -> None:
    page = table.show({"ur.town-1": None, "umma.town-1": "red", **dict.fromkeys(FREE, "blue")})
    assert isinstance(page, WrongPage)
    assert page.text() == (
        "The camera sees Red on a town of Umma, where Blue should be. 4 more places look different."
    )


def test_why_it_is_refused_is_told_in_full_with_what_would_be_allowed(table: Stage) -> None:
    table.show({"kish.city": None, "lagash.village-1": "red"})
    page = table.press(WHY)
    assert isinstance(page, RulePage)
    told = [one.text for one in page.paragraphs()]
    assert told[0].startswith("It looks like this: Red moves")
    assert told[1].startswith("A merchant stops at the first empty location on the way")
    assert any(text.startswith("Red may move a merchant from the city of Kish") for text in told)
    assert rules(FOLDER)["S-20"].text in told
    assert any(text.startswith(f"{rules(FOLDER)['S-20'].title} – ") for text in told)
    assert isinstance(table.press(WHY, WHY, SCORE, BACK), WrongPage)


def test_what_the_green_dots_of_a_photograph_are_is_said_below_it(table: Stage) -> None:
    table.show({"kish.city": None, "lagash.village-1": "red"})
    assert "would be allowed" not in table.written
    table.press(WHY)
    assert "would be allowed" in table.written


def test_the_arrow_leads_back_where_it_is_refused_and_there_where_it_is_told(table: Stage) -> None:
    table.show({"kish.city": None, "lagash.village-1": "red"})
    back = way_shown(table)
    assert way_shown(table, OK) == back  # where to put it back
    assert way_shown(table, BACK, WHY) == (back[1], back[0])  # "It looks like this: Red moves …"
    board = table.game.board
    places = {name: PLACES[number] for name, number in board.marks.items()}
    went = np.subtract(places["lagash.village-1"], places["kish.city"])
    assert np.subtract(back[1], back[0]).tolist() == pytest.approx([-went[0], -went[1]])


def way_shown(table: Stage, *buttons: Button) -> Points:
    """Press buttons; give the arrow in the photograph that is shown then."""
    table.press(*buttons)
    body = table.session.screen.body
    assert isinstance(body, AnswersToPhoto | BesidePhoto)
    assert isinstance(body.photo, MarkedPhoto)
    return body.photo.arrow


def test_where_there_is_nothing_to_tell_of_rules_none_is_offered(table: Stage) -> None:
    differences = {"ur.town-1": ["red", "yellow"], "ur.village-1": ["blue", "red"]}
    table.game.wrong = {"note": "unexplained", "differences": differences, "nearest": None}
    page = WrongPage(table.session)
    assert page.text().startswith("The camera sees Yellow on a town of Ur, where Red should be.")
    page.press(WHY)
    rule = table.session.page
    assert isinstance(rule, RulePage)
    assert rule.paragraphs()[-1].text == "No single move explains this."


def test_another_wrong_board_is_another_question(table: Stage) -> None:
    table.show(OUT_OF_TURN)
    page = table.show({"adab.town-1": "yellow"})
    assert isinstance(page, WrongPage)
    assert "Red is to play, not Yellow." in page.text()
    assert list(table.session.signals) == [Signal.WRONG, Signal.WRONG]
    page = table.show(OUT_OF_TURN)  # as before: what was answered for it would be right again
    assert isinstance(page, WrongPage)
    assert "Red is to play, not Blue." in page.text()


def test_the_photograph_does_not_move_all_the_time(table: Stage) -> None:
    table.show(OUT_OF_TURN)
    shown = [photograph(table)]
    for _ in range(16):  # four seconds
        table.show(OUT_OF_TURN, looks=1)
        shown.append(photograph(table))
    assert len(set(shown)) == 3


def photograph(table: Stage) -> str:
    body = table.session.screen.body
    assert isinstance(body, AnswersToPhoto)
    assert isinstance(body.photo, MarkedPhoto)
    return body.photo.name


def test_it_can_wait_and_be_opened_again(table: Stage) -> None:
    table.show(OUT_OF_TURN)
    assert isinstance(table.press(BACK), PlayPage)
    assert isinstance(table.show(OUT_OF_TURN), PlayPage)
    assert table.light() == Light.RED
    assert isinstance(table.press(OK), WrongPage)
    assert isinstance(table.touch("back"), PlayPage)
    assert isinstance(table.touch("ok"), WrongPage)
    assert isinstance(table.show(), PlayPage)
    assert table.session.screen.labels.ok == "Pause"
    assert isinstance(table.press(OK), PlayPage)


def test_red_is_said_once_and_stays_after_later(table: Stage) -> None:
    table.show()
    assert table.session.screen.status == "following"
    table.show(OUT_OF_TURN)
    assert table.session.screen.status == "waiting: the board differs"
    table.press(BACK)
    screen = table.session.screen
    assert isinstance(screen.body, Play)
    assert (screen.light, screen.status) == (Light.RED, "waiting: the board differs")
    assert screen.body.is_stopped
    assert screen.body.reminder.startswith("Waiting")
    assert "following" not in table.written
    table.show()
    assert not table.session.screen.body.is_stopped  # type: ignore[attr-defined]


def test_whoever_is_answering_is_led_back_when_the_board_was_put_right(table: Stage) -> None:
    table.show(OUT_OF_TURN)
    table.press(WHY, OK)
    assert table.press(OK).name == "who"
    assert isinstance(table.show(), PlayPage)


# Answers.


@pytest.mark.parametrize("row", ["The camera", "We agree"])
def test_nothing_is_written_by_looking_around(table: Stage, row: str) -> None:
    before = table.game.history.event
    table.show(OUT_OF_TURN)
    inside = table.choose(row)
    assert not isinstance(inside, WrongPage)
    assert table.press(WHY, SCORE, WHY) is inside
    assert isinstance(table.press(BACK), WrongPage)
    assert isinstance(table.press(BACK), PlayPage)
    assert table.game.history.event == before


def test_whoever_does_not_play_cannot_be_agreed_upon(table: Stage) -> None:
    view = SUMERIA.expected(table.game.history.state)
    view = with_change(view, {"adab.town-1": "green"})
    assert isinstance(table.show_view(view, colours=(*PLAYERS, "green")), WrongPage)
    page = table.choose("We agree")
    assert isinstance(page, CorrectPage)
    rows = page.rows()
    assert not any(row.choosable for row in rows)
    assert rows[-1].text == "Green does not play in this game."


def test_the_eye_may_be_wrong(table: Stage) -> None:
    before = table.game.history.event
    table.show(OUT_OF_TURN)
    assert table.choose("The camera").name == "who"
    assert isinstance(table.choose("Nobody"), PlayPage)
    assert isinstance(table.show(OUT_OF_TURN), PlayPage)
    assert table.light() == Light.GREEN
    assert table.game.history.event == before


def test_a_misread_piece_takes_three_presses(table: Stage) -> None:
    before = table.game.history.event
    table.show({ADD.at: "blue"})  # it is red's merchant, in a bad light
    table.press(SCORE, OK)  # the camera is mistaken
    assert isinstance(table.press(OK), PlayPage)  # it is whoever is to play
    assert table.game.history.events[before:] == [ADD]
    assert isinstance(table.show({ADD.at: "blue"}), PlayPage)  # the eye is not believed there


def test_what_the_eye_was_wrong_about_is_passed_on_to_it(table: Stage) -> None:
    event = table.game.history.event
    table.show(OUT_OF_TURN)
    table.choose("The camera")
    table.choose("Nobody")
    assert table.session.corrections() == [Misread(event, "adab.town-1", None)]
    assert table.session.corrections() == []
    table.game.undo(event - 1)
    assert table.session.corrections()[:1] == [TakenBack(event - 1)]


def test_what_was_seen_rightly_is_no_lesson_for_the_eye(table: Stage) -> None:
    table.show(OUT_OF_TURN)
    table.choose("We agree")
    table.choose("We agree; it")
    assert table.session.corrections() == []


@pytest.mark.parametrize("turn", [None, "red"])
def test_the_table_may_agree_on_what_stands_there(table: Stage, turn: str | None) -> None:
    table.show(OUT_OF_TURN)
    assert isinstance(table.choose("We agree"), CorrectPage)
    texts = [row.text for row in table.session.screen.body.rows]  # type: ignore[attr-defined]
    assert texts == [
        "Blue is on a town of Adab.",
        "We agree; it is still Red’s turn",
        "We agree; Red’s turn is over",
    ]
    before = table.game.history.event
    assert isinstance(table.choose("We agree; Red" if turn else "We agree; it"), PlayPage)
    agreed = Correct(tuple(OUT_OF_TURN.items()), as_turn_of=turn)
    assert table.game.history.events[before:] == [agreed]
    assert table.game.state["to_play"] == ("blue" if turn else "red")
    assert isinstance(table.show(), PlayPage)
    stored = table.session.store.journal.game(table.game.id)
    assert stored.events == before + 1


def test_a_correction_that_is_none_is_refused_with_the_reason(table: Stage) -> None:
    # Nobody has as many merchants.
    free = [at for at, there in standing(table).items() if there is None][:20]
    table.show(dict.fromkeys(free, "blue"))
    before = table.game.history.event
    page = table.choose("We agree")
    assert isinstance(page, CorrectPage)
    rows = page.rows()
    assert not any(row.choosable for row in rows)
    assert rows[-1].text == "Blue does not have that many merchants."
    assert isinstance(table.press(OK), CorrectPage)
    assert isinstance(table.press(BACK, BACK), PlayPage)
    assert table.game.history.event == before


def standing(table: Stage) -> dict[str, str | None]:
    board = SUMERIA.expected(table.game.history.state).singles("locations")
    return dict(zip((one.id for one in table.game.board.locations), board, strict=True))


def test_one_of_several_things_may_have_happened(table: Stage) -> None:
    table.play(ADD)
    line = table.game.history.event
    table.play(BLUE)
    instead = Add("red", "kish.town-1")
    page = table.show({ADD.at: None, instead.at: "red"})
    assert isinstance(page, WrongPage)
    signals = [one for one in table.session.signals if one is not Signal.NOTED]
    assert signals == [Signal.ASKS]
    assert page.title() == "What happened?"
    assert page.rows()[0].text == (
        "Red adds a merchant on a town of Kish. "
        "(Instead of: Red adds a merchant on a town of Adab.)"
    )
    before = table.game.history.event
    assert isinstance(table.touch("row-0"), PlayPage)
    assert table.game.history.events[before:] == [Undo(line), instead, BLUE]
    assert isinstance(table.show(), PlayPage)


def test_what_is_long_is_told_in_full_before_it_is_written(table: Stage) -> None:
    # Which of red's two additions came first, nothing shows.
    many: list[Event] = [ADD, Remove("blue", "ur.village-1"), Remove("yellow", "lagash.town-1")]
    many.append(Add("red", "umma.town-2"))
    state = table.game.history.state
    for event in many:
        state = SUMERIA.apply(state, event).state
    before = table.game.history.event
    page = table.show_view(SUMERIA.expected(state), tiles=False)
    assert isinstance(page, WrongPage)
    assert page.rows()[0].text.endswith("And 2 more events.")
    assert isinstance(table.press(OK), HappeningPage)
    assert table.game.history.event == before
    assert isinstance(table.press(OK), PlayPage)
    assert table.game.history.event == before + len(many)


def test_what_could_have_been_played_may_be_put_back_too(table: Stage) -> None:
    before = table.game.history.event
    knocked_over = ("ur.town-1", "uruk.city", "ur.village-1", "lagash.town-1")
    page = table.show(dict.fromkeys(knocked_over))
    assert isinstance(page, WrongPage)
    texts = [row.text for row in page.rows()]
    assert texts[0].startswith("Red takes back")
    assert texts.count("Put it back") == 1
    assert isinstance(table.choose("Put it back"), PutBackPage)
    assert isinstance(table.show(), PlayPage)
    assert table.game.history.event == before


def test_of_a_mess_that_is_half_put_back_only_the_rest_is_told_at_once(table: Stage) -> None:
    mess = {"ur.town-1": "blue", "umma.town-1": "red", **dict.fromkeys(FREE, "blue")}
    page = table.show(mess)
    assert isinstance(page, WrongPage)
    assert "on a town of Umma" in page.text()
    del mess["umma.town-1"]
    table.show(mess, looks=2)
    assert table.session.page is page
    assert "Umma" not in page.text()
    assert "3 more" in page.text() or "4 more" in page.text()
    assert isinstance(table.choose("Put it back"), PutBackPage)
    before = table.session.screen.body
    for at in FREE:
        del mess[at]
        table.show(mess, looks=2)
        assert isinstance(table.session.page, PutBackPage)
    assert page.text().startswith("The camera sees Blue on a town of Ur, where Red should be.")
    assert table.session.screen.body != before
    assert isinstance(table.show(looks=2), PlayPage)


def test_what_is_wrong_again_is_told_again(table: Stage) -> None:
    mess = {"umma.town-1": "red", **dict.fromkeys(FREE, "blue")}
    page = table.show(mess)
    assert isinstance(page, WrongPage)
    told = page.text()
    table.show({**mess, "umma.town-1": "blue"}, looks=2)
    assert page.text() != told
    table.show(mess, looks=2)
    assert page.text() == told


def test_of_what_was_knocked_over_only_the_rest_is_to_be_put_back(table: Stage) -> None:
    knocked_over = ["ur.town-1", "uruk.city", "ur.village-1", "lagash.town-1"]
    table.show(dict.fromkeys(knocked_over))
    table.choose("Put it back")

    def marks() -> int:
        body = table.session.screen.body
        assert isinstance(body, AnswersToPhoto)
        assert body.photo is not None
        return len(body.photo.differing)

    assert marks() == 4
    table.show(dict.fromkeys(knocked_over[1:]), looks=2)
    assert isinstance(table.session.page, PutBackPage)
    assert marks() == 3


@pytest.mark.parametrize("code", ["fr", "ro"])
def test_it_speaks_the_language_of_the_table(table: Stage, code: str) -> None:
    page = table.show(OUT_OF_TURN)
    assert isinstance(page, WrongPage)
    english = page.text()
    table.session.change(replace(table.session.settings, language=code))
    assert page.text() != english


def test_a_deal_in_doubt_is_asked_about_by_its_tiles_and_the_answer_written() -> None:
    session = deal_session(sitting("en"))
    for name in ("play", "wrong"):
        session.go(name)
    page, game = session.page, session.live
    assert isinstance(page, WrongPage)
    # Who has moved since is no riddle, and need not be told.
    assert page.text() == "The camera cannot tell which tiles were dealt. Which are they?"
    *deals, mistaken = (row.text for row in page.rows())
    dealt = [Counter(events[0].influence) for events in game.tracker.alternatives]
    for deal, tiles in zip(deals, dealt, strict=True):
        told = re.findall(r"(\d) (\w+)", deal)
        assert {kind: int(number) for number, kind in told} == dict(tiles)
    assert mistaken == "The camera is mistaken"
    (deal,) = game.tracker.alternatives[0]
    page.press(OK)
    assert game.history.events[-1] == deal


def test_a_question_about_pieces_is_none_about_a_deal_that_is_awaited() -> None:
    session = deal_session(sitting("en"))
    game = session.live
    moved = max(i for i, one in enumerate(game.history.events, 1) if isinstance(one, Move))
    game.tracker.alternatives = ((Undo(moved),),)
    for name in ("play", "wrong"):
        session.go(name)
    assert isinstance(session.page, WrongPage)
    assert "The camera sees" in session.page.text()
