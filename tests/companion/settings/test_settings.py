"""Settings: what is set where, which of it counts, and what is wrong with the rest."""

from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language import LANGUAGES
from companion.settings import Effective, Origin, Screen, Settings, load_settings
from companion.settings.keys import KEYS
from companion.settings.layers import read_settings, variable
from companion.settings.values import Sound, toml
from engine.board import parse_toml
from engine.errors import InputError
from hardware.panel import Pins


class House:
    """A computer with a system's file and a user's, and an environment."""

    def __init__(self, folder: Path) -> None:
        """Begin without any file."""
        self.system = folder / "etc" / "settings.toml"
        self.home = folder / "home"
        self.environment = {"DUBSAR_HOME": str(self.home)}
        for place in (self.system.parent, self.home):
            place.mkdir()

    @property
    def own(self) -> Path:
        """The user's file."""
        return self.home / "settings.toml"

    def load(self, **given: str) -> Effective:
        return load_settings(given, environment=self.environment, system=self.system)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        list(read_settings(text, Path("settings.toml")))
    line = str(caught.value)
    assert line.startswith("settings.toml: ")
    assert "\n" not in line
    return line.removeprefix("settings.toml: ")


def test_without_files_all_is_default(house: House) -> None:
    effective = house.load()
    assert effective.settings == Settings(
        table=house.home / "table.toml", journal=house.home / "journal.sqlite"
    )
    assert set(effective.origins.values()) == {Origin("default")}
    assert effective.absent == effective.files == (house.system, house.own)


def test_what_is_read_later_counts(house: House) -> None:
    house.system.write_text('language = "fr"\nsound = true\ndim_after_minutes = 5\n[pins]\nok = 12')
    house.own.write_text('language = "ro"\nsound = false')
    house.environment |= {"DUBSAR_LANGUAGE": "en", "DUBSAR_LIGHT": "false"}
    effective = house.load(light="true")
    settings = effective.settings
    assert (settings.language, settings.sound, settings.light) == ("en", Sound.OFF, True)
    assert (settings.dim_after_minutes, settings.pins) == (5.0, Pins(ok=12))
    origins = effective.origins
    assert origins["language"] == Origin("environment", "DUBSAR_LANGUAGE")
    assert origins["sound"] == Origin("file", str(house.own))
    assert origins["light"] == Origin("command line")
    assert origins["dim_after_minutes"] == origins["pins.ok"] == Origin("file", str(house.system))
    assert origins["pins.score"] == Origin("default")
    assert effective.absent == ()


def test_an_empty_variable_sets_nothing(house: House) -> None:
    house.environment["DUBSAR_LANGUAGE"] = ""
    assert house.load().origins["language"] == Origin("default")


def test_paths_belong_to_the_folder_of_their_file(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/srv/dubsar")
    house.own.write_text('table = "attic/table.toml"\njournal = "~/games.sqlite"\ncamera = "shots"')
    settings = house.load().settings
    assert settings.table == house.home / "attic" / "table.toml"
    assert settings.journal == Path("/srv/dubsar/games.sqlite")
    assert settings.camera == str(house.home / "shots")
    house.environment["DUBSAR_TABLE"] = "here.toml"
    assert house.load().settings.table == tmp_path / "here.toml"
    assert house.load(table="/there.toml").settings.table == Path("/there.toml")


def test_without_a_folder_of_its_own_the_desktop_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, data = tmp_path / "config", tmp_path / "data"
    environment = {"XDG_CONFIG_HOME": str(config), "XDG_DATA_HOME": str(data)}
    effective = load_settings(environment=environment, system=tmp_path / "none")
    assert effective.files[1] == config / "dubsar" / "settings.toml"
    assert effective.settings.journal == data / "dubsar" / "journal.sqlite"
    monkeypatch.setenv("HOME", str(tmp_path))
    relative = {"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": ""}
    effective = load_settings(environment=relative, system=tmp_path / "none")
    assert effective.files[1] == tmp_path / ".config" / "dubsar" / "settings.toml"
    assert effective.settings.table == tmp_path / ".local" / "share" / "dubsar" / "table.toml"


@pytest.mark.parametrize("camera", ["auto", "pi", "virtual", "usb:0", "usb:12"])
def test_a_camera_has_a_name(camera: str) -> None:
    ((key, found),) = read_settings(f'camera = "{camera}"', Path("settings.toml"))
    assert (key.name, found) == ("camera", camera)


@pytest.mark.parametrize(
    ("size", "expected"),
    [('"auto"', None), ("[800, 480]", (800, 480)), ("[720,1280]", (720, 1280))],
)
def test_a_screen_has_a_size_or_finds_it(
    house: House, size: str, expected: tuple[int, int] | None
) -> None:
    house.own.write_text(f"[screen]\nsize = {size}\nrotation = 180")
    assert house.load().settings.screen == Screen(expected, 180)


def test_a_part_may_not_be_built_in(house: House) -> None:
    house.own.write_text('[pins]\nbuzzer = "none"\nblue = "none"\nwhy = 23')
    assert house.load().settings.pins == Pins(buzzer=None, blue=None, why=23)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("sound = 1", "sound: expected off, alarm, on, voice, true or false, found 1"),
        ('sound = "yes"', "sound: expected off, alarm, on, voice, true or false, found 'yes'"),
        ('language = "xx"', f"language: expected one of {', '.join(LANGUAGES)}, found 'xx'"),
        ("dim_after_minutes = -1", "dim_after_minutes: expected 0 (never) to 1440 minutes"),
        ("dim_after_minutes = nan", "dim_after_minutes: expected a number"),
        ('camera = "usb:x"', "camera: expected usb: and a number, as in usb:0, found 'usb:x'"),
        ('camera = ""', "camera: expected a text"),
        ("table = 7", "table: expected a text, found 7"),
        ('table = "~nobody-of-that-name/t"', "table: there is no home folder for"),
        (
            "[screen]\nrotation = 45",
            "screen.rotation: expected 0, 90, 180 or 270 degrees, found 45",
        ),
        ("[screen]\nrotation = true", "screen.rotation: expected a whole number"),
        ("[screen]\nsize = [800]", 'screen.size: expected "auto" or [width, height] of 320 to'),
        ("[screen]\nsize = [800, 48]", 'screen.size: expected "auto" or'),
        ("[screen]\nsize = [800.0, 480]", 'screen.size: expected "auto" or'),
        ("[pins]\nok = 28", "pins.ok: expected the number of a GPIO (BCM), 2 to 27, or"),
        ("[pins]\nok = true", "pins.ok: expected the number of a GPIO"),
        ("[pins]\nok = 0", "pins.ok: expected the number of a GPIO"),
        ("screen = 5", "screen: expected a table of keys, found a number"),
        ("format = 2", "format: expected 1, found 2"),
        ("sound = ", "not valid TOML"),
    ],
)
def test_a_wrong_value_is_one_line_with_file_key_and_what_was_expected(
    text: str, line: str
) -> None:
    assert refusal(text).startswith(line)


