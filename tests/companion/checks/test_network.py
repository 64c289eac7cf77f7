"""What `dubsar doctor` says of the page for phones and of the broker."""

import socket
from pathlib import Path

from companion.checks.network import DROP_IN, UNIT, broker, phones
from companion.checks.verdict import Grade
from companion.settings import Mqtt, Web
from tests.companion.checks.contexts import context, only


def free_port() -> int:
    with socket.create_server(("", 0)) as one:
        return int(one.getsockname()[1])


def test_by_default_nothing_listens(tmp_path: Path) -> None:
    assert only(phones(context(tmp_path))) == (Grade.OK, "phones: switched off, nothing listens")


def test_a_port_is_free_or_taken(tmp_path: Path) -> None:
    here = context(tmp_path, web=Web(on=True, port=free_port()))
    assert only(phones(here))[0] is Grade.OK
    with socket.create_server(("", here.settings.web.port)):
        grade, text = only(phones(here))
    assert (grade, "in use" in text) == (Grade.CAREFUL, True)


def test_the_service_needs_to_be_let_out(tmp_path: Path) -> None:
    here = context(tmp_path, web=Web(on=True, port=free_port()))
    for file in (UNIT, DROP_IN):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / UNIT).touch()
    assert only(phones(here))[1].endswith("sudo make install")
    (tmp_path / DROP_IN).touch()
    assert only(phones(here))[0] is Grade.OK


def test_by_default_nothing_is_published(tmp_path: Path) -> None:
    assert only(broker(context(tmp_path)))[0] is Grade.OK


def test_a_broker_answers_or_not(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as one:
        port = int(one.getsockname()[1])
        here = context(tmp_path, mqtt=Mqtt(broker="127.0.0.1", broker_port=port))
        assert only(broker(here)) == (Grade.OK, f"broker: 127.0.0.1:{port} answers")
    grade, text = only(broker(here))
    assert (grade, "cannot be reached" in text) == (Grade.CAREFUL, True)
