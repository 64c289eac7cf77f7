"""Names and numbers are written key by key, by buttons or by touch."""

import pytest

from companion.calibration.board import untaught_session
from companion.journal.store import Store
from companion.language import LETTERS
from companion.pages.kinds import MessagePage
from companion.pages.name_page import DIGITS, LONGEST, NamePage
from companion.session.session import Session
from companion.settings import Settings
from companion.ui.keyboard import Keyboard
from hardware.panel import Button
from tests.companion.pages.hands import Choose, choose_by_buttons, choose_by_touch, press, write

WAYS = [choose_by_buttons, choose_by_touch]


@pytest.fixture
def session() -> Session:
    """Give a session with a page that stays."""
    one = untaught_session(Settings(), Store.in_memory())
    one.open(MessagePage(one, "below"))
    return one


def opened(session: Session, letters: str, before: str = "") -> list[str]:
    told: list[str] = []
    session.open(NamePage(session, before, told.append, letters=letters))
    return told


@pytest.mark.parametrize("choose", WAYS)
def test_a_name_begins_large_and_may_have_two_words(session: Session, choose: Choose) -> None:
    told = opened(session, LETTERS)
    write(session, choose, "Ia Ș")
    assert told == ["Ia Ș"]
    assert isinstance(session.page, MessagePage)


@pytest.mark.parametrize("choose", WAYS)
@pytest.mark.parametrize("name", ["Œdipe", "Ionuță", "Zoë-Rô"])
def test_names_of_three_languages_can_be_written(
    session: Session, choose: Choose, name: str
) -> None:
    told = opened(session, LETTERS)
    write(session, choose, name)
    assert told == [name]


@pytest.mark.parametrize(
    ("typed", "name"), [("mihai", "Mihai"), ("McLeod", "McLeod"), ("șTEF", "ȘTEF")]
)
def test_a_real_keyboard_s_capitals_stay_and_the_first_letter_is_one(
    session: Session, typed: str, name: str
) -> None:
    told = opened(session, LETTERS)
    for letter in typed:
        session.type(letter)
    press(session, Button.OK)
    assert told == [name]


def test_nobody_is_called_as_somebody_else_is(session: Session) -> None:
    told: list[str] = []
    session.open(NamePage(session, "", told.append, "blue", taken={"Zoë", "Red"}))
    for name in ("zoë", "RED "):
        session.type(name)
        assert session.screen.title == "Somebody else is called that"
        press(session, Button.OK)
        assert told == []
        for _ in name:
            session.type("")
    session.type("Zo")
    assert session.screen.title == "Name"
    press(session, Button.OK)
    assert told == ["Zo"]


@pytest.mark.parametrize("choose", WAYS)
def test_a_number_is_written_without_a_space_key(session: Session, choose: Choose) -> None:
    told = opened(session, DIGITS)
    body = session.screen.body
    assert isinstance(body, Keyboard)
    assert body.wide == ("Delete", "Done")
    for key in ("5", "7", "Delete", "6", "0", "Done"):
        choose(session, key)
    assert told == ["560"]


@pytest.mark.parametrize("letters", [LETTERS, DIGITS])
def test_whoever_finds_it_written_goes_on_with_ok(session: Session, letters: str) -> None:
    told = opened(session, letters, "420")
    press(session, Button.OK)
    assert told == ["420"]


@pytest.mark.parametrize("letters", [LETTERS, DIGITS])
def test_the_last_letter_that_there_is_room_for_leads_to_done(
    session: Session, letters: str
) -> None:
    told = opened(session, letters)
    press(session, *[Button.OK] * (LONGEST + 1))
    assert [len(one) for one in told] == [LONGEST]


def test_back_leaves_a_name_as_it_was(session: Session) -> None:
    told = opened(session, LETTERS, "Ana")
    choose_by_buttons(session, "Delete")
    press(session, Button.BACK)
    assert told == []
