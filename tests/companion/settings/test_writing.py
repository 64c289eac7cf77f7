"""What is changed on the screen is written into the user's file, and nothing else is touched."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands.config import template
from companion.language import Language
from companion.settings import load_settings
from companion.settings.keys import KEYS, Settings, with_one
from companion.settings.layers import read_settings
from companion.settings.values import Sound
from companion.settings.writing import BY_NAME, Keeper, with_value
from engine.errors import InputError

EVENING = """\
# ours
format = 1
language = "en"   # the children read "English" # best
#sound = "alarm"

[pins]  # soldered by Ion
score = 17

# the old screen
[screen]
# rotation = 90
size = [
  800,  # wide
  480,
]
"""


def setting(text: str, name: str, value: object) -> str:
    return with_value(text, BY_NAME[name], value)


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = before.splitlines(), after.splitlines()
    return [one for one in old if one not in new], [one for one in new if one not in old]


def test_a_key_that_is_there_changes_in_its_line() -> None:
    gone, come = changed_lines(EVENING, setting(EVENING, "language", "ro"))
    assert gone == ['language = "en"   # the children read "English" # best']
    assert come == ['language = "ro"   # the children read "English" # best']


def test_a_value_on_several_lines_is_replaced_as_one() -> None:
    changed = setting(EVENING, "screen.size", (1280, 800))
    assert "size = [1280, 800]\n" in changed
    assert "480" not in changed


@pytest.mark.parametrize(
    ("name", "value", "line", "before"),
    [
        ("screen.rotation", 180, "rotation = 180", "# rotation = 90"),
        ("sound", Sound.ON, 'sound = "on"', '#sound = "alarm"'),
        ("light", False, "light = false", 'language = "en"   # the children read "English" # best'),
        ("pins.buzzer", None, 'buzzer = "none"', "score = 17"),
    ],
)
def test_a_new_key_goes_into_its_table(name: str, value: object, line: str, before: str) -> None:
    changed = setting(EVENING, name, value)
    gone, come = changed_lines(EVENING, changed)
    assert (gone, come) == ([], [line])
    lines = changed.splitlines()
    assert lines.index(line) == lines.index(before) + 1


def test_a_new_table_goes_to_the_end() -> None:
    assert setting("format = 1", "screen.rotation", 180).endswith("\n\n[screen]\nrotation = 180\n")


def test_an_empty_file_becomes_a_settings_file() -> None:
    assert setting("", "language", "fr") == 'format = 1\nlanguage = "fr"\n'


def test_in_the_template_a_value_goes_below_what_explains_it() -> None:
    text = template(Language("en"))
    for key in KEYS:
        default = True if key.default is None else key.default
        lines = with_value(text, key, None if key.default is None else default).splitlines()
        at = next(i for i, line in enumerate(lines) if line.startswith(f"{key.name} = "))
        assert lines[at - 1].startswith(f"#{key.name} = ")


def test_dotted_keys_and_the_ends_of_lines_stay_as_they_are() -> None:
    text = "format = 1\r\nscreen.rotation = 0 # upright\r\n\"language\" = 'en'\r\n"
    assert setting(text, "screen.rotation", 180) == text.replace("= 0", "= 180")
    assert setting(text, "language", "fr") == text.replace("'en'", '"fr"')


@pytest.mark.parametrize(
    "text", ["screen = { rotation = 90 }\n", "language = \n", 'x = """\nlanguage = "en"\n']
)
def test_what_cannot_be_changed_safely_is_left_alone(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        setting(text, "screen.rotation", 180)


VALUES: dict[str, object] = {
    "language": "ro",
    "sound": Sound.VOICE,
    "dim_after_minutes": 0.5,
    "camera": 'a "strange" # name',
    "screen.rotation": 270,
    "screen.size": None,
    "pins.buzzer": None,
}


@given(st.permutations([*VALUES]), st.sampled_from(["", EVENING, "\n# a\n", "[pins]"]))
def test_what_was_written_in_any_order_is_what_is_read(names: list[str], text: str) -> None:
    for name in names:
        text = setting(text, name, VALUES[name])
    found = {key.dotted: value for key, value in read_settings(text, Path("/settings.toml"))}
    expected = {**VALUES, "camera": f"/{VALUES['camera']}"}
    assert {name: found[name] for name in VALUES} == expected


def test_it_counts_the_next_time(tmp_path: Path) -> None:
    environment = {"DUBSAR_HOME": str(tmp_path / "home"), "DUBSAR_SOUND": "true"}
    system = tmp_path / "none.toml"
    keeper = Keeper(load_settings(environment=environment, system=system))
    keeper.keep("language", "fr")
    keeper.keep("table", tmp_path / "other" / "table.toml")
    keeper.keep("language", "ro")
    again = load_settings(environment=environment, system=system)
    assert again.settings.language == "ro"
    assert again.settings.table == tmp_path / "other" / "table.toml"
    assert [*keeper.file.parent.iterdir()] == [keeper.file]


def test_what_the_environment_says_cannot_be_overruled(tmp_path: Path) -> None:
    environment = {"DUBSAR_HOME": str(tmp_path), "DUBSAR_SOUND": "true"}
    keeper = Keeper(load_settings({"light": "false"}, environment=environment))
    fixed = {name: origin.name for name in BY_NAME if (origin := keeper.fixed(name))}
    assert fixed == {"sound": "DUBSAR_SOUND", "light": ""}


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    environment = {"DUBSAR_HOME": str(tmp_path / "home")}
    keeper = Keeper(load_settings(environment=environment))
    (tmp_path / "home").write_text("in the way")
    with pytest.raises(InputError, match=r"settings\.toml: cannot be written") as caught:
        keeper.keep("language", "fr")
    assert "\n" not in str(caught.value)
    (tmp_path / "home").unlink()
    (tmp_path / "home").mkdir()
    keeper.file.write_text("language = \n")
    with pytest.raises(InputError, match=r"settings\.toml: language: cannot be set here"):
        keeper.keep("language", "fr")
    assert keeper.file.read_text() == "language = \n"


def test_a_link_stays_a_link_and_keeps_its_permissions(tmp_path: Path) -> None:
    real, own = tmp_path / "dotfiles.toml", tmp_path / "settings.toml"
    real.write_text("format = 1\n")
    real.chmod(0o600)
    own.symlink_to(real)
    Keeper(load_settings(environment={"DUBSAR_HOME": str(tmp_path)})).keep("sound", Sound.ON)
    assert own.is_symlink()
    assert real.read_text() == 'format = 1\nsound = "on"\n'
    assert real.stat().st_mode & 0o777 == 0o600


def test_one_setting_changes_and_no_other() -> None:
    changed = with_one(with_one(Settings(), "screen.rotation", 180), "language", "fr")
    assert changed.screen.rotation == 180
    assert changed.language == "fr"
    assert with_one(with_one(changed, "screen.rotation", 0), "language", "en") == Settings()
