"""Whether the service runs, which then has for itself what the other checks look for."""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from companion.checks.verdict import Check, Grade, Surroundings, Verdict

NAME: Final = "dubsar.service"
PATIENCE: Final = 5.0
"""Seconds in which the manager of services must answer."""
MANAGERS: Final = ("sudo systemctl", "systemctl --user")
"""How the service is spoken to: the appliance's own, and that of a desktop."""


def answers_yes(command: Sequence[str]) -> bool:
    """Run a command that answers by its exit status; where it cannot be run, no."""
    if shutil.which(command[0]) is None:
        return False
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            command, capture_output=True, check=False, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def service_check(yes: Callable[[Sequence[str]], bool] = answers_yes) -> Check:
    """Make the check; ``yes`` asks a command."""

    def service(around: Surroundings) -> Iterator[Verdict]:
        for manager in MANAGERS:
            asked = [*manager.removeprefix("sudo ").split(), "is-active", "--quiet", NAME]
            if yes(asked):
                told = around.words.say(
                    "service: it is running, and has camera, display and pins for itself; to check "
                    "these too: {manager} stop dubsar",
                    manager=manager,
                )
                yield Verdict(Grade.CAREFUL, told)

    return service
