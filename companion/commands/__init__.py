"""A module a command, imported when that is asked for.

Each has ``add_arguments``, which says what the command does and what may be said to it, and
``run``, which does it and gives the exit status.

What only some of a command's verbs need, or cannot do without on every computer, is imported late.
"""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.language import LANGUAGES


def add_language(
    parser: argparse.ArgumentParser, of: str = "words", default: str | None = "en"
) -> None:
    """Add the option for a language; by ``default`` None it is the one that is set."""
    usual = f" (default: {default})" if default else " (default: the configured one)"
    parser.add_argument(
        "--language", choices=LANGUAGES, default=default, help=f"language of the {of}{usual}"
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


def add_frames(parser: argparse.ArgumentParser) -> None:
    """Add what names pictures, and the table file by which they are read."""
    parser.add_argument(
        "--table", type=Path, required=True, metavar="TABLE", help="the table file (table.toml)"
    )
    parser.add_argument(
        "frames", type=Path, nargs="+", metavar="FRAME", help="pictures, in the order taken"
    )


def whole_number(least: int) -> Callable[[str], int]:
    """Make the type of an argument that is a whole number from ``least``."""

    def parsed(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(
                f"expected a whole number from {least}, found {text!a}"
            )
        return int(text)

    return parsed
