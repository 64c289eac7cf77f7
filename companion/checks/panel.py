"""Whether buttons, light and buzzer can be had, and no button is stuck."""

from collections.abc import Callable, Iterator

from companion.checks.verdict import Check, Grade, Surroundings, Verdict
from companion.words.panel import BUTTON, LABELS, missing_sentence
from hardware.gpio_panel import GpioPanel
from hardware.panel import Button, Panel
from hardware.wiring import Pins


def panel_check(built: Callable[[Pins], Panel] = GpioPanel) -> Check:
    """Make the check; ``built`` gives the panel on certain pins."""

    def panel(around: Surroundings) -> Iterator[Verdict]:
        """Take the pins, and give them back; keys and touch do the same, so nothing is wrong."""
        found = built(around.settings.pins)
        found.open()
        try:
            held, missing = found.held(), found.missing
        finally:
            found.close()
        for one in missing:
            yield Verdict(Grade.CAREFUL, missing_sentence(one, around.words))
        for button in sorted(held):
            yield Verdict(Grade.CAREFUL, stuck(around, button))
        if not missing and not held:
            yield Verdict(Grade.OK, around.words.say("buttons, light and buzzer: there"))

    return panel


def stuck(around: Surroundings, button: Button) -> str:
    """Say that a button is down though nobody presses it."""
    return around.words.say(
        "{part}: pressed though nobody touches it; free it, or look for a short circuit in its "
        "wires",
        part=around.words.tell(BUTTON, {"name": LABELS[button]}),
    )
