"""The command line: finds the command, and turns whatever goes wrong into one clear line."""

import argparse
import io
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from companion.messages import COMMAND_LINE
from engine.errors import InputError
from engine.games import GAMES

OK: Final = 0
FAILED: Final = 1
CALLED_WRONGLY: Final = 2
INTERRUPTED: Final = 130
DEBUG: Final = "DUBSAR_DEBUG"
COMMANDS: Final = {
    "demo": "watch a game being followed on a virtual table",
    "play": "follow a real game: camera, screen and buttons",
    "calibrate": "teach a board and a camera position",
    "read": "say what the camera sees in each frame, without rules",
    "track": "read frames in order and explain them by the rules",
    "replay": "play a record through the rules",
    "explain": "tell why: every rule consulted for an event, and what it found",
    "games": "the games in the journal",
    "hall": "the club's page: all tables of a broker at a glance, and their results",
    "board": "check, draw, share and print boards",
    "config": "show the settings in force, and where each comes from",
    "doctor": "check camera, display, buttons, disk, clock, groups and versions",
}
"""Each command, the module of its name in ``companion.commands``, and what it is for."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status of the process.

    0: it did its work. 1: the input or the table made that impossible, and standard error says
    why in one line. 2: it was called wrongly. 130: interrupted from the keyboard.
    """
    _open_closed_streams()
    _speak_utf8()
    given = sys.argv[1:] if argv is None else argv
    parser = _parser(next((one for one in given if one in COMMANDS), None))
    try:
        arguments = parser.parse_args(given)
    except SystemExit as stop:  # argparse has said what is wrong, or printed the help asked for
        return stop.code if isinstance(stop.code, int) else FAILED
    if arguments.version:
        return _print_version()
    if "run" not in arguments:
        parser.print_help(sys.stderr)
        return CALLED_WRONGLY
    return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    try:
        status = int(arguments.run(arguments))
        sys.stdout.flush()
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough
        _abandon_output()
        return FAILED
    except Exception as error:  # noqa: BLE001 - a user never sees a traceback unasked
        if os.environ.get(DEBUG):
            traceback.print_exc()
        _abandon_output()  # first what came before, as both may go to the same place
        _complain(_explain(error))
        said_here = isinstance(error, InputError) and error.file == COMMAND_LINE
        return CALLED_WRONGLY if said_here else FAILED
    return status


def _parser(wanted: str | None) -> argparse.ArgumentParser:
    """Make what reads the command line; of all commands only the one that is wanted is loaded."""
    games = " and ".join(game.capitalize() for game in GAMES)
    parser = argparse.ArgumentParser(
        prog="dubsar",
        description=f"Companion for the board games {games}: camera, rules and score.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, about in COMMANDS.items():
        command = subparsers.add_parser(name, help=about)
        if name == wanted:
            module = command_of(name)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


def command_of(name: str) -> ModuleType:
    """Load the module of a command."""
    return import_module(f"companion.commands.{name}")


def _print_version() -> int:
    from importlib.metadata import version  # noqa: PLC0415 - slow to import, seldom wanted

    print("dubsar", version("dubsar"))  # noqa: T201 - a result goes to standard output
    return OK


def _open_closed_streams() -> None:
    """Write into nowhere where standard output or error was closed; Python has None there."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for good
            setattr(sys, name, nowhere)


def _speak_utf8() -> None:
    """Print UTF-8 whatever the locale: names and records are UTF-8 (formats)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _explain(error: Exception) -> str:
    if isinstance(error, InputError) or _is_camera_error(error):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'input or output'}: {error.strerror}"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"internal error ({what}); please report; run with {DEBUG}=1 for details"


def _is_camera_error(error: Exception) -> bool:
    """Tell an error of the camera, without importing what a command did not need."""
    camera = sys.modules.get("hardware.camera")
    return camera is not None and isinstance(error, camera.CameraError)


def _complain(text: str) -> None:
    print("dubsar:", " ".join(text.split()), file=sys.stderr)  # noqa: T201 - this is the place


def _abandon_output() -> None:
    """Point standard output nowhere, so that Python's own last flush cannot fail again."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
