"""`dubsar doctor --buttons`: light and buzzer are tried, then each button is asked for."""

import select
import sys
import time
from collections.abc import Callable
from typing import Final

from companion.checks.panel import stuck
from companion.checks.verdict import Surroundings
from companion.language import Saying, said
from companion.words.panel import BUTTON, LABELS, missing_sentence
from hardware.gpio_panel import GpioPanel
from hardware.panel import Button, Light, Panel, Signal
from hardware.wiring import Pins

PATIENCE: Final = 10.0
"""Seconds in which a button must be pressed."""
SHINING: Final = 1.0
"""Seconds for which each colour is shown."""
EVERY: Final = 0.02
"""Seconds from one look at the buttons to the next."""
COLOURS: Final = {
    Light.RED: said("The light is red."),
    Light.GREEN: said("The light is green."),
    Light.BLUE: said("The light is blue."),
}


class Terminal:
    """Whoever reads the terminal, and the time that passes for him."""

    def say(self, text: str) -> None:
        """Print a line."""
        print(text, flush=True)  # noqa: T201 - a result goes to standard output

    def pause(self, seconds: float) -> bool:
        """Wait; tells whether Enter was pressed meanwhile, never where nobody sits at it."""
        if not sys.stdin.isatty():
            time.sleep(seconds)
            return False
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        return bool(ready) and bool(sys.stdin.readline())


def try_panel(
    around: Surroundings,
    built: Callable[[Pins], Panel] = GpioPanel,
    terminal: Terminal | None = None,
) -> bool:
    """Try all parts that are built in; tells whether every button that was asked for answered."""
    panel, terminal = built(around.settings.pins), terminal or Terminal()
    panel.open()
    try:
        return _Trial(around, panel, terminal).run()
    finally:
        panel.close()


class _Trial:
    def __init__(self, around: Surroundings, panel: Panel, terminal: Terminal) -> None:
        self._around: Final = around
        self._panel: Final = panel
        self._terminal: Final = terminal

    def run(self) -> bool:
        missing = self._panel.missing
        for one in missing:
            self._terminal.say(missing_sentence(one, self._around.words))
        gone = {one.part for one in missing}
        if "panel" in gone:
            return False
        self._shine()
        pins = self._around.settings.pins
        held = self._panel.held()
        answers = [
            self._answers(button, held)
            for button in Button
            if pins.button(button) is not None and button not in gone
        ]
        return not gone and all(answers)

    def _shine(self) -> None:
        for colour, told in COLOURS.items():
            self._panel.light(colour)
            self._say(told)
            self._terminal.pause(SHINING)
        self._panel.light(Light.OFF)
        self._say(said("The buzzer sounds."))
        self._panel.beep(Signal.DONE)
        self._terminal.pause(SHINING)

    def _answers(self, button: Button, held: frozenset[Button]) -> bool:
        """Wait for a button; a skipped one counts as answered."""
        if button in held:
            self._terminal.say(stuck(self._around, button))
            return False
        self._say(
            said("Press {part} ({number} seconds; Enter skips it)."), button, str(int(PATIENCE))
        )
        self._panel.edges()
        for _ in range(round(PATIENCE / EVERY)):
            if self._terminal.pause(EVERY):
                return True
            for edge in self._panel.edges():
                if edge.down and edge.button is button:
                    self._panel.beep(Signal.NOTED)
                    self._say(said("{part}: it works"), button)
                    return True
                if edge.down and edge.button not in held:
                    told = said("That was {part}: are two wires swapped?")
                    self._say(told, edge.button)
        told = said("{part}: nothing came; check its two wires and its pin in the settings")
        self._say(told, button)
        return False

    def _say(self, told: Saying, button: Button | None = None, number: str = "") -> None:
        words = self._around.words
        part = words.tell(BUTTON, {"name": LABELS[button]}) if button else ""
        self._terminal.say(words.tell(told, {"part": part, "number": number}))
