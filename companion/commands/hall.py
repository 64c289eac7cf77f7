"""`dubsar hall`: the club's page, with all tables of a broker."""

import argparse

from companion.commands import add_language, given
from companion.hall.games import Games
from companion.hall.running import Hall, run_hall
from companion.language import Language
from companion.live.program import stop_requests
from companion.messages import result
from companion.settings import load_settings
from companion.web.guard import Evenings
from engine.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show all tables that publish at a broker on one page, each large as well, and "
        "keep their games. It needs neither camera nor display, and runs until Ctrl-C: a broker "
        "that cannot be reached is tried again and again. What is not said here of the broker is "
        "taken from the settings; where none names one, it ends at once."
    )
    parser.add_argument("--broker", metavar="HOST", help="in place of the one that is set")
    parser.add_argument("--port", metavar="N", help="the TCP port of the page (default: 8337)")
    parser.add_argument(
        "--games",
        metavar="WHERE",
        help="what keeps the games: a file (default: hall.sqlite), or the DSN of a PostgreSQL "
        "database, such as postgresql://hall@localhost/club",
    )
    add_language(parser, of="page", default=None)


def run(arguments: argparse.Namespace) -> int:
    """Run until it is ended; raises InputError where there is no broker."""
    options = given(
        {
            "mqtt.broker": arguments.broker,
            "web.port": arguments.port,
            "language": arguments.language,
        }
    )
    settings = load_settings(options).settings
    if not settings.mqtt.broker:
        wrong = (
            "no MQTT broker is named: name the broker here, as in “dubsar hall --broker "
            "192.168.1.2”, or set broker in [mqtt] of the settings"
        )
        raise InputError("--broker", "", wrong)
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
