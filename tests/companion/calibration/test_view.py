"""The view is judged before a picture is taken of it."""

from pathlib import Path

import numpy as np
import pytest

from companion.calibration import board
from companion.calibration.board import EVERY, REST, TROUBLES, UntaughtEye, ViewPage, untaught_look
from companion.pages.kinds import ConfirmPage
from companion.ui.guided_photo import GuidedPhoto
from hardware.panel import Button, Light
from tests.companion.calibration.owner import Owner, blank
from tests.companion.pages.hands import press
from vision.reading import Image, Kind, Trouble


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    one = Owner(tmp_path, blank())
    one.touch_row("1.")
    assert isinstance(one.session.page, ViewPage)
    return one


def show(owner: Owner, *troubles: Trouble) -> GuidedPhoto:
    owner.session.take_look(untaught_look(owner.picture, f"{troubles}", troubles))
    body = owner.session.screen.body
    assert isinstance(body, GuidedPhoto)
    return body


def light(owner: Owner) -> Light:
    return owner.session.light


@pytest.mark.parametrize("kind", TROUBLES)
def test_what_is_wrong_is_said_and_asked_about_before_the_picture_is_taken(
    owner: Owner, kind: Kind
) -> None:
    assert light(owner) is Light.BLUE
    body = show(owner, Trouble(kind))
    assert body.text == owner.session.words.say(TROUBLES[kind])
    assert light(owner) is Light.AMBER
    press(owner.session, Button.OK)
    assert isinstance(owner.session.page, ConfirmPage)
    press(owner.session, Button.OK)
    assert owner.desk.draft.empty is None
    press(owner.session, Button.OK, Button.WHY, Button.OK)
    assert owner.desk.draft.empty is not None


def test_where_a_lamp_is_mirrored_is_shown(owner: Owner) -> None:
    (mark,) = show(owner, Trouble("glare", box=(100, 50, 40, 20))).marks
    assert mark.at == (120, 60)


def test_the_picture_in_use_is_not_written_over(owner: Owner) -> None:
    press(owner.session, Button.OK)
    first = owner.desk.draft.empty
    press(owner.session, Button.BACK)
    owner.picture = np.full_like(owner.picture, 30)
    owner.wait()
    owner.choose("1.")
    press(owner.session, Button.OK)
    second = owner.desk.draft.empty
    assert first is not None
    assert second is not None
    assert owner.desk.picture(first).mean() != owner.desk.picture(second).mean()


@pytest.mark.parametrize(("seconds", "pause"), [(0.125, EVERY), (2.0, 2.0 * REST)])
def test_the_view_is_judged_now_and_then_and_what_was_found_stands_meanwhile(
    monkeypatch: pytest.MonkeyPatch, seconds: float, pause: float
) -> None:
    judged_at: list[float] = []
    now = 0.0

    def judge(_: Image) -> list[Kind]:
        nonlocal now
        judged_at.append(now)
        now += seconds
        return ["blurred"]

    monkeypatch.setattr(board, "judge_view", judge)
    eye, picture = UntaughtEye(lambda: now), np.zeros((48, 64, 3), np.uint8)
    for _ in range(200):
        reading = eye.read(picture)
        assert [one.kind for one in reading.troubles] == ["blurred"]
        now += 0.125
    pauses = np.diff(judged_at) - seconds
    assert len(pauses) >= 2
    assert ((pause <= pauses) & (pauses <= pause + 0.25)).all()


def test_a_black_picture_is_dark() -> None:
    reading = UntaughtEye().read(np.zeros((480, 640, 3), np.uint8))
    assert [one.kind for one in reading.troubles] == ["dark"]
