"""The table session: what is pressed, seen and waited for goes to the page on top."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from companion.session.presses import Kind, Press
from companion.session.session import PAGE_DELAY, Page
from companion.session.wishes import Wish
from companion.settings import Settings
from companion.settings.values import Sound
from companion.ui.menu import Menu, Row
from companion.ui.screen import Body, Labels
from engine.record import Header
from hardware.camera import CameraError, Fault
from hardware.panel import Button, Light, Signal
from tests.companion.pages.evening import PLAYERS, TEXT, Evening, evening


class Plain(Page):
    """A page that remembers what came."""

    def __init__(self, one: Evening) -> None:
        super().__init__(one.session)
        self.came: list[str] = []
        one.session.open(self)

    def body(self) -> Body:
        return Menu((Row("plain"),))

    def labels(self) -> Labels:
        return Labels()

    def press(self, button: Button) -> None:
        self.came.append(button.value)

    def tap(self, target: str) -> None:
        self.came.append(target)


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path / "journal.sqlite") as opened:
        yield opened


def test_a_game_is_followed_without_a_press(one: Evening) -> None:
    session = one.session
    number = session.store.begin(Header("sumeria", "dubsar", PLAYERS, {}), TEXT, {}, None)
    game = session.take_up(session.store.journal.game(number))
    session.go("play")
    one.look()
    game.write(one.table.record[0])
    while one.table.state.phase == "placement" and one.look():
        pass
    placed = len(one.table.record)
    while game.history.event < placed and one.look():
        pass
    assert game.history.events[:placed] == list(one.table.record[:placed])
    assert session.store.journal.game(game.id).events >= placed
    assert not session.signals  # silence is the default


def test_each_event_that_is_seen_sounds_where_sound_is_wanted(one: Evening) -> None:
    session = one.session
    session.change(replace(Settings(), sound=Sound.ON))
    number = session.store.begin(Header("sumeria", "dubsar", PLAYERS, {}), TEXT, {}, None)
    game = session.take_up(session.store.journal.game(number))
    session.go("play")
    one.look()
    game.write(one.table.record[0])
    while game.history.event < 2 and one.look():
        pass
    assert list(session.signals) == [Signal.NOTED]


def test_presses_and_taps_go_to_the_page_on_top_and_labels_are_presses(one: Evening) -> None:
    below, above = Plain(one), Plain(one)
    one.press(Button.OK)
    one.session.tap("row-0")
    one.session.tap("why")
    assert above.came == ["ok", "row-0", "why"]
    assert below.came == []


def test_a_page_is_closed_with_whatever_lies_on_it_but_the_first_stays(one: Evening) -> None:
    first = one.session.page
    below = Plain(one)
    Plain(one)
    one.session.close(below)
    assert one.session.pages == (first,)
    one.session.close(first)
    assert one.session.pages == (first,)


class Scrolling(Plain):
    """The same, where SCORE and WHY? scroll."""

    scrolls: ClassVar[bool] = True


@pytest.mark.parametrize(("kind", "came"), [(Plain, []), (Scrolling, ["why"])])
def test_held_buttons_repeat_only_where_the_page_scrolls(
    one: Evening, kind: type[Plain], came: list[str]
) -> None:
    page = kind(one)
    one.session.press(Press(Button.WHY, Kind.REPEAT, 0.0))
    assert page.came == came


def test_the_first_press_on_a_dark_screen_gives_light_and_nothing_else(one: Evening) -> None:
    page = Plain(one)
    one.session.pass_time(one.session.settings.dim_after_minutes * 60 + 1)
    screens = [one.session.screen]
    one.press(Button.OK)
    screens.append(one.session.screen)
    assert [screen.dimmed for screen in screens] == [True, False]
    assert page.came == []
    one.press(Button.OK)
    assert page.came == ["ok"]


def test_a_clock_that_jumps_back_stands_still(one: Evening) -> None:
    one.session.pass_time(100.0)
    one.session.pass_time(5.0)
    assert one.session.now == 100.0


def test_holding_back_and_ok_wishes_to_shut_down(one: Evening) -> None:
    one.session.press(Press(Button.OK, Kind.SHUTDOWN, 0.0))
    assert list(one.session.wishes) == [Wish.SHUTDOWN]


def test_what_keeps_pictures_from_coming_is_said_and_lights_amber(one: Evening) -> None:
    one.look()
    assert one.session.screen.status == "following"
    one.session.camera_trouble = CameraError("pulled out", Fault.SILENT)
    assert one.session.screen.status == "the camera sends no more pictures: is it plugged in?"
    assert one.session.screen.light is Light.AMBER


@pytest.mark.parametrize(
    ("sound", "heard", "spoken"),
    [
        (Sound.OFF, [], []),
        (Sound.ALARM, [Signal.WRONG], []),
        (Sound.ON, [Signal.NOTED, Signal.WRONG], []),
        (Sound.VOICE, [Signal.NOTED, Signal.WRONG], ["Red to play"]),
    ],
)
def test_as_much_is_heard_as_is_wanted(
    one: Evening, sound: Sound, heard: list[Signal], spoken: list[str]
) -> None:
    one.session.change(replace(Settings(), sound=sound))
    one.session.signal(Signal.NOTED)
    one.session.signal(Signal.WRONG)
    one.session.speak("Red to play")
    assert (list(one.session.signals), list(one.session.speeches)) == (heard, spoken)


def test_the_language_changes_at_once(one: Evening) -> None:
    one.session.change(replace(Settings(), language="fr"))
    one.look()
    assert one.session.screen.status == "observe le plateau"


def test_a_page_that_comes_by_itself_takes_nothing_at_once(
    one: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    under, above = Plain(one), Plain(one)
    one.session.close(above)
    monkeypatch.setattr(under, "on_look", lambda _: one.session.open(above))
    one.look()
    assert one.session.page is above
    now = one.session.now
    for waited, came in ((0.0, 0), (PAGE_DELAY - 0.01, 0), (PAGE_DELAY, 1)):
        one.session.pass_time(now + waited)
        one.session.press(Press(Button.OK, Kind.PRESS, now + waited))
        one.session.tap("ok")
        assert len(above.came) == 2 * came
    assert under.came == []
