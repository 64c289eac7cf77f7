"""The household's settings that the screen offers: their rows, and what choosing one does."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Final

from companion.files import tables_beside
from companion.language import OWN_NAMES, Language, Saying, counted, said
from companion.session.session import Session
from companion.settings import Settings
from companion.settings.keys import with_one
from companion.settings.values import Sound
from companion.ui.menu import Row
from engine.errors import InputError

Choice = tuple[object, str]
"""A value, and what it is called."""

ON: Final = said("on")
OFF: Final = said("off")
SOUNDS: Final[Mapping[Sound, Saying]] = {
    Sound.OFF: OFF,
    Sound.ALARM: said("only when something is wrong"),
    Sound.ON: ON,
    Sound.VOICE: said("with a voice"),
}
NEVER: Final = said("never")
MINUTES: Final = counted("after {number} minute", "after {number} minutes", "number")
DIM_AFTER: Final = (0.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0)
CAMERAS: Final[Mapping[str, Saying]] = {
    "auto": said("the first one found"),
    "pi": said("the Raspberry Pi’s"),
    "virtual": said("the virtual table"),
}
WEBCAM: Final = said("webcam {number}")
WEBCAMS: Final = 3
HALF_TURN: Final = 180


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting by its dotted name; ``later``: it counts when the program starts again."""

    name: str
    title: Saying
    choices: Callable[[Settings, Language], Sequence[Choice]]
    later: bool = False

    def value(self, settings: Settings) -> object:
        value: object = attrgetter(self.name)(settings)
        return value


def shown(setting: Setting, settings: Settings, words: Language) -> str:
    """Say what the value in force is called."""
    value = setting.value(settings)
    return dict(setting.choices(settings, words)).get(value, str(value))


def _languages(_: Settings, __: Language) -> Sequence[Choice]:
    return [*OWN_NAMES.items()]


def _on_or_off(_: Settings, words: Language) -> Sequence[Choice]:
    return [(True, words.say(ON)), (False, words.say(OFF))]


def _sounds(_: Settings, words: Language) -> Sequence[Choice]:
    return [(one, words.say(called)) for one, called in SOUNDS.items()]


def _turns(settings: Settings, words: Language) -> Sequence[Choice]:
    """Offer as it is and half a turn from there, so that an upright screen stays upright."""
    upright = settings.screen.rotation % HALF_TURN
    return [
        (upright + HALF_TURN, words.say(ON)),
        (upright, words.say(OFF)),
    ]


def _minutes(settings: Settings, words: Language) -> Sequence[Choice]:
    offered = sorted({*DIM_AFTER, settings.dim_after_minutes})
    return [
        (one, words.say(MINUTES, number=f"{one:g}") if one else words.say(NEVER)) for one in offered
    ]


def _cameras(settings: Settings, words: Language) -> Sequence[Choice]:
    offered: list[Choice] = [(one, words.say(text)) for one, text in CAMERAS.items()]
    webcams = [f"usb:{number}" for number in range(WEBCAMS)]
    offered[2:2] = [(one, words.say(WEBCAM, number=one.removeprefix("usb:"))) for one in webcams]
    if settings.camera not in dict(offered):
        offered.append((settings.camera, Path(settings.camera).name))
    return offered


def _tables(settings: Settings, _: Language) -> Sequence[Choice]:
    """Offer the table files that lie beside the one in force, and in the folders beside it."""
    here = settings.table.parent
    return [
        (one, str(one.relative_to(here)).removesuffix(".toml"))
        for one in tables_beside(settings.table)
    ]


LANGUAGE: Final = Setting("language", said("Language"), _languages)
HINTS: Final = Setting("hints", said("Hints for learners"), _on_or_off)
SETTINGS: Final = (
    LANGUAGE,
    Setting("sound", said("Sound"), _sounds),
    HINTS,
    Setting("light", said("Light on the panel"), _on_or_off),
    Setting("money", said("Money on the screen"), _on_or_off),
    Setting("dim_after_minutes", said("Dim the screen"), _minutes),
    Setting("screen.rotation", said("Rotate the screen"), _turns),
    Setting("web.on", said("On your phones"), _on_or_off, later=True),
    Setting("camera", said("Camera"), _cameras, later=True),
    Setting("table", said("Table file"), _tables, later=True),
)
"""In the order of the page."""


BY_ENVIRONMENT = said("This is fixed by the environment variable {name} and can’t be changed here.")
BY_COMMAND_LINE = said("This is fixed by the command line and can’t be changed here.")
NOT_KEPT = said("In effect until the program is closed. It could not be saved to the file:")
TWO = 2


def setting_row(session: Session, setting: Setting) -> Row:
    """Show a setting with its value in force."""
    words = session.words
    value = shown(setting, session.settings, words)
    if origin(session, setting):
        value = words.say("{value} (fixed)", value=value)
    return Row(words.say(setting.title), value)


def choose_setting(session: Session, setting: Setting) -> None:
    """Change a setting of two values at once, or ask for another value, unless it is fixed."""
    if text := origin(session, setting):
        session.go("message", text=text, title=session.words.say(setting.title))
        return
    choices = setting.choices(session.settings, session.words)
    if len(choices) == TWO and not setting.later:
        value = setting.value(session.settings)
        change(session, setting, next(one for one, _ in choices if one != value))
    else:
        session.go("setting", setting=setting)


def change(session: Session, setting: Setting, value: object) -> None:
    """Change a setting at once, and for the next time where settings are kept."""
    session.change(with_one(session.settings, setting.name, value))
    if session.keeper is None:
        return
    try:
        session.keeper.keep(setting.name, value)
    except InputError as error:
        words = session.words
        title = words.say(setting.title)
        session.go("message", text=words.say(NOT_KEPT), title=title, path=error.file)


def origin(session: Session, setting: Setting) -> str:
    """Say what overrules the file; nothing where nothing does."""
    origin = session.keeper.fixed(setting.name) if session.keeper else None
    if origin is None:
        return ""
    saying = BY_ENVIRONMENT if origin.kind == "environment" else BY_COMMAND_LINE
    return session.words.say(saying, name=origin.name)
