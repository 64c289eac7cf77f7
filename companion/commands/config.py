"""`dubsar config`: the settings in force and where each comes from, or a template to fill in."""

import argparse
import os
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.commands import given
from companion.language import LANGUAGES, Language, said
from companion.messages import result
from companion.settings.keys import KEYS, SECTIONS, WORDS, Key
from companion.settings.layers import (
    FORMAT,
    SYSTEM,
    Effective,
    Origin,
    default_values,
    load_settings,
    user_file,
)
from companion.settings.values import toml


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print the settings in force as a settings file, each with where it comes "
        "from: default, file, environment or command line."
    )
    parser.add_argument(
        "--template",
        action="store_true",
        help="print a settings file with every key explained, to be filled in",
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        help="of the words, in place of the one that is set (of a template by default: en)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the settings; raises InputError when one is wrong."""
    if arguments.template:
        result(template(Language(arguments.language or "en")))
        return 0
    effective = load_settings(given({"language": arguments.language}))
    result(effective_text(effective, Language(effective.settings.language)))
    return 0


WIDTH: Final = 96
"""Characters in a line of comment."""
HEAD: Final = (
    said("Settings of dubsar. To set a key, remove the # before it."),
    said("This file is looked for at {system}, then at {user}; what is read later counts."),
    said(
        "After the files the environment counts, in capitals (DUBSAR_LANGUAGE, "
        "DUBSAR_SCREEN_ROTATION), then the command line."
    ),
)
ORIGINS: Final = {
    "default": said("default"),
    "environment": said("environment variable {name}"),
    "command line": said("command line"),
}
READ: Final = said("read: {file}")
ABSENT: Final = said("not there: {file}")


def template(language: Language) -> str:
    """Write a settings file with every key explained and commented out at its default."""
    defaults = default_values(os.environ)
    places = {"system": _shown(str(SYSTEM)), "user": _shown(str(user_file(os.environ)))}

    def lines(key: Key) -> Iterator[str]:
        yield ""
        yield from _comment(language.say(key.about, **key.facts))
        yield f"#{_assignment(key, defaults[key.dotted])}"

    head = (line for one in HEAD for line in _comment(language.say(one, **places)))
    return "\n".join([*head, "", *_file(language, lines)])


def effective_text(effective: Effective, language: Language) -> str:
    """Write the settings in force, each with its origin as a comment."""

    def lines(key: Key) -> Iterator[str]:
        line = _assignment(key, effective.values[key.dotted])
        yield f"{line}  # {_origin(effective.origins[key.dotted], language)}"

    def found(file: Path) -> str:
        saying = ABSENT if file in effective.absent else READ
        return f"# {language.say(saying, file=_shown(str(file)))}"

    files = map(found, effective.files)
    return "\n".join([*files, "", *_file(language, lines)])


def _file(language: Language, lines: Callable[[Key], Iterator[str]]) -> Iterator[str]:
    """Yield the lines of a settings file, each key's by ``lines``."""
    yield f"format = {FORMAT}"
    section = ""
    for key in KEYS:
        if key.section != section:
            section = key.section
            yield ""
            yield from _comment(language.say(SECTIONS[section], **WORDS))
            yield f"[{section}]"
        yield from lines(key)


def _assignment(key: Key, value: object) -> str:
    return f"{key.name} = {toml(key.none if value is None else value)}"


def _origin(origin: Origin, language: Language) -> str:
    if origin.kind == "file":
        return _shown(origin.name)
    return language.say(ORIGINS[origin.kind], name=origin.name)


def _comment(text: str) -> Iterator[str]:
    # Paths and hyphenated words stay whole.
    lines = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return (f"# {line}" for line in lines)


def _shown(path: str) -> str:
    return toml(path)[1:-1]
