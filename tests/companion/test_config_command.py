"""`dubsar config`: the settings in force, and a template to fill in."""

import itertools
import re
from pathlib import Path

import pytest

from companion import cli
from companion.language import LANGUAGES
from companion.settings.keys import KEYS
from companion.settings.layers import default_values, read_settings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the program an empty folder, and nothing set but that."""
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path))
    monkeypatch.setattr("companion.settings.layers.SYSTEM", tmp_path / "none.toml")
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(["config", *arguments]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def values(text: str) -> dict[str, object]:
    return {key.dotted: value for key, value in read_settings(text, Path("settings.toml"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_template_as_it_is_sets_nothing(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    assert values(printed(capsys, "--template", "--language", language)) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_template_with_all_keys_set_holds_every_default(
    capsys: pytest.CaptureFixture[str], home: Path, language: str
) -> None:
    text = printed(capsys, "--template", "--language", language)
    every = re.sub(r"^#(?=\w)", "", text, flags=re.MULTILINE)
    assert values(every) == default_values({"DUBSAR_HOME": str(home)})
    assert len(values(every)) == len(KEYS)


def test_the_template_explains_each_key_above_it(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--template").splitlines()
    for key in KEYS:
        above = [
            before
            for before, line in itertools.pairwise(lines)
            if line.startswith(f"#{key.name} = ")
        ]
        assert len(above) == 1
        assert re.match("# .{10}", above[0])


def test_the_settings_in_force_name_their_origins(
    capsys: pytest.CaptureFixture[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = home / "settings.toml"
    file.write_text("sound = true\n[screen]\nsize = [800, 480]")
    monkeypatch.setenv("DUBSAR_PINS_BUZZER", "none")
    text = printed(capsys, "--language", "en")
    lines = text.splitlines()
    assert lines[0] == f"# not there: {home / 'none.toml'}"
    assert lines[1] == f"# read: {file}"
    assert 'language = "en"  # command line' in lines
    assert f'sound = "on"  # {file}' in lines
    assert f"size = [800, 480]  # {file}" in lines
    assert 'buzzer = "none"  # environment variable DUBSAR_PINS_BUZZER' in lines
    assert "light = true  # default" in lines


def test_what_is_printed_can_be_kept_as_a_file(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    (home / "settings.toml").write_text('light = false\ncamera = "usb:1"\n[pins]\nred = "none"')
    first = printed(capsys)
    (home / "settings.toml").write_text(first)
    again = printed(capsys)
    assert values(again) == values(first)
    assert "default" not in again


def test_it_speaks_the_language_that_is_set(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    (home / "settings.toml").write_text('language = "fr"')
    assert 'sound = "alarm"  # par défaut' in printed(capsys).splitlines()
    assert 'sound = "alarm"  # implicit' in printed(capsys, "--language", "ro").splitlines()


def test_a_wrong_file_is_one_line_and_the_template_comes_all_the_same(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    file = home / "settings.toml"
    file.write_text("sond = true")
    assert cli.main(["config"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == f"dubsar: {file}: sond: unknown key; the nearest is sound\n"
    assert printed(capsys, "--template")
