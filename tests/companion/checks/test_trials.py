"""`dubsar doctor --buttons` and `--camera`: what is tried by hand."""

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.checks.equipment import (
    BAR_WIDTH,
    PATIENCE,
    POLL_INTERVAL,
    Terminal,
    bar,
    try_camera,
    try_panel,
)
from engine.errors import InputError
from hardware.camera import Frame
from hardware.panel import LABELS, Button, Cause, Light, Missing, Pins, Signal
from hardware.virtual.virtual_panel import VirtualPanel
from tests.companion.checks.contexts import context
from vision.trouble import detail

Deed = Callable[[], None]


class Scripted(Terminal):
    """A terminal at which, asked for a button, somebody does the next thing of a list."""

    def __init__(self, deeds: Sequence[Deed | str]) -> None:
        """Take the list; a text is Enter, or nothing done."""
        self.told: list[str] = []
        self.seconds = 0.0
        self._deeds = list(deeds)
        self._now: Deed | str | None = None

    def say(self, text: str) -> None:
        self.told.append(text)
        if text.startswith("Press"):
            self._now = self._deeds.pop(0)

    def pause(self, seconds: float) -> bool:
        """Let time pass."""
        self.seconds += seconds
        deed, self._now = self._now, None
        if callable(deed):
            deed()
        return deed == "Enter"


@pytest.fixture
def panel() -> VirtualPanel:
    return VirtualPanel()


def pressing(panel: VirtualPanel, *buttons: Button) -> Deed:
    def press() -> None:
        for button in buttons:
            panel.press(button, 0)
            panel.release(button, 0)

    return press


def test_each_button_is_asked_for_after_light_and_buzzer(
    tmp_path: Path, panel: VirtualPanel
) -> None:
    terminal = Scripted([pressing(panel, button) for button in Button])
    assert try_panel(context(tmp_path), lambda _: panel, terminal)
    assert panel.lights == [Light.RED, Light.GREEN, Light.BLUE, Light.OFF]
    assert panel.beeps == [Signal.DONE, *[Signal.NOTED] * len(Button)]
    assert [told for told in terminal.told if told.endswith("it works")] == [
        f"the button {name}: it works" for name in LABELS.values()
    ]


def test_a_button_that_does_not_answer_is_waited_for_in_vain(
    tmp_path: Path, panel: VirtualPanel
) -> None:
    others = [pressing(panel, button) for button in Button if button is not Button.SCORE]
    terminal = Scripted(["nothing", *others])
    before = 4.0
    assert not try_panel(context(tmp_path), lambda _: panel, terminal)
    assert terminal.seconds == pytest.approx(before + PATIENCE + len(others) * POLL_INTERVAL)
    assert any(told.startswith("the button SCORE: nothing came") for told in terminal.told)


def test_swapped_wires_are_noticed(tmp_path: Path, panel: VirtualPanel) -> None:
    swapped = pressing(panel, Button.OK, Button.SCORE)
    terminal = Scripted([swapped, *["Enter"] * (len(Button) - 1)])
    assert try_panel(context(tmp_path), lambda _: panel, terminal)
    assert "That was the button OK: are two wires swapped?" in terminal.told


def test_a_stuck_button_is_named_and_not_asked_for(tmp_path: Path, panel: VirtualPanel) -> None:
    panel.press(Button.BACK, 0)
    others = len(Button) - 1
    terminal = Scripted(["Enter"] * others)
    assert not try_panel(context(tmp_path), lambda _: panel, terminal)
    assert sum(told.startswith("Press") for told in terminal.told) == others
    assert any(told.startswith("the button BACK: pressed though") for told in terminal.told)


def test_what_is_not_built_in_is_not_asked_for(tmp_path: Path, panel: VirtualPanel) -> None:
    lone = replace(Pins(), **{button: None for button in Button if button is not Button.OK})
    terminal = Scripted([pressing(panel, Button.OK)])
    assert try_panel(context(tmp_path, pins=lone), lambda _: panel, terminal)


def test_without_pins_there_is_nothing_to_try(tmp_path: Path) -> None:
    panel = VirtualPanel([Missing("panel", Cause.NO_PINS)])
    terminal = Scripted([])
    assert not try_panel(context(tmp_path), lambda _: panel, terminal)
    assert len(terminal.told) == 1


class Focusing:
    """A camera whose pictures get sharper, then less so."""

    def __init__(self) -> None:
        """Begin far out of focus."""
        self._blurs, self.closed = [4.0, 2.0, 0.5, 2.0], False

    def open(self) -> None:
        """Do nothing: it is open."""

    def latest(self) -> Frame | None:
        if not self._blurs:
            return None
        return Frame(blurred(self._blurs.pop(0)), "frame", 0.0)

    def lock(self) -> None:
        """Hold nothing."""

    def close(self) -> None:
        self.closed = True


def blurred(sigma: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    board = np.kron(np.indices((15, 20)).sum(axis=0) % 2, np.ones((16, 16))) * 200 + 20
    grey = cv2.GaussianBlur(board.astype(np.uint8), (0, 0), sigma)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def test_what_is_sharper_measures_more_in_noise_too() -> None:
    noise = np.random.default_rng(1).normal(0, 3, (240, 320, 3))
    measured = [
        detail(np.clip(blurred(sigma) + noise, 0, 255).astype(np.uint8))[0]
        for sigma in (4.0, 2.0, 1.0, 0.5)
    ]
    assert measured == sorted(measured)
    assert measured[-1] > 2 * measured[0]


def test_the_bar_is_longest_where_the_picture_is_sharpest(tmp_path: Path) -> None:
    camera, output = Focusing(), io.StringIO()
    try_camera(context(tmp_path), lambda _: camera, output)
    _, *lines = output.getvalue().splitlines()
    lengths = [line.count("#") for line in lines]
    assert lengths[:3] == [BAR_WIDTH] * 3  # each the best so far
    assert lengths[3] < BAR_WIDTH
    assert {line.index("|") for line in lines} == {BAR_WIDTH + 1}
    assert camera.closed


def test_a_black_picture_has_a_bar_too() -> None:
    assert "#" not in bar(0.0, 0.0)


@pytest.mark.parametrize("name", ["auto", "virtual"])
def test_without_a_camera_nothing_is_sharp(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="the camera is not there"):
        try_camera(context(tmp_path, camera=name), lambda _: None, io.StringIO())
