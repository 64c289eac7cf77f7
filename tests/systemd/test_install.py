"""What `sudo make install` reads from the settings: it asks `dubsar config` by patterns."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from companion.cli import main

SCRIPT = Path(__file__).parents[2] / "tools" / "install.sh"


def wants(what: str, config: str) -> bool:
    found = re.search(
        rf"^{what}\(\) .*grep -Eq '(.*)'", SCRIPT.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert found
    return re.search(found[1], config, re.MULTILINE) is not None


def port(config: str) -> str:
    found = re.search(
        r"^page_port\(\) .* \| (sed .*); }", SCRIPT.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert found
    told = subprocess.run(  # noqa: S603 - ours
        shlex.split(found[1]), input=config, capture_output=True, text=True, check=True
    )
    return told.stdout.strip()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", [False, False, False]),
        ("[web]\nport = 8000", [False, False, False]),
        ("[web]\non = true\nport = 8000", [True, True, False]),
        ('[mqtt]\nbroker = "192.168.1.2"', [True, False, False]),
        ('[mqtt]\nbroker = "localhost.example"', [True, False, False]),
        ('[mqtt]\nbroker = "localhost"', [True, False, True]),
        ('[mqtt]\nbroker = "127.0.0.1"', [True, False, True]),
    ],
)
def test_no_more_is_opened_and_installed_than_the_settings_want(
    text: str,
    wanted: list[bool],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path))
    (tmp_path / "settings.toml").write_text(text, encoding="utf-8")
    assert main(["config"]) == 0
    config = capsys.readouterr().out
    asked = ("needs_network", "serves_page", "needs_mosquitto")
    assert [wants(one, config) for one in asked] == wanted
    assert port(config) == ("8000" if "port" in text else "8337")
