"""What `dubsar doctor` says of the service."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.checks.service import answers_yes, service_check
from companion.checks.verdict import Grade
from tests.companion.checks.around import around, only


@pytest.mark.parametrize(("user", "stop"), [(False, "sudo systemctl"), (True, "systemctl --user")])
def test_a_service_that_runs_is_told_with_how_to_stop_it(
    tmp_path: Path, *, user: bool, stop: str
) -> None:
    def yes(command: Sequence[str]) -> bool:
        assert command[0] == "systemctl"
        return ("--user" in command) == user

    grade, told = only(service_check(yes)(around(tmp_path)))
    assert grade is Grade.CAREFUL
    assert told.endswith(f"{stop} stop dubsar")


def test_of_a_service_that_does_not_run_nothing_is_said(tmp_path: Path) -> None:
    assert not [*service_check(lambda _: False)(around(tmp_path))]


def test_a_command_answers_by_its_status_and_one_that_is_not_there_by_no() -> None:
    assert answers_yes([sys.executable, "-c", ""])
    assert not answers_yes([sys.executable, "-c", "raise SystemExit(3)"])
    assert not answers_yes(["no-such-manager"])
