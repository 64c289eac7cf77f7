"""Whether what is switched on of the network can be used: the page for phones."""

import errno
import socket
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.checks.verdict import Context, Grade, Verdict

UNIT: Final = Path("etc/systemd/system/dubsar.service")
DROP_IN: Final = Path("etc/systemd/system/dubsar.service.d/web.conf")
"""What lets the appliance's service reach the local network."""
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
    elif (context.root / UNIT).exists() and not (context.root / DROP_IN).exists():
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


def _is_taken(port: int) -> bool:
    try:
        socket.create_server(("", port)).close()
    except OSError as error:
        return error.errno == errno.EADDRINUSE
    return False
