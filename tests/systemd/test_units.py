"""The units say what the program counts on, and shut what it does not need."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from companion.checks.network import LISTENS
from hardware.gpio import PINS_GROUP
from hardware.service import SHUT_DOWN

UNITS: Final = Path(__file__).parents[2] / "systemd"
CONSOLE: Final = UNITS / "dubsar.service"
NETWORK: Final = UNITS / "network.conf"
"""The drop-in where the page for phones is on, or a broker is set."""
DESKTOP: Final = UNITS / "user" / "dubsar.service"
PROGRAM: Final = "/opt/dubsar/bin/dubsar"
UPDATE: Final = "/opt/dubsar-source/tools/update.sh"
ANALYZE: Final = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="no systemd-analyze here")


def values(unit: Path, key: str) -> list[str]:
    """Give all values of a key."""
    lines = unit.read_text(encoding="utf-8").splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{key}=")]


def analyze(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run systemd-analyze; for a user it wants a folder of the user's session."""
    assert ANALYZE is not None
    command = [ANALYZE, *arguments]
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder)}
    return subprocess.run(  # noqa: S603 - ours
        command, env=environment, capture_output=True, text=True, check=False
    )


@needs_systemd
@pytest.mark.parametrize(("unit", "manager"), [(CONSOLE, "--system"), (DESKTOP, "--user")])
def test_systemd_has_nothing_to_say_about_it(unit: Path, manager: str, tmp_path: Path) -> None:
    text = unit.read_text(encoding="utf-8")
    assert PROGRAM in text
    copy = tmp_path / unit.name
    copy.write_text(text.replace(PROGRAM, "/bin/true"), encoding="utf-8")
    told = analyze(tmp_path, manager, "verify", "--man=no", str(copy))
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


@needs_systemd
def test_an_update_that_the_screen_wishes_is_one_that_systemd_understands(tmp_path: Path) -> None:
    names = ("dubsar-update.service", "dubsar-update.path")
    for name in names:
        text = (UNITS / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace(UPDATE, "/bin/true"), encoding="utf-8")
    copies = [str(tmp_path / name) for name in names]
    told = analyze(tmp_path, "--system", "verify", "--man=no", *copies)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


@needs_systemd
def test_with_the_local_network_little_more_is_open(tmp_path: Path) -> None:
    copy = tmp_path / CONSOLE.name
    copy.write_text(
        CONSOLE.read_text(encoding="utf-8").replace(PROGRAM, "/bin/true"), encoding="utf-8"
    )
    (tmp_path / f"{CONSOLE.name}.d").mkdir()
    drop_in = tmp_path / f"{CONSOLE.name}.d" / NETWORK.name
    drop_in.write_text(NETWORK.read_text(encoding="utf-8") + LISTENS.format(8337), encoding="utf-8")
    told = analyze(tmp_path, "--system", "verify", "--man=no", str(copy))
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    told = analyze(tmp_path, "security", "--offline=true", "--threshold=15", str(copy))
    assert told.returncode == 0, told.stdout.splitlines()[-1]


def test_without_that_no_family_of_addresses_leads_anywhere() -> None:
    assert values(CONSOLE, "RestrictAddressFamilies") == ["AF_UNIX AF_NETLINK"]
    assert values(CONSOLE, "IPAddressDeny") == ["any"]
    assert values(NETWORK, "RestrictAddressFamilies") == ["AF_INET"]
    assert "any" not in " ".join(values(NETWORK, "IPAddressAllow"))
    assert values(NETWORK, "SocketBindDeny") == ["any"]
    assert values(NETWORK, "SocketBindAllow") == []


@needs_systemd
def test_little_is_open_to_whoever_gets_into_the_program(tmp_path: Path) -> None:
    told = analyze(tmp_path, "security", "--offline=true", "--threshold=20", str(CONSOLE))
    assert told.returncode == 0, told.stdout.splitlines()[-1]


@pytest.mark.parametrize("unit", [CONSOLE, DESKTOP])
def test_the_program_is_waited_for_watched_and_started_again(unit: Path) -> None:
    assert values(unit, "Type") == ["notify"]
    assert values(unit, "NotifyAccess") == ["main"]
    assert values(unit, "WatchdogSec") == ["20"]
    assert values(unit, "RuntimeDirectoryPreserve") == ["restart"]
    assert values(unit, "ExecStart") == [f"{PROGRAM} play"]


@pytest.mark.parametrize("unit", [CONSOLE, DESKTOP])
def test_the_status_that_asks_for_a_shutdown_is_the_program_s(unit: Path) -> None:
    assert values(unit, "SuccessExitStatus") == [str(SHUT_DOWN)]
    assert values(unit, "RestartPreventExitStatus") == [str(SHUT_DOWN)]
    [after] = values(unit, "ExecStopPost")
    assert f'"$$EXIT_STATUS" != {SHUT_DOWN} ||' in after


def test_the_appliance_comes_back_whatever_ended_it() -> None:
    assert values(CONSOLE, "Restart") == ["always"]
    assert values(CONSOLE, "StartLimitIntervalSec") == ["0"]
    assert values(DESKTOP, "Restart") == ["on-failure"]


def test_the_user_is_in_the_groups_that_the_service_runs_with() -> None:
    members = [
        line.split()[2]
        for line in (UNITS / "sysusers.conf").read_text(encoding="utf-8").splitlines()
        if line.startswith("m ")
    ]
    [groups] = values(CONSOLE, "SupplementaryGroups")
    assert groups.split() == members
    assert PINS_GROUP in members
    assert f'GROUP="{PINS_GROUP}"' in (UNITS / "pins.rules").read_text(encoding="utf-8")
