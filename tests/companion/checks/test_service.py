"""What `dubsar doctor` says of the service."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.checks.computer import service, succeeds
from companion.checks.verdict import Grade
from tests.companion.checks.contexts import context, only


@pytest.mark.parametrize(("user", "stop"), [(False, "sudo systemctl"), (True, "systemctl --user")])
def test_a_service_that_runs_is_told_with_how_to_stop_it(
    tmp_path: Path, *, user: bool, stop: str
) -> None:
    def yes(command: Sequence[str]) -> bool:
        assert command[0] == "systemctl"
        return ("--user" in command) == user

    grade, told = only(service(context(tmp_path), yes))
    assert grade is Grade.CAREFUL
    assert told.endswith(f"{stop} stop dubsar")


def test_of_a_service_that_does_not_run_nothing_is_said(tmp_path: Path) -> None:
    assert not [*service(context(tmp_path), lambda _: False)]


def test_a_command_answers_by_its_status_and_one_that_is_not_there_by_no() -> None:
    assert succeeds([sys.executable, "-c", ""])
    assert not succeeds([sys.executable, "-c", "raise SystemExit(3)"])
    assert not succeeds(["no-such-manager"])
