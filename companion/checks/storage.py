"""Whether the disk has room for games, and keeps what is written."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.checks.verdict import Grade, Surroundings, Verdict
from companion.journal.store import FREE_FOR_RESERVE

MEGABYTE: Final = 1_000_000
LITTLE: Final = 300 * MEGABYTE
"""Bytes for about ten games with their pictures."""
MOUNTS: Final = Path("proc/self/mounts")
IN_MEMORY: Final = ("tmpfs", "ramfs", "overlayroot")
"""What is gone with the power: kinds of file systems, and the source of a read-only root's."""


def storage(around: Surroundings) -> Iterator[Verdict]:
    """Look at the folder of the journal, or where it will be made."""
    say = around.words.say
    folder = _nearest(around.settings.journal.absolute().parent)
    free = shutil.disk_usage(folder).free
    told = {"folder": str(folder), "number": str(free // MEGABYTE), "user": around.user}
    if not os.access(folder, os.W_OK | os.X_OK):
        wrong = say(
            "disk: nothing can be written in {folder}; give the folder to this user (sudo chown "
            "-R {user} {folder}), or name another journal in the settings",
            **told,
        )
        yield Verdict(Grade.WRONG, wrong)
    elif _is_in_memory(folder, around.root / MOUNTS):
        wrong = say(
            "disk: what is written in {folder} is gone with the power; name a journal on a disk in "
            "the settings (docs/appliance.md tells more)",
            **told,
        )
        yield Verdict(Grade.WRONG, wrong)
    elif free < FREE_FOR_RESERVE:
        wrong = say(
            "disk: only {number} MB are free in {folder}; type: dubsar games erase-pictures --all",
            **told,
        )
        yield Verdict(Grade.WRONG, wrong)
    elif free < LITTLE:
        careful = say(
            "disk: {number} MB are free in {folder}, for a few games; make room soon: dubsar games "
            "backup, then dubsar games erase-pictures --all",
            **told,
        )
        yield Verdict(Grade.CAREFUL, careful)
    else:
        yield Verdict(Grade.OK, say("disk: {number} MB are free in {folder}", **told))


def _nearest(folder: Path) -> Path:
    """Give the folder itself or, where there is none yet, the one in which it will be made."""
    return next(one for one in (folder, *folder.parents) if one.is_dir())


def _is_in_memory(folder: Path, mounts: Path) -> bool:
    """Tell whether a folder lies in memory; where there is no list of what lies where, not."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    best, kept = "", ("", "")
    for line in lines:
        source, point, kind, *_ = line.split()
        # The list writes a space as \040. Of two at one place the later hides the earlier.
        point = point.replace("\\040", " ")
        if folder.is_relative_to(point) and len(point) >= len(best):
            best, kept = point, (source, kind)
    return kept[0] in IN_MEMORY or kept[1] in IN_MEMORY
