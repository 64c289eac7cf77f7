"""Which settings count; whatever is wrong with them is told, and the defaults are checked."""

from collections.abc import Mapping

from companion.checks.verdict import Grade, Surroundings, Verdict
from companion.language import Language
from companion.settings import Settings, load_settings
from companion.settings.layers import default_settings
from engine.errors import InputError


def settings(
    given: Mapping[str, str], environment: Mapping[str, str]
) -> tuple[Surroundings, Verdict]:
    """Load the settings, ``given`` those of the command line, and say where they come from."""
    try:
        effective = load_settings(given, environment=environment)
    except InputError as error:
        around = _around(default_settings(environment), given, environment)
        say = around.words.say
        told = say(
            "settings: {error}; each is explained by: dubsar config --template", error=str(error)
        )
        return around, Verdict(Grade.WRONG, told)
    around = _around(effective.settings, given, environment)
    read = [str(file) for file in effective.files if file not in effective.absent]
    if read:
        told = around.words.say("settings: {files}", files=", ".join(read))
    else:
        told = around.words.say("settings: no file, so all are as they come")
    return around, Verdict(Grade.OK, told)


def _around(
    found: Settings, given: Mapping[str, str], environment: Mapping[str, str]
) -> Surroundings:
    return Surroundings(found, Language(given.get("language", found.language)), environment)
