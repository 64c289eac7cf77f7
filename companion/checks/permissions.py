"""Whether this user may use the devices that are there."""

import grp
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.checks.verdict import Grade, Surroundings, Verdict
from hardware.devices import group_of
from hardware.gpio import PINS_GROUP, is_a_pi

GROUPS: Final[Mapping[str, str]] = {
    "video*": "video",
    "dri/card*": "video",
    "dri/renderD*": "render",
}
"""Devices below /dev, and the group that usually may use them."""
WITHOUT_DESKTOP: Final[Mapping[str, str]] = {"input/event*": "input"}
"""The same, where no desktop passes on what these say."""


def permissions(around: Surroundings) -> Iterator[Verdict]:
    """Name the groups that this user should be a member of."""
    wanted = dict(GROUPS)
    if not any(around.environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        wanted |= WITHOUT_DESKTOP
    if is_a_pi(around.root / "proc"):
        wanted["gpiochip*"] = PINS_GROUP
    missing = _missing(around.root / "dev", wanted)
    say = around.words.say
    if not missing:
        yield Verdict(Grade.OK, say("groups: this user may use all devices"))
    elif missing <= _joined(around.user):
        told = say("groups: log out and in again, so that this user’s new groups count")
        yield Verdict(Grade.CAREFUL, told)
    else:
        told = say(
            "groups: this user may not use all devices; type: sudo usermod -aG {groups} {user}, "
            "then log out and in again",
            groups=",".join(sorted(missing)),
            user=around.user,
        )
        yield Verdict(Grade.CAREFUL, told)


def _missing(devices: Path, wanted: Mapping[str, str]) -> set[str]:
    return {
        group_of(device, usual)
        for pattern, usual in wanted.items()
        for device in devices.glob(pattern)
        if not os.access(device, os.R_OK | os.W_OK)
    }


def _joined(user: str) -> set[str]:
    """List the groups that name this user, though the session may have begun before they did."""
    return {group.gr_name for group in grp.getgrall() if user in group.gr_mem}
