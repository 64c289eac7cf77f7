"""The settings themselves: each with its type, its default and what it is for."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.language import LANGUAGES, Saying, said
from companion.settings import values
from companion.settings.values import Reader, Sound, toml
from hardware.panel import HEADER, LEGS, Button, Pins


def _setting(read: Reader, about: Saying, *, default: object) -> Any:  # noqa: ANN401 - of its type
    return field(default=default, metadata={"read": read, "about": about})


@dataclass(frozen=True, slots=True)
class Screen:
    """The screen; ``size`` is width and height in pixels, None: the whole display."""

    size: tuple[int, int] | None = _setting(
        values.size,
        said("Width and height in pixels, as in [800, 480]; {auto}: the whole display."),
        default=None,
    )
    rotation: int = _setting(
        values.quarter_turn,
        said("Degrees by which the picture is turned clockwise: 0, 90, 180 or 270."),
        default=0,
    )


@dataclass(frozen=True, slots=True)
class Web:
    """The page for phones; it is served at ``port`` where it is ``on``."""

    on: bool = _setting(
        values.flag,
        said("Whether phones may look on and help: true or false; off, nothing listens."),
        default=False,
    )
    port: int = _setting(
        values.port, said("The TCP port at which the page is served."), default=8337
    )


@dataclass(frozen=True, slots=True)
class Mqtt:
    """The broker at which this table is published; none where ``broker`` is empty."""

    broker: str = _setting(
        values.name,
        said("The host of the MQTT broker, such as 192.168.1.2; empty: none."),
        default="",
    )
    broker_port: int = _setting(
        values.port, said("The broker’s TCP port; with TLS usually 8883."), default=1883
    )
    table_name: str = _setting(
        values.topic,
        said("How this table is called there; no two of a broker alike."),
        default="table",
    )
    prefix: str = _setting(values.topic, said("The first part of every topic."), default="dubsar")
    discovery: str = _setting(
        values.topic_or_none,
        said("The topic at which Home Assistant looks for devices; empty: it is not told."),
        default="homeassistant",
    )
    user: str = _setting(
        values.name, said("The user’s name at the broker; empty: without one."), default=""
    )
    password_file: str = _setting(
        values.file_or_none,
        said("The file that holds the password alone; empty: none."),
        default="",
    )
    tls: bool = _setting(
        values.flag,
        said("Whether the connection is encrypted by TLS: true or false."),
        default=False,
    )
    ca_file: str = _setting(
        values.file_or_none,
        said("The certificate by which the broker is known; empty: the system’s."),
        default="",
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; every path is absolute, or relative to the folder of the process."""

    language: str = _setting(
        values.one_of(LANGUAGES),
        said("The language of screens and words by its code, such as fr."),
        default="en",
    )
    sound: Sound = _setting(
        values.sound,
        said(
            "What is heard: {off}; {alarm}, when something is wrong or asked; {on}; or "
            "{voice}, which also speaks (with espeak-ng)."
        ),
        default=Sound.ALARM,
    )
    light: bool = _setting(
        values.flag, said("Whether the light shines: true or false."), default=True
    )
    money: bool = _setting(
        values.flag,
        said("Whether screens show what money players have before a game ends: true or false."),
        default=True,
    )
    hints: bool = _setting(
        values.flag,
        said("Whether learners are helped, move by move: true or false."),
        default=False,
    )
    dim_after_minutes: float = _setting(
        values.minutes,
        said("Minutes without a press or a move until screen and light are dimmed; 0: never."),
        default=10.0,
    )
    camera: str = _setting(
        values.camera,
        said(
            "{auto}: the first camera that is found; {pi}: the Raspberry Pi’s own; {usb}: a "
            "webcam, by its number; {virtual}: a drawn table; or the path of a folder of "
            "pictures or of a video. Relative paths belong to this file’s folder."
        ),
        default=values.AUTO,
    )
    table: Path = _setting(
        values.path,
        said("The table file: which board lies there, and how the camera sees it."),
        default=Path("table.toml"),
    )
    journal: Path = _setting(
        values.path, said("The journal, which keeps all games."), default=Path("journal.sqlite")
    )
    screen: Screen = field(default_factory=Screen)
    web: Web = field(default_factory=Web)
    mqtt: Mqtt = field(default_factory=Mqtt)
    pins: Pins = field(default_factory=Pins)

    def virtual_table(self, game: str) -> Path:
        """Give the table file of the virtual table at which a game is played."""
        return self.table.parent / f"virtual-{game}" / "table.toml"


