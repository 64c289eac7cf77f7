"""The panel on the pins of a Raspberry Pi."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from hardware.gpio import open_pins, why_no_part, why_no_pins
from hardware.panel import Button, Edge, Light, Missing, Pins, Signal

if TYPE_CHECKING:
    import gpiozero
    from gpiozero.pins import Factory

COLOURS: Final[Mapping[Light, tuple[float, float, float]]] = {
    Light.OFF: (0.0, 0.0, 0.0),
    Light.GREEN: (0.0, 1.0, 0.0),
    Light.BLUE: (0.0, 0.0, 1.0),
    Light.AMBER: (1.0, 0.35, 0.0),
    Light.RED: (1.0, 0.0, 0.0),
}
"""Shares of red, green and blue; green looks brighter than red of the same current."""
RHYTHMS: Final[Mapping[Signal, tuple[float, float, int]]] = {
    Signal.NOTED: (0.05, 0.05, 1),
    Signal.ASKS: (0.08, 0.10, 2),
    Signal.WRONG: (0.45, 0.05, 1),
    Signal.DONE: (0.12, 0.10, 3),
}
"""Seconds of sound, seconds of silence, how often: told apart without an ear for pitch."""
LONGEST_QUEUE: Final = 1024
"""Edges that wait at most: a contact that chatters all the time must not fill the memory."""


class GpioPanel:
    """Buttons to ground, a light with a common cathode, an active buzzer.

    A contact is read as it is: gpiozero's own handling of bounces drops edges.
    """

    def __init__(
        self,
        pins: Pins,
        *,
        factory: "Callable[[], Factory]" = open_pins,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare for ``pins``; parts without one are not built in, and not missing either.

        ``factory`` opens the pins; ``clock`` tells the seconds of edges, and is called from
        gpiozero's thread.
        """
        self._pins = pins
        self._open_pins = factory
        self._clock = clock
        self._factory: Factory | None = None
        self._buttons: dict[Button, gpiozero.DigitalInputDevice] = {}
        self._light: gpiozero.RGBLED | None = None
        self._buzzer: gpiozero.Buzzer | None = None
        self._edges: deque[Edge] = deque(maxlen=LONGEST_QUEUE)
        self._missing: dict[str, Missing] = {}

    @property
    def missing(self) -> tuple[Missing, ...]:
        """Name each part that is done without, once."""
        return tuple(self._missing.values())

    def open(self) -> None:
        """Take the pins, part by part; what cannot be had is missing from then on."""
        self.close()
        self._missing.clear()
        try:
            self._factory = self._open_pins()
        except Exception as error:  # noqa: BLE001 - lgpio's errors share no base with any other
            self._missing["panel"] = why_no_pins(error)
            return
        for button in Button:
            self._try(button.value, partial(self._open_button, button))
        self._try("light", self._open_light)
        self._try("buzzer", self._open_buzzer)

    def edges(self) -> list[Edge]:
        """Take what the contacts did since the last call."""
        taken = []
        # Not a loop over the queue itself: gpiozero's thread may add to it meanwhile.
        with suppress(IndexError):
            while True:
                taken.append(self._edges.popleft())
        return taken

    def held(self) -> frozenset[Button]:
        found = set()
        for button, device in tuple(self._buttons.items()):
            try:
                if device.is_active:
                    found.add(button)
            except Exception as error:  # noqa: BLE001 - as above
                del self._buttons[button]
                self._missing[button.value] = why_no_part(button.value, error)
        return frozenset(found)

    def light(self, colour: Light) -> None:
        if self._light is not None:
            self._try("light", partial(setattr, self._light, "color", COLOURS[colour]))

    def beep(self, signal: Signal) -> None:
        """Begin to sound a signal; gpiozero's own short-lived thread ends it."""
        if self._buzzer is not None:
            sound, silence, times = RHYTHMS[signal]
            self._try("buzzer", partial(self._buzzer.beep, sound, silence, times))

    def close(self) -> None:
        """Go dark and silent and give the pins back; harmless when called twice."""
        parts = (*self._buttons.values(), self._light, self._buzzer, self._factory)
        self._buttons.clear()
        self._light = self._buzzer = self._factory = None
        for part in parts:
            if part is not None:
                with suppress(Exception):  # it may have failed already; there is nothing to lose
                    part.close()
        self._edges.clear()

    def _try(self, part: str, action: Callable[[], object]) -> None:
        """Do something with a part; from the first failure on it is missing, and left alone."""
        try:
            action()
        except Exception as error:  # noqa: BLE001 - as above
            self._missing[part] = why_no_part(part, error)
            if part == "light":
                self._light = None
            elif part == "buzzer":
                self._buzzer = None

    def _open_button(self, button: Button) -> None:
        from gpiozero import DigitalInputDevice  # noqa: PLC0415 - not on every computer

        pin = self._pins.button(button)
        if pin is not None:
            device = DigitalInputDevice(
                pin, pull_up=True, bounce_time=None, pin_factory=self._factory
            )
            device.when_activated = partial(self._enqueue, button, True)  # noqa: FBT003
            device.when_deactivated = partial(self._enqueue, button, False)  # noqa: FBT003
            self._buttons[button] = device

    def _open_light(self) -> None:
        from gpiozero import RGBLED  # noqa: PLC0415

        pins = (self._pins.red, self._pins.green, self._pins.blue)
        if None not in pins:
            self._light = RGBLED(*pins, pwm=True, pin_factory=self._factory)

    def _open_buzzer(self) -> None:
        from gpiozero import Buzzer  # noqa: PLC0415

        if self._pins.buzzer is not None:
            self._buzzer = Buzzer(self._pins.buzzer, pin_factory=self._factory)

    def _enqueue(self, button: Button, down: bool) -> None:  # noqa: FBT001 - gpiozero's thread
        """Note an edge, and do nothing else: gpiozero's thread must be free for the next one."""
        self._edges.append(Edge(button, down, self._clock()))
