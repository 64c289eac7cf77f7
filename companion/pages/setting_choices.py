"""The settings that can be changed on the screen, each with the values that are offered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.files import tables_beside
from companion.language import OWN_NAMES, Language, Saying, counted, said
from companion.settings import Settings

Choice = tuple[object, str]
"""A value, and what it is called."""

ON: Final = said("on")
OFF: Final = said("off")
NEVER: Final = said("never")
MINUTES: Final = counted("after {number} minute", "after {number} minutes", "number")
DIM_AFTER: Final = (0.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0)
CAMERAS: Final[Mapping[str, Saying]] = {
    "auto": said("the first that is found"),
    "pi": said("the Raspberry Pi’s"),
    "virtual": said("a drawn table"),
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
        """Give the value in force."""
        value: object = settings
        for part in self.name.split("."):
            value = getattr(value, part)
        return value


def shown(setting: Setting, settings: Settings, words: Language) -> str:
    """Say what the value in force is called."""
    value = setting.value(settings)
    return dict(setting.choices(settings, words)).get(value, str(value))


def _languages(settings: Settings, words: Language) -> Sequence[Choice]:
    del settings, words
    return [*OWN_NAMES.items()]


def _on_or_off(settings: Settings, words: Language) -> Sequence[Choice]:
    del settings
    return [(True, words.tell(ON, {})), (False, words.tell(OFF, {}))]


def _turns(settings: Settings, words: Language) -> Sequence[Choice]:
    """Offer as it is and half a turn from there, so that an upright screen stays upright."""
    upright = settings.screen.rotation % HALF_TURN
    return [
        (upright + HALF_TURN, words.tell(ON, {})),
        (upright, words.tell(OFF, {})),
    ]


def _minutes(settings: Settings, words: Language) -> Sequence[Choice]:
    offered = sorted({*DIM_AFTER, settings.dim_after_minutes})
    return [
        (one, words.tell(MINUTES, {"number": f"{one:g}"}) if one else words.tell(NEVER, {}))
        for one in offered
    ]


def _cameras(settings: Settings, words: Language) -> Sequence[Choice]:
    offered: list[Choice] = [(one, words.tell(told, {})) for one, told in CAMERAS.items()]
    webcams = [f"usb:{number}" for number in range(WEBCAMS)]
    offered[2:2] = [
        (one, words.tell(WEBCAM, {"number": one.removeprefix("usb:")})) for one in webcams
    ]
    if settings.camera not in dict(offered):
        offered.append((settings.camera, Path(settings.camera).name))
    return offered


def _tables(settings: Settings, words: Language) -> Sequence[Choice]:
    """Offer the table files that lie beside the one in force, and in the folders beside it."""
    del words
    here = settings.table.parent
    return [
        (one, str(one.relative_to(here)).removesuffix(".toml"))
        for one in tables_beside(settings.table)
    ]


SETTINGS: Final = (
    Setting("language", said("Language"), _languages),
    Setting("sound", said("Sound"), _on_or_off),
    Setting("light", said("Light on the panel"), _on_or_off),
    Setting("dim_after_minutes", said("Dim the screen"), _minutes),
    Setting("screen.rotation", said("Turn the screen round"), _turns),
    Setting("camera", said("Camera"), _cameras, later=True),
    Setting("table", said("Table file"), _tables, later=True),
)
"""In the order of the page."""
