"""Whether what is switched on of the network can be used: the page for phones, the broker."""

import errno
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Final, cast

from companion.checks.verdict import Context, Verdict
from companion.settings import Mqtt

UNIT: Final = Path("etc/systemd/system/dubsar.service")
DROP_IN: Final = Path("etc/systemd/system/dubsar.service.d/network.conf")
"""What lets the appliance's service reach the local network."""
LISTENS: Final = "SocketBindAllow=ipv4:tcp:{}\n"
"""What stands there where it may also listen at a port."""
PATIENCE: Final = 3.0
"""Seconds in which a broker must answer."""
SOON: Final = timedelta(days=14)
"""Before a certificate ends it is said so long."""
NEEDED: Final = ("starlette", "uvicorn", "segno")


def phones(context: Context) -> Iterator[Verdict]:
    """Look whether the page for phones can be served, where it is switched on."""
    port = context.settings.web.port
    if not context.settings.web.on:
        yield context.ok("phones: switched off, nothing listens")
        return
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        yield context.careful(
            "phones: {names} are not installed; set it up again: sudo make install",
            names=", ".join(missing),
        )
    elif _is_shut_in(context, LISTENS.format(port)):
        yield context.careful(
            "phones: the service may not use the network yet; type: sudo make install"
        )
    elif _is_taken(port):
        yield context.careful(
            "phones: port {port} is in use; stop the other program, perhaps another dubsar, or "
            "choose another port in the settings",
            port=port,
        )
    else:
        yield context.ok("phones: port {port} is free", port=port)


def broker(context: Context) -> Iterator[Verdict]:
    """Look whether the broker answers, and is who it should be, where one is set."""
    given = context.settings.mqtt
    values = {"broker": f"{given.broker}:{given.broker_port}"}
    if not given.broker:
        yield context.ok("broker: none is set, nothing is published")
        return
    if _is_shut_in(context):
        yield context.careful(
            "broker: the service may not use the network yet; type: sudo make install"
        )
        return
    try:
        ends = _reach(given)
    except (OSError, ValueError) as error:
        yield context.careful(
            "broker: {broker} cannot be reached ({why}); what happens is sent when it can. Look at "
            "the network and at [mqtt] in the settings; TLS also needs the right time",
            **values,
            why=getattr(error, "strerror", None) or str(error),
        )
        return
    if ends is None:
        yield context.ok("broker: {broker} answers", **values)
        return
    values["date"] = f"{ends:%Y-%m-%d}"
    if ends - datetime.now(UTC) < SOON:
        yield context.careful(
            "broker: the certificate of {broker} ends on {date}; renew it there", **values
        )
    else:
        yield context.ok(
            "broker: {broker} answers; its certificate is valid until {date}", **values
        )


def _reach(given: Mqtt) -> datetime | None:
    """Log in as the table does; tell when the broker's certificate ends, None without TLS.

    Raises OSError or ValueError where the broker does not answer, is not who it should be or
    refuses this table.
    """
    ends = None
    with socket.create_connection((given.broker, given.broker_port), PATIENCE) as line:
        if given.tls:
            context = ssl.create_default_context(cafile=given.ca_file or None)
            with context.wrap_socket(line, server_hostname=given.broker) as shown:
                ends = _end_of(shown)
    _log_in(given)
    return ends


def _log_in(given: Mqtt) -> None:
    from paho.mqtt.reasoncodes import ReasonCode  # noqa: PLC0415 - what is off costs nothing

    from companion.broker.sender import client_for  # noqa: PLC0415

    told: list[ReasonCode] = []
    client, end = client_for(given, ""), time.monotonic() + PATIENCE
    client.on_connect = lambda _client, _data, _flags, reason, _more: told.append(reason)
    client.connect(given.broker, given.broker_port)
    with closing(cast("socket.socket", client.socket())):
        while not told and time.monotonic() < end and client.loop(PATIENCE) == 0:
            pass
        client.disconnect()
    if not told:
        raise OSError("no answer by MQTT")
    if told[0].is_failure:
        raise OSError(str(told[0]))


def _end_of(line: ssl.SSLSocket) -> datetime:
    certificate = line.getpeercert() or {}
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(certificate["notAfter"])), UTC)


def _is_shut_in(context: Context, needed: str = "") -> bool:
    """Tell whether the appliance's service is there, and may not use the network as is needed."""
    drop_in = context.root / DROP_IN
    allowed = drop_in.read_text(encoding="utf-8") if drop_in.exists() else None
    return (context.root / UNIT).exists() and (allowed is None or needed not in allowed)


def _is_taken(port: int) -> bool:
    try:
        socket.create_server(("", port)).close()
    except OSError as error:
        return error.errno == errno.EADDRINUSE
    return False
