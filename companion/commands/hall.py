"""`dubsar hall`: the club's page, with all tables of a broker."""

import argparse

from companion.commands import Subparsers
from companion.language import LANGUAGES
from companion.messages import result
from engine.errors import InputError


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "hall",
        help="the club's page: all tables of a broker at a glance, and their results",
        description="Show all tables that publish at a broker on one page, each large as well, and "
        "keep their games. It needs neither camera nor display, and runs until Ctrl-C. What is not "
        "said here of the broker is taken from the settings.",
    )
    parser.add_argument("--broker", metavar="HOST", help="in place of the one that is set")
    parser.add_argument("--port", metavar="N", help="the TCP port of the page (default: 8337)")
    parser.add_argument(
        "--games",
        metavar="WHERE",
        help="what keeps the games: a file (default: hall.sqlite), or the DSN of a PostgreSQL "
        "database, such as postgresql://hall@localhost/club",
    )
    parser.add_argument("--language", choices=LANGUAGES, help="of the page, if not the one set")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run until it is ended; raises InputError where there is no broker."""
    from companion.hall.games import Games  # noqa: PLC0415
    from companion.hall.running import Hall, run_hall  # noqa: PLC0415 - imports OpenCV and pygame
    from companion.language import Language  # noqa: PLC0415
    from companion.live.program import stop_requests  # noqa: PLC0415
    from companion.settings import load_settings  # noqa: PLC0415
    from companion.web.secret import Evenings  # noqa: PLC0415

    given = {
        name: value
        for name, value in (
            ("mqtt.broker", arguments.broker),
            ("web.port", arguments.port),
            ("language", arguments.language),
        )
        if value is not None
    }
    settings = load_settings(given).settings
    if not settings.mqtt.broker:
        raise InputError("--broker", "", "name the broker here, or in [mqtt] of the settings")
    folder, words = settings.journal.parent, Language(settings.language)
    with (
        Games(arguments.games or str(folder / "hall.sqlite")) as games,
        Hall(
            settings.mqtt, games, words, port=settings.web.port, evenings=Evenings(folder)
        ) as hall,
        stop_requests() as stop,
    ):
        result(hall.addresses.view, flush=True)
        run_hall(hall, stop)
    return 0
