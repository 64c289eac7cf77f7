"""Sounds of the program's own making and a voice, for whoever does not look at the screen.

The voice is Debian's espeak-ng, where it is installed. It writes what it speaks into a file and
this program plays it: so sounds and words share one output, and fall silent with the program.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Final

import numpy as np
import pygame

from hardware.panel import Signal

VOICE: Final = "espeak-ng"
RATE: Final = 22050
"""Samples a second, those of espeak-ng."""
WORDS_A_MINUTE: Final = 150
"""A little slower than espeak-ng's 175: names on a board are strange to most ears."""
LOUDNESS: Final = 0.4
"""Of the loudest sound there is, as a share of what 16 bits hold."""
FADE: Final = 0.01
"""Seconds in which a tone swells and dies away, so that it does not click."""
HEADER: Final = 44
"""Bytes of a WAV file before its samples; espeak-ng cannot know its length beforehand."""
PATIENCE: Final = 10.0
"""Seconds in which espeak-ng must have written a sentence, which takes it a tenth of one."""
SETPRIV: Final = shutil.which("setpriv")
DYING_TOO: Final = () if SETPRIV is None else (SETPRIV, "--pdeathsig", "KILL", "--")
"""What a command begins with that is to end when this program does; from Debian's util-linux."""
SOUND_DEVICES: Final = Path("/dev/snd")
SOUND_SERVERS: Final = ("pulse/native", "pipewire-0")
"""Sockets in the user's run-time folder."""

Tone = tuple[float, float, float]
"""Pitch in hertz, seconds, loudness as a share of LOUDNESS."""
TONES: Final[Mapping[Signal, tuple[Tone, ...]]] = {
    Signal.NOTED: ((880, 0.06, 0.3),),
    Signal.ASKS: ((523, 0.12, 0.7), (784, 0.16, 0.7)),
    Signal.WRONG: ((392, 0.22, 1.0), (262, 0.4, 1.0)),
    Signal.DONE: ((523, 0.12, 0.7), (659, 0.12, 0.7), (784, 0.24, 0.7)),
}
"""Rising tones are good news or a question, falling ones a trouble."""


def samples(signal: Signal) -> bytes:
    """Make the sound of a signal: 16 bits, one channel."""
    return b"".join(_tone(*tone) for tone in TONES[signal])


def _tone(pitch: float, seconds: float, loudness: float) -> bytes:
    when = np.arange(round(seconds * RATE)) / RATE
    edge = np.minimum(when, seconds - when) / FADE
    wave = np.sin(2 * np.pi * pitch * when) * np.clip(edge, 0, 1)
    return (wave * loudness * LOUDNESS * np.iinfo(np.int16).max).astype("<i2").tobytes()


def spoken(text: str, language: str, into: IO[bytes], program: str) -> "subprocess.Popen[bytes]":
    """Begin to write a text as speech into a file (WAV); no shell ever sees the text.

    Where the system can do that, the voice dies with this program however that ends.
    """
    before = DYING_TOO if shutil.which(program) else ()  # a missing voice is this one's fault
    voice = [program, "--stdout", "-v", language, "-s", str(WORDS_A_MINUTE), "--", text]
    command = [*before, *voice]
    return subprocess.Popen(  # noqa: S603 - a list of arguments
        command, stdin=subprocess.DEVNULL, stdout=into, stderr=subprocess.DEVNULL
    )


def has_output() -> bool:
    """Tell whether there is anything to hear it by; SDL grumbles where there is not."""
    if sys.platform != "linux" or os.environ.get("SDL_AUDIODRIVER"):
        return True
    folder = Path(os.environ.get("XDG_RUNTIME_DIR", "/nonexistent"))
    devices = SOUND_DEVICES.glob("pcm*p")
    return any(devices) or any((folder / one).exists() for one in SOUND_SERVERS)


class Speaker:
    """Plays signals and speaks; without an output or a voice it does nothing and harms nothing.

    What is said last counts: a sentence that has not begun yet gives way to the next.
    """

    def __init__(
        self,
        program: str | None = None,
        *,
        output: Callable[[], bool] = has_output,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open nothing before there is something to hear; ``program`` stands for espeak-ng."""
        self._program = program or shutil.which(VOICE)
        self._output = output
        self._clock = clock
        self._is_open: bool | None = None
        self._waiting: tuple[str, str] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._file: IO[bytes] | None = None
        self._begun = 0.0

    def play(self, signal: Signal) -> None:
        """Begin to sound a signal; does not wait."""
        if self._opened():
            pygame.mixer.Sound(buffer=samples(signal)).play()

    def say(self, text: str, language: str) -> None:
        """Speak a sentence as soon as the one before it has been heard; does not wait."""
        if self._program is not None and self._opened():
            self._waiting = (text, language)
            self.attend()

    def attend(self) -> None:
        """Go on with what is being said; to be called all the time."""
        if self._process is not None:
            self._take_speech(self._process)
        if self._process is None and self._waiting is not None and not self._is_heard:
            (text, language), self._waiting = self._waiting, None
            self._begin(text, language)

    def close(self) -> None:
        """Fall silent, and end the voice; harmless when called twice."""
        self._waiting = None
        self._end_voice()
        if self._is_open:
            pygame.mixer.quit()
        self._is_open = False

    @property
    def _is_heard(self) -> bool:
        return bool(self._is_open and pygame.mixer.get_busy())

    def _opened(self) -> bool:
        if self._is_open is None:
            self._is_open = False
            if self._output():
                try:
                    pygame.mixer.init(RATE, -16, 1, allowedchanges=0)
                except pygame.error:
                    return False
                self._is_open = True
        return self._is_open

    def _begin(self, text: str, language: str) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed once it was read
        try:
            self._process = spoken(text, language, self._file, str(self._program))
        except OSError:  # it was removed meanwhile
            self._program = None
            self._end_voice()
            return
        self._begun = self._clock()

    def _take_speech(self, process: "subprocess.Popen[bytes]") -> None:
        if process.poll() is None:
            if self._clock() - self._begun > PATIENCE:
                self._end_voice()
            return
        speech = b""
        if self._file is not None:
            self._file.seek(HEADER)
            speech = self._file.read()
        self._end_voice()
        if speech:
            pygame.mixer.Sound(buffer=speech).play()

    def _end_voice(self) -> None:
        process, file = self._process, self._file
        self._process = self._file = None
        if process is not None and process.poll() is None:
            process.kill()
            process.wait()
        if file is not None:
            file.close()
