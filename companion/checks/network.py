"""Whether what is switched on of the network can be used: the page for phones, the broker."""

import errno
import socket
import ssl
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.checks.verdict import Context, Grade, Verdict
from companion.settings import Mqtt

UNIT: Final = Path("etc/systemd/system/dubsar.service")
DROP_IN: Final = Path("etc/systemd/system/dubsar.service.d/network.conf")
"""What lets the appliance's service reach the local network."""
PATIENCE: Final = 3.0
"""Seconds in which a broker must answer."""
NEEDED: Final = ("starlette", "uvicorn", "segno")


def phones(context: Context) -> Iterator[Verdict]:
    """Look whether the page for phones can be served, where it is switched on."""
    say, port = context.words.say, context.settings.web.port
    if not context.settings.web.on:
        yield Verdict(Grade.OK, say("phones: switched off, nothing listens"))
        return
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        text = say(
            "phones: {names} are not installed; set it up again: sudo make install",
            names=", ".join(missing),
        )
        yield Verdict(Grade.CAREFUL, text)
    elif _is_shut_in(context):
        text = say("phones: the service may not use the network yet; type: sudo make install")
        yield Verdict(Grade.CAREFUL, text)
    elif _is_taken(port):
        text = say(
            "phones: port {port} is in use; stop the other program, perhaps another dubsar, or "
            "choose another port in the settings",
            port=str(port),
        )
        yield Verdict(Grade.CAREFUL, text)
    else:
        yield Verdict(Grade.OK, say("phones: port {port} is free", port=str(port)))


def broker(context: Context) -> Iterator[Verdict]:
    """Look whether the broker answers, and is who it should be, where one is set."""
    say, given = context.words.say, context.settings.mqtt
    values = {"broker": f"{given.broker}:{given.broker_port}"}
    if not given.broker:
        yield Verdict(Grade.OK, say("broker: none is set, nothing is published"))
        return
    if _is_shut_in(context):
        text = say("broker: the service may not use the network yet; type: sudo make install")
        yield Verdict(Grade.CAREFUL, text)
        return
    try:
        _reach(given)
    except OSError as error:
        text = say(
            "broker: {broker} cannot be reached ({why}); what happens is sent when it can. Look at "
            "the network and at [mqtt] in the settings; TLS also needs the right time",
            **values,
            why=error.strerror or str(error),
        )
        yield Verdict(Grade.CAREFUL, text)
    else:
        yield Verdict(Grade.OK, say("broker: {broker} answers", **values))


def _reach(given: Mqtt) -> None:
    """Connect, and let the broker show its certificate; raises OSError."""
    with socket.create_connection((given.broker, given.broker_port), PATIENCE) as line:
        if given.tls:
            context = ssl.create_default_context(cafile=given.ca_file or None)
            context.wrap_socket(line, server_hostname=given.broker).close()


def _is_shut_in(context: Context) -> bool:
    """Tell whether the appliance's service is there, and may not use the network."""
    return (context.root / UNIT).exists() and not (context.root / DROP_IN).exists()


def _is_taken(port: int) -> bool:
    try:
        socket.create_server(("", port)).close()
    except OSError as error:
        return error.errno == errno.EADDRINUSE
    return False
