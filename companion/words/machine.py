"""What of the machine fails, and what helps: its camera, its panel, its journal."""

from collections.abc import Mapping
from errno import EADDRINUSE
from typing import Final

from companion.journal import Rescue
from companion.journal.errors import (
    BY_ERRNO,
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalLockedError,
    JournalReadOnlyError,
    JournalTooNewError,
    NotAJournalError,
)
from companion.language import Language, Saying, counted, said
from companion.words.games import MANY_GAMES
from companion.words.names import capitalised
from hardware.camera import Fault
from hardware.panel import LABELS, Button, Cause, Missing

FAULTS: Final[Mapping[Fault, Saying]] = {
    Fault.ABSENT: said("the camera is not there: plug it in"),
    Fault.BUSY: said("the camera is in use by another program, or does not answer"),
    Fault.DENIED: said("this user may not use the camera: see dubsar doctor"),
    Fault.SILENT: said("the camera sends no more pictures: is it plugged in?"),
    Fault.FROZEN: said("the camera is frozen: trying again"),
    Fault.BROKEN: said("the camera’s pictures can’t be used"),
    Fault.UNSUPPORTED: said("what this camera needs is not installed: see dubsar doctor"),
}
"""Why there are no pictures."""
PARTS: Final[Mapping[str, Saying]] = {
    "panel": said("buttons, light and buzzer"),
    "light": said("the light"),
    "buzzer": said("the buzzer"),
}
BUTTON: Final = said("the button {name}")
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
TROUBLES: Final[Mapping[type[JournalError], Saying]] = {
    JournalFullError: said("The disk is full."),
    JournalReadOnlyError: said("The disk or the folder of saved games can’t be written to."),
    JournalLockedError: said("Another program is using the saved games."),
    JournalDamagedError: said("The file of saved games is damaged."),
    JournalTooNewError: said("The saved games were written by a newer version of Dubsar."),
    NotAJournalError: said("The file of saved games belongs to another program."),
}
OTHER_TROUBLE: Final = said("The disk or its connection has failed.")
REMEDIES: Final[Mapping[type[JournalError], Saying]] = {
    JournalFullError: said("Free some space, or delete photos of past games."),
    JournalReadOnlyError: said("Check whether the memory card is locked or worn out."),
    JournalLockedError: said("Check whether Dubsar is running twice."),
    JournalTooNewError: said("Update Dubsar."),
}
NO_PAGE: Final = said(
    "the page for phones: port {port} cannot be used ({why}); stop the other program, perhaps "
    "another dubsar, or choose another port in the settings"
)
PORT_TAKEN: Final = said(
    "Port {port} is used by another program, perhaps by a second Dubsar. Stop that program, or "
    "choose another port under [web] in the settings file. Then start this program again."
)
NO_BROKER: Final = said(
    "the MQTT broker: {why}; see [mqtt] in the settings. The game goes on without it"
)
CHECK: Final = said("Check the disk when the game is over.")
IN_MEMORY: Final = said(
    "You can play on, but don’t switch off: the game is only in memory. Saving is tried again "
    "every 30 seconds, and then nothing will be missing."
)
NO_PICTURES: Final = said("The game goes on and is saved, but without photos.")
NOT_SAVED: Final = said("not saved")
WITHOUT: Final = said("no photos")
RESCUED: Final = said(
    "The file of saved games was damaged. Recovered: {games} and {events}. You can play on. "
    "The damaged file is kept as:"
)
EVENTS: Final = counted("{number} event", "{number} events", "number")


def missing_sentence(missing: Missing, language: Language) -> str:
    """Say what is missing and what helps."""
    if missing.part in PARTS:
        part = language.say(PARTS[missing.part])
    else:
        part = part_name(Button(missing.part), language)
    return language.say(CAUSES[missing.cause], part=part, detail=missing.detail)


def no_page_sentence(port: int, error: OSError, language: Language) -> str:
    """Say why the page for phones is not there, and what helps."""
    return language.say(NO_PAGE, port=port, why=error.strerror or str(error))


def no_phones_sentence(port: int, error: OSError, language: Language) -> str:
    """Say on the screen why phones find no page, and what helps."""
    if error.errno == EADDRINUSE:
        return language.say(PORT_TAKEN, port=port)
    return capitalised(no_page_sentence(port, error, language)) + "."


def no_broker_sentence(error: OSError | ValueError, language: Language) -> str:
    """Say why nothing is published, and what helps."""
    return language.say(NO_BROKER, why=_reason(error))


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def part_name(button: Button, language: Language) -> str:
    """Name a button as a part of the panel."""
    return language.say(BUTTON, name=LABELS[button])


def trouble_sentence(trouble: JournalError, language: Language, *, lasting: bool) -> str:
    """Say what is wrong, what that means for the game and what helps.

    ``lasting``: events are on the disk nonetheless.
    """
    parts = (
        TROUBLES.get(type(trouble), OTHER_TROUBLE),
        NO_PICTURES if lasting else IN_MEMORY,
        REMEDIES.get(type(trouble), CHECK),
    )
    return " ".join(language.say(part) for part in parts)


def failure_sentences(failed: str, error: OSError | JournalError, language: Language) -> str:
    """Say what ``failed``, which is a sentence, and why the disk did not let it be done."""
    if isinstance(error, JournalError):
        reason = language.say(TROUBLES.get(type(error), OTHER_TROUBLE))
    elif kind := BY_ERRNO.get(error.errno):
        reason = language.say(TROUBLES[kind])
    else:
        reason = f"{_reason(error)}."
    return f"{failed} {reason}"


def trouble_mark(language: Language, *, lasting: bool) -> str:
    """Say the same in two words."""
    return language.say(WITHOUT if lasting else NOT_SAVED)


def rescue_sentence(rescue: Rescue, language: Language) -> str:
    """Say what became of a damaged journal; the name of its file is to follow."""
    games = language.say(MANY_GAMES, number=rescue.games)
    events = language.say(EVENTS, number=rescue.events)
    return language.say(RESCUED, games=games, events=events)
