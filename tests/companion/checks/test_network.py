"""What `dubsar doctor` says of the page for phones and of the broker."""

import socket
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.checks.network import DROP_IN, LISTENS, UNIT, broker, phones
from companion.checks.verdict import Grade
from companion.settings import Mqtt, Web
from tests.companion.broker.mosquitto import guarded, mosquitto
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
    for other in ("", LISTENS.format("8")):  # for a broker alone, or before the port was changed
        (tmp_path / DROP_IN).write_text(other)
        assert only(phones(here))[1].endswith("sudo make install")
    (tmp_path / DROP_IN).write_text(LISTENS.format(here.settings.web.port))
    assert only(phones(here))[0] is Grade.OK


def test_by_default_nothing_is_published(tmp_path: Path) -> None:
    assert only(broker(context(tmp_path)))[0] is Grade.OK


def test_a_broker_answers_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with mosquitto(tmp_path) as one:
        here = context(tmp_path, mqtt=Mqtt(broker="127.0.0.1", broker_port=one.port))
        assert only(broker(here)) == (Grade.OK, f"broker: 127.0.0.1:{one.port} answers")
    grade, text = only(broker(here))
    assert (grade, "cannot be reached" in text) == (Grade.CAREFUL, True)
    monkeypatch.setattr("companion.checks.network.PATIENCE", 0.05)
    with socket.create_server(("127.0.0.1", one.port)):  # it says nothing
        assert "no answer by MQTT" in only(broker(here))[1]


def test_a_broker_shows_a_certificate_and_wants_a_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with guarded(tmp_path) as given:

        def told(**changed: Any) -> tuple[Grade, str]:  # noqa: ANN401 - settings by name
            return only(broker(context(tmp_path, mqtt=replace(given, **changed))))

        grade, text = told()
        assert (grade, "ends on" in text) == (Grade.CAREFUL, True)
        monkeypatch.setattr("companion.checks.network.SOON", timedelta(0))
        grade, text = told()
        assert (grade, "valid until" in text) == (Grade.OK, True)
        (tmp_path / "wrong").write_text("guessed")
        assert "Not authorized" in told(password_file=str(tmp_path / "wrong"))[1]
        assert "Not authorized" in told(user="")[1]
        assert "certificate" in told(ca_file="")[1]
        assert "mismatch" in told(broker="127.0.0.1")[1]
        assert told(ca_file=str(tmp_path / "none"))[0] is Grade.CAREFUL
        assert told(tls=False)[0] is Grade.CAREFUL
