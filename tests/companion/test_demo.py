"""The demo that a window shows: the companion comes to a game for its last rounds."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.demo import Demo
from companion.settings import Settings


@pytest.mark.parametrize("rounds", [1, pytest.param(2, marks=pytest.mark.long)])
def test_the_end_of_a_game_is_followed_to_its_result(
    rounds: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
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
