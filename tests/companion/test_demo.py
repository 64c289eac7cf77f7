"""The demo that a window shows: the companion comes to a game for its last rounds."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from companion.cli import main
from companion.demo import LAST_ROUNDS, Demo
from companion.live.watcher import Seeing
from companion.session.look import Look
from companion.settings import Settings
from hardware.virtual.table import LaidTable
from tests.hard_tables.perfect_eye import PerfectEye
from vision.reading import Image


def without_a_camera(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nothing drawn of the table and nothing taught; a perfect eye reads it."""

    def look(_: Seeing, picture: Image, name: str) -> Look:
        return Look(PerfectEye(demo._table).read(), name, picture, [], [])

    blank = np.zeros((48, 64, 3), np.uint8)
    monkeypatch.setattr(LaidTable, "picture", lambda _: blank)
    monkeypatch.setattr("hardware.virtual.renderer.Renderer.render", lambda *_, **__: blank)
    monkeypatch.setattr("companion.demo.eye_of", lambda table: SimpleNamespace(table=table))
    monkeypatch.setattr("companion.demo.look_through", look)


# In a shorter form `test_track_command.py` and `test_noughts.py` follow games through a camera.
@pytest.mark.parametrize("camera", [False, pytest.param(True, marks=pytest.mark.long)])
def test_the_end_of_a_game_is_followed_to_its_result(
    camera: bool,  # noqa: FBT001 - whether the table is drawn and read
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    rounds = LAST_ROUNDS if camera else 1
    monkeypatch.setattr("companion.demo.LAST_ROUNDS", rounds)
    demo = Demo(
        seed=1,
        players=3,
        headless=True,
        whole=False,
        speed=None,
        screenshots=tmp_path,
        settings=Settings(language="ro", hints=True),
    )
    if not camera:
        without_a_camera(demo, monkeypatch)
    assert demo.play()
    told = capsys.readouterr().out
    assert "Roșu câștigă." in told
    assert "\nRoșu: 43 de puncte (4 puncte de influență economică, " in told
    assert told.count("Se punctează runda.") == rounds
    assert (tmp_path / "final.png").is_file()


@pytest.mark.long
def test_the_end_of_a_game_of_siberia_is_followed_each_turn_ended_by_a_press(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("companion.demo.LAST_ROUNDS", 1)
    demo = Demo(
        seed=1,
        players=3,
        game="siberia",
        headless=True,
        whole=False,
        speed=None,
        screenshots=tmp_path,
        settings=Settings(),
    )
    assert demo.play()
    told = capsys.readouterr().out
    assert "passes." in told
    assert "followed through the camera as they happened" in told
    assert (tmp_path / "final.png").is_file()


def test_a_window_shows_something_before_anything_is_taught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr("companion.commands.demo.has_display", lambda: True)
    monkeypatch.setattr(
        "companion.commands.demo.first_picture", lambda *_, **__: done.append("picture")
    )
    monkeypatch.setattr("companion.demo.Demo.play", lambda _: done.append("play"))
    main(["demo"])
    assert done == ["picture", "play"]
