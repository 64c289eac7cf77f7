"""What somebody at a phone can do for the table: all that the buttons can, in either game."""

from pathlib import Path
from typing import Any

import cv2
import pygame
import pytest

from companion.session.helpers import Addresses, Phones
from companion.session.session import Session
from companion.ui.sheet import draw_screen
from companion.ui.texts import Code
from companion.web.bridge import Bridge, PhonePress
from companion.web.feed import Feed, notice_sentence
from companion.web.snapshot import Snapshots
from hardware.panel import Button
from tests.companion.pages.stage import stage
from tests.examples.siberia_table import siberia_session, when
from tests.examples.sitting import Sitting, sitting


class Helper:
    """A phone that sees the screen of a session, and presses as a page would."""

    def __init__(self, session: Session) -> None:
        self.bridge = Bridge()
        self.bridge.help_begins()
        self._session = session

    @property
    def screen(self) -> dict[str, Any]:
        self.bridge.publish(self._session, self._session.screen)
        assert self.bridge.snapshot is not None
        assert self.bridge.snapshot.screen is not None
        return self.bridge.snapshot.screen

    def press(self, button: Button) -> str:
        return self._ask(PhonePress(self.screen["page"], "Ana", button))

    def choose(self, text: str) -> str:
        """Touch the row that begins so; give the name of the page that is then on top."""
        rows = [one for one in self.screen["parts"] if "target" in one]
        row = next(one for one in rows if one["text"].startswith(text))
        return self._ask(
            PhonePress(self.screen["page"], "Ana", target=row["target"], row=row["text"])
        )

    def _ask(self, press: PhonePress) -> str:
        assert self.bridge.ask(press)
        self.bridge.serve(self._session)
        assert press.taken.result()
        return self._session.page.name


@pytest.fixture(scope="module")
def evening() -> Sitting:
    return sitting("ro")


def test_the_score_is_asked_for(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        one.show(looks=1)
        helper = Helper(one.session)
        assert helper.press(Button.SCORE) == "early"
        assert "too early" in helper.screen["title"]


def test_the_companion_s_question_is_answered(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        asked = one.show({"ur.city": "blue", "kish.city": None, "adab.city": "blue"})
        assert asked.name == "wrong"
        helper, before = Helper(one.session), one.game.history.event
        assert helper.choose("We agree") == "correction"
        assert helper.choose("We agree") == "play"
        assert one.game.history.event == before + 1


def test_while_markers_are_placed_nobody_is_said_to_have_played(evening: Sitting) -> None:
    session = siberia_session(evening, when(evening, "place"))
    snapshot = Snapshots().take(session, session.screen, helped=False)
    assert snapshot is not None
    assert notice_sentence(snapshot.notice, session.live.names) == ""


def test_in_siberia_a_pass_that_no_camera_sees_is_entered(evening: Sitting) -> None:
    session = siberia_session(evening, when(evening, "action"))
    player, before = session.live.state["to_play"], session.live.history.event
    helper = Helper(session)
    helper.press(Button.SCORE)
    passed = next(one["text"] for one in helper.screen["parts"] if one.get("chosen"))
    assert helper.choose(passed) == "play"
    assert session.live.history.event > before
    assert session.live.state["to_play"] != player
    assert helper.screen["title"]
    told = Feed(helper.bridge).telling("fr")
    assert told is not None
    assert len(told.frames) == session.live.history.event + 1


def test_in_siberia_markers_are_entered_by_their_names(evening: Sitting) -> None:
    session = siberia_session(evening, when(evening, "place", 3, "told"), "told")
    session.go("markers", player=evening.colours[0])
    helper, before = Helper(session), session.live.history.event
    rows = [one for one in helper.screen["parts"] if "target" in one]
    assert [one["chosen"] for one in rows].count(True) == 1
    assert all(one["value"].isdecimal() for one in rows)
    helper.choose(rows[0]["text"])
    while session.live.history.event == before:  # where it lies, if there is a choice
        helper.choose(next(one["text"] for one in helper.screen["parts"] if "target" in one))


@pytest.fixture(scope="module")
def addresses() -> Addresses:
    base = "http://192.168.178.123:8337"
    return Addresses(f"{base}/8oydmhcr1Fhtaifl6iJ1bg/", f"{base}/JWp9k7wGfWvh3gjoPDlALA/")


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_a_camera_reads_the_codes_off_the_screen(
    addresses: Addresses, size: tuple[int, int], tmp_path: Path
) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        session = one.session
        session.phones = Phones(lambda: addresses)
        session.go("phones")
        for address in addresses:
            assert isinstance(session.screen.body, Code)
            surface = pygame.Surface(size, depth=32)
            draw_screen(surface, session.screen)
            picture = pygame.surfarray.array3d(surface).transpose(1, 0, 2)[:, :, ::-1]
            assert cv2.QRCodeDetector().detectAndDecode(picture.copy())[0] == address
            one.press(Button.OK)
