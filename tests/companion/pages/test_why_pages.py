"""*Why?*: the history, each moment with its photographs and reasons, then and now, and back."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.games.sumeria.play import SumeriaPlayPage
from companion.pages.game_drawn import pointed_out
from companion.pages.history import FLICKER, MomentPage, UndoPage
from companion.pages.phases import resume
from companion.session.look import Look
from companion.session.session import Page
from companion.ui.diagram import Diagram
from companion.ui.menu import Menu
from companion.ui.photos import BesidePhoto, Captioned, SideBySide
from companion.ui.texts import ReadingText
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Correct, Place
from hardware.panel import Button
from tests.companion.pages.evening import BOARD, Evening, evening
from tests.companion.pages.playing_on import begun_game, picture_look, played_to
from tests.companion.pages.stage import Stage, stage
from tests.companion.tracking.watching import ADD

RAISES_UMMA = Add("red", "umma.village-1")
UP, DOWN, OK, BACK = Button.SCORE, Button.WHY, Button.OK, Button.BACK


@pytest.fixture
def sat(tmp_path: Path) -> Iterator[Evening]:
    """Sit at a game of which the opening has been played."""
    with evening(tmp_path / "journal.sqlite") as one:
        played_to(one, "action")
        yield one


def top(one: Evening) -> type[Page]:
    return type(one.session.page)


def reading(one: Evening) -> ReadingText:
    """Give the text of the page on top, which may stand beside the board."""
    body = one.session.page.body()
    text = body.body if isinstance(body, BesidePhoto) else body
    assert isinstance(text, ReadingText)
    return text


def drawn(page: Page) -> Diagram:
    """Give the board that is drawn beside a page."""
    body = page.body()
    assert isinstance(body, BesidePhoto)
    assert isinstance(body.photo, Diagram)
    return body.photo


def rows(one: Evening) -> list[str]:
    body = one.session.page.body()
    assert isinstance(body, Menu)
    return [row.text for row in body.rows]


def test_the_newest_comes_first_and_each_has_its_number(sat: Evening) -> None:
    sat.session.go("why")
    told = rows(sat)
    newest = sat.session.live.history.event
    assert told[0].startswith(f"{newest}. ")
    assert "places a merchant" in told[0]
    sat.press(BACK)
    assert top(sat) is SumeriaPlayPage


def test_the_last_event_is_taken_back_by_four_presses(sat: Evening) -> None:
    game = sat.session.live
    newest = game.history.event
    before = game.history.at(newest - 1)
    sat.press(Button.WHY, OK)
    assert sat.session.screen.labels.score == "Take this back"
    sat.press(Button.SCORE)
    assert sat.session.page.title() == "Take this back?"
    sat.press(OK)
    assert game.history.events[-1] == Undo(newest)
    assert game.history.state == before
    assert top(sat) is SumeriaPlayPage


def test_of_an_earlier_event_and_below_the_first_row_score_goes_up(sat: Evening) -> None:
    sat.press(Button.WHY, OK, Button.WHY)
    assert sat.session.screen.labels.score == "▲"
    sat.press(Button.SCORE)
    assert sat.session.screen.labels.score == "Take this back"
    sat.press(BACK, Button.WHY, OK)
    assert sat.session.screen.labels.score == "▲"


def test_it_is_opened_once(tmp_path: Path) -> None:
    with evening(tmp_path / "other.sqlite") as one:
        begun_game(one)
        for _ in range(2):
            one.press(Button.WHY)
        assert [page.name for page in one.session.pages].count("why") == 1


def test_what_was_taken_back_is_struck_out_and_what_undid_it_is_not(sat: Evening) -> None:
    newest = sat.session.live.history.event
    sat.session.live.write(Undo(newest))
    sat.session.go("why")
    body = sat.session.page.body()
    assert isinstance(body, Menu)
    assert [row.struck for row in body.rows[:3]] == [False, True, False]
    assert f"after event {newest - 1}" in body.rows[0].text


def test_a_note_stands_between_the_events_and_is_passed_by(sat: Evening) -> None:
    sat.session.store.note(sat.session.live.id, {"note": "ranking"})
    sat.session.go("why")
    body = sat.session.page.body()
    assert isinstance(body, Menu)
    assert not body.rows[0].choosable
    assert body.chosen == 1


def test_what_was_asked_more_than_once_between_two_events_is_told_once(sat: Evening) -> None:
    for note in ("unexplained", "unexplained", "ranking", "unexplained"):
        sat.session.store.note(sat.session.live.id, {"note": note})
    sat.session.go("why")
    body = sat.session.page.body()
    assert isinstance(body, Menu)
    asked = "The players were asked what had happened."
    notes = [row.text for row in body.rows if not row.choosable]
    assert notes == [asked, "The ranking row on the table did not match the rules.", asked]


def notes_told(one: Stage) -> list[str]:
    one.session.go("why")
    body = one.session.page.body()
    one.session.close(one.session.page)
    assert isinstance(body, Menu)
    return [row.text for row in body.rows if not row.choosable]


def test_of_what_was_put_back_it_is_told_what_it_was(tmp_path: Path) -> None:
    differed = "The board looked different: Blue on a village of Adab."
    with stage(tmp_path / "journal.sqlite") as one:
        one.show({"adab.village-1": "blue"})
        assert notes_told(one) == [differed]
        one.show()
        one.play(ADD)
        assert notes_told(one) == [f"{differed} It was put back, or the camera was mistaken."]


def test_of_what_the_players_explained_it_is_told_that_they_did(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        at, gone = ADD.at, {"adab.village-1": "red"}
        one.show({at: "red", **gone})
        one.game.answer([ADD])
        both = "Red on a town of Adab and Red on a village of Adab"
        told = f"The board looked different: {both}. The players said what had happened."
        assert notes_told(one) == [told]


def test_tiles_that_were_still_to_be_swapped_are_named(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        row = SUMERIA.expected(one.game.history.state).singles("ranking")
        one.play(RAISES_UMMA)
        one.show_view(SUMERIA.expected(one.game.history.state).having("ranking", row))
        assert notes_told(one) == ["On the table, Adab and Umma had still to be swapped."]


def test_a_long_history_is_scrolled_through_to_its_beginning(sat: Evening) -> None:
    game = sat.session.live
    for _ in range(30):
        game.write(Undo(game.history.event + 1))
    sat.session.go("why")
    sat.press(UP)
    assert rows(sat)[-1].startswith("1. ")
    sat.press(OK)
    assert sat.session.page.title().startswith("Event 1 · ")
    sat.press(BACK)
    body = sat.session.page.body()
    assert isinstance(body, Menu)
    sat.session.tap(f"row-{body.chosen - 1}")
    assert sat.session.page.title().startswith("Event 2 · ")


def test_what_is_looked_at_stays_while_the_game_goes_on(sat: Evening) -> None:
    sat.session.go("why")
    sat.press(DOWN, DOWN)
    body = sat.session.page.body()
    assert isinstance(body, Menu)
    looked_at = body.rows[body.chosen].text
    sat.session.live.write(Undo(sat.session.live.history.event + 1))
    body = sat.session.page.body()
    assert isinstance(body, Menu)
    assert body.rows[body.chosen].text == looked_at


def test_the_photographs_of_before_and_after_take_turns(sat: Evening) -> None:
    game = sat.session.live
    event = game.history.event
    game.follow(picture_look(sat, "before"))
    legal = game.history.game.legal_events(game.history.state)[0]
    game.write(legal, look=picture_look(sat, "after"))
    sat.session.go("moment", event=event + 1)
    captions = []
    for moment in range(4):
        sat.session.pass_time(sat.session.now + bool(moment) * FLICKER)
        body = sat.session.page.body()
        assert isinstance(body, BesidePhoto)
        assert isinstance(body.photo, Captioned)
        captions.append(body.photo.caption)
    assert captions == ["Before", "After", "Before", "After"]


def test_the_location_that_was_touched_is_ringed_where_it_lay(sat: Evening) -> None:
    game = sat.session.live
    state = game.history.state
    event = next(one for one in game.history.game.legal_events(state) if one.verb == "add")
    look = picture_look(sat, "after")
    game.write(event, look=look)
    page = MomentPage(sat.session, game.history.event)
    body = page.body()
    assert isinstance(body, BesidePhoto)
    assert isinstance(body.photo, Captioned)
    photo = body.photo.picture
    ((x, y),) = photo.rings  # type: ignore[union-attr]  # a photograph
    place = np.array(look.places[BOARD.index[event.at]])
    corner = np.array(look.outline).mean(axis=0) * -0.08 + np.array(look.outline[0]) * 1.08
    assert np.abs(place - corner - (x, y)).max() < 2


def test_erased_photographs_are_said_to_be_erased(sat: Evening) -> None:
    game = sat.session.live
    never = MomentPage(sat.session, 1)
    assert "There are no photos" in never.text()
    game.write(Undo(game.history.event), look=picture_look(sat, "after"))
    sat.session.store.journal.erase_pictures()
    erased = MomentPage(sat.session, game.history.event)
    assert "were deleted" in erased.text()


def test_the_reasons_name_the_rules_and_scroll(sat: Evening) -> None:
    events = enumerate(sat.session.live.history.events, 1)
    towns = ((i, one.at) for i, one in events if isinstance(one, Place) and ".town" in one.at)
    number, place = next(towns)
    sat.session.go("moment", event=number)
    sat.press(OK)
    body = reading(sat)
    text = " ".join(one.text for one in body.paragraphs)
    assert "Legal, because:" in text
    assert "S-11" not in text, "that is a detail"
    assert place not in text
    assert place in drawn(sat.session.page).rings
    sat.press(OK)
    body = reading(sat)
    text = " ".join(one.text for one in body.paragraphs)
    assert "S-11" in text
    assert place in text
    sat.press(BACK)
    sat.press(DOWN, DOWN)
    body = reading(sat)
    assert body.first == 2
    sat.press(UP, UP, UP, BACK)
    assert top(sat) is MomentPage


def test_places_that_are_called_alike_have_letters_which_the_board_shows(sat: Evening) -> None:
    twins, other = ["lagash.town-2", "lagash.town-1"], "ur.town-1"
    names, drawn = pointed_out(sat.session.live, [*twins, other], sat.session.live.history.event)
    called = [names.place(one) for one in (*twins, other)]
    assert called == ["a town of Lagash (A)", "a town of Lagash (B)", "a town of Ur"]
    assert isinstance(drawn, Diagram)
    assert drawn.letters == (("lagash.town-2", "A"), ("lagash.town-1", "B"))
    assert [*drawn.rings] == [*twins, other]


def test_a_long_correction_is_told_in_full_among_its_reasons_only(sat: Evening) -> None:
    game = sat.session.live
    standing = game.state["board"]
    game.write(Correct(tuple(dict.fromkeys([*standing][:8]).items())))
    sat.session.go("why")
    assert rows(sat)[0].endswith("The players have agreed on a correction.")
    sat.press(OK, OK)
    body = reading(sat)
    assert [one.text.endswith("is empty.") for one in body.paragraphs[1:10]] == [True] * 8 + [False]


def test_then_and_now_names_what_differs(sat: Evening) -> None:
    sat.session.go("moment", event=sat.session.live.history.event)
    sat.press(DOWN, OK)
    body = sat.session.page.body()
    assert isinstance(body, SideBySide)
    assert body.text == "The table already looks as it did then."
    sat.press(BACK, BACK)
    sat.session.go("moment", event=2)
    sat.press(DOWN, OK)
    body = sat.session.page.body()
    assert isinstance(body, SideBySide)
    assert body.text.startswith("Now ")
    assert "which was empty then. " in body.text
    assert "should be" not in body.text
    assert "more places look different" in body.text


def test_going_back_says_what_it_means_and_then_does_it(sat: Evening) -> None:
    game = sat.session.live
    last = game.history.event
    sat.session.go("why")
    sat.session.go("moment", event=last - 2)
    sat.press(UP, OK)
    assert top(sat) is UndoPage
    body = reading(sat)
    told = [one.text for one in body.paragraphs]
    assert told[0] == "These would no longer count:"
    assert told[1].startswith(f"{last}. ")
    assert told[3] == "Then, on the table:"
    assert all(one.startswith("Take ") for one in told[4:])
    assert len(told) == 6
    sat.press(OK)
    assert game.history.events[-1] == Undo(last - 1)
    assert top(sat) is SumeriaPlayPage
    assert game.state == game.state_at(last - 2)


def test_where_the_game_stands_there_is_no_going_back_to(sat: Evening) -> None:
    page = MomentPage(sat.session, sat.session.live.history.event)
    offered = ["The reasons", "The board then and now", "Play back from here"]
    assert [row.text for row in page.rows()] == offered
    assert page.labels().score == "Take this back"


def test_thinking_times_go_on_where_they_stood(sat: Evening) -> None:
    game = sat.session.live
    thought = dict(game.thinking)
    stored = sat.session.store.journal.game(game.id)
    resume(sat.session, stored)
    assert sat.session.live.thinking == pytest.approx(dict(stored.about.thinking))
    assert sum(thought.values()) >= sum(stored.about.thinking.values()) > 0


def test_a_look_without_a_picture_is_no_photograph(sat: Evening) -> None:
    look = picture_look(sat, "none")
    sat.session.live.write(
        Undo(sat.session.live.history.event), look=Look(look.reading, "none", None, look.places)
    )
    page = MomentPage(sat.session, sat.session.live.history.event)
    assert drawn(page).rings  # a drawing instead