@pytest.mark.parametrize(
    ("text", "unknown", "nearest"),
    [
        ('langauge = "fr"', "langauge", "language"),
        ("rotation = 90", "rotation", "screen.rotation"),
        ("[screen]\nrotate = 90", "screen.rotate", "screen.rotation"),
        ('[screen]\nlanguage = "fr"', "screen.language", "language"),
        ("[pin]\nok = 4", "pin", "pins"),
        ("[pins]\nbuzer = 4", "pins.buzer", "pins.buzzer"),
        ("dim-after-minutes = 4", "dim-after-minutes", "dim_after_minutes"),
        ("fromat = 1", "fromat", "format"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_right_one(
    text: str, unknown: str, nearest: str
) -> None:
    assert refusal(text) == f"{unknown}: unknown key; the nearest is {nearest}"


def test_a_wrong_variable_is_named(house: House) -> None:
    house.environment["DUBSAR_SCREEN_ROTATION"] = "45"
    with pytest.raises(InputError, match=r"^DUBSAR_SCREEN_ROTATION: screen\.rotation: expected 0"):
        house.load()


def test_a_wrong_option_is_named(house: House) -> None:
    with pytest.raises(InputError, match=r"^command line: sound: expected off, alarm, on"):
        house.load(sound="loud")


@pytest.mark.parametrize("text", ["fr", '"fr"', "'fr'"])
def test_a_text_in_the_environment_needs_no_quotes(house: House, text: str) -> None:
    house.environment["DUBSAR_LANGUAGE"] = text
    assert house.load().settings.language == "fr"


def test_two_parts_on_one_pin_are_refused_where_that_was_set(house: House) -> None:
    house.own.write_text("[pins]\nscore = 5")
    with pytest.raises(InputError) as caught:
        house.load()
    assert str(caught.value) == f"{house.own}: pins.score: GPIO 5 is that of pins.back already"
    house.own.write_text("[pins]\nscore = 5\nback = 24")
    assert house.load().settings.pins == Pins(score=5, back=24)


def test_an_unreadable_file_is_named(house: House) -> None:
    house.own.mkdir()
    with pytest.raises(InputError, match=f"^{house.own}: cannot be read"):
        house.load()


def test_a_user_without_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", classmethod(fail))
    with pytest.raises(InputError, match=r"^DUBSAR_HOME: this user has no home folder"):
        load_settings(environment={})


def test_every_field_of_the_settings_is_a_key() -> None:
    top = asdict(Settings())
    flat = [
        f"{name}.{inner}" if isinstance(value, dict) else name
        for name, value in top.items()
        for inner in (value if isinstance(value, dict) else [name])
    ]
    assert [key.dotted for key in KEYS] == flat
    assert len({variable(key) for key in KEYS}) == len(KEYS)


@given(st.text(min_size=1).filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text)))
def test_any_text_is_written_so_that_it_is_read_again(text: str) -> None:
    assert parse_toml(f"key = {toml(text)}", "file").take("key") == text


@given(st.floats(0, 1440) | st.integers(0, 1440) | st.booleans() | st.tuples(st.integers()))
def test_any_value_is_written_so_that_it_is_read_again(value: float | tuple[int]) -> None:
    read = parse_toml(f"key = {toml(value)}", "file").take("key")
    assert read == (list(value) if isinstance(value, tuple) else value)
