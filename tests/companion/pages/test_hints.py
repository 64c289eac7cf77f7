"""Hints for learners: where one could go, what it would change, and why; off by default."""

from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

from companion.games.sumeria.dynasty_page import DynastyPage
from companion.pages.hints import HintsPage, ProspectPage, WaysPage, gained
from companion.pages.kinds import MessagePage
from companion.pages.play import LessonPage, PlayPage
from companion.pages.ways import Way, ways
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Move
from hardware.panel import Button, Light
from tests.companion.games.sumeria.dynasties import PLAYED, sitting_at
from tests.companion.pages.hands import choose_by_buttons, rows
from tests.companion.pages.stage import Stage, stage
from tests.companion.tracking.watching import ADD

RED_ADDS = Add("red", "umma.village-1")
"""It swaps two tiles of the ranking."""


def learn(one: Stage, *, explained: bool = True) -> None:
    """Want hints; the phases may have been explained already."""
    one.session.change(replace(one.session.settings, hints=True))
    if explained:
        one.game.explained.update(("placement", "action"))


def told(one: Stage) -> str:
    page = one.session.page
    assert isinstance(page, ProspectPage)
    return " ".join(paragraph.text for paragraph in page.paragraphs())


def test_nobody_is_told_anything_unless_hints_are_wanted(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        one.show(looks=2)
        assert isinstance(one.session.page, PlayPage)
        assert one.session.screen.labels.ok == "Pause"


def test_a_phase_is_explained_in_a_sentence_the_first_time_it_comes(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        learn(one, explained=False)
        one.play(ADD)
        assert isinstance(one.session.page, MessagePage)
        assert "add, move or take back one merchant" in " ".join(one.written)
        assert isinstance(one.press(Button.OK), PlayPage)
        one.play(SUMERIA.legal_events(one.game.history.state)[0])
        assert isinstance(one.session.page, PlayPage)


def test_what_is_to_be_done_is_not_hidden_by_an_explanation(tmp_path: Path) -> None:
    """Two tiles have still to be swapped: how to score can be read afterwards."""
    with stage(tmp_path / "journal.sqlite") as one:
        learn(one)
        start = one.game.history.state
        row = SUMERIA.expected(start).singles("ranking")
        after = SUMERIA.expected(SUMERIA.apply(start, RED_ADDS).state)
        one.show()
        one.game.explained.clear()
        one.show_view(after.having("ranking", row))
        assert one.game.history.events[-1] == RED_ADDS
        assert isinstance(one.session.page, PlayPage)
        one.show_view(after)
        assert isinstance(one.session.page, LessonPage)


def test_what_is_explained_is_headed_by_who_is_to_play_meanwhile(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        learn(one, explained=False)
        one.show(looks=1)
        assert isinstance(one.session.page, LessonPage)
        assert (one.session.screen.title, one.session.screen.player) == ("Red, then Blue", "red")
        one.play(ADD)
        assert isinstance(one.session.page, LessonPage)
        assert (one.session.screen.title, one.session.screen.player) == (
            "Blue, then Yellow",
            "blue",
        )
        assert one.session.screen.labels.score == ""


def test_where_it_says_to_press_score_that_can_be_pressed(tmp_path: Path) -> None:
    with sitting_at(tmp_path / "journal.sqlite", PLAYED) as one:
        learn(one)
        one.see()
        assert "press SCORE" in " ".join(one.written)
        assert one.session.light is Light.BLUE
        assert one.session.screen.labels.score == "SCORE"
        assert isinstance(one.press(Button.SCORE), DynastyPage)
        assert one.phase == "claim"
        assert "lesson" not in [page.name for page in one.session.pages]


def test_a_learner_sees_where_a_merchant_could_go_and_what_that_would_change(
    tmp_path: Path,
) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        learn(one)
        one.show(looks=1)
        assert isinstance(one.press(Button.OK), HintsPage)
        event = one.game.history.event
        page = one.touch("spot-kish.city")
        assert isinstance(page, WaysPage)
        legal = [
            way
            for way in SUMERIA.legal_events(one.game.history.state)
            if isinstance(way, Move) and way.origin == "kish.city"
        ]
        assert {way.event for way in page.found} == set(legal)
        gains = [way.gains for way in page.found]
        assert gains == sorted(gains, reverse=True)
        assert isinstance(one.touch("spot-nippur.village-2"), ProspectPage)
        text = told(one)
        assert "now ranks before" in text
        assert "Moving raises a city-state" in text or "rises" in text
        assert "S-" not in text
        assert one.game.history.event == event
        one.press(Button.BACK, Button.BACK, Button.BACK)
        assert isinstance(one.session.page, PlayPage)


def test_what_is_gained_is_what_the_outlook_then_says(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        state = one.game.history.state

        def shares(of: object) -> int:
            stakes = SUMERIA.outlook(of)  # type: ignore[arg-type]
            return sum(many for stake in stakes for who, many in stake.shares if who == "red")

        found = ways(SUMERIA, state)
        assert len(found) == len(SUMERIA.legal_events(state))
        for way in found:
            after = SUMERIA.apply(state, way.event).state
            assert way.gains == shares(after) - shares(state)


def test_what_is_gained_is_written_with_what_it_is(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        learn(one)
        one.show(looks=1)
        page = one.press(Button.OK)
        assert isinstance(page, HintsPage)
        best = ways(SUMERIA, one.game.history.state)[0].gains
        unit = "tile" if best == 1 else "tiles"
        assert page.options()[0][0].value == f"+{best} {unit}"
        lost = Way(ADD, "add", None, ADD.at, -1)
        assert gained(lost, one.game.names) == "\u22121 tile"
        assert gained(replace(lost, gains=1, scores=2), one.game.names) == "+2 points"


def test_what_a_guide_asks_for_is_the_first_hint(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        state = one.game.history.state
        asked = ways(SUMERIA, state)[-1].event
        guide = Mock(proposed=asked, text="", places=(), marks=(), awaits=None)
        one.session.guide = guide
        one.show(looks=1)
        assert one.session.screen.labels.ok == "Hint"  # wanted or not
        page = one.press(Button.OK)
        assert isinstance(page, HintsPage)
        assert page.found[0].event == asked
        assert page.shown()[0].event == asked
        one.press(Button.BACK)
        guide.awaits = "red"  # who has acted, and is still to say so
        assert one.session.screen.labels.ok == "Pause"


def test_who_would_hold_a_city_state_is_told_with_the_reason(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        learn(one)
        state = one.game.history.state
        best = ways(SUMERIA, state)[0]
        assert best.gains > 0
        one.session.go("prospect", way=best)
        text = told(one)
        assert "→" in text
        assert "has control" in text


def test_hints_close_when_somebody_has_moved_meanwhile(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        learn(one)
        one.show(looks=1)
        one.press(Button.OK, Button.OK)
        one.play(ADD)
        assert isinstance(one.session.page, PlayPage)


def test_a_learner_can_pause_too(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        learn(one)
        one.press(Button.OK)
        one.choose("Pause the game")
        assert one.game.paused
        one.press(Button.OK)
        assert not one.game.paused


def test_the_game_can_be_paused_where_leaving_it_is_asked_about(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        one.press(Button.BACK)
        assert rows(one.session) == ["Keep playing", "Leave (saved)", "End the game early"]
        one.press(Button.BACK)
        learn(one)
        one.press(Button.BACK)
        choose_by_buttons(one.session, "Pause the game")
        assert isinstance(one.session.page, PlayPage)
        assert one.game.paused
        assert one.session.screen.labels.ok == "Continue"
        one.press(Button.OK)
        assert not one.game.paused
