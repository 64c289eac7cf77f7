"""Settings changed on the screen: at once, for the next time too, and never against their owner."""

from pathlib import Path

import pytest

from companion.pages.settings import SettingsPage
from companion.session.session import Session
from companion.settings import Settings, load_settings
from companion.settings.values import Sound
from companion.settings.writing import Keeper
from companion.ui.texts import Message
from hardware.panel import Button
from tests.companion.pages.evening import Evening, evening
from tests.companion.pages.hands import (
    Choose,
    choose_by_buttons,
    choose_by_touch,
    menu,
    press,
    rows,
)
from tests.sampled import few

WAYS = pytest.mark.parametrize("choose", few(1, [choose_by_touch, choose_by_buttons]))
TAUGHT = "format = 1\n\n[camera]\n"


def keep(one: Evening, home: Path, **environment: str) -> Settings:
    """Let settings be kept in a folder; give what is in force."""
    variables = {"DUBSAR_HOME": str(home), **environment}
    effective = load_settings(environment=variables, system=home / "none.toml")
    one.session.change(effective.settings)
    one.session.keeper = Keeper(effective)
    return effective.settings


def again(home: Path) -> Settings:
    """Read the settings as the next start of the program does."""
    variables = {"DUBSAR_HOME": str(home)}
    return load_settings(environment=variables, system=home / "none.toml").settings


def row(session: Session, title: str) -> str:
    """Give the value of a setting as shown."""
    return next(one.value for one in menu(session).rows if one.text == title)


@WAYS
def test_each_setting_counts_at_once_and_the_next_time(tmp_path: Path, choose: Choose) -> None:
    (tmp_path / "table.toml").write_text(TAUGHT)
    (tmp_path / "attic").mkdir()
    (tmp_path / "attic" / "table.toml").write_text(TAUGHT)
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        keep(one, tmp_path)
        choose(session, "Settings")
        choose(session, "Light on the panel")
        choose(session, "Rotate the screen")
        for title, value in (
            ("Sound", "with a voice"),
            ("Dim the screen", "never"),
            ("Camera", "webcam 1"),
            ("Table file", "attic/table"),
            ("Language", "Română"),
        ):
            choose(session, title)
            choose(session, value)
        assert session.screen.title == "Setări"
        assert session.screen.turned
        for settings in (session.settings, again(tmp_path)):
            assert settings.language == "ro"
            assert settings.sound is Sound.VOICE
            assert not settings.light
            assert settings.dim_after_minutes == 0
            assert settings.screen.rotation == 180
            assert settings.camera == "usb:1"
            assert settings.table == tmp_path / "attic" / "table.toml"


def test_an_upright_screen_stays_upright_when_it_is_turned_round(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        keep(one, tmp_path, DUBSAR_CAMERA="/far/away/pictures")
        (tmp_path / "settings.toml").write_text("[screen]\nrotation = 90 # upright\n")
        one.session.change(again(tmp_path))
        choose_by_buttons(one.session, "Settings")
        assert row(one.session, "Rotate the screen") == "off"
        choose_by_buttons(one.session, "Rotate the screen")
        assert again(tmp_path).screen.rotation == 270
        assert one.session.screen.turned
        assert "# upright" in (tmp_path / "settings.toml").read_text()
        choose_by_buttons(one.session, "Rotate the screen")
        assert one.session.settings.screen.rotation == 90
        assert not one.session.screen.turned


def test_what_the_environment_sets_is_shown_as_fixed(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        keep(one, tmp_path, DUBSAR_SOUND="true")
        choose_by_buttons(one.session, "Settings")
        assert row(one.session, "Sound") == "on (fixed)"
        choose_by_buttons(one.session, "Sound")
        body = one.session.screen.body
        assert isinstance(body, Message)
        assert "DUBSAR_SOUND" in body.text
        press(one.session, Button.OK)
        assert one.session.settings.sound is Sound.ON
        assert not (tmp_path / "settings.toml").exists()


def test_where_the_file_cannot_be_written_the_setting_counts_for_this_evening(
    tmp_path: Path,
) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        keep(one, tmp_path)
        (tmp_path / "settings.toml").mkdir()
        choose_by_buttons(one.session, "Settings")
        choose_by_buttons(one.session, "Light on the panel")
        body = one.session.screen.body
        assert isinstance(body, Message)
        assert body.path == str(tmp_path / "settings.toml")
        press(one.session, Button.OK)
        assert not one.session.settings.light
        assert isinstance(one.session.page, SettingsPage)


def test_without_a_file_settings_count_for_this_evening(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        choose_by_touch(one.session, "Settings")
        choose_by_touch(one.session, "Language")
        assert {"English", "Français", "Română"} <= {*rows(one.session)}
        choose_by_touch(one.session, "Français")
        assert one.session.screen.title == "Réglages"
        press(one.session, Button.BACK)
        assert rows(one.session)[0] == "Nouvelle partie"


def test_what_the_household_set_by_hand_is_offered_too(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        keep(one, tmp_path)
        text = 'camera = "/films/evening.mp4"\ndim_after_minutes = 7\n'
        (tmp_path / "settings.toml").write_text(text)
        one.session.change(again(tmp_path))
        choose_by_buttons(one.session, "Settings")
        assert row(one.session, "Camera") == "evening.mp4"
        assert row(one.session, "Dim the screen") == "after 7 minutes"
        choose_by_buttons(one.session, "Camera")
        choose_by_buttons(one.session, "evening.mp4")
        assert again(tmp_path).camera == "/films/evening.mp4"
