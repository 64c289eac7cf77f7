"""A module a command, imported when that is asked for; each has ``add_arguments`` and ``run``.

What only some of a command's verbs need, or cannot do without on every computer, is imported late.
"""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.language import LANGUAGES


def add_language(parser: argparse.ArgumentParser, of: str = "words") -> None:
    """Add the option for the language in which something is said."""
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help=f"of the {of} (default: en)"
    )


def add_other_language(parser: argparse.ArgumentParser, of: str = "words") -> None:
    """Add the option for another language than the one that is set."""
    parser.add_argument(
        "--language", choices=LANGUAGES, help=f"of the {of}, in place of the one that is set"
    )


def given(options: Mapping[str, object]) -> dict[str, str]:
    """Give the settings that the command line sets, of those that its options could."""
    return {name: str(value) for name, value in options.items() if value is not None}


def add_record(parser: argparse.ArgumentParser) -> None:
    """Add what names a record, and the option for the board that it was played on."""
    parser.add_argument(
        "record", type=Path, metavar="RECORD", help="the record (*.jsonl), or a game's zip"
    )
    parser.add_argument("--board", type=Path, metavar="FILE", help="the board it was played on")


def whole_number(least: int) -> Callable[[str], int]:
    """Make the type of an argument that is a whole number from ``least``."""

    def parsed(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(
                f"expected a whole number from {least}, found {text!a}"
            )
        return int(text)

    return parsed
