"""What is heard: tones that the program makes, and a voice that never outlives it."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from signal import SIGKILL

import numpy as np
import pygame
import pytest

from companion.language import LANGUAGES, Language
from companion.live.loop import Loop
from companion.live.speaker import HEADER, LOUDNESS, RATE, SETPRIV, VOICE, Speaker, samples, spoken
from companion.settings import Settings
from companion.settings.values import Sound
from companion.words.names import names_of
from engine.board import Board
from engine.games import parse_board
from hardware.panel import Signal
from seeds.boards import builtin_board_text
from tests import needed
from tests.companion.games.sumeria.dynasties import PLAYED, sitting_at
from tests.companion.live.household import Household
from tests.companion.live.script import Script, in_effect
from tests.companion.pages.stage import stage
from tests.companion.tracking.test_tiles import LAST
from tests.engine.sumeria.playing import PLAIN
from tests.sampled import few


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let SDL play into nothing."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


def is_speaking(speaker: Speaker) -> bool:
    """Tell whether something is being said, or is about to be."""
    return speaker._process is not None or speaker._waiting is not None or speaker._is_heard


def program(tmp_path: Path, does: str) -> str:
    """Write what stands for espeak-ng."""
    path = tmp_path / "voice"
    path.write_text(f"#!{sys.executable}\n{does}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("one", Signal)
def test_a_signal_is_short_and_neither_clicks_nor_is_cut_off(one: Signal) -> None:
    wave = np.frombuffer(samples(one), "<i2").astype(int)
    assert 0.05 < len(wave) / RATE < 0.8
    assert abs(wave[0]) < 100 > abs(wave[-1])
    assert wave.max() <= LOUDNESS * 32767


def test_no_two_signals_sound_alike() -> None:
    assert len({samples(one) for one in Signal}) == len(Signal)


TAIGA = parse_board(builtin_board_text("taiga"), "taiga")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("board", [PLAIN, TAIGA], ids=["sumeria", "siberia"])
def test_a_turn_is_spoken_to_its_end_in_every_language(board: Board, language: str) -> None:
    text = names_of(Language(language), board).tell("awaited", "action", {"player": "red"})
    assert 0.5 < len(speech(text, language)) / RATE < 4


def speech(text: str, language: str) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Have a text spoken, and give its samples: it can be heard, and to its end."""
    with tempfile.TemporaryFile() as file:
        assert spoken(text, language, file, needed.program(VOICE, VOICE)).wait(10) == 0
        file.seek(HEADER)
        wave = np.frombuffer(file.read(), "<i2").astype(int)
    assert np.abs(wave).max() > 3000, "it can be heard"
    assert np.abs(wave[-RATE // 50 :]).max() < 1500, "the last word is not cut off"
    return wave


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_a_table_hears_is_spoken_to_its_end(language: str, tmp_path: Path) -> None:
    """Whose turn it is, what is wrong and by which rule, and that a dynasty is over."""
    voice = Settings(sound=Sound.VOICE, language=language)
    with stage(tmp_path / "journal.sqlite") as table:
        table.session.change(voice)
        table.show()
        table.show({"adab.town-1": "blue"})
        told = [*table.session.speeches]
    with sitting_at(tmp_path / "early.sqlite", PLAYED[:-1]) as sitting:
        sitting.session.change(voice)
        sitting.see_played(LAST)
        told.append(sitting.session.speeches[-1])
    assert len({*told}) == 3
    for text in told:
        wave = speech(text, language)
        first, _, last = text.rpartition(" ")
        assert len(wave) > len(speech(first, language)), f"{last!r} is heard too"


@pytest.mark.usefixtures("silent")
def test_a_text_is_one_argument_whatever_is_in_it(tmp_path: Path) -> None:
    does = f"import sys; open({str(tmp_path / 'told')!r}, 'w').write(repr(sys.argv[1:]))"
    speaker = Speaker(program(tmp_path, does))
    speaker.say("$(reboot); -v 'Ana'", "ro")
    while is_speaking(speaker):
        speaker.attend()
    speaker.close()
    assert (tmp_path / "told").read_text().endswith("""'--', "$(reboot); -v 'Ana'"]""")


@pytest.mark.usefixtures("silent")
def test_the_voice_ends_with_the_program(tmp_path: Path) -> None:
    speaker = Speaker(program(tmp_path, "import time; time.sleep(60)"))
    speaker.say("Red to play", "en")
    process = speaker._process
    assert process is not None
    before = process.poll()
    speaker.close()
    assert (before, process.poll()) == (None, -SIGKILL)
    assert not is_speaking(speaker)


@pytest.mark.skipif(SETPRIV is None, reason="setpriv is not installed")
def test_the_voice_ends_when_the_program_is_killed(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    voice = program(tmp_path, f"import time; held = open({str(pipe)!r}, 'w'); time.sleep(60)")
    told = (
        "import tempfile, time; from companion.live.speaker import spoken; "
        f"spoken('Red', 'en', tempfile.TemporaryFile(), {voice!r}); time.sleep(60)"
    )
    command = [sys.executable, "-c", told]
    with subprocess.Popen(command) as process, pipe.open("rb") as held:  # noqa: S603 - ours
        process.kill()  # by now the voice speaks
        assert held.read() == b"", "it has let go of the pipe"


@pytest.mark.usefixtures("silent")
def test_a_voice_that_hangs_is_given_up_and_the_next_sentence_comes(tmp_path: Path) -> None:
    now = [0.0]
    speaker = Speaker(program(tmp_path, "import time; time.sleep(60)"), clock=lambda: now[0])
    for text in ("one", "two", "three"):
        speaker.say(text, "en")
    speaking = []
    for later in (11.0, 22.0):
        now[0] = later
        speaker.attend()
        speaking.append(is_speaking(speaker))
    speaker.close()
    assert speaking == [True, False], "the third, to which the second gave way"


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("does", [None, "", "raise SystemExit(1)"], ids=["none", "gone", "broken"])
def test_without_a_voice_signals_are_heard_all_the_same(
    does: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # nothing is installed
    gone = None if does is None else str(tmp_path / "missing")
    speaker = Speaker(program(tmp_path, does) if does else gone)
    for _ in range(2):
        speaker.say("Red to play", "en")
        while does and is_speaking(speaker):
            speaker.attend()
        assert not is_speaking(speaker)
    speaker.play(Signal.WRONG)
    assert pygame.mixer.get_busy()
    speaker.close()


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize(
    ("does", "whole"),
    few(1, product(["raise SystemExit(1)", ""], [False, True])),
    ids=["broken", "broken-whole", "missing", "missing-whole"],
)
def test_without_a_voice_a_dynasty_is_played_and_scored(
    does: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, whole: bool
) -> None:
    """Or where time is short, it is begun."""
    monkeypatch.setenv("PATH", str(tmp_path))  # nothing is installed
    house = Household(tmp_path, ("red", "blue", "yellow"), 4)
    house.session.change(replace(house.session.settings, sound=Sound.VOICE))
    speaker = Speaker(program(tmp_path, does) if does else None)
    said, say = list[str](), speaker.say

    def noted(text: str, code: str) -> None:
        said.append(text)
        say(text, code)

    monkeypatch.setattr(speaker, "say", noted)
    house.loop = Loop(
        house.session, house.display, house.panel, clock=lambda: house.seconds, speaker=speaker
    )
    script = Script(house, 4)
    script.begin()
    for _ in range(3):
        script.turn()
    while whole and script.state.phase in ("placement", "action"):
        script.turn()
    if whole:
        script.dynasty()
    speaker.close()
    assert ("The dynasty is over" if whole else "Blue places a merchant") in said
    assert in_effect(house.game.history) == in_effect(script.truth)


def test_without_an_output_nothing_is_opened(tmp_path: Path) -> None:
    speaker = Speaker(program(tmp_path, "raise SystemExit"), output=lambda: False)
    speaker.play(Signal.DONE)
    speaker.say("Red to play", "en")
    assert not is_speaking(speaker)
    assert pygame.mixer.get_init() is None
    speaker.close()
