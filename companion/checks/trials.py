"""`dubsar doctor --buttons` and `--camera`: what somebody tries with their own hands."""

import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TextIO

from companion.checks.equipment import stuck_sentence
from companion.checks.verdict import Context
from companion.language import Saying, said
from companion.live.display import VIRTUAL
from companion.messages import result
from companion.words.machine import FAULTS, missing_sentence, part_name
from engine.errors import InputError
from hardware.camera import Camera, Fault
from hardware.cameras import open_camera
from hardware.gpio_panel import GpioPanel
from hardware.panel import Button, Light, Panel, Pins, Signal
from vision.trouble import sharpness

PATIENCE: Final = 10.0
"""Seconds in which a button must be pressed."""
SHOWN_FOR: Final = 1.0
"""Seconds for which each colour is shown."""
POLL_INTERVAL: Final = 0.02
"""Seconds from one look at the buttons to the next."""
COLOURS: Final = {
    Light.RED: said("The light is red."),
    Light.GREEN: said("The light is green."),
    Light.BLUE: said("The light is blue."),
}
BAR_WIDTH: Final = 40
"""Characters of the bar when the picture is as sharp as it was at best."""


class Terminal:
    """The terminal that somebody reads, and the time that passes there."""

    def say(self, text: str) -> None:
        result(text, flush=True)

    def pause(self, seconds: float) -> bool:
        """Wait; tells whether Enter was pressed meanwhile, never where nobody sits at it."""
        if not sys.stdin.isatty():
            time.sleep(seconds)
            return False
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        return bool(ready) and bool(sys.stdin.readline())


def try_panel(
    context: Context,
    built: Callable[[Pins], Panel] = GpioPanel,
    terminal: Terminal | None = None,
) -> bool:
    """Try all parts that are built in; tells whether every button that was asked for answered."""
    panel = built(context.settings.pins)
    panel.open()
    try:
        return _PanelTrial(context, panel, terminal or Terminal()).run()
    finally:
        panel.close()


class _PanelTrial:
    def __init__(self, context: Context, panel: Panel, terminal: Terminal) -> None:
        self._context: Final = context
        self._panel: Final = panel
        self._terminal: Final = terminal

    def run(self) -> bool:
        missing = self._panel.missing
        for one in missing:
            self._terminal.say(missing_sentence(one, self._context.words))
        parts = {one.part for one in missing}
        if "panel" in parts:
            return False
        self._try_light_and_buzzer()
        pins = self._context.settings.pins
        held = self._panel.held()
        answers = [
            self._try_button(button, held)
            for button in Button
            if pins.button(button) is not None and button not in parts
        ]
        return not missing and all(answers)

    def _try_light_and_buzzer(self) -> None:
        for colour, saying in COLOURS.items():
            self._panel.light(colour)
            self._say(saying)
            self._terminal.pause(SHOWN_FOR)
        self._panel.light(Light.OFF)
        self._say(said("The buzzer sounds."))
        self._panel.beep(Signal.DONE)
        self._terminal.pause(SHOWN_FOR)

    def _try_button(self, button: Button, held: frozenset[Button]) -> bool:
        """Wait for a button; a skipped one counts as answered."""
        if button in held:
            self._terminal.say(stuck_sentence(self._context, button))
            return False
        self._say(
            said("Press {part} ({number} seconds; Enter skips it)."), button, str(int(PATIENCE))
        )
        self._panel.edges()
        for _ in range(round(PATIENCE / POLL_INTERVAL)):
            if self._terminal.pause(POLL_INTERVAL):
                return True
            for edge in self._panel.edges():
                if edge.down and edge.button is button:
                    self._panel.beep(Signal.NOTED)
                    self._say(said("{part}: it works"), button)
                    return True
                if edge.down and edge.button not in held:
                    self._say(said("That was {part}: are two wires swapped?"), edge.button)
        nothing = said("{part}: nothing came; check its two wires and its pin in the settings")
        self._say(nothing, button)
        return False

    def _say(self, saying: Saying, button: Button | None = None, number: str = "") -> None:
        words = self._context.words
        part = part_name(button, words) if button else ""
        self._terminal.say(words.say(saying, part=part, number=number))


def try_camera(
    context: Context,
    opened: Callable[[str], Camera | None] = open_camera,
    output: TextIO | None = None,
) -> None:
    """Show the sharpness of frame after frame until Ctrl-C, or until there are no more.

    Raises CameraError where there is no picture, and InputError where there is no camera.
    """
    name = context.settings.camera
    camera = None if name == VIRTUAL else opened(name)
    if camera is None:
        raise InputError(name, "", context.words.say(FAULTS[Fault.ABSENT]))
    output = output or sys.stdout
    title = context.words.say(
        "Turn the lens until the bar is longest; its end shows the best so far. Ctrl-C ends."
    )
    output.write(f"{title}\n")
    try:
        with suppress(KeyboardInterrupt):
            _show_sharpness(camera, output)
    finally:
        camera.close()


def _show_sharpness(camera: Camera, output: TextIO) -> None:
    best = 0.0
    begin, end = ("\r", "") if output.isatty() else ("", "\n")
    while (frame := camera.latest()) is not None:
        found = sharpness(frame.image)
        best = max(best, found)
        output.write(f"{begin}{bar(found, best)} {found:7.2f}{end}")
        output.flush()


def bar(found: float, best: float) -> str:
    """Draw a bar of constant width, whose end is where it was longest."""
    long = round(BAR_WIDTH * found / best) if best else 0
    return f"[{'#' * long:{BAR_WIDTH}}|"
