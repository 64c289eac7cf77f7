"""The wizard live: with threads, a window in memory, and the virtual table before the camera."""

import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.calibration.desk import Desk
from companion.cli import main
from companion.games.sumeria.teaching import TEACHING
from companion.live import program
from companion.live.display import Closed, Display, Input, Touched
from companion.live.program import DRAFT, calibrate
from companion.session.wishes import Wish
from companion.settings import Settings, load_settings
from companion.ui.menu import ROW_TARGET
from companion.ui.screen import Screen
from hardware.service import SHUT_DOWN

PATIENCE = 60.0
"""Seconds until a wizard that shows no such row will not."""
CLOSE = "(close)"
"""In place of a row: the window is closed."""


class Fingers(Display):
    """A window in memory, on which rows are touched one after the other, once they are there."""

    def __init__(self, wanted: Sequence[str]) -> None:
        super().__init__(headless=True)
        self.wanted = list(wanted)
        self._now: Screen | None = None
        self._end = time.monotonic() + PATIENCE

    def show(self, screen: Screen, picture: object = None, outlines: object = ()) -> bool:
        """Remember the screen, once the camera has shown something."""
        del outlines
        if picture is not None:
            self._now = screen
        return super().show(screen)

    def inputs(self, now: float) -> list[Input]:
        """Touch the next row, if it is there."""
        del now
        assert time.monotonic() < self._end, (self.wanted, self._now)
        if not self.wanted or self.wanted[0] == CLOSE:
            return [Closed()]
        rows = getattr(self._now and self._now.body, "rows", ())
        for number, row in enumerate(rows):
            if row.text.startswith(self.wanted[0]) and row.choosable:
                del self.wanted[0]
                return [Touched(ROW_TARGET.format(number))]
        return []


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep everything in a folder of the test's own."""
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.long
def test_a_window_that_is_closed_loses_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [
        "Sumeria",
        "1. What the camera",
        "Take the picture",
        "Yes, continue",
        "Red",
        "Blue",
        CLOSE,
    ]
    fingers = Fingers(wanted)
    monkeypatch.setattr(program, "display_for", lambda *_, **__: fingers)
    effective = load_settings({"camera": "virtual"})
    assert not calibrate(effective, windowed=True)
    assert fingers.wanted == [CLOSE]
    draft = Desk(effective.settings.table.parent / DRAFT, TEACHING).draft
    assert draft.known is not None
    assert draft.colours == ("red", "blue")
    assert draft.finished == ("view", "known")
    assert (home / DRAFT / (draft.empty or "")).is_file()


@pytest.mark.long
def test_it_is_left_by_going_back(monkeypatch: pytest.MonkeyPatch) -> None:
    class Leaving(Fingers):
        def inputs(self, now: float) -> list[Input]:
            del now
            return [Touched("back")]

    monkeypatch.setattr(program, "display_for", lambda *_, **__: Leaving([]))
    assert calibrate(load_settings({"camera": "virtual"}), windowed=True)


def test_the_computer_is_shut_down_from_the_wizard_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As two buttons are held for it on any page; there may be nothing but the wizard yet."""
    (tmp_path / "frames").mkdir()
    cv2.imwrite(str(tmp_path / "frames" / "1.png"), np.full((48, 64, 3), 90, np.uint8))
    monkeypatch.setenv("NOTIFY_SOCKET", "@nobody-listens-here")
    monkeypatch.setattr(program, "display_for", lambda *_, **__: Fingers([]))
    monkeypatch.setattr(program, "_run", lambda *_: Wish.SHUTDOWN)
    effective = load_settings({"camera": str(tmp_path / "frames")})
    assert program.play(effective, windowed=True) == SHUT_DOWN


def test_a_draft_that_cannot_be_read_is_told_in_one_line_and_stays(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "frames").mkdir()
    cv2.imwrite(str(home / "frames" / "1.png"), np.full((48, 64, 3), 90, np.uint8))
    (home / DRAFT).mkdir()
    draft = home / DRAFT / "draft.json"
    draft.write_text("{")
    fingers = Fingers([CLOSE])
    monkeypatch.setattr(program, "display_for", lambda *_, **__: fingers)
    calibrate(load_settings({"camera": str(home / "frames")}), windowed=True)
    (line,) = [one for one in capsys.readouterr().err.splitlines() if "draft" in one]
    assert f"{draft}: expected one JSON object" in line
    assert draft.read_text() == "{"


def test_where_no_table_was_taught_playing_begins_with_the_wizard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Settings] = []

    def left(effective: object, *_: object, windowed: bool) -> bool:
        assert windowed
        asked.append(getattr(effective, "settings"))  # noqa: B009 - any settings
        return True

    (tmp_path / "frames").mkdir()
    monkeypatch.setattr(program, "calibrate", left)
    settings = load_settings({"camera": str(tmp_path / "frames"), "table": "none.toml"})
    assert program.play(settings, windowed=True) == 0
    assert len(asked) == 1


def test_without_a_display_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert main(["calibrate"]) == 1
    assert "display" in capsys.readouterr().err
