"""`dubsar config`: the settings in force, and where each comes from."""

import argparse

from companion.commands import given
from companion.language import LANGUAGES, Language
from companion.messages import result
from companion.settings.layers import load_settings
from companion.settings.text import effective_text, template


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command does, and what may be said to it."""
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
