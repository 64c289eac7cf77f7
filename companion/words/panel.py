"""What of the panel is missing, and how to mend it, a sentence each."""

from collections.abc import Mapping
from typing import Final

from companion.language import Language, Saying, said
from hardware.panel import Button, Cause, Missing

PARTS: Final[Mapping[str, Saying]] = {
    "panel": said("buttons, light and buzzer"),
    "light": said("the light"),
    "buzzer": said("the buzzer"),
}
BUTTON: Final = said("the button {name}")
LABELS: Final[Mapping[Button, str]] = {
    Button.SCORE: "SCORE",
    Button.OK: "OK",
    Button.BACK: "BACK",
    Button.WHY: "WHY?",
}
"""What is written on the buttons, in every language."""
CAUSES: Final[Mapping[Cause, Saying]] = {
    Cause.NO_PINS: said(
        "{part}: not there, as this computer has no pins; keys and touch do the same"
    ),
    Cause.NO_LIBRARY: said(
        "{part}: Python finds no {detail}; type: sudo apt install python3-gpiozero python3-lgpio"
    ),
    Cause.NOT_PERMITTED: said(
        "{part}: this user may not use the pins; type: sudo usermod -aG {detail} $USER, "
        "then log out and in again"
    ),
    Cause.BUSY: said(
        "{part}: its pin is in use ({detail}); stop the other program, perhaps another dubsar, "
        "or choose another pin in the settings"
    ),
    Cause.BROKEN: said("{part}: cannot be used ({detail}); check the wiring and the settings"),
}


def missing_sentence(missing: Missing, language: Language) -> str:
    """Say what is missing and what helps."""
    if missing.part in PARTS:
        part = language.tell(PARTS[missing.part], {})
    else:
        part = part_name(Button(missing.part), language)
    return language.tell(CAUSES[missing.cause], {"part": part, "detail": missing.detail})


def part_name(button: Button, language: Language) -> str:
    """Name a button as a part of the panel."""
    return language.tell(BUTTON, {"name": LABELS[button]})