SECTIONS: Final[Mapping[str, Saying]] = {
    "screen": said("The screen."),
    "mqtt": said("What this table publishes at an MQTT broker; docs/mqtt.md tells more."),
    "web": said("The page that phones on the local network show; switched off unless it is set."),
    "pins": said(
        "The pins of buttons, light and buzzer, by GPIO number (BCM), not by their place on the "
        "header. {none}: that part is not built in. The light needs all three of its pins."
    ),
}
"""The tables in the file, and what each is for."""
BUTTON: Final = said("A push button to ground; by default at pin {pin} of the header.")
LEG: Final = said(
    "That leg of a light with a common cathode, with a resistor of 330 ohm; by default at pin "
    "{pin} of the header."
)
BUZZER: Final = said(
    "An active buzzer that sounds on high level; by default at pin {pin} of the header."
)
PARTS: Final[Mapping[str, Saying]] = {
    **dict.fromkeys(Button, BUTTON),
    **dict.fromkeys(LEGS, LEG),
    "buzzer": BUZZER,
}
"""What hangs on each pin."""


WORDS: Final[dict[str, str]] = {
    **{word: toml(word) for word in (values.AUTO, values.NONE, "pi", "virtual", *Sound)},
    "usb": toml("usb:0"),
}
"""Values as they stand in the file, to be filled into what explains them."""


class Key(NamedTuple):
    """One setting as files know it: ``name`` in its ``section``, empty for the top."""

    section: str
    name: str
    default: object
    read: Reader
    about: Saying
    facts: dict[str, str]
    """What is filled into ``about``."""

    @property
    def none(self) -> str:
        """The word in the file for the value None."""
        return values.NONE if self.section == "pins" else values.AUTO

    @property
    def dotted(self) -> str:
        return f"{self.section}.{self.name}" if self.section else self.name


def _keys() -> Iterator[Key]:
    for section, part_of in {"": Settings, "screen": Screen, "web": Web, "mqtt": Mqtt}.items():
        for one in fields(part_of):
            if one.name not in SECTIONS:
                read, about = one.metadata["read"], one.metadata["about"]
                yield Key(section, one.name, one.default, read, about, WORDS)
    for part, gpio in asdict(Pins()).items():
        yield Key("pins", part, gpio, values.pin, PARTS[part], WORDS | {"pin": str(HEADER[gpio])})


KEYS: Final = tuple(_keys())
"""Every setting, in the order of the file."""


def from_values(found: Mapping[str, Any]) -> Settings:
    """Build the settings from values by dotted name, as the keys' readers gave them."""
    parts: dict[str, dict[str, Any]] = {"": {}, **{section: {} for section in SECTIONS}}
    for key in KEYS:
        parts[key.section][key.name] = found[key.dotted]
    return Settings(
        **parts[""],
        screen=Screen(**parts["screen"]),
        web=Web(**parts["web"]),
        mqtt=Mqtt(**parts["mqtt"]),
        pins=Pins(**parts["pins"]),
    )


def with_one(settings: Settings, name: str, value: object) -> Settings:
    """Change one setting by its dotted name; the value is as the key's reader gives it."""
    section, _, last = name.rpartition(".")
    if not section:
        return replace(settings, **{last: value})  # type: ignore[arg-type]  # a key's own value
    part = replace(getattr(settings, section), **{last: value})
    return replace(settings, **{section: part})
